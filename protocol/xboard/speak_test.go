package xboard

import (
	"slices"
	"strings"
	"testing"

	"buluo/engine"
	"buluo/internal/talktest"
	"buluo/protocol/console"
)

func talk(t testing.TB) *talktest.Talk {
	t.Helper()
	return talktest.Start(t, console.Config{Default: Speak})
}

// scripts are conversations as XBoard holds them.
var scripts = map[string]string{
	"handshake": `
		> xboard
		> protover 2
		< ^feature ping=1$
		< ^feature usermove=1$
		< ^feature smp=1$
		< ^feature myname="Buluo"$
		< ^feature variants="normal,.*horde-veteran-36-r1,.*"$
		< ^feature option="MultiPV -spin 1 1 500"$
		< ^feature option="Move Overhead -spin 30 0 5000"$
		< ^feature done=1$
		> accepted ping
		> new
		> random
		> level 40 5 0
		> post
		> hard
		> ping 7
		< ^pong 7$
		> memory 2
		> cores 1
		> quit`,
	"a game of chess": `
		> new
		> sd 2
		> post
		> time 1000
		> otim 1000
		> usermove e2e4.
		< ^2 -?\d+ \d+ \d+ [a-h][1-8]
		< ^move [a-h][78][a-h][1-8]$
		> usermove e2e4
		< ^Illegal move: e2e4$
		> hint
		< ^Hint: [a-h][1-8][a-h][1-8]$
		> d2d4
		< ^move [a-h][5-8][a-h][1-8]$
		> remove
		> d
		< ^Fen: .* w KQkq - [01] 2$
		> force
		> usermove g1f3
		> undo
		> undo
		> undo
		> undo
		< ^Error \(there are no such moves to take back\): undo$
		> usermove e2e4
		> remove
		< ^Error \(there are no such moves to take back\): remove$
		> d
		< ^Fen: .*/4P3/.* b KQkq
		> undo
		> playother
		> usermove d2d4
		< ^move [a-h][78]`,
	"a described variant": `
		> new
		> variant horde-veteran-36-r2
		< ^setup \(PN.R.AB....C.....V....pn.r.ab..k.c.....v....\) 9x10\+0_xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/V
		< ^piece V& fsW$
		> nopost
		> st 1
		> sd 2
		> go
		< ^move [a-i]\d[a-i]\d$
		> variant no-such-game
		< ^Error \(no variant is called
		> setboard rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/VVVVVVVVV/VVVVVVVVV/VVVVVVVVV/9 b - - 0 1
		> go
		< ^move [a-i][6-9][a-i]\d$
		> setboard nonsense
		< ^Error \(fen: board
		> go
		< ^Error \(there is no position
		> undo
		< ^Error \(there is no position`,
	"move now": `
		> new
		> force
		> st 1000
		> post
		> go
		< ^3 
		> ?
		< ^move [a-h][12]
		> new
		> level 0 600 0
		> post
		> usermove e2e4
		< ^3 
		> ping 1
		> ?
		< ^move [a-h]\d[a-h]\d$
		< ^pong 1$
		> usermove d2d4
		< ^3 
		> ping 6
		> new
		< ^pong 6$
		> new
		> ping 2
		< ^pong 2$`,
	"settings while it thinks": `
		> new
		> st 1000
		> post
		> usermove e2e4
		< ^3 
		> option Move Overhead=50
		< ^move [a-h]\d[a-h]\d$
		> usermove d2d4
		< ^3 
		> cores 1
		< ^move [a-h]\d
		> usermove c2c3
		< ^3 
		> memory 1
		< ^move [a-h]\d`,
	"settings in analysis": `
		> new
		> post
		> analyze
		< ^3 
		> option MultiPV=2
		< ^1 
		< ^3 
		> cores 1
		< ^1 
		< ^3 
		> usermove e2e4
		< ^2 -?\d+ \d+ \d+ [a-h][78]
		> new
		< ^2 -?\d+ \d+ \d+ [a-h][12]
		> usermove d2d4
		< ^2 -?\d+ \d+ \d+ [a-h][78]
		> variant horde-veteran-36-r2
		< ^setup
		< ^2 -?\d+ \d+ \d+ [a-i]\d
		> .
		< ^stat01: `,
	"analysis": `
		> new
		> post
		> analyze
		< ^3 
		> .
		< ^stat01: \d+ \d+ [1-9]\d* 0 0$
		> usermove e2e4
		< ^2 -?\d+ \d+ \d+ [a-h][78]
		> undo
		< ^2 -?\d+ \d+ \d+ [a-h][12]
		> setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
		< ^2 -?\d+ \d+ \d+ e[12]|^2 .* e1
		> setboard nonsense
		< ^Error \(fen
		> exit
		> .
		> ping 5
		< ^pong 5$`,
	"ends against a person": `
		> new
		> force
		> setboard 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1
		> sd 4
		> go
		< ^move d1d8$
		< ^1-0 {mate}$
		> setboard R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1
		> go
		< ^1-0 {mate}$
		> setboard 7k/8/8/p7/P7/8/8/K7 w - - 99 80
		> go
		< ^move a1
		< ^1/2-1/2 {clock}$`,
	"ends against a program": `
		> new
		> computer
		> force
		> setboard 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1
		> sd 4
		> go
		< ^move d1d8$
		> force
		> setboard R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1
		> go
		< ^1-0 {mate}$
		> force
		> setboard 7k/8/8/p7/P7/8/8/K7 w - - 99 80
		> sd 1
		> go
		< ^move a1
		< ^offer draw$
		> draw
		< ^offer draw$
		> usermove h8g8
		< ^offer draw$
		< ^move `,
	"an extinct side": `
		> new
		> variant horde-standard-18-r1
		< ^setup
		> force
		> setboard 3k5/9/9/9/9/9/9/9/9/r7P b - - 0 1
		> computer
		> sd 2
		> go
		< ^move a0i0$
		> new
		> variant horde-standard-18-r1
		> force
		> setboard 3k5/9/9/9/9/9/9/9/9/r7P b - - 0 1
		> computer
		> playother
		> usermove a0i0
		< ^0-1 {extinction}$`,
	"garbage": `
		> xyzzy
		< ^Error \(unknown command\): xyzzy$
		> level 0 x 0
		< ^Error \("x" is no time
		> option Move Overhead=fast
		< ^Error \(option Move Overhead: "fast"
		> option Move Overhead=10
		> option Clear Hash
		> option No Such=1
		< ^Error \(there is no option "No Such"
		> memory 64
		> cores 8
		> memory 0
		< ^Error \(option Hash: "0"
		> cores -1
		< ^Error \(option Threads: "-1"
		> usermove z9z9
		< ^Illegal move: z9z9$
		> check <<.
		> nonsense
		> .
		< ^# input:1: 
		> ping 3
		< ^pong 3$`,
}

