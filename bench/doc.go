// Package bench measures: how fast moves are generated here and by another engine, in one run, in turn, so that a
// machine that slows down slows both.
//
// A [Pair] is one run of each; quote the median of the ratios, not a single time. Nothing imports this package but the
// command line.
package bench
