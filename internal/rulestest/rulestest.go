package rulestest

import (
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

func compile(t testing.TB, spec *variant.Spec) *rules.Rules {
	t.Helper()
	r, err := rules.Compile(spec)
	if err != nil {
		t.Fatalf("%s: %v", spec.Name, err)
	}
	return r
}
