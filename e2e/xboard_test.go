package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// match is a game that XBoard has two programs play.
type match struct {
	variant       string
	first, second string   // commands; "" is buluo
	limits        []string // "" is two plies a move
	gui           bool     // with its windows; else they stay closed, which is quicker
}

// game is what XBoard recorded of it.
type game struct {
	pgn    string
	moves  []string // as the programs sent them, both sides'
	result string   // the last line of the PGN: why it ended, and how
	debug  string
}

var (
	movePattern = regexp.MustCompile(`(?m)^\d+ <(?:first |second): move (\S+)`)
	complaints  = regexp.MustCompile(`(?mi)^\d+ <(first |second): (Illegal|Error \((fen|no |there)).*|` +
		`.*(forfeit|false .* claim|exited unexpectedly).*`)
)

// play plays a match of one game.
func (m match) play(t *testing.T) game {
	t.Helper()
	needs(t, "xboard", "xvfb-run", "xauth")
	dir := t.TempDir()
	pgn, debug := filepath.Join(dir, "game.pgn"), filepath.Join(dir, "game.debug")
	command := func(c string) string {
		if c == "" {
			return buluo
		}
		return c
	}
	if m.limits == nil {
		// Without pondering: what a search in the opponent's time leaves behind depends on how long that was.
		m.limits = []string{"-tc", "1", "-inc", "0", "-depth", "2", "-xponder"}
	}
	args := append([]string{
		"-a", "xboard", "-fcp", command(m.first), "-scp", command(m.second), "-mode", "TwoMachines", "-variant", m.variant, "-mg", "1",
		"-sgf", pgn, "-debug", "-nameOfDebugFile", debug, "-popupExitMessage", "false", "-popupMoveErrors", "false", "-matchPause", "100",
		"-animateMoving", "false", "-soundMove", "", "-ringBellAfterMoves", "false",
		"-settingsFile", filepath.Join(dir, "none"), "-saveSettingsOnExit", "false",
	}, m.limits...)
	if !m.gui {
		args = append(args, "-noGUI")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "xvfb-run", args...)
	cmd.Env = append(os.Environ(), "HOME="+dir)
	cmd.Dir = dir
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.CombinedOutput()
	log, _ := os.ReadFile(debug)
	record, readErr := os.ReadFile(pgn)
	if err != nil || readErr != nil {
		t.Fatalf("xboard: %v, %v\n%s\n%s", err, readErr, tail(string(out)), tail(string(log)))
	}
	g := game{pgn: string(record), debug: string(log)}
	for _, found := range movePattern.FindAllStringSubmatch(g.debug, -1) {
		g.moves = append(g.moves, found[1])
	}
	lines := strings.Split(strings.TrimSpace(g.pgn), "\n")
	g.result = lines[len(lines)-1]
	for _, line := range complaints.FindAllString(g.debug, -1) {
		t.Errorf("%s: %s", m.variant, line)
	}
	return g
}

// tail returns the end of a text.
func tail(text string) string {
	if len(text) > 1500 {
		return "..." + text[len(text)-1500:]
	}
	return text
}

// byTheRules is how a game ends that nobody broke off: XBoard sees it, a program claims a draw, both see one, or ours names an end that XBoard
// knows no rule for. XBoard spells itself in two ways.
const byTheRules = `^{(X[Bb]oard adjudication: .*|Draw agreed|Draw claim: .*|campmate|perpetual (chase|check))} (1-0|0-1|1/2-1/2)$`

// ended checks that a game was played to an end by the rules.
func (g game) ended(t *testing.T, name, pattern string) {
	t.Helper()
	if !regexp.MustCompile(pattern).MatchString(g.result) || len(g.moves) < 10 {
		t.Errorf("%s: %d moves, %s\n%s", name, len(g.moves), g.result, tail(g.debug))
	}
}

// TestXboardKingless has XBoard, windows and all, show a whole game of a side without a general: it checks every move by the
// description it was given, and sees the end for itself. The depth is one at which no soldier comes to stand diagonally above the general: XBoard 4.9 takes
// that for a check by a soldier that captures diagonally forward, and the next move for impossible (two games, at depths 4 and 5).
func TestXboardKingless(t *testing.T) {
	g := match{variant: "horde-cover-12-r4", gui: true, limits: []string{"-tc", "1", "-inc", "0", "-depth", "3", "-xponder"}}.play(t)
	g.ended(t, "horde-cover-12-r4", `^{Xboard adjudication: (Checkmate|Stalemate)} (1-0|0-1)$`)
	for _, tag := range []string{`[Variant "horde-cover-12-r4"]`, `[VariantMen "V:fsWcfF"]`, `[FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/`} {
		if !strings.Contains(g.pgn, tag) {
			t.Errorf("the record lacks %s:\n%s", tag, g.pgn)
		}
	}
}

// TestXboardVariants plays a game of every kind of description: pieces of our own, promoted pieces, other boards, castling. Pawns on ten ranks
// are left out: XBoard 4.9 takes a capture that promotes there for an impossible move.
func TestXboardVariants(t *testing.T) {
	variants := []string{
		"normal", "orda", "horde", "minixiangqi", "buluo-xiangqi-casual", "horde-veteran-18-r1", "horde-promoting-27-r2",
	}
	if testing.Short() {
		variants = variants[:2]
	}
	for _, name := range variants {
		match{variant: name}.play(t).ended(t, name, byTheRules)
	}
}

// TestXboardClock plays against the clock, pondering: nobody may overstep. The game is another one each time, so it is chess, of which XBoard
// takes no legal move for an illegal one.
func TestXboardClock(t *testing.T) {
	g := match{variant: "normal", limits: []string{"-tc", "0:02", "-inc", "0", "-ponder"}}.play(t)
	g.ended(t, "against the clock", byTheRules)
}

// TestAdapters has one game of xiangqi played through uci2wb in UCCI, in UCI-Cyclone by either way into it, and without an
// adapter. The search is the same, so all games must be, move for move, as long as the no-capture clock is young: the adapter hands over the
// game from the last soldier's move on, and with it a clock that is younger than it should be.
func TestAdapters(t *testing.T) {
	needs(t, "uci2wb")
	want := match{variant: "xiangqi"}.play(t)
	want.ended(t, "CECP", byTheRules)
	for name, command := range map[string]string{
		"UCCI":                               fmt.Sprintf("uci2wb -x %s", buluo),
		"UCI-Cyclone":                        fmt.Sprintf("uci2wb -c '%s engine ucicyclone'", buluo),
		"UCI-Cyclone, by the first position": fmt.Sprintf("uci2wb -c %s", buluo),
	} {
		got := match{variant: "xiangqi", first: command}.play(t)
		got.ended(t, name, byTheRules)
		if young := 40; opening(got.moves, young) != opening(want.moves, young) {
			t.Errorf("%s: %d moves, %s; want %d, %s\n%s", name, len(got.moves), got.result, len(want.moves), want.result, tail(got.debug))
		}
	}
}

// opening is the first moves of a game.
func opening(moves []string, n int) string { return strings.Join(moves[:min(n, len(moves))], " ") }

// TestAdapterClock plays UCCI against the clock, so that units of time are put to the test.
func TestAdapterClock(t *testing.T) {
	needs(t, "uci2wb")
	began := time.Now()
	g := match{variant: "xiangqi", first: "uci2wb -x " + buluo, limits: []string{"-tc", "0:02", "-inc", "0"}}.play(t)
	g.ended(t, "UCCI against the clock", byTheRules)
	if spent := time.Since(began); spent < 500*time.Millisecond {
		t.Errorf("a game of two seconds a side took %v", spent)
	}
}
