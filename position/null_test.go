package position

import (
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
)

// TestNullMoves passes and takes back, where a pass has something to forget (squares passed, the rest of a turn) and
// something to keep (checks still to give, the clock).
func TestNullMoves(t *testing.T) {
	for _, c := range []struct{ variant, fen, after string }{
		{"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 w - - 1 2"},
		{"horde-twomoves-36-r1", "4k4/9/9/9/9/9/9/9/9/P8 w:1 - - 7 3", "4k4/9/9/9/9/9/9/9/9/P8 b - - 8 3"},
		{"xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 b - - 7 3", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 8 4"},
	} {
		p, err := Parse(rulestest.Load(t, c.variant), c.fen)
		if err != nil {
			t.Fatal(err)
		}
		before := imageOf(p)
		p.DoNull()
		if p.FEN() != c.after {
			t.Errorf("%s: %s, want %s", c.variant, p.FEN(), c.after)
		}
		if err := p.Verify(); err != nil {
			t.Error(err)
		}
		if times, _ := p.Repeats(); times != 0 {
			t.Errorf("%s repeats a position across a null move", p.FEN())
		}
		p.UndoNull()
		if imageOf(p) != before {
			t.Errorf("%s became %s", before.fen, p.FEN())
		}
	}
}

// TestRepeats counts earlier occurrences and says how long ago the last one was.
func TestRepeats(t *testing.T) {
	p := Start(rulestest.Load(t, "xiangqi"))
	shuffle := func() {
		for _, text := range []string{"a1a2", "a10a9", "a2a1", "a9a10"} {
			from, rest, _ := p.r.Geometry.CutSquare(text)
			to, _, _ := p.r.Geometry.CutSquare(rest)
			p.Do(board.NewMove(from, to))
		}
	}
	for n := range 3 {
		times, ago := p.Repeats()
		if want := min(4, 4*n); times != n || ago != want {
			t.Errorf("after %d rounds: %d times before, %d plies ago", n, times, ago)
		}
		shuffle()
	}
	// Four null moves later the same array is on the board, but what lies beyond them is out of reach.
	for range 4 {
		p.DoNull()
	}
	if times, _ := p.Repeats(); times != 0 {
		t.Errorf("%d repetitions are seen across null moves", times)
	}
}
