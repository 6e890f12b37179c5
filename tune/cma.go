package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"buluo/search"
)

// CMAConfig says how a small set of constants is tuned by covariance matrix adaptation (Hansen
// 2016, as gonum has it): every setting tried plays a match against the start, and the cloud that
// settings are drawn from moves to where they did well. It is for a handful of constants, where
// matches are long enough to tell settings apart; for many at once there is SPSA, which never needs
// to know how good a setting is.
type CMAConfig struct {
	Base       search.Params
	Knobs      []Knob
	Contest    Contest
	Setting    string
	Tries      int // settings tried
	Population int // settings a generation; 0 is gonum's 4 + 3 ln of the number of knobs
	Seed       uint64
	File       string
}

// errEnough ends an optimisation from inside. The library knows budgets of its own, but a contest
// that failed must end the run as well.
var errEnough = errors.New("enough")

// CMA tunes. When ctx ends it returns what it has, with the context's error; the same call later
// goes on: the method runs again from its seed, and contests that the log has are not played again.
// Replaying needs the method to be deterministic, and it is: its only randomness comes from the
// seed.
func CMA(ctx context.Context, c CMAConfig, report func(Entry, int)) (t *Tuned, err error) {
	if len(c.Knobs) == 0 || c.Tries < 1 {
		return nil, errors.New("there is nothing to tune")
	}
	if c.Population <= 0 {
		c.Population = 4 + int(3*math.Log(float64(len(c.Knobs))))
	}
	h := head{Run: fmt.Sprintf("cma, population %d, seed %d; %s", c.Population, c.Seed, c.Setting), Knobs: c.Knobs, Engine: search.Version}
	r, err := openRecord(c.File, h)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.f.Close()) }()
	run := &cma{CMAConfig: c, ctx: ctx, record: r, report: report}
	_, err = optimize.Minimize(
		// ForgetBest, since the best value seen is the luckiest and not the best: what counts is
		// where the cloud has come to.
		optimize.Problem{Func: run.try, Status: run.status}, make([]float64, len(c.Knobs)),
		&optimize.Settings{Converger: optimize.NeverTerminate{}, FuncEvaluations: c.Tries},
		&optimize.CmaEsChol{InitStepSize: 1, Population: c.Population, ForgetBest: true, Src: rand.NewPCG(c.Seed, 0xC3A)},
	)
	// How the library puts its end is of no interest; why the run ended is.
	if err == nil || errors.Is(err, errEnough) {
		err = run.err
	}
	return &Tuned{c.Knobs, run.centre(), r.held}, err
}

// cma is a run under way. It belongs to one goroutine: the library asks one setting at a time.
type cma struct {
	CMAConfig
	ctx    context.Context
	record *record
	report func(Entry, int)
	tried  int
	err    error
}

// status ends the run when something failed, was interrupted, or all is tried. The library asks
// after every generation, so that a failure costs at most the rest of one, in which try plays
// nothing more.
func (r *cma) status() (optimize.Status, error) {
	if r.err != nil || r.tried >= r.Tries {
		return optimize.Failure, errEnough
	}
	return optimize.NotTerminated, nil
}

// try plays a setting, given in steps from the start, against the start and returns by how much it
// lost. What lies beyond a bound is played at the bound and charged for the way. Less is better for
// the library, hence the sign.
func (r *cma) try(x []float64) float64 {
	if r.err != nil {
		return 0
	}
	// The number of the contest is what the log is read by.
	r.tried++
	// The method lives in real numbers and the search in whole ones; the way charged keeps the
	// cloud from drifting where all settings play alike.
	values, beyond := make([]int, len(x)), 0.0
	for i, k := range r.Knobs {
		v := math.Round(float64(k.Start) + x[i]*float64(k.Step))
		values[i] = k.clamp(v)
		beyond += math.Abs(v-float64(values[i])) / float64(k.Step)
	}
	if n := r.tried; n <= len(r.record.held) {
		if e := r.record.held[n-1]; slices.Equal(e.A, values) {
			return beyond/10 - lead(e.Pairs)
		}
		r.err = fmt.Errorf("%s: contest %d was played with other knobs than this run would try; it is not the same run", r.File, n)
		return 0
	}
	// The seed is the contest's own, so that no two are played from the same openings.
	pairs, err := r.Contest(r.ctx, set(r.Base, r.Knobs, values), r.Base, r.Seed<<32+uint64(r.tried))
	if err = cmp.Or(err, r.ctx.Err()); err != nil {
		r.err = err
		return 0
	}
	e := Entry{Number: r.tried, A: values, Pairs: pairs}
	// The centre is asked for with this contest counted, and add counts it again.
	r.record.held = append(r.record.held, e)
	e.At = r.centre()
	r.record.held = r.record.held[:r.tried-1]
	r.err = r.record.add(e)
	r.report(e, r.Tries)
	return beyond/10 - lead(pairs)
}

// centre returns the mean of the better half of the last generation that is whole: single results
// are mostly luck. Before there is one it is the start.
func (r *cma) centre() []float64 {
	at := make([]float64, len(r.Knobs))
	n := len(r.record.held) / r.Population * r.Population
	if n == 0 {
		for i, k := range r.Knobs {
			at[i] = float64(k.Start)
		}
		return at
	}
	last := slices.Clone(r.record.held[n-r.Population : n])
	slices.SortStableFunc(last, func(a, b Entry) int { return cmp.Compare(lead(b.Pairs), lead(a.Pairs)) })
	best := last[:(len(last)+1)/2]
	for _, e := range best {
		for i, v := range e.A {
			at[i] += float64(v) / float64(len(best))
		}
	}
	return at
}
