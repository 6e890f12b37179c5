package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ladder"
	"buluo/lab/ledger"
	"buluo/lab/rescore"
	"buluo/lab/series"
	"buluo/lab/stat"
	"buluo/rules"
)

// Verdict is what was measured on one design. It holds numbers and no game, and is made once;
// nothing changes it afterwards.
type Verdict struct {
	Design     string           `json:"design"`
	Cleared    int              `json:"cleared"` // bars
	Bars       [3]Bar           `json:"bars"`
	Games      int              `json:"games"` // each once
	Openings   int              `json:"openings"`
	Horde      int              `json:"horde"`
	Drawn      int              `json:"drawn"`
	Army       int              `json:"army"`
	Unfinished int              `json:"unfinished"`
	Ends       []End            `json:"ends"`
	Metrics    []Metric         `json:"metrics"`
	Curve      []Point          `json:"curve"`
	Ladder     []Climb          `json:"ladder,omitempty"`
	Rescored   []*rescore.Total `json:"rescored,omitempty"`
	Usage      []Usage          `json:"usage"`
	Heat       [][]int          `json:"heat"` // how often a piece came to each point, the last rank first

	// Not written: Curve says the same, rounded for people.
	points []pointSample
}

// End counts games that ended one way.
type End struct {
	Winner string `json:"winner"`
	Reason string `json:"reason"`
	Games  int    `json:"games"`
}

// Point is the budget curve at one budget.
type Point struct {
	Budget   uint64 `json:"budget"`
	Games    int    `json:"games"`
	Horde    int    `json:"horde"`
	Drawn    int    `json:"drawn"`
	Army     int    `json:"army"`
	Score    Range  `json:"score"`
	DrawRate Figure `json:"drawRate"`
	Fun      Figure `json:"fun"`
	Plies    Figure `json:"plies"` // median
}

// pointSample is what ranks are made from.
type pointSample struct {
	budget     uint64
	score, fun Figure
}

// Climb is a rung of the ladder.
type Climb struct {
	ladder.Rung
	AsHorde series.Score `json:"asHorde"`
	AsArmy  series.Score `json:"asArmy"`
	Score   Range        `json:"score"`
}

// Usage is how much of a side's moves its pieces of one kind make.
type Usage struct {
	Side   string `json:"side"`
	Letter string `json:"piece"` // as in a FEN
	Share  Figure `json:"share"` // of its side's moves
	Pieces int    `json:"pieces"`
	Dead   int    `json:"dead"` // of those: never moved in any game
}

// Stability says whether designs keep their order from one budget to another.
type Stability struct {
	From    uint64 `json:"from"`
	To      uint64 `json:"to"`
	Designs int    `json:"designs"`
	Score   Figure `json:"score"` // Kendall's tau-b of the ranks by horde score
	Fun     Figure `json:"fun"`   // ... and by fun index
}

// Report is what a run came to, the designs nearest to a game first.
type Report struct {
	Budgets   []uint64    `json:"budgets"`
	Openings  int         `json:"openings"`
	Plies     int         `json:"openingPlies"`
	Seed      uint64      `json:"seed"`
	Judge     uint64      `json:"judge"`
	Gates     Gates       `json:"gates"`
	Unplayed  int         `json:"unplayed,omitempty"` // games that a run cut short has left out
	Verdicts  []*Verdict  `json:"verdicts"`
	Stability []Stability `json:"stability,omitempty"`
}

// report makes the report from the facts. Designs that clear as many bars go by their rank, and
// equal ones in the order in which they were asked for, so that the same games always print the
// same table.
func (c *Config) report(compiled []*rules.Rules, games [][]*facts, p played) *Report {
	r := &Report{Budgets: c.Budgets, Openings: c.Openings, Plies: c.Plies, Seed: c.Seed, Judge: c.Judge, Gates: c.Gates}
	for i, d := range c.Designs {
		if len(games[i]) == 0 {
			continue // of games that were read, none is this design's
		}
		var rungs []ladder.Row
		for _, row := range p.rows {
			if row.Name == d.Name() {
				rungs = append(rungs, row)
			}
		}
		r.Verdicts = append(r.Verdicts, newSample(compiled[i], d, c.Gates, games[i], p.twins[i], rungs).verdict(c.Rules))
	}
	slices.SortStableFunc(r.Verdicts, func(a, b *Verdict) int {
		if n := cmp.Compare(b.Cleared, a.Cleared); n != 0 {
			return n
		}
		return cmp.Compare(b.rank(), a.rank())
	})
	r.Stability = stability(r.Verdicts)
	return r
}

