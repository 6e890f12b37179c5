package remote

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"buluo/protocol/option"
)

func TestSetOption(t *testing.T) {
	e := startMock(t, "")
	tests := []struct {
		name, value string
		refusal     string // "" if it is taken
	}{
		{"Threads", "8", ""},
		{"threads", "1", ""},
		{"Clear Hash", "", ""},
		{"Use NNUE", "false", ""},
		{"EvalFile", "", ""},
		{"EvalFile", "/a b/c.nnue", ""},
		{"UCI_Variant", "xiangqi", ""},
		{"Threads", "9", "from 1 to 8"},
		{"Threads", "two", "from 1 to 8"},
		{"Clear Hash", "now", "a button takes no value"},
		{"Use NNUE", "yes", "true or false"},
		{"UCI_Variant", "Xiangqi", "case-sensitive: it has xiangqi"},
		{"UCI_Variant", "shogi", "not among its 2 values"},
		{"EvalFile", "a\nquit", "one line"},
		{"Hash", "16", "no such option; it declared some that make no sense: option name Broken"},
		{"Sworn", "x", "the engine answered: No such option"},
	}
	for _, test := range tests {
		err := e.SetOption(test.name, test.value)
		switch {
		case test.refusal == "" && err != nil:
			t.Errorf("%s = %q: %v", test.name, test.value, err)
		case test.refusal != "" && (FailureOf(err) != RefusedOption || !strings.Contains(err.Error(), test.refusal)):
			t.Errorf("%s = %q: got %v, want a refusal with %q", test.name, test.value, err, test.refusal)
		}
	}
	if o := e.Options()["Threads"]; o.Kind != option.Spin || o.Default != "1" || o.Min != 1 || o.Max != 8 {
		t.Errorf("Threads = %+v", o)
	}
}

const (
	design  = "[horde-a:xiangqi]\nstartFen = 9/9\n"
	second  = "[horde-b:horde-a]\nnMoveRule = 60\n"
	changed = "[horde-a:xiangqi]\nstartFen = 9/8\n"
)

func TestUseVariant(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	e := startMock(t, "")
	steps := []struct {
		name, ini string
		refusal   string
	}{
		{"xiangqi", "", ""},
		{"shogi", "", "not among the 2 variants"},
		{"Xiangqi", "", "case-sensitive: it has xiangqi"},
		{"", "", "one word"},
		{"horde a", design, "one word"},
		{"horde-a", "startFen = 9\n", "has no stanza"},
		{"horde-a", "[horde-a:xiangqi\n", "line 1"},
		{"horde-a", design + design, "line 3: a second stanza"},
		{"horde-b", second, "after it has read the text given for it; it said: Variant template 'horde-a' does not exist."},
		{"xiangqi", "[xiangqi]\n", "a variant xiangqi of its own"},
		{"horde-a", design, ""},
		{"horde-a", strings.ReplaceAll(design, "\n", "\r\n"), ""},
		{"horde-b", design + "\n" + second, ""},
		{"horde-a", changed, "another stanza [horde-a] before"},
		{"horde-a", "", ""},
	}
	for i, step := range steps {
		err := e.UseVariant(step.name, step.ini)
		if step.refusal != "" {
			if FailureOf(err) != WrongVariant || !strings.Contains(err.Error(), step.refusal) {
				t.Errorf("step %d: got %v, want a refusal with %q", i, err, step.refusal)
			}
			continue
		}
		b, shown := e.Display(t.Context())
		if err != nil || shown != nil || !strings.Contains(b.Text, "variant "+step.name+" ") || b.FEN != "startpos" {
			t.Errorf("step %d: %v, %v: %+v", i, err, shown, b)
		}
	}
	if files, err := os.ReadDir(temp); err != nil || len(files) != 1 {
		t.Errorf("%d directories of variant files, %v", len(files), err)
	}
	e.Close()
	if files, err := os.ReadDir(temp); err != nil || len(files) != 0 {
		t.Errorf("%d directories of variant files left, %v", len(files), err)
	}
}

func TestUseVariantOtherEngines(t *testing.T) {
	for manners, says := range map[string]string{
		"one-game": "plays one game only",
		"contrary": "the engine chose another: chess",
	} {
		e := startMock(t, manners)
		err := e.UseVariant("xiangqi", "")
		if FailureOf(err) != WrongVariant || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v", manners, err)
		}
	}
}

// TestThreadsAnew: a variant after searches of another finds the threads set up again, with the value they had.
func TestThreadsAnew(t *testing.T) {
	var told []string
	e := startMock(t, "", WithTrace(func(fromEngine bool, text string) {
		if !fromEngine && strings.HasPrefix(text, "setoption name Threads") {
			told = append(told, text)
		}
	}))
	for _, do := range []func() error{
		func() error { return e.UseVariant("xiangqi", "") },
		func() error { return e.SetOption("Threads", "2") },
		func() error { return goNodes(e) },
		func() error { return e.UseVariant("chess", "") },
		func() error { return e.UseVariant("xiangqi", "") },
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
	if len(told) != 2 || told[1] != "setoption name Threads value 2" {
		t.Errorf("told %q", told)
	}
}

func TestTempDirThatCannotBeNamed(t *testing.T) {
	for _, name := range []string{"a:b", "a  b"} {
		temp := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(temp, 0o700); err != nil {
			t.Skip(err) // not every system has such names
		}
		t.Setenv("TMPDIR", temp)
		e := startMock(t, "")
		if err := e.UseVariant("horde-a", design); err == nil || !strings.Contains(err.Error(), "cannot be named") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
