package ucci

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain finds goroutines that a conversation has left behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
