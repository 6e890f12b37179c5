package eval

import (
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
)

// TestPlainSigns compares positions that differ in one term, or nearly so, whose plain weight says for which side it speaks: in the ending and, as
// a pair has two numbers, with the heavy pieces on the board. What differs besides cannot make up for a term that speaks for the wrong side.
func TestPlainSigns(t *testing.T) {
	contrast(t, PlainWeights(), []contrasted{
		// The black pawn holds back the pawn of the b-file, or none: the g-file's has a guard for its next square.
		{"no backward pawn, ending", "chess", "k7/1p4p1/8/5p2/P7/1P4PP/8/K7 w - - 0 1", "k7/1p4p1/8/2p5/P7/1P4PP/8/K7 w - - 0 1"},
		{"no backward pawn, middle game", "chess",
			"kq1rr1q1/1p4p1/8/5p2/P7/1P4PP/8/KQ1RR1Q1 w - - 0 1", "kq1rr1q1/1p4p1/8/2p5/P7/1P4PP/8/KQ1RR1Q1 w - - 0 1"},
		// The black pawn is far from the king, or comes at it.
		{"no storm", "chess", "r1rrr3/4k3/4p3/8/1p6/8/P6P/2RRRR1K w - - 0 1", "r1rrr3/4k3/4p3/8/6p1/8/P6P/2RRRR1K w - - 0 1"},
		// The pawn guards the knight, or is as far from the edge on the other wing.
		{"an outpost, ending", "chess", "k7/1p4p1/8/3N4/2P5/8/8/K7 w - - 0 1", "k7/1p4p1/8/3N4/5P2/8/8/K7 w - - 0 1"},
		{"an outpost, middle game", "chess",
			"k1rrrr2/1p4p1/8/3N4/2P5/8/8/K1RRRR2 w - - 0 1", "k1rrrr2/1p4p1/8/3N4/5P2/8/8/K1RRRR2 w - - 0 1"},
	})
}

// TestMixedScale takes some of a score away where each side has a bishop, on squares of different colours, and more pieces: more is left than where
// the bishops are all, and less than where the colours are the same. So for either side.
func TestMixedScale(t *testing.T) {
	r := rulestest.Load(t, "chess")
	e := New(r, PlainWeights())
	left := func(fen string) float64 {
		p := parsed(t, r, fen)
		var tr Trace
		e.Trace(p, &tr)
		score := e.Score(p)
		if p.Side() == board.Black {
			score = -score
		}
		return float64(score) / tr.sum(e.Terms())
	}
	const (
		same  = "5rk1/4bppp/8/8/8/8/PP3PPP/2B2RK1 w - - 0 1"
		mixed = "2b2rk1/5ppp/8/8/8/8/PP3PPP/2B2RK1 w - - 0 1"
		alone = "2b3k1/5ppp/8/8/8/8/PP3PPP/2B3K1 w - - 0 1"
	)
	for _, turn := range []func(string) string{func(fen string) string { return fen }, turned} {
		s, m, a := left(turn(same)), left(turn(mixed)), left(turn(alone))
		if s < 0.98 || s > 1.02 {
			t.Errorf("%s: %.2f of the score is left, want all", turn(same), s)
		}
		if m < 0.7 || m > 0.9 || m < a+0.2 {
			t.Errorf("%s: %.2f of the score is left, want four fifths or so, and more than the %.2f of bishops alone", turn(mixed), m, a)
		}
	}
}
