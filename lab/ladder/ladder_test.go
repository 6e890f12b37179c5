package ladder

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/stat"
	"buluo/search"
)

func config(t *testing.T, workers int, rungs []Rung, names ...string) Config {
	t.Helper()
	designs, err := design.Select(names)
	if err != nil {
		t.Fatal(err)
	}
	return Config{Designs: designs, Rungs: rungs, Pairs: 3, Plies: 4, Seed: 2, Cap: 400, Workers: workers, Options: search.Options{TableMB: 1}}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRun climbs a rung with one worker and with two: the same games, seats exchanged within a pair, and the larger budget scores.
func TestRun(t *testing.T) {
	var games [2][]ledger.Record
	var results [2][]Row
	for run := range games {
		rows, err := Run(t.Context(), config(t, 1+run, []Rung{{1000, 20}}, "minixiangqi"), func(rec *ledger.Record, _ bool, _ []Row) error {
			games[run] = append(games[run], *rec)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		results[run] = rows
	}
	if !cmp.Equal(games[0], games[1]) || !cmp.Equal(encoded(t, results[0]), encoded(t, results[1])) {
		t.Error("two workers play other games than one")
	}
	row := results[0][0]
	if len(games[0]) != 6 || row.Seats[0].Games()+row.Seats[0].Unfinished != 3 {
		t.Errorf("%d games, %+v", len(games[0]), row)
	}
	if row.Utility() < 0.3 {
		t.Errorf("fifty times the nodes come to %.2f: %+v", row.Utility(), row.Seats)
	}
	for i := 0; i < len(games[0]); i += 2 {
		a, b := games[0][i], games[0][i+1]
		if x, y := strings.Fields(a.Moves)[:4], strings.Fields(b.Moves)[:4]; !cmp.Equal(x, y) {
			t.Errorf("a pair begins with %v and %v", x, y)
		}
		// The stronger player spends more nodes, in its seat.
		if a.Nodes[4] < 500 || b.Nodes[4] > 100 || !strings.Contains(a.Engine, "at 1000 v") || !strings.Contains(b.Engine, "at 20 v") {
			t.Errorf("%s spent %d; %s spent %d", a.Engine, a.Nodes[4], b.Engine, b.Nodes[4])
		}
	}
}

// TestCount counts made-up games by seat and pair. A game left unfinished counts for nothing but is told.
func TestCount(t *testing.T) {
	c := config(t, 1, []Rung{{10, 1}}, "horde-standard-36-r1")
	c.Pairs = 2
	outcomes := []board.Outcome{board.Win(board.White, board.Smother), board.Win(board.White, board.Mate), board.Draw(board.Clock), {}}
	for i, o := range outcomes {
		g := &match.Game{Outcome: o, Termination: match.Capped}
		if o.Over {
			g.Termination = match.ByRules
		}
		c.Kept = append(c.Kept, ledger.Of("horde-standard-36-r1", c.Designs[0].Spec.Start, c.players(task{pair: i / 2, strong: board.Color(i % 2)}), 10, 400, g))
	}
	rows, err := Run(t.Context(), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := rows[0]
	want := [2]Score{{Won: 1, Drawn: 1}, {Lost: 1, Unfinished: 1}}
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

// TestStopped ends a climb from outside.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, config(t, 1, []Rung{{100, 10}}, "minixiangqi"), func(*ledger.Record, bool, []Row) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestDoubling(t *testing.T) {
	if got := Doubling(500, 3); !cmp.Equal(got, []Rung{{1000, 500}, {2000, 1000}, {4000, 2000}}) {
		t.Errorf("%v", got)
	}
}
