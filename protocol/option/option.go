package option

import "slices"

// Kind is the type of an option.
type Kind uint8

// The kinds of option that the protocols know.
const (
	NoKind Kind = iota
	Check       // true or false
	Spin        // a whole number between two bounds
	Combo       // one of some words
	Button      // no value: it is pressed
	Text        // UCI's word is string
	numKinds
)

var names = [numKinds]string{"none", "check", "spin", "combo", "button", "string"}

// String is UCI's word for the kind.
func (k Kind) String() string {
	if k < numKinds {
		return names[k]
	}
	return "unknown"
}

// ParseKind reads what String writes of a kind that an option can have.
func ParseKind(word string) (Kind, bool) {
	i := slices.Index(names[1:], word)
	return Kind(i + 1), i >= 0
}
