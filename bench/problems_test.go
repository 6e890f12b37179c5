package bench

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

// suite returns the problems of the repository.
func suite(t testing.TB) []Problem {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "testdata", "problems.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	problems, err := ReadProblems("problems.tsv", f)
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

// TestSuite asks the problems to be what they are said to be: forty and more, of several variants and every task, for both sides, each with
// legal answers in a game that goes on. Their proofs are internal/solver's.
func TestSuite(t *testing.T) {
	variants, tasks, sides, seen := map[string]bool{}, map[Task]int{}, map[board.Color]int{}, map[string]bool{}
	problems := suite(t)
	for i, p := range problems {
		spec, err := variant.Load(p.Variant)
		if err != nil {
			t.Fatal(err)
		}
		d, err := newDriver(spec.Name, 1)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := position.Parse(d.rules, p.FEN)
		if err != nil {
			t.Fatalf("problem %d: %v", i+1, err)
		}
		for _, text := range p.Answer {
			if !legal(d.rules, pos, text) {
				t.Errorf("problem %d: %s is not legal in %s", i+1, text, p.FEN)
			}
		}
		if seen[p.Variant+p.FEN+p.Task.String()] {
			t.Errorf("problem %d is there twice", i+1)
		}
		seen[p.Variant+p.FEN+p.Task.String()] = true
		variants[p.Variant] = true
		tasks[p.Task]++
		sides[pos.Side()]++
	}
	if len(problems) < 40 || len(variants) < 8 || tasks[Win] < 15 || tasks[Save] < 8 || tasks[Avoid] < 5 || sides[board.White] < 12 || sides[board.Black] < 12 {
		t.Errorf("%d problems of %d variants, tasks %v, sides %v", len(problems), len(variants), tasks, sides)
	}
}

// legal reports whether a text is a legal move.
func legal(r *rules.Rules, p *position.Position, text string) bool {
	d := search.New(r, search.Options{TableMB: 1})
	found := false
	d.Run(p, search.Limits{Depth: 1, MultiPV: board.MaxMoves}, func(i search.Info) {
		found = found || len(i.PV) > 0 && r.UCI(i.PV[0]) == text
	})
	return found
}

// TestSolveSuite holds the search to a floor on the suite at a small budget.
func TestSolveSuite(t *testing.T) {
	problems, nodes := suite(t), uint64(50_000)
	list, err := Solve(context.Background(), problems, SolveOptions{Nodes: nodes})
	if err != nil {
		t.Fatal(err)
	}
	tally := Tally(list)
	// In hundredths of the problems of a task. A search that misses one more than these has lost something.
	floors := map[Task]int{NoTask: 88, Win: 82, Save: 85, Avoid: 90}
	for task, floor := range floors {
		if s := tally[task]; 100*s.Solved < floor*s.Of {
			t.Errorf("%s: %d of %d solved within %d nodes, %d of 100 are the floor", task, s.Solved, s.Of, nodes, floor)
		}
	}
	for _, a := range list {
		if a.Nodes > nodes || a.Needed > a.Nodes || a.Solved != (a.Needed > 0) {
			t.Errorf("%s: solved %v, needed %d of %d nodes", a.FEN, a.Solved, a.Needed, a.Nodes)
		}
	}
}

// TestRight holds the judgement of answers to the letter of the tasks.
func TestRight(t *testing.T) {
	win := Problem{Task: Win, Plies: 3, Answer: []string{"a1a2"}}
	save := Problem{Task: Save, Plies: 4, Answer: []string{"a1a2"}}
	avoid := Problem{Task: Avoid, Plies: 4, Answer: []string{"a1a2", "a1a3"}}
	black := Problem{Task: Distance, Plies: 6, Winner: board.Black}
	drawn := Problem{Task: Distance, Winner: board.NoColor}
	for _, c := range []struct {
		p     Problem
		best  string
		score int
		want  bool
	}{
		{win, "a1a2", search.Mate - 3, true},
		{win, "a1a2", search.Mate - 1, true}, // it may know better
		{win, "a1a2", search.Mate - 5, false},
		{win, "a1a2", 900, false},
		{win, "a1a2", 3 - search.Mate, false},
		{win, "a1a3", search.Mate - 3, false},
		{save, "a1a2", -900, true},
		{save, "a1a3", 900, false},
		{avoid, "a1a4", -900, true},
		{avoid, "a1a3", 900, false},
		{black, "a1a2", 6 - search.Mate, true}, // White is to move
		{black, "a1a2", 8 - search.Mate, false},
		{black, "a1a2", search.Mate - 6, false},
		{black, "a1a2", -900, false},
		{drawn, "a1a2", 120, true},
		{drawn, "a1a2", search.Mate - 9, false},
		{Problem{}, "a1a2", 0, false},
	} {
		if got := c.p.right(c.best, c.score, board.White); got != c.want {
			t.Errorf("%s %s %d: %v", c.p.Task, c.best, c.score, got)
		}
	}
}

// TestEndgameForm reads a table of endgames and solves what is in it.
func TestEndgameForm(t *testing.T) {
	const table = "soldier\tfen\twinner\tplies\n" +
		"standard\t9/4k4/9/4P4/9/9/9/9/8P/8P w - - 0 1\tred\t5\n" +
		"veteran\t9/5k3/3VV4/9/9/9/9/9/9/9 b - - 0 1\tred\t2\n" +
		"standard\t3k5/4P4/9/9/9/5P3/8P/9/9/9 b - - 0 1\tred\t0\n" +
		"veteran\t9/V8/5k3/9/4Vr3/9/9/9/9/9 b - - 0 1\tblack\t7\n" +
		"veteran\t9/V8/5k3/9/4Vr3/9/9/9/9/9 b - - 0 1\tblack\t5\n" +
		"veteran\t9/V8/5k3/9/4Vr3/9/9/9/9/9 b - - 0 1\tdraw\t0\n"
	problems, err := ReadProblems("table", strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	list, err := Solve(context.Background(), problems, SolveOptions{Nodes: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, true, true, true, false, false} {
		if list[i].Solved != want {
			t.Errorf("line %d: solved %v, score %d", i+2, list[i].Solved, list[i].Score)
		}
	}
}

// TestEndgameTable solves the table of endgames where there is one beside the repository, all of it.
func TestEndgameTable(t *testing.T) {
	file := os.Getenv("BULUO_ENDGAMES")
	if file == "" {
		t.Skip("BULUO_ENDGAMES names no table")
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	problems, err := ReadProblems(file, f)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Solve(context.Background(), problems, SolveOptions{Nodes: 2_000_000, TableMB: 64})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range list {
		if !a.Solved {
			t.Errorf("%d: %s: score %d after %d nodes, %s", i+1, a.FEN, a.Score, a.Nodes, a.Asked)
		}
	}
}

// TestReadProblemsWrong holds every refusal to its line.
func TestReadProblemsWrong(t *testing.T) {
	own := ownForm + "\n"
	for text, want := range map[string]string{
		"":                                     "t: there is no problem in it",
		"# nothing\n\n" + ownForm:              "t: there is no problem in it",
		"chess\tfen":                           "t:1: the first line should name the columns",
		own + "chess\tf\twin\t3\ta1a2\tx":      "t:2: 6 columns, there should be 7",
		own + "chess\tf\tmate\t3\ta1a2\tx\ty":  `t:2: kind: "mate" is none of win, save and avoid`,
		own + "c\tf\tdistance\t3\ta1a2\tx\ty":  `kind: "distance"`,
		own + "c\tf\twin\t3\ta1a2 a1a3\tx\ty":  "should be one move",
		own + "c\tf\tavoid\t3\t\tx\ty":         "should be one move",
		own + "c\tf\twin\t0\ta1a2\tx\ty":       `plies: "0" is no whole number from 1 to 127`,
		own + "c\tf\twin\tfew\ta1a2\tx\ty":     `plies: "few"`,
		endgameForm + "\nold\tf\tred\t3":       `soldier: "old" is neither`,
		endgameForm + "\nveteran\tf\tblue\t3":  `winner: "blue" is none`,
		endgameForm + "\nveteran\tf\tred\t-1":  `plies: "-1"`,
		endgameForm + "\nveteran\tf\tred\t3\t": "5 columns",
	} {
		if _, err := ReadProblems("t", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for _, p := range []Problem{{Variant: "no-such"}, {Variant: "chess", FEN: "rubbish"}} {
		if _, err := Solve(context.Background(), []Problem{p}, SolveOptions{Nodes: 1}); err == nil || !strings.HasPrefix(err.Error(), "problem 1: ") {
			t.Errorf("%+v: %v", p, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Solve(ctx, suite(t)[:1], SolveOptions{Nodes: 1000}); err == nil {
		t.Error("a context that has ended is not noticed")
	}
}

// FuzzReadProblems throws texts at the reader.
func FuzzReadProblems(f *testing.F) {
	f.Add(ownForm + "\nchess\tfen\twin\t3\ta1a2\tx\ty")
	f.Add(endgameForm + "\nveteran\tfen\tdraw\t0")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadProblems("t", strings.NewReader(text))
		if (err == nil) != (len(list) > 0) {
			t.Errorf("%d problems and %v", len(list), err)
		}
	})
}
