package design

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/variant"
)

// Design is a variant with its dials.
type Design struct {
	Spec     *variant.Spec
	Soldier  string // the soldier's rule as the name says it: standard, veteran; "" for a variant without dials
	Soldiers int    // White's pieces at the start: the horde
	Array    string // the block as a table says it: ranks 1-4, five points, parent shape; the name where there are no dials
	Extra    string // what else the name says, the clock apart: stalemate
	Clock    int    // plies without a capture that end the game; 0 is never
}

// Name returns the variant's name.
func (d Design) Name() string { return d.Spec.Name }

// shapes are the blocks that are not whole rows.
var shapes = map[string]string{"points": "five points", "parent": "parent shape"}

// dials is how designs are named: family-soldier-number-shape, and more words that say what is unusual.
var dials = regexp.MustCompile(`^[a-z]+-([a-z]+)-([0-9]+)-(r[0-9]+|points|parent)(?:-(.+))?$`)

// Load returns a design of the catalogue.
func Load(name string) (Design, error) {
	spec, err := variant.Load(name)
	if err != nil {
		return Design{}, err
	}
	return Of(spec)
}

// Of reads the dials of a variant from its name and checks them against its rules and its start.
func Of(spec *variant.Spec) (Design, error) {
	d := Design{Spec: spec, Clock: spec.ClockPlies, Array: spec.Name}
	ranks := whites(spec)
	for _, n := range ranks {
		d.Soldiers += n
	}
	word := dials.FindStringSubmatch(spec.Name)
	if word == nil {
		return d, nil
	}
	d.Soldier, d.Extra = word[1], word[4]
	if n, err := strconv.Atoi(word[2]); err != nil || n != d.Soldiers {
		return d, fmt.Errorf("%s: the name says %s soldiers, the start has %d", spec.Name, word[2], d.Soldiers)
	}
	if clock, ok := strings.CutPrefix(d.Extra, "c"); ok {
		if n, err := strconv.Atoi(clock); err == nil {
			if n != d.Clock {
				return d, fmt.Errorf("%s: the name says a clock of %d plies, the rules say %d", spec.Name, n, d.Clock)
			}
			d.Extra = ""
		}
	}
	var err error
	d.Array, err = array(spec, word[3], ranks)
	return d, err
}

// array words the block's shape. Its first rank must be the one that the name gives.
func array(spec *variant.Spec, shape string, ranks []int) (string, error) {
	if text, ok := shapes[shape]; ok {
		return text, nil
	}
	first, last, whole := 0, 0, true
	for i, n := range ranks {
		if n == 0 {
			continue
		}
		if first == 0 {
			first = i + 1
		}
		whole = whole && n == spec.Geometry.Files && (last == 0 || last == i)
		last = i + 1
	}
	switch {
	case shape != "r"+strconv.Itoa(first):
		return "", fmt.Errorf("%s: the name says %s, the block starts on rank %d", spec.Name, shape, first)
	case !whole:
		return fmt.Sprintf("from rank %d", first), nil
	}
	return fmt.Sprintf("ranks %d-%d", first, last), nil
}

// whites counts White's pieces of the start on each rank, from rank 1 up.
func whites(spec *variant.Spec) []int {
	rows := strings.Split(strings.Fields(spec.Start)[0], "/")
	ranks := make([]int, len(rows))
	for i, row := range rows {
		for _, c := range row {
			if c >= 'A' && c <= 'Z' {
				ranks[len(rows)-1-i]++
			}
		}
	}
	return ranks
}

// Select returns the designs of the catalogue whose names match any of the patterns (names, or * and ? as in file names), each
// once, in the order of the patterns. A pattern that fits nothing is an error.
func Select(patterns []string) ([]Design, error) {
	var list []Design
	taken := map[string]bool{}
	for _, pattern := range patterns {
		found := false
		for _, name := range variant.Names() {
			fits, err := path.Match(pattern, name)
			if err != nil {
				return nil, fmt.Errorf("pattern %q: %w; * and ? stand for letters, as in horde-veteran-*", pattern, err)
			}
			if !fits {
				continue
			}
			found = true
			if taken[name] {
				continue
			}
			d, err := Load(name)
			if err != nil {
				return nil, err
			}
			taken[name] = true
			list = append(list, d)
		}
		if !found {
			return nil, fmt.Errorf("no variant of the catalogue is called %q; buluo variants lists them", pattern)
		}
	}
	return list, nil
}

// Horde and Army are the seats of a design: the horde moves first.
const (
	Horde = board.White
	Army  = board.Black
)

// Seat names a side as the tables do.
func Seat(c board.Color) string {
	switch c {
	case Horde:
		return "horde"
	case Army:
		return "army"
	}
	return "draw"
}
