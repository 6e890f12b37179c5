package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"buluo/lab/ladder"
	"buluo/lab/ledger"
)

// ladderJob is what the command line of `buluo lab ladder` asks for.
type ladderJob struct {
	file         string
	designs      []string
	nodes, weak  string
	rungs, games int
	keep         keeping
	asJSON       bool
	config       ladder.Config
}

// ladderDesigns are the arrays of the study's ladder, as far as it names them: the parent's, a forward one, and veterans.
var ladderDesigns = []string{"horde-standard-36-r1", "horde-standard-36-r3", "horde-veteran-36-r1"}

// newLabLadderCmd returns `buluo lab ladder`.
func newLabLadderCmd() *cobra.Command {
	var job ladderJob
	cmd := &cobra.Command{
		Use:   "ladder",
		Short: "Play our engine with many nodes against itself with few, seats exchanged",
		Long: `Plays our engine against itself with a larger and a smaller budget of nodes a move, in pairs of games from one opening of random moves with the
seats exchanged, and prints the larger one's won-lost-drawn by seat with the study's figures beside. Where it scores no more than half, the
seat is the result and not the search. With --rungs N, the smaller budget doubles N times and each rung is played at twice its nodes.`,
		Example: `  buluo lab ladder --nodes 20k --against 2k
  buluo lab ladder --designs horde-cover-16-r2 --against 1k --rungs 4`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	addFileFlag(cmd, &job.file)
	f.StringSliceVar(&job.designs, "designs", nil, "names or patterns of designs (default "+strings.Join(ladderDesigns, ", ")+"; with --file all that are in it)")
	f.StringVar(&job.nodes, "nodes", "10k", "nodes a move of the stronger player")
	f.StringVar(&job.weak, "against", "1k", "nodes a move of the weaker player")
	f.IntVar(&job.rungs, "rungs", 0, "play so many rungs, --against doubling from one to the next, each against twice its nodes")
	f.IntVar(&job.games, "games", 20, "games on each rung of each design, rounded up to pairs")
	f.IntVar(&job.config.Plies, "opening-plies", 4, "random plies of an opening")
	f.Uint64Var(&job.config.Seed, "seed", 1, "seed of the openings")
	f.IntVar(&job.config.Cap, "cap", 2000, "leave a game unfinished after so many plies; 0 is never")
	f.IntVar(&job.config.Workers, "threads", 1, "games at a time")
	f.BoolVar(&job.asJSON, "json", false, "print JSON")
	job.keep.flags(cmd)
	cmd.MarkFlagsMutuallyExclusive("nodes", "rungs")
	must(cmd.RegisterFlagCompletionFunc("designs", completeVariant))
	return cmd
}

// read turns the flags into a config.
func (j *ladderJob) read() error {
	c := &j.config
	c.Pairs, c.Options.TableMB = (j.games+1)/2, labTableMB
	if len(j.designs) == 0 && j.file == "" {
		j.designs = ladderDesigns
	}
	var err error
	if c.Designs, err = readDesigns(j.file, j.designs); err != nil {
		return err
	}
	weak, err := nodes(j.weak)
	if err != nil {
		return err
	}
	strong, err := nodes(j.nodes)
	switch {
	case err != nil:
		return err
	case j.rungs < 0 || j.rungs > 20 || c.Plies < 0 || c.Plies > 100:
		return fmt.Errorf("--rungs %d or --opening-plies %d is out of range; 0 to 20 and 0 to 100 would do", j.rungs, c.Plies)
	case j.rungs > 0:
		c.Rungs = ladder.Doubling(weak, j.rungs)
	case strong <= weak:
		return fmt.Errorf("--nodes %d is not more than --against %d", strong, weak)
	default:
		c.Rungs = []ladder.Rung{{Strong: strong, Weak: weak}}
	}
	return inRange(j.games, c.Cap, c.Workers)
}

// run plays and prints what was played, also where the run ended early.
func (j *ladderJob) run(ctx context.Context, out, log io.Writer) error {
	if err := j.read(); err != nil {
		return usageError{err}
	}
	var err error
	if j.config.Kept, err = j.keep.open(); err != nil {
		return err
	}
	show := newGameBar(log, 2*j.config.Pairs*len(j.config.Rungs)*len(j.config.Designs))
	ctx, j.config.Drain = drained(ctx)
	rows, err := ladder.Run(ctx, j.config, func(rec *ledger.Record, fresh bool, _ []ladder.Row) error {
		show.game(rec, fresh)
		return j.keep.add(rec, fresh)
	})
	show.end()
	if err = errors.Join(err, j.keep.close()); show.done == 0 {
		return err
	}
	if j.asJSON {
		return errors.Join(err, printJSON(out, rows))
	}
	return errors.Join(err, ladder.Write(out, rows))
}
