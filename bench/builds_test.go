//go:build race

package bench

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// TestBuilds compares the signature of this build, which looks for data races, with the program's own in plain builds, for the
// oldest processors and for newer ones. It builds them, and so only runs with -race, where everything takes its time.
func TestBuilds(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil || testing.Short() {
		t.Skip("programs are built, which takes the go command and time")
	}
	want := signature(t, Options{Depth: shallow})
	levels := []string{""}
	if runtime.GOARCH == "amd64" {
		levels = []string{"v1", "v3"}
	}
	for _, level := range levels {
		program := filepath.Join(t.TempDir(), "buluo")
		build := exec.Command(goTool, "build", "-o", program, "buluo/cmd/buluo")
		build.Env = append(os.Environ(), "GOAMD64="+level)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("GOAMD64=%s: %v\n%s", level, err, out)
		}
		out, err := exec.Command(program, "bench", "--json", "--depth", strconv.Itoa(shallow)).CombinedOutput()
		if err != nil && strings.Contains(string(out), "microarchitecture support") {
			t.Logf("GOAMD64=%s does not run on this processor", level)
			continue
		}
		var report struct{ Signature uint64 }
		if err != nil || json.Unmarshal(out, &report) != nil {
			t.Fatalf("GOAMD64=%s: %v\n%s", level, err, out)
		}
		if report.Signature != want {
			t.Errorf("the signature is %d with -race, %d with GOAMD64=%s", want, report.Signature, level)
		}
	}
}
