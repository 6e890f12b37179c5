//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns how much time of processors this process has used, and whether the system says.
func processorTime() (time.Duration, bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
