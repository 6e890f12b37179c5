package search_test

import (
	"testing"

	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/search"
)

// TestMating plays endings that every beginner wins, the engine in both seats with 2,000 nodes a move: a bare king must be mated before fifty moves are
// over. Before it was driven to the edge, a third of such endings in games of self-play were drawn.
func TestMating(t *testing.T) {
	r := rulestest.Load(t, "chess")
	gen := movegen.For(r)
	for _, fen := range []string{
		"8/8/3k4/8/8/8/8/QK6 w - - 0 1", "8/8/3k4/8/8/8/8/RK6 w - - 0 1", "8/8/4k3/8/8/8/8/RK4R1 w - - 0 1", "8/8/8/4k3/8/8/8/1K4BB w - - 0 1",
		"1k4rr/8/8/8/4K3/8/8/8 b - - 0 1", "rk6/8/8/8/3K4/8/8/8 b - - 0 1", "2q5/1k6/8/8/3K4/8/8/8 b - - 0 1",
	} {
		p := parsed(t, r, fen)
		winner := p.Side()
		s := search.New(r, search.Options{TableMB: 4})
		plies := 0
		for !gen.Outcome(p).Over {
			p.Do(s.Run(p, search.Limits{Nodes: 2000}, nil).Best)
			plies++
		}
		if o := gen.Outcome(p); o.Winner != winner {
			t.Errorf("%s: %v after %d plies: %s", fen, o.Reason, plies, p.FEN())
		}
	}
}
