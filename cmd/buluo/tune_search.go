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
	"buluo/lab/work"
	"buluo/search"
	"buluo/tune"
)

// tuneSearchJob is what the command lines of `buluo tune spsa` and `buluo tune cma` ask for.
type tuneSearchJob struct {
	variants []string
	nodes    string
	knobs    []string
	set      []string
	weights  string
	contest  tune.ContestConfig
	seed     uint64
	file     string
	plot     string
	rounds   int
	gain     float64
	group    int

	base    search.Params
	parsed  []tune.Knob
	setting string
}

// flags adds what both commands have.
func (j *tuneSearchJob) flags(cmd *cobra.Command, file string) {
	f := cmd.Flags()
	f.StringSliceVar(&j.variants, "variants", []string{"horde-veteran-27-r2", "xiangqi"}, "names or patterns of variants that take turns")
	f.StringVar(&j.nodes, "nodes", "5k", "nodes a move")
	f.StringArrayVar(&j.knobs, "param", nil, "a constant: NAME, NAME:step or NAME:step:min..max; may be given again")
	f.StringArrayVar(&j.set, "set", nil, "another constant's value, name=number, for both sides")
	f.StringVar(&j.weights, "weights", defaultWeights, "the evaluation's weights: default, plain, or a file")
	f.IntVar(&j.contest.Pairs, "pairs", 8, "pairs of games a contest")
	f.IntVar(&j.contest.Plies, "opening-plies", 6, "random plies of an opening")
	f.IntVar(&j.contest.Cap, "cap", 600, "leave a game unfinished after so many plies; 0 is never")
	f.IntVar(&j.contest.Workers, "threads", 1, "games at a time")
	f.IntVar(&j.contest.TableMB, "hash", 16, "megabytes of each search's table")
	f.Uint64Var(&j.seed, "seed", 1, "seed of everything that is drawn")
	f.StringVar(&j.file, "log", file, "the log of contests, which the run goes on with")
	f.StringVar(&j.plot, "plot", "", "draw the paths of the constants to this file, as SVG")
	must(cmd.RegisterFlagCompletionFunc("variants", completeVariant))
}

// newTuneSPSACmd returns `buluo tune spsa`.
func newTuneSPSACmd() *cobra.Command {
	var job tuneSearchJob
	cmd := &cobra.Command{
		Use:   "spsa",
		Short: "Tune the search's constants by matches, all at once in small steps",
		Long: `Moves all constants at once, each up or down by a coin, lets the two settings play some pairs of games, and moves every constant a little towards
the side that won. Every contest is a line of the log. Ctrl-C stops; the same command goes on with the log.`,
		Example: `  buluo tune spsa --param StaticMargin:10:20..150 --param ReduceFrom:1:2..8 --iterations 300 --nodes 5k --plot spsa.svg`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.OutOrStdout(), func() (*tune.Tuned, error) { return job.spsa(cmd.Context(), cmd.ErrOrStderr()) })
		},
	}
	job.flags(cmd, "tune-spsa.jsonl")
	cmd.Flags().IntVar(&job.rounds, "iterations", 200, "contests")
	cmd.Flags().Float64Var(&job.gain, "gain", 1, "steps that a constant would move if one side won all of the first contest")
	return cmd
}

// newTuneCMACmd returns `buluo tune cma`.
func newTuneCMACmd() *cobra.Command {
	var job tuneSearchJob
	cmd := &cobra.Command{
		Use:   "cma",
		Short: "Tune a few of the search's constants by matches, generation by generation",
		Long: `Draws settings around the start, has each play a match against the start, and moves the cloud that they are drawn from to where they did
well. It wants few constants and long matches. Ctrl-C stops; the same command goes on with the log.`,
		Example: `  buluo tune cma --param StaticMargin:10 --param FutileMargin:15 --tries 60 --pairs 40`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.OutOrStdout(), func() (*tune.Tuned, error) { return job.cma(cmd.Context(), cmd.ErrOrStderr()) })
		},
	}
	job.flags(cmd, "tune-cma.jsonl")
	cmd.Flags().IntVar(&job.rounds, "tries", 60, "settings tried")
	cmd.Flags().IntVar(&job.group, "population", 0, "settings a generation (default 4 + 3 ln of the number of constants)")
	return cmd
}

