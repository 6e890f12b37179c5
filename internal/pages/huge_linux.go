package pages

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page on the machines that have them, and the least that is worth asking for.
const hugePage = 2 << 20

// Huge advises the system to back a slice with large pages, as far as whole ones fit into it. It is a hint: nothing changes but time, and a system
// that knows of no large pages goes on as it was. It is to be given fresh memory, before anything is written to it.
func Huge[T any](s []T) {
	if len(s) == 0 {
		return
	}
	start := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
	skip := -start % hugePage // up to the first whole page
	size := uintptr(len(s)) * unsafe.Sizeof(s[0])
	if size < skip+hugePage {
		return
	}
	part := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(s)), skip)), (size-skip)/hugePage*hugePage)
	_ = syscall.Madvise(part, syscall.MADV_HUGEPAGE) // there is nothing to be done about a no
}
