package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"buluo/lab/rescore"
)

// rescoreJob is what the command line of `buluo lab rescore` asks for.
type rescoreJob struct {
	rules   []string
	threads int
	each    bool
	asJSON  bool
}

// newLabRescoreCmd returns `buluo lab rescore`.
func newLabRescoreCmd() *cobra.Command {
	var job rescoreJob
	cmd := &cobra.Command{
		Use:   "rescore FILE...",
		Short: "Ask what stored games would have come to under other terminal rules",
		Long: `Replays stored games by the referee under other terminal rules, and counts for each rule and design the results that stay, those that change, and
those that cannot be decided because the game would have gone on where its moves end. A game whose record does not follow from its moves is an error.

A rule is one or more settings joined by +:
  stalemate=draw|loss|win   no legal move and no check, for the side to move
  clock=N                   plies without a capture that draw; 0 is never
  fold=N                    occurrences of a position that end the game; 0 is never
  foldvalue=draw|loss|win   what that is worth to the side to move
  perpetual=on|off          whoever only checks loses a repetition
  chase=on|off              whoever only chases loses it

Players play by the rules they are given: a game under another clock would have been another game from the start. Re-scoring shows only where
the moves that were played would have stopped.`,
		Example: `  buluo lab rescore lab-games.jsonl
  buluo lab rescore --rule stalemate=draw --rule clock=60+fold=2 --each sparring.jsonl ladder.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return job.run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), args)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&job.rules, "rule", nil, "a rule to re-score by (default several usual ones)")
	f.IntVar(&job.threads, "threads", 1, "games at a time")
	f.BoolVar(&job.each, "each", false, "print a line for each game and rule whose result does not stay")
	f.BoolVar(&job.asJSON, "json", false, "print JSON, every game with its verdicts")
	return cmd
}

func (j *rescoreJob) run(ctx context.Context, in io.Reader, out io.Writer, files []string) error {
	list := rescore.Usual()
	if len(j.rules) > 0 {
		list = nil
	}
	for _, text := range j.rules {
		r, err := rescore.ParseRule(text)
		if err != nil {
			return usageError{err}
		}
		list = append(list, r)
	}
	if j.threads < 1 || j.threads > maxThreads {
		return usagef("--threads %d is out of range; 1 to %d would do", j.threads, maxThreads)
	}
	res, err := rescore.Run(ctx, storedGames(ctx, files, in), list, j.threads, variantOf)
	if err != nil {
		return err
	}
	if len(res.Games) == 0 {
		return errors.New("there is no game to re-score")
	}
	if j.asJSON {
		return printJSON(out, res)
	}
	if j.each {
		if err := res.WriteEach(out); err != nil {
			return err
		}
	}
	return res.Write(out)
}
