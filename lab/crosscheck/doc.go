// Package crosscheck holds a UCI engine against this program's rules: the same positions are put to both, and what they
// say is compared word for word.
//
//	report, err := crosscheck.Run(ctx, crosscheck.Config{Engine: []string{"./engine"}, Variants: specs, Depth: 4})
//	if report.Passed() {
//		cert, err := report.Certificate()
//	}
//
// For every variant four things are asked, each of which finds what the others cannot:
//
//   - the array: leaves by depth, split by move. Where a count differs, the tree is walked down along the first move
//     that differs until the sets of moves themselves do; as depths go up one by one, no shorter line shows it.
//   - positions, given as FENs: hand-built ones, each for a rule that is easily got wrong, and ones from random play in
//     several styles. At each: the set of legal moves and of those after every move, what the engine shows of the
//     position (FEN, checks), and whether it sees a win in one move exactly where there is one.
//   - ends: positions without a legal move, whether the engine agrees that there is none, and whether it calls the game
//     decided or drawn.
//   - games, given as the array and all moves: the FEN after every move, so that what moves change beyond the board is
//     compared too, and the set of moves now and then.
//
// Not compared, since no engine says it at a root: who won an ended game (wins in one move make up for most of that), and
// draws that have to be claimed (repetition, clocks, material). A win that can be claimed with the next move, for perpetual
// checks or chases, must be seen. See [Report] for what comes out, and [Certificate] for how others can insist on it.
//
// A variant that the engine does not have is given to it as a stanza in a file. Keys of our own that no stanza can
// express either do not touch what is compared, which is noted, or have the variant skipped, which is said.
package crosscheck
