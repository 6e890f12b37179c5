package analysis

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func cache(t testing.TB) *Cache {
	t.Helper()
	c, err := NewCache(1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// ask analyses and fails the test on an error.
func ask(t *testing.T, a *Analyst, p *position.Position, b Budget) (Analysis, bool) {
	t.Helper()
	found, known, err := a.Analyse(context.Background(), p, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found, known
}

// TestKnown asks the same twice and holds the answers against each other and against an analyst without a cache.
func TestKnown(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	a, p := New(r, 1, cache(t)), position.Start(r)
	budget := Budget{Nodes: 3000, Lines: 2}
	first, known := ask(t, a, p, budget)
	if known || first.Nodes != 3000 || len(first.Lines) != 2 || first.Lines[0].PV[0] != first.Best || first.Lines[1].Rank != 2 {
		t.Fatalf("known %v, %+v", known, first)
	}
	again, known := ask(t, a, p, budget)
	if diff := cmp.Diff(first, again); !known || diff != "" {
		t.Errorf("known %v, another answer (- first, + again):\n%s", known, diff)
	}
	again.Lines[0].PV[0] = board.NoMove // the caller's own copy
	if third, _ := ask(t, a, p, budget); third.Lines[0].PV[0] == board.NoMove {
		t.Error("what a caller did to its answer is in the cache")
	}
	alone := New(r, 1, nil)
	ask(t, alone, p, Budget{Depth: 5}) // leaves much that the next must not see
	if other, known := ask(t, alone, p, budget); known || other.Best != first.Best || other.Score != first.Score || other.Depth != first.Depth ||
		!cmp.Equal(other.Lines[0].PV, first.Lines[0].PV) {
		t.Errorf("with other things on its mind an analyst says %+v, known %v, without %+v", other, known, first)
	}
}

// TestKey changes one thing after the other: each is another question.
func TestKey(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	a, p := New(r, 1, nil), position.Start(r)
	budget := Budget{Nodes: 1000}
	keys := map[string]string{a.Key(p, budget).text(): "the first"}
	other := func(what string, k Key) {
		if same, there := keys[k.text()]; there {
			t.Errorf("%s has the key of %s: %q", what, same, k.text())
		}
		keys[k.text()] = what
	}
	for _, b := range []Budget{{Nodes: 1001}, {Nodes: 1000, Depth: 3}, {Nodes: 1000, Time: time.Second}, {Nodes: 1000, Lines: 2}, {Depth: 1000}} {
		other("another budget", a.Key(p, b))
	}
	// The same position in another game: one repetition more ends it.
	for range 4 {
		for _, text := range []string{"h1g3", "h10g8", "g3h1", "g8h10"} {
			for _, m := range movegen.For(r).Legal(p, nil) {
				if r.UCI(m) == text {
					p.Do(m)
					break
				}
			}
		}
		other("a longer game", a.Key(p, budget))
	}
	// A design that differs in one rule has another key though it has the same name.
	f, err := variant.Parse("x.ini", "[mine:xiangqi]\nstalemateValue = draw\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []variant.Value{variant.Win, variant.Loss} {
		spec := *f.Specs[0]
		spec.StalemateValue = value
		mine, err := rules.Compile(&spec)
		if err != nil {
			t.Fatal(err)
		}
		other("another rule", New(mine, 1, nil).Key(position.Start(mine), budget))
	}
}

// TestOver asks about a game that is over, and one that allows a single move.
func TestOver(t *testing.T) {
	r := rulestest.Load(t, "chess")
	a := New(r, 1, cache(t))
	for _, c := range []struct {
		fen   string
		over  bool
		moves int
	}{
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true, 0},
		{"7k/8/8/8/8/8/1r6/K7 w - - 0 1", false, 1},
	} {
		p, err := position.Parse(r, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		found, _ := ask(t, a, p, Budget{Depth: 2, Lines: 3})
		if found.Outcome.Over != c.over || (found.Best == board.NoMove) != c.over || len(found.Lines) != c.moves {
			t.Errorf("%s: %+v", c.fen, found)
		}
	}
}

// TestInterrupted ends a search in the middle: it must not be remembered as if it had been finished.
func TestInterrupted(t *testing.T) {
	r := rulestest.Load(t, "chess")
	a, p := New(r, 1, cache(t)), position.Start(r)
	ctx, cancel := context.WithCancel(context.Background())
	const depth = 7
	budget := Budget{Depth: depth}
	found, _, err := a.Analyse(ctx, p, budget, func(l Line) {
		if l.Depth == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || found.Best == board.NoMove || found.Depth >= depth {
		t.Fatalf("%+v, %v", found, err)
	}
	if _, _, err := a.Analyse(ctx, p, budget, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a search was begun for nobody: %v", err)
	}
	if whole, known := ask(t, a, p, budget); known || whole.Depth != depth {
		t.Errorf("known %v, %+v", known, whole)
	}
}

func TestBudget(t *testing.T) {
	r := rulestest.Load(t, "chess")
	for _, b := range []Budget{{}, {Lines: 3}, {Depth: -1}, {Nodes: 1, Time: -1}, {Nodes: 1, Lines: -1}} {
		if _, _, err := New(r, 1, nil).Analyse(context.Background(), position.Start(r), b, nil); err == nil {
			t.Errorf("%+v is taken", b)
		}
	}
}

// TestBound fills a cache with more than it holds: it must forget, and must never answer with another's analysis.
func TestBound(t *testing.T) {
	c := cache(t)
	const n = 20_000
	of := func(i int) Key { return Key{Spec: "s", Start: "f", Budget: Budget{Nodes: uint64(i)}} }
	for i := range n {
		c.Put(of(i), Analysis{Nodes: uint64(i), Lines: []Line{{PV: make([]board.Move, 20)}}})
	}
	kept := 0
	for i := range n {
		if a, ok := c.Get(of(i)); ok {
			kept++
			if a.Nodes != uint64(i) {
				t.Fatalf("question %d was given answer %d", i, a.Nodes)
			}
		}
	}
	if kept == 0 || kept > n/2 {
		t.Errorf("a megabyte holds %d of %d analyses", kept, n)
	}
	if _, err := NewCache(0); err == nil {
		t.Error("a cache of nothing was made")
	}
}

// TestFinish puts a result that came in the middle of an iteration before the lines of the one before.
func TestFinish(t *testing.T) {
	lines := []Line{{Rank: 1, PV: []board.Move{1}}, {Rank: 2, PV: []board.Move{2}}, {Rank: 3, PV: []board.Move{3}}}
	for _, c := range []struct {
		lines []Line
		res   search.Result
		want  []board.Move
	}{
		{lines, search.Result{Best: 1, PV: []board.Move{1, 9}}, []board.Move{1, 2, 3}},
		{lines, search.Result{Best: 2, PV: []board.Move{2}}, []board.Move{2, 1, 3}},
		{lines, search.Result{Best: 4}, []board.Move{4, 1, 2}},
		{nil, search.Result{Best: 4}, []board.Move{4}},
	} {
		var got []board.Move
		for i, l := range finish(c.lines, c.res) {
			got = append(got, l.PV[0])
			if l.Rank != i+1 {
				t.Errorf("line %d has rank %d", i+1, l.Rank)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%+v (- want, + got):\n%s", c.res, diff)
		}
	}
}
