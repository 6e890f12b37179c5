package ucci

import (
	"strings"
	"testing"
	"time"

	"buluo/internal/talktest"
	"buluo/protocol/console"
)

func talk(t testing.TB) *talktest.Talk {
	t.Helper()
	return talktest.Start(t, console.Config{Default: Speak})
}

// scripts are conversations as clients hold them.
var scripts = map[string]string{
	"handshake": `
		> ucci
		< ^id name Buluo$
		< ^option usemillisec type check default true$
		< ^option newgame type button$
		< ^option hashsize type spin min 1 max 4 default 1$
		< ^option Clear_Hash type button$
		< ^option UCI_Variant type combo var xiangqi var manchu .* default xiangqi$
		< ^ucciok$
		> isready
		< ^readyok$
		> setoption usemillisec true
		> setoption hashsize 2
		> setoption newgame
		> position startpos moves h2e2
		> go depth 3
		< ^info depth 3 score -?\d+ time \d+ nodes \d+ pv [a-i]\d[a-i]\d
		< ^bestmove [a-i][5-9][a-i]\d ponder [a-i]\d[a-i]\d$
		> quit
		< ^bye$`,
	"a position of an adapter": `
		> uxinewgame
		> position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7
		> d
		< ^Fen: rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2$
		> go time 1000 movestogo 40 opptime 1000 oppmovestogo 40
		< ^bestmove `,
	"another game": `
		> setoption ucci_variant horde-standard-36-r1
		> position startpos moves a3a4
		> go nodes 500
		< ^bestmove [a-i]\d[a-i]\d
		> setoption UCI_Variant no-such-game
		< ^info message no variant is called`,
	"no move": `
		> position fen 3k1r3/9/9/9/9/9/9/9/r8/4K4 w - - 0 1
		> go depth 3
		< ^info depth 0 score -30000 time 0 nodes 0$
		< ^nobestmove$
		> stop
		< ^nobestmove$`,
	"banned moves": `
		> position fen 4k4/R8/8R/9/9/9/9/9/9/3K5 w - - 0 1
		> banmoves i7i9
		> go depth 3
		< ^bestmove (a8|d0|i7i[0-8]|i7[a-h])
		> go depth 4
		< ^bestmove (a8|d0|i7i[0-8]|i7[a-h])
		> position fen 4k4/R8/8R/9/9/9/9/9/9/3K5 w - - 0 1
		> go depth 3
		< ^bestmove i7i9
		> position fen 4k4/9/9/9/9/9/9/5r3/9/3K5 w - - 0 1
		> banmoves d0d1
		> go depth 3
		< ^info depth 0 score 0 time
		< ^nobestmove$
		> go depth 0
		< ^info message go: depth 0
		< ^nobestmove$`,
	"pondering": `
		> go ponder time 1000 increment 0 opptime 1000 oppincrement 0
		< ^info depth 3
		> isready
		< ^readyok$
		> ponderhit draw
		< ^bestmove
		> go infinite
		> stop
		< ^bestmove
		> go depth infinite
		> setoption newgame
		< ^bestmove`,
	"garbage": `
		> xyzzy
		< ^info message unknown command: xyzzy$
		> setoption name Hash value 2
		< ^info message there is no option "name"$
		> setoption hashsize 9
		< ^info message option Hash: "9"
		> setoption usemillisec perhaps
		< ^info message option usemillisec
		> go depth 1 soon
		< ^info message go: not understood: soon
		< ^bestmove
		> setoption MultiPV 3
		< ^info message there is no option "MultiPV"$
		> banmoves h2e9
		> go depth 1
		< ^info message h2e9 is not a legal move
		< ^bestmove
		> probe startpos
		< ^info message probe is not supported
		> position fen 9/9
		< ^info message fen: board
		> go depth 1
		< ^info message there is no position
		< ^nobestmove$
		> d
		< ^info message there is no position`,
}

func TestScripts(t *testing.T) {
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) { talk(t).Play(script) })
	}
}

// TestUnit checks what a time means: the same number is a thousand times as much to a client that counts in seconds.
func TestUnit(t *testing.T) {
	c := Go{Clocked: true, Time: 60, Increment: 2, MovesToGo: 9, MoveTime: 3}
	for _, unit := range []time.Duration{time.Millisecond, time.Second} {
		l := c.limits(unit)
		if l.Clock.Left != 60*unit || l.Clock.Increment != 2*unit || l.MovesToGo != 9 || l.MoveTime != 3*unit || l.Infinite {
			t.Errorf("%v: %+v", unit, l)
		}
	}
	k := talk(t)
	k.Say("setoption usemillisec false", "ucci")
	k.Hear("^option usemillisec type check default false$")
	began := time.Now()
	k.Say("go time 20 movestogo 40")
	k.Hear("^bestmove")
	if spent := time.Since(began); spent < 100*time.Millisecond {
		t.Errorf("a move of twenty seconds for forty took %v", spent)
	}
}

// TestVariants keeps the declaration within what clients read.
func TestVariants(t *testing.T) {
	k := talk(t)
	k.Say("ucci")
	if line := k.Hear("^option UCI_Variant"); len(line) > longestLine {
		t.Errorf("%d bytes: %s", len(line), line)
	}
}

// TestLeaving ends the conversation in the middle of a search.
func TestLeaving(t *testing.T) {
	k := talk(t)
	k.Say("go infinite", "quit")
	if said := k.Left(); len(said) < 2 || !strings.HasPrefix(said[len(said)-2], "bestmove ") || said[len(said)-1] != "bye" {
		t.Errorf("said %q", said)
	}
	k = talk(t)
	k.Say("go infinite")
	k.Close()
	if said := k.Left(); len(said) < 1 || !strings.HasPrefix(said[len(said)-1], "bestmove ") {
		t.Errorf("said %q", said)
	}
}

// FuzzUCCI says any lines: nothing panics, and isready is answered after them.
func FuzzUCCI(f *testing.F) {
	talktest.Seed(f, scripts)
	f.Fuzz(func(t *testing.T, text string) {
		k := talktest.Babble(t, Speak, Parse, text)
		k.Sync("isready", "readyok")
	})
}
