package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"buluo/game"
	"buluo/internal/gz"
	"buluo/lab/export"
	"buluo/lab/store"
)

// exportJob is what the command line of `buluo lab export` asks for.
type exportJob struct {
	filter           filterFlags
	format, notation string
	out              string
}

// newLabExportCmd returns `buluo lab export`.
func newLabExportCmd() *cobra.Command {
	var job exportJob
	cmd := &cobra.Command{
		Use:   "export [STORE]",
		Short: "Write the games of a store as JSON lines, PGN or Parquet",
		Long: `Writes the games of a store (` + defaultStore + ` where none is named), in the order in which they were planned.

jsonl    one object a line, with each game's job: what buluo lab verify, import and replay read. Nothing is lost
pgn      tags with Variant, FEN and the moves of made-up pieces (VariantMen), and score, depth and nodes behind each move as {+0.31/12 20000}
parquet  a row a game, with lists for the plies

The format is that of the file's name unless --format says otherwise; a name that ends in .gz is compressed.`,
		Example: `  buluo lab export --out games.jsonl.gz
  buluo lab export lab.db --format pgn --notation wxf --designs horde-veteran-36-r2`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), append(args, defaultStore)[0])
		},
	}
	job.filter.flags(cmd)
	cmd.Flags().StringVarP(&job.out, "out", "o", "-", "write to this file; - is standard output")
	cmd.Flags().StringVar(&job.format, "format", "", "jsonl, pgn or parquet (default as the file is named, else jsonl)")
	cmd.Flags().StringVar(&job.notation, "notation", "san", "of the moves of a PGN: san, uci, iccs, wxf or chinese")
	return cmd
}

// run writes the games, to a file all or nothing.
func (j *exportJob) run(ctx context.Context, out io.Writer, path string) error {
	f, err := j.filter.filter()
	if err != nil {
		return err
	}
	notation, err := game.ParseNotation(j.notation)
	if err != nil {
		return usageError{err}
	}
	format := j.format
	if format == "" {
		if format = "jsonl"; j.out != "-" {
			format = extension(j.out)
		}
	}
	f.Bare = format == "jsonl" // as committed: a digest must come out the same
	s, err := store.Read(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Fits(ctx, f); err != nil {
		return err
	}
	write := func(w io.Writer) (err error) {
		z := gz.Writer(j.out, w)
		defer func() { err = errors.Join(err, z.Close()) }()
		return exported(ctx, s, f, z, format, notation)
	}
	if j.out == "-" {
		return write(out)
	}
	return writeFile(j.out, write)
}

// exported writes the games to a writer of a format.
func exported(ctx context.Context, s *store.Store, f store.Filter, out io.Writer, format string, n game.Notation) error {
	var w export.Writer
	switch format {
	case "jsonl":
		w = export.NewLines(out)
	case "pgn":
		w = export.NewPGN(out, n)
	case "parquet":
		w = export.NewParquet(out)
	default:
		return usagef("format %q is none of jsonl, pgn and parquet", format)
	}
	for g, err := range s.Games(ctx, f) {
		if err == nil {
			err = w.Write(&g)
		}
		if err != nil {
			return err
		}
	}
	return w.Close()
}
