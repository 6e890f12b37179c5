package position_test

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
)

// TestKeyAfter holds the key that is foreseen to the one that comes, of moves that do no more than to move and to capture.
func TestKeyAfter(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 2))
	foreseen := 0
	for _, name := range []string{"xiangqi", "horde-veteran-36-r1", "horde-standard-27-r4", "orda", "chess"} {
		r := rulestest.Load(t, name)
		g := movegen.For(r)
		for range 10 {
			p := position.Start(r)
			for range 120 {
				moves := g.Legal(p, nil)
				if len(moves) == 0 {
					break
				}
				m := moves[random.IntN(len(moves))]
				fen, rights, passed, want := p.FEN(), p.Rights(), p.Passed(), p.KeyAfter(m)
				p.Do(m)
				if m.Kind() != board.Normal || p.Rights() != rights || passed.Or(p.Passed()).Any() {
					continue
				}
				if foreseen++; p.Key() != want {
					t.Fatalf("%s: %s: the key after a move is %x, foreseen was %x", name, fen, p.Key(), want)
				}
			}
		}
	}
	if foreseen < 3000 {
		t.Errorf("only %d keys were compared", foreseen)
	}
}
