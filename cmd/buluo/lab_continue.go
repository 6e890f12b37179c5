package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"buluo/lab"
	"buluo/lab/design"
	"buluo/lab/work"
)

// newLabContinueCmd returns `buluo lab continue`.
func newLabContinueCmd() *cobra.Command {
	var filter filterFlags
	var player engineFlags
	var capPlies, threads int
	cmd := &cobra.Command{
		Use:   "continue [STORE]",
		Short: "Play on the games of a store that were left at their cap of plies",
		Long: `Plays on, under a larger cap, every game of a store (` + defaultStore + ` where none is named) that was left at its cap, from the position in which it was left. The
players' memories start anew there. The capped game stays in the store; tables show the one that got furthest. Running the command again goes on
where it stopped.`,
		Example: `  buluo lab continue --to 5000
  buluo lab continue lab.db --to 0 --designs horde-veteran-36-r2`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := filter.filter()
			if err != nil {
				return err
			}
			if capPlies < 0 || threads < 0 || threads > maxThreads {
				return usagef("--to %d or --threads %d is out of range; 0 or more would do, and at most %d threads", capPlies, threads, maxThreads)
			}
			options := work.Options{Workers: threads}
			if _, options.Engines, err = player.introduce(cmd.Context()); err != nil {
				return usageError{err}
			}
			show := newProgress(cmd.ErrOrStderr())
			ctx, drain := drained(cmd.Context())
			options.Drain = drain
			records, err := lab.Continue(ctx, append(args, defaultStore)[0], f, capPlies, options, show.game)
			show.end()
			for i := range records {
				rec := &records[i]
				end := "unfinished"
				if o := rec.Outcome(); o.Over {
					end = fmt.Sprintf("%s by %s", design.Seat(o.Winner), o.Reason)
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s at %d nodes: %s, %d plies\n", rec.Variant, rec.Budget, end, rec.Plies)
			}
			if err == nil && len(records) == 0 {
				fmt.Fprintln(cmd.OutOrStdout(), "no game was left at a smaller cap")
			}
			return err
		},
	}
	f := cmd.Flags()
	f.IntVar(&capPlies, "to", 0, "the new cap of plies; 0 is none")
	f.IntVar(&threads, "threads", 0, "games at once (default one a processor)")
	f.StringSliceVar(&filter.designs, "designs", nil, "only these designs, by names or patterns")
	f.StringSliceVar(&filter.budgets, "budgets", nil, "only these budgets of nodes a move")
	player.flags(cmd)
	return cmd
}
