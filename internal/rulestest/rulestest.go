package rulestest

import (
	"os"
	"testing"

	"buluo/rules"
	"buluo/variant"
)

// Load returns the rules of a variant of the catalogue.
func Load(t testing.TB, name string) *rules.Rules {
	t.Helper()
	spec, err := variant.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, spec)
}

// Stanza returns the rules of a variant that a text of the test's own defines.
func Stanza(t testing.TB, name, text string) *rules.Rules {
	t.Helper()
	f, err := variant.Parse("test.ini", text)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := f.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, spec)
}

// File returns the rules of every variant that a file defines.
func File(t testing.TB, path string) []*rules.Rules {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := variant.Parse(path, string(text))
	if err != nil {
		t.Fatal(err)
	}
	var all []*rules.Rules
	for _, spec := range f.Specs {
		all = append(all, compile(t, spec))
	}
	return all
}

func compile(t testing.TB, spec *variant.Spec) *rules.Rules {
	t.Helper()
	r, err := rules.Compile(spec)
	if err != nil {
		t.Fatalf("%s: %v", spec.Name, err)
	}
	return r
}
