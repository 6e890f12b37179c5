package uci

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"buluo/engine"
	"buluo/internal/talktest"
	"buluo/protocol/console"
)

// talk begins a conversation.
func talk(t testing.TB, speak console.Speaker) *talktest.Talk {
	t.Helper()
	return talktest.Start(t, console.Config{Default: speak})
}

// scripts are conversations as clients hold them.
var scripts = map[string]string{
	"handshake": `
		> uci
		< ^id name Buluo$
		< ^id author
		< ^option name Hash type spin default 1 min 1 max 4$
		< ^option name Threads type spin default 1 min 1 max 64$
		< ^option name MultiPV type spin default 1 min 1 max 500$
		< ^option name UCI_Variant type combo default chess var chess .*var horde-veteran-36-r2
		< ^option name VariantPath type string default <empty>$
		< ^uciok$
		> isready
		< ^readyok$
		> ucinewgame
		> position startpos moves e2e4
		> go depth 3
		< ^info depth 1 seldepth \d+ score cp -?\d+ nodes \d+ nps \d+ time \d+ pv [a-h1-8 ]+$
		< ^info depth 3
		< ^bestmove [a-h][78][a-h][1-8] ponder [a-h][1-8][a-h][1-8]$
		> quit`,
	"a variant": `
		> setoption name uci_variant value horde-veteran-36-r2
		< ^info string variant horde-veteran-36-r2 files 9 ranks 10 pocket 0 template xiangqi startpos rnbakabnr/9/1c5c1/
		> d
		< ^ \| r \| n \| b \| a \| k \| a \| b \| n \| r \| 10$
		< ^   a   b   c   d   e   f   g   h   i$
		< ^Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/VVVVVVVVV/VVVVVVVVV/VVVVVVVVV/VVVVVVVVV/9 w - - 0 1$
		< ^Key: [0-9A-F]{16}$
		< ^Checkers: $
		> go nodes 2000
		< ^info .*nodes 2000
		< ^bestmove [a-i]\d+[a-i]\d+
		> eval
		< ^Final evaluation [+-]\d+\.\d\d \(white side\)$`,
	"perft": `
		> setoption name UCI_Variant value xiangqi
		> position startpos
		> go perft 2
		< ^a1a2: 44$
		< ^$
		< ^Nodes searched: 1920$
		> go perft 40
		> stop
		< ^info string the count was stopped$`,
	"bench": `
		> bench 3
		> isready
		< ^readyok$
		< ^info string horde-veteran-36-r1 positions \d+ nodes \d+ time \d+ nps \d+$
		< ^info string depth 3 positions \d+ nodes \d+ time \d+ nps \d+$
		< ^Total time \(ms\) : \d+$
		< ^Nodes searched  : \d+$
		< ^Nodes/second    : \d+$
		> bench 20
		> stop
		< ^info string the bench was stopped: context canceled$
		> bench 20
		> go depth 2
		< ^info string the bench was stopped
		< ^bestmove
		> go infinite
		> bench 1
		< ^bestmove
		< ^Nodes/second
		> bench many
		< ^info string bench many: it should be a whole number from 1 to 40$
		> bench 3 4
		< ^info string bench takes a depth and nothing more, not "4"$`,
	"chances": `
		> uci
		< ^option name UCI_ShowWDL type check default false$
		> go depth 2
		< ^info depth 2 seldepth \d+ score cp -?\d+ nodes
		< ^bestmove
		> setoption name uci_showwdl value true
		> uci
		< ^option name UCI_ShowWDL type check default true$
		> go depth 2
		< ^info depth 2 seldepth \d+ score cp -?\d+ wdl \d+ \d+ \d+ nodes
		< ^bestmove
		> position fen 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1
		> go depth 3
		< score mate 1 wdl 1000 0 0 nodes
		< ^bestmove
		> position fen 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1 moves f1f7
		> go depth 3
		< ^info depth 0 score cp 0 wdl 0 1000 0$
		< ^bestmove
		> position fen 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1 moves f1f8
		> go depth 3
		< ^info depth 0 score mate 0 wdl 0 0 1000$
		< ^bestmove
		> setoption name UCI_Variant value horde-veteran-36-r2
		> go depth 2
		< ^info depth 2 .* wdl \d+ \d+ \d+ nodes
		< ^bestmove
		> setoption name UCI_ShowWDL value maybe
		< ^info string option UCI_ShowWDL: "maybe" is neither true nor false$
		> setoption name UCI_ShowWDL value false
		> go depth 2
		< ^info depth 2 seldepth \d+ score cp -?\d+ nodes`,
	"some moves": `
		> position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1
		> go searchmoves a1a2 h1g1 depth 4
		< ^info depth 4
		< ^bestmove (a1a2|h1g1)
		> go searchmoves a1a8
		< ^info .* score mate 1 .* pv a1a8$
		> stop
		< ^bestmove a1a8$
		> go depth 3
		< ^bestmove a1a8$`,
	"several lines": `
		> setoption name MultiPV value 3
		> go depth 3
		< ^info depth 3 seldepth \d+ multipv 1 score cp
		< ^info depth 3 seldepth \d+ multipv 2 score cp
		< ^info depth 3 seldepth \d+ multipv 3 score cp
		< ^bestmove
		> go nodes 3001
		< ^info nodes 3001 nps \d+ (hashfull \d+ )?time \d+$
		< ^bestmove
		> position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1
		> go depth 2
		< ^bestmove \(none\)$`,
	"several threads": `
		> setoption name Threads value 3
		> go nodes 60000
		< ^info .* nodes 60000 nps \d+ hashfull \d+
		< ^bestmove [a-h][12]
		> go infinite
		< ^info depth [5-9]
		> isready
		< ^readyok$
		> stop
		< ^bestmove [a-h][12]
		> setoption name Threads value 1
		> go depth 4
		< ^bestmove [a-h][12]`,
	"check and end": `
		> position fen 4k3/8/8/8/8/8/4R3/4K3 b - - 0 1
		> d
		< ^Checkers: e2$
		> position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1
		> d
		< ^Over: 1-0, mate$
		> go movetime 1000
		< ^info depth 0 score mate 0$
		< ^bestmove \(none\)$
		> position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1
		> go
		< ^info depth 0 score cp 0$
		> stop
		< ^bestmove \(none\)$`,
	"garbage": `
		> xyzzy
		< ^info string unknown command: xyzzy$
		> go depth many
		< ^info string go: depth many: it should be a whole number from 1 to 9999$
		> setoption name Contempt value 3
		< ^info string there is no option "Contempt"; there are Hash,
		> setoption name Hash value 5
		< ^info string option Hash: "5" is no whole number from 1 to 4$
		> setoption name UCI_Variant value Chess
		< names are case-sensitive, and there is chess$
		> position fen foo
		< ^info string fen: board: has 1 ranks
		> go depth 3
		< ^info string there is no position
		< ^bestmove \(none\)$
		> d
		< ^info string there is no position
		> eval
		< ^info string there is no position
		> position startpos moves e2e4 e2e4
		< ^info string move 2: e2e4 is not a legal move
		> position startpos
		> go depth 1 quickly searchmoves e2e5 a2a3
		< ^info string go: not understood: quickly$
		< ^info string e2e5 is not a legal move
		< ^bestmove a2a3
		> setoption name UCI_ShowWDL value true
		> go searchmoves e2e5 depth 2
		< ^info string e2e5 is not a legal move
		< ^info depth 0 score cp 0$
		< ^bestmove \(none\)$
		> go depth 0
		< ^info string go: depth 0
		< ^bestmove \(none\)$
		> setoption name Threads value 0
		< ^info string option Threads: "0" is no whole number from 1 to 64$
		> stop
		> ponderhit
		> isready
		< ^readyok$`,
	"pondering": `
		> go ponder wtime 1000 btime 1000
		< ^info depth 3
		> isready
		< ^readyok$
		> ponderhit
		< ^bestmove
		> go ponder depth 2
		< ^info depth 2
		> stop
		< ^bestmove`,
	"one after the other": `
		> go infinite
		< ^info depth 2
		> position startpos moves e2e4
		< ^bestmove [a-h][12]
		> go infinite
		< ^info depth 2
		> go depth 1
		< ^bestmove [a-h][78]
		< ^bestmove [a-h][78]
		> go infinite
		> ucinewgame
		< ^bestmove
		> go infinite
		> setoption name Hash value 2
		< ^bestmove`,
}

