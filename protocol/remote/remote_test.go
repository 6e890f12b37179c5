package remote

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fault is a way to fail: manners, settings, the call that fails, and what the error must be and say.
type fault struct {
	manners string
	opts    []Setting
	call    func(e *Engine) error
	want    Failure
	says    []string
}

func goNodes(e *Engine) error {
	_, err := e.Go(context.Background(), Limits{Nodes: 100})
	return err
}

func perft2(e *Engine) error {
	_, _, err := e.Perft(context.Background(), 2)
	return err
}

func display(e *Engine) error {
	_, err := e.Display(context.Background())
	return err
}

var soon = []Setting{WithGuard(200 * time.Millisecond), WithPatience(200 * time.Millisecond)}

var faults = []fault{
	{"crash", nil, goNodes, Crashed, []string{`at "go nodes 100"`, "exit status 7", "assertion failed: king | last words"}},
	{"crash", nil, perft2, Crashed, []string{`at "go perft 2"`, "exit status 7"}},
	{"half-line-crash", nil, goNodes, Crashed, []string{"exit status 7"}},
	{"crash-position", nil, func(e *Engine) error { return e.Position("foobar", nil) }, Crashed,
		[]string{`at "position fen foobar"`, "exit status 2", "bad fen"}},
	{"hang-up", nil, goNodes, Crashed, []string{"closed its pipes and ran on"}},
	{"stall", soon, goNodes, Stalled, []string{`at "go nodes 100"`, "within 200ms"}},
	{"stall", soon, perft2, Stalled, nil},
	{"deaf", soon, (*Engine).NewGame, Stalled, []string{`at "ucinewgame"`}},
	{"deaf", soon, fillPipe, Stalled, nil},
	{"bad-move", nil, goNodes, Garbage, []string{`"bestmove e2-e4"`, "no move in UCI notation"}},
	{"no-word", nil, goNodes, Garbage, []string{"without a move"}},
	{"no-perft", nil, perft2, Garbage, []string{"searches instead of counting"}},
	{"bad-sum", nil, perft2, Garbage, []string{`"Nodes searched: 9"`, "sum of the 2 moves, 6"}},
	{"twice", nil, perft2, Garbage, []string{"a second time"}},
	{"flood", []Setting{WithLimits(1000, 5000)}, goNodes, Garbage, []string{"more than 5000 lines"}},
	{"flood-line", []Setting{WithLimits(10000, 5000)}, goNodes, Garbage, []string{"more than 10000 bytes"}},
	{"flood-d", nil, display, Garbage, []string{`at "d"`, "more than 4194304 bytes"}},
}

// fillPipe talks to an engine that has stopped reading until the pipe is full.
func fillPipe(e *Engine) error {
	e.write("ucinewgame")
	return e.Position("", strings.Fields(strings.Repeat("a1a2 ", 60000)))
}

func TestFaultsAreToldApart(t *testing.T) {
	for _, f := range faults {
		t.Run(f.manners, func(t *testing.T) {
			t.Parallel()
			e := startMock(t, f.manners, f.opts...)
			begin := time.Now()
			err := f.call(e)
			if got := FailureOf(err); got != f.want {
				t.Fatalf("failure = %v, want %v: %v", got, f.want, err)
			}
			for _, part := range f.says {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q does not say %q", err, part)
				}
			}
			if took := time.Since(begin); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
			checkGone(t, e.proc.cmd.Process.Pid) // before Close
			again := e.NewGame()
			if FailureOf(again) != f.want || !strings.Contains(again.Error(), "the engine is gone") {
				t.Errorf("the next call says %v", again)
			}
		})
	}
}

func TestHandshakeFaults(t *testing.T) {
	tests := []struct {
		manners string
		want    Failure
		says    string
	}{
		{"exit-early", Crashed, "exit status 3; it said: no network file | so no engine"},
		{"stall-uci", Stalled, `at "uci"`},
	}
	for _, test := range tests {
		_, err := Start(t.Context(), []string{os.Args[0]}, WithEnv(mockKey+"="+test.manners),
			WithHandshake(time.Second), WithGrace(100*time.Millisecond))
		if FailureOf(err) != test.want || !strings.Contains(fmt.Sprint(err), test.says) {
			t.Errorf("%s: got %v (%v), want %v with %q", test.manners, FailureOf(err), err, test.want, test.says)
		}
	}
	for _, cmd := range [][]string{nil, {""}, {"./no/such/engine"}} {
		if _, err := Start(t.Context(), cmd); FailureOf(err) != Other {
			t.Errorf("command %q: got %v", cmd, err)
		}
	}
}

