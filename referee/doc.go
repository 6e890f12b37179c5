// Package referee is a slow second reading of a [variant.Spec]: the witness that the fast rooms are held against, and the
// judge of every game of the lab.
//
// It shares nothing with rules, position and movegen but the Spec. The board is a plain array of pieces, every move is
// walked square by square, and there is no pin, no check mask and no hash: a move is legal if the mover's general is not
// attacked once it has been made on a copy, and a position repeats if the arrays are equal. Where the rule texts are
// silent the sense is that of the reference program (Fairy-Stockfish); where its judge of perpetual chases and the rule
// book differ, the book is followed.
//
// A [Game] is the way in:
//
//	g, err := referee.Start(spec)       // or FromFEN(spec, fen)
//	for !g.Outcome().Over {
//		err = g.Play(choose(g.Legal())) // refuses an illegal move with a sentence
//	}
//
// The files, in the order of reading: state.go (a position), walk.go (how pieces get about), moves.go and legal.go (what
// may be played), do.go (what playing does), fen.go and setup.go (text), game.go (the record), ends.go, connect.go,
// claims.go, chase.go, material.go and horde.go (how games end).
//
// Evaluation, search and speed have no place here.
package referee
