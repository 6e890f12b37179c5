package search

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/eval"
	"buluo/internal/rulestest"
	"buluo/position"
	"buluo/tt"

	"pgregory.net/rapid"
)

// variety is a choice of rules that ask different things of a search.
var variety = []string{
	"horde-standard-36-r3", "horde-veteran-18-r1", "horde-twomoves-27-r2", "horde-promoting-36-r1",
	"xiangqi", "minixiangqi", "orda", "chess", "horde",
}

// walked returns the position after so many random moves from the start, or where the game is over.
func (s *Searcher) walked(random *rand.Rand, plies int) *position.Position {
	p := position.Start(s.r)
	for ; plies > 0 && !s.gen.Outcome(p).Over; plies-- {
		moves := s.gen.Legal(p, nil)
		p.Do(moves[random.IntN(len(moves))])
	}
	return p
}

// minimax is visit without window, table, order or reductions: the whole tree, each value from the view of the side to move.
func (s *Searcher) minimax(depth, ply int) int {
	if v, done := s.ended(ply); done {
		return v
	}
	f := &s.frames[ply]
	f.check, f.side = s.p.InCheck(), s.p.Side()
	if f.check {
		depth++
	}
	if depth <= 0 {
		return s.quiesce(-infinite, infinite, ply)
	}
	moves := s.gen.Legal(s.p, nil)
	if len(moves) == 0 {
		return worth(s.gen.Outcome(s.p), s.p.Side(), ply)
	}
	best := -infinite
	for _, m := range moves {
		us := s.p.Side()
		s.p.Do(m)
		v := s.minimax(depth-1, ply+1)
		if s.p.Side() != us {
			v = -v
		}
		s.p.Undo()
		best = max(best, v)
	}
	return best
}

// TestMinimax holds the search without reductions against the whole tree, on random positions of variants whose turns, ends and
// promotions differ.
func TestMinimax(t *testing.T) {
	positions := 4
	if testing.Short() {
		positions = 1
	}
	for i, name := range variety {
		s := New(rulestest.Load(t, name), Options{TableMB: 1, Params: &Params{CheckExtend: 1}})
		random := rand.New(rand.NewPCG(uint64(i), 1))
		for range positions {
			p := s.walked(random, random.IntN(80))
			if s.gen.Outcome(p).Over {
				p.Undo()
			}
			depth := 2
			if s.gen.Count(p) < 16 {
				depth = 3
			}
			s.Clear()
			s.begin(p, Limits{})
			got := s.visit(depth, -infinite, infinite, 0)
			if want := s.minimax(depth, 0); got != want {
				t.Errorf("%s: %s: depth %d: search %d, whole tree %d", name, p.FEN(), depth, got, want)
			}
		}
	}
}

// TestFold checks what earlier occurrences count for: one before the root is no end, the rules' own number is, one within the tree is
// as good as one.
func TestFold(t *testing.T) {
	s := New(rulestest.Load(t, "chess"), Options{TableMB: 1})
	p, err := position.Parse(s.r, "7k/8/8/8/8/8/8/R6K w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	shuffle := func() {
		for _, sq := range [][2]board.Square{{7, 6}, {63, 62}, {6, 7}, {62, 63}} {
			p.Do(board.NewMove(sq[0], sq[1]))
		}
	}
	for _, tc := range []struct {
		ply  int
		done bool
	}{{2, false}, {4, true}} {
		q := p.Clone()
		shuffle()
		s.begin(p, Limits{})
		if v, done := s.ended(tc.ply); v != 0 || done != tc.done {
			t.Errorf("the second occurrence, seen from %d plies above: %d, %v; want 0, %v", tc.ply, v, done, tc.done)
		}
		p = q
	}
	shuffle()
	shuffle()
	s.begin(p, Limits{})
	if v, done := s.ended(1); v != 0 || !done {
		t.Errorf("the third occurrence: %d, %v; want 0, true", v, done)
	}
}

