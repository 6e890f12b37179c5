//go:build !amd64 && !arm64

package prefetch

import "unsafe"

// Line does nothing where no instruction for it is known: it is a hint and no more.
func Line(unsafe.Pointer) {}
