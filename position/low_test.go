package position

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
)

// TestLowTwins holds what is found by the lower words of sets alone to what is found by both: targets of every type on every square, and attackers
// from lists that have no low part.
func TestLowTwins(t *testing.T) {
	for _, name := range []string{"chess", "orda", "horde", "minixiangqi"} {
		r := rulestest.Load(t, name)
		rng := rand.New(rand.NewPCG(3, 9))
		for range 20 {
			walk := stroll{p: Start(r), rng: rng}
			for range rng.IntN(80) {
				walk.on()
			}
			for s := range board.Square(r.Geometry.Size()) {
				holdLow(t, walk.p, s, walk.p.Occupied().Xor(board.Bit(board.Square(rng.IntN(r.Geometry.Size())))))
			}
		}
	}
}

// holdLow compares what is to be had on a square.
func holdLow(t *testing.T, p *Position, s board.Square, occ board.Bits) {
	t.Helper()
	for c := range p.r.Sides {
		side := &p.r.Sides[c]
		for _, m := range side.Movers {
			if got, want := p.TargetsLow(m.Capture, s), p.Targets(m.Capture, s); got.Wide() != want {
				t.Fatalf("%s: type %d on %s has %x, want %v", p.FEN(), m.Type, p.r.Geometry.Name(s), got, want)
			}
		}
		plain := side.Sight
		if plain.Low == nil && p.r.Spec().Name != "minixiangqi" { // whose horses are lame
			t.Fatalf("%s: no lower words", p.r.Spec().Name)
		}
		plain.Low = nil
		if got, want := p.attackers(&side.Sight, s, board.Color(c), occ), p.attackers(&plain, s, board.Color(c), occ); got != want {
			t.Fatalf("%s: attackers of %s %v, want %v", p.FEN(), p.r.Geometry.Name(s), got, want)
		}
	}
}
