package main

import (
	"cmp"
	"io"
	"os"
	"slices"
	"strings"

	"buluo/internal/gz"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/report"
	"buluo/lab/store"
	"buluo/variant"
)

// filterFlags choose games of a store.
type filterFlags struct {
	designs, budgets, engines []string
	caps                      []int
}

// filter turns the flags into a filter.
func (f *filterFlags) filter() (store.Filter, error) {
	out := store.Filter{Engines: f.engines, Caps: f.caps, Variants: f.designs}
	for _, text := range f.budgets {
		n, err := nodes(text)
		if err != nil {
			return out, usageError{err}
		}
		out.Budgets = append(out.Budgets, n)
	}
	return out, nil
}

// designOf returns the design that a game was played on, from the text of its job.
func designOf(rec *ledger.Record) (design.Design, error) {
	spec, err := rec.Job.Spec()
	if err != nil {
		return design.Design{}, err
	}
	return design.Of(spec)
}

// shown puts the published designs first, in the study's order, then the catalogue's others in its own, and leaves the rest as they come.
func shown(designs []design.Design) ([]design.Design, error) {
	names, err := report.PublishedDesigns()
	if err != nil {
		return nil, err
	}
	place := map[string]int{}
	for i, name := range append(names, variant.Names()...) {
		if place[name] == 0 {
			place[name] = i + 1
		}
	}
	at := func(d design.Design) int { return cmp.Or(place[d.Name()], len(names)+len(place)+1) }
	slices.SortStableFunc(designs, func(a, b design.Design) int { return cmp.Compare(at(a), at(b)) })
	return designs, nil
}

// isStore reports whether a file is an SQLite file, which a store is, rather than text.
func isStore(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, readFailure(path, err)
	}
	defer f.Close()
	head := make([]byte, 6)
	n, _ := io.ReadFull(f, head)
	return string(head[:n]) == "SQLite", nil
}

// readRecords reads JSON lines, compressed or not. Half a line at the end is left out, as what was not written whole was not played.
func readRecords(path string) ([]ledger.Record, error) {
	in, err := openText(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return ledger.Read(path, in)
}

// openText opens a file of text, compressed or not.
func openText(path string) (io.ReadCloser, error) {
	in, err := gz.Open(path)
	if err != nil {
		return nil, readFailure(path, err)
	}
	return in, nil
}

// extension returns what a file's name says of its form, a .gz at its end aside.
func extension(path string) string {
	path = strings.TrimSuffix(strings.ToLower(path), gz.Suffix)
	_, ext, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ".")
	return ext[strings.LastIndexByte(ext, '.')+1:]
}
