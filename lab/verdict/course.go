package verdict

import (
	"fmt"
	"math"
	"slices"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/stat"
)

// course are the metrics of how games go, from the judge's scores as shares of the points. They are
// the measures of Cameron Browne and of Ludii, with one change: what they take from rollouts comes
// from a judge that plays no part in the games. None has a gate, as nobody knows what a good value
// is for two unlike armies; they compare designs with each other. Without a judge all of them are
// unknown.
func course() []row {
	return []row{
		{"drama", "Over the decided games: how far the winner was behind, mean over its positions of max(0, loser's " +
			"share - winner's share). 0 where the winner always led.", 3,
			func(s *sample) Metric { return Metric{Value: each(s.decided(), s.drama)} }},
		{"lead changes", "How often the lead passed from one side to the other, mean over games. A side leads while " +
			"its share is above 0.55.", 1,
			func(s *sample) Metric { return Metric{Value: each(s.finished(), s.leadChanges)} }},
		{"instability", "Variance of the shares over a game's positions, mean over games.", 3,
			func(s *sample) Metric {
				return Metric{Value: each(s.finished(), func(f *facts) float64 { return variance(s.shares[f]) })}
			}},
		{"threshold", "Over the decided games: the highest share that the loser reached, mean. Near 1, a game that " +
			"looks won may be lost.", 2,
			func(s *sample) Metric {
				return Metric{Value: each(s.decided(), func(f *facts) float64 { best, _ := s.threshold(f); return best })}
			}},
		{"decided after", "Over the decided games: share of the positions before the one from which the winner stood " +
			"above the loser's highest share for good, mean.", 2,
			func(s *sample) Metric {
				return Metric{Value: each(s.decided(), func(f *facts) float64 { _, after := s.threshold(f); return after })}
			}},
		{"killer move", "Largest change of share in one ply, mean over games; in brackets the share of games with one " +
			"above 0.5.", 2, killer},
		{"narrowness", "Over sampled positions: share of the legal moves that are better than three quarters of the " +
			"way from the mean move to the best, mean. Near 0, few moves matter.", 2,
			func(s *sample) Metric {
				return Metric{Value: s.clear(func(c *spread) float64 { return c.narrowness })}
			}},
		{"clarity variance", "Over the same positions: variance of the shares of the legal moves, mean. 0 where it " +
			"does not matter what is played.", 4,
			func(s *sample) Metric {
				return Metric{Value: s.clear(func(c *spread) float64 { return c.variance })}
			}},
	}
}

// winner returns the winner's shares of a decided game. Metrics of a course ask how it looked to
// who won, whichever colour that was.
func (s *sample) winner(f *facts) []float64 {
	list := make([]float64, len(s.shares[f]))
	for i, p := range s.shares[f] {
		list[i] = p
		if f.outcome.Winner == board.Black {
			list[i] = 1 - p
		}
	}
	return list
}

// drama is how far the winner was behind on the average, positions at which it led counting 0.
// Dividing by all positions and not by the bad ones keeps one lost moment in a long game small.
func (s *sample) drama(f *facts) float64 {
	sum, list := 0.0, s.winner(f)
	for _, p := range list {
		sum += math.Max(0, 1-2*p)
	}
	return sum / float64(len(list)) // NaN of a game that nobody judged, which counts for nothing
}

// leadChanges counts how often the lead passed over. Between the two thresholds nobody leads and
// whoever led last still counts as having led: a score that trembles around a half, or around one
// threshold, changes no lead.
func (s *sample) leadChanges(f *facts) float64 {
	if len(s.shares[f]) == 0 {
		return math.NaN()
	}
	// 1 is White, -1 Black, 0 nobody yet.
	leader, n := 0, 0
	for _, p := range s.shares[f] {
		now := 0
		switch {
		case p > 0.5+s.gates.Lead:
			now = 1
		case p < 0.5-s.gates.Lead:
			now = -1
		}
		if now != 0 {
			if leader != 0 && now != leader {
				n++
			}
			leader = now
		}
	}
	return float64(n)
}

// threshold returns the loser's highest share, and the share of the game that was over when the
// winner passed it for good. The two go together: "for good" means that from there on no position
// looked better for the loser than its best moment did.
func (s *sample) threshold(f *facts) (best, after float64) {
	list := s.winner(f)
	if len(list) == 0 {
		return math.NaN(), math.NaN()
	}
	for _, p := range list {
		best = math.Max(best, 1-p)
	}
	// Backwards, since a winner may pass the mark and fall back below it many times.
	at := len(list)
	for at > 0 && list[at-1] >= best {
		at--
	}
	return best, float64(at) / float64(len(list))
}

