package prefetch

import (
	"testing"
	"unsafe"
)

// TestLine hints at memory that there is, and at memory that there is not: neither may do harm.
func TestLine(t *testing.T) {
	x := uint64(42)
	Line(unsafe.Pointer(&x))
	Line(nil)
	if x != 42 {
		t.Fatalf("a hint changed what it hinted at to %d", x)
	}
	if n := testing.AllocsPerRun(10, func() { Line(unsafe.Pointer(&x)) }); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}
