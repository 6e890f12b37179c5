package search

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/position"
)

// TestShortcuts holds what the search asks in short, in positions of random games, to the long question: whether a quiet move gives check from where
// it goes, and whether material alone ends the game where neither clock nor repetitions do.
func TestShortcuts(t *testing.T) {
	checks := 0
	for i, name := range variety {
		s := New(rulestest.Load(t, name), Options{TableMB: 1})
		random := rand.New(rand.NewPCG(uint64(i), 7))
		for range 6 {
			p := position.Start(s.r)
			s.p = p
			for range 150 {
				moves := s.gen.Legal(p, nil)
				if len(moves) == 0 {
					break
				}
				us := p.Side()
				for _, m := range moves {
					if !s.quiet(m) || !s.royal[us.Other()] || m.Kind() == board.Pass {
						continue
					}
					want := p.Attacks(us, p.At(m.From()).Type(), m.To()).Has(p.Royal(us.Other()))
					if got := s.checks(m); got != want {
						t.Fatalf("%s: %s: %v checks: %v, want %v", name, p.FEN(), m, got, want)
					}
					if want {
						checks++
					}
				}
				times, _ := p.Repeats()
				if late := s.clockMax > 0 && p.Clock() >= s.clockMax; !late && (s.fold == 0 || times+1 < s.fold) && p.Barren() != p.Claim() {
					t.Fatalf("%s: %s: the board alone says %+v, everything %+v", name, p.FEN(), p.Barren(), p.Claim())
				}
				p.Do(moves[random.IntN(len(moves))])
			}
		}
	}
	if checks < 100 {
		t.Errorf("only %d checks were found", checks)
	}
}
