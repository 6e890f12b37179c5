package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"buluo/eval"
	"buluo/tune"
	"buluo/tune/corpus"
	"buluo/tune/fit"
)

// tuneSource is the flags that say which positions are used.
type tuneSource struct {
	files   []string
	family  string
	filter  corpus.Filter
	weights string
	balance bool
	workers int
	old     eval.Weights
}

// flags adds the flags to a command.
func (s *tuneSource) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&s.files, "games", []string{"tune-games.bin"}, "files of games, as buluo tune data writes them")
	f.StringVar(&s.family, "family", "", "only variants of a family: "+strings.Join(eval.Families(), ", ")+" (default all)")
	f.IntVar(&s.filter.Skip, "skip", 4, "plies after the opening that are left out")
	f.IntVar(&s.filter.PerGame, "per-game", 0, "at most so many positions of a game, spread evenly; 0 is all that are quiet")
	f.IntVar(&s.filter.Decided, "decided", 0, "leave out positions that the search scores at so many centipawns or more; 0 is none")
	f.StringVar(&s.weights, "weights", defaultWeights, "the old weights: default, plain, or a file")
	f.IntVar(&s.workers, "threads", 0, "threads (default one a processor); their number does not show in the result")
}

// load reads games and traces their positions.
func (s *tuneSource) load(ctx context.Context, log io.Writer) (*tune.Set, error) {
	games, err := s.read()
	if err != nil {
		return nil, err
	}
	return s.trace(ctx, games, log)
}

// read checks the flags and reads the games.
func (s *tuneSource) read() ([]*corpus.Game, error) {
	if s.family != "" && !slices.Contains(eval.Families(), s.family) {
		return nil, usagef("there is no family %q; there are %s", s.family, strings.Join(eval.Families(), ", "))
	}
	if s.filter.Skip < 0 || s.filter.PerGame < 0 || s.filter.Decided < 0 || s.workers < 0 || s.workers > maxThreads {
		return nil, usagef("--skip, --per-game, --decided or --threads is out of range")
	}
	var err error
	if s.old, err = weightsFrom(s.weights); err != nil {
		return nil, err
	}
	if s.weights == defaultWeights && s.family != "" {
		// The same numbers, but by name, so that those which no game speaks of are written again.
		if s.old, err = eval.FamilyWeights(s.family); err != nil {
			return nil, err
		}
	}
	var games []*corpus.Game
	for _, file := range s.files {
		more, err := corpus.ReadFile(file)
		if err != nil {
			return nil, err
		}
		games = append(games, more...)
	}
	return corpus.Sorted(games), nil
}

// trace replays games.
func (s *tuneSource) trace(ctx context.Context, games []*corpus.Game, log io.Writer) (*tune.Set, error) {
	show := newMeter(log, "games read")
	defer show.end()
	return tune.Load(ctx, tune.Source{Games: games, Family: s.family, Filter: s.filter, Weights: s.old, Balance: s.balance, Workers: s.workers},
		func(done, of int) { show.show(done, of) })
}

// tuneFitJob is what the command line of `buluo tune fit` asks for.
type tuneFitJob struct {
	source    tuneSource
	config    tune.FitConfig
	out       string
	table     bool
	intervals bool
}

// newTuneFitCmd returns `buluo tune fit`.
func newTuneFitCmd() *cobra.Command {
	var job tuneFitJob
	cmd := &cobra.Command{
		Use:   "fit",
		Short: "Fit the evaluation's weights to games",
		Long: `Replays games and finds the weights whose logistic curve says best how they ended (Texel's method): every term that the evaluation traces, in
middle game and ending, shared by the variants that have it. Eight games in ten are fitted to; one in ten chooses the prior, and with --patience
the end; one in ten only judges, and its log-loss and Brier score are what is reported. The weights are drawn to the old ones, so that what the games say nothing
about stays.

Ctrl-C writes the best weights so far.`,
		Example: `  buluo tune fit --games veterans.bin,standard.bin --family siege --out siege.json
  buluo tune fit --games xiangqi.bin --weights plain --freeze "*.value" --intervals --out xiangqi.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	job.source.flags(cmd)
	f := cmd.Flags()
	f.BoolVar(&job.source.balance, "balance", false,
		"leave training positions out until none of nine sorts, by phase and result, has more than a ninth of its variant's")
	f.StringSliceVar(&job.config.Only, "only", nil, "patterns of the terms that are fitted (default all)")
	f.StringSliceVar(&job.config.Freeze, "freeze", nil, "patterns of terms that stay as they are")
	f.Float64Var(&job.config.Lambda, "lambda", 1, "share of the game's result in the target, 0 to 1; the rest is what the search thought")
	priorFlag(cmd, &job.config)
	f.BoolVar(&job.config.NoBias, "no-bias", false, "do not give each variant and pair of budgets what it is worth to White from the outset")
	f.BoolVar(&job.config.Apart, "apart", false, "a logistic curve of its own for every variant")
	f.IntVar(&job.config.Rounds, "rounds", 300, "iterations at most")
	f.IntVar(&job.config.Patience, "patience", 0, "stop after so many iterations that do not help the games held out for that; 0 is never")
	f.BoolVar(&job.table, "table", true, "print every weight")
	f.BoolVar(&job.intervals, "intervals", false, "with 95 % intervals, over whole games")
	f.StringVar(&job.out, "out", "", "write the weights to this file")
	return cmd
}

// priorFlag adds the flag of the prior.
func priorFlag(cmd *cobra.Command, c *tune.FitConfig) {
	cmd.Flags().Float64SliceVar(&c.Priors, "prior", []float64{1, 0.3, 0.1},
		"how strongly weights are drawn to the old ones; 1 as if each game were one observation, 0 not at all; the games held out for that choose")
}

// badPrior reports whether a prior is none.
func badPrior(priors []float64) bool {
	return slices.ContainsFunc(priors, func(p float64) bool { return !(p >= 0 && p <= 1e6) })
}

// run fits, reports and writes.
func (j *tuneFitJob) run(ctx context.Context, out, log io.Writer) error {
	if c := &j.config; !(c.Lambda >= 0 && c.Lambda <= 1) || badPrior(c.Priors) || c.Rounds < 1 || c.Patience < 0 {
		return usagef("--lambda, --prior, --rounds or --patience is out of range")
	}
	if err := j.config.Check(); err != nil {
		return usageError{err}
	}
	set, err := j.source.load(ctx, log)
	if err != nil {
		return err
	}
	if err := set.Describe(out); err != nil {
		return err
	}
	j.config.Workers = j.source.workers
	fitted, stopped := tune.Fit(ctx, set, j.config, func(s fit.Step) {
		mark := ""
		if s.Best {
			mark = " best"
		}
		fmt.Fprintf(log, "iteration %d: training %.6f, stopping %.6f%s\n", s.Iteration, s.Train, s.Stop, mark)
	})
	if fitted == nil {
		return stopped
	}
	return errors.Join(j.report(fitted, out), stopped)
}

// report writes the weights, first of all, and prints what came of it.
func (j *tuneFitJob) report(f *tune.Fitted, out io.Writer) error {
	if j.out != "" {
		w, err := f.Weights(j.source.old)
		if err != nil {
			return err
		}
		if err := writeFile(j.out, w.Write); err != nil {
			return err
		}
	}
	if err := errors.Join(f.Losses(out), f.ByVariant(out)); err != nil {
		return err
	}
	if !j.table && !j.intervals {
		return nil
	}
	var sd fit.Weights
	if j.intervals {
		var err error
		if sd, err = f.Deviations(); err != nil {
			return err
		}
	}
	return f.Table(out, sd)
}
