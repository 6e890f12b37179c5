package movegen_test

import (
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
)

// TestStalemateByCount gives the stalemate to the side with more pieces.
func TestStalemateByCount(t *testing.T) {
	r := rulestest.Stanza(t, "count", "[count:chess]\nstalemateValue = loss\nstalematePieceCount = true\n")
	for fen, want := range map[string]board.Outcome{
		"7k/8/6Q1/p7/p7/p7/P7/2K5 b - - 0 1":   board.Win(board.Black, board.Smother),
		"7k/8/6Q1/8/p7/p7/P7/2K5 b - - 0 1":    board.Draw(board.Stalemate),
		"7k/8/6Q1/8/8/p7/P7/2K5 b - - 0 1":     board.Win(board.White, board.Smother),
		"7k/8/6Q1/8/8/p7/P7/2K4R b - - 0 1":    board.Win(board.White, board.Mate),
		"7k/8/6Q1/8/8/pp6/P7/2K4R b - - 0 1":   board.Win(board.White, board.Mate),
		"7k/8/6Q1/8/8/1p6/P7/2K5 b - - 0 1":    {},
		"7k/p7/p5Q1/p7/p7/p7/P7/2K5 b - - 0 1": board.Win(board.Black, board.Smother),
	} {
		if got := movegen.For(r).Outcome(parsed(t, r, fen)); got != want {
			t.Errorf("%s: %+v, want %+v", fen, got, want)
		}
	}
}

// TestPassingOnlyFromStalemate lists no pass among the quiet moves where a capture is all there is.
func TestPassingOnlyFromStalemate(t *testing.T) {
	r := rulestest.Stanza(t, "stuck", "[stuck:chess]\npassOnStalemate = true\n")
	g := movegen.For(r)
	for fen, want := range map[string][3]int{ // legal, noisy and quiet moves
		"7k/8/6Q1/8/8/1p6/PP6/K7 b - - 0 1": {1, 1, 0},
		"7k/8/6Q1/8/8/p7/P7/2K5 b - - 0 1":  {1, 0, 1},
	} {
		p := parsed(t, r, fen)
		if got := [3]int{len(g.Legal(p, nil)), len(g.Noisy(p, nil)), len(g.Quiet(p, nil))}; got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}
