package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"buluo/lab/spar"
)

// sparJob is what the command line of `buluo lab spar` asks for.
type sparJob struct {
	seriesFlags
	host   hostFlags
	nodes  string
	config spar.Config
}

// newLabSparCmd returns `buluo lab spar`.
func newLabSparCmd() *cobra.Command {
	var job sparJob
	cmd := &cobra.Command{
		Use:   "spar",
		Short: "Play an engine against a random mover, from either seat of every design",
		Long: `Plays an engine, ours unless another is named, against a player that moves at random, from either seat of every design, and prints how often it won,
with the study's figures beside. Every move and outcome is judged by the referee. The random movers are seeded, so that the same command plays
the same games. They are kept in the store, and running the command again goes on with what is missing.`,
		Example: `  buluo lab spar
  buluo lab spar --designs "horde-veteran-*" --nodes 100k --games 4 --store sparring.db`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	job.flags(cmd, &job.config.Config, "the published ones, 120-ply clock")
	threadsFlag(cmd, &job.config.Config, true)
	job.host.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&job.nodes, "nodes", "2k", "nodes a move; k and M may stand for thousands and millions")
	f.IntVar(&job.config.Games, "games", 2, "games from each seat of each design")
	f.Uint64Var(&job.config.Seed, "seed", 1, "seed of the random movers")
	f.BoolVar(&job.asJSON, "json", false, "print JSON")
	return cmd
}

// run plays and prints what was played, also where the run ended early.
func (j *sparJob) run(ctx context.Context, out, log io.Writer) (err error) {
	c := &j.config
	if c.Nodes, err = nodes(j.nodes); err == nil {
		err = j.read(ctx, &c.Config, nil)
	}
	if err == nil && c.Games < 1 {
		err = fmt.Errorf("--games %d is out of range; a game or more would do", c.Games)
	}
	if err != nil {
		return usageError{err}
	}
	show := newProgress(log)
	ctx, c.Drain = drained(ctx)
	j.host.host(&c.Config, log)
	res, err := spar.Run(ctx, *c, show.game)
	show.end()
	if res.Games() == 0 {
		return err
	}
	return j.print(out, res, res.Write, err)
}
