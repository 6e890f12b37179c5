package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"buluo/tune/corpus"
	"buluo/variant"
)

// newTuneTakeCmd returns `buluo tune take`.
func newTuneTakeCmd() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "take FILE...",
		Short: "Take games of the lab as games for a fit",
		Long: `Reads games as JSON lines, packed by gzip or not, as buluo lab export writes them from a store, and adds them to a file that fits read. So games that the
lab's workers played, on however many machines, and games of other engines can be learnt from. Each is replayed and must end as it says; games
without a result, those that the file holds, and those that begin with a position of a book or bring a variant of their own, are left out.`,
		Example: `  buluo lab export ladder.db --out ladder.jsonl.gz
  buluo tune take ladder.jsonl.gz --out siege.bin`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, file := range args {
				if err := takeFile(cmd.OutOrStdout(), file, out); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "tune-games.bin", "the file of games")
	return cmd
}

// takeFile takes the games of one file.
func takeFile(w io.Writer, from, to string) error {
	records, err := readRecords(from)
	if err != nil {
		return err
	}
	done, err := corpus.Take(to, records, variant.Load)
	fmt.Fprintf(w, "%s: %s taken, %d held before, %d without a result, %d from elsewhere, in %s\n",
		from, count(done.Added, "game"), done.Held, done.Unfinished, done.Elsewhere, to)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return nil
}
