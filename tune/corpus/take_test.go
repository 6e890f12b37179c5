package corpus

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"buluo/lab/duel"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/search"
	"buluo/variant"
)

// recorded plays a game of minixiangqi from an opening of four plies and records it as the lab does.
func recorded(t *testing.T, number uint64) ledger.Record {
	t.Helper()
	r := compiled(t, "minixiangqi")
	player := match.NewSearching(r, search.Options{TableMB: 1}, search.Limits{Nodes: 60})
	g, err := match.PlayFrom(context.Background(), r, duel.Opening(r, 4, 1, number), [2]match.Player{player, player}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return ledger.Of("minixiangqi", r.Spec().Start, search.Version, 60, 0, g)
}

// TestTake takes recorded games, once each, and reads them back with what their players thought.
func TestTake(t *testing.T) {
	path := filepath.Join(t.TempDir(), "taken.bin")
	records := []ledger.Record{recorded(t, 1), recorded(t, 2)}
	capped := records[0]
	capped.Result, capped.Reason, capped.Termination = "*", "none", "cap"
	if capped.Outcome().Over {
		t.Fatal("a capped game is over")
	}
	book, stanza := records[0], records[0]
	book.Start, stanza.INI, stanza.Variant = "2k4/7/7/7/7/7/4K2 w - - 0 1", "[mine:minixiangqi]", "mine"
	records = append(records, capped, book, stanza, records[1])
	for run, want := range []Taken{{Added: 2, Held: 1, Unfinished: 1, Elsewhere: 2}, {Held: 3, Unfinished: 1, Elsewhere: 2}} {
		if done, err := Take(path, records, variant.Load); err != nil || done != want {
			t.Fatalf("run %d: %+v, %v; want %+v", run, done, err, want)
		}
	}
	games, err := ReadFile(path)
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	r := compiled(t, "minixiangqi")
	for _, g := range games {
		rec := &records[0]
		if len(g.Moves) != rec.Plies || r.UCI(g.Moves[5]) != strings.Fields(rec.Moves)[5] {
			rec = &records[1]
		}
		if g.Opening != 4 || g.Nodes != [2]uint64{60, 60} || g.Outcome != rec.Outcome() || len(g.Moves) != rec.Plies || len(g.Scores) != rec.Plies-4 {
			t.Errorf("%+v is not %+v", g.Key, rec)
		}
		for i, score := range g.Scores {
			if int(score) != rec.Scores[i+4] {
				t.Fatalf("ply %d: the score is %d, was %d", i+5, score, rec.Scores[i+4])
			}
		}
	}
	if games[0].Seed == games[1].Seed {
		t.Error("two openings have one seed")
	}
}

// TestTakeRefuses takes nothing that the rules do not bear out, and keeps what came before it.
func TestTakeRefuses(t *testing.T) {
	good := recorded(t, 3)
	change := func(f func(r *ledger.Record)) ledger.Record {
		r := good
		f(&r)
		return r
	}
	other := map[string]string{"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0"}
	for _, c := range []struct {
		want string
		bad  ledger.Record
	}{
		{"the record says", change(func(r *ledger.Record) { r.Result = other[r.Result] })},
		{"ply 1", change(func(r *ledger.Record) { r.Moves = "a1a1" + r.Moves[strings.IndexByte(r.Moves, ' '):] })},
		{"entry for each", change(func(r *ledger.Record) { r.Scores = r.Scores[1:] })},
		{"nosuch", change(func(r *ledger.Record) { r.Variant = "nosuch" })},
	} {
		path := filepath.Join(t.TempDir(), "taken.bin")
		done, err := Take(path, []ledger.Record{good, c.bad, recorded(t, 4)}, variant.Load)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "game 2") || done.Added != 1 {
			t.Errorf("%+v, %v; want an error of game 2 that says %q", done, err, c.want)
		}
		if games, err := ReadFile(path); err != nil || len(games) != 1 {
			t.Errorf("%s: %d games are left, %v", c.want, len(games), err)
		}
	}
}
