// Package export writes the games of a store for other programs: JSON lines, PGN and Parquet. Nothing here counts or judges.
//
// JSON lines are the ledger's, with each game's job, and lose nothing: an import of them gives the same store. PGN carries
// what a chess program can show: the moves, and what the player thought of each as a comment. Parquet has a row a game with lists for the plies, for
// whoever analyses many.
package export
