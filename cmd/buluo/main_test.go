package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
)

// TestMain lets the scripts call the program, and engines for it to hold against its rules: the test binary under those names.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"buluo": main, "mirror": mirror, "liar": liar, "mock": mock})
}

// TestScripts runs testdata/script: what every subcommand prints, its error cases and its exit codes.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds:                map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

// exits runs `exits CODE ARG...`: the program in process, whose exit code must be CODE. (exec knows only success and failure.) What it
// printed is left in the files out and err. A path of the script's begins with ./ here.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exits CODE ARG...")
	}
	line := make([]string, len(args)-1)
	for i, arg := range args[1:] {
		line[i] = arg
		if strings.HasPrefix(arg, "./") {
			line[i] = ts.MkAbs(arg)
		}
	}
	var out, err bytes.Buffer
	code := execute(context.Background(), line, streams{strings.NewReader(""), &out, &err})
	if want := args[0]; want != string(rune('0'+code)) {
		ts.Fatalf("exit code %d, want %s\n%s%s", code, want, out.String(), err.String())
	}
	if code != exitDone && strings.Count(err.String(), "\n") != 1 {
		ts.Fatalf("the error is not one line:\n%s", err.String())
	}
	ts.Logf("%s%s", out.String(), err.String())
	ts.Check(os.WriteFile(ts.MkAbs("out"), out.Bytes(), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("err"), err.Bytes(), 0o666))
}

// TestInterrupt cancels a count that would take hours: the command must come back soon, with a sentence and exit code 1.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	var out, err bytes.Buffer
	done := make(chan int, 1)
	go func() { done <- execute(ctx, []string{"perft", "30", "--threads", "2"}, streams{nil, &out, &err}) }()
	select {
	case code := <-done:
		if code != exitFailed || out.Len() > 0 || !strings.HasPrefix(err.String(), "buluo: ") {
			t.Errorf("exit code %d, out %q, err %q", code, out.String(), err.String())
		}
	case <-time.After(10 * time.Second):
		t.Fatal("perft goes on ten seconds after its context has ended")
	}
}

// TestCommands holds every subcommand to the house's forms: one of a name, a line of summary, an error to return, and a script
// that shows what it does.
func TestCommands(t *testing.T) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		seen := map[string]bool{}
		for _, sub := range cmd.Commands() {
			path := sub.CommandPath()
			switch {
			case seen[sub.Name()]:
				t.Errorf("%s is there twice", path)
			case sub.Short == "" || strings.HasSuffix(sub.Short, "."):
				t.Errorf("%s: the summary %q is not a line without a full stop", path, sub.Short)
			case sub.Run != nil:
				t.Errorf("%s: it has Run; an error of RunE is what ends in an exit code", path)
			}
			seen[sub.Name()] = true
			script := strings.Fields(path)[1] + ".txtar"
			if _, err := os.Stat(filepath.Join("testdata", "script", script)); err != nil {
				t.Errorf("%s: no script shows it: %v", path, err)
			}
			walk(sub)
		}
	}
	walk(newRootCmd())
}

func TestVersionLine(t *testing.T) {
	stamped := &debug.BuildInfo{
		Main:     debug.Module{Version: "v1.2.3"},
		Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}},
	}
	for _, c := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, "buluo (devel) (no revision recorded), go"},
		{&debug.BuildInfo{}, "buluo (devel) (no revision recorded), go"},
		{stamped, "buluo v1.2.3 (revision abc, modified), go"},
	} {
		if got := versionLine(c.info); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q does not begin with %q", got, c.want)
		}
	}
}
