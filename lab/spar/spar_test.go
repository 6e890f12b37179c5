package spar

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/search"
)

func config(t *testing.T, workers int, names ...string) Config {
	t.Helper()
	designs, err := design.Select(names)
	if err != nil {
		t.Fatal(err)
	}
	return Config{Designs: designs, Games: 2, Nodes: 300, Seed: 4, Cap: 1000, Workers: workers, Options: search.Options{TableMB: 1}}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRun spars with one worker and with three: the same games in the same order, nearly all of them won, each counted once.
func TestRun(t *testing.T) {
	var games [2][]ledger.Record
	var results [2]*Result
	for run, workers := range []int{1, 3} {
		res, err := Run(t.Context(), config(t, workers, "horde-standard-18-r1", "minixiangqi"), func(rec *ledger.Record, fresh bool, _ *Result) error {
			if !fresh {
				t.Error("a game is old that was just played")
			}
			games[run] = append(games[run], *rec)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		results[run] = res
	}
	if !cmp.Equal(games[0], games[1]) || !cmp.Equal(encoded(t, results[0]), encoded(t, results[1])) {
		t.Error("three workers play other games than one")
	}
	if len(games[0]) != 8 {
		t.Fatalf("%d games, want 8", len(games[0]))
	}
	if games[0][0].Moves == games[0][2].Moves {
		t.Error("two seeds play one game")
	}
	won := 0
	for _, row := range results[0].Rows {
		for _, s := range row.Seats {
			won += s.Won
			if s.Games()+s.Unfinished != 2 {
				t.Errorf("%s: %v is not two games", row.Name, s)
			}
		}
	}
	if won < 6 {
		t.Errorf("%d of 8 games are won against a random mover", won)
	}
	for i, rec := range games[0] {
		if ours := strings.HasPrefix(rec.Engine, search.Version); ours != (i%2 == 0) {
			t.Errorf("game %d is by %s", i, rec.Engine)
		}
	}
}

// TestKept goes on with games of an earlier run: they count, and are not played again.
func TestKept(t *testing.T) {
	c := config(t, 1, "minixiangqi")
	c.Games = 1
	kept := ledger.Of("minixiangqi", c.Designs[0].Spec.Start, c.tasks()[0].players(), 300, 1000,
		&match.Game{Outcome: board.Win(board.White, board.Smother), Termination: match.ByRules})
	c.Kept = []ledger.Record{kept}
	var fresh []bool
	res, err := Run(t.Context(), c, func(_ *ledger.Record, isFresh bool, _ *Result) error {
		fresh = append(fresh, isFresh)
		return nil
	})
	if err != nil || !slices.Equal(fresh, []bool{false, true}) || res.Rows[0].Seats[0].Smothers != 1 {
		t.Errorf("error %v, fresh %v, %+v", err, fresh, res.Rows)
	}
}

// TestStopped ends a run: what was played counts, what was cut short does not.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	res, err := Run(ctx, config(t, 1, "minixiangqi"), func(*ledger.Record, bool, *Result) error {
		cancel()
		return nil
	})
	n := 0
	for _, s := range res.Rows[0].Seats {
		n += s.Games() + s.Unfinished
	}
	if !errors.Is(err, context.Canceled) || n < 1 || n > 2 {
		t.Errorf("error %v, %d games", err, n)
	}
}

// TestWrite prints the table with the study's sums beside ours.
func TestWrite(t *testing.T) {
	r := Result{Nodes: 100000, Seed: 1, Rows: []Row{
		{Name: "horde-standard-36-r1", Soldier: "standard", Seats: [2]Score{{Won: 9, Smothers: 4, Plies: 900}, {Won: 10, Plies: 600, Unfinished: 1}}},
		{Name: "horde-veteran-36-r1", Soldier: "veteran", Seats: [2]Score{{Won: 10, Drawn: 0, Plies: 500}, {Won: 8, Drawn: 1, Lost: 1}}},
		{Name: "chess", Seats: [2]Score{{Won: 1}, {Won: 1}}},
	}}
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"horde-standard-36-r1  9-0-0             4           10-0-0+1         79\n",
		"horde-veteran-36-r1   10-0-0            0           8-1-1            28\n",
		"all                   20-0-0            4           19-1-1+1 ",
		"standard          19 won of 19, 1 unfinished  60 won of 60\n",
		"veteran           18 won of 20                78 won of 80\n",
		"(other variants)  2 won of 2                  not played\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, b.String())
		}
	}
}
