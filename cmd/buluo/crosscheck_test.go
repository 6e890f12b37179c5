package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// init lets the scripts call an engine: the test binary with these arguments is one that plays minixiangqi only. The last
// word names its fault.
func init() {
	if len(os.Args) == 3 && os.Args[1] == "mock-engine" {
		mockEngine(os.Args[2])
		os.Exit(0)
	}
}

// mockEngine is the least that can be cross-checked: our own rules, or with the fault "stuck", soldiers that never move.
func mockEngine(fault string) {
	spec, err := variant.Load("minixiangqi")
	if err != nil {
		panic(err)
	}
	r, err := rules.Compile(spec)
	if err != nil {
		panic(err)
	}
	g, p := movegen.For(r), position.Start(r)
	legal := func() []board.Move {
		moves := g.Legal(p, nil)
		if fault == "stuck" {
			moves = slices.DeleteFunc(moves, func(m board.Move) bool { return p.At(m.From()).Type() == spec.Type('p') })
		}
		return moves
	}
	sc := bufio.NewScanner(os.Stdin)
	for sc.Scan() {
		words := strings.Fields(sc.Text())
		switch words[0] {
		case "uci":
			fmt.Println("id name Mock\noption name UCI_Variant type combo default minixiangqi var minixiangqi\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			p = mockPosition(r, g, words[1:])
		case "go":
			if words[1] != "perft" {
				mockSearch(g, p)
				continue
			}
			depth, _ := strconv.Atoi(words[2])
			mockPerft(r, g, p, legal(), depth)
		case "d":
			checkers := ""
			if p.InCheck() {
				checkers = "a1"
			}
			fmt.Printf("Fen: %s\nCheckers: %s\n", p.FEN(), checkers)
		case "quit":
			return
		}
	}
}

func mockPosition(r *rules.Rules, g *movegen.Generator, words []string) *position.Position {
	at := slices.Index(words, "moves")
	if at < 0 {
		at = len(words)
	}
	p := position.Start(r)
	if words[0] == "fen" {
		var err error
		if p, err = position.Parse(r, strings.Join(words[1:at], " ")); err != nil {
			panic(err)
		}
	}
	for _, text := range words[min(at+1, len(words)):] {
		for _, m := range g.Legal(p, nil) {
			if r.UCI(m) == text {
				p.Do(m)
				break
			}
		}
	}
	return p
}

func mockPerft(r *rules.Rules, g *movegen.Generator, p *position.Position, moves []board.Move, depth int) {
	var sum uint64
	for _, m := range moves {
		p.Do(m)
		n := movegen.Perft(g, p, depth-1)
		p.Undo()
		sum += n
		fmt.Printf("%s: %d\n", r.UCI(m), n)
	}
	fmt.Printf("Nodes searched: %d\n", sum)
}

// mockSearch has no score to tell, so that none is compared.
func mockSearch(g *movegen.Generator, p *position.Position) {
	if !g.Any(p) {
		fmt.Println("bestmove (none)")
		return
	}
	fmt.Println("bestmove a1a2")
}

func TestSplitCommand(t *testing.T) {
	for text, want := range map[string][]string{
		"engine":                           {"engine"},
		"  engine  -x ":                    {"engine", "-x"},
		`'/my engines/e' --name "it's me"`: {"/my engines/e", "--name", "it's me"},
		`e ""`:                             {"e", ""},
		`e a"b c"d`:                        {"e", "ab cd"},
		"":                                 nil,
		"   ":                              nil,
		`e "open`:                          nil,
	} {
		got, err := splitCommand(text)
		if (err != nil) != (want == nil) {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, got); err == nil && diff != "" {
			t.Errorf("%q (- want, + got):\n%s", text, diff)
		}
	}
}

// FuzzSplitCommand: no text panics, and words without quotes and blanks come back as they are.
func FuzzSplitCommand(f *testing.F) {
	f.Add("engine -x 'a b'")
	f.Fuzz(func(t *testing.T, text string) {
		words, err := splitCommand(text)
		if err == nil && !strings.ContainsAny(text, `'"`) && strings.Join(words, " ") != strings.Join(strings.FieldsFunc(text,
			func(r rune) bool { return r == ' ' || r == '\t' }), " ") {
			t.Errorf("%q gives %q", text, words)
		}
	})
}
