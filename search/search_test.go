package search_test

import (
	"slices"
	"testing"
	"time"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/search"

	"github.com/google/go-cmp/cmp"
)

func parsed(t testing.TB, r *rules.Rules, fen string) *position.Position {
	t.Helper()
	p, err := position.Parse(r, fen)
	if err != nil {
		t.Fatalf("%s: %s: %v", r.Spec().Name, fen, err)
	}
	return p
}

// TestEnds finds forced ends of every kind at their exact distance, from the winning and the losing side.
func TestEnds(t *testing.T) {
	const v36, s36 = "horde-veteran-36-r1", "horde-standard-36-r1"
	for _, tc := range []struct {
		name, variant, fen string
		plies              int    // until the end; positive where the side to move wins
		best               string // "" where there are several
	}{
		{"mate in chess", "chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, "a1a8"},
		{"mate in two", "chess", "7k/8/8/8/8/8/1R6/R6K w - - 0 1", 3, ""},
		{"being mated", "chess", "7k/R7/8/8/8/8/8/1R5K b - - 0 1", -2, "h8g8"},
		{"smother at once", v36, "9/5k3/3VV4/9/9/9/9/9/9/9 b - - 0 1", -2, ""},
		{"smother, long", s36, "9/4k4/9/4P4/9/9/9/9/8P/8P w - - 0 1", 5, ""},
		{"smother, longer", s36, "4k4/7P1/9/9/9/3P5/9/9/4P4/9 w - - 0 1", 11, ""},
		{"smothered, long", s36, "4k4/9/9/9/8P/8P/9/9/9/1P7 b - - 0 1", -14, ""},
		{"extinction at once", v36, "9/9/3k5/9/9/9/9/9/9/r7V b - - 0 1", 1, "a1i1"},
		{"extinction", v36, "9/V8/5k3/9/4Vr3/9/9/9/9/9 b - - 0 1", 7, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := rulestest.Load(t, tc.variant)
			res := search.New(r, search.Options{TableMB: 4}).Run(parsed(t, r, tc.fen), search.Limits{Nodes: 500_000}, nil)
			plies, ok := search.IsMate(res.Score)
			if !ok || plies != tc.plies {
				t.Fatalf("score %d (end in %d, %v) at depth %d, %d nodes; want an end in %d", res.Score, plies, ok, res.Depth, res.Nodes, tc.plies)
			}
			if best := r.UCI(res.Best); tc.best != "" && best != tc.best {
				t.Errorf("best %s, want %s", best, tc.best)
			}
		})
	}
}

