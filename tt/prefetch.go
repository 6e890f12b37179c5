package tt

import "unsafe"

// Prefetch asks the processor to bring the cluster of a key near, so that a Probe of it soon after waits for no memory. It changes nothing and
// may be called at any time. A plain load in its place would make the search wait where it now goes on.
func (t *Table) Prefetch(key uint64) { prefetch(unsafe.Pointer(t.at(key))) }
