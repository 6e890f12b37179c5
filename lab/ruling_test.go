package lab

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/lab/store"
	"buluo/position"
)

// moody plays random moves and thinks what it draws from a few scores, or nothing.
type moody struct {
	match.Player
	rng *rand.Rand
}

func (m *moody) Choose(ctx context.Context, p *position.Position) match.Choice {
	c := m.Player.Choose(ctx, p)
	c.Depth = min(1, m.rng.IntN(12))
	c.Score = []int{0, 5, -5, 100, 300, -300}[m.rng.IntN(6)]
	return c
}

// adjudicated plays a game of moody players in which one would be adjudicated or not, as the seed will have it, and returns its record.
func adjudicated(t *testing.T, variant string, a match.Adjudication, seed uint64) ledger.Record {
	t.Helper()
	r := rulestest.Load(t, variant)
	p := &moody{match.NewRandom(r, seed), rand.New(rand.NewPCG(seed, 1))}
	g, err := match.PlayOn(t.Context(), r, match.Terms{Cap: 40, Adjudication: a}, [2]match.Player{p, p})
	if err != nil {
		t.Fatal(err)
	}
	player := schedule.Player{Kind: schedule.Foreign, Engine: "moody"}
	j := &schedule.Job{Variant: variant, Stanza: r.Spec().INI(), Players: [2]schedule.Player{player, player}, Seed: seed, Cap: 40, Rules: schedule.Rules,
		More: schedule.More{Adjudication: a}}
	rec := ledger.OfJob(j, r.Spec().Start, g)
	rec.ID, rec.Job = j.ID(), j
	return rec
}

// TestRulings has the judge derive adjudications from the scores, which the player of the games counted in another way: it must find every one as
// it is, and refuse a record in which anything of it is changed. In one of the variants a side moves twice.
func TestRulings(t *testing.T) {
	judge := newJudge()
	seen := map[string]int{}
	terms := []match.Adjudication{{WinScore: 100, WinPlies: 2}, {DrawScore: 5, DrawPlies: 3, DrawAfter: 6}, {WinScore: 200, WinPlies: 3, DrawPlies: 2}}
	for seed := range uint64(60) {
		a := terms[seed%3]
		rec := adjudicated(t, []string{"minixiangqi", "horde-twomoves-27-r2"}[seed/3%2], a, seed)
		if _, err := judge.check(&rec); err != nil {
			t.Fatalf("seed %d, %s by %s: %v", seed, rec.Result, rec.Termination, err)
		}
		seen[rec.Termination+" "+rec.Result]++
		if !rec.Adjudicated() {
			continue
		}
		last := rec.Plies - 1
		for _, c := range []struct {
			change func(*ledger.Record)
			want   string
		}{
			{func(r *ledger.Record) {
				r.Result = map[string]string{"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0"}[r.Result]
			}, "both players' scores give"},
			{func(r *ledger.Record) { r.Scores[last] = 50 }, "which the players' scores do not give"},
			{func(r *ledger.Record) { r.Depths[last] = 0 }, "which the players' scores do not give"},
			{func(r *ledger.Record) { r.Result, r.Termination = "*", "unfinished" }, "both players' scores give"},
			{func(r *ledger.Record) { r.Job.Adjudication = match.Adjudication{} }, "which its job does not ask for"},
			{func(r *ledger.Record) { r.Job = nil }, "no job that says by what"},
			{func(r *ledger.Record) { r.Reason = "mate" }, "has no reason of the rules"},
		} {
			bad, job := rec, *rec.Job
			bad.Job = &job
			bad.Scores, bad.Depths = append([]int{}, rec.Scores...), append([]int{}, rec.Depths...)
			c.change(&bad)
			if _, err := judge.check(&bad); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("seed %d: %v, want %s", seed, err, c.want)
			}
		}
	}
	for _, kind := range []string{"adjudication 1-0", "adjudication 0-1", "adjudication 1/2-1/2", "cap *"} {
		if seen[kind] == 0 {
			t.Errorf("no game ends as %s: %v", kind, seen)
		}
	}
}

// TestLateRuling refuses a game that went on after it had been given.
func TestLateRuling(t *testing.T) {
	rec := adjudicated(t, "minixiangqi", match.Adjudication{}, 3)
	rec.Job.Adjudication = match.Adjudication{WinScore: 100, WinPlies: 2}
	rec.ID = rec.Job.ID()
	if _, err := newJudge().check(&rec); err == nil || !strings.Contains(err.Error(), "it goes on after both players' scores have given it") {
		t.Errorf("%v", err)
	}
}

// TestStoredRulings keeps adjudicated games: they are neither won nor drawn in the counts, and everything verifies and comes back.
func TestStoredRulings(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	given := 0
	for seed := range uint64(12) {
		rec := adjudicated(t, "minixiangqi", match.Adjudication{WinScore: 100, WinPlies: 2}, seed)
		j := rec.Job
		rec.ID, rec.Job = "", nil
		if fate, why, err := s.Take(t.Context(), j, store.Result{Job: j.ID(), Record: &rec}); fate != store.Kept || err != nil {
			t.Fatal(fate, why, err)
		}
		if rec.Adjudicated() {
			given++
		}
	}
	proof, err := VerifyStore(t.Context(), s, 1)
	if err != nil || len(proof.Wrong) > 0 || proof.Games != 12 || proof.Adjudicated != given || given == 0 {
		t.Errorf("%d of them given: %+v, %v", given, proof, err)
	}
	tallies, err := s.Tallies(t.Context())
	if err != nil || len(tallies) != 1 || tallies[0].Unfinished < given {
		t.Errorf("%+v, %v", tallies, err)
	}
}

// TestUnruled looks at no score on account of what is not adjudicated: here there are none to look at.
func TestUnruled(t *testing.T) {
	sides := []board.Color{board.White, board.Black, board.White, board.Black}
	rec := &ledger.Record{Plies: 4, Depths: []int{1, 1, 1, 1}}
	if o := rulingAt(match.Adjudication{WinScore: 100, DrawScore: 10}, rec, sides, 0, 3); o.Over {
		t.Errorf("%+v", o)
	}
}
