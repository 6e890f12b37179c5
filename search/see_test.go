package search

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
)

// exchange is the slow twin of wins: what a side gets, in centipawns, by going on taking on a square, cheapest first, as long as that pays.
func (s *Searcher) exchange(to board.Square, side board.Color, occ board.Bits, onSquare int) int {
	from, price := s.cheapest(to, side, occ)
	if from == board.NoSquare {
		return 0
	}
	occ = occ.Drop(from)
	if t := s.p.At(from).Type(); t == s.r.Sides[side].Royal {
		if other, _ := s.cheapest(to, side.Other(), occ); other != board.NoSquare {
			return 0 // it may not take what is guarded
		}
	}
	return max(0, onSquare-s.exchange(to, side.Other(), occ, price))
}

// TestWins holds the exchanges of random positions against the slow twin, at thresholds around the true value.
func TestWins(t *testing.T) {
	seen := 0
	for i, name := range variety {
		s := New(rulestest.Load(t, name), Options{TableMB: 1})
		random := rand.New(rand.NewPCG(uint64(i), 7))
		for range 60 {
			p := s.walked(random, random.IntN(120))
			s.p = p
			for _, m := range s.gen.Noisy(p, nil) {
				want := s.gain(m)
				if p.MovesLeft() == 1 {
					occ := p.Occupied().Drop(m.From()).With(m.To())
					p.Do(m)
					stands := p.At(m.To())
					p.Undo()
					want -= s.exchange(m.To(), p.Side().Other(), occ, s.eval.Price(stands))
				}
				seen++
				for _, off := range []int{-100, -1, 0, 1, 100} {
					if got := s.wins(m, want+off); got != (off <= 0) {
						t.Errorf("%s: %s: %s comes out at %d, but whether it wins %d is said to be %v", name, p.FEN(), s.r.UCI(m), want, want+off, got)
					}
				}
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d captures", seen)
	}
}
