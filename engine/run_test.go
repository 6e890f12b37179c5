package engine

import (
	"slices"
	"strconv"
	"testing"

	"buluo/board"
	"buluo/search"
)

// threaded returns an engine of a variant with so many threads.
func threaded(t testing.TB, name string, n int) *Engine {
	t.Helper()
	e := start(t, name)
	if err := e.Set(OptionThreads, strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
	return e
}

// TestShare divides budgets: nothing is lost, and nobody gets a share that would be no limit.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		nodes uint64
		n     int
		want  []uint64
	}{
		{10, 1, []uint64{10}}, {10, 3, []uint64{4, 3, 3}}, {2, 3, []uint64{1, 1}}, {1, 64, []uint64{1}}, {0, 2, []uint64{0, 0}},
	} {
		if got := share(c.nodes, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%d nodes for %d: %v, want %v", c.nodes, c.n, got, c.want)
		}
	}
}

// TestBetter prefers a forced win to whatever was searched more deeply, the sooner one of two, and else the deeper search.
func TestBetter(t *testing.T) {
	result := func(depth, score int) search.Result { return search.Result{Depth: depth, Score: score} }
	soon, late, lost := search.Mate-5, search.Mate-9, 6-search.Mate
	for _, c := range []struct {
		a, b search.Result
		want bool
	}{
		{result(8, 10), result(7, 900), true},
		{result(7, 900), result(8, 10), false},
		{result(7, soon), result(9, 900), true},
		{result(9, 900), result(7, soon), false},
		{result(7, soon), result(9, late), true},
		{result(9, late), result(7, soon), false},
		{result(9, soon), result(7, soon), false},
		{result(9, lost), result(7, 10), true},
		{result(7, lost), result(9, 10), false},
	} {
		if got := better(c.a, c.b); got != c.want {
			t.Errorf("%+v is better than %+v: %v", c.a, c.b, got)
		}
	}
}

// TestOneThread holds a search of one thread against the bare searcher: the same nodes, moves and lines, move after move.
func TestOneThread(t *testing.T) {
	e := start(t, "horde-veteran-27-r1")
	bare := search.New(e.Rules(), search.Options{TableMB: 1})
	for range 4 {
		p, err := e.Position()
		if err != nil {
			t.Fatal(err)
		}
		want := bare.Run(p.Clone(), search.Limits{Nodes: 12_000}, nil)
		infos, got := goAndPlay(t, e, Limits{Nodes: 12_000})
		if got.Best != want.Best || got.Nodes != want.Nodes || got.Depth != want.Depth || !slices.Equal(infos[len(infos)-1].PV, want.PV) {
			t.Fatalf("%+v, the bare searcher: %+v", got, want)
		}
		e.Play(got.Best)
	}
}

// TestThreads holds searches of several threads to their limits: a budget is spent to the node by all together, iterations are told
// in order, and the last word is that of the deepest.
func TestThreads(t *testing.T) {
	for _, n := range []int{2, 3, 5} {
		e := threaded(t, "horde-veteran-18-r1", n)
		for _, budget := range []uint64{1, 2, 1023, 30_000} {
			infos, res := goAndPlay(t, e, Limits{Nodes: budget})
			if last := infos[len(infos)-1]; res.Nodes != budget || last.Nodes != budget || !e.gen.IsLegal(e.pos, res.Best) {
				t.Errorf("%d threads, %d nodes: %+v, told %d", n, budget, res, last.Nodes)
			}
		}
		infos, res := goAndPlay(t, e, Limits{Depth: 6})
		if res.Depth != 6 {
			t.Errorf("%d threads, depth 6: %+v", n, res)
		}
		for i := 1; i < len(infos); i++ {
			if infos[i].Depth < infos[i-1].Depth || infos[i].Depth == infos[i-1].Depth && i < len(infos)-1 || infos[i].Nodes < infos[i-1].Nodes {
				t.Errorf("%d threads: %+v was told after %+v", n, infos[i], infos[i-1])
			}
		}
		if infos[len(infos)-1].SelDepth < 6 {
			t.Errorf("%d threads: %+v", n, infos[len(infos)-1])
		}
	}
}

