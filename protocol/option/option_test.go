package option

import "testing"

// TestKinds writes every kind and reads it again.
func TestKinds(t *testing.T) {
	for k := Check; k < numKinds; k++ {
		if got, ok := ParseKind(k.String()); got != k || !ok {
			t.Errorf("%s is read as %s, %v", k, got, ok)
		}
	}
	for _, word := range []string{"none", "unknown", "Check", ""} {
		if k, ok := ParseKind(word); ok || k != NoKind {
			t.Errorf("%q is read as %s", word, k)
		}
	}
	if NoKind.String() != "none" || Kind(99).String() != "unknown" {
		t.Errorf("%s, %s", NoKind, Kind(99))
	}
}