// rank is what orders designs that clear as many bars: the game score, or the fun index where no
// ladder was played.
func (v *Verdict) rank() float64 {
	if f := v.Metric("game score").Value; f.Known() {
		return float64(f)
	}
	return float64(v.Metric("fun index").Value)
}

// Metric returns a metric by its name, one that is unknown where there is none.
func (v *Verdict) Metric(name string) Metric {
	for _, m := range v.Metrics {
		if m.Name == name {
			return m
		}
	}
	return Metric{Name: name, Value: unknown}
}

// verdict measures everything. Everything is taken from the sample, and nothing is played or
// searched any more, so that it costs no time and cannot fail.
func (s *sample) verdict(list []rescore.Rule) *Verdict {
	t := s.tally(func(*facts) bool { return true })
	v := &Verdict{
		Design: s.design.Name(), Games: len(s.games), Openings: len(s.clusters),
		Horde: t.White, Drawn: t.Draw, Army: t.Black, Unfinished: t.Unfinished,
		Ends: s.ends(), Rescored: s.rescored(list), Usage: s.usage(), Heat: s.heat(),
	}
	for i, b := range bars() {
		v.Bars[i] = b.measure(s)
		v.Bars[i].Name = b.name
		if v.Bars[i].Cleared {
			v.Cleared++
		}
	}
	for _, r := range table() {
		m := r.measure(s)
		m.Name = r.name
		v.Metrics = append(v.Metrics, m)
	}
	s.budgets(v)
	for i := range s.rungs {
		r := &s.rungs[i]
		v.Ladder = append(v.Ladder, Climb{r.Rung, r.Seats[0], r.Seats[1], rangeOf(r.Score())})
	}
	return v
}

// ends counts the ways in which games ended, the most frequent first. A cap is an end too: leaving
// it out would make the counts differ from the number of games.
func (s *sample) ends() []End {
	var list []End
	for _, f := range s.games {
		e := End{Winner: "unfinished", Reason: f.rec.Termination}
		if f.outcome.Over {
			e = End{Winner: design.Seat(f.outcome.Winner), Reason: f.outcome.Reason.String()}
		}
		at := slices.IndexFunc(list, func(x End) bool { return x.Winner == e.Winner && x.Reason == e.Reason })
		if at < 0 {
			list = append(list, e)
			at = len(list) - 1
		}
		list[at].Games++
	}
	slices.SortStableFunc(list, func(a, b End) int { return cmp.Compare(b.Games, a.Games) })
	return list
}

// budgets draws the curve. A budget that only some openings have been played at still has its
// point, with an interval as wide as that makes it.
func (s *sample) budgets(v *Verdict) {
	var all []uint64
	for _, f := range s.games {
		all = append(all, f.rec.Budget)
	}
	slices.Sort(all)
	for _, b := range slices.Compact(all) {
		at := func(f *facts) bool { return f.rec.Budget == b }
		t := s.tally(at)
		var plies []float64
		for _, f := range s.finished() {
			if at(f) {
				plies = append(plies, float64(f.rec.Plies))
			}
		}
		_, median, _ := stat.Quartiles(plies)
		p := Point{
			Budget: b, Games: t.Finished() + t.Unfinished, Horde: t.White, Drawn: t.Draw, Army: t.Black,
			Score: rangeOf(stat.Clustered(s.byOpening(at, whitePoints))), DrawRate: ratio(t.Draw, t.Finished()),
			Fun: s.fun(at), Plies: Figure(median),
		}
		v.Curve = append(v.Curve, p)
		v.points = append(v.points, pointSample{b, p.Score.Value, p.Fun})
	}
}

// rescored counts what other terminal rules make of the games. Every game has one verdict for each
// rule in the order of the list: measure has seen to it.
func (s *sample) rescored(list []rescore.Rule) []*rescore.Total {
	var totals []*rescore.Total
	for i, rule := range list {
		t := &rescore.Total{Rule: rule.String(), To: map[string]int{}}
		for _, f := range s.games {
			t.Add(f.outcome, &f.rescore[i])
		}
		totals = append(totals, t)
	}
	return totals
}

