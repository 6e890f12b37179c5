package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"buluo/lab/stat"
	"buluo/search"
)

// SPSAConfig says how constants are tuned by simultaneous perturbation (Spall 1992): all knobs are
// moved at once, half of them up and half down by a coin, the two settings play each other, and
// every knob goes a little towards the side that won. One contest moves every knob, however many there are, which is why it is the method for many of them.
type SPSAConfig struct {
	Base       search.Params
	Knobs      []Knob
	Contest    Contest
	Setting    string // what the contest is, in words: part of the run's name
	Iterations int
	Gain       float64 // steps that a knob would move after the first contest if one side won all of it
	Seed       uint64
	File       string // the log; it is gone on with
}

// The exponents are Spall's; the first tenth of the iterations steadies the gain.
const (
	gainFall  = 0.602
	reachFall = 0.101
)

// SPSA tunes. When ctx ends it returns what it has, with the context's error; the same call later
// goes on. Iterations are part of the run's name, since the gain falls with their share: a longer
// run is another run.
func SPSA(ctx context.Context, c SPSAConfig, report func(Entry, int)) (t *Tuned, err error) {
	if len(c.Knobs) == 0 || c.Iterations < 1 {
		return nil, errors.New("there is nothing to tune")
	}
	h := head{
		Run:   fmt.Sprintf("spsa, gain %g, seed %d, %d iterations; %s", c.Gain, c.Seed, c.Iterations, c.Setting),
		Knobs: c.Knobs, Engine: search.Version,
	}
	r, err := openRecord(c.File, h)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.f.Close()) }()
	at := make([]float64, len(c.Knobs))
	for i, k := range c.Knobs {
		at[i] = float64(k.Start)
	}
	if n := len(r.held); n > 0 {
		copy(at, r.held[n-1].At)
	}
	for n := len(r.held) + 1; n <= c.Iterations && err == nil; n++ {
		var e Entry
		if e, err = c.iterate(ctx, n, at); err == nil {
			copy(at, e.At)
			err = r.add(e)
			report(e, c.Iterations)
		}
	}
	return &Tuned{c.Knobs, at, r.held}, err
}

// iterate plays one contest and moves.
func (c *SPSAConfig) iterate(ctx context.Context, n int, at []float64) (Entry, error) {
	random := rand.New(rand.NewPCG(c.Seed, uint64(n))) // by iteration, so that a run that goes on is the run that it would have been
	e := Entry{Number: n, At: make([]float64, len(at))}
	reach := math.Pow(float64(n)/float64(c.Iterations), -reachFall) // 1 at the end
	signs := make([]float64, len(at))
	for i, k := range c.Knobs {
		signs[i] = float64(2*random.IntN(2) - 1)
		off := signs[i] * reach * float64(k.Step)
		// Rounded by chance, so that a fraction of a unit counts on the average.
		e.A = append(e.A, k.clamp(math.Floor(at[i]+off+random.Float64())))
		e.B = append(e.B, k.clamp(math.Floor(at[i]-off+random.Float64())))
	}
	var err error
	e.Pairs, err = c.Contest(ctx, set(c.Base, c.Knobs, e.A), set(c.Base, c.Knobs, e.B), c.Seed<<32+uint64(n))
	if err == nil {
		err = ctx.Err()
	}
	// Without it the first contests, which are noise, would move most.
	steady := float64(c.Iterations) / 10
	gain := c.Gain * math.Pow((1+steady)/(float64(n)+steady), gainFall)
	for i, k := range c.Knobs {
		e.At[i] = min(max(at[i]+gain*lead(e.Pairs)*signs[i]*float64(k.Step), float64(k.Min)), float64(k.Max))
	}
	return e, err
}

// clamp keeps a value within the knob's bounds.
func (k *Knob) clamp(v float64) int { return min(max(int(v), k.Min), k.Max) }

// lead returns by how much the first side won, -1 to 1; no finished pair is an even match.
func lead(p stat.Pairs) float64 {
	mean, _ := p.Score()
	return 2*mean - 1
}
