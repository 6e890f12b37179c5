package contest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/board"
	"buluo/lab/book"
	"buluo/lab/design"
	"buluo/lab/duel"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/lab/series"
	"buluo/lab/stat"
	"buluo/lab/work"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

// config is a quick match of two budgets of our engine.
func config(t *testing.T, names ...string) Config {
	t.Helper()
	designs, err := design.Select(names)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Pairs: 6, Plies: 4}
	c.Config = series.Config{Designs: designs, Seed: 3, Cap: 160, Store: filepath.Join(t.TempDir(), "lab.db"), Options: work.Options{Workers: 2}}
	for i, nodes := range []uint64{400, 40} {
		c.Players[i] = work.Ours()
		c.Players[i].Nodes, c.Players[i].Options = nodes, map[string]string{"Hash": "1"}
	}
	return c
}

// played runs a match and lists its games by pairs.
func played(t *testing.T, c Config) (*Result, []string) {
	t.Helper()
	var games []string
	res, err := Run(t.Context(), c, func(p *Pair, _ *Result, _ work.Progress) {
		games = append(games, p.Games[0].Moves, p.Games[1].Moves)
	})
	if err != nil {
		t.Fatal(err)
	}
	return res, games
}

// TestTwin holds a match to the same one by package duel, which keeps nothing and shares none of the counting: the same openings, games and counts.
func TestTwin(t *testing.T) {
	c := config(t, "minixiangqi", "horde-standard-18-r1")
	c.Workers = 1
	res, games := played(t, c)
	maker := func(nodes uint64) duel.Maker {
		return func(_ context.Context, r *rules.Rules) (match.Player, func(), error) {
			return match.NewSearching(r, search.Options{TableMB: 1}, search.Limits{Nodes: nodes}), nil, nil
		}
	}
	var theirs []string
	want, err := duel.Run(t.Context(), duel.Config{
		Variants: []*variant.Spec{c.Designs[0].Spec, c.Designs[1].Spec}, Players: [2]duel.Maker{maker(400), maker(40)}, Pairs: 6, Plies: 4, Seed: 3, Cap: 160,
	}, func(p *duel.Pair, _ *duel.Result) {
		theirs = append(theirs, strings.Join(p.Games[0].Moves, " "), strings.Join(p.Games[1].Moves, " "))
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(theirs, games); diff != "" {
		t.Errorf("other games: %s", diff)
	}
	if res.Pairs != want.Pairs || res.Unfinished != want.Unfinished || !cmp.Equal(res.Variants, want.Variants) || res.Missing != 0 || res.Of != 6 {
		t.Errorf("%+v, want %+v", res, want)
	}
}

// TestResume stops a match and goes on with it: what was played is not played again, and in the end it is the match that nobody stopped, whether it was
// kept or thrown away.
func TestResume(t *testing.T) {
	whole, games := played(t, config(t, "minixiangqi"))
	c := config(t, "minixiangqi")
	first, drain := c, make(chan struct{})
	first.Drain, first.Workers = drain, 1
	res, err := Run(t.Context(), first, func(*Pair, *Result, work.Progress) {
		if drain != nil {
			close(drain)
			drain = nil
		}
	})
	if !errors.Is(err, context.Canceled) || res.Pairs.Games() == 0 && res.Unfinished == 0 || res.Missing == 0 {
		t.Fatalf("%+v, %v", res, err)
	}
	again, rest := played(t, c)
	if !cmp.Equal(whole, again) || len(rest) >= len(games) || len(rest) == 0 {
		t.Errorf("%+v, want %+v; %d games of %d were played again", again, whole, len(rest), len(games))
	}
	if third, rest := played(t, c); !cmp.Equal(whole, third) || len(rest) > 0 {
		t.Errorf("%+v, and %d games are played though all are there", third, len(rest))
	}
	c.Store = ""
	if thrown, games := played(t, c); !cmp.Equal(whole, thrown) || len(games) != 12 {
		t.Errorf("%+v, want %+v", thrown, whole)
	}
}

// TestStop ends a match by its test, at once where the store has decided it before.
func TestStop(t *testing.T) {
	c := config(t, "minixiangqi")
	c.Workers = 1
	c.Stop = func(p stat.Pairs) bool { return p.Games() >= 4 }
	res, games := played(t, c)
	if res.Pairs.Games() < 4 || res.Missing == 0 {
		t.Errorf("%+v", res)
	}
	again, more := played(t, c)
	if len(more) > 0 || len(games) < 4 {
		t.Errorf("%d games after the test has decided", len(more))
	}
	if diff := cmp.Diff(res, again); diff != "" {
		t.Errorf("the match that was decided before is another: %s", diff)
	}
}

// TestUnasked does not ask a test before there is a pair that counts, not even one that decides at once, and not on account of pairs left unfinished.
func TestUnasked(t *testing.T) {
	c := config(t, "minixiangqi")
	c.Workers, c.Pairs = 1, 2
	c.Stop = func(p stat.Pairs) bool {
		if p.Games() == 0 {
			t.Error("a test is asked about no pair")
		}
		return true
	}
	short := c
	short.Cap, short.Store = 6, filepath.Join(t.TempDir(), "short.db")
	if res, _ := played(t, short); res.Unfinished != 2 || res.Missing != 0 {
		t.Errorf("%+v", res)
	}
	if res, _ := played(t, c); res.Pairs.Games() == 0 && res.Missing > 0 {
		t.Errorf("%+v", res)
	}
}

// TestUncancelled takes the end of a context out of an error, however deep it was joined, and nothing else.
func TestUncancelled(t *testing.T) {
	full, late := errors.New("the disk is full"), errors.New("the queue is away")
	for i, c := range []struct{ err, want error }{
		{nil, nil},
		{context.Canceled, nil},
		{full, full},
		{errors.Join(context.Canceled, full), full},
		{errors.Join(errors.Join(context.Canceled, late), full), errors.Join(late, full)},
		{errors.Join(context.Canceled, errors.Join(context.Canceled)), nil},
		{errors.Join(full, context.DeadlineExceeded), errors.Join(full, context.DeadlineExceeded)},
	} {
		got := uncancelled(c.err)
		if (got == nil) != (c.want == nil) || got != nil && got.Error() != c.want.Error() || errors.Is(got, context.Canceled) {
			t.Errorf("%d: %v, want %v", i, got, c.want)
		}
	}
}

// TestBook plays a book: each opening once from each seat, in an order from the seed, and no more of them than there are.
func TestBook(t *testing.T) {
	c := config(t, "chess", "minixiangqi")
	c.Books = []book.Book{
		{{Moves: "e2e4"}, {Moves: "d2d4"}, {Start: "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"}},
		{{Moves: "a2a3"}},
	}
	c.Pairs, c.Cap = 10, 12
	jobs, err := c.Jobs()
	if err != nil || len(jobs) != 8 {
		t.Fatalf("%d games, %v", len(jobs), err)
	}
	var order []string
	for i := 0; i < len(jobs); i += 2 {
		a, b := jobs[i], jobs[i+1]
		if a.Opening != b.Opening || a.Start != b.Start || a.Players[0].Nodes != 400 || b.Players[1].Nodes != 400 || a.Variant != b.Variant {
			t.Errorf("no pair: %+v, %+v", a, b)
		}
		order = append(order, a.Variant+" "+a.Opening+a.Start)
	}
	if order[1] != "minixiangqi a2a3" {
		t.Errorf("the variants do not take turns: %q", order)
	}
	c.Pairs = 2
	if jobs, err = c.Jobs(); err != nil || len(jobs) != 4 {
		t.Errorf("%d games, %v", len(jobs), err)
	}
	res, games := played(t, c)
	if res.Of != 2 || len(games) != 4 {
		t.Errorf("%+v", res)
	}
	seen := map[string]bool{}
	for seed := range uint64(30) {
		c.Pairs, c.Seed = 10, seed
		if jobs, err = c.Jobs(); err != nil {
			t.Fatal(err)
		}
		seen[jobs[0].Opening+jobs[0].Start] = true
	}
	if len(seen) != 3 {
		t.Errorf("of thirty seeds the first opening is one of %d", len(seen))
	}
}

// TestRepeats plays no opening twice where players are the same every time, and does where they go by the clock.
func TestRepeats(t *testing.T) {
	c := config(t, "minixiangqi")
	c.Pairs, c.Plies = 9, 0
	if jobs, err := c.Jobs(); err != nil || len(jobs) != 2 {
		t.Errorf("%d games from the start, %v", len(jobs), err)
	}
	c.Plies = 1
	c.Pairs = 1000
	jobs, err := c.Jobs()
	if err != nil || len(jobs) < 20 || len(jobs) > 60 {
		t.Errorf("%d games after each first move, %v", len(jobs), err)
	}
	c.Pairs, c.Plies = 9, 0
	c.Players[0].MoveTime, c.Players[0].Nodes = 1, 0
	c.Players[1] = c.Players[0]
	if jobs, err = c.Jobs(); err != nil || len(jobs) != 18 {
		t.Fatalf("%d games by the clock, %v", len(jobs), err)
	}
	ids := map[string]bool{}
	for _, j := range jobs {
		ids[j.ID()] = true
	}
	if len(ids) != 18 {
		t.Errorf("they are %d jobs", len(ids))
	}
}

// TestAlike plays a player against itself: every pair is even, and both its games are one job.
func TestAlike(t *testing.T) {
	c := config(t, "minixiangqi")
	c.Players[1] = c.Players[0]
	res, _ := played(t, c)
	if n := res.Pairs[2]; n+res.Unfinished != 6 || res.Missing != 0 || n == 0 {
		t.Errorf("%+v", res)
	}
}

// TestHalfPoints counts pairs from the first player's side, whichever seat it has, and adjudicated games as they were given.
func TestHalfPoints(t *testing.T) {
	record := func(result, termination string) *ledger.Record {
		return &ledger.Record{Result: result, Termination: termination, Reason: "none"}
	}
	white, black, drawn := record("1-0", "rules"), record("0-1", "rules"), record("1/2-1/2", "rules")
	given, open := record("1-0", "adjudication"), record("*", "cap")
	for i, c := range []struct {
		first, second *ledger.Record
		want          int
		finished      bool
	}{
		{white, black, 4, true}, {black, white, 0, true}, {white, white, 2, true}, {drawn, drawn, 2, true}, {drawn, black, 3, true},
		{black, drawn, 1, true}, {given, black, 4, true}, {given, given, 2, true}, {white, open, 0, false}, {nil, black, 0, false},
	} {
		p := &Pair{"v", [2]*ledger.Record{c.first, c.second}}
		if n, finished := p.HalfPoints(); finished != c.finished || finished && n != c.want {
			t.Errorf("%d: %d, %v", i, n, finished)
		}
	}
	res := &Result{Variants: map[string]*duel.Tally{}}
	for _, p := range []Pair{{"v", [2]*ledger.Record{given, black}}, {"v", [2]*ledger.Record{given, open}}, {"v", [2]*ledger.Record{given, nil}}} {
		res.add(&p)
	}
	if res.Pairs != (stat.Pairs{4: 1}) || res.Adjudicated != 1 || res.Unfinished != 1 || res.Missing != 1 || res.Variants["v"].Seats[board.White].Won != 1 {
		t.Errorf("%+v", res)
	}
}

// TestReadBooks reads PGN where a file's name says so, and positions where not.
func TestReadBooks(t *testing.T) {
	c := config(t, "chess", "minixiangqi")
	const pgn = "[Variant \"chess\"]\n\n1. e4 *\n\n[Variant \"minixiangqi\"]\n[Format \"uci\"]\n\n1. a2a3 *\n"
	if books, err := ReadBooks("b.pgn.gz", pgn, c.Designs, 0); err != nil || len(books) != 2 || books[0][0].Moves != "e2e4" || books[1][0].Moves != "a2a3" {
		t.Errorf("%+v, %v", books, err)
	}
	if books, err := ReadBooks("b.epd", "startpos\n", c.Designs, 0); err != nil || len(books) != 2 || len(books[1]) != 1 {
		t.Errorf("%+v, %v", books, err)
	}
	if _, err := ReadBooks("b.epd", "startpos moves e2e4\n", c.Designs, 0); err == nil || !strings.Contains(err.Error(), "b.epd:1: move 1") {
		t.Errorf("%v", err)
	}
}

// TestThrownAway leaves nothing behind of a match without a store.
func TestThrownAway(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	c := config(t, "minixiangqi")
	c.Store, c.Pairs, c.Cap = "", 1, 10
	played(t, c)
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// TestFaults counts on though a player falls over in every game of one seat, and says so.
func TestFaults(t *testing.T) {
	c := config(t, "minixiangqi")
	c.Pairs = 1
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c.Players[1] = schedule.Player{Kind: schedule.UCI, Engine: "nobody", Build: "1234"}
	c.Engines.Commands = map[string][]string{"nobody build 1234": {self, "-test.run=^$"}}
	res, err := Run(t.Context(), c, nil)
	if err == nil || !strings.Contains(err.Error(), "given up after 3 attempts") || res.Missing != 1 {
		t.Errorf("%+v, %v", res, fmt.Sprint(err))
	}
}