func TestScripts(t *testing.T) {
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) { talk(t, Speak).Play(script) })
	}
}

// TestIsReady asks in the middle of a search: the answer comes at once, and no move with it.
func TestIsReady(t *testing.T) {
	k := talk(t, Speak)
	k.Say("go infinite")
	for range 20 {
		for _, line := range k.Sync("isready", "readyok") {
			if !strings.HasPrefix(line, "info ") {
				t.Fatalf("the search has not been stopped, but said %q", line)
			}
		}
	}
	k.Say("stop")
	k.Hear("^bestmove")
}

// TestLeaving ends the conversation in the middle of a search, in each way. The search ends at once, with its move.
func TestLeaving(t *testing.T) {
	for _, how := range []string{"quit", "end of input"} {
		for _, what := range []string{"go infinite", "go movetime 3600000", "go ponder", "go perft 50"} {
			k := talk(t, Speak)
			k.Say(what)
			if how == "quit" {
				k.Say("quit")
			} else {
				k.Close()
			}
			said := k.Left()
			moves := slices.IndexFunc(said, func(line string) bool { return strings.HasPrefix(line, "bestmove ") })
			if counting := strings.Contains(what, "perft"); counting != (moves < 0) {
				t.Errorf("%s after %s: said %q", how, what, said)
			}
		}
	}
}

