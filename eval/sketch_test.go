package eval

import (
	"math/rand/v2"
	"slices"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
)

// TestSketch holds sketches to the board gone through piece by piece, and what scores add to them to change by no more than the slack with a move, but for
// one in a hundred. Random play is wilder than what a search looks at.
func TestSketch(t *testing.T) {
	for _, name := range []string{"xiangqi", "orda", "chess"} {
		r := rulestest.Load(t, name)
		e, g := New(r, DefaultWeights()), movegen.For(r)
		random := rand.New(rand.NewPCG(11, 3))
		start := position.Start(r).Occupied().Count()
		steps, wild := 0, 0
		for range 40 {
			p := position.Start(r)
			before, known := 0, false
			for !g.Outcome(p).Over && p.Ply() < 120 {
				v, ok := e.Sketch(p)
				if few := 2*p.Occupied().Count() < start; few == ok && !e.Fading(p.Clock()) || ok && e.Fading(p.Clock()) {
					t.Fatalf("%s: %s: a sketch with %d men: %v", name, p.FEN(), p.Occupied().Count(), ok)
				}
				if ok {
					if want := e.sketchBySquares(p); v != want {
						t.Fatalf("%s: %s: the sketch is %d, want %d", name, p.FEN(), v, want)
					}
				}
				rest := (e.Score(p) - v) * sign(p.Side())
				if ok && known && !p.InCheck() {
					if steps++; max(rest-before, before-rest) > e.Slack() {
						wild++
					}
				}
				before, known = rest, ok
				moves := g.Legal(p, nil)
				p.Do(moves[random.IntN(len(moves))])
			}
		}
		if steps < 1000 || wild > steps/100 {
			t.Errorf("%s: with %d of %d moves the rest changed by more than %d", name, wild, steps, e.Slack())
		}
	}
}

// sketchBySquares is Sketch from the board.
func (e *Evaluator) sketchBySquares(p *position.Position) int {
	mg, eg := 0, 0
	for b := p.Occupied(); b.Any(); {
		s := b.Pop()
		m, n := e.squares[p.At(s)][s].unpack()
		mg, eg = mg+m*sign(p.At(s).Color()), eg+n*sign(p.At(s).Color())
	}
	return (mg + eg) / 2 * sign(p.Side())
}

// TestSketchFades moves chariots to and fro until the clock takes from the score: from then on there is no sketch.
func TestSketchFades(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	e, g := New(r, DefaultWeights()), movegen.For(r)
	p := position.Start(r)
	for n := 0; !e.Fading(p.Clock()); n++ {
		if n > 400 {
			t.Fatal("the clock never takes from the score")
		}
		if _, ok := e.Sketch(p); !ok {
			t.Fatalf("clock %d: no sketch", p.Clock())
		}
		want := []string{"a1a2", "a10a9", "a2a1", "a9a10"}[n%4]
		moves := g.Legal(p, nil)
		p.Do(moves[slices.IndexFunc(moves, func(m board.Move) bool { return r.UCI(m) == want })])
	}
	if v, ok := e.Sketch(p); ok {
		t.Errorf("clock %d: a sketch of %d", p.Clock(), v)
	}
}

// TestSlack knows which families have sketches.
func TestSlack(t *testing.T) {
	for name, some := range map[string]bool{
		"xiangqi": true, "orda": true, "chess": true, "horde": false, "horde-veteran-36-r1": false, "horde-standard-27-r4": false,
	} {
		if e := New(rulestest.Load(t, name), DefaultWeights()); (e.Slack() > 0) != some {
			t.Errorf("%s: slack %d", name, e.Slack())
		}
	}
}
