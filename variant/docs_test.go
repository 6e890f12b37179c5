package variant

import (
	"strings"
	"testing"
)

// TestDocs keeps the manual in step with the tables it is written from.
func TestDocs(t *testing.T) {
	text := Docs()
	golden(t, "../docs/variants.md", text)
	for _, group := range [][]key{boardKeys(), ruleKeys(), refusedKeys()} {
		for _, k := range group {
			if !strings.Contains(text, "| `"+k.name+"` |") {
				t.Errorf("%s is not in the manual", k.name)
			}
		}
	}
}
