package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// Options say how a fit goes.
type Options struct {
	Start    Weights   // the old weights: what it is drawn to
	From     Weights   // where it begins, where that is another place; nil is Start
	Min, Max Weights   // bounds; nil is none
	Frozen   []bool    // of each weight: it stays as it is; nil is none
	Sigma    Weights   // how far a weight may be expected to move: the prior's deviation, more than 0
	K        []float64 // steepness by group (see Steepness)
	Lambda   float64   // share of the result in the target, 0 to 1
	Offset   Weights   // what the search's scores do not know of, added to them; nil is nothing
	Prior    float64   // how much the prior counts; 1 as if each game were one observation, 0 not at all
	Rounds   int       // iterations at most
	Patience int       // iterations without progress on the Stop part that end the fit; 0 leaves that part alone and goes to the end
	Workers  int
}

// Step is what a fit tells after an iteration.
type Step struct {
	Iteration   int
	Train, Stop float64 // mean cross-entropy with the target, of the training rows with the prior
	Best        bool    // so far
}

// errStopped ends an optimisation that is good enough; it is no failure.
var errStopped = errors.New("stopped early")

// Solve fits weights and returns those of the least objective or, with Patience, the best by the Stop part. When ctx ends it returns the best so far, with
// the context's error.
func (d *Data) Solve(ctx context.Context, o Options, report func(Step)) (Weights, error) {
	if d.terms*2 > len(o.Start) {
		return nil, fmt.Errorf("the rows have %d terms, the weights are for %d", d.terms, len(o.Start)/2)
	}
	if d.Rows(Train) == 0 {
		return nil, errors.New("there are no positions to fit to")
	}
	s := &solver{d: d, o: o, report: report, gauge: newGauge(d, &o), now: slices.Clone(o.Start), held: make([]bool, len(o.Start))}
	copy(s.held, o.Frozen)
	for t, n := range d.Support(len(o.Start) / 2) {
		if n == 0 { // what no row has cannot move
			s.held[2*t], s.held[2*t+1] = true, true
		}
	}
	if o.From != nil {
		copy(s.now, o.From)
	}
	s.pull = o.Prior / float64(max(1, d.Games(Train)))
	s.full, s.grad = slices.Clone(s.now), make([]float64, len(s.now))
	// Bounds by an active set: what crosses its bound is put there and held, and the others are fitted again.
	for {
		err := s.descend(ctx)
		if err != nil {
			s.clamp()
			return s.now, err
		}
		if !s.clamp() {
			return s.now, nil
		}
	}
}

// Mean returns the mean cross-entropy of a part with the options' target, without the prior; 0 of no rows.
func (d *Data) Mean(part Part, o Options, w Weights) float64 {
	g := newGauge(d, &o)
	return g.loss(part, w, nil)
}

// Objective returns what Solve minimises, at some weights: the mean cross-entropy of the training rows and the prior.
func (d *Data) Objective(o Options, w Weights) float64 {
	v := d.Mean(Train, o, w)
	for i := range w {
		z := (w[i] - o.Start[i]) / o.Sigma[i]
		v += o.Prior / float64(max(1, d.Games(Train))) * z * z / 2
	}
	return v
}

// solver is a fit under way.
type solver struct {
	d      *Data
	o      Options
	gauge  gauge
	report func(Step)
	now    Weights
	held   []bool  // frozen, or at a bound
	pull   float64 // the prior's factor
	basis  *basis
	full   Weights // scratch: all weights at a point of the search
	grad   []float64
	point  []float64 // where the gradient was taken last, with the value there: the method asks for one after the other
	there  float64
	done   int // iterations of earlier descents
}

// basis is the coordinates of a descent: those in which the loss is about as curved in every direction. In plain centipawns the directions that many
// positions speak of are gone along first, and what few speak of, as a piece that a pawn attacks, has hardly moved when the common terms are
// where they belong. In chess a fit in these coordinates goes to the end in a tenth of the iterations, where one in centipawns stopped halfway.
type basis struct {
	free []int   // weights that move
	base Weights // all weights at the origin
	u    blas64.Triangular
}

// newBasis takes the curvature at weights of which some are held.
func (d *Data) newBasis(o Options, held []bool, now Weights) (*basis, error) {
	o.Frozen = held
	curve, err := d.uncertainty(o, now, false)
	if err != nil {
		return nil, err
	}
	var u mat.TriDense
	curve.bread.UTo(&u)
	// The curvature is a sum over rows, the loss a mean.
	u.ScaleTri(1/math.Sqrt(float64(d.Rows(Train))), &u)
	return &basis{curve.free, slices.Clone(now), u.RawTriangular()}, nil
}

