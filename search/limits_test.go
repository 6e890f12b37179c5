package search_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/search"
	"buluo/tt"
)

// plain is a search without steps that may be wrong: what it says of a move does not depend on what was looked at before.
var plain = search.Params{}

// TestMultiPV asks for a line for every move, and holds each against a search that may look at no other move.
func TestMultiPV(t *testing.T) {
	const depth = 2
	for _, name := range []string{"horde-veteran-18-r1", "horde-twomoves-27-r2", "minixiangqi", "chess"} {
		r := rulestest.Load(t, name)
		p, g := position.Start(r), movegen.For(r)
		all := g.Legal(p, nil)
		s := search.New(r, search.Options{TableMB: 1, Params: &plain})
		var lines []search.Info
		res := s.Run(p, search.Limits{Depth: depth, MultiPV: len(all) + 7}, func(i search.Info) {
			if i.Depth == depth {
				i.PV = slices.Clone(i.PV)
				lines = append(lines, i)
			}
		})
		if len(lines) != len(all) {
			t.Fatalf("%s: %d lines for %d moves", name, len(lines), len(all))
		}
		if res.Best != lines[0].PV[0] || res.Score != lines[0].Score || !slices.Equal(res.PV, lines[0].PV) {
			t.Errorf("%s: %+v is not the first line, %+v", name, res, lines[0])
		}
		seen := map[board.Move]bool{}
		for i, l := range lines {
			if l.Line != i+1 || i > 0 && l.Score > lines[i-1].Score || seen[l.PV[0]] || l.SelDepth < len(l.PV) {
				t.Errorf("%s: line %d: %+v", name, i+1, l)
			}
			seen[l.PV[0]] = true
			s.Clear()
			alone := s.Run(p, search.Limits{Depth: depth, Moves: []board.Move{l.PV[0]}}, nil)
			if alone.Best != l.PV[0] || alone.Score != l.Score {
				t.Errorf("%s: line %d: %s scores %d, alone %s scores %d", name, i+1, r.UCI(l.PV[0]), l.Score, r.UCI(alone.Best), alone.Score)
			}
		}
	}
}

// TestMultiPVOrder lets reductions err, so that a later line sometimes is better than one before it: they are told from the best on
// all the same.
func TestMultiPVOrder(t *testing.T) {
	for _, name := range []string{"horde-veteran-18-r1", "minixiangqi", "chess", "xiangqi"} {
		r := rulestest.Load(t, name)
		p := position.Start(r)
		s := search.New(r, search.Options{TableMB: 1})
		for range 6 {
			above := 0
			res := s.Run(p, search.Limits{Nodes: 20_000, MultiPV: 6}, func(i search.Info) {
				if i.Line > 1 && i.Score > above {
					t.Errorf("%s: depth %d: line %d scores %d after %d", p.FEN(), i.Depth, i.Line, i.Score, above)
				}
				above = i.Score
			})
			p.Do(res.Best)
		}
	}
}

// TestMultiPVBudget cuts a search for several lines off at every point: there is a line for the choice, and the budget is exact.
func TestMultiPVBudget(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-27-r4")
	p := position.Start(r)
	s := search.New(r, search.Options{TableMB: 1})
	for n := uint64(1); n < 4000; n += 37 {
		s.Clear()
		res := s.Run(p, search.Limits{Nodes: n, MultiPV: 3}, nil)
		if res.Nodes != n || len(res.PV) > 0 && res.PV[0] != res.Best || !movegen.For(r).IsLegal(p, res.Best) {
			t.Fatalf("%d nodes: %+v", n, res)
		}
	}
}

