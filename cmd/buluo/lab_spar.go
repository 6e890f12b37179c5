package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"buluo/lab/ledger"
	"buluo/lab/spar"
)

// sparJob is what the command line of `buluo lab spar` asks for.
type sparJob struct {
	file    string
	designs []string
	nodes   string
	keep    keeping
	asJSON  bool
	config  spar.Config
}

// newLabSparCmd returns `buluo lab spar`.
func newLabSparCmd() *cobra.Command {
	var job sparJob
	cmd := &cobra.Command{
		Use:   "spar",
		Short: "Play our engine against a random mover, from either seat of every design",
		Long: `Plays our engine against a player that moves at random, from either seat of every design, and prints how often it won, with the study's
figures beside. Every move and outcome is judged by the referee. The random movers are seeded, so that the same command plays the same games.`,
		Example: `  buluo lab spar
  buluo lab spar --designs "horde-veteran-*" --nodes 100k --games 4 --out sparring.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	addFileFlag(cmd, &job.file)
	f.StringSliceVar(&job.designs, "designs", nil, "names or patterns of designs (default the published ones, 120-ply clock; with --file all that are in it)")
	f.StringVar(&job.nodes, "nodes", "2k", "our nodes a move; k and M may stand for thousands and millions")
	f.IntVar(&job.config.Games, "games", 2, "games from each seat of each design")
	f.Uint64Var(&job.config.Seed, "seed", 1, "seed of the random movers")
	f.IntVar(&job.config.Cap, "cap", 2000, "leave a game unfinished after so many plies; 0 is never")
	f.IntVar(&job.config.Workers, "threads", 1, "games at a time")
	f.BoolVar(&job.asJSON, "json", false, "print JSON")
	job.keep.flags(cmd)
	must(cmd.RegisterFlagCompletionFunc("designs", completeVariant))
	return cmd
}

// run plays and prints what was played, also where the run ended early.
func (j *sparJob) run(ctx context.Context, out, log io.Writer) error {
	c := &j.config
	var err error
	if c.Designs, err = readDesigns(j.file, j.designs); err == nil {
		c.Options.TableMB = labTableMB
		c.Nodes, err = nodes(j.nodes)
	}
	if err == nil {
		err = inRange(c.Games, c.Cap, c.Workers)
	}
	if err != nil {
		return usageError{err}
	}
	if c.Kept, err = j.keep.open(); err != nil {
		return err
	}
	show := newGameBar(log, 2*c.Games*len(c.Designs))
	ctx, c.Drain = drained(ctx)
	res, err := spar.Run(ctx, *c, func(rec *ledger.Record, fresh bool, so *spar.Result) error {
		show.game(rec, fresh)
		return j.keep.add(rec, fresh)
	})
	show.end()
	if err = errors.Join(err, j.keep.close()); show.done == 0 {
		return err
	}
	if j.asJSON {
		return errors.Join(err, printJSON(out, res))
	}
	return errors.Join(err, res.Write(out))
}
