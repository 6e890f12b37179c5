// Package bench measures: how fast moves are generated and positions searched, here and by another engine, in one run, by
// turns, so that a machine that slows down slows both.
//
// [Run] searches fixed positions of several variants ([Places]) to a depth. Its speeds are this machine's; its signature, the
// number of nodes, is everybody's: it names what the search does. Commits carry it in a line `Bench: N`, and one that is meant
// to change nothing but form or speed has its parent's.
//
// [Against] lets a UCI engine search the same positions within the same budget; [PerftAgainst] compares the generators. A
// [Heat] or [Pair] is one run of each; quote the median of the ratios, not a single time.
//
// The positions are each variant's array and four more, 11, 20, 37 and 56 plies into a game of eight random plies and a shallow search,
// taken where neither side was winning yet and both had moves. Nothing imports this package but the command line.
package bench
