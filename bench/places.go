package bench

import (
	_ "embed"
	"fmt"
	"path"
	"strings"

	"buluo/variant"
)

// placesText is a line a position: its variant, a tab, its FEN.
//
//go:embed places.tsv
var placesText string

// Place is a position that is measured.
type Place struct{ Variant, FEN string }

// Places returns the fixed positions, those of a variant together, its array first.
func Places() ([]Place, error) { return readPlaces(placesText) }

// Variants returns the variants of a list of positions in their order, each once.
func Variants(places []Place) []string {
	var names []string
	for i, p := range places {
		if i == 0 || p.Variant != places[i-1].Variant {
			names = append(names, p.Variant)
		}
	}
	return names
}

// Choose returns the positions of the variants that one of the patterns names, in which * and ? stand for any letters; all of
// them without a pattern. A pattern that names nothing is an error.
func Choose(places []Place, patterns []string) ([]Place, error) {
	if len(patterns) == 0 {
		return places, nil
	}
	named := map[string]bool{}
	for _, pattern := range patterns {
		found := false
		for _, name := range Variants(places) {
			ok, err := path.Match(pattern, name)
			if err != nil {
				return nil, fmt.Errorf("%q is no pattern: %w", pattern, err)
			}
			if ok {
				named[name], found = true, true
			}
		}
		if !found {
			return nil, fmt.Errorf("no position is of a variant called %q; there are %s", pattern, strings.Join(Variants(places), ", "))
		}
	}
	var chosen []Place
	for _, p := range places {
		if named[p.Variant] {
			chosen = append(chosen, p)
		}
	}
	return chosen, nil
}

// readPlaces reads the positions. Empty lines and lines that begin with # say nothing. The positions of a variant must stand
// together, since a searcher is made for each run of them.
func readPlaces(text string) ([]Place, error) {
	var places []Place
	over := map[string]bool{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		name, fen, ok := strings.Cut(line, "\t")
		if !ok || name == "" || fen == "" {
			return nil, fmt.Errorf("places.tsv:%d: %q should be a variant, a tab and a FEN", n, line)
		}
		if _, err := variant.Load(name); err != nil {
			return nil, fmt.Errorf("places.tsv:%d: %w", n, err)
		}
		if last := len(places) - 1; last >= 0 && places[last].Variant != name {
			over[places[last].Variant] = true
		}
		if over[name] {
			return nil, fmt.Errorf("places.tsv:%d: %s was dealt with above; its positions belong together", n, name)
		}
		places = append(places, Place{name, fen})
	}
	return places, nil
}
