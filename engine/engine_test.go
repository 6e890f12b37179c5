package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/protocol/option"
	"buluo/rules"
	"buluo/variant"
)

// start returns an engine of a variant.
func start(t testing.TB, name string) *Engine {
	t.Helper()
	e, err := New(Config{Variant: name, HashMB: 1, MaxHashMB: 8})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEveryVariant chooses every variant of the catalogue and reads each of its first moves as it writes it, in both ways to
// count ranks.
func TestEveryVariant(t *testing.T) {
	e := start(t, "")
	for _, name := range e.Variants() {
		if err := e.UseVariant(name); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p, err := e.Position()
		if err != nil || p.FEN() != position.Start(e.Rules()).FEN() {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, c := range []Coordinates{FromOne, FromZero} {
			for _, m := range movegen.For(e.Rules()).Legal(p, nil) {
				text := c.Move(e.Rules(), m)
				if got, err := e.Find(text, c); got != m || err != nil {
					t.Errorf("%s: %s, ranks %s: %v, %v", name, text, c, got, err)
				}
				if c == FromOne && text != e.Rules().UCI(m) {
					t.Errorf("%s: %s is written %s", name, e.Rules().UCI(m), text)
				}
			}
		}
	}
}

func TestCoordinates(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		c            Coordinates
		text, want   string
	}{
		{"xiangqi", "", FromZero, "h2e2", "h3e3"},
		{"xiangqi", "", FromZero, "a0a1", "a1a2"},
		{"xiangqi", "", FromOne, "a10a9", ""},
		{"xiangqi", "", FromZero, "h3e3", ""},
		{"chess", "", FromZero, "e2e4", "e2e4"}, // eight ranks count from one whatever is asked for
		{"chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", FromOne, "a7a8Q", "a7a8q"},
		{"chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", FromOne, "a7a8=n", "a7a8n"},
		{"chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", FromOne, "a7a8", ""},
		{"chess", "", FromOne, "0000", ""},
		{"chess", "", FromOne, "", ""},
		{"chess", "", FromOne, "=", ""},
	} {
		e := start(t, c.variant)
		if err := e.Setup(c.fen, nil, FromOne); err != nil {
			t.Fatal(err)
		}
		m, err := e.Find(c.text, c.c)
		switch {
		case (err == nil) != (c.want != ""):
			t.Errorf("%s in %s: %v", c.text, c.variant, err)
		case err == nil && e.Rules().UCI(m) != c.want:
			t.Errorf("%s in %s is %s, want %s", c.text, c.variant, e.Rules().UCI(m), c.want)
		}
	}
}

// TestPass reads the words for a pass where there is one.
func TestPass(t *testing.T) {
	e := start(t, "chess")
	if _, err := e.Load("pass.ini", "[passing:chess]\npass = true\n"); err != nil {
		t.Fatal(err)
	}
	if err := e.UseVariant("passing"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"0000", "@@@@", "e1e1"} {
		if m, err := e.Find(text, FromZero); err != nil || m.Kind() != board.Pass {
			t.Errorf("%s: %v, %v", text, m, err)
		}
	}
}

// TestRefusedPosition checks that a position that makes no sense leaves none, and that a good one mends that.
func TestRefusedPosition(t *testing.T) {
	e := start(t, "xiangqi")
	for _, c := range []struct {
		fen   string
		moves []string
		want  string
	}{
		{"nonsense", nil, "fen: board"},
		{"4k4/9/9/9/9/9/9/9/9/9 w", nil, "royal"},
		{"", []string{"h3e3", "h3e3"}, "move 2: h3e3 is not a legal move"},
		{"", make([]string, 60_000), "60000 moves"},
		{"", []string{"\x00\xff" + strings.Repeat("x", 1000)}, "move 1"},
	} {
		err := e.Setup(c.fen, c.moves, FromOne)
		if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 300 {
			t.Errorf("%q %q: %v", c.fen, c.moves, err)
		}
		if p, err := e.Position(); err == nil || p != nil {
			t.Errorf("%q: there is a position", c.fen)
		}
		if _, err := e.Go(Limits{Depth: 1}); err == nil {
			t.Errorf("%q: it was searched", c.fen)
		}
		if _, err := e.Perft(1); err == nil {
			t.Errorf("%q: it was counted", c.fen)
		}
		if e.Undo() || e.Moves() || e.Outcome().Over {
			t.Errorf("%q: there is something to it", c.fen)
		}
	}
	if err := e.Setup("", []string{"h3e3", "h10g8"}, FromOne); err != nil {
		t.Error(err)
	}
	if p, err := e.Position(); err != nil || p.Ply() != 2 {
		t.Errorf("%v", err)
	}
	for _, want := range []bool{true, true, false} {
		if got := e.Undo(); got != want {
			t.Errorf("a move could be taken back: %v, want %v", got, want)
		}
	}
}

// TestOptions sets every option, rightly and wrongly.
func TestOptions(t *testing.T) {
	e := start(t, "")
	value := func(name string) string {
		i := slices.IndexFunc(e.Options(), func(o Option) bool { return o.Name == name })
		return e.Options()[i].Default
	}
	for _, c := range []struct{ name, value, option, want, err string }{
		{"hash", "4", "Hash", "4", ""},
		{"HASH", "9", "Hash", "4", "from 1 to 8"},
		{"Hash", "four", "Hash", "4", "whole number"},
		{"clear hash", "", "Hash", "4", ""},
		{"Threads", "1", "Threads", "1", ""},
		{"Threads", "2", "Threads", "2", ""},
		{"Threads", "0", "Threads", "2", "from 1 to 64"},
		{"Threads", "65", "Threads", "2", "from 1 to 64"},
		{"multipv", "3", "MultiPV", "3", ""},
		{"multipv", "501", "MultiPV", "3", "from 1 to 500"},
		{"Ponder", "true", "Ponder", "false", ""},
		{"Ponder", "1", "Ponder", "false", "neither true nor false"},
		{"move overhead", "0", "Move Overhead", "0", ""},
		{"move overhead", "-1", "Move Overhead", "0", "from 0 to 5000"},
		{"uci_variant", "xiangqi", "UCI_Variant", "xiangqi", ""},
		{"uci_variant", "Xiangqi", "UCI_Variant", "xiangqi", "there is xiangqi"},
		{"uci_variant", "xianqi", "UCI_Variant", "xiangqi", "did you mean"},
		{"VariantPath", "<empty>", "VariantPath", "", ""},
		{"Contempt", "2", "Hash", "4", "there is no option"},
	} {
		err := e.Set(c.name, c.value)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s = %s: %v", c.name, c.value, err)
		}
		if got := value(c.option); got != c.want {
			t.Errorf("after %s = %s: %s is %q, want %q", c.name, c.value, c.option, got, c.want)
		}
	}
	for _, o := range e.Options() {
		if o.Kind == option.Combo && !slices.Contains(o.Vars, o.Default) {
			t.Errorf("%s is not among its own values", o.Name)
		}
	}
}

