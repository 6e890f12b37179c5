// Package eval says what a position is worth before anything is searched.
//
// An [Evaluator] is made from rules and [Weights] and knows no variant by name. Material comes first: pieces that the literature has
// a price for take it from the weights, every other piece (a designer's new one, the veteran soldier) is priced by its mobility,
// measured over random occupancies of the board (values.go). Around it stand a few plain terms: advance of pieces that cannot come
// back, nearness to the middle files, the reach of line pieces and horses, and soldiers that guard each other.
//
// A score is in centipawns from the view of the side to move. What ends a game is not scored here: ask the rules first.
package eval
