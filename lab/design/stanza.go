package design

import "buluo/variant"

// Stanza returns the design's variant as text where the catalogue has none of that name with that text, and "" where it has: what a record must carry
// so that its game can be replayed anywhere.
func (d Design) Stanza() string {
	text := d.Spec.INI()
	if shipped, err := variant.Load(d.Name()); err == nil && shipped.INI() == text {
		return ""
	}
	return text
}

// Is reports whether a game of a variant of this name, with this stanza beside it, was played on the design. A stanza that was edited is another design,
// whatever it is called.
func (d Design) Is(name, stanza string) bool { return name == d.Name() && stanza == d.Stanza() }