// usage shares a side's moves out among its kinds of pieces. Kinds that a side neither starts with
// nor ever gets are left out; those it gets by promotion are not.
func (s *sample) usage() []Usage {
	var list []Usage
	for c := range board.NoColor {
		all, start := 0, s.start(c)
		byType := map[board.PieceType]int{}
		for _, f := range s.games {
			for t, n := range f.seats[c].byPiece {
				byType[t] += n
				all += n
			}
		}
		for i := range s.design.Spec.Pieces {
			t := board.PieceType(i + 1)
			u := Usage{Side: design.Seat(c), Letter: string(rune(s.design.Spec.Pieces[i].Letter)), Share: ratio(byType[t], all)}
			for sq, of := range start {
				if of == t {
					u.Pieces++
					if s.movesFrom(c, sq) == 0 {
						u.Dead++
					}
				}
			}
			if u.Pieces > 0 || byType[t] > 0 {
				list = append(list, u)
			}
		}
	}
	return list
}

// heat counts visits, as a board is printed.
func (s *sample) heat() [][]int {
	geo := s.rules.Geometry
	rows := make([][]int, geo.Ranks)
	for i := range rows {
		rows[i] = make([]int, geo.Files)
		for file := range rows[i] {
			for _, f := range s.games {
				rows[i][file] += f.visited[geo.Square(file, geo.Ranks-1-i)]
			}
		}
	}
	return rows
}

// stability compares the ranks of designs from each budget to the next, and from the first to the
// last. A ranking that the next doubling turns over says nothing about the designs. From three
// designs on, since two are in the same order half of the time by chance.
func stability(verdicts []*Verdict) []Stability {
	var budgets []uint64
	for _, v := range verdicts {
		for _, p := range v.points {
			budgets = append(budgets, p.budget)
		}
	}
	slices.Sort(budgets)
	budgets = slices.Compact(budgets)
	var list []Stability
	for i := 1; i < len(budgets); i++ {
		list = append(list, compare(verdicts, budgets[i-1], budgets[i]))
	}
	if len(budgets) > 2 {
		list = append(list, compare(verdicts, budgets[0], budgets[len(budgets)-1]))
	}
	return slices.DeleteFunc(list, func(s Stability) bool { return s.Designs < 3 })
}

// compare ranks the designs that have games at both budgets. Designs that lack one of the two are
// left out rather than ranked last.
func compare(verdicts []*Verdict, from, to uint64) Stability {
	var score, fun [2][]float64
	for _, v := range verdicts {
		a, b := v.at(from), v.at(to)
		if !a.score.Known() || !b.score.Known() {
			continue
		}
		score[0], score[1] = append(score[0], float64(a.score)), append(score[1], float64(b.score))
		fun[0], fun[1] = append(fun[0], float64(a.fun)), append(fun[1], float64(b.fun))
	}
	s := Stability{From: from, To: to, Designs: len(score[0]), Score: unknown, Fun: unknown}
	if s.Designs >= 3 {
		s.Score, s.Fun = Figure(stat.Rank(score[0], score[1])), Figure(stat.Rank(fun[0], fun[1]))
	}
	return s
}

// A budget that was not played has figures that are not known.
func (v *Verdict) at(budget uint64) pointSample {
	for _, p := range v.points {
		if p.budget == budget {
			return p
		}
	}
	return pointSample{score: unknown, fun: unknown}
}

// text writes a stability line.
func (s *Stability) text() string {
	word := "unstable"
	switch {
	case !s.Score.Known() && !s.Fun.Known():
		word = "nothing but ties"
	case math.Min(known(s.Score), known(s.Fun)) >= 0.5:
		word = "stable"
	}
	return fmt.Sprintf("%d designs from %s to %s nodes: by horde score %s, by fun index %s, %s",
		s.Designs, ledger.Budget(s.From), ledger.Budget(s.To), s.Score.text(2), s.Fun.text(2), word)
}

// known is a figure, or 1 where it is not known and so contradicts nothing.
func known(f Figure) float64 {
	if !f.Known() {
		return 1
	}
	return float64(f)
}
