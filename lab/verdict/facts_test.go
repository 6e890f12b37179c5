package verdict

import (
	"strings"
	"testing"

	"buluo/board"
	"buluo/game"
	"buluo/internal/rulestest"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
)

// TestFacts counts a game worked out by hand: a soldier that shuffles, a general that shuffles with
// it, a chariot that takes the other soldier.
func TestFacts(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-18-r1")
	g, err := game.FromFEN(r, "3k5/9/9/9/V8/9/8V/9/9/8r w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range strings.Fields("a6b6 d10d9 b6a6 d9d10 a6b6 i1i4") {
		if err := g.PlayUCI(m); err != nil {
			t.Fatal(err)
		}
	}
	end := match.Game{Moves: g.Text(game.UCI), Termination: match.Capped, Choices: make([]match.Choice, 6)}
	for i := 1; i < 6; i++ {
		end.Choices[i] = match.Choice{Depth: 1, Nodes: 10} // the first move is the opening's
	}
	rec := ledger.Of(r.Spec().Name, g.Start(), "somebody", 10, 6, &end)
	var looked []int
	f, err := factsOf(r, &rec, func(_ *game.Game, n int) error {
		looked = append(looked, n)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	horde, army := f.seats[board.White], f.seats[board.Black]
	switch {
	case f.skip != 1 || f.opening != "a6b6" || len(looked) != 6 || looked[0] != 1:
		t.Errorf("the opening is %q, %d plies; looked at %v", f.opening, f.skip, looked)
	case horde.moves != 2 || army.moves != 3 || army.captures != 1 || horde.captures != 0:
		t.Errorf("moves and captures: %+v, %+v", horde, army)
	case horde.waiting != 2 || army.waiting != 1:
		// b6a6 and a6b6 restore what was there; so does d9d10. The chariot's move does not.
		t.Errorf("waiting: %d and %d", horde.waiting, army.waiting)
	case horde.decisions != 2 || army.decisions != 3 || horde.legal < 4:
		t.Errorf("decisions: %+v, %+v", horde, army)
	case f.repeated != 2 || f.longest != 5:
		// The start comes again after four plies, and the position after the first move with the
		// fifth.
		t.Errorf("repeated %d, quiet %d", f.repeated, f.longest)
	}
	square := func(name string) board.Square {
		sq, err := r.Geometry.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		return sq
	}
	// The soldier of a6 has moved twice of its own choice, wherever it stood; the other never.
	if horde.byOrigin[square("a6")] != 2 || horde.byOrigin[square("i4")] != 0 || army.byOrigin[square("i1")] != 1 || army.byOrigin[square("d10")] != 2 {
		t.Errorf("by origin: %v, %v", horde.byOrigin, army.byOrigin)
	}
	if f.visited[square("b6")] != 2 || f.visited[square("i4")] != 1 {
		t.Errorf("visits: %v", f.visited)
	}
	rec.Moves = "a6a5"
	if _, err := factsOf(r, &rec, nil); err == nil || !strings.Contains(err.Error(), "ply 1: ") {
		t.Errorf("an illegal move: %v", err)
	}
}

// TestOpeningOf tells an opening from moves that somebody thought about.
func TestOpeningOf(t *testing.T) {
	for _, c := range []struct {
		nodes []uint64
		want  int
	}{{[]uint64{0, 0, 5, 0}, 2}, {[]uint64{5, 5}, 0}, {[]uint64{0, 0}, 0}, {nil, 0}} {
		if got := openingOf(&ledger.Record{Nodes: c.nodes, Depths: make([]int, len(c.nodes))}); got != c.want {
			t.Errorf("%v: %d plies", c.nodes, got)
		}
	}
	bare := ledger.Record{Nodes: []uint64{0, 0, 0, 5}, Depths: make([]int, 4), Job: &schedule.Job{Opening: "a4a5 a7a6 b4b5", After: "capped"}}
	if got := openingOf(&bare); got != 0 {
		t.Errorf("a game played on, without the thoughts before: %d plies", got)
	}
	if bare.Nodes[1] = 7; openingOf(&bare) != 1 {
		t.Errorf("a game played on, with the thoughts before: %d plies", openingOf(&bare))
	}
}
