// Package corpus keeps the games that weights are fitted to: it plays them, writes them to a compact file and reads quiet positions back.
//
//	err := corpus.Play(ctx, config, report)        // self-play from random openings; goes on with a file that exists
//	games, _, err := corpus.ReadFile("games.bin")  // every game checked, in an order that does not depend on how they were played
//	err = corpus.Positions(r, game, filter, visit) // replayed by the rules: what a static evaluation may be asked about
//
// A file holds games and no positions. Positions are derived by replay, so that what counts as quiet, how many are taken of a game and what is
// seen of them can change without playing again, and a game that the rules no longer allow is an error and not a wrong label. The
// format is described in format.go.
//
// What is learned from positions is the caller's business.
package corpus
