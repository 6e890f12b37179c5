package remote

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// checkGone fails the test if the process still runs. One that is dead but has not been reaped by its new parent (only
// a grandchild can be that) is gone.
func checkGone(t *testing.T, pid int) {
	t.Helper()
	for end := time.Now().Add(2 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		if time.Now().After(end) {
			t.Errorf("process %d still runs: %s", pid, stat)
			return
		}
	}
}
