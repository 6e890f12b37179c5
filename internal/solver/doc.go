// Package solver proves forced ends by looking at everything: an AND/OR search without evaluation, window or pruning, over a [Board] that
// plays by the rules.
//
// The board of the proofs is the referee's ([Referee]), which shares nothing with the engine's rooms, so that a problem whose
// answer is proved here is proved independently of what solves it. It is slow, some thousand positions a second; what it need not
// look at twice it remembers.
//
// A [Claim] is what a problem says of its position: the only move that wins, the only one that does not lose, or moves that
// lose ([Claim.Prove]). testdata/problems.tsv holds a list of such problems, and a test here proves it. Finding them is the business of
// internal/mine; how well the engine does on them, package bench's.
package solver
