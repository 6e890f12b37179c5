package xboard

import (
	"strings"
	"testing"

	"buluo/board"
	"buluo/engine"
)

// TestDescribe describes variants of each kind.
func TestDescribe(t *testing.T) {
	const army = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/"
	for name, want := range map[string][]string{
		"chess":   nil,
		"xiangqi": nil,
		"horde-veteran-36-r2": {
			"setup (PN.R.AB....C.....V....pn.r.ab..k.c.....v....) 9x10+0_xiangqi " + army +
				"VVVVVVVVV/VVVVVVVVV/VVVVVVVVV/VVVVVVVVV/9 w - - 0 1",
			"piece V& fsW"},
		"horde-standard-36-r1": {
			"setup (PN.R.AB....C..........pn.r.ab..k.c..........) 9x10+0_xiangqi " + army +
				"9/PPPPPPPPP/PPPPPPPPP/PPPPPPPPP/PPPPPPPPP w - - 0 1"},
		"minixiangqi": {
			"setup (PN.R.....K.C.pn.r.....k.c.) 7x7+0_xiangqi rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR w - - 0 1",
			"piece P& fsW"},
		"horde": {
			"setup (PNBRQ.................pnbrq................k) 8x8+0_fairy " +
				"rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
			"piece P& fmWfceFifmnD", "piece N& N", "piece B& B", "piece R& R", "piece Q& Q", "piece K& KO2"},
	} {
		e := newEngine(t, name)
		var got []string
		for _, r := range describe(e.Rules()) {
			got = append(got, r.String())
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s is described as\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestTables holds every variant's table to what XBoard needs: two halves, every letter of the start in its half, and a royal
// piece's letter only where the side has one.
func TestTables(t *testing.T) {
	e := newEngine(t, "chess")
	for _, name := range e.Variants() {
		if err := e.UseVariant(name); err != nil {
			t.Fatal(err)
		}
		spec, r := e.Spec(), e.Rules()
		for _, text := range []string{table(r), invent(spec)} {
			white, black := text[:len(text)/2], text[len(text)/2:]
			if len(text)%2 != 0 || len(strings.ReplaceAll(text, "^", "")) > 132 {
				t.Errorf("%s: the table %s has %d letters", name, text, len(text))
			}
			board, _, _ := strings.Cut(spec.Start, " ")
			for _, ch := range board {
				half := white
				if ch >= 'a' {
					half = black
				}
				if ch > '9' && strings.Count(strings.ReplaceAll(half, "^"+string(ch), ""), string(ch)) != 1 {
					t.Errorf("%s: %c does not stand once in %s", name, ch, half)
				}
			}
		}
		royal := spec.Piece(spec.Royal())
		for c, half := range []string{table(r)[:len(table(r))/2], table(r)[len(table(r))/2:]} {
			if royal == nil {
				continue
			}
			has := strings.Contains(strings.ToUpper(half), letter(royal))
			if want := r.Royal(board.Color(c)) != board.NoType; has != want {
				t.Errorf("%s: %s with a royal piece is %v, want %v: %s", name, board.Color(c), has, want, half)
			}
		}
	}
}

// TestPromoted gives the promoted form of a piece a place of its own, and the piece one that XBoard promotes from.
func TestPromoted(t *testing.T) {
	e := newEngine(t, "horde-promoting-36-r1")
	text := table(e.Rules())
	if at := strings.IndexByte(text, 'V'); at < 0 || at > lastPromoting || !strings.Contains(text, "^V") || !strings.Contains(text, "^v") {
		t.Errorf("the table is %s", text)
	}
	var said []string
	for _, r := range describe(e.Rules()) {
		said = append(said, r.String())
	}
	if !strings.Contains(strings.Join(said, "\n"), "piece +V& WfF") {
		t.Errorf("%q", said)
	}
}

// TestNames keeps names apart that XBoard would mistake for its own, and finds the way back.
func TestNames(t *testing.T) {
	for ours, theirs := range map[string]string{
		"chess":               "normal",
		"xiangqi":             "xiangqi",
		"xiangqi-casual":      "buluo-xiangqi-casual",
		"minixiangqi":         "minixiangqi",
		"my-atomic-horde":     "buluo-my-atomic-horde",
		"great":               "buluo-great",
		"greater-horde":       "greater-horde",
		"horde-veteran-36-r1": "horde-veteran-36-r1",
	} {
		if got := theirName(ours); got != theirs {
			t.Errorf("%s is called %s, want %s", ours, got, theirs)
		}
		if got := ourName(theirs); got != ours {
			t.Errorf("%s is taken for %s, want %s", theirs, got, ours)
		}
	}
	list := strings.Split(offered(newEngine(t, "chess")), ",")
	if list[0] != "normal" {
		t.Errorf("the first variant offered is %s", list[0])
	}
	for _, name := range list {
		if strings.Contains(name, "twomoves") || name == "five-tigers" {
			t.Errorf("%s is offered, whose turns are long", name)
		}
	}
}

func newEngine(t testing.TB, name string) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Config{Variant: name, HashMB: 1, MaxHashMB: 4})
	if err != nil {
		t.Fatal(err)
	}
	return e
}
