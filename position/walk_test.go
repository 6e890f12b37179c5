package position

import (
	"math/rand/v2"
	"slices"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/rules"
	"buluo/variant"
)

// image is everything a move may change, for comparing before and after.
type image struct {
	fen    string
	key    uint64
	sides  [2]board.Bits
	pieces [board.MaxPieces]board.Bits
	count  [board.MaxPieces]uint8
	types  [2]board.TypeSet
	at     [board.MaxSquares]board.Piece
	ranks  [wordRoom]uint16
	files  [wordRoom]uint16
	plus   [board.MaxSquares]board.PieceType
}

func imageOf(p *Position) image {
	return image{p.FEN(), p.Key(), p.sides, p.pieces, p.count, p.types, p.at, p.ranks, p.files, p.plus}
}

// TestStateTwins plays random pseudo-legal but safe moves of the sort every variant has and holds the incremental state
// against the one that parsing the FEN builds from nothing.
func TestStateTwins(t *testing.T) {
	variants := []*rules.Rules{ // these last may end by flags, by checks and with a piece left
		rulestest.Load(t, "orda"),
		rulestest.Stanza(t, "checks", "[checks:xiangqi]\ncheckCounting = true\nstartFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 2+2 0 1\n"),
		rulestest.Stanza(t, "few", "[few:horde-veteran-18-r1]\nextinctionPieceCount = 1\nstartFen = 3ckcr2/4r4/9/2V6/9/9/3V5/9/9/9 b - - 0 1\n"),
	}
	for _, name := range []string{"xiangqi", "horde-veteran-36-r1", "horde-promoting-36-r1", "horde-doublestep-36-r1", "minixiangqi"} {
		variants = append(variants, rulestest.Load(t, name))
	}
	for _, r := range variants {
		name := r.Spec().Name
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			p := Start(r)
			for range 60 {
				before := imageOf(p)
				m, ok := randomMove(p, rng)
				if !ok {
					break
				}
				p.Do(m)
				after := imageOf(p)
				p.Undo()
				if got := imageOf(p); got != before {
					t.Fatalf("%s: %s after %s and back: %s", name, before.fen, r.UCI(m), got.fen)
				}
				p.Do(m)
				if p.Key() != p.keyFromScratch() {
					t.Fatalf("%s: %s: key after %s differs from the one made anew", name, before.fen, r.UCI(m))
				}
				if got, want := p.Ended(), p.endOnBoard(); got != want {
					t.Fatalf("%s: %s ended: %v at a glance, %v by asking for every end", name, after.fen, got, want)
				}
				q, err := Parse(r, after.fen)
				if err != nil {
					t.Fatalf("%s: %s: %v", name, after.fen, err)
				}
				if got := imageOf(q); got != after {
					t.Fatalf("%s: %s read back is %s", name, after.fen, got.fen)
				}
			}
		}
	}
}

// randomMove picks a safe Normal move by looking at the movers' own targets: a generator small enough to trust, and
// enough for state.
func randomMove(p *Position, rng *rand.Rand) (board.Move, bool) {
	var list []board.Move
	us := p.Side()
	for b := p.Of(us); b.Any(); {
		s := b.Pop()
		m := p.r.Sides[us].Of[p.At(s).Type()]
		quiets := p.Targets(m.Quiet, s).Without(p.Occupied())
		hits := p.Targets(m.Capture, s).And(p.Of(us.Other()))
		for to := quiets.Or(hits).And(m.Zone); to.Any(); {
			if mv := board.NewMove(s, to.Pop()); p.Safe(mv) {
				list = append(list, mv)
			}
		}
	}
	if len(list) == 0 || p.Ended().Over {
		return board.NoMove, false
	}
	return list[rng.IntN(len(list))], true
}

// TestDoAllocatesNothing holds do and undo to no allocation.
func TestDoAllocatesNothing(t *testing.T) {
	p := Start(rulestest.Load(t, "xiangqi"))
	rng := rand.New(rand.NewPCG(3, 4))
	m, _ := randomMove(p, rng)
	if n := testing.AllocsPerRun(100, func() { p.Do(m); p.Undo(); p.DoNull(); p.UndoNull() }); n != 0 {
		t.Errorf("do and undo allocate %v times", n)
	}
}

// stroll is a walk about a game and back, null moves among its moves: what is played after one counts, not only that it can be taken back.
type stroll struct {
	p      *Position
	rng    *rand.Rand
	before []image // of every ply that is played, the oldest first
	nulls  []bool  // whether it is a null move
	past   int     // moves played with a null move before them
}

