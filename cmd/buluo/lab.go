package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"buluo/lab"
	"buluo/lab/design"
	"buluo/lab/report"
)

// newLabCmd returns `buluo lab`, the experiments.
func newLabCmd() *cobra.Command {
	cmd := &cobra.Command{Use: "lab", Short: "Play designs and count what comes of them"}
	cmd.AddCommand(newLabRunCmd(), newLabMatchCmd())
	return cmd
}

// labJob is what the command line of `buluo lab run` asks for.
type labJob struct {
	designs, budgets []string
	config           lab.Config
	published        bool
}

// defaultBudgets finish the 24 published designs within about three minutes on two cores.
var defaultBudgets = []string{"4k", "8k", "16k", "32k"}

// newLabRunCmd returns `buluo lab run`.
func newLabRunCmd() *cobra.Command {
	var job labJob
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Play our engine against itself on every design at every budget, and print the study's tables",
		Long: `Plays one game of every design at every budget of nodes a move: our engine in both seats, always its first choice, every move and
every outcome judged by the referee as well. Nothing is left to chance, so that the same command prints the same tables on any machine. The
games are kept in a file, one JSON object a line, that buluo replay reads.

Ctrl-C stops the run and keeps the finished games; --resume goes on from there.`,
		Example: `  buluo lab run
  buluo lab run --designs "horde-veteran-36-*" --budgets 20k,50k --out veterans.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&job.designs, "designs", nil, "names or patterns of designs (default the published ones, 120-ply clock)")
	f.StringSliceVar(&job.budgets, "budgets", defaultBudgets, "nodes a move; k and M may stand for thousands and millions")
	f.IntVar(&job.config.Cap, "cap", 2000, "leave a game unfinished after so many plies; 0 is never")
	f.IntVar(&job.config.Workers, "threads", 0, "games at once (default one a processor)")
	f.StringVar(&job.config.Out, "out", "lab-games.jsonl", "keep the games in this file")
	f.BoolVar(&job.config.Resume, "resume", false, "go on with the file where it exists; games that it holds are not played again")
	f.BoolVar(&job.published, "published", true, "show the study's published results beside ours")
	must(cmd.RegisterFlagCompletionFunc("designs", completeVariant))
	return cmd
}

// run plays and prints. The tables are printed of whatever was played, also where the run ended early.
func (j *labJob) run(ctx context.Context, out, log io.Writer) error {
	if err := j.read(); err != nil {
		return usageError{err}
	}
	show := newProgress(log)
	records, err := lab.Run(ctx, j.config, show.game)
	show.end()
	if len(records) > 0 {
		tables := report.Tables{Designs: j.config.Designs, Budgets: j.config.Budgets, Records: records, Published: j.published}
		if failed := tables.Write(out); failed != nil {
			return errors.Join(err, failed)
		}
		fmt.Fprintf(log, "%s kept in %s\n", count(len(records), "game"), j.config.Out)
	}
	return err
}

// read turns the flags into a config.
func (j *labJob) read() (err error) {
	if len(j.designs) == 0 {
		if j.designs, err = report.PublishedDesigns(); err != nil {
			return err
		}
	}
	if j.config.Designs, err = design.Select(j.designs); err != nil {
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
	return nil
}

// nodes reads a number of nodes: 1500, 150k, 1M.
func nodes(text string) (uint64, error) {
	digits, unit := text, uint64(1)
	switch {
	case strings.HasSuffix(text, "k"):
		digits, unit = strings.TrimSuffix(text, "k"), 1_000
	case strings.HasSuffix(text, "M"):
		digits, unit = strings.TrimSuffix(text, "M"), 1_000_000
	}
	n, err := strconv.ParseUint(digits, 10, 40)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("budget %q is not a number of nodes; 1500, 150k and 1M are", text)
	}
	return n * unit, nil
}

// progress shows how a run goes: a bar where someone watches, a line a game where not.
type progress struct {
	log     io.Writer
	watched bool
	bar     *progressbar.ProgressBar // from the first word on, where watched
}

func newProgress(log io.Writer) *progress {
	f, ok := log.(*os.File)
	return &progress{log: log, watched: ok && term.IsTerminal(int(f.Fd()))}
}

// game shows what is to be played, and then each game just finished.
func (p *progress) game(now lab.Progress) {
	switch {
	case now.Of == 0: // a resumed run that is complete
	case p.watched:
		p.draw(now)
	case now.Games == 0:
		fmt.Fprintf(p.log, "%s to play\n", count(now.Of, "game"))
	default:
		fmt.Fprintf(p.log, "%d/%d  %s  %s  %s left\n", now.Games, now.Of, now.Job.Design.Name(), played(now), now.Left().Round(time.Second))
	}
}

// draw moves the bar. It measures budgets, so that its estimate is right though large budgets are played first, and counts games beside.
func (p *progress) draw(now lab.Progress) {
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(int64(now.NodesOf), progressbar.OptionSetWriter(p.log), progressbar.OptionFullWidth(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true), progressbar.OptionThrottle(100*time.Millisecond))
	}
	_ = p.bar.Set64(int64(now.Nodes)) // it only draws
	p.bar.Describe(fmt.Sprintf("%d/%d games", now.Games, now.Of))
}

// played words a game.
func played(now lab.Progress) string {
	if now.Record == nil {
		return fmt.Sprintf("%d nodes: refused", now.Job.Budget)
	}
	o := now.Record.Outcome()
	if !o.Over {
		return fmt.Sprintf("%d nodes: unfinished after %d plies", now.Job.Budget, now.Record.Plies)
	}
	return fmt.Sprintf("%d nodes: %s by %s, %d plies", now.Job.Budget, design.Seat(o.Winner), o.Reason, now.Record.Plies)
}

// end leaves the line of the bar.
func (p *progress) end() {
	if p.bar != nil {
		fmt.Fprintln(p.log)
	}
}
