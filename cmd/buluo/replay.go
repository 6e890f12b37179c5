package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"buluo/game/replay"
)

// replayJob is what the command line of `buluo replay` asks for.
type replayJob struct {
	file, against string
	compare       bool
	threads       int
}

// newReplayCmd returns `buluo replay`.
func newReplayCmd() *cobra.Command {
	var job replayJob
	cmd := &cobra.Command{
		Use:   "replay FILE|-",
		Short: "Replay recorded games and report every position's legal moves",
		Long: `Reads JSON lines {"variant","start","moves"} (start "" is the variant's start; moves in UCI, separated by spaces;
"ini" may carry stanzas that define the variant) and answers each with a line

  {"legal","sets","check","over","result","reason","fen"}

legal   the number of legal moves before each ply and at the end
sets    the CRC-32 of each of these sets of moves: in UCI, sorted bytewise, joined by spaces
check   a digit for each position, 1 where the side to move is in check
over, result, reason, fen   the end, draws claimed

A line that makes no sense is answered with {"line","error"}, and the run goes on.

With --compare each line carries these fields as another program gave them, or some of them, and only differences are
printed, then one line that counts games, positions and differences. With --against they stand in a file of their own.
Files may be compressed with gzip. The exit code is 1 where there was any difference or any bad line.`,
		Example: `  buluo replay games.jsonl > report.jsonl
  buluo replay --compare testdata/corpus.jsonl.gz
  buluo replay games.jsonl --against theirs.jsonl`,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"jsonl", "jsonl.gz", "gz"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if job.threads < 1 && cmd.Flags().Changed("threads") || job.threads > maxThreads {
				return usagef("--threads %d is out of range; 1 to %d would do", job.threads, maxThreads)
			}
			if args[0] == "-" && job.against == "-" {
				return usagef("the records and --against cannot both be standard input")
			}
			job.file = args[0]
			return job.run(cmd)
		},
	}
	cmd.Flags().BoolVar(&job.compare, "compare", false, "compare with the reports that the lines carry themselves")
	cmd.Flags().StringVar(&job.against, "against", "", "compare with the reports in this file, line by line")
	cmd.Flags().IntVar(&job.threads, "threads", 0, "replay with so many threads (default one a processor)")
	cmd.MarkFlagsMutuallyExclusive("compare", "against")
	return cmd
}

// run replays and, where something was compared or went wrong, sums up.
func (j *replayJob) run(cmd *cobra.Command) error {
	options := replay.Options{Compare: j.compare, Workers: j.threads}
	in, err := opened(j.file, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	if j.against != "" {
		against, err := opened(j.against, cmd.InOrStdin())
		if err != nil {
			return err
		}
		defer against.Close()
		options.Against = against
	}
	out := cmd.OutOrStdout()
	sum, err := replay.Run(cmd.Context(), in, out, options)
	if err != nil {
		return err
	}
	if options.Compare || options.Against != nil {
		fmt.Fprintln(out, sum)
	}
	switch {
	case sum.Differences > 0:
		return fmt.Errorf("%s found", count(sum.Differences, "difference"))
	case sum.Failures > 0:
		return fmt.Errorf("%s could not be replayed", count(sum.Failures, "line"))
	case sum.Games == 0 && j.compare:
		return errors.New("there is no game to compare")
	}
	return nil
}

// opened opens a file, "-" being standard input.
func opened(file string, stdin io.Reader) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(stdin), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, readFailure(file, err)
	}
	return f, nil
}
