package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"buluo/lab"
	"buluo/lab/design"
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
	file             string
	designs, budgets []string
	player           engineFlags
	config           lab.Config
	published        bool
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
	cmd.Flags().IntVar(&job.config.Workers, "threads", 0, "games at once (default one a processor)")
	return cmd
}

// flags declares what running here and serving others have in common.
func (j *labJob) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	addFileFlag(cmd, &j.file)
	f.StringSliceVar(&j.designs, "designs", nil, "names or patterns of designs (default the published ones, 120-ply clock; with --file all that are in it)")
	f.StringSliceVar(&j.budgets, "budgets", defaultBudgets, "nodes a move; k and M may stand for thousands and millions")
	f.IntVar(&j.config.Cap, "cap", 2000, "leave a game unfinished after so many plies; 0 is never")
	f.StringVar(&j.config.Store, "store", defaultStore, "keep the games in this file, and go on with it where it exists")
	f.BoolVar(&j.published, "published", true, "show the study's published results beside ours")
	j.player.flags(cmd)
	must(cmd.RegisterFlagCompletionFunc("designs", completeVariant))
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
	if j.config.Designs, err = j.selected(); err != nil {
		return err
	}
	for _, text := range j.budgets {
		n, err := nodes(text)
		if err != nil {
			return err
		}
		j.config.Budgets = append(j.config.Budgets, n)
	}
	if j.config.Cap < 0 || j.config.Workers < 0 || j.config.Workers > maxThreads {
		return fmt.Errorf("--cap %d or --threads %d is out of range; 0 or more would do, and at most %d threads",
			j.config.Cap, j.config.Workers, maxThreads)
	}
	j.config.Player, j.config.Engines, err = j.player.introduce(ctx)
	return err
}

// selected returns the designs meant: the published ones, those of the catalogue that fit, or those of a file.
func (j *labJob) selected() ([]design.Design, error) {
	if j.file == "" {
		names := j.designs
		if len(names) == 0 {
			var err error
			if names, err = report.PublishedDesigns(); err != nil {
				return nil, err
			}
		}
		return design.Select(names)
	}
	f, err := readStanzas(j.file, nil)
	if err != nil {
		return nil, err
	}
	var list []design.Design
	for _, spec := range f.Specs {
		fits := len(j.designs) == 0
		for _, pattern := range j.designs {
			match, err := path.Match(pattern, spec.Name)
			if err != nil {
				return nil, fmt.Errorf("pattern %q: %w; * and ? stand for letters, as in horde-veteran-*", pattern, err)
			}
			fits = fits || match
		}
		if !fits {
			continue
		}
		d, err := design.Of(spec)
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no variant that fits %s", j.file, strings.Join(j.designs, ", "))
	}
	return list, nil
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
	f.DurationVar(&e.guard, "guard", 5*time.Minute, "the time of the wall clock after which a search of that engine counts as a stall")
}

// introduce starts the engine once to know it by name, and says how it is started for games.
func (e *engineFlags) introduce(ctx context.Context) (player schedule.Player, engines work.Engines, err error) {
	if e.command == "" {
		if len(e.options) > 0 {
			return player, engines, errors.New("--option is an option of --engine, which is missing")
		}
		return work.Ours(), engines, nil
	}
	words, err := splitCommand(e.command)
	if err != nil {
		return player, engines, err
	}
	options := map[string]string{}
	for _, text := range e.options {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return player, engines, fmt.Errorf("--option %q should be name=value", text)
		}
		options[name] = value
	}
	if e.guard <= 0 {
		return player, engines, fmt.Errorf("--guard %v is out of range; a time would do, such as 5m", e.guard)
	}
	engines.Guard = e.guard
	player, err = engines.Introduce(ctx, words, options)
	return player, engines, err
}
