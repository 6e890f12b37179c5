// Package search chooses moves: one tree, searched by one goroutine.
//
// A [Searcher] is made from rules and searches any position played by them within [Limits]; what it learns on the way leaves
// as [Info] values, and nothing is printed. It is iterative deepening of a principal-variation search with a transposition table and
// narrow windows at the root; moves are ordered by the table, exchanges, killers, counter moves and histories; late moves are looked at less
// deeply first, hopeless ones of shallow nodes not at all, and a quiescence search plays out captures. Every step that may be wrong is
// switched by a field of [Params]; those that are on by default were kept for what they won in matches, and what each was worth stands in
// docs/ideas.md.
//
// How a game ends is never assumed. A position without moves, a repetition, an exhausted clock or a missing army is worth what the
// rules say it is, from whichever side they say it; the sign of a score turns only when the side to move does, so that turns of several
// moves need no special case.
//
// Several searchers may share a table and search one position together ([Options].Table, [Limits].Roster): whoever starts them adds up
// what they come to.
//
// A search with a table of its own is a function of its inputs: the same position, limits, weights and cleared table give the same nodes
// and the same move on every build and machine. A node is a move made on the board, and a budget of nodes is spent to the last one unless
// the search is finished before.
//
// The files, in the order of reading: search.go (the parts), run.go (iterations and the root), node.go (one node), prune.go and reduce.go (what
// is left out, or looked at less or more deeply), lazy.go (static values that need not be known), quiesce.go, ends.go (what ends are worth),
// score.go (distances to the end), pick.go, see.go, history.go (the order of moves), roster.go (several searchers), correct.go (what static values
// were found to err by), params.go, clock.go.
package search
