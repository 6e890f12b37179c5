package remote

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// mockKey holds, in the environment of a child, the manners of the engine the test binary is to be; grandKey makes it
// a program that only sleeps.
const (
	mockKey  = "BULUO_MOCK_ENGINE"
	grandKey = "BULUO_MOCK_SLEEPER"
)

// TestMain lets the test binary be its own badly behaved engine.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv(grandKey) != "":
		time.Sleep(time.Minute)
	case os.Getenv(mockKey) != "":
		newMock(os.Getenv(mockKey)).run()
	default:
		goleak.VerifyTestMain(m)
	}
}

// mock is an engine that treats options and variants as the reference does, traps included, and misbehaves on request.
type mock struct {
	manners  map[string]bool
	out      io.Writer
	eol      string
	variant  string
	variants map[string]bool
	position string
	games    int
	threads  int // how often the threads were set up
}

func newMock(manners string) *mock {
	m := &mock{
		manners: map[string]bool{}, out: os.Stdout, eol: "\n", variant: "chess",
		variants: map[string]bool{"chess": true, "xiangqi": true}, position: "array of chess",
	}
	for word := range strings.FieldsSeq(manners) {
		m.manners[word] = true
	}
	if m.manners["crlf"] {
		m.eol = "\r\n"
	}
	return m
}

func (m *mock) say(format string, args ...any) {
	io.WriteString(m.out, fmt.Sprintf(format, args...)+m.eol)
	if m.manners["chatty"] {
		io.WriteString(m.out, m.eol+"hello: there, bestmover a1a2"+m.eol+"info string a1a2: 7"+m.eol)
	}
}

func (m *mock) run() {
	if m.manners["exit-early"] {
		fmt.Fprintln(os.Stderr, "no network file\nso no engine")
		os.Exit(3)
	}
	if m.manners["grandchild"] || m.manners["daemon"] {
		child := exec.Command(os.Args[0])
		if m.manners["daemon"] {
			ownGroup(child) // out of reach of a kill of the engine's group
		}
		child.Env = append(os.Environ(), grandKey+"=1")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr // it holds the pipes
		if err := child.Start(); err != nil {
			panic(err)
		}
		m.say("grandchild %d", child.Process.Pid)
	}
	m.say("Mock 1.0 by nobody")
	in := bufio.NewReader(os.Stdin)
	for {
		text, err := in.ReadString('\n')
		if err != nil {
			if m.manners["undying"] {
				time.Sleep(time.Minute)
			}
			return
		}
		if m.manners["deaf"] && strings.HasPrefix(text, "ucinewgame") {
			time.Sleep(time.Minute) // reads nothing any more
		}
		m.obey(strings.TrimSpace(text))
	}
}

func (m *mock) obey(text string) {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "uci":
		m.introduce()
	case "isready":
		m.say("readyok")
	case "setoption":
		m.setOption(rest)
	case "ucinewgame":
		m.games++
	case "position":
		if m.manners["crash-position"] && strings.Contains(rest, "fen") {
			panic("bad fen")
		}
		m.position = rest
	case "d":
		m.display()
	case "go":
		m.search(rest)
	case "stop":
		if !m.manners["ignore-stop"] {
			m.say("bestmove a1a2")
		}
	case "quit":
		if !m.manners["undying"] {
			os.Exit(0)
		}
	default:
		m.say("Unknown command: %s", text)
	}
}

func (m *mock) introduce() {
	if m.manners["stall-uci"] {
		time.Sleep(time.Minute)
	}
	m.say("id name Mock Engine 1.0")
	m.say("id author nobody")
	m.say("option name Threads type spin default 1 min 1 max 8")
	m.say("option name Clear Hash type button")
	m.say("option name Use NNUE type check default true")
	m.say("option name EvalFile type string default <empty>")
	m.say("option name Broken type wheel default round")
	m.say("option name Sworn type string default x")
	if !m.manners["one-game"] {
		m.variant = "chess" // as the reference does
		names := slices.Sorted(maps.Keys(m.variants))
		m.say("option name UCI_Variant type combo default chess var %s", strings.Join(names, " var "))
		m.say("option name VariantPath type string default <empty>")
	}
	m.say("uciok")
}

func (m *mock) setOption(text string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(text, "name "), " value ")
	switch name {
	case "Sworn":
		m.say("No such option: %s", name)
	case "Threads":
		m.threads++
	case "UCI_Variant":
		switch {
		case m.manners["contrary"]:
			m.say("info string variant chess files 8 ranks 8 pocket 0 template chess startpos 8/8")
		case m.variants[value]:
			m.variant = value
			m.say("info string variant %s files 9 ranks 10 pocket 0 template x startpos y", value)
		}
	case "VariantPath":
		m.load(value)
	}
}

