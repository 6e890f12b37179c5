package variant

import (
	"embed"
	"fmt"
	"path"
	"sync"
)

//go:embed catalogue/*.ini
var shipped embed.FS

// builtinFile holds the variants that the reference has built in. No file may define them again, since the reference
// would keep its own.
const builtinFile = "catalogue/10-builtin.ini"

// catalogue reads the embedded files once, in the order of their names, each over those before it.
var catalogue = sync.OnceValues(func() (*File, error) {
	entries, err := shipped.ReadDir("catalogue")
	if err != nil {
		return nil, fmt.Errorf("the embedded catalogue: %w", err)
	}
	all := &File{}
	for _, e := range entries {
		name := path.Join("catalogue", e.Name())
		text, err := shipped.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("the embedded catalogue: %w", err)
		}
		f, err := parse(name, string(text), all)
		if err != nil {
			return nil, fmt.Errorf("the embedded catalogue: %w", err)
		}
		if name == builtinFile {
			all.fixed = len(f.Specs)
		}
		all.Specs = append(all.Specs, f.Specs...)
		all.drafts = append(all.drafts, f.drafts...)
		all.Notes = append(all.Notes, f.Notes...)
	}
	return all, nil
})

// builtin reports whether a name is one of the reference's own.
func (f *File) builtin(name string) bool {
	for ; f != nil; f = f.under {
		for _, s := range f.Specs[:f.fixed] {
			if s.Name == name {
				return true
			}
		}
	}
	return false
}

// Load returns a variant of the catalogue. The Spec is shared and read-only.
func Load(name string) (*Spec, error) {
	c, err := catalogue()
	if err != nil {
		return nil, err
	}
	return c.Find(name)
}

// Names returns the catalogue in the order in which it should be shown.
func Names() []string {
	c, err := catalogue()
	if err != nil {
		return nil
	}
	return c.Names()
}
