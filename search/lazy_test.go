package search

import (
	"math/rand/v2"
	"testing"

	"buluo/internal/rulestest"
	"buluo/position"
)

// lively are variants whose evaluations have a slack.
var lively = []string{"xiangqi", "orda", "chess"}

// TestStand asks what it is worth to stop after every move of random positions, against windows near by and far away: nearer to a guess than the slack
// it is the static value itself; further off it is the guess, nothing is evaluated, and all but one in a hundred times the guess is on the right side.
func TestStand(t *testing.T) {
	for _, name := range lively {
		s := New(rulestest.Load(t, name), Options{TableMB: 1})
		slack := s.eval.Slack()
		random := rand.New(rand.NewPCG(5, 2))
		near, far, wrong := 0, 0, 0
		ask := func(p *position.Position, rest, at int) {
			f := &s.frames[1]
			f.check, f.side = false, p.Side()
			sketch, ok := s.eval.Sketch(p)
			about, want := sketch-rest, s.eval.Score(p)
			*s.cache = [cacheSize]cached{}
			s.sketch(f, 1)
			got := s.stand(f, at-1, at)
			switch asked := s.cache[s.rawKey()%cacheSize] != 0; {
			case asked != (!ok || about-slack < at && about+slack > at-1):
				t.Fatalf("%s: %s against %d, a guess of %d: evaluated: %v", name, p.FEN(), at, about, asked)
			case asked && got != want || !asked && got != about:
				t.Fatalf("%s: %s stands at %d, want %d or a guess of %d", name, p.FEN(), got, want, about)
			case asked:
				near++
			default:
				if far++; (got >= at) != (want >= at) {
					wrong++
				}
			}
		}
		for range 60 {
			p := s.walked(random, random.IntN(30))
			if s.gen.Outcome(p).Over || p.InCheck() {
				continue
			}
			s.begin(p, Limits{})
			sketch, ok := s.eval.Sketch(p)
			if !ok {
				continue
			}
			rest := s.eval.Score(p) - sketch
			for _, m := range s.gen.Legal(p, nil) {
				if p.Do(m); !p.InCheck() && !s.gen.Outcome(p).Over {
					for _, off := range []int{-2000, -slack - 1, -slack, 0, slack, slack + 1, slack + 2, 2000} {
						sketch, _ := s.eval.Sketch(p)
						ask(p, rest, sketch-rest+off)
					}
				}
				p.Undo()
			}
		}
		if near < 1000 || far < 1000 || wrong > far/100 {
			t.Errorf("%s: %d values near the window, %d far from it, of which %d are on the wrong side", name, near, far, wrong)
		}
	}
}

// TestGuess follows lines down: a node in check and one that has been guessed at hand on what was found above, one that is evaluated what it has itself,
// and below a node without a sketch nothing is guessed.
func TestGuess(t *testing.T) {
	s := rootedAt(t, "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", DefaultParams())
	f := s.frames[:4]
	v, _ := s.eval.Sketch(s.p)
	if want := s.eval.Score(s.p) - v; f[0].rest != want {
		t.Errorf("the root's rest is %d, want %d", f[0].rest, want)
	}
	f[0].rest = 70
	f[1].check, f[1].side = true, 1
	s.sketch(&f[1], 1)
	if f[1].rest != 70 || f[1].sketch != unknown {
		t.Errorf("in check the rest is %d and the sketch %d, want 70 and none", f[1].rest, f[1].sketch)
	}
	if _, ok := s.guess(&f[1]); ok {
		t.Error("a guess in check")
	}
	f[2].check, f[2].side = false, 0
	s.sketch(&f[2], 2)
	if got, ok := s.guess(&f[2]); !ok || got != v+70 {
		t.Errorf("guessed %d, %v, want %d", got, ok, v+70)
	}
	f[2].side = 1 // what is good for White is bad for Black
	if got, ok := s.guess(&f[2]); !ok || got != v-70 {
		t.Errorf("guessed %d, %v for Black, want %d", got, ok, v-70)
	}
	if s.keep(&f[2], v+20); f[2].rest != -20 {
		t.Errorf("kept %d, want -20", f[2].rest)
	}
	if s.p, _ = position.Parse(s.r, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"); s.p == nil {
		t.Fatal("no ending")
	}
	if s.sketch(&f[3], 3); f[3].rest != unknown {
		t.Errorf("in an ending the rest is %d, want none", f[3].rest)
	}
	if _, ok := s.guess(&f[3]); ok {
		t.Error("a guess in an ending")
	}
}

// TestEarly cuts off where static would, by the depth's margin and the slack further off, and nowhere else: not below the depth's margin, not deeper than
// static looks, and not against a window in which being lost is all that matters.
func TestEarly(t *testing.T) {
	params := DefaultParams()
	s := rootedAt(t, "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", params)
	f := &s.frames[1]
	f.check, f.side = false, s.p.Side()
	s.sketch(f, 1)
	about, ok := s.guess(f)
	if !ok {
		t.Fatal("no guess")
	}
	for depth := 1; depth <= params.StaticDepth+1; depth++ {
		bar := about - s.slack - params.StaticMargin*depth
		for beta, want := range map[int]bool{bar: depth <= params.StaticDepth, bar + 1: false, -Mate + 5: false} {
			if v, done := s.early(f, depth, beta); done != want || done && v != about {
				t.Errorf("depth %d, against %d: %d, %v, want %v", depth, beta, v, done, want)
			}
		}
	}
	// Black is stuck, with more than half the men on the board: that side has no time to stand well.
	var err error
	if s.p, err = position.Parse(s.r, "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10"); err != nil {
		t.Fatal(err)
	}
	f.check, f.side = false, s.p.Side()
	s.sketch(f, 1)
	if about, ok := s.guess(f); !ok || about < -5000 {
		t.Errorf("a guess of %d, %v, is no test", about, ok)
	}
	if v, done := s.early(f, 1, -10_000); done {
		t.Errorf("a side that is stuck stands at %d", v)
	}
	params.Lazy = 0
	s = rootedAt(t, "chess", s.r.Spec().Start, params)
	s.sketch(&s.frames[1], 1)
	if _, ok := s.early(&s.frames[1], 1, -1000); ok {
		t.Error("switched off the step cuts off")
	}
}
