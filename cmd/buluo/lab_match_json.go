package main

import (
	"math"

	"buluo/lab/contest"
)

// matchReport is what a match came to, for programs.
type matchReport struct {
	Players     [2]string            `json:"players"`
	Budgets     [2]uint64            `json:"budgets"` // nodes a move; 0 by the clock
	Games       int                  `json:"games"`
	Pairs       [5]int               `json:"pairs"` // by the first player's points: 0, 1/2, 1, 3/2, 2
	Score       float64              `json:"score"` // its share of the points
	Elo         matchFigure          `json:"elo"`
	Normalized  matchFigure          `json:"normalizedElo"`
	Superiority float64              `json:"superiority"` // the likelihood that it is the stronger one
	LLR         *float64             `json:"llr,omitempty"`
	Adjudicated int                  `json:"adjudicated"` // of the games
	Unfinished  int                  `json:"unfinished"`  // pairs, which count for nothing
	Missing     int                  `json:"missing"`     // pairs that are not played
	Variants    map[string][2][3]int `json:"variants"`    // won, drawn, lost as White and as Black
}

// matchFigure is a figure with its 95 % interval; what is infinite is null, as JSON has no word for it.
type matchFigure struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

func figure(value, low, high float64) matchFigure {
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return matchFigure{finite(value), finite(low), finite(high)}
}

// report puts a result in words for programs.
func (j *matchJob) report(res *contest.Result) matchReport {
	p := res.Pairs
	mean, _ := p.Score()
	r := matchReport{
		Games: p.Games(), Pairs: p, Score: mean, Elo: figure(p.Elo()), Normalized: figure(p.Normalized()), Superiority: p.Superiority(),
		Adjudicated: res.Adjudicated, Unfinished: res.Unfinished, Missing: res.Missing, Variants: map[string][2][3]int{},
	}
	for i, pl := range j.config.Players {
		r.Players[i], r.Budgets[i] = pl.String(), pl.Nodes
	}
	if j.sequentialTest {
		llr := p.LLR(j.elo0, j.elo1)
		r.LLR = &llr
	}
	for name, t := range res.Variants {
		var seats [2][3]int
		for i, s := range t.Seats {
			seats[i] = [3]int{s.Won, s.Drawn, s.Lost}
		}
		r.Variants[name] = seats
	}
	return r
}
