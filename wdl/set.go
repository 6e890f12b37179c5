package wdl

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// Version is that of the form of parameter files.
const Version = 1

//go:embed params.json
var embedded []byte

// Set is a model for each family of variants.
type Set struct {
	Version  int      `json:"version"`
	Engine   string   `json:"engine"` // whose scores these are: search.Version
	Families []Family `json:"families"`
}

// Family is variants that share a model.
type Family struct {
	Name     string   `json:"name"`
	Variants []string `json:"variants"` // by name; * stands for any letters

	// Where no family lists a variant, the first one counts that is of its template and has, or has not, a side without a royal piece.
	Template string `json:"template"`
	Kingless bool   `json:"kingless"`

	Play []string `json:"play"` // the variants whose games a fit plays

	Symmetric bool    `json:"symmetric"` // both sides have the same army
	Model     Model   `json:"model"`
	Games     int     `json:"games"` // what it was fitted to
	Positions int     `json:"positions"`
	Brier     float64 `json:"brier"` // on games held back
	Base      float64 `json:"base"`
}

// Load returns the set that comes with the program.
func Load() (*Set, error) { return Read("params.json", bytes.NewReader(embedded)) }

// Read reads a set. The name is for errors.
func Read(name string, in io.Reader) (*Set, error) {
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	var s Set
	if err := d.Decode(&s); err != nil {
		return nil, fmt.Errorf("%s: not a set of models: %w", name, err)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &s, nil
}

// check says what is wrong with a set, all of it.
func (s *Set) check() error {
	if s.Version != Version {
		return fmt.Errorf("version: %d, this program reads %d", s.Version, Version)
	}
	var wrong []error
	if len(s.Families) == 0 {
		wrong = append(wrong, errors.New("families: there should be one at least"))
	}
	for i := range s.Families {
		f := &s.Families[i]
		if f.Name == "" {
			wrong = append(wrong, fmt.Errorf("families: number %d has no name", i+1))
		}
		for _, pattern := range f.Variants {
			if _, err := path.Match(pattern, ""); err != nil {
				wrong = append(wrong, fmt.Errorf("%s: variants: %q is no pattern", f.Name, pattern))
			}
		}
		if f.Symmetric && f.Model.Centre != [3]float64{} {
			wrong = append(wrong, fmt.Errorf("%s: centre: it should be 0, as the family is symmetric", f.Name))
		}
		for _, v := range f.Model.numbers() {
			if math.Abs(v) > mostParam {
				wrong = append(wrong, fmt.Errorf("%s: %g is out of range; parameters lie between -%d and %d", f.Name, v, mostParam, mostParam))
			}
		}
	}
	return errors.Join(wrong...)
}

// mostParam bounds parameters, so that no exponential of theirs overflows.
const mostParam = 100

// numbers lists the parameters.
func (m *Model) numbers() []float64 {
	list := append([]float64{m.Clock}, m.Centre[:]...)
	return append(append(list, m.Gap[:]...), m.Spread[:]...)
}

// Write writes the set as Read reads it.
func (s *Set) Write(out io.Writer) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

// Find returns the family of a variant, nil where the set has none for it.
func (s *Set) Find(r *rules.Rules) *Family {
	spec := r.Spec()
	for i := range s.Families {
		for _, pattern := range s.Families[i].Variants {
			if ok, _ := path.Match(pattern, spec.Name); ok {
				return &s.Families[i]
			}
		}
	}
	kingless := Kingless(spec, position.Start(r))
	for i := range s.Families {
		if f := &s.Families[i]; f.Template == spec.Family && f.Kingless == kingless {
			return f
		}
	}
	return nil
}

// Kingless reports whether a side begins without a royal piece.
func Kingless(spec *variant.Spec, start *position.Position) bool {
	royal := spec.Royal()
	return royal == board.NoType || start.Count(board.White, royal) == 0 || start.Count(board.Black, royal) == 0
}

// Judge turns scores of one variant's positions into odds. It is immutable and may be shared.
type Judge struct {
	model *Model
	men   int // at the start
	clock int // plies; 0 is no clock
}

// plain is the model of families that nobody has fitted one for: a curve that players know from servers, with draws between.
var plain = Model{Gap: [3]float64{0.7}, Spread: [2]float64{0.9}}

// Judge returns the judge of a variant.
func (s *Set) Judge(r *rules.Rules) *Judge {
	model := &plain
	if f := s.Find(r); f != nil {
		model = &f.Model
	}
	return &Judge{model, position.Start(r).Occupied().Count(), r.Spec().ClockPlies}
}

// Facts returns what the model wants to know of a position beside its score: the share of the men that are left and that of the clock
// that has run.
func (j *Judge) Facts(p *position.Position) (phase, clock float64) {
	phase = min(float64(p.Occupied().Count())/float64(max(j.men, 1)), 1)
	if j.clock > 0 {
		clock = min(float64(p.Clock())/float64(j.clock), 1)
	}
	return phase, clock
}

// Odds returns the odds of the side to move in a position whose score, for that side, is so many centipawns. A score that is a forced end is
// for the caller to tell: see Certain.
func (j *Judge) Odds(p *position.Position, score int) Odds {
	phase, clock := j.Facts(p)
	if p.Side() == board.Black {
		return j.model.Odds(-score, phase, clock).Flip()
	}
	return j.model.Odds(score, phase, clock)
}
