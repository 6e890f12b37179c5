package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"runtime"
	"slices"

	"buluo/eval"
	"buluo/tune/fit"
)

// FitConfig says how weights are fitted. With the same set and config the weights are the same,
// whatever the number of workers.
type FitConfig struct {
	Only     []string  // patterns of the terms that are fitted; none is all
	Freeze   []string  // patterns of terms that stay as they are
	Lambda   float64   // share of the result in the target; the rest is what the search thought
	Priors   []float64 // how strongly weights are drawn to the old ones; 1 is as if every game were one observation. The Stop part chooses
	NoBias   bool      // White has no more or less from the outset in any variant but what the evaluation sees
	Apart    bool      // a curve of its own for every variant, in place of one for all
	Rounds   int
	Patience int
	Workers  int // 0 is one a processor
}

// Fitted is what a fit came to. Whole centipawns, since those are what the evaluation reads: what
// is reported is what will be played.
type Fitted struct {
	Set           *Set
	Before, After fit.Weights // with the biases fitted; After in whole centipawns
	KBefore, K    []float64   // steepness by variant, each fitted to the training games
	Options       fit.Options // what the fit was given, for intervals
	Steps         int
}

// The prior's deviation: a number may well be off by so much, and by so much of itself.
const (
	priorBase  = 15
	priorShare = 0.3
	biasSigma  = 1000
)

// Fit fits the weights of a set. When ctx ends it returns the best so far, with the context's
// error. The curve is fitted first and then held, since steepness and the scale of all weights are
// one and the same thing: letting both go would have them wander together.
func Fit(ctx context.Context, s *Set, c FitConfig, step func(fit.Step)) (*Fitted, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	return fitCurves(ctx, s, c, s.Data.Steepness(s.start(), !c.Apart, c.Workers), step)
}

// fitCurves fits with curves that are known. Tests have them given, since they know the truth in
// units of it.
func fitCurves(ctx context.Context, s *Set, c FitConfig, k []float64, step func(fit.Step)) (*Fitted, error) {
	start := s.start()
	f := &Fitted{Set: s, Before: start, KBefore: k}
	o := fit.Options{
		Start: start, Min: make(fit.Weights, len(start)), Max: make(fit.Weights, len(start)), Sigma: make(fit.Weights, len(start)),
		Frozen: make([]bool, len(start)), K: f.KBefore, Lambda: c.Lambda, Rounds: c.Rounds, Patience: c.Patience, Workers: c.Workers,
	}
	// A term that no training position has cannot be learned, and would only drift.
	free := 0
	for t, term := range s.Terms {
		for i := 2 * t; i <= 2*t+1; i++ {
			// Bounds are the evaluation's own, which its sums rely on.
			o.Min[i], o.Max[i] = float64(term.Min), float64(term.Max)
			o.Sigma[i] = priorBase + priorShare*math.Abs(start[i])
			if term.Bias {
				o.Frozen[i], o.Sigma[i] = c.NoBias || term.Support == 0 || i%2 == 1, biasSigma
				continue
			}
			o.Frozen[i] = c.frozen(term.Name) || term.Support == 0
			if !o.Frozen[i] {
				free++
			}
		}
	}
	if free == 0 {
		return nil, errors.New("every term is frozen, or none occurs in the games")
	}
	f.Options = o
	// Otherwise the new weights would be credited with what the biases alone explain.
	if err := f.settle(ctx); err != nil {
		return nil, err
	}
	err := f.choose(ctx, c.Priors, step)
	if f.After == nil {
		return nil, err
	}
	for i, w := range f.After {
		// Rounded before anything is measured.
		f.After[i] = math.Round(w) + 0 // no -0
	}
	f.K = s.Data.Steepness(f.After, !c.Apart, c.Workers)
	return f, err
}

// settle fits the biases alone to the old weights, so that both sides of the comparison have them.
// There is no prior on them: a start may be worth anything.
func (f *Fitted) settle(ctx context.Context) error {
	o := f.Options
	o.Frozen, o.Patience, o.Prior, o.Lambda = slices.Clone(o.Frozen), 0, 0, 1
	for t, term := range f.Set.Terms {
		if !term.Bias {
			o.Frozen[2*t], o.Frozen[2*t+1] = true, true
		}
	}
	if !slices.Contains(o.Frozen, false) {
		return nil
	}
	w, err := f.Set.Data.Solve(ctx, o, nil)
	if err != nil {
		return err
	}
	f.Before = w
	f.Options.From = w
	f.Options.Offset = make(fit.Weights, len(w)) // the search knows as little of the start's worth as the evaluation
	for t, term := range f.Set.Terms {
		if term.Bias {
			f.Options.Offset[2*t] = w[2*t]
		}
	}
	return nil
}

// choose fits with every prior, from one fit to the next, and keeps what explains the Stop part
// best. Each begins where the one before ended, from strong to weak if so ordered, which saves most
// of the iterations. The least loss wins and not the last, so that the order does not matter beyond
// that.
func (f *Fitted) choose(ctx context.Context, priors []float64, step func(fit.Step)) error {
	if len(priors) == 0 {
		priors = []float64{0}
	}
	d, o, least := &f.Set.Data, f.Options, math.Inf(1)
	for _, o.Prior = range priors {
		w, err := d.Solve(ctx, o, func(st fit.Step) {
			f.Steps++
			step(st)
		})
		// Not one iteration was finished.
		if w == nil {
			return err
		}
		if loss := d.Mean(fit.Stop, o, w); f.After == nil || loss < least {
			least, f.After, f.Options.Prior = loss, slices.Clone(w), o.Prior
		}
		if err != nil {
			return err
		}
		o.From = w
	}
	return nil
}

// Check refuses patterns that cannot be read.
func (c *FitConfig) Check() error {
	for _, p := range slices.Concat(c.Only, c.Freeze) {
		if _, err := path.Match(p, ""); err != nil {
			return fmt.Errorf("pattern %q: %w; * and ? stand for letters, as in *.reach", p, err)
		}
	}
	return nil
}

// frozen reports whether a term stays as it is. Freeze goes before Only.
func (c *FitConfig) frozen(name string) bool {
	fits := func(pattern string) bool {
		ok, _ := path.Match(pattern, name) // Check has seen them
		return ok
	}
	return len(c.Only) > 0 && !slices.ContainsFunc(c.Only, fits) || slices.ContainsFunc(c.Freeze, fits)
}

// Weights returns the fitted weights over older ones: a term that no position has keeps what it
// had. Frozen terms are not written, so that a file holds nothing that no game was asked about.
func (f *Fitted) Weights(over eval.Weights) (eval.Weights, error) {
	for t, term := range f.Set.Terms {
		if f.Options.Frozen[2*t] || term.Bias {
			continue
		}
		if err := over.Set(term.Name, eval.Pair{Mg: int(f.After[2*t]), Eg: int(f.After[2*t+1])}); err != nil {
			return over, err
		}
	}
	return over, nil
}

// Deviations returns the standard deviations of the fitted weights over whole games. They are of
// one fit to these games; that another family, or stronger play, would have other weights is not in
// them.
func (f *Fitted) Deviations() (fit.Weights, error) {
	u, err := f.Uncertainty()
	if err != nil {
		return nil, err
	}
	return u.Deviations()
}

// Uncertainty says how far the fitted weights may be trusted.
func (f *Fitted) Uncertainty() (*fit.Uncertainty, error) {
	return f.Set.Data.Uncertainty(f.Options, f.After)
}
