package eval

import (
	"testing"

	"buluo/internal/rulestest"
	"buluo/position"
)

// TestBands holds the static score to what is known of sieges: who wins a start, by a margin that the reference's own games bear out, and that more
// soldiers, further up, are worth more, with nine of them or forty. What is a draw between good players is in no band: one in which nobody has won
// yet scores what it scores in games that somebody does win (docs/results/strength.md has those that are out of their band).
func TestBands(t *testing.T) {
	start := func(name string) int {
		r := rulestest.Load(t, name)
		return New(r, DefaultWeights()).Score(position.Start(r))
	}
	r := rulestest.Load(t, "horde-veteran-36-r1")
	e := New(r, DefaultWeights())
	at := func(fen string) int { return e.Score(parsed(t, r, fen)) }
	scores := map[string]int{}
	for _, tc := range []struct {
		name      string
		score     int
		low, high int
	}{
		{"18 veterans on ranks 1 and 2", start("horde-veteran-18-r1"), -maxWeight, -300},
		{"27 veterans on ranks 1 to 3", start("horde-veteran-27-r1"), -150, 150},
		{"36 veterans on ranks 1 to 4", start("horde-veteran-36-r1"), 50, 1500},
		{"36 standard soldiers", start("horde-standard-36-r1"), -5000, -400},
		{"9 veterans on rank 1 against two chariots", at("r3k3r/9/9/9/9/9/9/9/9/VVVVVVVVV w - - 0 1"), -150, 150},
		{"... on rank 8", at("r3k3r/9/VVVVVVVVV/9/9/9/9/9/9/9 w - - 0 1"), 500, 3000},
		{"one veteran against a bare general", at("4k4/9/9/9/4V4/9/9/9/9/9 w - - 0 1"), -50, 150},
		{"two", at("4k4/9/9/9/3VV4/9/9/9/9/9 w - - 0 1"), 200, 1500},
	} {
		scores[tc.name] = tc.score
		if tc.score < tc.low || tc.score > tc.high {
			t.Errorf("%s: %d, want %d to %d", tc.name, tc.score, tc.low, tc.high)
		}
	}
	for _, rising := range [][]int{
		{scores["18 veterans on ranks 1 and 2"], scores["27 veterans on ranks 1 to 3"], scores["36 veterans on ranks 1 to 4"]},
		{start("horde-standard-18-r1"), start("horde-standard-27-r1"), start("horde-standard-36-r1")},
		{
			at("r3k3r/9/9/9/9/9/9/9/9/VVVVVVVVV w - - 0 1"), at("r3k3r/9/9/9/9/VVVVVVVVV/9/9/9/9 w - - 0 1"),
			at("r3k3r/9/9/9/VVVVVVVVV/9/9/9/9/9 w - - 0 1"), at("r3k3r/9/9/VVVVVVVVV/9/9/9/9/9/9 w - - 0 1"), at("r3k3r/9/VVVVVVVVV/9/9/9/9/9/9/9 w - - 0 1"),
		},
		{scores["one veteran against a bare general"], scores["two"], at("4k4/9/9/9/3VVV3/9/9/9/9/9 w - - 0 1")},
	} {
		for i := 1; i < len(rising); i++ {
			if rising[i] <= rising[i-1] {
				t.Errorf("these should rise: %v", rising)
				break
			}
		}
	}
}
