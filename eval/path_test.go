package eval

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
)

// TestPath holds the ways of kings to where they win to a walk from square to square, in positions of random games of orda, colour by colour.
func TestPath(t *testing.T) {
	r := rulestest.Load(t, "orda")
	e := New(r, DefaultWeights())
	random := rand.New(rand.NewPCG(9, 5))
	seen := map[int]int{}
	for range 3000 {
		p := walk(r, random, random.IntN(250))
		b := newSlow(p)
		want := [2]int{b.path(0), b.path(1)}
		counts := e.counted(p)
		for steps := 1; steps <= pathBins; steps++ {
			n := 0.0
			for c, by := range []float64{1, -1} {
				if want[c] == steps {
					n += by
					seen[steps]++
				}
			}
			if got, ok := counts["king."+featPath+digit(steps)]; !ok || got != n {
				t.Fatalf("%s: ways of %d steps count %v, from square to square %v", p.FEN(), steps, got, n)
			}
		}
		seen[0] += len(want)
	}
	for steps := 1; steps <= pathBins; steps++ {
		if seen[steps] < 5 {
			t.Errorf("only %d ways of %d steps in %d", seen[steps], steps, seen[0])
		}
	}
}

// path walks from a side's king over squares that the other side does not attack and no man of its own stands on, and returns the steps to the far
// rank, or 0.
func (b *slow) path(c int) int {
	var now [][2]int
	b.find(c, 'k', func(y, x int) { now = append(now, [2]int{y, x}) })
	var been [8][8]bool
	for steps := 1; len(now) > 0; steps++ {
		var next [][2]int
		for _, at := range now {
			for i := range 9 {
				y, x := at[0]+i/3-1, at[1]+i%3-1
				if !on(y, x) || been[y][x] || b.hits[1-c][y][x] > 0 || b.at[y][x] != 0 && colour(b.at[y][x]) == c {
					continue
				}
				if rank(c, y) == 7 {
					return steps
				}
				been[y][x] = true
				next = append(next, [2]int{y, x})
			}
		}
		now = next
	}
	return 0
}

// TestPathFound says what a way is by examples: the steps of the white king of a position, 0 for none.
func TestPathFound(t *testing.T) {
	r := rulestest.Load(t, "orda")
	e := New(r, DefaultWeights())
	for _, tc := range []struct {
		why, fen string
		steps    int
	}{
		{"a free board", "8/8/8/8/8/k7/8/6K1 w - - 0 1", 7},
		{"a goal that is attacked", "8/8/8/5K2/8/8/k7/8 w - - 0 1", 3},
		{"a rank that cannot be crossed", "l6l/l6l/8/4K3/8/8/k7/8 w - - 0 1", 0},
		{"a man that may be taken on the way", "1p6/pK6/8/8/8/8/8/7k w - - 0 1", 1},
		{"a king shut in by its own men", "8/8/8/8/8/8/PPP4k/KPP5 w - - 0 1", 0},
	} {
		p := parsed(t, r, tc.fen)
		var sh sheet
		sh.count(e, p, nil)
		k := &e.survey.troops[board.White].crown
		if got := sh.seen[0].path(e, p.Of(board.White), k.home, &sh.seen[1]); got != tc.steps {
			t.Errorf("%s: %s has a way of %d steps, want %d", tc.why, tc.fen, got, tc.steps)
		}
	}
}
