// Package fit finds the weights of a linear evaluation that make it say best how games ended.
//
// A [Data] holds positions as sparse rows: how often each term counts, at which phase. An evaluation of a row is a sum of weights, and the chance of
// White's that it stands for is a logistic curve of it: Texel's method. [Data.Solve] minimises the cross-entropy with a draw as
// half a win, by the L-BFGS of gonum in coordinates of the loss's own curvature, from the old weights and with a Gaussian prior around them. Games
// held out for that may choose the prior, or the end. [Data.Uncertainty] says how far the result may be trusted, with whole games as what is independent.
//
// Sums are formed in fixed portions and added in a fixed order: any number of threads gives the same bits.
//
// The package knows no game: terms are numbers here.
package fit
