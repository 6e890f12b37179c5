package wdl

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"

	"buluo/board"
)

// Sample is a position of a game that was played to its end.
type Sample struct {
	Score  int     // White's, in centipawns
	Phase  float64 // share of the men that are left
	Clock  float64 // share of the clock that has run
	Winner board.Color
	Game   int // which one it is of: positions of one game do not count as independent
}

// The places of the parameters in the vector that is optimised.
const (
	atCentre = 0
	atGap    = 3
	atClock  = 6
	atSpread = 7
	numParam = 9
)

// least is the number of positions that a fit wants.
const least = 200

// ridge keeps parameters that the games say nothing of near where they began: it is the weight of their squared distance against a whole
// game's mean loss. Positions of one game have one result, so that it is the number of games that says how much is known.
const ridge = 0.1

// prior is where a fit begins: draws within a pawn either way.
func prior() []float64 {
	x := make([]float64, numParam)
	x[atSpread] = 0.5
	return x
}

// Fit returns the model under which the results of samples are likeliest. In a symmetric family the centre stays at 0, so that White and
// Black have the same chances at opposite scores.
func Fit(samples []Sample, symmetric bool) (Model, error) {
	if len(samples) < least {
		return Model{}, fmt.Errorf("%d positions are too few to fit a model to; %d would do", len(samples), least)
	}
	f := newFitting(samples, symmetric)
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return f.loss(x, nil) },
		Grad: func(grad, x []float64) { f.loss(x, grad) },
	}
	res, err := optimize.Minimize(problem, prior(), &optimize.Settings{MajorIterations: 500, GradientThreshold: 1e-6}, &optimize.LBFGS{})
	if res == nil {
		return Model{}, fmt.Errorf("the fit has not begun: %w", err)
	}
	// A line search that finds nothing better any more reports a failure; where the gradient has all but vanished that is the end.
	grad := make([]float64, numParam)
	if loss := f.loss(res.X, grad); err != nil && (norm(grad) > 1e-3 || math.IsNaN(loss)) {
		return Model{}, fmt.Errorf("the fit has come to nothing: %w", err)
	}
	return unpack(res.X), nil
}

func norm(x []float64) (most float64) {
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	return most
}

// unpack makes a model of a vector.
func unpack(x []float64) (m Model) {
	copy(m.Centre[:], x[atCentre:atGap])
	copy(m.Gap[:], x[atGap:atClock])
	m.Clock = x[atClock]
	copy(m.Spread[:], x[atSpread:])
	return m
}

// fitting is a fit under way.
type fitting struct {
	samples   []Sample
	symmetric bool
	start     []float64
	ridge     float64
}

func newFitting(samples []Sample, symmetric bool) *fitting {
	games := map[int]bool{}
	for _, s := range samples {
		games[s.Game] = true
	}
	return &fitting{samples, symmetric, prior(), ridge / float64(len(games))}
}

// loss returns the mean negative log-likelihood of the samples, and writes its gradient where there is room for one.
func (f *fitting) loss(x, grad []float64) float64 {
	m := unpack(x)
	clear(grad)
	total := 0.0
	for i := range f.samples {
		total += m.lossOf(&f.samples[i], grad)
	}
	n := float64(len(f.samples))
	total /= n
	for i := range grad {
		grad[i] /= n
	}
	for i := range x {
		d := x[i] - f.start[i]
		total += f.ridge * d * d
		if grad != nil {
			grad[i] += 2 * f.ridge * d
		}
	}
	if f.symmetric && grad != nil {
		clear(grad[atCentre:atGap])
	}
	return total
}

// rare is the smallest probability that is believed: a result that a model rules out costs much, and not everything.
const rare = 1e-9

// lossOf returns one sample's negative log-likelihood and adds its gradient.
//
// With u and v the arguments of the two logistics, the loss is -log of l(u), of l(v), or of 1-l(u)-l(v), and each parameter moves u and v: the
// centre by -1/spread and 1/spread, the gap, by way of its exponential, by -gap/spread both, the spread's logarithm by -u and -v.
func (m *Model) lossOf(s *Sample, grad []float64) float64 {
	centre, gap, spread := m.terms(s.Phase, s.Clock)
	x := pawns(s.Score) - centre
	u, v := (x-gap)/spread, (-x-gap)/spread
	pu, pv := logistic(u), logistic(v)
	var p, du, dv float64
	switch s.Winner {
	case board.White:
		p, du = pu, pu-1
	case board.Black:
		p, dv = pv, pv-1
	default:
		p = max(1-pu-pv, rare)
		du, dv = pu*(1-pu)/p, pv*(1-pv)/p
	}
	if grad != nil {
		dCentre, dGap, dSpread := (dv-du)/spread, -gap*(du+dv)/spread, -(du*u + dv*v)
		power := 1.0
		for i := range 3 {
			grad[atCentre+i] += dCentre * power
			grad[atGap+i] += dGap * power
			power *= s.Phase
		}
		grad[atClock] += dGap * s.Clock * s.Clock
		grad[atSpread] += dSpread
		grad[atSpread+1] += dSpread * s.Phase
	}
	return -math.Log(max(p, rare))
}
