package tune

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"buluo/eval"
	"buluo/internal/filelock"
	"buluo/lab/duel"
	"buluo/lab/match"
	"buluo/lab/stat"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

// Knob is one of the search's constants that is tuned. Min and Max bound what is ever tried, so
// that a run cannot wander to where the search makes no sense.
type Knob struct {
	Name     string
	Start    int
	Min, Max int
	Step     int // a change that should just be felt
}

// ParseKnob reads NAME, NAME:step or NAME:step:min..max; what is left out follows from the default.
// The error says what is wrong. A start outside its own bounds is refused rather than moved.
func ParseKnob(text string, base search.Params) (Knob, error) {
	part := strings.Split(text, ":")
	k := Knob{Name: part[0]}
	f := reflect.ValueOf(base).FieldByName(k.Name)
	if !f.IsValid() || f.Kind() != reflect.Int {
		return k, fmt.Errorf("%q: the search has no parameter %s; it has %s", text, k.Name, strings.Join(KnobNames(), ", "))
	}
	k.Start = int(f.Int())
	// Guesses, for who has none of their own: a step should just be felt, and a bound should not be.
	k.Step = max(1, k.Start/6)
	k.Max = max(1, 3*k.Start)
	var err error
	if len(part) > 1 {
		if k.Step, err = strconv.Atoi(part[1]); err != nil || k.Step < 1 {
			return k, fmt.Errorf("%q: the step %q should be a whole number from 1", text, part[1])
		}
	}
	if len(part) > 2 {
		low, high, ok := strings.Cut(part[2], "..")
		var errHigh error
		k.Min, err = strconv.Atoi(low)
		k.Max, errHigh = strconv.Atoi(high)
		if !ok || err != nil || errHigh != nil || k.Min >= k.Max {
			return k, fmt.Errorf("%q: the range %q should be like 10..90", text, part[2])
		}
	}
	if len(part) > 3 || k.Start < k.Min || k.Start > k.Max {
		return k, fmt.Errorf("%q: should be a name, a step and a range that holds %d, as in %s:5:0..200", text, k.Start, k.Name)
	}
	return k, nil
}

// KnobNames lists the search's parameters that are numbers. They are read off the search's own
// type, so that a new constant can be tuned without a word here.
func KnobNames() []string {
	var names []string
	t := reflect.TypeFor[search.Params]()
	for i := range t.NumField() {
		if t.Field(i).Type.Kind() == reflect.Int {
			names = append(names, t.Field(i).Name)
		}
	}
	return names
}

// set returns parameters with knobs at some values. The names have been checked by ParseKnob. base
// is a copy, and nobody else's parameters change.
func set(base search.Params, knobs []Knob, values []int) search.Params {
	v := reflect.ValueOf(&base).Elem()
	for i, k := range knobs {
		v.FieldByName(k.Name).SetInt(int64(values[i]))
	}
	return base
}

// Contest plays pairs between two settings and returns what the first made of them. It must play
// the same for the same settings and seed, since runs are gone on with by their logs.
type Contest func(ctx context.Context, a, b search.Params, seed uint64) (stat.Pairs, error)

// ContestConfig says how a contest is played. Everything a contest depends on is in it but the two
// settings and the seed.
type ContestConfig struct {
	Variants []*variant.Spec
	Weights  eval.Weights
	Nodes    uint64
	Pairs    int
	Plies    int
	Cap      int
	Workers  int
	TableMB  int
}

// Contest returns the contest in the lab: refereed games in pairs.
func (c ContestConfig) Contest() Contest {
	maker := func(p search.Params) duel.Maker {
		return func(_ context.Context, r *rules.Rules) (match.Player, func(), error) {
			o := search.Options{TableMB: c.TableMB, Weights: &c.Weights, Params: &p}
			return match.NewSearching(r, o, search.Limits{Nodes: c.Nodes}), nil, nil
		}
	}
	return func(ctx context.Context, a, b search.Params, seed uint64) (stat.Pairs, error) {
		res, err := duel.Run(ctx, duel.Config{
			Variants: c.Variants, Players: [2]duel.Maker{maker(a), maker(b)}, Pairs: c.Pairs, Plies: c.Plies, Seed: seed, Cap: c.Cap, Workers: c.Workers,
		}, nil)
		return res.Pairs, err
	}
}

