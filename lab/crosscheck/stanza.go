package crosscheck

import (
	"fmt"
	"strings"

	"buluo/board"
	"buluo/variant"
)

// unseen are our own keys that only bear on ends that have to be claimed, which no comparison here asks for.
var unseen = map[string]bool{"insufficientMaterial": true, "fortressDraw": true, "noCaptureClock": true}

// express writes a variant as a stanza for another engine. Notes say which of our own keys the stanza lacks without harm;
// skip says why the variant cannot be compared at all, and is "" where it can.
func express(spec *variant.Spec) (ini string, notes []string, skip string) {
	for c, n := range spec.MovesPerTurn {
		if n > 1 {
			return "", nil, fmt.Sprintf("%s makes %d moves a turn, which no other engine's rules can express",
				board.Color(c), n)
		}
	}
	ini, lost := spec.ReferenceINI()
	for _, line := range lost {
		key, _, _ := strings.Cut(line, " ")
		if !unseen[key] {
			return "", nil, fmt.Sprintf("%s cannot be expressed in another engine's rules", line)
		}
		notes = append(notes, line+" is left out; it only bears on ends that have to be claimed, which are not compared")
	}
	return ini, notes, ""
}
