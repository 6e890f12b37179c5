package e2e

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"buluo/lab/crosscheck"
	"buluo/protocol/remote"
	"buluo/variant"
)

// child is the program in a conversation.
type child struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// begin starts the program.
func begin(t *testing.T, args ...string) *child {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), buluo, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &child{t, cmd, in, bufio.NewScanner(out)}
}

func (c *child) say(line string) { io.WriteString(c.in, line+"\n") }

// hear returns the next line that matches.
func (c *child) hear(pattern string) string {
	c.t.Helper()
	want := regexp.MustCompile(pattern)
	for c.out.Scan() {
		if want.MatchString(c.out.Text()) {
			return c.out.Text()
		}
	}
	c.t.Fatalf("it ended before %q", pattern)
	return ""
}

// ends waits for the program's end, which must come soon and with exit code 0.
func (c *child) ends() {
	c.t.Helper()
	guard := time.AfterFunc(10*time.Second, func() { c.cmd.Process.Kill() })
	defer guard.Stop()
	for c.out.Scan() {
	}
	if err := c.cmd.Wait(); err != nil {
		c.t.Errorf("it ended with %v", err)
	}
}

// TestEnds leaves the program in the middle of a search, in each dialect and in each way.
func TestEnds(t *testing.T) {
	for _, hello := range [][]string{
		{"uci", "go infinite"}, {"ucci", "go infinite"}, {"xboard", "new\nst 1000\npost\nusermove e2e4"}, {"xboard", "post\nanalyze"},
	} {
		for _, quit := range []bool{true, false} {
			c := begin(t)
			c.say(hello[0])
			c.say(hello[1])
			c.hear(`^(info depth )?3 `)
			if quit {
				c.say("quit")
			} else {
				c.in.Close()
			}
			c.ends()
		}
	}
}

// TestSameNodes searches with the same budget in two processes, and in one that is asked to start anew: nodes and moves are the
// same, and as many as were allowed.
func TestSameNodes(t *testing.T) {
	const budget = "30000"
	times := regexp.MustCompile(` nps \d+| time \d+`)
	for _, name := range []string{"horde-veteran-36-r2", "xiangqi", "orda"} {
		var results []string
		for searches := range 2 {
			c := begin(t)
			c.say("setoption name UCI_Variant value " + name)
			for range 1 + searches {
				c.say("ucinewgame")
				c.say("go nodes " + budget)
				spent := times.ReplaceAllString(c.hear(`^info .* nodes `+budget+` `), "")
				results = append(results, spent+" "+c.hear("^bestmove"))
			}
			c.say("quit")
			c.ends()
		}
		if len(results) != 3 || results[0] != results[1] || results[1] != results[2] {
			t.Errorf("%s:\n%s", name, strings.Join(results, "\n"))
		}
	}
}

// TestOurOwnDriver drives the program as we drive other people's engines.
func TestOurOwnDriver(t *testing.T) {
	e, err := remote.Start(t.Context(), []string{buluo})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if !strings.HasPrefix(e.Name(), "Buluo") {
		t.Errorf("it calls itself %q", e.Name())
	}
	if err := e.UseVariant("my-horde", "[my-horde:horde-veteran-36-r1]\nstalemateValue = draw\n"); err != nil {
		t.Fatal(err)
	}
	if err := e.Position("", []string{"a4a5", "a7a6"}); err != nil {
		t.Fatal(err)
	}
	b, err := e.Display(t.Context())
	if err != nil || !b.HasCheckers || b.FEN != "rnbakabnr/9/1c5c1/2p1p1p1p/p8/V8/1VVVVVVVV/VVVVVVVVV/VVVVVVVVV/VVVVVVVVV w - - 2 2" {
		t.Errorf("%+v, %v", b, err)
	}
	res, err := e.Go(t.Context(), remote.Limits{Nodes: 5000})
	if err != nil || res.Nodes != 5000 || res.Unread != 0 || res.Best == "" {
		t.Errorf("%+v, %v", res, err)
	}
	for name, value := range map[string]string{"UCI_Variant": "no-such-game", "Threads": "0", "Hash": "0"} {
		if err := e.SetOption(name, value); remote.FailureOf(err) != remote.RefusedOption {
			t.Errorf("%s = %s: %v", name, value, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if res, err := e.Go(ctx, remote.Limits{Nodes: 1 << 60}); err == nil || res.Best == "" {
		t.Errorf("a search that was stopped: %+v, %v", res, err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// TestExamined holds the program to its own examination of other engines.
func TestExamined(t *testing.T) {
	var cfg crosscheck.Config
	cfg.Engine = []string{buluo}
	for _, name := range []string{"xiangqi", "orda", "horde-promoting-36-r1", "minixiangqi"} {
		spec, err := variant.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Variants = append(cfg.Variants, spec)
	}
	cfg.Depth, cfg.Positions, cfg.Games, cfg.Seed, cfg.Jobs = 3, 20, 2, 1, 1
	cfg.Plies, cfg.Budget = crosscheck.DefaultPlies, crosscheck.DefaultBudget
	report, err := crosscheck.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if agree, differ, skipped := report.Totals(); agree != len(cfg.Variants) || differ+skipped > 0 {
		var b strings.Builder
		report.Write(&b)
		t.Errorf("%d agree\n%s", agree, b.String())
	}
}

// nodeScript has node-uci introduce itself, play a variant of a file, search by nodes, and stop an endless search.
const nodeScript = `
const { Engine } = require(process.argv[2]);
(async () => {
  const e = new Engine(process.argv[3]);
  await e.init();
  const variants = e.options.get('UCI_Variant').options.length;
  await e.setoption('VariantPath', process.argv[4]);
  await e.setoption('UCI_Variant', 'from-a-file');
  await e.isready();
  await e.ucinewgame();
  await e.position('startpos', ['a4a5']);
  const r = await e.go({ nodes: 4000 });
  console.log(e.id.name, variants, r.bestmove, r.info[r.info.length - 1].nodes);
  const endless = e.goInfinite({});
  setTimeout(async () => {
    const s = await e.stop();
    console.log('stopped', s.bestmove);
    await e.quit();
  }, 100);
})().catch(err => { console.error(err); process.exit(1); });
`

// TestNodeUCI plays under a library of npm.
func TestNodeUCI(t *testing.T) {
	needs(t, "node")
	module := os.Getenv("BULUO_NODE_UCI")
	if module == "" {
		module, _ = filepath.Abs("../node_modules/node-uci")
	}
	if _, err := os.Stat(module); err != nil {
		missing(t, "node-uci")
	}
	dir := t.TempDir()
	script, ini := filepath.Join(dir, "play.js"), filepath.Join(dir, "mine.ini")
	for name, text := range map[string]string{script: nodeScript, ini: "[from-a-file:horde-veteran-36-r1]\nstalemateValue = draw\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "node", script, module, buluo, ini).CombinedOutput()
	if want := regexp.MustCompile(`^Buluo \S+ \d+ [a-i]\d+[a-i]\d+ 4000\nstopped [a-i]\d+[a-i]\d+\n$`); err != nil || !want.Match(out) {
		t.Errorf("%v: %s", err, out)
	}
}