// TestWellBehaved holds for line ends and noise of every kind.
func TestWellBehaved(t *testing.T) {
	for _, manners := range []string{"", "crlf", "chatty", "crlf chatty"} {
		t.Run("manners "+manners, func(t *testing.T) {
			t.Parallel()
			e := startMock(t, manners)
			if e.Name() != "Mock Engine 1.0" {
				t.Errorf("name = %q", e.Name())
			}
			if err := errors.Join(e.NewGame(), e.Position("", []string{"a1a2", "b10b9+"})); err != nil {
				t.Fatal(err)
			}
			total, divide, err := e.Perft(t.Context(), 2)
			if diff := cmp.Diff(map[string]uint64{"a1a2": 2, "b1c10+": 4}, divide); err != nil || total != 6 || diff != "" {
				t.Errorf("perft = %d, %v, %v", total, divide, err)
			}
			want := Result{
				Best: "b1c3", Ponder: "a10a9", Score: Score{Kind: Centipawns, Value: 31}, Depth: 2,
				PV: []string{"b1c3", "a10a9", "e7e8q"}, Nodes: 120, NPS: 3000, Time: 4 * time.Millisecond, Unread: 1,
			}
			got, err := e.Go(t.Context(), Limits{Nodes: 100})
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("go: %v\n%s", err, diff)
			}
			b, err := e.Display(t.Context())
			if err != nil || b.FEN != "startpos moves a1a2 b10b9+" || !b.HasCheckers ||
				!cmp.Equal(b.Checkers, []string{"a1", "b10"}) || !strings.Contains(b.Text, "\n | variant chess games 1") {
				t.Errorf("display = %+v, %v", b, err)
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
			if err := e.NewGame(); !errors.Is(err, ErrClosed) {
				t.Errorf("after Close: %v", err)
			}
		})
	}
}

func TestWithDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kennel")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	e := startMock(t, "", WithDir(dir))
	if b, err := e.Display(t.Context()); err != nil || !strings.Contains(b.Text, "kennel") {
		t.Errorf("display = %+v, %v", b, err)
	}
}

func TestNoMoveAndNoCommand(t *testing.T) {
	e := startMock(t, "mated no-d unknown-perft")
	res, err := e.Go(t.Context(), Limits{Depth: 1})
	if err != nil || res.Best != "" || res.Score != (Score{Kind: MateIn}) {
		t.Errorf("go = %+v, %v", res, err)
	}
	if err := display(e); FailureOf(err) != Unsupported {
		t.Errorf("display: %v", err)
	}
	if err := perft2(e); FailureOf(err) != Unsupported {
		t.Errorf("perft: %v", err)
	}
	if err := e.NewGame(); err != nil {
		t.Errorf("the engine is no longer usable: %v", err)
	}
}

