package tt

import (
	"unsafe"

	"buluo/internal/prefetch"
)

// Prefetch asks the processor to bring the cluster of a key near, so that a Probe of it soon after waits for no memory. It changes nothing and
// may be called at any time.
func (t *Table) Prefetch(key uint64) { prefetch.Line(unsafe.Pointer(t.at(key))) }
