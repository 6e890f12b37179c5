package verdict

import (
	"fmt"
	"math"
	"strings"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/stat"
	"buluo/position"
)

// Metric is one figure of a design. Bounds are pointers so that JSON leaves them out where there
// are none.
type Metric struct {
	Name  string `json:"name"`
	Value Figure `json:"value"`

	Low  *Figure `json:"low,omitempty"` // of the 95 % interval, where there is one
	High *Figure `json:"high,omitempty"`

	Seats *[2]Figure `json:"seats,omitempty"` // of the horde (White) and the army (Black); Value is then the worse of them
	Gate  Status     `json:"gate,omitempty"`
	Note  string     `json:"note,omitempty"`
}

// row is a metric's name, its definition, and what measures it. A metric is one row and nothing
// else: adding one here puts it on the page, into JSON, into the definitions and under the test
// that asks for a definition.
type row struct {
	name, definition string
	decimals         int
	measure          func(*sample) Metric
}

// ranged is a metric with an interval. Where the interval is not known the bounds stay away and the
// gate stays what it was: atLeast and atMost have seen the unknown mean.
func ranged(i stat.Interval, gate Status) Metric {
	m := Metric{Value: Figure(i.Mean), Gate: gate}
	if i.Known() {
		low, high := Figure(i.Low), Figure(i.High)
		m.Low, m.High = &low, &high
	}
	return m
}

// seated is a metric of both seats, whose worse one counts. A game of two unlike armies is no
// better than its duller seat. Where one of them was not measured the worse is not known either,
// and the gate says nothing.
func seated(of func(board.Color) Figure, worse func(a, b float64) float64, gate func(Figure) Status) Metric {
	seats := [2]Figure{of(design.Horde), of(design.Army)}
	m := Metric{Seats: &seats, Value: unknown}
	if seats[0].Known() && seats[1].Known() {
		m.Value = Figure(worse(float64(seats[0]), float64(seats[1])))
	}
	if gate != nil {
		m.Gate = gate(m.Value)
	}
	return m
}

// moves is what most figures of a seat are a share of.
func moves(s *seatFacts) int { return s.moves }

// results are the metrics of who wins. The first says how many games the others speak of: a game
// that ran into the cap has no result.
func results() []row {
	return []row{
		{"completion", "Share of the games that ended by their rules before the ply cap. At least 0.99; below 0.2 the " +
			"design is rejected.", 2,
			func(s *sample) Metric {
				v := ratio(len(s.finished()), len(s.games))
				m := Metric{Value: v, Gate: atLeast(v, s.gates.Completion)}
				if v < 0.2 {
					m.Gate = Fail
				}
				return m
			}},
		{"decided", "Share of the finished games that somebody won, with a 95 % interval clustered by opening. At " +
			"least 0.5 (bar 1).", 2,
			func(s *sample) Metric {
				i := s.clustered(func(f *facts) float64 { return 1 - drawn(f) })
				return ranged(i, atLeast(Figure(i.Mean), s.gates.Decided))
			}},
		{"horde score", "The horde's (White's) share of the points of the finished games, a draw being half a point, " +
			"with a 95 % interval clustered by opening: both seats " +
			"are one engine, so games come in no pairs, but games from one opening are no independent witnesses.", 2,
			func(s *sample) Metric { return ranged(s.clustered(whitePoints), NoGate) }},
		{"balance", "1 - |share won by the horde - share won by the army| of the finished games. Target 0.9, flagged " +
			"below 0.7. A design that is always drawn has a balance of 1: read it with \"decided\".", 2,
			func(s *sample) Metric {
				b := s.balance()
				m := Metric{Value: b, Gate: NoGate}
				switch {
				case float64(b) >= s.gates.Target:
					m.Gate = Pass
				case float64(b) < 1-2*s.gates.Fair:
					m.Gate = Flag
				}
				return m
			}},
		{"fun index", "Balance less the share of draws: decided and even at once is 1, drawn by default or won by one " +
			"side 0 or less.", 2,
			func(s *sample) Metric { return Metric{Value: s.fun(func(*facts) bool { return true })} }},
	}
}