// TestBadArguments: none reaches the engine, which stays usable.
func TestBadArguments(t *testing.T) {
	var said []string
	e := startMock(t, "", WithTrace(func(fromEngine bool, text string) {
		if !fromEngine {
			said = append(said, text)
		}
	}))
	said = nil
	search := func(l Limits) error { _, err := e.Go(t.Context(), l); return err }
	_, _, zero := e.Perft(t.Context(), 0)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, late := e.Go(ended, Limits{Nodes: 1})
	for name, err := range map[string]error{
		"perft 0":       zero,
		"no limit":      search(Limits{}),
		"depth":         search(Limits{Depth: -1}),
		"move time":     search(Limits{MoveTime: -1}),
		"ended context": late,
		"two lines":     e.Position("8/8 w\nquit", []string{"a1\na2"}),
		"bad move":      e.Position("", []string{"a1a2", "Nf3"}),
		"blank FEN":     e.Position("  ", nil),
		"moves in FEN":  e.Position("8/8 w moves a1a2", nil),
	} {
		if FailureOf(err) != Other {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if len(said) > 0 {
		t.Errorf("the engine was told %q", said)
	}
	if err := e.NewGame(); err != nil {
		t.Error(err)
	}
}

func TestCancelledSearch(t *testing.T) {
	t.Run("the engine obeys stop", func(t *testing.T) {
		e := startMock(t, "wait")
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		res, err := e.Go(ctx, Limits{Nodes: 100})
		if !errors.Is(err, context.DeadlineExceeded) || res.Best != "b1c3" {
			t.Errorf("go = %+v, %v", res, err)
		}
		if _, err := e.Go(t.Context(), Limits{Nodes: 100}); err != nil {
			t.Errorf("the engine is no longer usable: %v", err)
		}
	})
	t.Run("it does not", func(t *testing.T) {
		e := startMock(t, "wait ignore-stop")
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := e.Go(ctx, Limits{Nodes: 100})
		if FailureOf(err) != Stalled || !strings.Contains(err.Error(), "stop") {
			t.Errorf("got %v", err)
		}
		checkGone(t, e.proc.cmd.Process.Pid)
	})
	t.Run("a perft cannot be stopped", func(t *testing.T) {
		e := startMock(t, "stall")
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, _, err := e.Perft(ctx, 2); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		checkGone(t, e.proc.cmd.Process.Pid)
	})
}

// TestStartContext: the context given to Start kills the engine in the middle of a call, and without one.
func TestStartContext(t *testing.T) {
	for _, busy := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		e, err := Start(ctx, []string{os.Args[0]}, WithEnv(mockKey+"=stall"))
		if err != nil {
			t.Fatal(err)
		}
		if busy {
			time.AfterFunc(50*time.Millisecond, cancel)
			err = goNodes(e)
		} else {
			cancel()
			checkGone(t, e.proc.cmd.Process.Pid)
			err = e.NewGame()
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("busy %v: got %v", busy, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		cancel()
	}
}

func TestClose(t *testing.T) {
	t.Run("interrupts a call", func(t *testing.T) {
		e := startMock(t, "stall")
		time.AfterFunc(50*time.Millisecond, func() { e.Close() })
		if err := goNodes(e); !errors.Is(err, ErrClosed) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("kills what does not quit", func(t *testing.T) {
		e := startMock(t, "undying")
		if err := e.Close(); FailureOf(err) != Stalled {
			t.Errorf("got %v", err)
		}
		if err := e.Close(); err != nil {
			t.Errorf("the second time: %v", err)
		}
	})
	t.Run("lets a talker come to the end", func(t *testing.T) {
		e := startMock(t, "burst")
		e.write("go nodes 1")
		time.Sleep(50 * time.Millisecond)
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Run("does not wait for what nobody reads", func(t *testing.T) {
		e := startMock(t, "flood")
		e.write("go nodes 1")
		time.Sleep(50 * time.Millisecond)
		begin := time.Now()
		if err := e.Close(); FailureOf(err) != Stalled || time.Since(begin) > 2*time.Second {
			t.Errorf("got %v after %v", err, time.Since(begin))
		}
	})
	t.Run("takes grandchildren along", func(t *testing.T) {
		e, pid := startParent(t, "grandchild")
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		checkGone(t, pid)
	})
	t.Run("does not wait for a daemon that holds the pipes", func(t *testing.T) {
		e, pid := startParent(t, "daemon crash")
		begin := time.Now()
		if err := goNodes(e); FailureOf(err) != Crashed || !strings.Contains(err.Error(), "exit status 7; it said: assertion") {
			t.Errorf("got %v", err)
		}
		if took := time.Since(begin); took > 3*drainTime {
			t.Errorf("took %v", took)
		}
		if daemon, err := os.FindProcess(pid); err == nil {
			daemon.Kill()
		}
	})
}

// startParent starts a mock that starts another process, and returns that one's id too.
func startParent(t *testing.T, manners string) (e *Engine, pid int) {
	t.Helper()
	e = startMock(t, manners, WithTrace(func(_ bool, text string) { fmt.Sscanf(text, "grandchild %d", &pid) }))
	if pid == 0 {
		t.Fatal("there is no grandchild")
	}
	return e, pid
}
