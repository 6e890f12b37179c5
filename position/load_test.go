package position

import (
	"testing"

	"buluo/rules"
	"buluo/variant"
)

// load compiles a variant of the catalogue.
func load(t testing.TB, name string) *rules.Rules {
	t.Helper()
	spec, err := variant.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
