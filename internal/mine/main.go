package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
)

// designs are where problems are looked for unless told otherwise: those that are decided one way or the other, and variants of other families.
const designs = "horde-veteran-18-r1 horde-veteran-18-r3 horde-veteran-27-r1 horde-veteran-27-r2 horde-veteran-27-r4 horde-veteran-31-parent " +
	"horde-veteran-36-r2 horde-standard-27-r4 horde-standard-36-r3 horde-standard-45-r1 horde-standard-18-r3 horde-promoting-36-r1 " +
	"horde-twomoves-27-r2 xiangqi minixiangqi horde orda chess"

// header begins the file: what is in it, and its columns.
const header = "# Problems found in games of the engine against itself, and proved on the referee's board (internal/solver).\n" +
	"variant\tfen\tkind\tplies\tanswer\tasked\tsource\n"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "mine:", err)
		os.Exit(1)
	}
}

// run mines. Every variant is written as soon as it is done, so that who interrupts keeps what was found.
func run() error {
	var o options
	variants := flag.String("variants", designs, "where to look, separated by blanks")
	flag.IntVar(&o.games, "games", 40, "games of each variant")
	flag.IntVar(&o.opening, "opening", 6, "random plies before the players begin")
	flag.Uint64Var(&o.nodes, "nodes", 800, "of each move of a game")
	flag.Uint64Var(&o.thinking, "thinking", 12_000, "nodes of the look at each position, before the solver has one")
	flag.Uint64Var(&o.seed, "seed", 1, "of the openings")
	flag.IntVar(&o.each, "each", 1, "problems of each kind, length, side and variant, at most")
	flag.IntVar(&o.budget, "budget", 100_000, "positions that a proof may look at")
	flag.IntVar(&o.men, "men", 8, "the fewest men on the board")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprint(out, header)
	for _, name := range strings.Fields(*variants) {
		found, err := mine(ctx, name, o)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, f := range found {
			fmt.Fprintln(out, f.line())
		}
		fmt.Fprintf(os.Stderr, "%s: %d\n", name, len(found))
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return nil
}
