package position

import (
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
)

// TestChessInsufficient holds the count of chess to boards whose verdicts are common knowledge.
func TestChessInsufficient(t *testing.T) {
	r := rulestest.Load(t, "chess")
	for fen, drawn := range map[string]bool{
		"8/8/8/4k3/8/8/4K3/8 w - - 0 1":    true,  // bare kings
		"8/8/8/4k3/8/8/4KN2/8 w - - 0 1":   true,  // a knight
		"8/8/8/4k3/8/8/4KNN1/8 w - - 0 1":  false, // two knights: mate can be helped
		"8/8/8/4kn2/8/8/4KN2/8 w - - 0 1":  false,
		"8/8/8/4k3/8/8/4KB2/8 w - - 0 1":   true,
		"8/8/8/3bk3/8/8/4KB2/8 w - - 0 1":  false, // d5 is light, f2 dark
		"8/8/8/2b1k3/8/8/4KB2/8 w - - 0 1": true,  // c5 and f2 are both dark
		"8/8/8/3bk3/8/8/4KN2/8 w - - 0 1":  false,
		"8/8/8/4k3/8/8/4KP2/8 w - - 0 1":   false,
		"8/8/8/3qk3/8/8/4K3/8 w - - 0 1":   false,
	} {
		p, err := Parse(r, fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Claim(); got.Over != drawn || drawn && got != board.Draw(board.Insufficient) {
			t.Errorf("%s: %+v, want drawn %v", fen, got, drawn)
		}
	}
}