func TestScripts(t *testing.T) {
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) { talk(t).Play(script) })
	}
}

// TestClaimsNothing against a program: a win is for the other side to concede.
func TestClaimsNothing(t *testing.T) {
	k := talk(t)
	k.Say("new", "computer", "force", "setboard 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "sd 4", "go")
	k.Hear("^move d1d8$")
	if said := k.Sync("ping 1", "pong 1"); len(said) > 0 {
		t.Errorf("said %q", said)
	}
}

// TestAborts checks that nothing of a search that was given up is heard: a move of the position before would be played in the
// next.
func TestAborts(t *testing.T) {
	for _, abort := range []string{
		"force", "new", "undo", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "variant xiangqi", "result *", "analyze", "quit",
	} {
		k := talk(t)
		k.Say("new", "st 1000", "post", "usermove e2e4")
		k.Hear("^2 ")
		k.Say(abort)
		var said []string
		if abort == "quit" {
			said = k.Left()
		} else {
			said = k.Sync("ping 1", "pong 1")
		}
		if slices.ContainsFunc(said, func(line string) bool { return strings.HasPrefix(line, "move ") }) {
			t.Errorf("%s: said %q", abort, said)
		}
	}
}

// TestPondering has the engine think on the answer it expects: when that is played the search goes on, when another is, it
// begins anew.
func TestPondering(t *testing.T) {
	for _, hit := range []bool{true, false} {
		k := talk(t)
		k.Say("new", "hard", "post", "sd 3", "usermove e2e4")
		k.Hear("^move ")
		k.Say("hint")
		answer := strings.TrimPrefix(k.Hear("^Hint: "), "Hint: ")
		deep := slices.ContainsFunc(k.Heard(), func(line string) bool { return strings.HasPrefix(line, "3 ") })
		switch {
		case hit:
		case answer == "a2a3":
			answer = "h2h3"
		default:
			answer = "a2a3"
		}
		if !deep {
			k.Hear("^3 ") // it ponders, without end
		}
		if said := k.Sync("ping 2", "pong 2"); slices.ContainsFunc(said, func(line string) bool { return strings.HasPrefix(line, "move") }) {
			t.Errorf("while it ponders it says %q", said)
		}
		k.Say("usermove " + answer)
		k.Hear("^move [a-h][1-8][a-h][1-8]$")
		if began := slices.ContainsFunc(k.Heard(), func(line string) bool { return strings.HasPrefix(line, "1 ") }); began == hit {
			t.Errorf("the answer was expected: %v; it thought: %q", hit, k.Heard())
		}
		k.Say("d")
		k.Hear("^Fen: .* w KQkq .* 3$")
		k.Say("easy")
		k.Sync("ping 3", "pong 3")
	}
}

// TestSession counts the moves to go within a session of the clock.
func TestSession(t *testing.T) {
	s := &session{Desk: &console.Desk{Engine: newEngine(t, "chess")}, level: Level{Moves: 3}}
	moves := strings.Fields("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6")
	for n, want := range []int{3, 3, 2, 2, 1, 1, 3, 3, 2} {
		if err := s.Engine.Setup("", moves[:n], engine.FromOne); err != nil {
			t.Fatal(err)
		}
		if l := s.limits(); l.MovesToGo != want {
			t.Errorf("after %d plies there are %d moves to go, want %d", n, l.MovesToGo, want)
		}
	}
}

// FuzzXboard says any lines: nothing panics, and ping is answered after them.
func FuzzXboard(f *testing.F) {
	talktest.Seed(f, scripts)
	f.Fuzz(func(t *testing.T, text string) {
		k := talktest.Babble(t, Speak, Parse, text)
		k.Say("force") // else a ping waits for the move that is being thought about
		k.Sync("ping 77", "pong 77")
	})
}
