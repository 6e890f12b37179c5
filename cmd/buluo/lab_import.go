package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"buluo/lab"
	"buluo/lab/ledger"
	"buluo/lab/store"
)

// newLabImportCmd returns `buluo lab import`.
func newLabImportCmd() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Take games from PGN or JSON lines into a store, each replayed by the referee",
		Long: `Reads files of games, PGN or JSON lines by their names, compressed or not, and takes into the store what the referee has replayed move by move. The
board decides how a game ended: one that it has not ended is kept as unfinished, whatever the file says of a resignation, and one that it has
ended otherwise than the file says is refused. A game that is there already must be the same; importing a file twice changes nothing.`,
		Example: `  buluo lab import games.jsonl.gz --store lab.db
  buluo lab import my-games.pgn --store elsewhere.db`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return imported(cmd.Context(), cmd.OutOrStdout(), path, args)
		},
	}
	cmd.Flags().StringVar(&path, "store", defaultStore, "the store, which is made where it does not exist")
	return cmd
}

// imported takes files in, prints what came of each, and fails where a game was refused.
func imported(ctx context.Context, out io.Writer, path string, files []string) error {
	for _, file := range files {
		if e := extension(file); e != "pgn" && e != "jsonl" {
			return usagef("%s: the name should end in .pgn or .jsonl, or .gz behind it, to say what it holds", file)
		}
	}
	s, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	wrong := 0
	for _, file := range files {
		res, err := importFile(ctx, s, file)
		for _, n := range append(res.Notes, res.Wrong...) {
			fmt.Fprintln(out, n)
		}
		refused := len(res.Wrong) + res.Fates[store.Twin] + res.Fates[store.Conflict]
		fmt.Fprintf(out, "%s: %d new, %d known, %d refused\n", file, res.Fates[store.Kept], res.Fates[store.Known], refused)
		if err != nil {
			return err
		}
		wrong += len(res.Wrong) + res.Fates[store.Conflict]
	}
	if wrong > 0 {
		return fmt.Errorf("%s refused", count(wrong, "game"))
	}
	return nil
}

// importFile takes one file in.
func importFile(ctx context.Context, s *store.Store, file string) (lab.Imported, error) {
	in, err := openText(file)
	if err != nil {
		return lab.Imported{}, err
	}
	defer in.Close()
	if extension(file) == "pgn" {
		return lab.ImportPGN(ctx, s, file, in)
	}
	records, err := ledger.Read(file, in)
	if err != nil {
		return lab.Imported{}, err
	}
	return lab.ImportRecords(ctx, s, file, records)
}
