package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"buluo/analysis"
	"buluo/board"
	"buluo/engine"
	"buluo/game"
	"buluo/movegen"
	"buluo/play"
	"buluo/position"
	"buluo/protocol/console"
	"buluo/rules"
	"buluo/search"
	"buluo/wdl"
)

// cacheMB is the room for analyses of one run: some tens of thousands.
const cacheMB = 16

// analyseJob is what the command line of `buluo analyse` asks for.
type analyseJob struct {
	file, variant, fen, moves, fens string
	notation                        string
	hash                            int
	budget                          analysis.Budget

	way     game.Notation
	rules   *rules.Rules
	analyst *analysis.Analyst
}

// newAnalyseCmd returns `buluo analyse`.
func newAnalyseCmd() *cobra.Command {
	var job analyseJob
	cmd := &cobra.Command{
		Use:   "analyse",
		Short: "Search a position, or a list of them, and show what was found",
		Long: `Draws the board, searches, and prints a line an iteration: depth, score, nodes, nodes per second and the best line. Scores are in
pawns and positive where the side that begins the game (Red, White) stands better; +#7 is its forced win in 7 plies, -#7
the other side's. Below stands how often such a score has won, drawn and lost, as a bar: # for the side that begins, = for draws, -
for the other.

With --fens every line of a file is analysed: a FEN, and after the word moves a game from there. Each is answered with one line: the
best move, the score, the depth, the nodes and the best line, between tabs. What was asked before is answered from memory, marked "known".`,
		Example: `  buluo analyse --variant xiangqi --notation wxf --time 5s
  buluo analyse --variant horde --fen "4k3/8/8/8/7p/8/6P1/8 w - - 0 1" --nodes 1000000 --multipv 3
  buluo analyse --variant xiangqi --fens positions.txt --nodes 100000`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return job.run(cmd)
		},
	}
	addVariantFlag(cmd, &job.variant)
	addFileFlag(cmd, &job.file)
	f := cmd.Flags()
	f.StringVar(&job.fen, "fen", "", "the position (default the variant's start)")
	f.StringVar(&job.moves, "moves", "", "moves from there, in any notation, separated by blanks")
	f.StringVar(&job.fens, "fens", "", "analyse every position of this file (- is standard input)")
	f.Uint64Var(&job.budget.Nodes, "nodes", 0, "end the search after so many nodes")
	f.DurationVar(&job.budget.Time, "time", 0, "... or after so much time (default 2s if nothing else ends it)")
	f.IntVar(&job.budget.Depth, "depth", 0, "... or after this depth")
	f.IntVar(&job.budget.Lines, "multipv", 1, "show so many moves, each with its line")
	f.IntVar(&job.hash, "hash", 64, "megabytes of the search's table")
	addNotationFlag(cmd, &job.notation)
	cmd.MarkFlagsMutuallyExclusive("fen", "fens")
	cmd.MarkFlagsMutuallyExclusive("moves", "fens")
	return cmd
}

// check refuses what makes no sense and fills in the budget.
func (j *analyseJob) check() error {
	switch {
	case j.hash < 1 || j.hash > maxHashMB:
		return usagef("--hash %d is out of range; 1 to %d would do", j.hash, maxHashMB)
	case j.budget.Lines < 1 || j.budget.Lines > board.MaxMoves:
		return usagef("--multipv %d is out of range; 1 to %d would do", j.budget.Lines, board.MaxMoves)
	case j.budget.Depth >= search.MaxPly:
		return usagef("--depth %d is out of range; 1 to %d would do", j.budget.Depth, search.MaxPly-1)
	}
	if j.budget.Nodes == 0 && j.budget.Depth == 0 && j.budget.Time == 0 {
		j.budget.Time = 2 * time.Second
	}
	if err := j.budget.Check(); err != nil {
		return usageError{err}
	}
	return nil
}

