package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"buluo/rules"
	"buluo/tune"
	"buluo/tune/corpus"
	"buluo/tune/fit"
	"buluo/variant"
)

// tuneVeteranJob is what the command line of `buluo tune veteran` asks for.
type tuneVeteranJob struct {
	source      tuneSource
	config      tune.FitConfig
	piece, in   string
	men, maxMen int
	draws       int
	seed        uint64
	plot        string
	profile     bool
	budgets     bool
}

// newTuneVeteranCmd returns `buluo tune veteran`.
func newTuneVeteranCmd() *cobra.Command {
	var job tuneVeteranJob
	cmd := &cobra.Command{
		Use:   "veteran",
		Short: "What one piece is worth, by phase, rank and number, with intervals",
		Long: `Fits the weights to games as buluo tune fit does, from the old ones, and says what one more of a piece is worth to its side: by rank, and by how
many of its like there are, in middle game and ending. Intervals come from drawing whole games with repetition. With --plot the curves are
drawn too, with --profile what other values would cost, and with --budgets each budget's games are asked alone, so that one sees
how much the answer depends on who played.`,
		Example: `  buluo tune veteran --games siege.bin --family siege --plot veteran
  buluo tune veteran --games siege.bin --family siege --piece soldier --in horde-standard-36-r1`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	job.source.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&job.piece, "piece", "fsW", "the piece as weights name it; fsW is the veteran")
	f.StringVar(&job.in, "in", "", "the variant whose board it stands on (default the first of the games that has the piece)")
	f.IntVar(&job.men, "men", 18, "how many of its like there are, in the table by rank")
	f.IntVar(&job.maxMen, "max-men", 40, "the last line of the table by number")
	f.IntVar(&job.draws, "draws", 400, "bootstrap draws")
	f.Uint64Var(&job.seed, "seed", 1, "seed of the draws")
	f.Float64Var(&job.config.Lambda, "lambda", 1, "share of the game's result in the target; the rest is what the search thought")
	priorFlag(cmd, &job.config)
	f.StringVar(&job.plot, "plot", "", "write NAME-rank.svg, NAME-men.svg and, with --profile, NAME-profile.svg")
	f.BoolVar(&job.profile, "profile", false, "fit all else again with the piece held at other values")
	f.BoolVar(&job.budgets, "budgets", false, "also fit the games of each budget alone")
	must(cmd.RegisterFlagCompletionFunc("in", completeVariant))
	return cmd
}

// run fits and prints.
func (j *tuneVeteranJob) run(ctx context.Context, out, log io.Writer) error {
	if j.men < 1 || j.maxMen < 0 || j.maxMen > 90 || j.draws < 0 || j.draws > 100_000 ||
		!(j.config.Lambda >= 0 && j.config.Lambda <= 1) || badPrior(j.config.Priors) {
		return usagef("--men, --max-men, --draws, --lambda or --prior is out of range")
	}
	games, err := j.source.read()
	if err != nil {
		return err
	}
	fitted, curve, err := j.measure(ctx, games, j.maxMen, log)
	if err != nil {
		return err
	}
	if err := fitted.Set.Describe(out); err != nil {
		return err
	}
	if err := errors.Join(fitted.Losses(out), curve.Write(out)); err != nil {
		return err
	}
	if j.plot != "" {
		err := errors.Join(writeFile(j.plot+"-rank.svg", curve.PlotRanks), writeFile(j.plot+"-men.svg", curve.PlotMen))
		if err != nil {
			return err
		}
	}
	if j.profile {
		if err := j.profiled(ctx, fitted, out, log); err != nil {
			return err
		}
	}
	if j.budgets {
		return j.byBudget(ctx, games, out, log)
	}
	return nil
}

// measure fits to games and works out the piece's curve.
func (j *tuneVeteranJob) measure(ctx context.Context, games []*corpus.Game, maxMen int, log io.Writer) (*tune.Fitted, *tune.Curve, error) {
	set, err := j.source.trace(ctx, games, log)
	if err != nil {
		return nil, nil, err
	}
	r, err := j.board(set)
	if err != nil {
		return nil, nil, err
	}
	j.config.Rounds, j.config.Workers = 300, j.source.workers
	fitted, err := tune.Fit(ctx, set, j.config, func(s fit.Step) {
		fmt.Fprintf(log, "iteration %d: training %.6f, stopping %.6f\n", s.Iteration, s.Train, s.Stop)
	})
	if err != nil {
		return nil, nil, err
	}
	curve, err := fitted.Curve(r, j.piece, j.men, maxMen, j.draws, j.seed)
	return fitted, curve, err
}

// board returns the rules of the variant that the piece is looked at in.
func (j *tuneVeteranJob) board(set *tune.Set) (*rules.Rules, error) {
	names := set.Variants
	if j.in != "" {
		names = []string{j.in}
	}
	for _, name := range names {
		spec, err := variant.Load(name)
		if err != nil {
			return nil, usageError{err}
		}
		if tune.HasPiece(spec, j.piece) {
			return rules.Compile(spec)
		}
	}
	return nil, usagef("none of %v has a piece %q; buluo tune mobility lists the names", names, j.piece)
}

// profiled prints and draws what other values would cost.
func (j *tuneVeteranJob) profiled(ctx context.Context, f *tune.Fitted, out, log io.Writer) error {
	var offsets []float64
	for off := -60.0; off <= 60; off += 15 {
		offsets = append(offsets, off)
	}
	show := newMeter(log, "profile")
	points, err := f.Profile(ctx, j.piece, offsets, func(done, of int) { show.show(done, of) })
	show.end()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Log-likelihood lost, a game counted once, with the value of %s held off the fitted one by so many centipawns\n", j.piece)
	for _, p := range points {
		fmt.Fprintf(out, "%+4.0f %8.2f\n", p.Offset, p.Loss)
	}
	if j.plot == "" {
		return nil
	}
	return writeFile(j.plot+"-profile.svg", func(w io.Writer) error { return tune.PlotProfile(w, j.piece, points) })
}

// byBudget measures the games of each budget alone.
func (j *tuneVeteranJob) byBudget(ctx context.Context, games []*corpus.Game, out, log io.Writer) error {
	by := map[[2]uint64][]*corpus.Game{}
	for _, g := range games {
		by[g.Nodes] = append(by[g.Nodes], g)
	}
	order := slices.SortedFunc(maps.Keys(by), func(a, b [2]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	fmt.Fprintf(out, "One more %s of %d on the middle rank, by who played\n", j.piece, j.men)
	for _, n := range order {
		_, c, err := j.measure(ctx, by[n], 0, log)
		if err != nil {
			return fmt.Errorf("%d and %d nodes: %w", n[0], n[1], err)
		}
		mid := c.Ranks[len(c.Ranks)/2]
		fmt.Fprintf(out, "%d:%d nodes, %s: middle game %.0f [%.0f, %.0f], ending %.0f [%.0f, %.0f]\n", n[0], n[1], count(len(by[n]), "game"),
			mid[0].Value, mid[0].Low, mid[0].High, mid[2].Value, mid[2].Low, mid[2].High)
	}
	return nil
}