const (
	parent = "[load-parent:xiangqi]\nnMoveRule = 20\n"
	child  = "[load-child:load-parent]\nstalemateValue = draw\n"
)

// TestLoad reads stanzas that build on each other across texts, and one a second time after a change.
func TestLoad(t *testing.T) {
	e := start(t, "")
	if _, err := e.Load("child.ini", child); err == nil || !strings.Contains(err.Error(), "child.ini:1:") {
		t.Fatalf("a template that is missing: %v", err)
	}
	for _, c := range [][2]string{{"parent.ini", parent}, {"child.ini", child}} {
		f, err := e.Load(c[0], c[1])
		if err != nil || len(f.Specs) != 1 {
			t.Fatalf("%s: %v", c[0], err)
		}
	}
	spec, err := e.Variant("load-child")
	if err != nil || spec.ClockPlies != 40 || spec.StalemateValue != variant.DrawValue {
		t.Fatalf("%+v, %v", spec, err)
	}
	if err := e.UseVariant("load-child"); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Load("child.ini", strings.ReplaceAll(child, "draw", "win")); err != nil {
		t.Fatal(err)
	}
	if e.Spec().StalemateValue != variant.DrawValue {
		t.Error("the variant that is played has changed under the player")
	}
	if err := e.UseVariant("load-child"); err != nil || e.Spec().StalemateValue != variant.Win {
		t.Errorf("the later stanza does not count: %v", err)
	}
	if names := e.Variants(); len(names) != len(variant.Names())+2 {
		t.Errorf("%d variants", len(names))
	}
	if _, err := e.Load("bad.ini", "[x:xiangqi]\nnonsense = 1\nstalemateValue = perhaps\n"); err == nil || strings.Count(err.Error(), "bad.ini:") != 2 {
		t.Errorf("two mistakes: %v", err)
	}
	// What was loaded is a template like any other: mistakes and notes have the lines of their own text.
	if _, err := e.Load("bad.ini", "\n[x:load-parent]\nnonsense = 1\n"); err == nil || !strings.HasPrefix(err.Error(), "bad.ini:3: nonsense:") {
		t.Errorf("a mistake over what was loaded: %v", err)
	}
	if f, err := e.Load("noted.ini", "\n[x:load-parent]\ncustomPiece1 = p:fsW\n"); err != nil || len(f.Notes) != 1 || f.Notes[0].Line != 3 {
		t.Errorf("a note over what was loaded: %+v, %v", f, err)
	}
	if _, err := e.Load("builtin.ini", "[xiangqi:load-parent]\n"); err == nil || !strings.Contains(err.Error(), "is built in") {
		t.Errorf("a name of the reference's own over what was loaded: %v", err)
	}
}

