//go:build amd64 || arm64

package tt

import "unsafe"

// prefetch hints that the cache line at an address will be read. Go has no such statement, so that it is one instruction of assembly.
//
//go:noescape
func prefetch(line unsafe.Pointer)
