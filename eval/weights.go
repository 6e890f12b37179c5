package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Pair is a number of the evaluation in the middle game and in the ending, in centipawns: hundredths of a chess pawn.
type Pair struct{ Mg, Eg int }

// Weights are numbers by name that stand in place of those the evaluation would use. The zero value replaces none. A name is a piece and
// a feature, "cannon.reach", or a feature of the whole position, "position.tempo"; pieces are named by their key or, if a designer
// made them, by their Betza text ("fsW.value" is the veteran soldier), with their letter where the designer gave two of one text different
// prices ("fsW:v.value"). [Evaluator.Terms] lists those that a variant has.
type Weights struct {
	pairs map[string]Pair
	plain bool
}

// DefaultWeights replaces nothing.
func DefaultWeights() Weights { return Weights{} }

// PlainWeights are the numbers that nothing was fitted for: the literature's values, prices by mobility and plain formulas. It is what tuned
// weights are measured against, and what fits start from.
func PlainWeights() Weights { return Weights{plain: true} }

// maxWeight bounds every number: sums of a whole board's men stay far from overflow.
const maxWeight = 20000

// Get returns the pair that replaces a name's.
func (w Weights) Get(name string) (Pair, bool) {
	p, ok := w.pairs[name]
	return p, ok
}

// Set replaces a pair. The error says what is wrong with the name or the numbers.
func (w *Weights) Set(name string, p Pair) error {
	if err := sound(name, p); err != nil {
		return err
	}
	// Copies handed out before keep what they had.
	pairs := maps.Clone(w.pairs)
	if pairs == nil {
		pairs = map[string]Pair{}
	}
	pairs[name] = p
	w.pairs = pairs
	return nil
}

// sound says what is wrong with a name or its numbers.
func sound(name string, p Pair) error {
	piece, feature, ok := strings.Cut(name, ".")
	switch {
	case !ok || piece == "":
		return fmt.Errorf("weight %q: a name is a piece or position, a point, and a feature: cannon.reach", name)
	case piece == "position" && !slices.Contains(wholeFeatures, feature), piece != "position" && !isFeature(feature):
		return fmt.Errorf("weight %q: %q is not a feature; those of pieces are %s and those of the position %s",
			name, feature, strings.Join(featureNames(), ", "), strings.Join(wholeFeatures, ", "))
	case max(p.Mg, -p.Mg, p.Eg, -p.Eg) > maxWeight:
		return fmt.Errorf("weight %q: %d, %d is out of range; -%d to %d would do", name, p.Mg, p.Eg, maxWeight, maxWeight)
	}
	return nil
}

// Names returns the names that are replaced, sorted.
func (w Weights) Names() []string { return slices.Sorted(maps.Keys(w.pairs)) }

// weightsFormat is the version of the weights files that this program reads and writes.
const weightsFormat = 1

// weightsFile is how weights are written: a pair is a list of two numbers, middle game first.
type weightsFile struct {
	Format  int               `json:"format"`
	Weights map[string][2]int `json:"weights"`
}

// ReadWeights reads what Write wrote. The name is for errors; all mistakes are told at once.
func ReadWeights(name string, in io.Reader) (Weights, error) {
	dec := json.NewDecoder(in)
	dec.DisallowUnknownFields()
	var f weightsFile
	if err := dec.Decode(&f); err != nil {
		return Weights{}, fmt.Errorf("%s: not a file of weights: %w", name, err)
	}
	if f.Format != weightsFormat {
		return Weights{}, fmt.Errorf("%s: format %d is not known; this program reads format %d", name, f.Format, weightsFormat)
	}
	w := Weights{pairs: make(map[string]Pair, len(f.Weights))}
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(f.Weights)) {
		w.pairs[key] = Pair{f.Weights[key][0], f.Weights[key][1]}
		if err := sound(key, w.pairs[key]); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return Weights{}, err
	}
	return w, nil
}

// Write writes weights as JSON, one name a line, sorted.
func (w Weights) Write(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "{\n  \"format\": %d,\n  \"weights\": {", weightsFormat)
	for i, name := range w.Names() {
		sep := ",\n"
		if i == 0 {
			sep = "\n"
		}
		key, err := json.Marshal(name)
		if err != nil {
			return err
		}
		p := w.pairs[name]
		fmt.Fprintf(&b, "%s    %s: [%d, %d]", sep, key, p.Mg, p.Eg)
	}
	b.WriteString("\n  }\n}\n")
	_, err := io.WriteString(out, b.String())
	return err
}
