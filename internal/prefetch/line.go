//go:build amd64 || arm64

package prefetch

import "unsafe"

// Line hints that the cache line at an address will be read. It changes nothing and needs no valid address. Go has no such statement, so that it
// is one instruction of assembly; a plain load in its place would make the program wait where it now goes on.
//
//go:noescape
func Line(p unsafe.Pointer)
