package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// TestTwoEngines hands out a match of two other programs to a worker that is given both: it is the match that is played here.
func TestTwoEngines(t *testing.T) {
	b := newWorkbench(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(b.dir, "mock")); err != nil {
		t.Skip(err)
	}
	match := []string{"lab", "match", "--engine-a", "./mock good", "--option-a", "Hash=8", "--engine", "./mock good 900", "--variants", "minixiangqi",
		"--games", "2", "--nodes", "40", "--cap", "30"}
	b.run(append(match, "--store", "here.db")...)
	address := freeAddress(t)
	server := b.start(append(match, "--store", "there.db", "--listen", address, "--token", "t", "--threads", "0")...)
	awaitServer(t, address)
	worker := b.start("lab", "work", "--join", "nats://"+address, "--token", "t", "--engine", "./mock good", "--engine", "./mock good 900")
	if out, err := b.endWithin(worker, time.Minute); err != nil {
		t.Fatalf("the worker: %v\n%s", err, out)
	}
	if out, err := b.endWithin(server, time.Minute); err != nil {
		t.Fatalf("the coordinator: %v\n%s", err, out)
	}
	b.run("lab", "export", "here.db", "--out", "here.jsonl")
	b.run("lab", "export", "there.db", "--out", "there.jsonl")
	here := b.read("here.jsonl")
	if here != b.read("there.jsonl") || strings.Count(here, "\n") != 2 {
		t.Errorf("the worker played another match:\n%s\n%s", here, b.read("there.jsonl"))
	}
	if strings.Count(here, " against mock good build ") != 2 {
		t.Errorf("the two programs are not told apart: %s", here)
	}
}

// TestThreadsHelp has every command that may hand its games out say what no --threads are then.
func TestThreadsHelp(t *testing.T) {
	n := 0
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
		threads, listen := cmd.Flags().Lookup("threads"), cmd.Flags().Lookup("listen")
		if threads == nil || listen == nil || listen.DefValue != "" {
			return
		}
		if n++; !strings.Contains(threads.Usage, "with --listen 0") {
			t.Errorf("%s: --threads: %s", cmd.CommandPath(), threads.Usage)
		}
	}
	walk(newRootCmd())
	if n < 4 {
		t.Errorf("%d commands hand out", n)
	}
}
