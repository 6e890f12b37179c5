package lab

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/series"
	"buluo/lab/store"
	"buluo/lab/work"
	"buluo/referee"
	"buluo/search"
	"buluo/variant"

	"github.com/google/go-cmp/cmp"
)

func config(t *testing.T, budgets ...uint64) Config {
	t.Helper()
	designs, err := design.Select([]string{"horde-standard-18-r1", "horde-veteran-18-r3"})
	if err != nil {
		t.Fatal(err)
	}
	return Config{series.Config{
		Designs: designs, Cap: 2000, Store: filepath.Join(t.TempDir(), "lab.db"), Options: work.Options{Workers: 2},
	}, budgets}
}

// read returns the games of a store.
func read(t *testing.T, path string) []ledger.Record {
	t.Helper()
	s, err := store.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var records []ledger.Record
	for g, err := range s.Games(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, g.Record)
	}
	return records
}

// verified verifies a store and returns what was found.
func verified(t *testing.T, path string) Proof {
	t.Helper()
	s, err := store.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, err := VerifyStore(t.Context(), s, 2)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRun plays two designs at two small budgets from end to end and replays the ledger with the referee, which must come to the
// results recorded.
func TestRun(t *testing.T) {
	c := config(t, 200, 100)
	var last work.Progress
	games, err := Run(t.Context(), c, func(p work.Progress) { last = p })
	if err != nil {
		t.Fatal(err)
	}
	records := read(t, c.Store)
	if len(games) != 4 || len(records) != 4 || last.Games != 4 || last.Of != 4 || last.Nodes != last.NodesOf || last.Left() != 0 {
		t.Fatalf("%d games, %d kept, progress %+v", len(games), len(records), last)
	}
	for _, rec := range records {
		spec, err := variant.Load(rec.Variant)
		if err != nil {
			t.Fatal(err)
		}
		g, err := referee.FromFEN(spec, rec.Start)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Fields(rec.Moves) {
			m, err := g.ParseUCI(text)
			if err == nil {
				err = g.Play(m)
			}
			if err != nil {
				t.Fatalf("%s: %v", rec.Variant, err)
			}
		}
		if o := g.Outcome(); o != rec.Outcome() || rec.Termination != "rules" || rec.Engine != search.Version {
			t.Errorf("%s at %d: recorded %s by %s (%s, %s), replayed %s by %s",
				rec.Variant, rec.Budget, rec.Result, rec.Reason, rec.Termination, rec.Engine, o.Result(), o.Reason)
		}
		for i, n := range rec.Nodes {
			if n > rec.Budget || rec.Depths[i] < 0 {
				t.Errorf("%s: ply %d: %d nodes of a budget of %d, depth %d", rec.Variant, i, n, rec.Budget, rec.Depths[i])
			}
		}
	}
}

// TestResume stops a run after its first game and resumes it: it comes to the same games as a run that was never stopped, and resuming once
// more plays nothing.
func TestResume(t *testing.T) {
	want, err := Run(t.Context(), config(t, 100, 150), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := config(t, 100, 150)
	ctx, cancel := context.WithCancel(t.Context())
	games, err := Run(ctx, c, func(p work.Progress) {
		if p.Games > 0 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(games) == 0 || len(games) == 4 {
		t.Fatalf("stopped after the first of four games: %d, error %v", len(games), err)
	}
	played := 0
	games, err = Run(t.Context(), c, func(p work.Progress) { played = p.Games })
	if err != nil || len(games) != 4 || played >= 4 {
		t.Fatalf("resumed: %d games, %d played, error %v", len(games), played, err)
	}
	if diff := cmp.Diff(want, games); diff != "" {
		t.Errorf("the resumed run played other games: %s", diff)
	}
	if games, err = Run(t.Context(), c, func(p work.Progress) { played = p.Of }); played > 0 || err != nil || len(games) != 4 {
		t.Errorf("resumed again: %d games, %d played, error %v", len(games), played, err)
	}
	if p := verified(t, c.Store); len(p.Wrong) > 0 || p.Games != 4 || p.Tallies != 2 || p.Open != 0 {
		t.Errorf("verified: %+v", p)
	}
}

// TestDrain closes the drain at the first game: the game under way beside it is finished, and the rest is left for another run.
func TestDrain(t *testing.T) {
	c := config(t, 100, 150, 230, 300)
	drain := make(chan struct{})
	c.Drain = drain
	games, err := Run(t.Context(), c, func(p work.Progress) {
		if p.Games == 1 {
			close(drain)
		}
	})
	if !errors.Is(err, context.Canceled) || len(games) < 2 || len(games) > 4 {
		t.Errorf("%d of 8 games, error %v", len(games), err)
	}
	if p := verified(t, c.Store); len(p.Wrong) > 0 || p.Games != len(games) || p.Open != 8-len(games) {
		t.Errorf("verified: %+v", p)
	}
}

// TestTwins makes two budgets play the same game, which a cap of a few plies does: the second is refused by name and not kept, and another
// run says so again without playing it.
func TestTwins(t *testing.T) {
	c := config(t, 1, 2)
	c.Designs, c.Cap = c.Designs[:1], 2
	for range 2 {
		games, err := Run(t.Context(), c, nil)
		if err == nil || !strings.Contains(err.Error(), "horde-standard-18-r1: budgets") || !strings.Contains(err.Error(), "same game") {
			t.Errorf("error %v", err)
		}
		if len(games) != 1 || len(read(t, c.Store)) != 1 {
			t.Errorf("%d games", len(games))
		}
	}
}

// TestContinue plays games to a small cap and plays them on: their moves begin as before, their thoughts are whole, and they are played on once.
func TestContinue(t *testing.T) {
	c := config(t, 100)
	c.Cap = 10
	short, err := Run(t.Context(), c, nil)
	if err != nil || len(short) != 2 || short[0].Termination != "cap" || short[0].Plies != 10 {
		t.Fatalf("%+v, %v", short, err)
	}
	for _, want := range []int{2, 0} {
		long, err := Continue(t.Context(), c.Store, store.Filter{}, 2000, c.Options, nil)
		if err != nil || len(long) != want {
			t.Fatalf("%d games played on, %d wanted, %v", len(long), want, err)
		}
		for i, rec := range long {
			if rec.Termination != "rules" || !strings.HasPrefix(rec.Moves, short[i].Moves+" ") || rec.Cap != 2000 || rec.Job.After != short[i].ID {
				t.Errorf("%s by %s in %d plies after %s", rec.Result, rec.Reason, rec.Plies, rec.Job.After)
			}
			if !slices.Equal(rec.Nodes[:10], short[i].Nodes) || rec.Nodes[10] == 0 {
				t.Errorf("the nodes of the moves before the cap are %v", rec.Nodes[:11])
			}
		}
	}
	if p := verified(t, c.Store); len(p.Wrong) > 0 || p.Games != 4 {
		t.Errorf("verified: %+v", p)
	}
	if _, err := Continue(t.Context(), filepath.Join(t.TempDir(), "none.db"), store.Filter{}, 0, c.Options, nil); err == nil {
		t.Error("a store that does not exist is continued")
	}
}

// TestLies changes what a store holds, one thing at a time. Each must be found.
func TestLies(t *testing.T) {
	c := config(t, 60)
	edited := *c.Designs[0].Spec // a stanza of the same name is another design
	edited.ClockPlies = 40
	c.Designs = append(c.Designs, design.Design{Spec: &edited})
	if _, err := Run(t.Context(), c, nil); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(c.Store)
	if err != nil {
		t.Fatal(err)
	}
	for change, want := range map[string]string{
		"UPDATE games SET result = '1-0'":                                                  "the referee says 0-1",
		"UPDATE games SET reason = 'mate'":                                                 "the referee says 0-1 by extinction",
		"UPDATE games SET termination = 'unfinished'":                                      "recorded as unfinished",
		"UPDATE games SET moves = 'a1a2' || substr(moves, 5)":                              "ply 1",
		"UPDATE games SET depths = replace(depths, '1', '2')":                              "not as it was committed",
		"UPDATE games SET nodes = replace(nodes, '60', '61')":                              "61 nodes of a budget of 60",
		"UPDATE tallies SET lost = lost + 1":                                               "the count kept is",
		"UPDATE tallies SET won = won + 7 WHERE variant = 1":                               "the count kept is",
		"UPDATE tallies SET won = won + 7 WHERE variant = 3":                               "the count kept is",
		"UPDATE jobs SET cap = 1999":                                                       "belongs to the ID",
		"UPDATE jobs SET state = 'open'":                                                   "is open and has a game",
		"DELETE FROM games WHERE job = (SELECT min(job) FROM games)":                       "is done without a game",
		"UPDATE variants SET stanza = replace(stanza, 'nMoveRule = 60', 'nMoveRule = 61')": "belongs to the ID",
	} {
		path := filepath.Join(t.TempDir(), "lab.db")
		if err := os.WriteFile(path, whole, 0o644); err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(change); err != nil {
			t.Fatalf("%s: %v", change, err)
		}
		db.Close()
		p := verified(t, path)
		text := fmt.Sprint(p.Wrong)
		if !strings.Contains(text, want) {
			t.Errorf("%s: found %s; %s was to be found", change, text, want)
		}
	}
}