// TestQuiesceMate checks that mate in the captures' tree has its distance.
func TestQuiesceMate(t *testing.T) {
	s := New(rulestest.Load(t, "chess"), Options{TableMB: 1})
	p, err := position.Parse(s.r, "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s.begin(p, Limits{})
	if v := s.quiesce(-infinite, infinite, 7); v != 7-Mate {
		t.Errorf("mated at ply 7 is worth %d, want %d", v, 7-Mate)
	}
}

// TestNoAllocation runs the parts of a search that repeat: nothing in the tree allocates.
func TestNoAllocation(t *testing.T) {
	for _, name := range variety {
		s := New(rulestest.Load(t, name), Options{TableMB: 1})
		p := position.Start(s.r)
		run := func() {
			var res Result
			s.begin(p, Limits{Nodes: 5000})
			for depth := 1; !s.over && depth < 20; depth++ {
				s.iterate(depth, &res)
			}
		}
		if n := testing.AllocsPerRun(3, run); n != 0 {
			t.Errorf("%s: %v allocations in 5,000 nodes", name, n)
		}
	}
}

// TestScores checks that a distance survives the table from any ply to any other, and that other scores are left alone.
func TestScores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ply := rapid.IntRange(0, MaxPly).Draw(t, "ply")
		at := rapid.IntRange(0, MaxPly).Draw(t, "other ply")
		plies := rapid.IntRange(0, MaxPly-max(ply, at)).Draw(t, "plies to the end")
		for _, sign := range []int{1, -1} {
			stored := toTable(sign*(Mate-ply-plies), ply)
			if got, want := fromTable(stored, at), sign*(Mate-at-plies); got != want {
				t.Fatalf("an end in %d plies, stored at ply %d, reads %d at ply %d, want %d", plies, ply, got, at, want)
			}
		}
		v := rapid.IntRange(-ruled, ruled).Draw(t, "score")
		if got := fromTable(toTable(v, ply), at); got != v {
			t.Fatalf("score %d reads %d", v, got)
		}
	})
}

// TestPick checks that a picker hands out every move once, best first, also past the room for scores.
func TestPick(t *testing.T) {
	moves, ranks := make([]board.Move, 40), make([]ranked, 30)
	for i := range moves {
		moves[i] = board.Move(i + 1)
	}
	for i := range ranks {
		ranks[i] = rank(int32(i*7919%31), i, moves[i])
	}
	k := picker{moves: moves, ranks: ranks}
	seen := map[board.Move]bool{}
	last := int32(1 << 30)
	for m := k.pick(); m != board.NoMove; m = k.pick() {
		if seen[m] {
			t.Fatalf("move %d twice", m)
		}
		seen[m] = true
		if i := int(m) - 1; i < len(ranks) && k.score() != int32(i*7919%31) {
			t.Fatalf("move %d has score %d", m, k.score())
		}
		if len(seen) <= len(ranks) {
			if k.score() > last {
				t.Fatalf("score %d after %d", k.score(), last)
			}
			last = k.score()
		}
	}
	if len(seen) != len(moves) {
		t.Fatalf("%d of %d moves", len(seen), len(moves))
	}
}

// TestProbe checks which entries settle a node.
func TestProbe(t *testing.T) {
	s := New(rulestest.Load(t, "horde-veteran-18-r1"), Options{TableMB: 1})
	s.p = position.Start(s.r)
	late, err := position.Parse(s.r, "3k5/9/9/9/9/9/r8/9/9/6V2 b - - 112 100")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name              string
		score             int16
		depth             int8
		bound             tt.Bound
		alpha, beta, want int // want 0: not settled
	}{
		{"exact", 30, 5, tt.Exact, 10, 11, 30},
		{"too shallow", 30, 4, tt.Exact, 10, 11, 0},
		{"in the principal variation", 30, 5, tt.Exact, 10, 50, 0},
		{"at least, above", 30, 5, tt.Lower, 10, 11, 30},
		{"at least, below", 30, 5, tt.Lower, 40, 41, 0},
		{"at most, below", 30, 5, tt.Upper, 40, 41, 30},
		{"at most, above", 30, 5, tt.Upper, 10, 11, 0},
		{"an end is as far as it is from here", Mate - 4, 5, tt.Exact, 10, 11, Mate - 6},
	} {
		for _, p := range []*position.Position{s.p, late} {
			s.Clear()
			s.p = p
			s.table.Store(s.key(), tt.Entry{Move: 99, Score: tc.score, Depth: tc.depth, Bound: tc.bound})
			e, _, v, done := s.probe(5, tc.alpha, tc.beta, 2)
			if e.Move != 99 || done != (tc.want != 0 && p != late) || done && v != tc.want {
				t.Errorf("%s: move %d, value %d, settled %v; want value %d", tc.name, e.Move, v, done, tc.want)
			}
		}
		s.p = position.Start(s.r)
	}
}

