package position

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
)

// image is everything a move may change, for comparing before and after.
type image struct {
	fen    string
	key    uint64
	sides  [2]board.Bits
	pieces [board.MaxPieces]board.Bits
	count  [board.MaxPieces]uint8
	at     [board.MaxSquares]board.Piece
	ranks  [board.MaxRanks]uint16
	files  [board.MaxFiles]uint16
	plus   [board.MaxSquares]board.PieceType
}

func imageOf(p *Position) image {
	return image{p.FEN(), p.Key(), p.sides, p.pieces, p.count, p.at, p.ranks, p.files, p.plus}
}

// TestStateTwins plays random pseudo-legal but safe moves of the sort every variant has and holds the incremental state
// against the one that parsing the FEN builds from nothing.
func TestStateTwins(t *testing.T) {
	for _, name := range []string{"xiangqi", "horde-veteran-36-r1", "horde-promoting-36-r1", "horde-doublestep-36-r1", "minixiangqi"} {
		r := rulestest.Load(t, name)
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
