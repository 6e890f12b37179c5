package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"buluo/board"
	"buluo/lab/twins"
	"buluo/variant"
)

// newTwinsCmd returns `buluo twins`.
func newTwinsCmd() *cobra.Command {
	var positions, plies, threads int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "twins [VARIANT ...]",
		Short: "Hold the fast rules against the slow ones over random games",
		Long: `Plays random games with the move generator and with the referee side by side: two readings of the same
stanza that share no code. Every position is compared in its legal moves, noisy and quiet ones, their number,
check, outcome and reason, FEN and hash. Fails at the first difference of any variant and says how to get there.
Without arguments the whole catalogue is walked.`,
		ValidArgsFunction: completeVariant,
		RunE: func(cmd *cobra.Command, args []string) error {
			specs, err := loadAll(args)
			if err != nil {
				return usageError{err}
			}
			each := (positions + len(specs) - 1) / len(specs)
			opt := twins.Options{Positions: each, Plies: plies, Seed: seed, Threads: threads}
			bar := newTwinsBar(cmd.ErrOrStderr(), int64(each)*int64(len(specs)))
			opt.Progress = bar.add
			began := time.Now()
			report, err := twins.Compare(cmd.Context(), specs, opt)
			bar.finish()
			if err != nil {
				return err
			}
			return printTwins(cmd.OutOrStdout(), report, len(specs), time.Since(began))
		},
	}
	cmd.Flags().IntVar(&positions, "positions", 100_000, "positions to compare over all variants, shared out evenly")
	cmd.Flags().IntVar(&plies, "plies", 300, "length of a game at most")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the random games")
	cmd.Flags().IntVar(&threads, "threads", runtime.NumCPU(), "variants walked at a time")
	return cmd
}

// loadAll loads the named variants, or the whole catalogue.
func loadAll(names []string) ([]*variant.Spec, error) {
	if len(names) == 0 {
		names = variant.Names()
	}
	var specs []*variant.Spec
	for _, name := range names {
		spec, err := variant.Load(name)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

// printTwins sums the walk up, and fails where the readings parted.
func printTwins(out io.Writer, r *twins.Report, variants int, spent time.Duration) error {
	fmt.Fprintf(out, "%d positions in %d games of %d variants, %.1f s: %d differences\n",
		r.Positions, r.Games, variants, spent.Seconds(), len(r.Differences))
	var ends []board.Reason
	for why := range r.Ends {
		ends = append(ends, why)
	}
	slices.Sort(ends)
	for _, why := range ends {
		name := why.String()
		if why == board.NoReason {
			name = "left unfinished"
		}
		fmt.Fprintf(out, "  %-22s %d\n", name, r.Ends[why])
	}
	for _, d := range r.Differences {
		fmt.Fprintln(out, d)
	}
	if n := len(r.Differences); n > 0 {
		return fmt.Errorf("the readings differ in %d variants", n)
	}
	return nil
}

// twinsBar shows how far a walk has come, on a terminal only.
type twinsBar struct {
	bar  *progressbar.ProgressBar
	done atomic.Int64
}

func newTwinsBar(w io.Writer, total int64) *twinsBar {
	b := &twinsBar{}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		b.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription("positions"),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionThrottle(100*time.Millisecond))
	}
	return b
}

func (b *twinsBar) add(n int64) {
	b.done.Add(n)
	if b.bar != nil {
		_ = b.bar.Add64(n)
	}
}

func (b *twinsBar) finish() {
	if b.bar != nil {
		_ = b.bar.Finish()
	}
}