// on plays a move or, now and then where a search may, a null move. It reports whether there was anything to play.
func (w *stroll) on() bool {
	m, ok := randomMove(w.p, w.rng)
	if !ok {
		return false
	}
	last := len(w.nulls) - 1
	pass := w.rng.IntN(6) == 0 && !w.p.InCheck() && (last < 0 || !w.nulls[last])
	w.before, w.nulls = append(w.before, imageOf(w.p)), append(w.nulls, pass)
	if pass {
		w.p.DoNull()
		return true
	}
	if slices.Contains(w.nulls, true) {
		w.past++
	}
	w.p.Do(m)
	return true
}

// back takes back what was played last, if anything, and checks that nothing is left of it.
func (w *stroll) back(t *testing.T) {
	t.Helper()
	n := len(w.nulls) - 1
	if n < 0 {
		return
	}
	after := w.p.FEN()
	if w.nulls[n] {
		w.p.UndoNull()
	} else {
		w.p.Undo()
	}
	if got := imageOf(w.p); got != w.before[n] {
		t.Fatalf("%s: %s, left again from %s, became %s", w.p.r.Spec().Name, w.before[n].fen, after, got.fen)
	}
	w.before, w.nulls = w.before[:n], w.nulls[:n]
}

// TestWeighTwins walks about and back, null moves among it, and holds the sum that moves keep to the one that the board gives.
func TestWeighTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var w [2]Weights
	for i := range w {
		for pc := range w[i] {
			for s := range w[i][pc] {
				w[i][pc][s] = rng.Int64()
			}
		}
	}
	for _, name := range []string{"xiangqi", "horde-promoting-36-r1", "horde-doublestep-36-r1", "chess", "orda"} {
		walk := stroll{p: Start(rulestest.Load(t, name)), rng: rng}
		check := func() {
			t.Helper()
			p, of := walk.p, &w[rng.IntN(8)/7]
			if got, want := p.Weigh(of), p.weigh(of); got != want {
				t.Fatalf("%s: %s weighs %d, want %d", name, p.FEN(), got, want)
			}
			if err := p.Verify(); err != nil {
				t.Fatal(err)
			}
		}
		for range 400 {
			check()
			if rng.IntN(6) == 0 || !walk.on() {
				for n := 1 + rng.IntN(3); n > 0; n-- {
					walk.back(t)
				}
			}
		}
		for len(walk.nulls) > 0 {
			walk.back(t)
			check()
		}
		if walk.past < 50 {
			t.Errorf("%s: only %d moves were played after a null move", name, walk.past)
		}
	}
}

// TestCheckersTwins holds the checkers that are found by looking at what the last move changed, and attackers found by the words of lines, to
// looks from the board alone, with and without a piece taken off: on a walk about the game with null moves, a step back now and then, and all the
// way back.
func TestCheckersTwins(t *testing.T) {
	for _, name := range variant.Names() {
		r := rulestest.Load(t, name)
		rng := rand.New(rand.NewPCG(7, 8))
		for range 3 {
			walk := stroll{p: Start(r), rng: rng}
			for range 80 {
				holdCheckers(t, walk.p, rng)
				if rng.IntN(10) == 0 {
					walk.back(t)
					holdCheckers(t, walk.p, rng)
				}
				if !walk.on() {
					break
				}
			}
			for len(walk.nulls) > 0 {
				walk.back(t)
				holdCheckers(t, walk.p, rng)
			}
		}
	}
}

// holdCheckers compares a position's checkers, and the attackers of a random square, with those that the board gives.
func holdCheckers(t *testing.T, p *Position, rng *rand.Rand) {
	t.Helper()
	r, us := p.r, p.Side()
	name, size := r.Spec().Name, r.Geometry.Size()
	if r.Sides[us].Royal != board.NoType {
		if got, want := p.Checkers(), slowAttackers(p, p.Royal(us), us.Other(), p.Occupied()); got != want {
			t.Fatalf("%s: %s: checkers %v, want %v", name, p.FEN(), got, want)
		}
	}
	s := board.Square(rng.IntN(size))
	for _, occ := range []board.Bits{p.Occupied(), p.Occupied().Xor(board.Bit(board.Square(rng.IntN(size))))} {
		if got, want := p.AttackersOn(s, us, occ), slowAttackers(p, s, us, occ); got != want {
			t.Fatalf("%s: %s: attackers of %s %v, want %v", name, p.FEN(), r.Geometry.Name(s), got, want)
		}
	}
}

// slowAttackers asks every piece of a side what it reaches.
func slowAttackers(p *Position, s board.Square, by board.Color, occ board.Bits) board.Bits {
	var found board.Bits
	for b := p.Of(by); b.Any(); {
		from := b.Pop()
		m := p.r.Sides[by].Of[p.At(from).Type()]
		if m.Capture.Reach(p.lines, from, occ).And(m.Zone).Has(s) {
			found = found.With(from)
		}
	}
	return found
}