// run analyses one position or a list of them.
func (j *analyseJob) run(cmd *cobra.Command) error {
	if err := j.check(); err != nil {
		return err
	}
	spec, err := loadSpec(j.file, j.variant)
	if err != nil {
		return err
	}
	if j.rules, err = rules.Compile(spec); err != nil {
		return err
	}
	if j.way, err = notationFor(j.notation, j.rules); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if j.fens == "" {
		p, err := j.place(j.fen, strings.Fields(j.moves))
		if err != nil {
			return usageError{err}
		}
		j.analyst = analysis.New(j.rules, j.hash, nil)
		return j.one(cmd.Context(), out, p)
	}
	in, err := opened(j.fens, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	memory, err := analysis.NewCache(cacheMB)
	if err != nil {
		return err
	}
	defer memory.Close()
	j.analyst = analysis.New(j.rules, j.hash, memory)
	return j.list(cmd.Context(), in, out)
}

// place sets up a position: a FEN, "" for the array, and moves in the notation asked for, or in any other.
func (j *analyseJob) place(fen string, moves []string) (*position.Position, error) {
	p := position.Start(j.rules)
	if fen != "" {
		var err error
		if p, err = position.Parse(j.rules, fen); err != nil {
			return nil, err
		}
	}
	for i, text := range moves {
		m, err := play.Read(j.way, p, text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		p.Do(m)
	}
	return p, nil
}

// one analyses a position for people.
func (j *analyseJob) one(ctx context.Context, out io.Writer, p *position.Position) error {
	fmt.Fprintf(out, "%s\n%s\n\n", j.rules.Spec().Name, console.Show(p, movegen.For(j.rules).Outcome(p), engine.FromOne))
	titled := false
	found, _, err := j.analyst.Analyse(ctx, p, j.budget, func(l analysis.Line) {
		if !titled {
			titled = true
			fmt.Fprintf(out, "%5s  %7s  %11s  %8s  %s\n", "depth", "score", "nodes", "nodes/s", "line")
		}
		fmt.Fprintf(out, "%5d  %7s  %11d  %8s  %s\n", l.Depth, verdict(l.Score, p.Side()), l.Nodes, rate(l.Nodes, l.Time), j.line(p, l.PV))
	})
	if err != nil {
		return err
	}
	if found.Best == board.NoMove {
		fmt.Fprintf(out, "there is no move: %s\n", verdict(found.Score, p.Side()))
		return nil
	}
	fmt.Fprintf(out, "\n%d nodes in %.2f s, %s a second\n", found.Nodes, found.Time.Seconds(), rate(found.Nodes, found.Time))
	for _, l := range found.Lines {
		head := "best"
		if l.Rank > 1 {
			head = fmt.Sprintf("%d.", l.Rank)
		}
		fmt.Fprintf(out, "%-5s %7s  %s\n", head, verdict(l.Score, p.Side()), j.line(p, l.PV))
	}
	set, err := wdl.Load()
	if err != nil {
		return err
	}
	fmt.Fprintln(out, chances(set.Judge(j.rules), p, found.Score))
	return nil
}

// chances draws what a score of the side to move means: how often either side wins, and the same as a bar.
func chances(judge *wdl.Judge, p *position.Position, score int) string {
	odds := judge.Odds(p, score)
	if plies, ok := search.IsMate(score); ok {
		odds = wdl.Odds{Win: 1000}
		if plies <= 0 {
			odds = wdl.Odds{Loss: 1000}
		}
	}
	if p.Side() == board.Black {
		odds = odds.Flip()
	}
	const width = 50
	won, lost := (odds.Win*width+500)/1000, (odds.Loss*width+500)/1000
	won = min(won, width-lost)
	first, second := play.SideName(p.Rules(), board.White), play.SideName(p.Rules(), board.Black)
	return fmt.Sprintf("odds  %s %.1f %%, draw %.1f %%, %s %.1f %%\n      [%s%s%s]", first, float64(odds.Win)/10, float64(odds.Draw)/10,
		second, float64(odds.Loss)/10, strings.Repeat("#", won), strings.Repeat("=", width-won-lost), strings.Repeat("-", lost))
}

// list analyses a position a line. One that makes no sense is told with its number, and ends the run.
func (j *analyseJob) list(ctx context.Context, in io.Reader, out io.Writer) error {
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		text := strings.TrimSpace(sc.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		fen, moves, _ := strings.Cut(text, " moves ")
		p, err := j.place(fen, strings.Fields(moves))
		if err != nil {
			return fmt.Errorf("%s:%d: %w", j.fens, n, err)
		}
		found, known, err := j.analyst.Analyse(ctx, p, j.budget, nil)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, j.answer(p, found, known))
	}
	if err := sc.Err(); err != nil {
		return readFailure(j.fens, err)
	}
	return nil
}

// answer writes an analysis in one line.
func (j *analyseJob) answer(p *position.Position, a analysis.Analysis, known bool) string {
	best, line := "-", "-"
	if len(a.Lines) > 0 {
		best, line = game.Format(j.way, p, a.Best), j.line(p, a.Lines[0].PV)
	}
	fields := []string{best, verdict(a.Score, p.Side()), fmt.Sprint(a.Depth), fmt.Sprint(a.Nodes), line}
	if known {
		fields = append(fields, "known")
	}
	return strings.Join(fields, "\t")
}

// line writes moves from a position on.
func (j *analyseJob) line(p *position.Position, moves []board.Move) string {
	p = p.Clone()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = game.Format(j.way, p, m)
		p.Do(m)
	}
	return strings.Join(texts, " ")
}

// verdict writes a score of the side to move as the beginner of the game sees it: pawns, or plies to a forced end.
func verdict(score int, side board.Color) string {
	sign := 1
	if side == board.Black {
		sign = -1
	}
	if plies, ok := search.IsMate(score); ok {
		won := '+'
		if (plies < 0 || plies == 0 && score < 0) != (sign < 0) {
			won = '-'
		}
		return fmt.Sprintf("%c#%d", won, max(plies, -plies))
	}
	if score == 0 {
		return "0.00"
	}
	return fmt.Sprintf("%+.2f", float64(sign*score)/100)
}
