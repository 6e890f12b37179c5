// Package match plays one game between two players of this process and lets nothing pass that the rules do not allow.
//
// Every position of a game is looked at twice: by the game record, which is played with the rooms that the engine searches with, and by the
// referee, which reads the variant by itself. They must agree on the legal moves, on the outcome and, at the end, on
// the position; a difference is a [Disagreement], which ends the run and not only the game, as it would mean that another game
// is being recorded than the one that was asked for.
//
// A game ends by its rules or is stopped: by a ply cap, by who runs it, or by an [Adjudication], where one is asked for. Only the first has an
// outcome; what an adjudication gives is its ruling.
//
// Statistics, files and clocks are not this package's business.
package match