// TestMoves allows some moves only: the best of the others is not chosen, illegal ones are passed over, and where none is
// left there is none to make.
func TestMoves(t *testing.T) {
	r := rulestest.Load(t, "chess")
	p := parsed(t, r, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
	s := search.New(r, search.Options{TableMB: 1})
	var allowed []board.Move
	for _, m := range movegen.For(r).Legal(p, nil) {
		if r.UCI(m) != "a1a8" {
			allowed = append(allowed, m)
		}
	}
	allowed = append(allowed, board.NewMove(0, 63))
	for _, n := range []int{1, 3} {
		res := s.Run(p, search.Limits{Depth: 4, Moves: allowed, MultiPV: n}, nil)
		if plies, ok := search.IsMate(res.Score); ok && plies == 1 || !slices.Contains(allowed, res.Best) || res.Best == board.NewMove(0, 63) {
			t.Errorf("best %s, score %d; the mate was not allowed", r.UCI(res.Best), res.Score)
		}
	}
	for _, none := range [][]board.Move{{}, {board.NewMove(0, 63)}} {
		if res := s.Run(p, search.Limits{Depth: 4, Moves: none}, nil); res.Best != board.NoMove || res.Nodes != 0 {
			t.Errorf("no move is allowed: %+v", res)
		}
	}
}

// TestMateLimit ends a search with the first win in the plies asked for, and not with a longer one. Checks are looked through, so that some
// wins are seen before the iteration that proves that there is no shorter one.
func TestMateLimit(t *testing.T) {
	early := 0
	for _, c := range [][2]string{
		{"chess", "7k/8/8/8/8/8/1R6/R6K w - - 0 1"},
		{"chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"},
		{"horde-standard-36-r1", "9/4k4/9/4P4/9/9/9/9/8P/8P w - - 0 1"},
		{"horde-veteran-36-r1", "9/V8/5k3/9/4Vr3/9/9/9/9/9 b - - 0 1"},
	} {
		r := rulestest.Load(t, c[0])
		p := parsed(t, r, c[1])
		s := search.New(r, search.Options{TableMB: 4})
		first, plies := 0, 0
		free := s.Run(p, search.Limits{Nodes: 200_000}, func(i search.Info) {
			if n, ok := search.IsMate(i.Score); ok && first == 0 {
				first, plies = i.Depth, n
			}
		})
		if first == 0 || first == free.Depth {
			continue
		}
		early++
		s.Clear()
		if res := s.Run(p, search.Limits{Nodes: 200_000, Mate: plies}, nil); res.Depth != first {
			t.Errorf("%s: a win in %d is found at depth %d, but was searched for to depth %d", c[1], plies, first, res.Depth)
		}
		s.Clear()
		if res := s.Run(p, search.Limits{Nodes: 200_000, Mate: plies - 1}, nil); res.Depth == first {
			t.Errorf("%s: a win in %d ended a search for one in %d", c[1], plies, plies-1)
		}
	}
	if early == 0 {
		t.Error("no win was seen early: the test tests nothing")
	}
}

// TestArm stops a search between its announcement and its first node: it must be heard, once.
func TestArm(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	s := search.New(r, search.Options{TableMB: 1})
	p := position.Start(r)
	s.Stop() // nothing runs: without effect
	if res := s.Run(p, search.Limits{Nodes: 5000}, nil); res.Nodes != 5000 {
		t.Fatalf("a stop before the search was announced: %+v", res)
	}
	s.Arm()
	s.Stop()
	done := make(chan search.Result, 1)
	go func() { done <- s.Run(p, search.Limits{}, nil) }()
	select {
	case res := <-done:
		if res.Nodes != 0 || res.Best == board.NoMove {
			t.Errorf("stopped at once: %+v", res)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the stop was lost")
	}
	if res := s.Run(p, search.Limits{Nodes: 5000}, nil); res.Nodes != 5000 || s.Nodes() != 5000 {
		t.Errorf("the search after: %+v, told %d nodes", res, s.Nodes())
	}
}

// TestStopOn ends a context before the search, within it and after it: only the search that was announced may hear of it.
func TestStopOn(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	s := search.New(r, search.Options{TableMB: 1})
	p := position.Start(r)
	for _, when := range []string{"before", "within", "after"} {
		ctx, cancel := context.WithCancel(context.Background())
		limits := search.Limits{Nodes: 1 << 23} // an end even where no stop is heard
		if when == "after" {
			limits.Nodes = 5000
		}
		if when == "before" {
			cancel()
		}
		release := s.StopOn(ctx)
		res := s.Run(p, limits, func(search.Info) {
			if when == "within" {
				cancel()
			}
		})
		cancel()
		release()
		if whole := res.Nodes == limits.Nodes; res.Best == board.NoMove || whole != (when == "after") {
			t.Errorf("%s: %+v", when, res)
		}
		if res := s.Run(p, search.Limits{Nodes: 5000}, nil); res.Nodes != 5000 {
			t.Errorf("%s: the search after: %+v", when, res)
		}
	}
}

// TestSharedTable has several searchers work on one table at once, each on its own position, and reads their counts meanwhile. Run with -race
// it shows that nothing else is shared.
func TestSharedTable(t *testing.T) {
	const searchers, budget = 4, 20_000
	r := rulestest.Load(t, "horde-veteran-18-r3")
	table := tt.New(1)
	start := position.Start(r)
	var all []*search.Searcher
	for range searchers {
		all = append(all, search.New(r, search.Options{Table: table}))
	}
	roster := search.NewRoster(searchers)
	var wg sync.WaitGroup
	for i, s := range all {
		p := start.Clone()
		s.Arm()
		wg.Go(func() {
			res := s.Run(p, search.Limits{Nodes: budget, Roster: roster}, func(search.Info) {
				for _, other := range all {
					if other.Nodes() > budget {
						t.Error("more nodes than there may be")
					}
				}
			})
			if res.Nodes != budget || !movegen.For(r).IsLegal(p, res.Best) || p.FEN() != start.FEN() {
				t.Errorf("searcher %d: %+v", i, res)
			}
		})
	}
	wg.Wait()
	full := all[0].Hashfull()
	if all[0].Run(start, search.Limits{Nodes: 1}, nil); all[0].Hashfull() < full {
		t.Error("one searcher aged the table of all")
	}
	if full = all[0].Hashfull(); full == 0 {
		t.Error("the table is empty")
	}
	if all[0].Clear(); all[1].Hashfull() != full {
		t.Error("one searcher cleared the table of all")
	}
}

// TestOwnTable searches on a table of one's own and on one that was given, aged and cleared by its owner: no difference.
func TestOwnTable(t *testing.T) {
	r := rulestest.Load(t, "horde-standard-36-r3")
	table := tt.New(1)
	own, given := search.New(r, search.Options{TableMB: 1}), search.New(r, search.Options{Table: table})
	p := position.Start(r)
	for range 3 {
		table.Age()
		want, got := own.Run(p, search.Limits{Nodes: 15_000}, nil), given.Run(p, search.Limits{Nodes: 15_000}, nil)
		if got.Best != want.Best || got.Score != want.Score || got.Depth != want.Depth || !slices.Equal(got.PV, want.PV) {
			t.Fatalf("on a given table %+v, on its own %+v", got, want)
		}
		p.Do(got.Best)
	}
}