// lengths are the metrics of how long games last and how busy they are. They are counted and not
// judged, so that they are known for any record, whoever played it.
func lengths() []row {
	return []row{
		{"duration", "Median length of the finished games in plies, with the quartiles in brackets.", 0, func(s *sample) Metric {
			var plies []float64
			for _, f := range s.finished() {
				plies = append(plies, float64(f.rec.Plies))
			}
			low, median, high := stat.Quartiles(plies)
			l, h := Figure(low), Figure(high)
			return Metric{Value: Figure(median), Low: &l, High: &h, Note: "quartiles"}
		}},
		{"ideal duration", "Mean over games: 1 between 60 and 240 plies, plies/60 below, 1 - min(1, (plies-240)/240) " +
			"above.", 2, func(s *sample) Metric {
			low, high := float64(s.gates.Duration[0]), float64(s.gates.Duration[1])
			return Metric{Value: each(s.finished(), func(f *facts) float64 {
				n := float64(f.rec.Plies)
				return math.Min(1, n/low) * (1 - math.Min(1, math.Max(0, n-high)/high))
			})}
		}},
		{"branching", "Mean number of legal moves, over the turns of each seat.", 1, func(s *sample) Metric {
			return seated(func(c board.Color) Figure {
				return s.seat(c, func(f *seatFacts) int { return f.legal }, moves)
			}, math.Min, nil)
		}},
		{"decisions", "Share of each seat's turns with more than one legal move. At least 0.5 for both (bar 3).", 2, func(s *sample) Metric {
			return seated(func(c board.Color) Figure {
				return s.seat(c, func(f *seatFacts) int { return f.decisions }, moves)
			}, math.Min, func(f Figure) Status { return atLeast(f, s.gates.Decisions) })
		}},
		{"waiting", "Share of each seat's moves after which its own men stand as they stood before in the game: it has " +
			"done nothing but let time pass. At most 0.25 for both (bar 3).", 2,
			func(s *sample) Metric {
				return seated(func(c board.Color) Figure {
					return s.seat(c, func(f *seatFacts) int { return f.waiting }, moves)
				}, math.Max, func(f Figure) Status { return atMost(f, s.gates.Waiting) })
			}},
		{"captures", "Captures in a hundred moves of each seat.", 1, func(s *sample) Metric {
			return seated(func(c board.Color) Figure {
				return 100 * s.seat(c, func(f *seatFacts) int { return f.captures }, moves)
			}, math.Min, nil)
		}},
		{"quiet run", "Longest run of plies without a capture as a share of the game, mean over games. At most 0.5 " +
			"(bar 3).", 2, func(s *sample) Metric {
			v := each(s.games, func(f *facts) float64 { return float64(f.longest) / float64(max(1, f.rec.Plies)) })
			return Metric{Value: v, Gate: atMost(v, s.gates.Quiet)}
		}},
		{"dead pieces", "Share of the pieces each seat starts with that do not move in any game. At most 0.5 for both " +
			"(bar 3).", 2, func(s *sample) Metric {
			return seated(s.dead, math.Max, func(f Figure) Status { return atMost(f, s.gates.Dead) })
		}},
		{"coverage", "Share of the board's points that a piece came to in some game. Below 0.1 the design is rejected.", 2, func(s *sample) Metric {
			m := Metric{Value: s.coverage()}
			if m.Value < 0.1 {
				m.Gate = Fail
			}
			return m
		}},
		{"repetition", "Share of positions that had occurred before in their game, mean over games.", 3, func(s *sample) Metric {
			return Metric{Value: each(s.games, func(f *facts) float64 { return float64(f.repeated) / float64(f.rec.Plies+1) })}
		}},
	}
}

// dead returns the share of a side's starting pieces that never moved. Over all games together: a
// piece that one game leaves at home and another needs is alive.
func (s *sample) dead(c board.Color) Figure {
	n, unmoved := 0, 0
	for sq := range s.start(c) {
		n++
		if s.movesFrom(c, sq) == 0 {
			unmoved++
		}
	}
	return ratio(unmoved, n)
}

// start returns the squares and pieces a side starts with.
func (s *sample) start(c board.Color) map[board.Square]board.PieceType {
	list := map[board.Square]board.PieceType{}
	p := position.Start(s.rules)
	for b := p.Of(c); b.Any(); {
		sq := b.Pop()
		list[sq] = p.At(sq).Type()
	}
	return list
}

// movesFrom counts the chosen moves, over all games, of the piece that started on a square. Origins
// are squares of the array, so that two pieces of a kind are told apart and one keeps its name as
// it moves.
func (s *sample) movesFrom(c board.Color, sq board.Square) int {
	n := 0
	for _, f := range s.games {
		n += f.seats[c].byOrigin[sq]
	}
	return n
}

// coverage is the share of the board that is used. Points that only hold a piece from the start on,
// which never moves, are not.
func (s *sample) coverage() Figure {
	n, size := 0, s.rules.Geometry.Size()
	for sq := range size {
		for _, f := range s.games {
			if f.visited[sq] > 0 {
				n++
				break
			}
		}
	}
	return ratio(n, size)
}

