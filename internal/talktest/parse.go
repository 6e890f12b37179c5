package talktest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"buluo/engine"
	"buluo/protocol/console"
)

// Reads wants lines to be read as what they mean.
func Reads[C fmt.Stringer](t *testing.T, parse func(string) (C, error), lines map[string]C) {
	t.Helper()
	for text, want := range lines {
		if got, err := parse(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %#v, want %#v", text, err, got, want)
		}
	}
}

// Refuses wants lines to be refused, each with an error that says why.
func Refuses[C fmt.Stringer](t *testing.T, parse func(string) (C, error), lines map[string]string) {
	t.Helper()
	for text, want := range lines {
		if got, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %q", text, got, err, want)
		}
	}
}

// Writes wants lines to be written as the protocol has them.
func Writes[C fmt.Stringer](t *testing.T, lines map[string]C) {
	t.Helper()
	for want, c := range lines {
		if got := c.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Failer is the part of a test, or of one of its random draws, that reports a failure.
type Failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Survives writes something and wants to read the same again.
func Survives[C fmt.Stringer](t Failer, parse func(string) (C, error), want C) {
	t.Helper()
	if got, err := parse(want.String()); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: %v, %#v, want %#v", want, err, got, want)
	}
}

// Seed adds what is said in scripts to the seeds of a fuzz test, and what should be heard as well.
func Seed(f *testing.F, scripts map[string]string) {
	for _, script := range scripts {
		f.Add(strings.NewReplacer("> ", "", "< ", "").Replace(script))
	}
}

// Babble says any lines to a new engine, but for those after which nothing would be heard. A line that is a command must be written as
// one that is written the same again.
func Babble[C fmt.Stringer](t *testing.T, speak console.Speaker, parse func(string) (C, error), text string) *Talk {
	t.Helper()
	e, err := engine.New(engine.Config{HashMB: 1, MaxHashMB: 2})
	if err != nil {
		t.Fatal(err)
	}
	k := Start(t, console.Config{Engine: e, Default: speak})
	for line := range strings.SplitSeq(text, "\n") {
		first := ""
		if words := strings.Fields(line); len(words) > 0 { // as the dialects cut them: a tab will do
			first = words[0]
		}
		if first == "quit" || strings.Contains(line, "<<") && (first == "load" || first == "check") {
			continue // what follows would not be heard
		}
		k.Say(line)
		if command, err := parse(line); err == nil {
			if again, err := parse(command.String()); err != nil || again.String() != command.String() {
				t.Errorf("%q is written %q, and that is read as %v, %v", line, command, again, err)
			}
		}
	}
	return k
}
