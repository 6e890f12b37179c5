package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// mirror is the program `mirror` of the scripts: a UCI engine with our own rules of xiangqi that can count leaves, and plays
// nothing. As `liar` it leaves the last move out.
func mirror() { counts(false) }

func liar() { counts(true) }

func counts(lies bool) {
	spec, err := variant.Load("xiangqi")
	must(err)
	r, err := rules.Compile(spec)
	must(err)
	p := position.Start(r)
	for sc := bufio.NewScanner(os.Stdin); sc.Scan(); {
		words := strings.Fields(sc.Text())
		switch {
		case len(words) == 0:
		case words[0] == "uci":
			fmt.Println("id name Mirror\noption name UCI_Variant type combo default xiangqi var xiangqi\nuciok")
		case words[0] == "isready":
			fmt.Println("readyok")
		case words[0] == "position" && words[1] == "fen":
			if i := slices.Index(words, "moves"); i > 0 {
				words = words[:i]
			}
			p, err = position.Parse(r, strings.Join(words[2:], " "))
			must(err)
		case words[0] == "position":
			p = position.Start(r)
		case words[0] == "go" && words[1] != "perft":
			fmt.Println("info depth 1 score cp 0\nbestmove (none)")
		case words[0] == "go":
			divide(p, words[len(words)-1], lies)
		case words[0] == "quit":
			return
		default:
			fmt.Println("Unknown command:", words[0])
		}
	}
}

// divide answers `go perft N`.
func divide(p *position.Position, depth string, lies bool) {
	n, err := strconv.Atoi(depth)
	must(err)
	branches := movegen.Divide(movegen.For(p.Rules()), p, n)
	if lies {
		branches = branches[:len(branches)-1]
	}
	for _, b := range branches {
		fmt.Printf("%s: %d\n", p.Rules().UCI(b.Move), b.Nodes)
	}
	fmt.Printf("\nNodes searched: %d\n", leaves(branches, n))
}
