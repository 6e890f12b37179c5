package ladder

import (
	"context"
	"errors"
	"slices"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/schedule"
	"buluo/lab/series"
	"buluo/lab/stat"
	"buluo/lab/work"
	"buluo/rules"
)

// Rung is a pair of budgets, in nodes a move.
type Rung struct {
	Strong uint64 `json:"strong"`
	Weak   uint64 `json:"weak"`
}

// Doubling returns rungs whose budgets double from a base on: 2 against 1, 4 against 2, and so on.
func Doubling(base uint64, n int) []Rung {
	var list []Rung
	for range n {
		list = append(list, Rung{2 * base, base})
		base *= 2
	}
	return list
}

// Config says what is played.
type Config struct {
	series.Config // its Seed is that of the openings
	Rungs         []Rung
	Pairs         int // on each rung of each design
	Plies         int // random plies of an opening
}

// Row is one rung on one design.
type Row struct {
	Design design.Design `json:"-"`
	Name   string        `json:"design"`
	Rung
	Seats  [2]series.Score `json:"seats"`  // the stronger as White, the horde, and as Black, the army
	Winner stat.Tally      `json:"winner"` // the same games by colour: where the seat decides, this is one-sided and the score is even

	HordeWins     int `json:"hordeWins"`
	HordeSmothers int `json:"hordeSmothers"` // of those, by smother

	asked int         // pairs
	pairs [][]float64 // the stronger player's points of each pair that there is an opening for
}

// Score returns the stronger player's share of the points with its interval over pairs.
func (r *Row) Score() stat.Interval { return stat.Clustered(r.pairs) }

// Pairs returns the stronger player's points of each pair; those of one pair are no independent witnesses.
func (r *Row) Pairs() [][]float64 { return r.pairs }

// Played reports whether there is a game of the rung, to an end or not.
func (r *Row) Played() bool { return r.Seats != [2]series.Score{} }

// Utility returns the stronger player's mean utility, from -1 to 1, 0 of no games.
func (r *Row) Utility() float64 {
	s := r.Seats[0].Plus(r.Seats[1])
	if s.Games() == 0 {
		return 0
	}
	return float64(s.Won-s.Lost) / float64(s.Games())
}

// Plan is what is to be played.
type Plan struct {
	Jobs []schedule.Job // design by design, rung by rung, both seats of a pair after each other
	rows []Row          // in the same order, without games
}

// Plan lists the games. No opening comes twice, and a rung has fewer pairs where there are fewer openings. The error is of a design that makes no
// sense.
func (c *Config) Plan() (*Plan, error) {
	p := &Plan{}
	for _, d := range c.Designs {
		r, err := rules.Compile(d.Spec)
		if err != nil {
			return nil, err
		}
		var openings []string
		for source := c.Openings(r, c.Plies); len(openings) < c.Pairs; {
			opening, ok := source.Next()
			if !ok {
				break
			}
			openings = append(openings, opening)
		}
		for _, rung := range c.Rungs {
			strong, weak := c.With(rung.Strong), c.With(rung.Weak)
			for _, opening := range openings {
				p.Jobs = append(p.Jobs, c.Job(d, [2]schedule.Player{strong, weak}, opening), c.Job(d, [2]schedule.Player{weak, strong}, opening))
			}
			p.rows = append(p.rows, Row{Design: d, Name: d.Name(), Rung: rung, asked: c.Pairs, pairs: make([][]float64, len(openings))})
		}
	}
	return p, nil
}

// Run plays what the store does not hold yet, and counts. What was played until an error is in the rows, one a design and rung.
func Run(ctx context.Context, c Config, report func(work.Progress)) ([]Row, error) {
	p, err := c.Plan()
	if err != nil {
		return nil, err
	}
	games, err := series.Play(ctx, c.Config, p.Jobs, report)
	return p.Count(games), errors.Join(err, series.Trouble(p.Jobs, games))
}

// Count counts the games of the jobs, in their order.
func (p *Plan) Count(games []series.Game) []Row {
	rows := slices.Clone(p.rows)
	for i := range rows {
		r := &rows[i]
		r.pairs = make([][]float64, len(r.pairs))
		own := games[:min(2*len(r.pairs), len(games))] // there are none where nothing could be played
		games = games[len(own):]
		for n, g := range own {
			if g.Record != nil {
				r.add(g.Record, n/2, board.Color(n%2))
			}
		}
	}
	return rows
}

// add counts a game of a pair in which the stronger player had a seat.
func (r *Row) add(rec *ledger.Record, pair int, strong board.Color) {
	o := rec.Outcome()
	r.Winner.Add(o)
	r.Seats[strong].Add(rec, strong)
	if !o.Over {
		return
	}
	points := 0.5
	if o.Winner != board.NoColor {
		points = 0
		if o.Winner == strong {
			points = 1
		}
	}
	r.pairs[pair] = append(r.pairs[pair], points)
	if o.Winner == design.Horde {
		r.HordeWins++
		if o.Reason == board.Smother {
			r.HordeSmothers++
		}
	}
}
