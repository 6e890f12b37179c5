// Package rescore asks what stored games would have come to under other terminal rules.
//
// A game is replayed by the referee under each changed rule, move by move, until that rule ends it. Three things can come of it: the result
// stays; it changes; or the moves run out while the game is not over, and nobody knows what would have come of it. The third is not the first:
// a game whose mate would have been a draw, or whose clock would have run on, is censored, and is counted apart.
//
// What re-scoring cannot say: players play by the rules they are given. A game under a clock of 60 plies and one under 120 are different games
// from the second ply on, and this shows only where the moves that were played would have stopped.
//
// A game is first replayed under its own rules. Where these do not give the recorded result, the record is refused.
package rescore
