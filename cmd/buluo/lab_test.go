package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestNodes reads budgets as people write them, and refuses the rest.
func TestNodes(t *testing.T) {
	for text, want := range map[string]uint64{"1": 1, "1500": 1500, "150k": 150_000, "1M": 1_000_000} {
		if n, err := nodes(text); err != nil || n != want {
			t.Errorf("%q is %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "0", "k", "-5", "1.5M", "10G", "99999999999999999999", "1kk"} {
		if n, err := nodes(text); err == nil {
			t.Errorf("%q is taken for %d", text, n)
		}
	}
}

// interrupter is a terminal at which somebody presses Ctrl-C as soon as a game is told.
type interrupter struct {
	bytes.Buffer
	press context.CancelFunc
}

func (i *interrupter) Write(b []byte) (int, error) {
	if strings.HasSuffix(string(b), " left\n") {
		i.press()
	}
	return i.Buffer.Write(b)
}

// TestInterruptedLab presses Ctrl-C after the first game of runs: what was played is printed, as text or as JSON, and the exit code is that of a
// failure.
func TestInterruptedLab(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"lab verdict minixiangqi --budgets 50,100 --openings 20 --judge 0 --cap 200", "minixiangqi: "},
		{"lab verdict minixiangqi --budgets 50,100 --openings 20 --judge 0 --cap 200 --json", `"unplayed": `},
		{"lab spar --designs minixiangqi --nodes 50 --games 20 --cap 200", "minixiangqi"},
		{"lab match --variants minixiangqi --nodes 100 --nodes-b 50 --games 20 --cap 200", "^all: 2 games"},
		{"lab ladder --designs minixiangqi --nodes 100 --against 50 --cap 200", "minixiangqi"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		log, out := interrupter{press: cancel}, bytes.Buffer{}
		line := append(strings.Fields(c.line), "--threads", "1", "--store", filepath.Join(t.TempDir(), "lab.db"))
		code := execute(ctx, line, streams{strings.NewReader(""), &out, &log})
		if code != exitFailed || !strings.Contains("\n"+out.String(), strings.Replace(c.want, "^", "\n", 1)) {
			t.Errorf("%s: exit code %d\n%s%s", c.line, code, out.String(), log.String())
		}
		if played := strings.Count(log.String(), " left\n"); played < 1 || played > 2 {
			t.Errorf("%s: %d games\n%s", c.line, played, log.String())
		}
		cancel()
	}
}
