package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestElo holds the formulas to values worked out by hand and by a known program's convention.
func TestElo(t *testing.T) {
	even := Pairs{10, 20, 40, 20, 10}
	if elo, low, high := even.Elo(); math.Abs(elo) > 1e-9 || math.Abs(low+high) > 1e-9 || high < 10 {
		t.Errorf("an even match is %v [%v, %v]", elo, low, high)
	}
	// 75 % is 190.85 Elo.
	if elo, _, _ := (Pairs{0, 0, 10, 0, 10}).Elo(); math.Abs(elo-190.8485) > 1e-3 {
		t.Errorf("75 %% is %v", elo)
	}
	if elo, _, _ := (Pairs{0, 0, 0, 0, 3}).Elo(); !math.IsInf(elo, 1) {
		t.Errorf("all won is %v", elo)
	}
	if p := (Pairs{}); p.LLR(0, 5) > 0.01 || p.Normalized() != 0 {
		t.Errorf("nothing played decides %v", p.LLR(0, 5))
	}
	if lower, upper := Bounds(0.05, 0.05); math.Abs(lower+2.9444) > 1e-3 || math.Abs(upper-2.9444) > 1e-3 {
		t.Errorf("bounds %v, %v", lower, upper)
	}
}

// TestSPRT runs the sequential test on simulated matches: at the true hypothesis it must err no more often than it promises, within
// the spread of so many trials.
func TestSPRT(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	lower, upper := Bounds(0.05, 0.05)
	for _, c := range []struct {
		elo    float64
		accept bool // of elo1
	}{{0, false}, {20, true}} {
		wrong := 0
		const trials = 200
		for range trials {
			var p Pairs
			for {
				p.Add(simulated(rng, c.elo) + simulated(rng, c.elo))
				if llr := p.LLR(0, 20); llr < lower || llr > upper {
					if llr > upper != c.accept {
						wrong++
					}
					break
				}
			}
		}
		if wrong > trials/10 {
			t.Errorf("at %v Elo the test erred %d times in %d", c.elo, wrong, trials)
		}
	}
}

// simulated returns the half points of a game, a third of them drawn.
func simulated(rng *rand.Rand, elo float64) int {
	win := expected(elo) - 1.0/6
	switch x := rng.Float64(); {
	case x < win:
		return 2
	case x < win+1.0/3:
		return 1
	}
	return 0
}
