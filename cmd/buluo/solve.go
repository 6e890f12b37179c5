package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"buluo/bench"
	"buluo/board"
)

// solveJob is what the command line of `buluo solve` asks for.
type solveJob struct {
	nodes uint64
	hash  int
	json  bool
	fails bool
}

// newSolveCmd returns `buluo solve`.
func newSolveCmd() *cobra.Command {
	var job solveJob
	cmd := &cobra.Command{
		Use:   "solve FILE",
		Short: "Try a file of problems: how many the search solves, and the nodes it needs",
		Long: `Searches every problem of a file with an empty table, within a budget of nodes, and prints a line each: whether it was solved, the nodes
after which the answer was found and kept, the move and the score, and what was asked. At the end come the numbers by task.

A file is columns between tabs, which its first line names: "variant fen kind plies answer asked source", the kinds being win (the
one move that wins, and that it does), save (the one that does not lose) and avoid (none of these moves); or "soldier fen winner
plies", a table of endgames of which the exact distance is asked. With - the file is standard input.`,
		Example: `  buluo solve testdata/problems.tsv --nodes 1000000
  buluo solve endgames.tsv --nodes 2000000 --failed`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return job.run(cmd, args[0])
		},
	}
	f := cmd.Flags()
	f.Uint64Var(&job.nodes, "nodes", 200_000, "the budget of a problem")
	f.IntVar(&job.hash, "hash", 64, "megabytes of the search's table")
	f.BoolVar(&job.json, "json", false, "print a JSON line for each problem")
	f.BoolVar(&job.fails, "failed", false, "print only those that were not solved")
	return cmd
}

// run tries the problems of a file.
func (j *solveJob) run(cmd *cobra.Command, file string) error {
	switch {
	case j.nodes < 1:
		return usagef("--nodes 0 is no budget")
	case j.hash < 1 || j.hash > maxHashMB:
		return usagef("--hash %d is out of range; 1 to %d would do", j.hash, maxHashMB)
	}
	in, err := opened(file, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	problems, err := bench.ReadProblems(file, in)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	lines, n := json.NewEncoder(out), 0
	list, err := bench.Solve(cmd.Context(), problems, bench.SolveOptions{Nodes: j.nodes, TableMB: j.hash, Report: func(a bench.Attempt) {
		n++
		switch {
		case j.fails && a.Solved:
		case j.json:
			lines.Encode(attemptOf(a))
		default:
			printAttempt(out, n, a)
		}
	}})
	if err != nil {
		return err
	}
	if !j.json {
		printScores(out, bench.Tally(list), j.nodes)
	}
	return nil
}

// printAttempt writes a problem's line.
func printAttempt(out io.Writer, n int, a bench.Attempt) {
	mark, needed := "no", "-"
	if a.Solved {
		mark, needed = "yes", fmt.Sprint(a.Needed)
	}
	// Files are read by people who know whose move it is: scores are the mover's.
	fmt.Fprintf(out, "%3d %-3s %9s nodes  %-7s %8s  %-20s %s\n", n, mark, needed, a.Best, verdict(a.Score, board.White), a.Variant, a.Asked)
}

// printScores writes the numbers by task.
func printScores(out io.Writer, tally map[bench.Task]bench.Score, nodes uint64) {
	fmt.Fprintf(out, "\nwithin %d nodes each\n", nodes)
	for _, task := range []bench.Task{bench.Win, bench.Save, bench.Avoid, bench.Distance, bench.NoTask} {
		s := tally[task]
		if s.Of == 0 {
			continue
		}
		name := task.String()
		if task == bench.NoTask {
			name = "all"
		}
		fmt.Fprintf(out, "%-9s %3d of %3d solved, %d nodes in all\n", name, s.Solved, s.Of, s.Needed)
	}
}

// attemptLine is a line of --json.
type attemptLine struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen"`
	Task    string `json:"task"`
	Plies   int    `json:"plies"`
	Solved  bool   `json:"solved"`
	Needed  uint64 `json:"needed,omitempty"`
	Nodes   uint64 `json:"nodes"`
	Best    string `json:"best"`
	Score   int    `json:"score"`
	Depth   int    `json:"depth"`
}

func attemptOf(a bench.Attempt) attemptLine {
	return attemptLine{a.Variant, a.FEN, a.Task.String(), a.Plies, a.Solved, a.Needed, a.Nodes, a.Best, a.Score, a.Depth}
}