// killer is the metric of the largest step between two positions. A game with one that decides
// everything is told apart from one of many small ones, which the mean alone would hide: hence the
// share in brackets.
func killer(s *sample) Metric {
	// Only games that somebody judged are in the share.
	large, judged := 0, 0
	v := each(s.finished(), func(f *facts) float64 {
		list := s.shares[f]
		if len(list) < 2 {
			return math.NaN()
		}
		judged++
		biggest := 0.0
		for i := range list[1:] {
			biggest = math.Max(biggest, math.Abs(list[i+1]-list[i]))
		}
		if biggest > 0.5 {
			large++
		}
		return biggest
	})
	m := Metric{Value: v}
	if judged > 0 {
		m.Note = fmt.Sprintf("%.0f %% of games", 100*float64(large)/float64(judged))
	}
	return m
}

// variance is the mean square around the mean; of no numbers it is NaN, which each leaves out.
func variance(xs []float64) float64 {
	m := float64(mean(xs))
	sum := 0.0
	for _, x := range xs {
		sum += (x - m) * (x - m)
	}
	return sum / float64(len(xs))
}

// clear is a mean over all sampled positions. Positions weigh alike whichever game they are of,
// since it is positions that are sampled: as many of a short game as of a long one.
func (s *sample) clear(of func(*spread) float64) Figure {
	var xs []float64
	for _, f := range s.games {
		for i := range f.clarity {
			xs = append(xs, of(&f.clarity[i]))
		}
	}
	return mean(xs)
}

// skill are the metrics of what looking further is worth. The first three need a ladder and are
// unknown without; the slopes need games at two budgets or more, and ask whether more thinking on
// both sides shifts the game, which is another question than whether it beats less.
func skill() []row {
	return []row{
		{"skill", "Score of the larger budget against the smaller over all rungs of the ladder, seats exchanged, with " +
			"a 95 % interval over pairs. It passes where the whole interval is above 0.5.", 2,
			func(s *sample) Metric {
				i := stat.Clustered(s.pairs())
				m := ranged(i, NoGate)
				switch {
				case !i.Known():
				case i.Low > 0.5:
					m.Gate = Pass
				case i.High < 0.5:
					m.Gate = Fail
				default:
					m.Gate = Open
				}
				return m
			}},
		{"skill trace", "Ludii's: with r the larger budget's mean utility on each rung, from -1 to 1, a the mean of " +
			"max(r, 0) and y the regression line of r one rung beyond the last, clipped to 0 to 1: y + (1-y)a.", 2,
			func(s *sample) Metric {
				var r []float64
				for i := range s.rungs {
					r = append(r, s.rungs[i].Utility())
				}
				return Metric{Value: Figure(stat.SkillTrace(r))}
			}},
		{"skill by seat", "What the larger budget is worth in each seat: its score there on the ladder less that " +
			"seat's score between equals. Around 0 in one seat, that seat has nothing to find. At least 0.05 for both " +
			"(bar 3).", 2,
			func(s *sample) Metric {
				return seated(func(c board.Color) Figure { return Figure(s.seatSkill(c).Mean) }, math.Min,
					func(f Figure) Status { return atLeast(f, s.gates.Skill) })
			}},
		{"score slope", "Change of the horde's score with each doubling of the budget: regression over the budgets " +
			"within each opening, mean over openings, with a 95 % interval.", 3,
			func(s *sample) Metric { return ranged(s.slope(whitePoints), NoGate) }},
		{"draw slope", "Change of the draw rate with each doubling of the budget, in the same way. Flagged where the " +
			"whole interval is above 0: good players draw more.", 3,
			func(s *sample) Metric {
				i := s.slope(drawn)
				m := ranged(i, NoGate)
				if i.Known() && i.Low > 0 {
					m.Gate = Flag
				}
				return m
			}},
	}
}

// pairs are the larger budget's points on the ladder, a list a pair. A pair is one opening from
// both seats, and so the smallest thing of which the next tells something new.
func (s *sample) pairs() [][]float64 {
	var all [][]float64
	for i := range s.rungs {
		all = append(all, s.rungs[i].Pairs()...)
	}
	return all
}

// seatSkill is the larger budget's score in a seat less the seat's own between equals. The halves
// of the two intervals add as independent errors do. Comparing with equals takes the seat's own
// luck out: a side that wins three games in four from the start does not look skilful for doing so
// with the larger budget too. A pair has one game in each seat, so that those of one seat are from openings of their own and come singly here.
func (s *sample) seatSkill(c board.Color) stat.Interval {
	var single [][]float64
	for i := range s.rungs {
		seat := s.rungs[i].Seats[c]
		for half, n := range []int{seat.Lost, seat.Drawn, seat.Won} {
			single = append(single, slices.Repeat([][]float64{{float64(half) / 2}}, n)...)
		}
	}
	i, own := stat.Clustered(single), s.clustered(whitePoints)
	if c == design.Army {
		// White's share turned round: its upper bound is Black's lower one.
		own = stat.Interval{Mean: 1 - own.Mean, Low: 1 - own.High, High: 1 - own.Low}
	}
	worth := i.Mean - own.Mean
	return stat.Interval{
		Mean: worth,
		Low:  worth - math.Hypot(i.Mean-i.Low, own.High-own.Mean),
		High: worth + math.Hypot(i.High-i.Mean, own.Mean-own.Low),
	}
}
