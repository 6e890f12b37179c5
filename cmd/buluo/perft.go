package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
)

// Bounds of perft's flags: past them lies a slip of the finger, not a wish.
const (
	maxPerftDepth = 99
	maxThreads    = 1024
	maxHashMB     = 1 << 20
)

// perftJob is what the command line of `buluo perft` asks for.
type perftJob struct {
	file, variant, fen string
	depth              int
	divide             bool
	options            movegen.PerftOptions
}

// newPerftCmd returns `buluo perft`.
func newPerftCmd() *cobra.Command {
	var job perftJob
	var against string
	var runs int
	cmd := &cobra.Command{
		Use:   "perft DEPTH",
		Short: "Count the leaves of the tree of legal moves",
		Long: `Counts the move sequences of a length from a position: the usual measure of whether a move generator is right
and how fast it is. The last ply is counted without being played. Figures that are compared should come
from one thread without a hash table, which is the default.`,
		Example: `  buluo perft 5 --variant xiangqi
  buluo perft 2 --variant horde --fen "4k3/8/8/8/7p/8/6P1/8 w - - 0 1" --divide`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[0])
			if err != nil {
				return usagef("depth %q is not a number", args[0])
			}
			job.depth = depth
			if err := job.bounds(); err != nil {
				return err
			}
			if against != "" {
				return job.race(cmd.Context(), cmd.OutOrStdout(), against, runs)
			}
			return job.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	addVariantFlag(cmd, &job.variant)
	addFileFlag(cmd, &job.file)
	cmd.Flags().StringVar(&job.fen, "fen", "", "the position (default the variant's start)")
	cmd.Flags().BoolVar(&job.divide, "divide", false, "print the count below each move of the position")
	cmd.Flags().IntVar(&job.options.Threads, "threads", 1, "count with so many threads")
	cmd.Flags().IntVar(&job.options.HashMB, "hash", 0, "remember subtrees in so many megabytes")
	cmd.Flags().StringVar(&against, "against", "", "count by turns with another UCI engine, by its command, and print the ratio")
	cmd.Flags().IntVar(&runs, "runs", 5, "with --against: runs of each")
	return cmd
}

// bounds checks the numbers of the command line.
func (j *perftJob) bounds() error {
	for _, n := range []struct {
		name            string
		value, low, top int
	}{
		{"depth", j.depth, 0, maxPerftDepth},
		{"--threads", j.options.Threads, 1, maxThreads},
		{"--hash", j.options.HashMB, 0, maxHashMB},
	} {
		if n.value < n.low || n.value > n.top {
			return usagef("%s %d is out of range; %d to %d would do", n.name, n.value, n.low, n.top)
		}
	}
	return nil
}

// run counts and prints.
func (j *perftJob) run(ctx context.Context, out io.Writer) error {
	spec, err := loadSpec(j.file, j.variant)
	if err != nil {
		return err
	}
	r, err := rules.Compile(spec)
	if err != nil {
		return err
	}
	p := position.Start(r)
	if j.fen != "" {
		if p, err = position.Parse(r, j.fen); err != nil {
			return usageError{err}
		}
	}
	began := time.Now()
	branches, err := movegen.PerftWith(ctx, movegen.For(r), p, j.depth, j.options)
	if err != nil {
		return err
	}
	spent := time.Since(began)
	fmt.Fprintf(out, "%s  %s\n", spec.Name, p.FEN())
	if j.divide {
		printDivide(out, r, branches)
	}
	nodes := leaves(branches, j.depth)
	fmt.Fprintf(out, "nodes    %d\ntime     %.3f s\nnodes/s  %s\n", nodes, spent.Seconds(), rate(nodes, spent))
	return nil
}

// leaves adds up the branches. A tree of depth 0 is its root alone.
func leaves(branches []movegen.Branch, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var sum uint64
	for _, b := range branches {
		sum += b.Nodes
	}
	return sum
}

// printDivide prints the branches sorted by move, so that two programs' lists can be compared line by line.
func printDivide(out io.Writer, r *rules.Rules, branches []movegen.Branch) {
	lines := make([]string, len(branches))
	for i, b := range branches {
		lines[i] = fmt.Sprintf("%s: %d\n", r.UCI(b.Move), b.Nodes)
	}
	slices.Sort(lines)
	fmt.Fprintln(out, strings.Join(lines, ""))
}

// rate writes nodes per second in millions; a run too short for the clock has none.
func rate(nodes uint64, spent time.Duration) string {
	if spent <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f M", float64(nodes)/spent.Seconds()/1e6)
}
