// Package eval says what a position is worth before anything is searched.
//
// An [Evaluator] is made from rules and [Weights] and knows no variant by name. It is a sum of terms, each a pair of numbers, for the
// middle game and for the ending, that counts as often as its feature is found on the board (terms.go lists the features): material and
// place from tables by square (place.go, plain.go), and what pieces do together, counted afresh (count.go, and palace.go for what is
// brought against a general). On boards of open lines, where
// pawns make structures and kings are attacked by several pieces at once, a survey counts in its place (survey.go, look.go, frame.go and memo.go,
// with foot.go for pawns, crown.go for kings, press.go for room and scale.go for what is hard to win; the zlow files are generated, and low.go says
// why). How many men or pieces are left says how much of either number is used.
// Pieces that the literature has a price for take it from there, every other piece (a designer's new one, the veteran soldier) is priced by
// its mobility over random occupancies of the board (values.go), and what was fitted from games replaces both (family.go). As
// everything but the fading by the clock and the scaling is linear in the weights, a score can be taken apart again (trace.go); that is what
// fits work on.
//
// A score is in centipawns from the view of the side to move. What ends a game is not scored here: ask the rules first.
package eval