// run tunes, and prints where that has come to even where it was stopped.
func (j *tuneSearchJob) run(out io.Writer, work func() (*tune.Tuned, error)) error {
	if err := j.read(); err != nil {
		return usageError{err}
	}
	t, err := work()
	if t == nil {
		return err
	}
	if failed := t.Write(out); failed != nil {
		return errors.Join(err, failed)
	}
	if j.plot != "" {
		var names []string
		for _, k := range t.Knobs {
			names = append(names, k.Name)
		}
		err = errors.Join(err, writeFile(j.plot, func(w io.Writer) error { return tune.PlotPath(w, names, t.Path()) }))
	}
	return err
}

// read turns the flags into settings.
func (j *tuneSearchJob) read() (err error) {
	c := &j.contest
	if c.Pairs < 1 || c.Plies < 0 || c.Cap < 0 || c.Workers < 1 || c.Workers > maxThreads || c.TableMB < 1 || c.TableMB > 1024 || j.rounds < 1 ||
		!(j.gain >= 0 && j.gain <= 1000) || j.group < 0 {
		return errors.New("--pairs, --opening-plies, --cap, --threads, --hash, --gain, --population or the number of contests is out of range")
	}
	designs, err := design.Select(j.variants)
	if err != nil {
		return err
	}
	for _, d := range designs {
		c.Variants = append(c.Variants, d.Spec)
	}
	if c.Nodes, err = nodes(j.nodes); err != nil {
		return err
	}
	if c.Weights, err = weightsFrom(j.weights); err != nil {
		return err
	}
	j.base = search.DefaultParams()
	for _, text := range j.set {
		if err := setParam(&j.base, text); err != nil {
			return err
		}
	}
	if len(j.knobs) == 0 {
		return fmt.Errorf("--param is missing; the search's constants are %s", strings.Join(tune.KnobNames(), ", "))
	}
	for _, text := range j.knobs {
		k, err := tune.ParseKnob(text, j.base)
		if err != nil {
			return err
		}
		j.parsed = append(j.parsed, k)
	}
	j.setting = fmt.Sprintf("%s, %s nodes, %d pairs, %d opening plies, cap %d, weights %s, set %v", strings.Join(j.variants, " "), j.nodes, c.Pairs,
		c.Plies, c.Cap, j.weights, j.set)
	return nil
}

// setParam sets a constant by name=number.
func setParam(p *search.Params, text string) error {
	name, value, _ := strings.Cut(text, "=")
	if n, err := strconv.Atoi(value); err != nil || !work.SetParam(p, name, n) {
		return fmt.Errorf("--set %q should be one of the search's constants, = and a whole number", text)
	}
	return nil
}

func (j *tuneSearchJob) spsa(ctx context.Context, log io.Writer) (*tune.Tuned, error) {
	return tune.SPSA(ctx, tune.SPSAConfig{
		Base: j.base, Knobs: j.parsed, Contest: j.contest.Contest(), Setting: j.setting, Iterations: j.rounds, Gain: j.gain, Seed: j.seed, File: j.file,
	}, j.tell(log))
}

func (j *tuneSearchJob) cma(ctx context.Context, log io.Writer) (*tune.Tuned, error) {
	return tune.CMA(ctx, tune.CMAConfig{
		Base: j.base, Knobs: j.parsed, Contest: j.contest.Contest(), Setting: j.setting, Tries: j.rounds, Population: j.group, Seed: j.seed, File: j.file,
	}, j.tell(log))
}

// tell prints a line a contest.
func (j *tuneSearchJob) tell(log io.Writer) func(tune.Entry, int) {
	return func(e tune.Entry, of int) {
		var at []string
		for i, k := range j.parsed {
			at = append(at, fmt.Sprintf("%s %.1f", k.Name, e.At[i]))
		}
		mean, _ := e.Pairs.Score()
		fmt.Fprintf(log, "%d/%d: %.0f %% of %s; %s\n", e.Number, of, 100*mean, count(e.Pairs.Games(), "game"), strings.Join(at, ", "))
	}
}
