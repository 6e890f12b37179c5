package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"buluo/bench"
)

// race counts by turns with another engine and prints the ratio.
func (j *perftJob) race(ctx context.Context, out io.Writer, engine string, runs int) error {
	if j.divide || j.options.Threads != 1 || j.options.HashMB != 0 {
		return usagef("--against compares one thread without a table; --divide, --threads and --hash do not go with it")
	}
	if runs < 1 || runs > 99 {
		return usagef("--runs %d is out of range; 1 to 99 would do", runs)
	}
	spec, err := loadSpec(j.file, j.variant)
	if err != nil {
		return err
	}
	pairs, err := bench.PerftAgainst(ctx, spec, j.fen, j.depth, strings.Fields(engine), runs)
	if err != nil {
		return err
	}
	var ours, theirs, ratios []float64
	for _, p := range pairs {
		fmt.Fprintf(out, "%s  depth %d  %d nodes  here %.3f s  there %.3f s  ratio %.2f\n",
			spec.Name, j.depth, p.Nodes, p.Ours.Seconds(), p.Theirs.Seconds(), p.Ratio())
		ours = append(ours, float64(p.Nodes)/p.Ours.Seconds()/1e6)
		theirs = append(theirs, float64(p.Nodes)/p.Theirs.Seconds()/1e6)
		ratios = append(ratios, p.Ratio())
	}
	fmt.Fprintf(out, "%s  median of %d: here %.1f M nodes/s, there %.1f M nodes/s, ratio %.2f\n",
		spec.Name, len(pairs), bench.Median(ours), bench.Median(theirs), bench.Median(ratios))
	return nil
}
