// Package position holds a game's board in motion: FEN in and out, do and undo, the hash, attacks, the ends that the
// board shows and those that history and material give (repetition with its rulings, the clock).
//
//	p, err := position.Parse(r, fen) // named refusals, nothing repaired silently
//	p.Do(m)                          // a legal move from movegen; nothing is checked, nothing allocated
//	p.Ended(), p.Claim()             // ends visible without generating a move
//	p.Undo()
//
// A Position belongs to one goroutine; Clone makes another. Generating moves, and so mate and stalemate, is movegen's.
package position
