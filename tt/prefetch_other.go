//go:build !amd64 && !arm64

package tt

import "unsafe"

// prefetch does nothing where no instruction for it is known: it is a hint and no more.
func prefetch(unsafe.Pointer) {}
