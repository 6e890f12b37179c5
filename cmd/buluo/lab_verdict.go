package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"buluo/lab/ladder"
	"buluo/lab/rescore"
	judged "buluo/lab/verdict"
)

// verdictJob is what the command line of `buluo lab verdict` asks for.
type verdictJob struct {
	seriesFlags
	host        hostFlags
	budgets     []string
	games       []string
	judge       string
	rungs       int
	rungBase    string
	pages       bool
	explain     bool
	config      judged.Config
	ladderGames int
}

// newLabVerdictCmd returns `buluo lab verdict`.
func newLabVerdictCmd() *cobra.Command {
	var job verdictJob
	cmd := &cobra.Command{
		Use:   "verdict [DESIGN...]",
		Short: "Ask of designs whether they are games: the study's three bars, measured",
		Long: `Plays an engine, ours unless another is named, against itself on every design, at several budgets of nodes a move and from several openings (the first of them the array itself, the
others random plies), climbs a ladder of budgets, and measures the study's three bars: it is decided between good players; neither side wins from
the start; both seats have something to do. Prints a page for one design, or a table of several (--pages for the pages too). What each
figure means is printed by --explain. Designs are of the catalogue, or of a file of your own.

With --games FILE nothing is played but the ladder: the games of the file are judged, whoever played them. The games are kept in the store, and running
the command again goes on with what is missing. Ctrl-C finishes the games under way and prints what is known by then.`,
		Example: `  buluo lab verdict horde-cover-16-r2
  buluo lab verdict "horde-cover-*" --budgets 5k,20k,80k --openings 10 --store cover.db
  buluo lab verdict "horde-*" --games lab.db --ladder 0
  buluo lab verdict --file my.ini
  buluo lab verdict --explain`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if job.explain {
				return judged.Explain(cmd.OutOrStdout())
			}
			return job.run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), args)
		},
		ValidArgsFunction: completeVariant,
	}
	f := cmd.Flags()
	job.flags(cmd, &job.config.Config, "those of the arguments")
	threadsFlag(cmd, &job.config.Config, true)
	job.host.flags(cmd)
	f.StringSliceVar(&job.budgets, "budgets", []string{"1k", "4k"}, "nodes a move of both seats; k and M may stand for thousands and millions")
	f.IntVar(&job.config.Openings, "openings", 6, "games of each design at each budget, each from an opening of its own")
	f.IntVar(&job.config.Plies, "opening-plies", 4, "random plies of an opening")
	f.Uint64Var(&job.config.Seed, "seed", 1, "seed of the openings")
	f.StringVar(&job.judge, "judge", "500", "nodes by which every position is judged, whoever played; 0 leaves out what rests on it")
	f.IntVar(&job.config.Samples, "samples", 2, "positions of each game whose every move is judged")
	f.IntVar(&job.rungs, "ladder", 2, "rungs of the ladder, each at twice the nodes of the one before; 0 leaves it out")
	f.StringVar(&job.rungBase, "ladder-base", "500", "nodes of the weaker player on the first rung")
	f.IntVar(&job.ladderGames, "ladder-games", 8, "games on each rung of each design, rounded up to pairs; fewer where there are not so many openings")
	f.StringSliceVar(&job.games, "games", nil, "judge the games of these files in place of playing")
	f.BoolVar(&job.pages, "pages", false, "print a page for each of several designs")
	f.BoolVar(&job.asJSON, "json", false, "print JSON")
	f.BoolVar(&job.explain, "explain", false, "print what every bar and figure means, and play nothing")
	cmd.MarkFlagsMutuallyExclusive("games", "budgets")
	return cmd
}

// configure turns the flags into a config.
func (j *verdictJob) configure(ctx context.Context, args []string) (err error) {
	c := &j.config
	if j.designs = append(j.designs, args...); len(j.designs) == 0 && j.file == "" {
		return errors.New("name at least one design, as horde-cover-16-r2 or \"horde-veteran-*\"")
	}
	if c.Budgets, err = budgets(j.budgets); err != nil {
		return err
	}
	if j.judge != "0" {
		if c.Judge, err = nodes(j.judge); err != nil {
			return err
		}
	}
	base, err := nodes(j.rungBase)
	if err != nil {
		return err
	}
	if j.rungs < 0 || j.rungs > 20 || c.Plies < 0 || c.Plies > 100 || c.Samples < 0 || c.Openings < 1 || j.ladderGames < 1 {
		return fmt.Errorf("--ladder, --ladder-games, --openings, --opening-plies or --samples is out of range")
	}
	c.Rungs, c.Pairs, c.Gates = ladder.Doubling(base, j.rungs), (j.ladderGames+1)/2, judged.DefaultGates()
	for _, text := range []string{"stalemate=draw", "clock=60", "clock=120"} {
		r, err := rescore.ParseRule(text)
		if err != nil {
			return err
		}
		c.Rules = append(c.Rules, r)
	}
	return j.read(ctx, &c.Config, nil)
}

// run plays, measures and prints, also what is known where the run ended early.
func (j *verdictJob) run(ctx context.Context, in io.Reader, out, log io.Writer, args []string) error {
	if err := j.configure(ctx, args); err != nil {
		return usageError{err}
	}
	j.config.Read = len(j.games) > 0
	for rec, err := range storedGames(ctx, j.games, in) {
		if err != nil {
			return err
		}
		j.config.Games = append(j.config.Games, rec)
	}
	show := newProgress(log)
	ctx, j.config.Drain = drained(ctx)
	j.host.host(&j.config.Config, log)
	report, err := judged.Run(ctx, j.config, show.game, show.measured)
	show.end()
	if report == nil {
		return err
	}
	return j.print(out, report, func(out io.Writer) error { return report.Write(out, j.pages) }, err)
}
