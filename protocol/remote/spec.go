package remote

import (
	"slices"

	"buluo/variant"
)

// UseSpec is UseVariant for a variant of ours: the engine plays its own of that name where it has one, and is given a stanza where
// it has not. What the stanza cannot say of our own keys is left out; a caller to whom that matters asks the Spec first.
func (e *Engine) UseSpec(spec *variant.Spec) error {
	if slices.Contains(e.Options()["UCI_Variant"].Vars, spec.Name) {
		return e.UseVariant(spec.Name, "")
	}
	ini, _ := spec.ReferenceINI()
	return e.UseVariant(spec.Name, ini)
}
