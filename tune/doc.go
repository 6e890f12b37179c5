// Package tune measures what the evaluation's numbers and the search's are worth, from games that
// the engine plays.
//
//	set, err := tune.Load(ctx, tune.Source{Games: games, ...}, progress) // corpus -> positions as rows of traced terms
//	fitted, err := tune.Fit(ctx, set, tune.FitConfig{...}, step)         // all weights of a family at once
//	report.Write(out); weights.Write(file)
//
// Weights that several variants have by one name are one weight, so that a family of variants is
// fitted together. What a position is made of comes from the evaluation's own trace: there is no
// second copy of any term here. The games are room corpus's, the mathematics fit's.
//
// Beside the fit: what pieces are worth by their mobility ([Mobility]), the worth of one piece by
// phase and rank with intervals over whole games ([Curve]), and the search's constants by matches
// ([SPSA], [CMA]).
package tune
