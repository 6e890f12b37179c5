// Package movegen generates the legal moves of a position by a plan chosen once for each side of a variant, counts
// them, and says how a game stands that may have run out of them.
//
//	g := movegen.For(r)
//	moves := g.Legal(p, buf[:0]) // into the caller's buffer
//	o := g.Outcome(p)            // ends on the board, no moves, then claims
//	n := movegen.Perft(g, p, 5)
//
// A Generator is immutable and may be shared. Choosing among moves is the search's business.
package movegen
