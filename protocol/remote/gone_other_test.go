//go:build !linux

package remote

import "testing"

// checkGone knows how to look only on Linux.
func checkGone(*testing.T, int) {}
