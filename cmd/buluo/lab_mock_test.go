package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"buluo/game"
	"buluo/movegen"
	"buluo/rules"
	"buluo/variant"
)

// mock is an engine for the lab's scripts, `mock MANNER [PLY]`: it plays well-behaved moves, the same every time, until a position of that many plies,
// where it does what its manner says.
func mock() {
	manner, ply := os.Args[1], 0
	if len(os.Args) > 2 {
		_, err := fmt.Sscan(os.Args[2], &ply)
		must(err)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	r := mustRules("minixiangqi")
	g := game.New(r)
	for in.Scan() {
		line := in.Text()
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "uci":
			known := "minixiangqi"
			if manner == "variant" {
				known = "chess"
			}
			fmt.Printf("id name mock %s\noption name UCI_Variant type combo default chess var chess var %s\n", manner, known)
			fmt.Println("option name Hash type spin default 16 min 1 max 64\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			g = mustPosition(r, rest)
		case "go":
			if g.Len() >= ply {
				misbehave(manner)
			}
			moves := movegen.For(r).Legal(g.Position(), nil)
			m := moves[g.Position().Key()%uint64(len(moves))]
			fmt.Printf("info depth 1 nodes 7 score cp 3\nbestmove %s\n", r.UCI(m))
		case "quit":
			return
		}
	}
}

// misbehave does what a manner says; good ones do nothing.
func misbehave(manner string) {
	switch manner {
	case "crash":
		os.Exit(3)
	case "stall":
		time.Sleep(time.Minute)
	case "illegal":
		fmt.Println("bestmove a1a7")
	case "garbage":
		fmt.Println("bestmove to-be-announced")
	case "endless":
		for {
			fmt.Println("info depth 1 nodes 1 score cp 0")
		}
	}
}

func mustRules(name string) *rules.Rules {
	spec, err := variant.Load(name)
	must(err)
	r, err := rules.Compile(spec)
	must(err)
	return r
}

// mustPosition reads what follows the word position.
func mustPosition(r *rules.Rules, text string) *game.Game {
	setup, moves, _ := strings.Cut(text, " moves ")
	fen, given := strings.CutPrefix(setup, "fen ")
	if !given {
		fen = ""
	}
	g, err := game.FromFEN(r, fen)
	must(err)
	for _, m := range strings.Fields(moves) {
		must(g.PlayUCI(m))
	}
	return g
}
