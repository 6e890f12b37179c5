package search

import (
	"slices"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/position"
)

// rootedAt returns a searcher that is about to search a position.
func rootedAt(t *testing.T, variant, fen string, params Params) *Searcher {
	t.Helper()
	s := New(rulestest.Load(t, variant), Options{TableMB: 1, Params: &params})
	p, err := position.Parse(s.r, fen)
	if err != nil {
		t.Fatal(err)
	}
	s.begin(p, Limits{})
	return s
}

// TestSwitches turns steps off one at a time: each has a part in the default search, so that without it the tree is another one.
func TestSwitches(t *testing.T) {
	for _, tc := range [][2]string{
		{"chess", "r2q1rk1/pp1nbppp/2p1bn2/3pp3/4P3/1NN1BP2/PPPQB1PP/R4RK1 w - - 0 12"},
		{"horde-standard-36-r1", "2bakab2/9/1cn1c1n2/r3p3r/PPPPPPPPP/PPPPPPPPP/9/PPPPPPPPP/9/9 b - - 0 1"},
	} {
		nodes := func(off func(*Params)) uint64 {
			params := DefaultParams()
			off(&params)
			s := rootedAt(t, tc[0], tc[1], params)
			return s.Run(s.p, Limits{Depth: 6}, nil).Nodes
		}
		whole := nodes(func(*Params) {})
		for name, off := range map[string]func(*Params){
			"HangDepth":       func(p *Params) { p.HangDepth = 0 },
			"ReduceRoot":      func(p *Params) { p.ReduceRoot = 0 },
			"StaticImproving": func(p *Params) { p.StaticImproving = 0 },
		} {
			if got := nodes(off); got == whole {
				t.Errorf("%s: %s: %d nodes with %s and without", tc[0], tc[1], got, name)
			}
		}
	}
}

// TestHang goes through the moves of a position in which a queen and a knight may be put where a pawn takes them, and the queen where the king does:
// those moves give check. The first two are left out where they are looked at to less than the depth and cost more than the margin, and nothing is
// with the step switched off.
func TestHang(t *testing.T) {
	left := func(params Params, depth int) (out []string, s *Searcher) {
		s = rootedAt(t, "chess", "4k3/8/8/3p4/8/6N1/8/4KQ2 w - - 0 1", params)
		f := &s.frames[0]
		picks := s.order(f, s.gen.Legal(s.p, nil), board.NoMove, false)
		for m := s.next(f, &picks); m != board.NoMove; m = s.next(f, &picks) {
			if s.skip(f, m, depth, 0, &picks) {
				out = append(out, s.r.UCI(m))
			}
		}
		slices.Sort(out)
		return out, s
	}
	def := DefaultParams()
	on := Params{HangDepth: def.HangDepth, HangMargin: def.HangMargin}
	for depth := 1; depth <= on.HangDepth+2; depth++ {
		got, s := left(on, depth)
		var want []string
		plies := depth - 1 // without reductions a move is looked at to a ply less than its node
		for _, at := range []string{"f1c4", "g3e4"} {
			from, _, _ := s.r.Geometry.CutSquare(at)
			if plies < on.HangDepth && s.eval.Price(s.p.At(from)) > on.HangMargin*plies*plies {
				want = append(want, at)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("depth %d: %v left out, want %v", depth, got, want)
		}
		if got, _ := left(Params{HangMargin: def.HangMargin}, depth); len(got) > 0 {
			t.Errorf("depth %d: switched off the step leaves out %v", depth, got)
		}
	}
}

// TestHangFinds wins what there is to win, and no more, with the step among all others and alone: a queen by a fork, by a skewer and by a pin, mate by a
// queen that is given away with check, and nothing where an attacked queen can go away.
func TestHangFinds(t *testing.T) {
	def := DefaultParams()
	for name, params := range map[string]Params{"default": def, "alone": {HangDepth: def.HangDepth, HangMargin: def.HangMargin}} {
		for _, tc := range []struct {
			fen, best string
			depth     int
			low, high int
		}{
			{"q3k3/5pp1/8/3N4/8/8/5PP1/4K3 w - - 0 1", "d5c7", 5, 150, 500},
			{"4q3/8/8/4k3/8/7P/6KP/R7 w - - 0 1", "a1e1", 5, 450, 1200},
			{"4k3/4q3/8/8/8/7P/5K1P/R7 w - - 0 1", "a1e1", 5, 100, 500},
			{"5r1k/6pp/8/6N1/8/1Q6/6PP/6K1 w - - 0 1", "g5f7", 9, MateBound, Mate},
			{"6k1/3q1ppp/8/p7/8/4B3/2P2PPP/R5K1 w - - 0 1", "", 5, -600, 0},
		} {
			s := rootedAt(t, "chess", tc.fen, params)
			res := s.Run(s.p, Limits{Depth: tc.depth}, nil)
			if best := s.r.UCI(res.Best); tc.best != "" && best != tc.best || res.Score < tc.low || res.Score > tc.high {
				t.Errorf("%s, %s: %s scores %d, want %s and %d to %d", name, tc.fen, best, res.Score, tc.best, tc.low, tc.high)
			}
		}
	}
}

// TestReduceRoot asks for the reductions of the root's moves: later ones are reduced in deep iterations, the first ones never, and none with the
// step switched off.
func TestReduceRoot(t *testing.T) {
	off := DefaultParams()
	off.ReduceRoot = 0
	whole := DefaultParams()
	whole.ReduceDepth = 0
	for _, tc := range []struct {
		name   string
		params Params
		some   bool
	}{{"default", DefaultParams(), true}, {"ReduceRoot off", off, false}, {"ReduceDepth off", whole, false}} {
		s := rootedAt(t, "chess", rulestest.Load(t, "chess").Spec().Start, tc.params)
		f, some := &s.frames[0], false
		for depth := 1; depth <= 12; depth++ {
			for n := range len(s.root) {
				less := s.rootReduction(f, depth, n)
				some = some || less > 0
				if early := depth < tc.params.ReduceDepth || n < tc.params.ReduceRoot; less != 0 && early || less > max(depth-2, 0) {
					t.Errorf("%s: depth %d: move %d is reduced by %d", tc.name, depth, n, less)
				}
			}
		}
		if some != tc.some {
			t.Errorf("%s: moves are reduced: %v", tc.name, some)
		}
	}
}

// TestStaticImproving cuts a node off by its static value with the margin of its depth, and with less of it, by just so much, where the side
// improves.
func TestStaticImproving(t *testing.T) {
	const depth = 4
	for _, less := range []int{0, 50} {
		params := Params{StaticDepth: 8, StaticMargin: 75, StaticImproving: less}
		s := rootedAt(t, "chess", rulestest.Load(t, "chess").Spec().Start, params)
		for _, improving := range []bool{false, true} {
			f := &frame{static: 500, improving: improving}
			bar := 500 - 75*depth // the highest beta that is cut off
			if improving {
				bar += less
			}
			for beta, want := range map[int]bool{bar: true, bar + 1: false} {
				if v, done := s.static(f, depth, beta); done != want || done && v != 500 {
					t.Errorf("%d less, improving %v: against %d: %d, %v; want it cut off: %v", less, improving, beta, v, done, want)
				}
			}
		}
	}
}
