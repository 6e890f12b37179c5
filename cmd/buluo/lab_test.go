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

// TestExplainByID tells the story of the game that a job's ID names, as tables have it.
func TestExplainByID(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lab.db")
	run := func(line string) (string, int) {
		var out, log bytes.Buffer
		code := execute(t.Context(), append(strings.Fields(line), path), streams{strings.NewReader(""), &out, &log})
		return out.String() + log.String(), code
	}
	if out, code := run("lab run --designs horde-standard-18-r1 --budgets 60,120 --cap 8 --store"); code != exitDone {
		t.Fatal(out)
	}
	table, _ := run("lab table --format csv --budgets 120")
	id := strings.Split(strings.Split(strings.TrimSpace(table), "\n")[1], ",")[10]
	out, code := run("lab explain --id " + id[:10])
	if code != exitDone || !strings.HasPrefix(out, "horde-standard-18-r1, buluo-") || !strings.Contains(out, ", 120 nodes a move") {
		t.Errorf("%s: %d, %s", id, code, out)
	}
	if out, code := run("lab explain --id " + strings.Repeat("0", 32)); code != exitFailed || !strings.Contains(out, "no game fits") {
		t.Errorf("%d, %s", code, out)
	}
}