// balance is 1 - |horde's share - army's share|. Draws count as balanced, which is why no bar rests
// on it.
func (s *sample) balance() Figure {
	t := s.tally(func(*facts) bool { return true })
	if t.Finished() == 0 {
		return unknown
	}
	return Figure(1 - math.Abs(float64(t.White-t.Black))/float64(t.Finished()))
}

// fun is balance less draws, of the games that fit. Both ways of being dull cost the same, and only
// games that are won by turns reach 1.
func (s *sample) fun(fits func(*facts) bool) Figure {
	t := s.tally(fits)
	if t.Finished() == 0 {
		return unknown
	}
	return Figure(1 - (math.Abs(float64(t.White-t.Black))+float64(t.Draw))/float64(t.Finished()))
}

// robustness are the metrics of how far the sample carries. They say nothing of the design and much
// of the games: figures of twenty copies of one game are the figures of one.
func robustness() []row {
	return []row{
		{"diversity", "Entropy of the first six chosen plies over the games, as a share of the most there could be: 1 " +
			"where no two games begin alike.", 2, func(s *sample) Metric {
			counts := map[string]int{}
			for _, f := range s.games {
				// Games from different openings begin differently whatever is chosen, so that the
				// opening is part of the beginning.
				counts[f.opening+"/"+f.first]++
			}
			var list []int
			for _, n := range counts {
				list = append(list, n)
			}
			if len(s.games) < 2 {
				return Metric{Value: unknown}
			}
			return Metric{Value: Figure(stat.Entropy(list) / math.Log2(float64(len(s.games))))}
		}},
		{"duplicates", "Share of games that another game repeats move for move. They count once; there should be none.", 2, func(s *sample) Metric {
			v := ratio(s.duplicates, s.duplicates+len(s.games))
			return Metric{Value: v, Gate: atMost(v, s.gates.Duplicates)}
		}},
		{"verified", "Share of games that the referee replayed to the recorded result. It is 1: a game that is not " +
			"confirmed ends the run.", 2, func(s *sample) Metric {
			return Metric{Value: 1, Gate: Pass}
		}},
	}
}

// table lists all metrics in the order in which they are shown. The order is that of the questions:
// who wins, how long it takes, how it goes, what skill is worth, how far to believe it.
func table() []row {
	var all []row
	for _, part := range [][]row{results(), lengths(), course(), skill(), robustness()} {
		all = append(all, part...)
	}
	return append(all, row{"game score", "GAVEL's fitness: the harmonic mean of balance, completion, 1 - draw rate, " +
		"decision moves (the worse seat) and skill trace, each at least " +
		"0.01. It is -1 where completion is below 0.2, the mean length below 3 plies, decisions or coverage below 0.1; " +
		"unknown without a ladder.", 2, gavel})
}

// Definition is what a metric's name means.
type Definition struct{ Name, Text string }

// Definitions returns every metric with its definition, and the bars.
func Definitions() []Definition {
	var list []Definition
	for _, b := range bars() {
		list = append(list, Definition{b.name, b.definition})
	}
	for _, r := range table() {
		list = append(list, Definition{r.name, r.definition})
	}
	return list
}

// gavel combines five metrics into one. The harmonic mean is near 0 as soon as one of them is, so
// that no strength makes up for a fault. It is unknown where a part is, and not the mean of the
// others.
func gavel(s *sample) Metric {
	find := func(name string) Figure {
		for _, r := range table() {
			if r.name == name {
				return r.measure(s).Value
			}
		}
		return unknown
	}
	completion, decisions := find("completion"), find("decisions")
	length := each(s.games, func(f *facts) float64 { return float64(f.rec.Plies) })
	if completion < 0.2 || length < 3 || decisions < 0.1 || find("coverage") < 0.1 {
		return Metric{Value: -1, Gate: Fail, Note: "rejected"}
	}
	inverse, parts := 0.0, []Figure{s.balance(), completion, find("decided"), decisions, find("skill trace")}
	var names []string
	for _, v := range parts {
		if !v.Known() {
			return Metric{Value: unknown}
		}
		// A part of 0 would make the whole 0 and every such design alike.
		inverse += 1 / math.Max(float64(v), 0.01)
		names = append(names, v.text(2))
	}
	return Metric{Value: Figure(float64(len(parts)) / inverse), Note: fmt.Sprintf("of %s", strings.Join(names, ", "))}
}
