package position

import (
	"testing"

	"buluo/internal/rulestest"
	"buluo/rules"
)

// fuzzVariants are few, and differ in geometry, royals, promotions, castling and long turns.
var fuzzVariants = []string{
	"xiangqi", "horde-veteran-36-r1", "horde-promoting-36-r1", "horde-doublestep-36-r1", "chess", "horde", "orda",
	"minixiangqi", "horde-twomoves-36-r1",
}

// FuzzParse feeds any text to the FEN reader: it must not panic, and what it accepts it must write and read back as the
// same position.
func FuzzParse(f *testing.F) {
	var all []*rules.Rules
	for i, name := range fuzzVariants {
		r := rulestest.Load(f, name)
		all = append(all, r)
		f.Add(uint8(i), r.Spec().Start)
	}
	for _, fen := range []string{
		"", "w", "9/9 w", "4k4/9/9/9/9/9/9/9/9/V8 w", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/9/9/+V8 r - - 3 9",
		"rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 3", "8/8/8/3P4/8/8/4k3/K7 w - e6 0 1",
		"k7/8/8/8/8/8/8/K7 w - - 99999999999999999999 1", "99999999999/8 w - - 0 1", "4k4/9/9/9/9/9/9/9/9/P8 w:1 - - 0 1",
	} {
		for i := range fuzzVariants {
			f.Add(uint8(i), fen)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, fen string) {
		r := all[int(which)%len(all)]
		p, err := Parse(r, fen)
		if err != nil {
			return
		}
		if err := p.Verify(); err != nil {
			t.Fatal(err)
		}
		text := p.FEN()
		q, err := Parse(r, text)
		if err != nil {
			t.Fatalf("%q was accepted and written as %q, which is refused: %v", fen, text, err)
		}
		if q.FEN() != text || q.Key() != p.Key() {
			t.Fatalf("%q reads back as %q", text, q.FEN())
		}
		p.Ended()
		p.Claim()
	})
}