// expand turns a point of the search into weights.
func (s *solver) expand(x []float64) Weights {
	y := blas64.Vector{N: len(x), Data: slices.Clone(x), Inc: 1}
	blas64.Trsv(blas.NoTrans, s.basis.u, y)
	copy(s.full, s.basis.base)
	for j, i := range s.basis.free {
		s.full[i] += y.Data[j]
	}
	return s.full
}

// descend minimises over the weights that are free.
func (s *solver) descend(ctx context.Context) (err error) {
	if !slices.Contains(s.held, false) {
		return nil
	}
	if s.basis, err = s.d.newBasis(s.o, s.held, s.now); err != nil {
		return err
	}
	x := make([]float64, len(s.basis.free))
	s.point = nil
	watch := &watcher{s: s, ctx: ctx, best: math.Inf(1), point: slices.Clone(x)}
	problem := optimize.Problem{Func: s.value, Grad: s.gradient, Status: watch.status}
	settings := &optimize.Settings{MajorIterations: s.o.Rounds, Recorder: watch, GradientThreshold: 1e-9,
		Converger: &optimize.FunctionConverge{Relative: 1e-9, Iterations: 5}}
	_, err = optimize.Minimize(problem, x, settings, &optimize.LBFGS{})
	copy(s.now, s.expand(watch.point))
	s.done += watch.seen
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// A line search that finds nothing better has arrived, as far as the digits go.
	if err != nil && watch.seen == 0 && !errors.Is(err, errStopped) && !errors.Is(err, optimize.ErrLinesearcherFailure) {
		return err
	}
	return nil
}

// look takes value and gradient at a point, in one go over the rows.
func (s *solver) look(x []float64) {
	if slices.Equal(x, s.point) {
		return
	}
	s.point = append(s.point[:0], x...)
	s.there = s.gauge.loss(Train, s.expand(x), s.grad)
	for _, i := range s.basis.free {
		z := (s.full[i] - s.o.Start[i]) / s.o.Sigma[i]
		s.there += s.pull * z * z / 2
		s.grad[i] += s.pull * z / s.o.Sigma[i]
	}
}

// value is the objective: mean cross-entropy of the training rows and the prior.
func (s *solver) value(x []float64) float64 {
	s.look(x)
	return s.there
}

// gradient is the objective's, by the point's coordinates.
func (s *solver) gradient(grad, x []float64) {
	s.look(x)
	for j, i := range s.basis.free {
		grad[j] = s.grad[i]
	}
	blas64.Trsv(blas.Trans, s.basis.u, blas64.Vector{N: len(grad), Data: grad, Inc: 1})
}

// clamp puts weights that crossed a bound on it and holds them there. It reports whether there were any.
func (s *solver) clamp() bool {
	crossed := false
	for i := range s.now {
		if s.held[i] || s.o.Min == nil || s.o.Max == nil {
			continue
		}
		if v := min(max(s.now[i], s.o.Min[i]), s.o.Max[i]); v != s.now[i] {
			s.now[i], s.held[i], crossed = v, true, true
		}
	}
	return crossed
}

// watcher looks at every iteration: it keeps the point that does best on the Stop part, and ends a descent that no longer does better.
type watcher struct {
	s     *solver
	ctx   context.Context
	seen  int
	best  float64
	since int // iterations since the best
	point []float64
	stop  bool
}

// Init implements optimize.Recorder.
func (w *watcher) Init() error { return nil }

// Record implements optimize.Recorder.
func (w *watcher) Record(loc *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if op != optimize.MajorIteration { // the first of which is the start
		return nil
	}
	s := w.s
	stop := loc.F
	if s.o.Patience > 0 && s.d.Rows(Stop) > 0 {
		stop = s.gauge.loss(Stop, s.expand(loc.X), nil)
	}
	better := stop < w.best
	if better {
		w.best, w.since = stop, 0
		copy(w.point, loc.X)
	} else {
		w.since++
	}
	if s.report != nil {
		s.report(Step{s.done + w.seen, loc.F, stop, better})
	}
	w.seen++
	w.stop = s.o.Patience > 0 && w.since >= s.o.Patience
	return nil
}

// status ends the optimisation from outside.
func (w *watcher) status() (optimize.Status, error) {
	switch {
	case w.ctx.Err() != nil:
		return optimize.Failure, w.ctx.Err()
	case w.stop:
		return optimize.Failure, errStopped
	}
	return optimize.NotTerminated, nil
}
