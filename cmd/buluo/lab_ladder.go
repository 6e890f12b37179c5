package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"buluo/lab/ladder"
)

// ladderJob is what the command line of `buluo lab ladder` asks for.
type ladderJob struct {
	seriesFlags
	host         hostFlags
	nodes, weak  string
	rungs, games int
	config       ladder.Config
}

// ladderDesigns are the arrays of the study's ladder, as far as it names them: the parent's, a forward one, and veterans.
var ladderDesigns = []string{"horde-standard-36-r1", "horde-standard-36-r3", "horde-veteran-36-r1"}

// newLabLadderCmd returns `buluo lab ladder`.
func newLabLadderCmd() *cobra.Command {
	var job ladderJob
	cmd := &cobra.Command{
		Use:   "ladder",
		Short: "Play an engine with many nodes against itself with few, seats exchanged",
		Long: `Plays an engine, ours unless another is named, against itself with a larger and a smaller budget of nodes a move, in pairs of games from one opening
of random moves with the seats exchanged, and prints the larger one's won-lost-drawn by seat with the study's figures beside. Where it scores no
more than half, the seat is the result and not the search. With --rungs N, the smaller budget doubles N times and each rung is played at twice
its nodes. No opening comes twice: a design that has fewer than were asked for has fewer games. The games are kept in the store, and running the
command again goes on with what is missing.`,
		Example: `  buluo lab ladder --nodes 20k --against 2k
  buluo lab ladder --designs horde-cover-16-r2 --against 1k --rungs 4`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	job.flags(cmd, &job.config.Config, strings.Join(ladderDesigns, ", "))
	threadsFlag(cmd, &job.config.Config, true)
	job.host.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&job.nodes, "nodes", "10k", "nodes a move of the stronger player")
	f.StringVar(&job.weak, "against", "1k", "nodes a move of the weaker player")
	f.IntVar(&job.rungs, "rungs", 0, "play so many rungs, --against doubling from one to the next, each against twice its nodes")
	f.IntVar(&job.games, "games", 20, "games on each rung of each design, rounded up to pairs")
	f.IntVar(&job.config.Plies, "opening-plies", 4, "random plies of an opening")
	f.Uint64Var(&job.config.Seed, "seed", 1, "seed of the openings")
	f.BoolVar(&job.asJSON, "json", false, "print JSON")
	cmd.MarkFlagsMutuallyExclusive("nodes", "rungs")
	return cmd
}

// configure turns the flags into a config.
func (j *ladderJob) configure(ctx context.Context) error {
	c := &j.config
	c.Pairs = (j.games + 1) / 2
	weak, err := nodes(j.weak)
	if err != nil {
		return err
	}
	strong, err := nodes(j.nodes)
	switch {
	case err != nil:
		return err
	case j.games < 1 || j.rungs < 0 || j.rungs > 20 || c.Plies < 0 || c.Plies > 100:
		return fmt.Errorf("--games %d, --rungs %d or --opening-plies %d is out of range; 1 or more, 0 to 20 and 0 to 100 would do", j.games, j.rungs, c.Plies)
	case j.rungs > 0:
		c.Rungs = ladder.Doubling(weak, j.rungs)
	case strong <= weak:
		return fmt.Errorf("--nodes %d is not more than --against %d", strong, weak)
	default:
		c.Rungs = []ladder.Rung{{Strong: strong, Weak: weak}}
	}
	return j.read(ctx, &c.Config, ladderDesigns)
}

// run plays and prints what was played, also where the run ended early.
func (j *ladderJob) run(ctx context.Context, out, log io.Writer) error {
	if err := j.configure(ctx); err != nil {
		return usageError{err}
	}
	show := newProgress(log)
	ctx, j.config.Drain = drained(ctx)
	j.host.host(&j.config.Config, log)
	rows, err := ladder.Run(ctx, j.config, show.game)
	show.end()
	if !slices.ContainsFunc(rows, func(r ladder.Row) bool { return r.Played() }) {
		return err
	}
	return j.print(out, rows, func(out io.Writer) error { return ladder.Write(out, rows) }, err)
}
