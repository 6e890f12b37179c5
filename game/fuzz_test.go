package game

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
)

// fuzzPositions are positions that between them have everything notations speak of.
var fuzzPositions = [...][2]string{
	{"xiangqi", ""},
	{"xiangqi", "3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w - - 0 1"},
	{"horde-veteran-36-r1", crowded},
	{"horde-cover-12-r4", "4k4/9/9/9/8p/7V1/9/9/9/9 w - - 0 1"},
	{"horde-promoting-36-r1", "4k4/V8/9/9/9/9/9/9/9/9 w - - 0 1"},
	{"horde-pawn-36-r1", "4k4/Q8/9/9/9/9/9/9/9/9 w - - 0 1"},
	{"chess", "r3k2r/P7/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"},
	{"chess", "5k2/8/8/1Q1Q4/8/8/8/1Q2K3 w - - 0 1"},
	{"horde", ""},
	{"orda", ""},
}

// FuzzNotation reads any text in any notation: it is a legal move or an error of a kind that fits.
func FuzzNotation(f *testing.F) {
	for i := range fuzzPositions {
		for _, text := range []string{"h3e3", "H2-E2", "C2=5", "炮二平五", "Nf3", "O-O", "--", "105=6", "前五进一", "a8=Q+", "+P.6", "十五平六"} {
			f.Add(uint8(i), uint8(i), text)
		}
	}
	var positions []*position.Position
	for _, at := range fuzzPositions {
		positions = append(positions, parsed(f, rulestest.Load(f, at[0]), at[1]))
	}
	f.Fuzz(func(t *testing.T, which, notation uint8, text string) {
		p := positions[int(which)%len(positions)]
		n := Notation(notation % uint8(numNotations))
		before := p.FEN()
		m, err := Parse(n, p, text)
		var e *ParseError
		switch {
		case err == nil:
			if !movegen.For(p.Rules()).IsLegal(p, m) {
				t.Fatalf("%s %q is read as %s, which is not legal in %s", n, text, uci(p.Rules(), m), before)
			}
			if back, err := Parse(n, p, Format(n, p, m)); back != m || err != nil {
				t.Fatalf("%s %q is read as %s, which does not come back (%v)", n, text, uci(p.Rules(), m), err)
			}
		case !errors.As(err, &e) || e.Fault == NoFault || e.Error() == "" || (e.Fault == Ambiguous) != (len(e.Moves) > 1):
			t.Fatalf("%s %q: %v", n, text, err)
		}
		if p.FEN() != before {
			t.Fatalf("%s was left as %s", before, p.FEN())
		}
	})
}

// FuzzPGN reads any file of games, and what it read of it must survive being written.
func FuzzPGN(f *testing.F) {
	f.Add("[Variant \"xiangqi\"]\n[Format \"wxf\"]\n\n1. C2=5 H8+7 *\n")
	f.Add("1. e4 {x} (1. d4) e5 $3 2. Nf3 ; y\n1-0\n\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8=Q# *")
	f.Fuzz(func(t *testing.T, text string) {
		r := NewPGNReader(strings.NewReader(text), load)
		for range 100 {
			g, _, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				continue
			}
			var b strings.Builder
			if err := g.WritePGN(&b, WXF); err != nil {
				t.Fatal(err)
			}
			back, _, err := NewPGNReader(strings.NewReader(b.String()), load).Next()
			if err != nil || !slices.Equal(back.Moves(), g.Moves()) || back.FEN() != g.FEN() {
				t.Fatalf("%v: written as\n%s", err, b.String())
			}
		}
	})
}
