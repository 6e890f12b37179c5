package eval

import (
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/position"
)

// TestMusters asks about a position of a memo that has, wherever it looks, what belongs to another position with the same soldiers on the same squares:
// with the general elsewhere, with other pieces beside them, with soldiers of another sort, or with fewer pieces against them.
func TestMusters(t *testing.T) {
	two := rulestest.Stanza(t, "two", "[two:xiangqi]\npieceToCharTable = -\ncustomPiece1 = x:fFfW\n")
	for _, tc := range []struct{ what, variant, one, two string }{
		{"the general", "xiangqi", "3k5/9/2P6/9/9/9/9/9/4A4/4K4 w - - 0 1", "5k3/9/2P6/9/9/9/9/9/4A4/4K4 w - - 0 1"},
		{"the neighbours", "xiangqi", "3k5/9/9/3PN4/9/9/9/9/4A4/4K4 w - - 0 1", "3k5/9/9/3P5/4N4/9/9/9/4A4/4K4 w - - 0 1"},
		{"what they are", "two", "3k5/9/3N5/3P5/9/9/9/9/4A4/4K4 w - - 0 1", "3k5/9/3N5/3X5/9/9/9/9/4A4/4K4 w - - 0 1"},
		{"what is against a host", "horde-veteran-36-r1", "rnbakabnr/9/1c5c1/9/9/9/VVVVVVVVV/VVVVVVVVV/9/9 w - - 0 1", "2bakab2/9/9/9/9/9/VVVVVVVVV/VVVVVVVVV/9/9 w - - 0 1"},
	} {
		r := two
		if tc.variant != "two" {
			r = rulestest.Load(t, tc.variant)
		}
		e := New(r, DefaultWeights())
		at := [2]*position.Position{parsed(t, r, tc.one), parsed(t, r, tc.two)}
		for i, p := range at {
			for c := range board.Color(2) {
				m := e.NewMemo()
				for k := range e.camps[c].near {
					men := at[1-i].Pieces(c, e.camps[c].near[k].t)
					if men.Empty() {
						continue
					}
					king := board.NoSquare
					if e.camps[c.Other()].royal != board.NoType {
						king = at[1-i].Royal(c.Other())
					}
					var w muster
					w.work(e, at[1-i], nil, c, &e.camps[c].near[k], king, men)
					if w.hits.And(at[i].Of(c)) != w.held && tc.what != "the neighbours" {
						t.Fatalf("%s: what %s attack is held otherwise", tc.what, p.FEN())
					}
					for j := range m.musters {
						m.musters[j] = w
					}
					if got, want := e.ScoreBy(m, p), e.Score(p); got != want {
						t.Errorf("%s differs: %s scores %d by a memo of the other, want %d", tc.what, p.FEN(), got, want)
					}
				}
			}
		}
	}
}
