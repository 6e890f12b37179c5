package stat

import "math"

// Curve turns a score in centipawns into the share of the points that it came to in play: 1/(1+exp(-(Bias + Slope*score))).
type Curve struct{ Bias, Slope float64 }

// logisticSlope is the usual scale before anything is known: 400 centipawns are ten to one.
const logisticSlope = math.Ln10 / 400

// Share returns the expected share of a score.
func (c Curve) Share(score float64) float64 { return 1 / (1 + math.Exp(-(c.Bias + c.Slope*score))) }

// Fit returns the curve that predicts results (shares of 0, 1/2 and 1) best from scores of the same side. An evaluation knows little of an army it
// has never seen: it may call a lost start even, or an even one lost, and a scale of its own would show drama where there was none. The fit is
// pulled towards the usual scale by a prior worth a few games, so that a sample in which one side won everything has a finite curve. Positions of
// one game are no independent witnesses: weight is how much one sample counts, one over the plies of its game.
func Fit(scores, results, weights []float64) Curve {
	// In units of the prior slope the two unknowns are of one size and the prior is round: precisions of a deviation of 2 in bias and 1 in slope.
	c := Curve{0, 1}
	const biasPrior, slopePrior = 1.0 / 4, 1.0
	for range 50 {
		gb, gs := -c.Bias*biasPrior, -(c.Slope-1)*slopePrior
		hbb, hbs, hss := biasPrior, 0.0, slopePrior
		for i := range scores {
			x := clamp(scores[i] * logisticSlope)
			p := 1 / (1 + math.Exp(-(c.Bias + c.Slope*x)))
			d, v := weights[i]*(results[i]-p), weights[i]*p*(1-p)
			gb, gs = gb+d, gs+d*x
			hbb, hbs, hss = hbb+v, hbs+v*x, hss+v*x*x
		}
		det := hbb*hss - hbs*hbs
		db, ds := (gb*hss-gs*hbs)/det, (gs*hbb-gb*hbs)/det
		// Newton's step is cut where it is long: far out, the likelihood is flat and a whole step overshoots.
		long := math.Max(1, math.Max(math.Abs(db), math.Abs(ds))/2)
		c.Bias, c.Slope = c.Bias+db/long, c.Slope+ds/long
		if math.Abs(db)+math.Abs(ds) < 1e-10 {
			break
		}
	}
	return Curve{c.Bias, c.Slope * logisticSlope}
}

// clamp bounds a score in units of the usual scale: a forced mate is not ten thousand pawns worth of evidence on the value of one.
func clamp(x float64) float64 { return math.Max(-12, math.Min(12, x)) }
