package lab

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/referee"
	"buluo/search"
	"buluo/variant"
)

func config(t *testing.T, budgets ...uint64) Config {
	t.Helper()
	designs, err := design.Select([]string{"horde-standard-18-r1", "horde-veteran-18-r3"})
	if err != nil {
		t.Fatal(err)
	}
	return Config{Designs: designs, Budgets: budgets, Cap: 2000, Workers: 2, Out: filepath.Join(t.TempDir(), "games.jsonl")}
}

func read(t *testing.T, path string) []ledger.Record {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, _, err := ledger.Read(path, f)
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// TestRun plays two designs at two small budgets from end to end and replays the ledger with the referee, which must come to the
// results recorded.
func TestRun(t *testing.T) {
	c := config(t, 200, 100)
	var last Progress
	games, err := Run(t.Context(), c, func(p Progress) { last = p })
	if err != nil {
		t.Fatal(err)
	}
	records := read(t, c.Out)
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

// TestResume stops a run after its first game, refuses to overwrite its ledger, resumes it, and comes to the same games as a run that
// was never stopped. Resuming once more plays nothing.
func TestResume(t *testing.T) {
	whole := config(t, 100, 150)
	want, err := Run(t.Context(), whole, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := config(t, 100, 150)
	ctx, cancel := context.WithCancel(t.Context())
	games, err := Run(ctx, c, func(p Progress) {
		if p.Games > 0 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(games) == 0 || len(games) == 4 {
		t.Fatalf("stopped after the first of four games: %d, error %v", len(games), err)
	}
	if _, err := Run(t.Context(), c, nil); err == nil || !strings.Contains(err.Error(), "not overwritten") {
		t.Fatalf("the ledger is overwritten: %v", err)
	}
	c.Resume = true
	played := 0
	games, err = Run(t.Context(), c, func(p Progress) { played = p.Games })
	if err != nil || len(games) != 4 || played >= 4 {
		t.Fatalf("resumed: %d games, %d played, error %v", len(games), played, err)
	}
	moves := func(games []ledger.Record) map[string]string {
		m := map[string]string{}
		for _, g := range games {
			m[g.Variant+string(rune('0'+g.Budget/50))] = g.Moves
		}
		return m
	}
	for cell, text := range moves(want) {
		if moves(games)[cell] != text {
			t.Errorf("%s: the resumed run played another game", cell)
		}
	}
	if games, err = Run(t.Context(), c, func(p Progress) { played = p.Of }); played > 0 || err != nil || len(games) != 4 {
		t.Errorf("resumed again: %d games, %d played, error %v", len(games), played, err)
	}
	if n := len(read(t, c.Out)); n != 4 {
		t.Errorf("%d games in the ledger", n)
	}
}

// TestTwins makes two budgets play the same game, which a cap of a few plies does: the second is refused by name and not kept.
func TestTwins(t *testing.T) {
	c := config(t, 1, 2)
	c.Designs, c.Cap = c.Designs[:1], 2
	games, err := Run(t.Context(), c, nil)
	if err == nil || !strings.Contains(err.Error(), "horde-standard-18-r1: budgets") || !strings.Contains(err.Error(), "same game") {
		t.Errorf("error %v", err)
	}
	if len(games) != 1 || len(read(t, c.Out)) != 1 {
		t.Errorf("%d games", len(games))
	}
}

// TestForeign refuses to add to a ledger that another player's games are in.
func TestForeign(t *testing.T) {
	c := config(t, 50)
	c.Designs = c.Designs[:1]
	if _, err := Run(t.Context(), c, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.Out)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.Out, []byte(strings.Replace(string(text), search.Version, "someone-else", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	c.Resume = true
	if _, err := Run(t.Context(), c, nil); err == nil || !strings.Contains(err.Error(), "played by someone-else") {
		t.Errorf("error %v", err)
	}
}
