package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"buluo/lab"
	"buluo/lab/report"
	"buluo/lab/store"
)

// newLabVerifyCmd returns `buluo lab verify`.
func newLabVerifyCmd() *cobra.Command {
	var page string
	var threads int
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Replay every stored game with the referee and count everything again",
		Long: `Reads a store of the lab, or games exported from one as JSON lines (compressed or not), and believes nothing of it. Every game is replayed
with the referee, move by move, and its result, reason and end derived again. In a store, moreover, the file itself is checked, every job's ID and
every game's digest computed anew, and the counts kept beside the games held against a recount. With --page every table made from the store must
stand in that page, line for line, and the one of figures where the page has one. Anything that is not as it is recorded is printed, and the exit code is 1.`,
		Example: `  buluo lab verify lab.db
  buluo lab verify lab.db --page docs/results/first-table.md
  buluo lab verify games.jsonl.gz`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if threads < 0 || threads > maxThreads {
				return usagef("--threads %d is out of range; 0 to %d would do", threads, maxThreads)
			}
			return verify(cmd.Context(), cmd.OutOrStdout(), args[0], page, threads)
		},
	}
	cmd.Flags().StringVar(&page, "page", "", "a page that must hold the tables made from the store")
	cmd.Flags().IntVar(&threads, "threads", 0, "games at once (default one a processor)")
	return cmd
}

// verify verifies a store or a file of records.
func verify(ctx context.Context, out io.Writer, path, page string, threads int) error {
	stored, err := isStore(path)
	if err != nil {
		return err
	}
	var proof lab.Proof
	if stored {
		s, err := store.Read(ctx, path)
		if err != nil {
			return err
		}
		defer s.Close()
		if proof, err = lab.VerifyStore(ctx, s, threads); err != nil {
			return err
		}
		if page != "" {
			if err := onPage(ctx, s, page, &proof); err != nil {
				return err
			}
		}
		if err := printTroubles(ctx, out, s); err != nil {
			return err
		}
	} else {
		if page != "" {
			return usagef("--page needs a store; %s is none", path)
		}
		records, err := readRecords(path)
		if err != nil {
			return err
		}
		if proof, err = lab.VerifyRecords(ctx, path, records, threads); err != nil {
			return err
		}
	}
	return conclude(out, proof)
}

// conclude prints what was found, and fails where it was anything.
func conclude(out io.Writer, p lab.Proof) error {
	for _, w := range p.Wrong {
		fmt.Fprintln(out, w)
	}
	fmt.Fprintf(out, "%s, %s", count(p.Games, "game"), count(p.Positions, "position"))
	if p.Tallies > 0 {
		fmt.Fprintf(out, ", %s recounted", count(p.Tallies, "cell"))
	}
	if p.Adjudicated > 0 {
		fmt.Fprintf(out, ", %s adjudicated", count(p.Adjudicated, "game"))
	}
	if p.Timed > 0 {
		fmt.Fprintf(out, ", %s by the clock", count(p.Timed, "game"))
	}
	if p.Open > 0 {
		fmt.Fprintf(out, ", %s still to be played", count(p.Open, "game"))
	}
	if len(p.Wrong) > 0 {
		fmt.Fprintln(out)
		return fmt.Errorf("%s not as recorded", count(len(p.Wrong), "thing"))
	}
	fmt.Fprintln(out, ": all as recorded")
	if p.Games == 0 {
		return errors.New("there is no game to verify")
	}
	return nil
}

// printTroubles prints the jobs that came to nothing and what engines did wrong, which is no fault of the record.
func printTroubles(ctx context.Context, out io.Writer, s *store.Store) error {
	troubles, err := s.Troubles(ctx)
	if err != nil {
		return err
	}
	for _, t := range troubles {
		fmt.Fprintf(out, "%s: job %s, %s at %d nodes: %s\n", t.State, t.ID[:12], t.Variant, t.Budget, t.Why)
	}
	faults, err := s.Faults(ctx)
	for _, f := range faults {
		seat := [...]string{"as White", "as Black", "in some seat"}[min(int(f.Side), 2)]
		fmt.Fprintf(out, "faults: %s %s: %s, %d\n", f.Engine, seat, f.Kind, f.Times)
	}
	return err
}

// onPage checks that a page holds the tables of a store.
func onPage(ctx context.Context, s *store.Store, page string, proof *lab.Proof) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return readFailure(page, err)
	}
	groups, err := tablesOf(ctx, s, store.Filter{}, true)
	if err != nil {
		return err
	}
	for _, g := range groups {
		writers := []func(io.Writer) error{g.tables.Write}
		if strings.Contains(string(text), report.FiguresHead) {
			writers = append(writers, g.tables.WriteFigures)
		}
		for _, write := range writers {
			var table strings.Builder
			if err := write(&table); err != nil {
				return err
			}
			for _, what := range lacking(string(text), table.String()) {
				proof.Wrong = append(proof.Wrong, lab.Finding{Game: page, Text: what})
			}
		}
	}
	return nil
}

// lacking says what a page lacks of a table, which must stand there line for line: lines that are nowhere, or else that they stand apart.
func lacking(page, table string) (what []string) {
	if strings.Contains("\n"+page+"\n", "\n"+table) { // a table ends with a line end
		return nil
	}
	have := map[string]bool{}
	for line := range strings.Lines(page) {
		have[strings.TrimSuffix(line, "\n")] = true
	}
	for line := range strings.Lines(table) {
		if line = strings.TrimSuffix(line, "\n"); !have[line] {
			what = append(what, "it does not have the line "+line)
		}
	}
	if len(what) == 0 {
		first, _, _ := strings.Cut(table, "\n")
		what = append(what, "it has the lines of the table, but not after each other as they belong: "+first)
	}
	return what
}
