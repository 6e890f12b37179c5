// Package analysis searches positions for people who want to know, and remembers what it found.
//
// An [Analyst] searches positions of one variant, each with nothing left from the one before, so that an analysis is a function of
// the variant, the position with the moves that led to it, and the [Budget]. These are its key, and a [Cache] answers the same
// question a second time without a search. Only finished analyses are kept: one that was interrupted says less than it seems to.
//
// The cache is ristretto, which weighs entries by their size, evicts the ones that are asked for least, and may refuse or delay
// one. That suits some thousands of answers that took a second each. The search's own table ([buluo/tt]) keeps millions that
// took a microsecond, and must find an entry in the instant after it was stored; the benchmark in this package holds the two
// side by side.
package analysis
