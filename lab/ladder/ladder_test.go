package ladder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/board"
	"buluo/game"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/series"
	"buluo/lab/stat"
	"buluo/lab/work"
	"buluo/rules"
)

func config(t *testing.T, workers int, rungs []Rung, names ...string) Config {
	t.Helper()
	designs, err := design.Select(names)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Rungs: rungs, Pairs: 3, Plies: 4}
	c.Config = series.Config{Designs: designs, Seed: 2, Cap: 400, Store: filepath.Join(t.TempDir(), "lab.db"), Options: work.Options{Workers: workers}}
	return c
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRun climbs a rung with one worker and with two: the same games, seats exchanged within a pair, and the larger budget scores. Climbing again
// plays nothing.
func TestRun(t *testing.T) {
	var results [2][]Row
	var games []series.Game
	for run := range results {
		c := config(t, 1+run, []Rung{{1000, 20}}, "minixiangqi")
		rows, err := Run(t.Context(), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		results[run] = rows
		plan, err := c.Plan()
		if err != nil {
			t.Fatal(err)
		}
		games, err = series.Play(t.Context(), c.Config, plan.Jobs, func(p work.Progress) {
			if p.Of > 0 {
				t.Errorf("%d games are played again", p.Of)
			}
		})
		if err != nil || encoded(t, plan.Count(games)) != encoded(t, rows) {
			t.Errorf("error %v, another result the second time", err)
		}
	}
	if !cmp.Equal(encoded(t, results[0]), encoded(t, results[1])) {
		t.Error("two workers play other games than one")
	}
	row := results[0][0]
	if len(games) != 6 || row.Seats[0].Games()+row.Seats[0].Unfinished != 3 {
		t.Errorf("%d games, %+v", len(games), row)
	}
	if row.Utility() < 0.3 {
		t.Errorf("fifty times the nodes come to %.2f: %+v", row.Utility(), row.Seats)
	}
	for i := 0; i < len(games); i += 2 {
		a, b := games[i].Record, games[i+1].Record
		if x, y := strings.Fields(a.Moves)[:4], strings.Fields(b.Moves)[:4]; !cmp.Equal(x, y) {
			t.Errorf("a pair begins with %v and %v", x, y)
		}
		// The stronger player spends more nodes, in its seat.
		if a.Nodes[4] < 500 || b.Nodes[4] > 100 || a.Budget != 1000 || b.Budget != 20 {
			t.Errorf("White of %d spent %d; White of %d spent %d", a.Budget, a.Nodes[4], b.Budget, b.Nodes[4])
		}
	}
}

// TestCount counts made-up games by seat and pair. A game left unfinished counts for nothing but is told.
func TestCount(t *testing.T) {
	c := config(t, 1, []Rung{{10, 1}}, "horde-standard-36-r1")
	c.Pairs = 2
	outcomes := []board.Outcome{board.Win(board.White, board.Smother), board.Win(board.White, board.Mate), board.Draw(board.Clock), {}}
	var games []series.Game
	for _, o := range outcomes {
		g := &match.Game{Outcome: o, Termination: match.Capped}
		if o.Over {
			g.Termination = match.ByRules
		}
		rec := ledger.Of("horde-standard-36-r1", c.Designs[0].Spec.Start, "", 10, 400, g)
		games = append(games, series.Game{Record: &rec})
	}
	plan, err := c.Plan()
	if err != nil {
		t.Fatal(err)
	}
	rows := plan.Count(games)
	r := rows[0]
	want := [2]series.Score{{Won: 1, Drawn: 1, Smothers: 1}, {Lost: 1, Unfinished: 1}}
	if r.Seats != want || r.HordeWins != 2 || r.HordeSmothers != 1 || r.Winner != (stat.Tally{White: 2, Draw: 1, Unfinished: 1}) {
		t.Errorf("%+v", r)
	}
	if s := r.Score(); s.Mean != 0.5 {
		t.Errorf("score %+v", s)
	}
	var b strings.Builder
	if err := Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"horde-standard-36-r1  10:1   1-1-1+1  1-0-1             0-1-0+1", "55 %, the army won", "won 2, 1 of them by smother"} {
		if !strings.Contains(b.String(), text) {
			t.Errorf("the table lacks %q:\n%s", text, b.String())
		}
	}
}

// TestFewOpenings asks for more pairs than there are openings, of two designs: each has a pair an opening, in rows of their own.
func TestFewOpenings(t *testing.T) {
	c := config(t, 1, []Rung{{10, 1}, {20, 2}}, "minixiangqi", "horde-standard-18-r1")
	c.Pairs, c.Plies = 60, 1
	plan, err := c.Plan()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var games []series.Game
	for i := range plan.Jobs {
		j := &plan.Jobs[i]
		if seen[j.ID()] {
			t.Fatalf("job %d, of %s from %q, was there before", i, j.Variant, j.Opening)
		}
		seen[j.ID()] = true
		rec := ledger.Of(j.Variant, "", "", j.Players[0].Nodes, 0, &match.Game{Outcome: board.Win(board.White, board.Mate)})
		games = append(games, series.Game{Record: &rec})
	}
	rows := plan.Count(games)
	for i, r := range rows {
		compiled, err := rules.Compile(r.Design.Spec)
		if err != nil {
			t.Fatal(err)
		}
		moves := len(game.New(compiled).Legal())
		if r.Seats[0].Won != moves || r.Seats[1].Lost != moves || len(r.Pairs()) != moves {
			t.Errorf("row %d: %d moves, %+v of %d pairs", i, moves, r.Seats, len(r.Pairs()))
		}
		var b strings.Builder
		if err := Write(&b, rows); err != nil {
			t.Fatal(err)
		}
		if line := fmt.Sprintf("\nopenings of %s: there are %d in place of 60\n", r.Name, moves); strings.Count(b.String(), line) != 1 {
			t.Errorf("the table does not have once %q:\n%s", line, b.String())
		}
	}
}

// TestStopped ends a climb from outside.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, config(t, 1, []Rung{{100, 10}}, "minixiangqi"), func(work.Progress) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestDoubling(t *testing.T) {
	if got := Doubling(500, 3); !cmp.Equal(got, []Rung{{1000, 500}, {2000, 1000}, {4000, 2000}}) {
		t.Errorf("%v", got)
	}
}
