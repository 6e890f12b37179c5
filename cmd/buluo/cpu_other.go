//go:build !unix

package main

import "time"

// processorTime returns how much time of processors this process has used, and whether the system says.
func processorTime() (time.Duration, bool) { return 0, false }
