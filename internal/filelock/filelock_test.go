package filelock

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestMain is the other process where a file is named for it: it takes the lock, says how that went, and holds it until its input ends.
func TestMain(m *testing.M) {
	if path := os.Getenv("FILELOCK_HOLD"); path != "" {
		_, err := Open(path)
		os.Stdout.WriteString(strings.ReplaceAll("held "+message(err), "\n", " ") + "\n")
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	}
	os.Exit(m.Run())
}

func message(err error) string {
	if err == nil {
		return "well"
	}
	return err.Error()
}

// TestOneWriter refuses a second writer with a sentence, and lets the next in when the first has closed. What is there is left alone.
func TestOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	first, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.WriteString("a record"); err != nil {
		t.Fatal(err)
	}
	var busy *BusyError
	if _, err := Open(path); !errors.As(err, &busy) || !strings.HasPrefix(err.Error(), path+": another run is writing to this file") {
		t.Errorf("a second writer: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	next, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	if text, err := io.ReadAll(next); err != nil || string(text) != "a record" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}

// TestRemoved has many writers take turns, each of which removes the file before it closes it: two never have it at once.
func TestRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	var wg sync.WaitGroup
	var inside, held atomic.Int32
	for range 8 {
		wg.Go(func() {
			for range 500 {
				f, err := Open(path)
				var busy *BusyError
				if errors.As(err, &busy) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if held.Add(1); inside.Add(1) != 1 {
					t.Error("two writers at once")
				}
				runtime.Gosched()
				inside.Add(-1)
				_ = os.Remove(path) // some systems keep a file that is open
				if err := f.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if held.Load() < 2 {
		t.Errorf("it was held %d times", held.Load())
	}
}

// TestProcesses refuses while another process has the file, and no longer when that one was killed.
func TestProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), "FILELOCK_HOLD="+path)
	in, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := other.StdoutPipe()
	if err == nil {
		err = other.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Process.Kill() }()
	if said, err := bufio.NewReader(out).ReadString('\n'); err != nil || said != "held well\n" {
		t.Fatalf("the other process says %q, %v", said, err)
	}
	var busy *BusyError
	if _, err := Open(path); !errors.As(err, &busy) {
		t.Errorf("while another process writes: %v", err)
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait()
	if _, err := os.Stat(path + ".lock"); err == nil {
		t.Skip("here a lock outlives a process that is killed")
	}
	next, err := Open(path)
	if err != nil {
		t.Fatalf("the lock outlives its process: %v", err)
	}
	if err := next.Close(); err != nil {
		t.Error(err)
	}
}
