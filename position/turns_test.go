package position_test

import (
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
)

// TestPassesEndingTheGame counts passes by rule, and not the one that only ends a turn with nothing left to do.
func TestPassesEndingTheGame(t *testing.T) {
	r := rulestest.Stanza(t, "passes", "[passes:chess]\npassWhite = true\nmovesPerTurnBlack = 2\ncastling = false\n")
	g := movegen.For(r)
	// Black's pawn move leaves its cornered king no second one.
	p := played(t, r, "k7/2K5/8/8/7p/8/7P/6B1 b - - 0 1", []string{"h4h3", "a8a8", "c7c7"})
	if got, want := g.Outcome(p), board.Draw(board.Stalemate); got != want {
		t.Errorf("%s: %+v, want %+v", p.FEN(), got, want)
	}
	both := rulestest.Stanza(t, "both", "[both:chess]\npass = true\n")
	p = played(t, both, both.Spec().Start, []string{"e1e1", "e8e8"})
	if got, want := movegen.For(both).Outcome(p), board.Draw(board.Passes); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestEndsThatTryMoves plays long turns under rules whose ends try moves on the board: whether Black's king may still
// answer White's flag. The trial must leave the move being finished alone, also where it makes the history grow.
func TestEndsThatTryMoves(t *testing.T) {
	const text = `
[racing:chess]
checking = false
castling = false
flagPiece = k
flagRegionWhite = h5
flagRegionBlack = c4 c6
flagMove = true
movesPerTurn = 2
`
	r := rulestest.Stanza(t, "racing", text)
	g := movegen.For(r)
	for _, c := range []struct {
		fen, after string
		over       bool
	}{
		{"8/8/8/2k5/7K/8/8/8 w - - 0 1", "8/8/8/2k4K/8/8/8/8 w:1 - - 1 1", false},
		{"8/8/8/r1k5/7K/8/8/8 w - - 0 1", "8/8/8/r1k4K/8/8/8/8 b - - 1 1", true}, // answers would give check
	} {
		for nulls := range 1100 / 2 {
			if nulls > 0 && nulls < 1018/2 {
				continue
			}
			p := played(t, r, c.fen, nil)
			for range 2 * nulls {
				p.DoNull()
			}
			m := board.NewMove(31, 39) // h4h5
			p.Do(m)
			if err := p.Verify(); err != nil {
				t.Fatalf("after %d null moves: %v", 2*nulls, err)
			}
			if nulls == 0 && p.FEN() != c.after {
				t.Errorf("%s, want %s", p.FEN(), c.after)
			}
			if p.MidTurn() == c.over || c.over && g.Outcome(p) != board.Win(board.White, board.Campmate) {
				t.Fatalf("after %d null moves: %s: %+v", 2*nulls, p.FEN(), g.Outcome(p))
			}
			p.Undo()
			if err := p.Verify(); err != nil {
				t.Fatalf("after %d null moves and back: %v", 2*nulls, err)
			}
		}
	}
}

// TestNullMovesKeepChecks counts checks across a null move.
func TestNullMovesKeepChecks(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/4K2R w - - 2+1 3 1"
	r := rulestest.Stanza(t, "checks", "[checks:chess]\ncheckCounting = true\nstartFen = "+fen+"\ncastling = false\n")
	p := played(t, r, fen, []string{"h1h8", "e8e7"})
	p.DoNull()
	if want := "7R/4k3/8/8/8/8/8/4K3 b - - 1+1 6 2"; p.FEN() != want {
		t.Errorf("%s, want %s", p.FEN(), want)
	}
	if err := p.Verify(); err != nil {
		t.Error(err)
	}
}
