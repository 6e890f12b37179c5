// Package tt is the transposition table: what a search found out about positions, kept by hash.
//
// A [Table] holds clusters of four entries, one cache line each. [Table.Probe] and [Table.Store] take no lock: an entry is two
// atomic words, the data and the key XOR the data (Hyatt and Mann 2002), so that two halves written by different
// goroutines do not fit together and read as a miss. There is no data race by the Go memory model and no allocation.
//
// A score is sixteen bits that the table only carries. What a mate score means at another distance from the root is for
// the search to say, before it stores and after it probes.
package tt
