package solver_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"buluo/bench"
	"buluo/board"
	"buluo/internal/solver"
	"buluo/variant"
)

// looked finds how many positions a problem's proof looked at when it was found.
var looked = regexp.MustCompile(`proved by internal/solver, (\d+) positions`)

// TestProblems proves the problems of the repository on the referee's board: those whose proof is short, and with BULUO_PROBLEMS=full all, which takes
// some minutes.
func TestProblems(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "..", "testdata", "problems.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	problems, err := bench.ReadProblems("problems.tsv", f)
	if err != nil {
		t.Fatal(err)
	}
	most := 2500
	if testing.Short() {
		most = 500
	}
	if os.Getenv("BULUO_PROBLEMS") == "full" {
		most = 1 << 30
	}
	proved := 0
	for i, p := range problems {
		m := looked.FindStringSubmatch(p.Source)
		if m == nil {
			t.Fatalf("problem %d: nothing says how it was proved", i+1)
		}
		if n, _ := strconv.Atoi(m[1]); n > most {
			continue
		}
		if err := prove(p); err != nil {
			t.Errorf("problem %d: %s %s: %v", i+1, p.Variant, p.FEN, err)
		}
		proved++
	}
	if proved < 8 {
		t.Errorf("only %d of %d problems are short enough", proved, len(problems))
	}
}

// prove proves a problem.
func prove(p bench.Problem) error {
	spec, err := variant.Load(p.Variant)
	if err != nil {
		return err
	}
	b, err := solver.NewReferee(spec, p.FEN)
	if err != nil {
		return err
	}
	kind, _ := solver.ParseKind(p.Task.String())
	claim := solver.Claim{Kind: kind, Plies: p.Plies, Moves: []board.Move{}}
	for _, text := range p.Answer {
		m, err := b.ParseUCI(text)
		if err != nil {
			return err
		}
		claim.Moves = append(claim.Moves, m)
	}
	_, err = claim.Prove(b)
	return err
}
