package main

import (
	"testing"

	"buluo/board"
	"buluo/search"
)

// TestVerdict writes scores of either side as the beginner of the game sees them.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		score int
		side  board.Color
		want  string
	}{
		{0, board.White, "0.00"}, {0, board.Black, "0.00"},
		{31, board.White, "+0.31"}, {31, board.Black, "-0.31"}, {-1205, board.Black, "+12.05"},
		{search.Mate - 7, board.White, "+#7"}, {search.Mate - 7, board.Black, "-#7"},
		{-search.Mate + 4, board.White, "-#4"}, {-search.Mate + 4, board.Black, "+#4"},
		{-search.Mate, board.White, "-#0"}, {-search.Mate, board.Black, "+#0"}, {search.Mate, board.Black, "-#0"},
	} {
		if got := verdict(c.score, c.side); got != c.want {
			t.Errorf("%d for %v is written %s, want %s", c.score, c.side, got, c.want)
		}
	}
}
