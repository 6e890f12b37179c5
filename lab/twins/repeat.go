package twins

import (
	"fmt"
	"math/rand/v2"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// Random games repeat positions, but hardly ever by a chase: that takes a threat with every move of one side, always to
// the same piece. So variants that judge repetitions get walks of their own, which stop at every few moves of a random
// game, have both sides shuffle to and fro there, preferably by moves that chase something, and ask both readings
// for the verdict.

// judges reports whether a variant has an opinion on who brought a repetition about.
func judges(spec *variant.Spec) bool {
	return spec.Fold > 1 && (spec.PerpetualCheck || spec.Chase != variant.NoChase)
}

// shuffles walks one random game, repeats positions along it and counts the verdicts in part. It returns the pair that
// differs, if one does, and what is different.
func shuffles(r *rules.Rules, rng *rand.Rand, plies int, part *Report, budget int64) (*pair, string, error) {
	p, err := position.Parse(r, r.Spec().Start)
	if err != nil {
		return nil, "", err
	}
	g := movegen.For(r)
	greed := rng.IntN(4) // of four moves so many are captures where there are any: open boards have more to chase
	var buf []board.Move
	for ; plies > 0 && part.Positions < budget; plies-- {
		buf = g.Legal(p, buf[:0])
		if len(buf) == 0 || g.Outcome(p).Over {
			break
		}
		m := buf[rng.IntN(len(buf))]
		for try := 0; try < 8 && rng.IntN(4) < greed && p.Captured(m) == board.NoPiece; try++ {
			m = buf[rng.IntN(len(buf))]
		}
		p.Do(m)
		for try := rng.IntN(3); try > 0; try-- {
			pr, err := newPair(r, p.FEN())
			if err != nil {
				break // the game has just ended, and its last position is none to start from
			}
			n, why, diff := pr.round(rng)
			if diff != "" {
				return pr, diff, nil
			}
			if n > 0 {
				part.Positions += n
				part.Games++
				part.Ends[why]++
			}
		}
	}
	return nil, "", nil
}

// walkRepetitions adds one walk of shuffles to a report.
func walkRepetitions(r *rules.Rules, rng *rand.Rand, plies int, part *Report, opt Options) error {
	before := part.Positions
	pr, diff, err := shuffles(r, rng, plies, part, int64(opt.Positions))
	if diff != "" {
		part.Differences = append(part.Differences, &Difference{r.Spec().Name, pr.start, pr.moves, pr.p.FEN(), diff})
	}
	if opt.Progress != nil {
		opt.Progress(part.Positions - before)
	}
	return err
}

// round has both sides leave a position and come back to it as often as the variant's repetition asks for, and holds the
// verdicts against each other. It returns no plies where the moves picked lead nowhere.
func (pr *pair) round(rng *rand.Rand) (n int64, end board.Reason, diff string) {
	spec, p := pr.r.Spec(), pr.p
	key := p.Key()
	legs := 2 + rng.IntN(3) // turns of each side
	var tours [2]tour
	for c := range tours {
		tours[c].length = legs * max(1, spec.MovesPerTurn[c])
	}
	var cycle []board.Move
	dull := [2]bool{} // sides that have made a move which neither checks nor chases
	for range tours[0].length + tours[1].length {
		if len(cycle) > 0 && pr.g.Outcome(p).Over {
			return 0, end, ""
		}
		m := pr.next(&tours[p.Side()], rng)
		if m == board.NoMove {
			return 0, end, ""
		}
		by := p.Side()
		p.Do(m)
		dull[by] = dull[by] || p.Side() != by && !sharp(p)
		cycle = append(cycle, m)
	}
	// Most repetitions are nobody's guilt. The slow reading has little time to spare for those.
	if p.Key() != key || dull[0] && dull[1] && rng.IntN(16) > 0 {
		return 0, end, ""
	}
	for times := 2; ; times++ {
		for _, m := range cycle {
			pr.moves = append(pr.moves, pr.r.UCI(m))
			if err := pr.ref.Play(m); err != nil {
				return n, end, "the referee refuses a move of a repetition: " + err.Error()
			}
			n++
		}
		a, b := pr.g.Outcome(p), pr.ref.Outcome()
		if a != b {
			return n, end, fmt.Sprintf("outcome %s by %s, the referee says %s by %s", a.Result(), a.Reason, b.Result(), b.Reason)
		}
		if a.Over || times == spec.Fold {
			return n, a.Reason, ""
		}
		for _, m := range cycle {
			p.Do(m)
		}
	}
}

// tour is one side's way away from a position and back to it.
type tour struct {
	length int
	made   []board.Move
}

// next returns the move by which a side goes on with its tour, NoMove where it cannot. A tour of two moves is there and
// back, of three a triangle, of four or more pairs of two.
func (pr *pair) next(t *tour, rng *rand.Rand) board.Move {
	done, back := len(t.made), board.NoMove
	var among func(board.Move) bool
	switch {
	case t.length == 3 && done == 1:
		first := t.made[0]
		among = func(m board.Move) bool { return m.From() == first.To() && m.To() != first.From() }
	case t.length == 3 && done == 2:
		back = board.NewMove(t.made[1].To(), t.made[0].From())
	case done%4 == 2 && t.length-done >= 2 && !undone(t.made[done-2:]):
		// Two moves stand out. One piece that made both takes them back in reverse order.
		last := t.made[done-2]
		if t.made[done-1].From() == last.To() {
			last = t.made[done-1]
		}
		back = inverse(last)
	case done%4 == 3 && !undone(t.made[done-3:done-1]):
		last := t.made[done-2]
		if t.made[done-1] == inverse(last) {
			last = t.made[done-3]
		}
		back = inverse(last)
	case done%2 == 1 && (done+1 == t.length || rng.IntN(3) == 0 || done%4 == 3):
		back = inverse(t.made[done-1])
	}
	pr.buf[0] = pr.g.Legal(pr.p, pr.buf[0][:0])
	m := pr.pick(func(m board.Move) bool {
		if m.Kind() != board.Normal || pr.p.Captured(m) != board.NoPiece {
			return false
		}
		return (back == board.NoMove || m == back) && (among == nil || among(m))
	}, rng)
	t.made = append(t.made, m)
	return m
}

// undone reports whether the second of two moves takes the first back.
func undone(two []board.Move) bool { return two[1] == inverse(two[0]) }

// inverse is the move back.
func inverse(m board.Move) board.Move { return board.NewMove(m.To(), m.From()) }

// sharp reports whether the turn just ended checks or chases.
func sharp(p *position.Position) bool { return p.InCheck() || p.Chased().Any() }

// pick returns one of the legal moves that will do, mostly one that chases or checks if some tries find it.
func (pr *pair) pick(will func(board.Move) bool, rng *rand.Rand) board.Move {
	fit := pr.buf[1][:0]
	for _, m := range pr.buf[0] {
		if will(m) {
			fit = append(fit, m)
		}
	}
	pr.buf[1] = fit
	if len(fit) == 0 {
		return board.NoMove
	}
	m := fit[rng.IntN(len(fit))]
	for try := rng.IntN(16); try > 0 && len(fit) > 1; try-- {
		pr.p.Do(m)
		good := sharp(pr.p)
		pr.p.Undo()
		if good {
			break
		}
		m = fit[rng.IntN(len(fit))]
	}
	return m
}
