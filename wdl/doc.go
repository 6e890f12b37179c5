// Package wdl says how likely a win, a draw and a loss are at a score.
//
// A [Model] is a cumulative logistic model, fitted to the results of games: the score, moved by what experience says of the
// side, is compared with two thresholds, above one of which games are won and below the other lost. Where the thresholds are, and
// how sharp, depends on how many men are left and how far the clock of captures has run. [Fit] finds a model by maximum likelihood,
// and [Measure] says how well it is calibrated.
//
// A [Set] holds a model for each family of variants; [Load] returns the one that comes with the program, params.json, and [Set.Judge] finds the
// model for a variant, one of a designer's own included. The command `buluo wdl fit` makes the file anew after the evaluation has changed.
//
// Nothing here is asked by the search: probabilities are for people, and floating point stays out of play.
package wdl