// load reads names as the reference does: the first of a name wins, and a missing template drops a stanza.
func (m *mock) load(path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, "Unable to open file", path)
		return
	}
	for row := range strings.SplitSeq(string(data), "\n") {
		head, ok := strings.CutPrefix(row, "[")
		if !ok {
			continue
		}
		name, template, _ := strings.Cut(strings.TrimSuffix(head, "]"), ":")
		switch {
		case m.variants[name]:
			fmt.Fprintf(os.Stderr, "Variant '%s' already exists.\n", name)
		case template != "" && !m.variants[template]:
			fmt.Fprintf(os.Stderr, "Variant template '%s' does not exist.\n", template)
		default:
			m.variants[name] = true
		}
	}
}

func (m *mock) display() {
	switch {
	case m.manners["no-d"]:
		m.say("Unknown command: d")
	case m.manners["flood-d"]:
		for {
			m.say("%s", strings.Repeat("x", 1000))
		}
	default:
		m.say("")
		m.say(" | variant %s games %d threads %d | ", m.variant, m.games, m.threads)
		dir, _ := os.Getwd()
		m.say("in %s", dir)
		m.say("Fen: %s", m.position)
		m.say("Checkers: a1 b10 ")
	}
}

func (m *mock) search(limit string) {
	m.misbehave(limit)
	var depth int
	if n, _ := fmt.Sscanf(limit, "perft %d", &depth); n == 1 {
		m.perft(depth)
		return
	}
	m.say("info depth 1 seldepth 1 multipv 1 score cp 20 nodes 50 nps 1000 time 2 pv b1c3")
	m.say("info depth 1 seldepth 1 multipv 2 score cp -999 nodes 51 nps 1000 time 2 pv a1a2")
	m.say("info depth 2 score cp abc nodes 99 pv a1a2")
	m.say("info depth 2 score cp 31 nodes 99 nps 2000 time 3 pv b1c3 a10a9 e7e8q")
	m.say("info depth 3 score cp 12 upperbound nodes 120 nps 3000 time 4 pv a1a3")
	m.say("info string score cp 1")
	switch {
	case m.manners["bad-move"]:
		m.say("bestmove e2-e4")
	case m.manners["no-word"]:
		m.say("bestmove")
	case m.manners["mated"]:
		m.say("info depth 0 score mate 0")
		m.say("bestmove (none)")
	default:
		m.say("bestmove b1c3 ponder a10a9")
	}
}

func (m *mock) perft(depth int) {
	if m.manners["unknown-perft"] {
		m.say("Unknown command: go perft")
		return
	}
	m.say("a1a2: %d", depth)
	m.say("b1c10+: %d", 2*depth)
	if m.manners["twice"] {
		m.say("a1a2: 0")
	}
	m.say("")
	if m.manners["bad-sum"] {
		depth++
	}
	m.say("Nodes searched: %d", 3*depth)
	m.say("")
}

// misbehave is what can go wrong at the word go; some of it never returns.
func (m *mock) misbehave(limit string) {
	switch {
	case m.manners["crash"]:
		fmt.Fprint(os.Stderr, "assertion failed: king\nlast words")
		os.Exit(7)
	case m.manners["half-line-crash"]:
		fmt.Fprint(m.out, "info depth 1\nbestm")
		os.Exit(7)
	case m.manners["hang-up"]:
		os.Stdout.Close()
		time.Sleep(time.Minute)
	case m.manners["stall"]:
		time.Sleep(time.Minute)
	case m.manners["wait"]:
		m.say("info depth 1 score cp 5 nodes 1 pv a1a2")
		m.manners["wait"] = false // once
		m.wait()
	case m.manners["burst"]:
		for range 20000 {
			m.say("info depth 1 currmove a1a2")
		}
	case m.manners["flood"]:
		for {
			fmt.Fprint(m.out, "info depth 1 currmove a1a2\n")
		}
	case m.manners["flood-line"]:
		for {
			fmt.Fprint(m.out, strings.Repeat("info ", 1000))
		}
	case m.manners["no-perft"] && strings.HasPrefix(limit, "perft"):
		m.say("info depth 1 score cp 20 nodes 50")
		m.say("bestmove a1a2")
	}
}

// wait leaves the search without an answer until stop is read, and the rest of search unsaid.
func (m *mock) wait() {
	in := bufio.NewReader(os.Stdin)
	for {
		text, err := in.ReadString('\n')
		if err != nil {
			os.Exit(0)
		}
		if text == "stop\n" && !m.manners["ignore-stop"] {
			return
		}
	}
}

// startMock starts the test binary as an engine with some manners, with bounds that suit a test.
func startMock(t *testing.T, manners string, opts ...Setting) *Engine {
	t.Helper()
	// The race detector lets a program linger for a second when it ends, unless told otherwise.
	opts = append([]Setting{WithEnv(mockKey+"=engine "+manners, "GORACE=atexit_sleep_ms=0"),
		WithGrace(900 * time.Millisecond)}, opts...)
	e, err := Start(t.Context(), []string{os.Args[0]}, opts...)
	if err != nil {
		t.Fatalf("start with manners %q: %v", manners, err)
	}
	t.Cleanup(func() {
		e.Close()
		checkGone(t, e.proc.cmd.Process.Pid)
	})
	return e
}
