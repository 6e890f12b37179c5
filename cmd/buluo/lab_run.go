package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"buluo/lab"
	"buluo/lab/report"
	"buluo/lab/schedule"
	"buluo/lab/work"
)

// defaultBudgets finish the 24 published designs within about three minutes on two cores.
var defaultBudgets = []string{"4k", "8k", "16k", "32k"}

// defaultStore is where the lab keeps its games unless told otherwise.
const defaultStore = "lab.db"

// labJob is what the command lines of `buluo lab run` and `buluo lab serve` ask for.
type labJob struct {
	seriesFlags
	budgets   []string
	config    lab.Config
	published bool
}

// newLabRunCmd returns `buluo lab run`.
func newLabRunCmd() *cobra.Command {
	var job labJob
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Play an engine against itself on every design at every budget, and print the study's tables",
		Long: `Plays one game of every design at every budget of nodes a move: one engine in both seats, ours or another, always its first choice, every
move and every outcome judged by the referee as well. Nothing is left to chance, so that the same command prints the same tables on any machine.

The games are kept in a store, one SQLite file. Running the same command again goes on where the last one stopped; a game that is there is not
played again. The first Ctrl-C lets the games under way be finished, a second one drops them. Other commands read the store: buluo lab table,
verify, export, continue.

Another engine is started anew for every game, told ucinewgame and, before each move, the whole game. It is given the design as a stanza of ours,
unless it knows one of that name already. Fairy-Stockfish searches our stanza as it searches the study's, so that the study's games come back.
One that crashes, stalls, or plays what is not legal is started again; its game is given up after three times.`,
		Example: `  buluo lab run
  buluo lab run --designs "horde-veteran-36-*" --budgets 20k,50k --store veterans.db
  buluo lab run --engine fairy-stockfish --option "Use NNUE=false" --option Hash=64 --budgets 150k`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	job.flags(cmd)
	threadsFlag(cmd, &job.config.Config, false)
	return cmd
}

// flags declares what running here and serving others have in common.
func (j *labJob) flags(cmd *cobra.Command) {
	j.seriesFlags.flags(cmd, &j.config.Config, "the published ones, 120-ply clock")
	cmd.Flags().StringSliceVar(&j.budgets, "budgets", defaultBudgets, "nodes a move; k and M may stand for thousands and millions")
	cmd.Flags().BoolVar(&j.published, "published", true, "show the study's published results beside ours")
}

// run plays and prints. The tables are printed of whatever was played, also where the run ended early.
func (j *labJob) run(ctx context.Context, out, log io.Writer) error {
	if err := j.read(ctx); err != nil {
		return usageError{err}
	}
	show := newProgress(log)
	ctx, j.config.Drain = drained(ctx)
	records, err := lab.Run(ctx, j.config, show.game)
	show.end()
	if len(records) > 0 {
		tables := report.Tables{Designs: j.config.Designs, Budgets: j.config.Budgets, Records: records, Published: j.published}
		if failed := tables.Write(out); failed != nil {
			return errors.Join(err, failed)
		}
		fmt.Fprintf(log, "%s kept in %s\n", count(len(records), "game"), j.config.Store)
	}
	return err
}

// drained turns the end of a command's context, which is the first Ctrl-C, into the wish to begin nothing more. What is under way goes on; the next
// Ctrl-C ends the program, from which the store suffers no harm.
func drained(ctx context.Context) (context.Context, <-chan struct{}) {
	return context.WithoutCancel(ctx), ctx.Done()
}

// read turns the flags into a config.
func (j *labJob) read(ctx context.Context) (err error) {
	if j.config.Budgets, err = budgets(j.budgets); err != nil {
		return err
	}
	return j.seriesFlags.read(ctx, &j.config.Config, nil)
}

// engineFlags name another program as the player.
type engineFlags struct {
	command string
	options []string
	guard   time.Duration
}

func (e *engineFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&e.command, "engine", "", "the command of a UCI engine that plays both seats (default our own engine)")
	f.StringArrayVar(&e.options, "option", nil, "an option of that engine, name=value; may be given several times")
	e.guardFlag(cmd)
}

func (e *engineFlags) guardFlag(cmd *cobra.Command) {
	cmd.Flags().DurationVar(&e.guard, "guard", 5*time.Minute, "the time of the wall clock after which a search of that engine counts as a stall")
}

// introduce starts the engine once to know it by name, and says how it is started for games.
func (e *engineFlags) introduce(ctx context.Context) (player schedule.Player, engines work.Engines, err error) {
	if e.command == "" {
		if len(e.options) > 0 {
			return player, engines, errors.New("--option is an option of --engine, which is missing")
		}
		return work.Ours(), engines, nil
	}
	player, err = e.add(ctx, &engines)
	return player, engines, err
}

// add starts the engine once and lists it.
func (e *engineFlags) add(ctx context.Context, to *work.Engines) (player schedule.Player, err error) {
	words, err := splitCommand(e.command)
	if err != nil {
		return player, err
	}
	options, err := optionsOf(e.options)
	if err != nil {
		return player, err
	}
	if e.guard <= 0 {
		return player, fmt.Errorf("--guard %v is out of range; a time would do, such as 5m", e.guard)
	}
	to.Guard = e.guard
	return to.Introduce(ctx, words, options)
}

// optionsOf reads an engine's options, each name=value.
func optionsOf(texts []string) (map[string]string, error) {
	options := map[string]string{}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("--option %q should be name=value", text)
		}
		options[name] = value
	}
	return options, nil
}