// TestCyclone speaks the dialect both ways into it. Ranks count from 0, the side is r, and the game is xiangqi.
func TestCyclone(t *testing.T) {
	const dialog = `
		> fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1 moves h2e2 h9g7
		> d
		< ^ \| r \| n \| b \| a \| k \| a \| b \|   \| r \| 9$
		< ^Fen: .* w - - 2 2$
		> go depth 2
		< pv [a-i]\d[a-i]\d
		< ^bestmove [a-i]\d[a-i]\d( ponder [a-i]\d[a-i]\d)?$
		> startpos moves a0a1
		> go perft 1
		< ^i9i8: 1$
		< ^Nodes searched: 44$
		> quit`
	t.Run("by its first word", func(t *testing.T) {
		k := talk(t, SpeakCyclone)
		k.Say("uci")
		if line := k.Hear("^option name UCI_Variant"); len(line) > cycloneLine || !strings.Contains(line, "default xiangqi var xiangqi var ") {
			t.Errorf("%d bytes: %s", len(line), line)
		}
		k.Hear("^uciok$")
		k.Play(dialog)
	})
	t.Run("by its first position", func(t *testing.T) {
		k := talk(t, Speak)
		k.Play("> uci\n< ^uciok$\n> setoption name UCI_Variant value chess\n" + dialog)
	})
	t.Run("with a variant given beforehand", func(t *testing.T) {
		for _, speak := range []console.Speaker{Speak, SpeakCyclone} {
			e, err := engine.New(engine.Config{HashMB: 1, MaxHashMB: 4, Variant: "horde-veteran-36-r2"})
			if err != nil {
				t.Fatal(err)
			}
			k := talktest.Start(t, console.Config{Default: speak, Engine: e})
			k.Play(`
				> ucicyclone
				> d
				< ^Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/V`)
		}
	})
	t.Run("with a variant chosen before", func(t *testing.T) {
		k := talk(t, Speak)
		k.Play(`
			> setoption name UCI_Variant value horde-standard-36-r1
			> startpos moves a3a4
			> d
			< ^Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/P8/1PPPPPPPP/`)
	})
}

// TestLoad gives the engine stanzas in every way there is, good and bad.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "mine.ini")
	if err := os.WriteFile(file, []byte("[mine:xiangqi]\nstalemateValue = draw\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(dir, "bad.ini")
	if err := os.WriteFile(bad, []byte("[worse:xiangqi]\nstalemateValue = maybe\nnonsense = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	k := talk(t, Speak)
	k.Play(`
		> load <<EOF
		> [here:xiangqi]
		> stalemateValue = win
		> quit
		> EOF
		< ^info string input:3: no = in the line "quit"`)
	k.Play(`
		> load <<EOF
		> [here:xiangqi]
		> stalemateValue = win
		> EOF
		< ^info string load: 1 variant, no mistakes: here$
		> setoption name UCI_Variant value here
		< ^info string variant here
		> check <<.
		> [there:here]
		> .
		< ^info string check: 1 variant, no mistakes: there$
		> load
		< ^info string load wants a file after it`)
	k.Say("check " + bad)
	k.Hear(`bad.ini:2: stalemateValue: `)
	k.Hear(`bad.ini:3: nonsense: `)
	k.Say("load " + filepath.Join(dir, "none.ini"))
	k.Hear("^info string cannot read .*none.ini: no such file")
	k.Say("setoption name VariantPath value " + file + ":" + bad)
	k.Hear(`bad.ini:3: nonsense: `)
	k.Say("uci")
	if line := k.Hear("^option name UCI_Variant"); !strings.HasSuffix(line, " var here var mine") {
		t.Errorf("the list ends in %s", line[max(0, len(line)-60):])
	}
	k.Play("> setoption name UCI_Variant value mine\n< ^info string variant mine ")
}

// TestLoadAtTheEnd reads a text that the end of the input cuts off.
func TestLoadAtTheEnd(t *testing.T) {
	k := talk(t, Speak)
	k.Say("load <<EOF", "[here:xiangqi]")
	k.Close()
	if said := k.Left(); len(said) != 1 || !strings.HasSuffix(said[0], "no mistakes: here") {
		t.Errorf("%q", said)
	}
}

// TestLongLine skips a line without end and goes on.
func TestLongLine(t *testing.T) {
	k := talk(t, Speak)
	k.Say("position startpos moves " + strings.Repeat("e2e4 ", 300_000))
	k.Hear("^info string that line is too long")
	k.Sync("isready", "readyok")
}

// FuzzUCI says any lines: nothing panics, and isready is answered after them.
func FuzzUCI(f *testing.F) {
	talktest.Seed(f, scripts)
	f.Add("load <<\n[a:xiangqi]\nx\n\n")
	f.Add("load\v<<\n[a:")
	f.Add("go perft 9\ngo\ngo ponder\nponderhit\nposition fen \x00 moves \xff")
	f.Add("fen 4k4/9/9/9/9/9/9/9/9/4K4 r\ngo nodes 5\nd\nsetoption name VariantPath value a:b;c")
	f.Fuzz(func(t *testing.T, text string) {
		k := talktest.Babble(t, Speak, Parse, text)
		k.Say("stop")
		k.Sync("isready", "readyok")
	})
}
