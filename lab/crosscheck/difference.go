package crosscheck

import (
	"fmt"
	"slices"
	"strings"
)

// Kind says what differs.
type Kind uint8

// The kinds of difference.
const (
	NoKind  Kind = iota
	Moves        // the sets of legal moves
	Counts       // leaves of a tree, although no set of moves in it does: the engine contradicts itself
	Field        // a field of the FEN
	Check        // whether the side to move is in check
	End          // whether there is a legal move at all in the engine's search, or whether an end is decided or drawn
	Win          // whether there is a win in one move
	Failure      // the engine crashed, stalled or talked nonsense there
	Own          // we contradict ourselves, whatever the engine says
	numKinds
)

var kindNames = [numKinds]string{"none", "moves", "counts", "fen", "check", "end", "win", "failure", "own"}

// String names the kind in lower-case English.
func (k Kind) String() string {
	if k < numKinds {
		return kindNames[k]
	}
	return "unknown"
}

// MarshalText writes the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kindNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("kind: %q is none of %s", text, strings.Join(kindNames[:], ", "))
	}
	*k = Kind(i)
	return nil
}

// Difference is one way in which the engine and we part, at the shortest place where it was seen.
type Difference struct {
	Kind   Kind   `json:"kind"`
	Detail string `json:"detail"` // what differs, in words that are the same wherever the same thing goes wrong
	Times  int    `json:"times"`  // at so many places
	Found  string `json:"found"`  // what was being compared
	Place  Place  `json:"place"`  // the shortest of the places
	FEN    string `json:"fen"`    // the position there, as we write it

	OnlyOurs   []string `json:"only_ours,omitempty"`   // moves that only we have
	OnlyEngine []string `json:"only_engine,omitempty"` // moves that only the engine has
	Ours       string   `json:"ours,omitempty"`        // of the other kinds: what we say
	Engine     string   `json:"engine,omitempty"`      // and what the engine says

	// Smallest is the place with every piece and move taken away that it does not need to show the same. It need not be a
	// position that a game can reach. Nil where nothing could be taken away or the engine failed.
	Smallest *Place `json:"smallest,omitempty"`

	// FENAgrees says that the place shows nothing once it is given as a FEN without moves. For moves and checks it means
	// that one of the two contradicts itself.
	FENAgrees bool `json:"fen_agrees,omitempty"`

	fromArray bool // found by the array's tree, so that no shorter line shows it
	pieces    int
}

// same reports whether two differences are one and the same mistake, as far as can be told.
func (d *Difference) same(e *Difference) bool { return d.Kind == e.Kind && d.Detail == e.Detail }

// before reports whether d is the better one to show: a line from the array that was searched for, else fewer pieces,
// else fewer moves.
func (d *Difference) before(e *Difference) bool {
	if d.fromArray != e.fromArray {
		return d.fromArray
	}
	if d.fromArray || d.pieces == e.pieces {
		return len(d.Place.Moves) < len(e.Place.Moves)
	}
	return d.pieces < e.pieces
}

// Best is the place to look at first: the smallest one, or else the shortest.
func (d *Difference) Best() Place {
	if d.Smallest != nil {
		return *d.Smallest
	}
	return d.Place
}

// what says what differs, in one line.
func (d *Difference) what() string {
	switch {
	case d.Kind == Moves:
		var parts []string
		if len(d.OnlyOurs) > 0 {
			parts = append(parts, "only we have "+strings.Join(d.OnlyOurs, " "))
		}
		if len(d.OnlyEngine) > 0 {
			parts = append(parts, "only the engine has "+strings.Join(d.OnlyEngine, " "))
		}
		return strings.Join(parts, "; ")
	case d.Ours == "":
		return d.Engine
	case d.Engine == "":
		return d.Ours
	}
	return fmt.Sprintf("we say %s, the engine says %s", d.Ours, d.Engine)
}

// tally collects differences, the same ones together.
type tally struct {
	list []*Difference
}

func (t *tally) add(d *Difference) {
	d.Times = 1
	for i, old := range t.list {
		if !old.same(d) {
			continue
		}
		d.Times = old.Times + 1
		if d.before(old) {
			t.list[i] = d
		} else {
			old.Times++
		}
		return
	}
	t.list = append(t.list, d)
}

// sorted returns the differences, the shortest first.
func (t *tally) sorted() []*Difference {
	slices.SortStableFunc(t.list, func(a, b *Difference) int {
		switch {
		case a.before(b):
			return -1
		case b.before(a):
			return 1
		}
		return 0
	})
	return t.list
}