// TestHashfull tells how much of the table the present search has filled: what an earlier one left does not count.
func TestHashfull(t *testing.T) {
	e := threaded(t, "xiangqi", 2)
	for _, c := range []struct {
		nodes    uint64
		min, max int
	}{{60_000, 50, 1000}, {1, 0, 5}} {
		infos, _ := goAndPlay(t, e, Limits{Nodes: c.nodes})
		if full := infos[len(infos)-1].Hashfull; full < c.min || full > c.max {
			t.Errorf("%d nodes filled %d/1000 of the table, want %d to %d", c.nodes, full, c.min, c.max)
		}
	}
}

// TestThreadsEnd ends searches of several threads where there is nothing more to find, or nothing at all.
func TestThreadsEnd(t *testing.T) {
	e := threaded(t, "chess", 3)
	for _, c := range []struct {
		fen  string
		want Score
	}{
		{"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", Score{Mate: true, Moves: 1, Plies: 1}},
		{"R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", Score{Mate: true}},
	} {
		if err := e.Setup(c.fen, nil, FromOne); err != nil {
			t.Fatal(err)
		}
		if _, res := goAndPlay(t, e, Limits{Mate: 3}); res.Score != c.want || (res.Best == board.NoMove) != (c.want.Moves == 0) {
			t.Errorf("%s: %+v", c.fen, res)
		}
	}
}

// TestThreadsAndBack searches with several threads and then with one in a new game: nothing of the others is left.
func TestThreadsAndBack(t *testing.T) {
	limits := Limits{Nodes: 15_000}
	_, want := goAndPlay(t, start(t, "horde-twomoves-27-r2"), limits)
	e := threaded(t, "horde-twomoves-27-r2", 4)
	goAndPlay(t, e, limits)
	if err := e.Set(OptionThreads, "1"); err != nil {
		t.Fatal(err)
	}
	if err := e.NewGame(); err != nil {
		t.Fatal(err)
	}
	if _, got := goAndPlay(t, e, limits); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestLines asks for several lines, of one thread and of two: each iteration told by one thread has them all in order.
func TestLines(t *testing.T) {
	for _, threads := range []int{1, 2} {
		e := threaded(t, "minixiangqi", threads)
		if err := e.Set(OptionLines, "3"); err != nil {
			t.Fatal(err)
		}
		infos, res := goAndPlay(t, e, Limits{Depth: 4})
		var best []Info
		var chosen board.Move
		for _, i := range infos {
			if i.Line == 1 {
				chosen = i.PV[0]
			}
			if i.Depth == 4 && len(best) < 3 {
				best = append(best, i)
			}
		}
		if len(best) != 3 || chosen != res.Best {
			t.Fatalf("%d threads: %+v, %+v", threads, best, res)
		}
		for i, info := range best {
			if info.Line != i+1 || i > 0 && info.Score.Centipawns > best[i-1].Score.Centipawns {
				t.Errorf("%d threads: line %d is %+v", threads, i+1, info)
			}
		}
	}
}

// TestChosenMoves lets a search choose from some moves only.
func TestChosenMoves(t *testing.T) {
	e := start(t, "xiangqi")
	some, err := e.FindAll([]string{"a1a2", "i1i2", "a1a9"}, FromOne)
	if err == nil || len(some) != 2 {
		t.Fatalf("%v, %v", some, err)
	}
	for _, c := range []struct {
		limits Limits
		want   board.Move
	}{
		{Limits{Depth: 3, Moves: some[:1]}, some[0]},
		{Limits{Depth: 3, Moves: some, Banned: some[:1]}, some[1]},
		{Limits{Depth: 3, Moves: some, Banned: some}, board.NoMove},
		{Limits{Depth: 3, Moves: []board.Move{}}, board.NoMove},
		{Limits{Depth: 3, Banned: e.gen.Legal(e.pos, nil)[1:]}, e.gen.Legal(e.pos, nil)[0]},
	} {
		if _, res := goAndPlay(t, e, c.limits); res.Best != c.want {
			t.Errorf("%+v: %+v", c.limits, res)
		}
	}
}
