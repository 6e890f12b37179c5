package variant

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// referenceKeys reads the list of keys that the reference knows.
func referenceKeys(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/reference_keys.txt")
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, line := range strings.Split(string(text), "\n") {
		if line != "" && line[0] != '#' {
			keys = append(keys, line)
		}
	}
	return keys
}

// TestTableIsTheReferences holds the table against the reference's list: all of its keys, and no others but ours.
func TestTableIsTheReferences(t *testing.T) {
	theirs := referenceKeys(t)
	if len(theirs) != 155 { // and the mobility regions
		t.Errorf("the list has %d keys, want 155", len(theirs))
	}
	seen := map[string]bool{}
	for _, group := range [][]key{boardKeys(), ruleKeys(), refusedKeys()} {
		for _, k := range group {
			if seen[k.name] {
				t.Errorf("%s stands in the table twice", k.name)
			}
			seen[k.name] = true
			if k.own == slices.Contains(theirs, k.name) {
				t.Errorf("%s: own = %v, in the reference's list = %v", k.name, k.own, !k.own)
			}
			if k.doc == "" {
				t.Errorf("%s has no doc", k.name)
			}
		}
	}
	for _, name := range theirs {
		if !seen[name] {
			t.Errorf("the reference's key %s is missing", name)
		}
	}
}

// TestNamedPieces counts the pieces and sees that each can be found by its key.
func TestNamedPieces(t *testing.T) {
	n, custom := 0, 0
	for p := pawnSlot; p < slots; p++ {
		switch {
		case p.custom():
			custom++
		case p.exists():
			n++
		default:
			continue
		}
		if got, ok := slotOf(p.key()); !ok || got != p {
			t.Errorf("slotOf(%s) = %d, want %d", p.key(), got, p)
		}
	}
	if n != 37 || custom != 25 {
		t.Errorf("%d named pieces and %d custom ones, want 37 and 25", n, custom)
	}
}

// TestRefusedKeys sets each refused key to its inert values, which must pass, and to another, which must not.
func TestRefusedKeys(t *testing.T) {
	for _, k := range refusedKeys() {
		for _, v := range k.refused {
			if _, err := Parse("x.ini", "[x:chess]\n"+k.name+" = "+v+"\n"); err != nil {
				t.Errorf("%s = %s, under which it does nothing: %v", k.name, v, err)
			}
		}
		for _, v := range []string{"a1", "7", "true", "false", "reversi"} {
			_, err := Parse("x.ini", "[x:chess]\n"+k.name+" = "+v+"\n")
			if inert := slices.Contains(k.refused, v); (err == nil) != inert {
				t.Errorf("%s = %s: error %v", k.name, v, err)
			}
			if err != nil && !strings.Contains(err.Error(), "not supported") {
				t.Errorf("%s = %s: the error does not say that the key is not supported: %v", k.name, v, err)
			}
		}
	}
}

// TestDefaults writes the defaults of every implemented key into a stanza: nothing may change.
func TestDefaults(t *testing.T) {
	d, err := catalogueDraft("chess")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("[x:chess]\n")
	for _, group := range [][]key{boardKeys(), ruleKeys()} {
		for _, k := range group {
			if v := d.format(k.at(d)[0]); k.instead == "" && k.name != "noCaptureClock" && v != "-" {
				b.WriteString(k.name + " = " + v + "\n")
			}
		}
	}
	f, err := Parse("x.ini", b.String())
	if err != nil {
		t.Fatal(err)
	}
	want, err := Load("chess")
	if err != nil {
		t.Fatal(err)
	}
	sameSpec(t, "x", want, f.Specs[0])
}

func catalogueDraft(name string) (*draft, error) {
	c, err := catalogue()
	if err != nil {
		return nil, err
	}
	return c.draft(name), nil
}

// TestDistance spells out the four kinds of slip.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "ab", 1}, {"ab", "abc", 1}, {"abc", "axc", 1}, {"abcd", "acbd", 1}, {"abc", "xyz", 3}, {"", "abc", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
