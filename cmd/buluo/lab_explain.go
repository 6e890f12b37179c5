package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"buluo/eval"
	"buluo/game"
	"buluo/lab/explain"
	"buluo/lab/ledger"
	"buluo/rules"
)

// explainJob is what the command line of `buluo lab explain` asks for.
type explainJob struct {
	number   int
	id       string
	variant  string
	nodes    string
	notation string
	asJSON   bool
}

// newLabExplainCmd returns `buluo lab explain`.
func newLabExplainCmd() *cobra.Command {
	var job explainJob
	cmd := &cobra.Command{
		Use:   "explain FILE",
		Short: "Tell the story of a stored game",
		Long: `Tells who took what and when, how the balance of material moved, when a chariot got behind the block, who crossed the river first, and the longest
run without a capture. Of a file with several games, --id, or --game, --variant and --nodes say which one.

A chariot is behind the block when more than half of the soldiers of the side without a general stand before it and at most a quarter of
them further back.
Material is counted by our evaluation's prices.`,
		Example: `  buluo lab explain lab-games.jsonl --game 7
  buluo lab explain lab-games.jsonl --variant horde-standard-36-r1 --nodes 32k --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return job.run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), args[0])
		},
	}
	f := cmd.Flags()
	f.IntVar(&job.number, "game", 0, "the game of this number among those that fit, from 1 (default the only one)")
	f.StringVar(&job.id, "id", "", "the game of this job, by the beginning of its ID as tables and PGN (Round) have it")
	f.StringVar(&job.variant, "variant", "", "a game of this variant")
	f.StringVar(&job.nodes, "nodes", "", "a game at this budget")
	f.StringVar(&job.notation, "notation", "uci", "how moves are written: uci, iccs, wxf, chinese or san")
	f.BoolVar(&job.asJSON, "json", false, "print JSON")
	must(cmd.RegisterFlagCompletionFunc("variant", completeVariant))
	return cmd
}

func (j *explainJob) run(ctx context.Context, in io.Reader, out io.Writer, file string) error {
	way, err := game.ParseNotation(j.notation)
	if err != nil {
		return usagef("--notation: %w", err)
	}
	rec, err := j.find(ctx, file, in)
	if err != nil {
		return err
	}
	spec, err := variantOf(rec)
	if err != nil {
		return err
	}
	r, err := rules.Compile(spec)
	if err != nil {
		return err
	}
	story, err := explain.Game(r, rec, explain.Options{Notation: way, Price: eval.New(r, eval.DefaultWeights()).Price})
	if err != nil {
		return fmt.Errorf("%s: %s: %w", file, rec.Variant, err)
	}
	if j.asJSON {
		return printJSON(out, story)
	}
	return story.Write(out)
}

// find reads the file and returns the game that the flags name.
func (j *explainJob) find(ctx context.Context, file string, in io.Reader) (*ledger.Record, error) {
	var budget uint64
	if j.nodes != "" {
		var err error
		if budget, err = nodes(j.nodes); err != nil {
			return nil, usageError{err}
		}
	}
	var fit []ledger.Record
	for rec, err := range storedGames(ctx, []string{file}, in) {
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(rec.ID, j.id) && (j.variant == "" || rec.Variant == j.variant) && (budget == 0 || rec.Budget == budget) {
			fit = append(fit, rec)
		}
	}
	switch {
	case len(fit) == 0:
		return nil, fmt.Errorf("%s: no game fits", file)
	case j.number == 0 && len(fit) > 1:
		return nil, usagef("%s: %d games fit; --game N chooses one, 1 to %d", file, len(fit), len(fit))
	case j.number < 0 || j.number > len(fit):
		return nil, usagef("%s: --game %d: there are games 1 to %d", file, j.number, len(fit))
	}
	return &fit[max(j.number, 1)-1], nil
}