// TestClockKey checks that positions are one in the table while the clock is fresh, and several once it tells.
func TestClockKey(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-18-r1")
	s := New(r, Options{TableMB: 1})
	key := func(clock string) uint64 {
		p, err := position.Parse(r, "3k5/9/9/9/9/9/r8/9/9/6V2 b - - "+clock+" 100")
		if err != nil {
			t.Fatal(err)
		}
		s.p = p
		return s.key()
	}
	if key("0") != key("31") {
		t.Error("a fresh clock tells positions apart")
	}
	if key("40") == key("60") || key("100") == key("110") || key("0") == key("100") {
		t.Error("an old clock does not tell positions apart")
	}
}

// TestOptions checks that options reach the searcher: other weights, another value.
func TestOptions(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-18-r1")
	plain := eval.PlainWeights()
	w := plain
	if err := w.Set("position.tempo", eval.Pair{Mg: 55, Eg: 55}); err != nil {
		t.Fatal(err)
	}
	p := position.Start(r)
	if a, b := New(r, Options{TableMB: 1, Weights: &plain}).eval.Score(p), New(r, Options{TableMB: 1, Weights: &w}).eval.Score(p); b != a+50 {
		t.Errorf("tempo changed the score from %d to %d", a, b)
	}
	if n := New(r, Options{}).table.Size(); n != tt.New(DefaultTableMB).Size() {
		t.Errorf("a default table of %d entries", n)
	}
}

// TestAspire gives the root wrong expectations, far off and near, from either side: the window opens until the true value is found.
func TestAspire(t *testing.T) {
	params := Params{CheckExtend: 1, AspireDepth: 1, AspireWidth: 3}
	for i, name := range variety {
		s := New(rulestest.Load(t, name), Options{TableMB: 1, Params: &params})
		random := rand.New(rand.NewPCG(uint64(i), 5))
		p := position.Start(s.r)
		for range 12 {
			moves := s.gen.Legal(p, nil)
			p.Do(moves[random.IntN(len(moves))])
		}
		if s.gen.Outcome(p).Over {
			continue
		}
		s.begin(p, Limits{})
		want := s.minimax(2, 0)
		for _, off := range []int{-2000, -40, -2, 0, 2, 40, 2000} {
			s.Clear()
			s.begin(p, Limits{})
			s.lines[0].score, s.lines[0].length = want+off, 1
			var res Result
			if !s.iterate(2, &res) || res.Score != want {
				t.Errorf("%s: %s: expecting %d the root is worth %d, want %d", name, p.FEN(), want+off, res.Score, want)
			}
		}
	}
}

// TestHistoryBounds pushes a score up and down for ever: it stays within its bound, and turns quickly.
func TestHistoryBounds(t *testing.T) {
	var h int16
	for range 1000 {
		towards(&h, maxHistory/8)
	}
	if h > maxHistory || h < maxHistory*9/10 {
		t.Errorf("praised for ever a score is %d, want near %d", h, maxHistory)
	}
	n := 0
	for ; h > 0; n++ {
		towards(&h, -maxHistory/8)
	}
	if n > 8 {
		t.Errorf("blamed it took %d times to turn", n)
	}
}

// TestReductions checks that later moves and deeper nodes are reduced no less.
func TestReductions(t *testing.T) {
	var r reductions
	p := DefaultParams()
	r.fill(&p)
	for d := 2; d < tableDepths; d++ {
		for n := 2; n < tableDepths; n++ {
			if r[d][n] < r[d-1][n] || r[d][n] < r[d][n-1] {
				t.Fatalf("depth %d, move %d: reduced by %d, less than before", d, n, r[d][n])
			}
		}
	}
}

// TestLeft foresees no reductions where they are switched off: then steps that go by what a move is left are measured alone.
func TestLeft(t *testing.T) {
	r := rulestest.Load(t, "minixiangqi")
	off := DefaultParams()
	off.ReduceDepth = 0
	on, s := New(r, Options{TableMB: 1}), New(r, Options{TableMB: 1, Params: &off})
	for depth := 1; depth <= 20; depth++ {
		for n := 1; n <= 80; n++ {
			for _, improving := range []bool{false, true} {
				if got := s.left(&frame{improving: improving}, depth, n); got != depth-1 {
					t.Fatalf("depth %d, move %d, improving %v: %d plies are left, want all %d", depth, n, improving, got, depth-1)
				}
			}
		}
	}
	if got := on.left(&frame{improving: true}, 8, 20); got >= 7 {
		t.Errorf("reductions are on and the twentieth move at depth 8 has %d plies left", got)
	}
}
