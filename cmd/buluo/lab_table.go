package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"buluo/lab/ledger"
	"buluo/lab/report"
	"buluo/lab/schedule"
	"buluo/lab/store"
)

// newLabTableCmd returns `buluo lab table`.
func newLabTableCmd() *cobra.Command {
	var filter filterFlags
	var format string
	var published bool
	cmd := &cobra.Command{
		Use:   "table [STORE]",
		Short: "Print the study's tables from a store, the published results beside ours",
		Long: `Prints the tables of the games in a store (` + defaultStore + ` where none is named), once for each engine that has played there. Where a design was played
more than once at a budget, by a cap played on for instance, the game that got furthest stands. Games of other experiments (spar, ladder, verdict) that
begin with an opening or set unlike players against each other are left to those.

The formats are text, markdown, csv, json and figures. csv and json have a line a game, with the study's figure for the same design, clock and budget,
and whether ours agrees: exact, result (the same winner by another reason or in other plies) or other. figures has a line for each figure of
the study, those over four budgets included, with our games, whether they are the same and, where not, what differs.`,
		Example: `  buluo lab table
  buluo lab table lab.db --format csv --designs horde-veteran-36-r2`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := filter.filter()
			if err != nil {
				return err
			}
			write, ok := tableFormats()[format]
			if !ok {
				return usagef("--format %q is none of text, markdown, csv, json and figures", format)
			}
			return printTables(cmd.Context(), cmd.OutOrStdout(), append(args, defaultStore)[0], f, published, write)
		},
	}
	filter.flags(cmd)
	cmd.Flags().StringVar(&format, "format", "text", "text, markdown, csv, json or figures")
	cmd.Flags().BoolVar(&published, "published", true, "show the study's published results beside ours")
	return cmd
}

// tableFormats are the ways to write tables.
func tableFormats() map[string]func(*report.Tables, io.Writer) error {
	return map[string]func(*report.Tables, io.Writer) error{
		"text": (*report.Tables).Write, "markdown": (*report.Tables).WriteMarkdown, "csv": (*report.Tables).WriteCSV, "json": (*report.Tables).WriteJSON,
		"figures": (*report.Tables).WriteFigures,
	}
}

// flags declares the flags that choose games.
func (f *filterFlags) flags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.designs, "designs", nil, "only these designs, by names or patterns")
	cmd.Flags().StringSliceVar(&f.budgets, "budgets", nil, "only these budgets of nodes a move")
	cmd.Flags().StringArrayVar(&f.engines, "engine", nil, "only games of this engine, by the name it gives itself")
	cmd.Flags().IntSliceVar(&f.caps, "cap", nil, "only games played under this cap of plies")
	must(cmd.RegisterFlagCompletionFunc("designs", completeVariant))
}

// engineTables is what one engine, or pair of engines, has played.
type engineTables struct {
	engine string
	tables report.Tables
}

// tablesOf returns the tables of a store, a group for each engine in the order in which their first games were planned.
func tablesOf(ctx context.Context, s *store.Store, f store.Filter, published bool) ([]*engineTables, error) {
	var groups []*engineTables
	seen := map[string]bool{}
	for g, err := range s.Games(ctx, f) {
		if err != nil {
			return nil, err
		}
		if g.Job.Players[0].Kind != schedule.Foreign && !g.Job.SelfPlay() {
			continue // of spar, ladder or verdict, which print their own tables
		}
		i := slices.IndexFunc(groups, func(have *engineTables) bool { return have.engine == g.Engine })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &engineTables{engine: g.Engine, tables: report.Tables{Published: published}})
		}
		t := &groups[i].tables
		if key := g.Engine + "\x00" + g.Variant + "\x00" + g.INI; !seen[key] {
			seen[key] = true
			d, err := designOf(&g.Record)
			if err != nil {
				return nil, err
			}
			t.Designs = append(t.Designs, d)
		}
		if !slices.Contains(t.Budgets, g.Budget) {
			t.Budgets = append(t.Budgets, g.Budget)
		}
		t.Records = append(t.Records, tableRecord(&g.Record))
	}
	for _, g := range groups {
		var err error
		if g.tables.Designs, err = shown(g.tables.Designs); err != nil {
			return nil, err
		}
		g.tables.Records = report.Best(g.tables.Records)
	}
	return groups, nil
}

// tableRecord leaves out what no table shows, as a store may hold many games.
func tableRecord(rec *ledger.Record) ledger.Record {
	short := *rec
	short.Moves, short.Scores, short.Depths, short.Nodes = "", nil, nil, nil
	return short
}

// printTables prints the groups, each under its engine's name where there are several.
func printTables(ctx context.Context, out io.Writer, path string, f store.Filter, published bool, write func(*report.Tables, io.Writer) error) error {
	s, err := store.Read(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Fits(ctx, f); err != nil {
		return err
	}
	groups, err := tablesOf(ctx, s, f, published)
	if err != nil {
		return err
	}
	if len(groups) == 0 {
		return errors.New("the store has no such games")
	}
	for i, g := range groups {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if len(groups) > 1 {
			fmt.Fprintf(out, "# Played by %s\n\n", g.engine)
		}
		if err := write(&g.tables, out); err != nil {
			return err
		}
	}
	return nil
}
