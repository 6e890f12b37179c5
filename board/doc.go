// Package board is the vocabulary every other package speaks: squares, sets of squares, colours, pieces,
// moves and outcomes, with their names and their parsing.
//
// A [Geometry] names a board of files x ranks points (at most 128); a [Square] is rank*files + file on it,
// so that an 8x8 board lives in the low word of a [Bits] alone. A [Piece] is a colour and a [PieceType], and
// a type is only a number here: what type 3 is called and how it moves is a variant's business. A [Move] is a
// small integer that packs where, whereto and what kind; an [Outcome] says whether a game is over, for whom
// and why.
//
// No rule lives here: nothing in this package knows how anything moves or what ends a game.
package board
