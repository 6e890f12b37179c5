package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"buluo/lab/design"
	"buluo/lab/stat"
	"buluo/tune/corpus"
)

// tuneDataJob is what the command line of `buluo tune data` asks for.
type tuneDataJob struct {
	config   corpus.Config
	variants []string
	nodes    []string
	opening  string
	weights  string
}

// newTuneDataCmd returns `buluo tune data`.
func newTuneDataCmd() *cobra.Command {
	var job tuneDataJob
	cmd := &cobra.Command{
		Use:   "data",
		Short: "Play games against itself for weights to be fitted to",
		Long: `Plays our engine against itself from random openings, every move and outcome judged by the referee, and keeps the games with every score of
the search in a compact file. No game is adjudicated: each goes on to the end that the rules give it, or is left unfinished at the cap and
teaches nothing.

Ctrl-C keeps the games that are finished. The same command goes on with the file, and with more --games adds to it; games of other variants,
budgets, seeds or weights live beside each other in it.`,
		Example: `  buluo tune data --variants "horde-veteran-*" --games 100 --nodes 2k --out veterans.bin
  buluo tune data --variants xiangqi --games 500 --nodes 1k,4k,1k:4k,4k:1k --opening 6-12 --out xiangqi.bin`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&job.variants, "variants", []string{"horde-veteran-36-r2"}, "names or patterns of variants that take turns")
	f.IntVar(&job.config.Games, "games", 100, "games of each variant")
	f.StringSliceVar(&job.nodes, "nodes", []string{"2k"}, "nodes a move, or White's:Black's; several take turns")
	f.StringVar(&job.opening, "opening", "4-9", "random plies of the opening, from-to")
	f.Uint64Var(&job.config.Seed, "seed", 1, "seed of the openings")
	f.IntVar(&job.config.Cap, "cap", 1200, "leave a game unfinished after so many plies; 0 is never")
	f.IntVar(&job.config.Workers, "threads", 0, "games at a time (default one a processor)")
	f.IntVar(&job.config.TableMB, "hash", 8, "megabytes of each search's table")
	f.StringVar(&job.weights, "weights", defaultWeights, "who plays: default, plain, or a file of weights")
	f.StringVar(&job.config.File, "out", "tune-games.bin", "the file of games")
	must(cmd.RegisterFlagCompletionFunc("variants", completeVariant))
	return cmd
}

// run plays.
func (j *tuneDataJob) run(ctx context.Context, out, log io.Writer) error {
	if err := j.read(); err != nil {
		return usageError{err}
	}
	show := newMeter(log, "games")
	var tally stat.Tally
	held, done := 0, 0
	err := corpus.Play(ctx, j.config, func(p corpus.Progress) {
		held, done = p.Held, p.Done
		if p.Last != nil {
			tally.Add(p.Last.Outcome)
			show.show(p.Done, p.Of, tally.String())
		}
	})
	show.end()
	fmt.Fprintf(out, "%s played (White %s), %d held before, in %s\n", count(done, "game"), tally, held, j.config.File)
	return err
}

// read turns the flags into a config.
func (j *tuneDataJob) read() error {
	designs, err := design.Select(j.variants)
	if err != nil {
		return err
	}
	for _, d := range designs {
		j.config.Variants = append(j.config.Variants, d.Spec)
	}
	for _, text := range j.nodes {
		white, black, two := strings.Cut(text, ":")
		n, err := nodes(white)
		if err != nil {
			return err
		}
		both := [2]uint64{n, n}
		if two {
			if both[1], err = nodes(black); err != nil {
				return err
			}
		}
		j.config.Nodes = append(j.config.Nodes, both)
	}
	if j.config.Opening, err = span(j.opening); err != nil {
		return err
	}
	if c := &j.config; c.Games < 1 || c.Cap < 0 || c.Workers < 0 || c.Workers > maxThreads || c.TableMB < 1 || c.TableMB > 1024 {
		return errors.New("--games, --cap, --threads or --hash is out of range")
	}
	j.config.Weights, err = weightsFrom(j.weights)
	return err
}

// span reads from-to, or one number.
func span(text string) ([2]int, error) {
	first, last, two := strings.Cut(text, "-")
	if !two {
		last = first
	}
	a, errA := strconv.Atoi(first)
	b, errB := strconv.Atoi(last)
	if errA != nil || errB != nil || a < 0 || b < a || b > 100 {
		return [2]int{}, fmt.Errorf("--opening %q is not a number of plies; 6 and 4-9 are", text)
	}
	return [2]int{a, b}, nil
}