// Entry is a contest played, as the log of a run has it: one JSON object a line, after a first line
// that says what the run is. With the seed of the run it is enough to play the contest again.
type Entry struct {
	Number int        `json:"n"`
	A      []int      `json:"a"`           // the knobs of the first side
	B      []int      `json:"b,omitempty"` // and of the second; none is the start
	Pairs  stat.Pairs `json:"pairs"`
	At     []float64  `json:"at"` // where the run stands after it
}

// head is the first line of a log. A log of other knobs, of another seed or by another version of
// the engine is not gone on with: its contests are not those that this run would play.
type head struct {
	Run    string `json:"run"` // spsa or cma, and what else two runs must share to be one
	Knobs  []Knob `json:"knobs"`
	Engine string `json:"engine"`
}

// record is a log that goes on where it was left. What it holds is in the file, line for line, at
// any moment.
type record struct {
	f    *filelock.File
	held []Entry
}

// openRecord opens or begins a log. One of another run is an error, and so is one that a run is
// still writing; a last line that was cut short is dropped.
func openRecord(path string, h head) (*record, error) {
	f, err := filelock.Open(path)
	if err != nil {
		return nil, err
	}
	r := &record{f: f}
	whole, err := r.read(path, h)
	if err == nil {
		err = f.Truncate(whole)
	}
	if err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err == nil && whole == 0 {
		err = r.line(h)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

// read takes over what a log holds and returns how much of it is whole. A line is checked against
// the run as it is read, so that what is held can be used unseen.
func (r *record) read(path string, h head) (whole int64, err error) {
	in := bufio.NewReader(r.f)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF) && n == 1 && !bytes.HasPrefix([]byte(`{"run":"`), line[:min(len(line), len(`{"run":"`))]):
			// What stands here is dropped, so it had better be the beginning of a log.
			return whole, fmt.Errorf("%s:1: not the log of a run; give the log another name", path)
		case errors.Is(err, io.EOF):
			return whole, nil
		case err != nil:
			return whole, err
		}
		if n == 1 {
			var was head
			if err := json.Unmarshal(line, &was); err != nil {
				return whole, fmt.Errorf("%s:1: not the log of a run: %w", path, err)
			}
			if !reflect.DeepEqual(was, h) {
				return whole, fmt.Errorf("%s:1: the log is of another run (%s of %s); give it another name", path, was.Run, was.Engine)
			}
		} else {
			var e Entry
			if err := json.Unmarshal(line, &e); err != nil {
				return whole, fmt.Errorf("%s:%d: %w", path, n, err)
			}
			if e.Number != n-1 || len(e.At) != len(h.Knobs) || len(e.A) != len(h.Knobs) {
				return whole, fmt.Errorf("%s:%d: contest %d with %d knobs; the %d-th of %d should be here", path, n, e.Number, len(e.At), n-1, len(h.Knobs))
			}
			r.held = append(r.held, e)
		}
		whole += int64(len(line))
	}
}

// add appends a contest. A contest takes minutes, so that it is written at once.
func (r *record) add(e Entry) error {
	r.held = append(r.held, e)
	return r.line(e)
}

// One write a line: what a run that is killed leaves is whole lines and at most one torn one.
func (r *record) line(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = r.f.Write(append(b, '\n'))
	return err
}

// steps returns where the run stood, in steps from its start, beginning there. It has one row more
// than there are entries.
func steps(knobs []Knob, entries []Entry) [][]float64 {
	way := [][]float64{make([]float64, len(knobs))}
	for _, e := range entries {
		at := slices.Clone(e.At)
		for i, k := range knobs {
			at[i] = (at[i] - float64(k.Start)) / float64(k.Step)
		}
		way = append(way, at)
	}
	return way
}

// Tuned is where a run has come to. At need not be whole; who sets the constants rounds.
type Tuned struct {
	Knobs   []Knob
	At      []float64
	Entries []Entry
}

// Path returns the run's way, in steps of each knob from its start.
func (t *Tuned) Path() [][]float64 { return steps(t.Knobs, t.Entries) }

// Write writes each knob's start and end, as buluo lab match takes them.
func (t *Tuned) Write(out io.Writer) error {
	var b strings.Builder
	for i, k := range t.Knobs {
		fmt.Fprintf(&b, "%-16s %5d -> %7.1f  (--set %s=%.0f)\n", k.Name, k.Start, t.At[i], k.Name, math.Round(t.At[i]))
	}
	_, err := io.WriteString(out, b.String())
	return err
}
