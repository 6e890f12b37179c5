// Command mine finds problems: positions of games that the engine plays against itself, in which
// one move wins, one move saves, or a capture that costs nothing loses by force.
//
//	go run ./internal/mine > testdata/problems.tsv
//
// A quick board, on the engine's own rules, looks for candidates; what is written has been proved
// by internal/solver on the referee's board. The same flags write the same file as long as the
// engine plays the same games.
package main