// TestStuck gives one position under three rules of stalemate: whether a side without a move loses is for the rules to say.
func TestStuck(t *testing.T) {
	// White takes all squares from the king in one move; under chess's own rule there is better.
	const fen = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1"
	for _, tc := range []struct {
		value string
		plies int
	}{{"loss", 1}, {"win", 0}, {"draw", 0}} {
		r := rulestest.Stanza(t, "stuck", "[stuck:chess]\nstalemateValue = "+tc.value+"\n")
		res := search.New(r, search.Options{TableMB: 1}).Run(parsed(t, r, fen), search.Limits{Depth: 3}, nil)
		plies, ok := search.IsMate(res.Score)
		if tc.plies > 0 && (!ok || plies != tc.plies) {
			t.Errorf("stalemate a %s: score %d, want a win in %d", tc.value, res.Score, tc.plies)
		}
		if tc.plies == 0 && (ok || res.Score < 500) {
			t.Errorf("stalemate a %s: score %d, want a queen's worth and no end", tc.value, res.Score)
		}
	}
	// A side that has no move is told so, at the root too.
	for value, want := range map[string]int{"loss": -search.Mate, "win": search.Mate, "draw": 0} {
		r := rulestest.Stanza(t, "stuck", "[stuck:chess]\nstalemateValue = "+value+"\n")
		res := search.New(r, search.Options{TableMB: 1}).Run(parsed(t, r, "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), search.Limits{Depth: 3}, nil)
		if res.Best != board.NoMove || res.Score != want {
			t.Errorf("stuck, stalemate a %s: %+v, want no move and %d", value, res, want)
		}
	}
}

// TestRepetition checks that a repetition is seen coming: a draw where the rules make it one, a loss for who only checks where they judge that.
func TestRepetition(t *testing.T) {
	const depth = 5                                           // deep enough for one repetition and not for two
	const perpetual = "6k1/6p1/8/7Q/8/1r6/2q2P2/K7 w - - 0 1" // queen to e8 and h5 for ever, or mate
	r := rulestest.Load(t, "chess")
	if res := search.New(r, search.Options{TableMB: 4}).Run(parsed(t, r, perpetual), search.Limits{Depth: depth}, nil); res.Score != 0 {
		t.Errorf("a perpetual check scores %d in chess, want 0", res.Score)
	}
	judged := rulestest.Stanza(t, "judged", "[judged:chess]\nperpetualCheckIllegal = true\n")
	if res := search.New(judged, search.Options{TableMB: 4}).Run(parsed(t, judged, perpetual), search.Limits{Depth: depth}, nil); res.Score > -300 {
		t.Errorf("a perpetual check scores %d where it is illegal, want a loss", res.Score)
	}
}

// TestFolds searches rules that differ in how often a position must stand: a Spec made by hand that asks for the first occurrence is searched
// as one that asks for the second, to the node.
func TestFolds(t *testing.T) {
	const perpetual = "6k1/6p1/8/7Q/8/1r6/2q2P2/K7 w - - 0 1"
	var found [3]search.Result
	for fold := 1; fold <= 2; fold++ {
		for _, name := range []string{"chess", "xiangqi"} {
			spec := *rulestest.Load(t, name).Spec()
			spec.Fold = fold
			r, err := rules.Compile(&spec)
			if err != nil {
				t.Fatal(err)
			}
			fen := perpetual
			if name != "chess" {
				fen = spec.Start
			}
			res := search.New(r, search.Options{TableMB: 4}).Run(parsed(t, r, fen), search.Limits{Depth: 6}, nil)
			if name == "chess" && res.Score != 0 {
				t.Errorf("nFoldRule %d: a perpetual check scores %d, want 0", fold, res.Score)
			}
			found[fold].Nodes += res.Nodes
			found[fold].Score += res.Score
		}
	}
	if found[1].Nodes != found[2].Nodes || found[1].Score != found[2].Score {
		t.Errorf("nFoldRule 1 and 2: %d and %d nodes, scores %d and %d in sum", found[1].Nodes, found[2].Nodes, found[1].Score, found[2].Score)
	}
}

// TestClock checks that a draw by the clock is seen coming, and that a mate on the last ply comes before it.
func TestClock(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-18-r1")
	s := search.New(r, search.Options{TableMB: 4})
	quiet := "3k5/9/9/9/9/9/r8/9/9/6V2 b - - 118 100" // the chariot needs longer than two plies
	if res := s.Run(parsed(t, r, quiet), search.Limits{Depth: 5}, nil); res.Score != 0 {
		t.Errorf("two plies before the clock ends the score is %d, want 0", res.Score)
	}
	s.Clear()
	if res := s.Run(parsed(t, r, "9/9/3k5/9/9/9/9/9/9/r7V b - - 119 100"), search.Limits{Depth: 3}, nil); res.Score != search.Mate-1 {
		t.Errorf("taking the last soldier on the last ply scores %d, want a win", res.Score)
	}
}

// TestBudget checks that a budget is spent to the node, and not exceeded where the search is finished before.
func TestBudget(t *testing.T) {
	for _, name := range []string{"horde-veteran-36-r1", "horde-standard-18-r1", "horde-twomoves-36-r1", "xiangqi", "orda"} {
		r := rulestest.Load(t, name)
		s := search.New(r, search.Options{TableMB: 1})
		p := position.Start(r)
		for _, n := range []uint64{1, 2, 77, 1024, 5000, 12_345} {
			res := s.Run(p, search.Limits{Nodes: n}, nil)
			if res.Nodes != n {
				t.Errorf("%s: %d nodes of a budget of %d", name, res.Nodes, n)
			}
			if !movegen.For(r).IsLegal(p, res.Best) {
				t.Errorf("%s: %d nodes: %s is no legal move", name, n, r.UCI(res.Best))
			}
		}
		if res := s.Run(p, search.Limits{Nodes: 1 << 40, Depth: 2}, nil); res.Depth != 2 {
			t.Errorf("%s: depth %d, want 2", name, res.Depth)
		}
		if p.FEN() != position.Start(r).FEN() || p.Ply() != 0 {
			t.Errorf("%s: the search left %s", name, p.FEN())
		}
	}
}

// TestDeterminism repeats searches: in another searcher, and in the same one after Clear.
func TestDeterminism(t *testing.T) {
	for _, name := range []string{"horde-veteran-36-r2", "horde-twomoves-27-r2", "xiangqi", "chess"} {
		r := rulestest.Load(t, name)
		p := position.Start(r)
		run := func(s *search.Searcher) (infos []search.Info, res search.Result) {
			res = s.Run(p, search.Limits{Nodes: 20_000}, func(i search.Info) {
				i.Time, i.PV = 0, slices.Clone(i.PV)
				infos = append(infos, i)
			})
			return infos, res
		}
		a, b := search.New(r, search.Options{TableMB: 2}), search.New(r, search.Options{TableMB: 2})
		infos, res := run(a)
		for i, s := range []*search.Searcher{b, a, a} {
			s.Clear()
			again, same := run(s)
			if diff := cmp.Diff(infos, again); diff != "" || !cmp.Equal(res, same) {
				t.Errorf("%s: run %d differs: %s", name, i+2, diff)
			}
		}
	}
}

// TestLine checks that the line a search reports is made of legal moves and begins with its choice.
func TestLine(t *testing.T) {
	for _, name := range []string{"horde-veteran-27-r4", "horde-twomoves-36-r2", "minixiangqi", "orda"} {
		r := rulestest.Load(t, name)
		p := position.Start(r)
		g := movegen.For(r)
		res := search.New(r, search.Options{TableMB: 2}).Run(p, search.Limits{Nodes: 30_000}, nil)
		if len(res.PV) == 0 || res.PV[0] != res.Best {
			t.Fatalf("%s: best %v, line %v", name, res.Best, res.PV)
		}
		for i, m := range res.PV {
			if !g.IsLegal(p, m) {
				t.Fatalf("%s: move %d of the line, %s, is illegal in %s", name, i+1, r.UCI(m), p.FEN())
			}
			p.Do(m)
		}
	}
}

// TestStop stops searches that have no other end.
func TestStop(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-36-r1")
	s := search.New(r, search.Options{TableMB: 1})
	p := position.Start(r)
	done := make(chan search.Result)
	go func() {
		done <- s.Run(p, search.Limits{}, func(i search.Info) {
			if i.Depth == 3 {
				s.Stop()
			}
		})
	}()
	select {
	case res := <-done:
		if res.Best == board.NoMove || res.Depth < 3 {
			t.Errorf("stopped with %+v", res)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the search does not stop")
	}
	began := time.Now()
	if res := s.Run(p, search.Limits{Time: 30 * time.Millisecond}, nil); res.Best == board.NoMove || time.Since(began) > 10*time.Second {
		t.Errorf("30 ms took %v: %+v", time.Since(began), res)
	}
}

// BenchmarkNodes reports nodes a second and the depth that a budget reaches.
func BenchmarkNodes(b *testing.B) {
	for _, name := range []string{"horde-standard-36-r1", "horde-veteran-36-r1", "horde-veteran-18-r1", "xiangqi", "orda", "chess"} {
		b.Run(name, func(b *testing.B) {
			r := rulestest.Load(b, name)
			s := search.New(r, search.Options{})
			p := position.Start(r)
			var nodes uint64
			var depth int
			for b.Loop() {
				s.Clear()
				res := s.Run(p, search.Limits{Nodes: 200_000}, nil)
				nodes += res.Nodes
				depth = res.Depth
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(depth), "depth")
		})
	}
}
