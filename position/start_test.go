package position

import (
	"strings"
	"testing"

	"buluo/rules"
	"buluo/variant"
)

// start compiles a stanza and begins a game of it. What the reader of stanzas accepts must be a position: everything above begins
// with Start, which panics where it is not.
func start(t *testing.T, text string) error {
	t.Helper()
	f, err := variant.Parse("x.ini", text)
	if err != nil {
		return err
	}
	for _, spec := range f.Specs {
		r, err := rules.Compile(spec)
		if err != nil {
			t.Fatalf("accepted by the reader and not compiled: %v\n%s", err, text)
		}
		if _, err := Parse(r, spec.Start); err != nil {
			t.Fatalf("accepted by the reader and refused as a position: %v\n%s", err, text)
		}
	}
	return nil
}

// TestStartsThatCannotBe gives starts that no game can begin from, and beside each one that differs in what matters: the first is
// refused with its line, the second accepted.
func TestStartsThatCannotBe(t *testing.T) {
	for _, c := range []struct{ name, template, bad, good, says string }{
		{"rook", "xiangqi", "4k4/9/9/9/9/9/9/4R4/9/3K5 w - - 0 1", "4k4/9/9/9/9/9/9/4R4/9/3K5 b - - 0 1", "take the king on e10 at once, from e3"},
		{"cannon", "xiangqi", "4k4/9/9/4p4/9/9/9/4C4/9/3K5 w", "4k4/9/4p4/4p4/9/9/9/4C4/9/3K5 w", "on e10 at once, from e3"},
		{"horse", "xiangqi", "4k4/9/3N5/9/9/9/9/9/9/3K5 w", "4k4/3p5/3N5/9/9/9/9/9/9/3K5 w", "from d8"},
		{"soldier", "xiangqi", "3k5/9/9/9/9/9/9/9/4p4/4K4 b", "3k5/9/9/9/9/9/9/3p5/9/4K4 b", "black moves first"},
		{"facing", "xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w", "4k4/9/9/9/4p4/9/9/9/9/4K4 w", "see each other"},
		{"pawn", "chess", "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "from d7"},
		{"passing", "chess", "4k3/8/8/3Pn3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "e6"},
		{"origin", "chess", "4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "e6"},
	} {
		stanza := func(fen string) string { return "[x:" + c.template + "]\nstartFen = " + fen + "\n" }
		if err := start(t, stanza(c.good)); err != nil {
			t.Errorf("%s: a sound start is refused: %v", c.name, err)
		}
		if err := start(t, stanza(c.bad)); err == nil || !strings.HasPrefix(err.Error(), "x.ini:2: startFen: ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want it refused at line 2 with %q", c.name, err, c.says)
		}
	}
	// Who cannot capture there is no attacker: a soldier that may not yet leave its file, an elephant that may not cross the river.
	const beside = "[x:xiangqi]\nstartFen = 9/3Pk4/9/9/9/9/9/9/9/3K5 w\n"
	if err := start(t, beside); err == nil || !strings.Contains(err.Error(), "from d9") {
		t.Errorf("beside: %v", err)
	}
	if err := start(t, beside+"soldierPromotionRank = 10\n"); err != nil {
		t.Errorf("a soldier on its file: %v", err)
	}
	if err := start(t, "[x:xiangqi]\nstartFen = 4k4/9/2B6/9/9/9/9/9/9/3K5 w\n"); err != nil {
		t.Errorf("an elephant across the river: %v", err)
	}
	// A general outside its palace, where elephants may go that could never check it at home.
	const outside = "[x:xiangqi]\nstartFen = 9/9/9/4k4/9/9/9/9/9/2BK5 w\nmobilityRegionWhiteElephant = *1 *2 *3 *4 *5 *6 *7\n"
	if err := start(t, outside); err == nil || !strings.Contains(err.Error(), "black's king on e7 stands outside its own region") {
		t.Errorf("outside: %v", err)
	}
	if err := start(t, strings.Replace(outside, "2BK5", "2RK5", 1)); err == nil {
		t.Error("whether an elephant stands there now makes no difference: it may come")
	}
	if err := start(t, strings.Replace(outside, "9/9/9/4k4", "9/4k4/9/9", 1)); err != nil {
		t.Errorf("at home: %v", err)
	}
}

// FuzzStart begins from whatever start the reader accepts.
func FuzzStart(f *testing.F) {
	templates := []string{"xiangqi", "chess", "minixiangqi", "horde-twomoves-36-r1", "orda", "3check"}
	for i, fen := range []string{
		"4k4/9/9/9/9/9/9/4R4/9/3K5 w - - 0 1", "rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 3", "2k4/7/7/7/7/7/1p1K3 w",
		"4k4/9/9/9/9/9/9/9/9/V8 w", "4k3/8/8/3Pn3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 3+1 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1r2k1r1/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	} {
		f.Add(uint8(i), fen)
		for t := range templates {
			f.Add(uint8(t), fen)
		}
	}
	f.Fuzz(func(t *testing.T, template uint8, fen string) {
		if strings.ContainsAny(fen, "\r\n") {
			return
		}
		_ = start(t, "[x:"+templates[int(template)%len(templates)]+"]\nstartFen = "+fen+"\n")
	})
}
