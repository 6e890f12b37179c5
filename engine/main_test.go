package engine

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain finds goroutines that a job has left behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
