package referee

import (
	"strings"
	"testing"

	"buluo/board"
	"buluo/variant"
)

// settle sets a position up, plays moves and compares the outcome, written as "1-0 mate", or "*" for a game going on.
func settle(t *testing.T, spec *variant.Spec, fen, moves, want string) {
	t.Helper()
	out := play(t, spec, fen, moves).Outcome()
	got := out.Result()
	if out.Over {
		got += " " + out.Reason.String()
	}
	if got != want {
		t.Errorf("%s, %s %s: %s, want %s", spec.Name, fen, moves, got, want)
	}
}

func TestOutcomes(t *testing.T) {
	for _, tt := range []struct{ variant, fen, moves, want string }{
		{"chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "1-0 mate"},
		{"chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6", "1/2-1/2 stalemate"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w - - 98 1", "h1h2", "*"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w - - 99 1", "h1h2", "1/2-1/2 clock"},
		{"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 1", "a1a8", "1-0 mate"},
		{"chess", "4k3/8/8/8/8/8/4P3/4K2R w - - 99 1", "e2e3", "*"},
		{"chess", "4k3/8/8/8/8/8/8/4KB1b w - - 0 1", "e1d2", "1/2-1/2 insufficient material"},
		{"chess", "4k3/8/8/8/8/8/8/4KBb1 w - - 0 1", "e1d1", "*"},
		{"xiangqi", "3k5/9/3P5/9/9/9/9/9/9/3RK4 b - - 0 1", "", "1-0 smother"},
		{"xiangqi", "3k5/4P4/3P5/9/9/9/9/9/9/4K4 w - - 0 1", "d8d9", "1-0 mate"},
		{"xiangqi", "3k5/9/9/3P5/9/9/9/9/9/4K4 w - - 0 1", "d7d8", "1-0 smother"},
		{"xiangqi-tournament", "3k5/9/9/9/9/9/9/4rP3/9/5K3 b - - 119 1", "e3f3", "*"},
		{"xiangqi-tournament", "3k5/9/9/9/9/9/9/4r4/9/5K3 b - - 119 1", "e3a3", "1/2-1/2 clock"},
		{"xiangqi-tournament", "3k1a3/9/4b4/9/9/9/9/4B3p/9/4KA3 w - - 0 1", "f1e2", "*"},
		{"xiangqi-tournament", "3k1a3/9/4b4/9/9/9/9/4B4/9/4KA3 w - - 0 1", "f1e2", "1/2-1/2 insufficient material"},
		{"horde", "4k3/8/8/8/8/8/1r6/1P6 b - - 0 1", "b2b1", "0-1 extinction"},
		{"horde", "8/8/8/8/1k6/1p6/1P6/8 b - - 0 1", "b4a4", "1/2-1/2 stalemate"},
		{"horde-veteran-36-r1", "4k4/3V1V3/9/9/9/9/9/9/9/9 b - - 0 1", "", "1-0 smother"},
		{"horde-veteran-36-r1", "4k4/3V1V3/4V4/9/9/9/9/9/9/9 w - - 0 1", "e8e9", "1-0 mate"},
		{"horde-veteran-36-r1-stalemate", "4k4/3V1V3/9/9/9/9/9/9/9/9 b - - 0 1", "", "1/2-1/2 stalemate"},
		{"horde-veteran-36-r1", "4k4/9/9/9/9/9/9/9/9/r7V b - - 0 1", "a1i1", "0-1 extinction"},
		{"horde-veteran-36-r1", "4k4/9/9/9/9/9/9/9/9/r6V1 w - - 119 1", "h1i1", "1/2-1/2 clock"},
		{"orda", "8/K7/8/7k/8/8/8/8 w - - 0 1", "a7a8", "1-0 campmate"},
		{"orda", "4K3/8/8/8/8/8/4k3/8 w - - 0 1", "", "*"},
		{"orda", "4K3/8/8/8/8/8/4k3/8 b - - 0 1", "", "1-0 campmate"},
		{"corner-threecheck", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", "1-0 check limit"},
		{"corner-pass", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1e1 e8e8", "1/2-1/2 passes"},
		{"corner-row4", "4k3/8/8/8/8/PP6/8/2P1K3 w - - 0 1", "", "*"},
		{"corner-row4", "4k3/8/8/8/8/PP6/2P5/4K3 w - - 0 1", "c2c3", "1-0 connection"},
		{"corner-join", "4k3/8/8/8/8/2P5/1P1P4/4K3 w - - 0 1", "d2d4", "0-1 connection"},
		{"corner-claim", "4k3/8/8/8/8/8/8/4K1NN w - - 0 1", "", "0-1 extinction"},
		{"corner-codrus", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h8", "*"},
		{"corner-racing", "8/6K1/8/8/8/8/k7/8 w - - 0 1", "g7g8", "1-0 campmate"},
		{"corner-racing", "8/k5K1/8/8/8/8/8/8 w - - 0 1", "g7g8", "*"},
		{"corner-racing", "8/k5K1/8/8/8/8/8/8 w - - 0 1", "g7g8 a7a8", "1/2-1/2 campmate"},
		{"corner-racing", "8/k5K1/8/8/8/8/8/8 w - - 0 1", "g7g8 a7a6", "1-0 campmate"},
		{"corner-flagsafemove", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6", "1-0 campmate"},
		{"corner-flagsafemove", "8/4k3/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6", "*"},
		{"corner-flagsafemove", "8/4k3/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6 e7f8", "1-0 campmate"},
		{"corner-flagsafemove", "8/4k3/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6 e7d6", "1-0 campmate"},
		{"corner-line", "4k3/8/8/8/8/8/N6B/4KN2 w - - 0 1", "f1d2", "1-0 connection"},
		{"corner-line", "4k3/8/8/8/8/8/N6B/4KN2 w - - 0 1", "f1e3", "*"},
		// The soldier's first move leaves two passing squares on one file, which cancel out: that position counts as the first.
		{"horde-doublestep-36-r1-on", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/EEEEEEEEE/EEEEEEEEE/EEEEEEEEE/EEEEEEEEE w - - 0 1",
			"f4f6 h8h6 f6e6 h6h8 e6f6 h8h6 f6e6 h6h8 e6f6", "1/2-1/2 repetition"},
		// A pawn's leaves one, which somebody can use: that position is another.
		{"chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8e7 e1d1 e7e8 d1e1 e8e7 e1d1 e7e8 d1e1", "*"},
	} {
		spec, err := corners(t).Find(tt.variant)
		if err != nil {
			t.Fatal(err)
		}
		settle(t, spec, tt.fen, tt.moves, tt.want)
	}
}

// TestValues turns each value of an end round.
func TestValues(t *testing.T) {
	const stuck, round = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "f6f5 h8h7 f5f6 h7h8 "
	for _, tt := range []struct {
		change      func(*variant.Spec)
		moves, want string
	}{
		{func(s *variant.Spec) { s.StalemateValue = variant.Loss }, "g1g6", "1-0 smother"},
		{func(s *variant.Spec) { s.StalemateValue = variant.Win }, "g1g6", "0-1 stalemate"},
		{func(s *variant.Spec) { s.StalemateValue, s.StalemateByCount = variant.Loss, true }, "g1g6", "1-0 smother"},
		{func(s *variant.Spec) { s.StalemateValue, s.StalemateByCount = variant.Win, true }, "g1g6", "0-1 stalemate"},
		{func(s *variant.Spec) { s.CheckmateValue = variant.Win }, "g1g7", "0-1 mate"},
		{func(s *variant.Spec) { s.CheckmateValue = variant.DrawValue }, "g1g7", "1/2-1/2 mate"},
		{func(s *variant.Spec) { s.FoldValue = variant.Loss }, "g1h1 h8g8 h1g1 g8h8 g1h1 h8g8 h1g1 g8h8", "0-1 repetition"},
		{func(s *variant.Spec) { s.FoldValue, s.FoldAbsolute = variant.Win, true }, round + round, "1-0 repetition"},
		{func(s *variant.Spec) { s.FoldValue, s.FoldAbsolute = variant.Win, true }, round + round + "f6f5", "1-0 repetition"},
		{func(s *variant.Spec) { s.Fold = 2 }, round, "1/2-1/2 repetition"},
		{func(s *variant.Spec) { s.Fold = 0 }, round + round, "*"},
		{func(s *variant.Spec) { s.ClockPlies = 3 }, "f6f5 h8h7 f5f6", "1/2-1/2 clock"},
		{func(s *variant.Spec) { s.ClockPlies = 0 }, "f6f5 h8h7 f5f6", "*"},
	} {
		spec := *load(t, "chess")
		tt.change(&spec)
		settle(t, &spec, stuck, tt.moves, tt.want)
	}
}

// TestStalemateByCount: the side with fewer pieces gets the value, the other the opposite, and equal armies draw.
func TestStalemateByCount(t *testing.T) {
	spec := *load(t, "chess")
	spec.StalemateValue, spec.StalemateByCount = variant.Loss, true
	settle(t, &spec, "7k/8/5K2/p7/P7/8/8/6Q1 w - - 0 1", "g1g6", "1-0 smother")
	settle(t, &spec, "7k/8/p4K2/p7/P7/8/8/6Q1 w - - 0 1", "g1g6", "1/2-1/2 stalemate")
	settle(t, &spec, "7k/p7/p4K2/p7/P7/8/8/6Q1 w - - 0 1", "g1g6", "0-1 stalemate")
}

// TestExtinctionCounts tries the limits of extinction.
func TestExtinctionCounts(t *testing.T) {
	chess := load(t, "chess")
	knight := chess.Type('n')
	for _, tt := range []struct {
		limit, opponent int
		claim           bool
		fen, want       string
	}{
		{0, 0, false, "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "1-0 extinction"},
		{0, 1, false, "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "1-0 extinction"},
		{0, 2, false, "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "*"},
		{1, 0, false, "4k1n1/8/8/8/8/8/8/4K1NN w - - 0 1", "1-0 extinction"},
		{0, 1, true, "4k1n1/8/8/8/8/8/8/4K3 b - - 0 1", "0-1 extinction"},
		{0, 1, true, "4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", "*"}, // its own: one more is asked of the opponent
		{0, 1, true, "4k1nn/8/8/8/8/8/8/4K3 w - - 0 1", "0-1 extinction"},
	} {
		spec := *chess
		spec.ExtinctionValue, spec.ExtinctionTypes = variant.Loss, board.TypeSet(0).With(knight)
		spec.Insufficient = variant.NeverInsufficient
		spec.ExtinctionCount, spec.ExtinctionOpponent, spec.ExtinctionClaim = tt.limit, tt.opponent, tt.claim
		settle(t, &spec, tt.fen, "", tt.want)
	}
}

// TestCheckAllowance: under the federation's rules checks past the tenth put the clock back.
func TestCheckAllowance(t *testing.T) {
	spec := *load(t, "xiangqi")
	spec.Fold = 0
	// A round of four plies, each of Red's moves a check.
	round := "e2f2 f10e10 f2e2 e10f10 "
	settle(t, &spec, "5k3/9/9/9/9/9/9/9/4R4/3K5 w - - 60 1", strings.Repeat(round, 10), "*")
	settle(t, &spec, "5k3/9/9/9/9/9/9/9/4R4/3K5 w - - 60 1", strings.Repeat(round, 30), "*")
	spec.Chase = variant.NoChase
	settle(t, &spec, "5k3/9/9/9/9/9/9/9/4R4/3K5 w - - 60 1", strings.Repeat(round, 10), "1/2-1/2 clock")
	// Ten checks are free of charge to the clock, not more, so without checks it runs as ever.
	spec.Chase = variant.AXF
	settle(t, &spec, "5k3/9/9/9/9/9/9/9/R8/3K5 w - - 60 1", strings.Repeat("a2a3 f10f9 a3a2 f9f10 ", 10), "1/2-1/2 clock")
}