// TestCheck reads what Load would read, and leaves nothing behind.
func TestCheck(t *testing.T) {
	e := start(t, "")
	if _, err := e.Check("child.ini", child); err == nil {
		t.Error("a template that is missing was found")
	}
	if _, err := e.Load("parent.ini", parent); err != nil {
		t.Fatal(err)
	}
	if f, err := e.Check("child.ini", child); err != nil || len(f.Specs) != 1 || f.Specs[0].ClockPlies != 40 {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := e.Variant("load-child"); err == nil {
		t.Error("what was checked alone can be played")
	}
}

// TestLoadFiles reads files by a list, and says what is wrong with each.
func TestLoadFiles(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one.ini"), filepath.Join(dir, "with a blank.ini")
	for name, text := range map[string]string{one: parent, two: child} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, sep := range []string{":", ";"} {
		e := start(t, "")
		if err := e.Set(OptionPath, one+sep+two); err != nil {
			t.Error(err)
		}
		if _, err := e.Variant("load-child"); err != nil {
			t.Error(err)
		}
		path := func() string {
			i := slices.IndexFunc(e.Options(), func(o Option) bool { return o.Name == OptionPath })
			return e.Options()[i].Default
		}
		if got := path(); got != one+sep+two {
			t.Errorf("the path is %q", got)
		}
		if err := e.Set(OptionPath, filepath.Join(dir, "none.ini")); err == nil || path() != one+sep+two {
			t.Errorf("after a file that is missing (%v) the path is %q", err, path())
		}
		if err := e.Set(OptionPath, "<empty>"); err != nil || path() != "" {
			t.Errorf("emptied (%v), the path is %q", err, path())
		}
	}
	e := start(t, "")
	err := e.LoadFiles(strings.Join([]string{filepath.Join(dir, "none.ini"), dir, one, two}, ";"))
	if err == nil || strings.Count(err.Error(), "cannot read") != 2 || !strings.Contains(err.Error(), "no ordinary file") {
		t.Errorf("a file that is missing and a folder: %v", err)
	}
	if _, err := e.Variant("load-child"); err != nil {
		t.Errorf("the good files were not read: %v", err)
	}
}

func TestSplitPaths(t *testing.T) {
	for list, want := range map[string][]string{
		"":                      nil,
		" : ":                   nil,
		"a.ini":                 {"a.ini"},
		"/x/a.ini:/y/b.ini":     {"/x/a.ini", "/y/b.ini"},
		"a b.ini; c:d.ini ;":    {"a b.ini", "c:d.ini"},
		`C:\x\a.ini`:            {`C:\x\a.ini`},
		`C:\a.ini:D:/b.ini:c`:   {`C:\a.ini`, "D:/b.ini", "c"},
		`C:\x\a.ini;D:\y\b.ini`: {`C:\x\a.ini`, `D:\y\b.ini`},
	} {
		if got := splitPaths(list); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", list, got, want)
		}
	}
}

// TestClip keeps what comes from outside on one short line.
func TestClip(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                 "plain",
		"a\nb\x00":              `a\nb\x00`,
		strings.Repeat("界", 99): strings.Repeat("界", 60) + "...",
		"\xff":                  "?",
		`"`:                     `\"`,
	} {
		if got := Clip(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestMateInTurns counts a forced end in turns of the winner, also where a turn has two moves.
func TestMateInTurns(t *testing.T) {
	for _, c := range []struct {
		turn  [2]uint8
		score int
		want  Score
	}{
		{[2]uint8{1, 1}, 31999, Score{Mate: true, Moves: 1, Plies: 1}},
		{[2]uint8{1, 1}, 31997, Score{Mate: true, Moves: 2, Plies: 3}},
		{[2]uint8{1, 1}, -31998, Score{Mate: true, Moves: -1, Plies: -2}},
		{[2]uint8{1, 1}, -31996, Score{Mate: true, Moves: -2, Plies: -4}},
		{[2]uint8{2, 1}, 31998, Score{Mate: true, Moves: 1, Plies: 2}},
		{[2]uint8{2, 1}, 31995, Score{Mate: true, Moves: 2, Plies: 5}},
		{[2]uint8{1, 1}, -32000, Score{Mate: true}},
		{[2]uint8{1, 1}, 55, Score{Centipawns: 55}},
	} {
		if got := scoreOf(c.score, &rules.Rules{Turn: c.turn}); got != c.want {
			t.Errorf("%d with turns of %v: %+v, want %+v", c.score, c.turn, got, c.want)
		}
	}
}

// TestReady makes the table before a search, which changes nothing in what the search finds, and leaves one alone that a search has been on.
func TestReady(t *testing.T) {
	count := func(ready bool) uint64 {
		e := start(t, "chess")
		if ready {
			e.Ready()
			if e.table == nil || len(e.searchers) != 1 {
				t.Fatal("there is no table, or no searcher")
			}
		}
		table := e.table
		_, res := goAndPlay(t, e, Limits{Depth: 6})
		if ready && e.table != table {
			t.Error("the search makes another table")
		}
		before := e.searchers[0].Hashfull()
		if e.Ready(); e.searchers[0].Hashfull() != before {
			t.Error("a table with something in it was cleared")
		}
		return res.Nodes
	}
	if a, b := count(true), count(false); a != b {
		t.Errorf("%d nodes, and %d without", a, b)
	}
	e := start(t, "chess")
	j, err := e.Perft(30)
	if err != nil {
		t.Fatal(err)
	}
	if e.Ready(); e.table != nil {
		t.Error("something runs, and a table was made")
	}
	j.Stop()
	for range j.Events() {
	}
}
