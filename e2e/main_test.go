package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// buluo is the program, built anew for the tests; set before any of them runs.
var buluo string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "buluo-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	// Debian puts games, chess programs among them, where not every path looks.
	os.Setenv("PATH", os.Getenv("PATH")+string(os.PathListSeparator)+"/usr/games")
	buluo = filepath.Join(dir, "buluo")
	build := exec.Command("go", "build", "-o", buluo, "buluo/cmd/buluo")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "the program cannot be built: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// needs skips the test where a program is missing, or fails it where all clients are promised.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			missing(t, name)
		}
	}
}

func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("BULUO_E2E") == "1" {
		t.Fatalf("%s is not installed", what)
	}
	t.Skipf("%s is not installed", what)
}
