package verdict

import (
	"math"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ladder"
	"buluo/lab/stat"
	"buluo/rules"
)

// sample is everything that was found out about a design. It is complete when newSample returns,
// and read only from then on.
type sample struct {
	rules      *rules.Rules
	design     design.Design
	gates      Gates
	games      []*facts // each once
	duplicates int
	clusters   []string // openings, in the order in which they came
	shares     map[*facts][]float64
	curve      stat.Curve // from scores to shares of the points, fitted to these games
	rungs      []ladder.Row
}

// newSample takes the games of a design, drops those that are there already, and fits the curve. A
// copy would make every interval narrower without a word more of evidence; how many there were, with
// the twins that the store has refused, is a metric.
func newSample(r *rules.Rules, d design.Design, gates Gates, games []*facts, twins int, rungs []ladder.Row) *sample {
	s := &sample{rules: r, design: d, gates: gates, duplicates: twins, shares: map[*facts][]float64{}, rungs: rungs}
	seen, openings := map[string]bool{}, map[string]bool{}
	for _, f := range games {
		if seen[f.rec.Moves] {
			s.duplicates++
			continue
		}
		seen[f.rec.Moves] = true
		s.games = append(s.games, f)
		if !openings[f.opening] {
			openings[f.opening] = true
			s.clusters = append(s.clusters, f.opening)
		}
	}
	s.fit()
	return s
}

// fit finds the curve and turns every score into White's share of the points. A design has a curve
// of its own, since a hundred centipawns win more in one game than in another. Every game weighs 1
// however long it is. The last position of a finished game is worth its result and not what a curve
// makes of a mate score.
func (s *sample) fit() {
	var scores, results, weights []float64
	for _, f := range s.games {
		if !f.outcome.Over {
			continue
		}
		for _, v := range f.scores {
			scores, results, weights = append(scores, float64(v)), append(results, points(f.outcome)), append(weights, 1/float64(len(f.scores)))
		}
	}
	s.curve = stat.Fit(scores, results, weights)
	for _, f := range s.games {
		for i, v := range f.scores {
			p := s.share(v)
			if i == len(f.scores)-1 && f.outcome.Over {
				p = points(f.outcome)
			}
			s.shares[f] = append(s.shares[f], p)
		}
		for i := range f.clarity {
			f.clarity[i].settle(s.shareOf)
		}
	}
}

// share is White's share of the points at a score of White's.
func (s *sample) share(score int) float64 { return s.curve.Share(float64(score)) }

// shareOf is the share of a score of the side to move, whichever that is: the curve without its
// bias towards one side.
func (s *sample) shareOf(score int) float64 {
	return stat.Curve{Slope: s.curve.Slope}.Share(float64(score))
}

// points returns White's points of an outcome. An unfinished game would be half a point here, so
// that callers ask for finished ones.
func points(o board.Outcome) float64 {
	switch o.Winner {
	case board.White:
		return 1
	case board.Black:
		return 0
	}
	return 0.5
}

// finished returns the games that ended by their rules.
func (s *sample) finished() []*facts {
	var list []*facts
	for _, f := range s.games {
		if f.outcome.Over {
			list = append(list, f)
		}
	}
	return list
}

// decided returns the games that somebody won.
func (s *sample) decided() []*facts {
	var list []*facts
	for _, f := range s.finished() {
		if f.outcome.Winner != board.NoColor {
			list = append(list, f)
		}
	}
	return list
}

// clustered returns a share over the finished games with its interval over openings.
func (s *sample) clustered(of func(*facts) float64) stat.Interval {
	return stat.Clustered(s.byOpening(func(*facts) bool { return true }, of))
}

// byOpening collects a figure of the finished games that fit, a list an opening. An opening that no
// game fits has an empty list, which is no evidence and adds none.
func (s *sample) byOpening(fits func(*facts) bool, of func(*facts) float64) [][]float64 {
	lists := make([][]float64, len(s.clusters))
	for i, opening := range s.clusters {
		for _, f := range s.finished() {
			if f.opening == opening && fits(f) {
				lists[i] = append(lists[i], of(f))
			}
		}
	}
	return lists
}

// slope returns how much a figure of a game grows with each doubling of the budget. Within an
// opening only the budget differs, so that openings that favour a side do not pass for an effect of
// thinking.
func (s *sample) slope(of func(*facts) float64) stat.Interval {
	all := func(*facts) bool { return true }
	return stat.Slope(s.byOpening(all, func(f *facts) float64 { return math.Log2(float64(max(1, f.rec.Budget))) }), s.byOpening(all, of))
}

// tally counts the games that fit.
func (s *sample) tally(fits func(*facts) bool) stat.Tally {
	var t stat.Tally
	for _, f := range s.games {
		if fits(f) {
			t.Add(f.outcome)
		}
	}
	return t
}

// each is the mean of a figure over games, unknown of none. NaN is how a figure says that it does
// not apply to a game, as drama to one that nobody judged.
func each(games []*facts, of func(*facts) float64) Figure {
	var xs []float64
	for _, f := range games {
		if x := of(f); !math.IsNaN(x) {
			xs = append(xs, x)
		}
	}
	return mean(xs)
}

// seat sums a count of one seat over all games, as a share of another.
func (s *sample) seat(c board.Color, part, whole func(*seatFacts) int) Figure {
	p, w := 0, 0
	for _, f := range s.games {
		p += part(&f.seats[c])
		w += whole(&f.seats[c])
	}
	return ratio(p, w)
}

// drawn and won are figures of a game. They are numbers, since intervals are taken of means.
func drawn(f *facts) float64 {
	if f.outcome.Winner == board.NoColor {
		return 1
	}
	return 0
}

func whitePoints(f *facts) float64 { return points(f.outcome) }
