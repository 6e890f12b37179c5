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
	if p := (Pairs{}); p.LLR(0, 5) > 0.01 || p.Superiority() != 0.5 {
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

// TestPublished holds the figures of pairs to those that other programs' tests have for the same counts: Elo with its interval as the public
// test frameworks print it, and normalised Elo with half its interval and the likelihood of superiority as fastchess has them.
func TestPublished(t *testing.T) {
	for _, c := range []struct {
		p              Pairs
		low, elo, high float64
	}{
		{Pairs{485, 1923, 2942, 1937, 594}, 1.21, 5.11, 9.02}, {Pairs{261, 739, 2683, 737, 253}, -5.00, -0.67, 3.66},
		{Pairs{63, 252, 385, 250, 74}, -7.38, 3.39, 14.17}, {Pairs{527, 1007, 1932, 933, 511}, -9.16, -3.75, 1.66},
		{Pairs{175, 305, 694, 291, 157}, -14.57, -5.36, 3.85},
	} {
		elo, low, high := c.p.Elo()
		if math.Abs(elo-c.elo) > 0.006 || math.Abs(low-c.low) > 0.006 || math.Abs(high-c.high) > 0.006 {
			t.Errorf("%v: %.2f [%.2f, %.2f], published %+v", c.p, elo, low, high, c)
		}
	}
	for _, c := range []struct {
		p                 Pairs
		nelo, half, elo   float64
		superiority, upTo float64
	}{
		{Pairs{34, 54, 63, 64, 75}, 57.94, 28.28, 55.58, 1, 5e-5},
		{Pairs{332, 433, 498, 333, 334}, -9.17, 10.96, -8.64, 0.0505, 5e-5},
		{Pairs{7895, 8757, 5685, 568, 9999}, -19.01, 2.65, -21.04, 0, 1e-9},
	} {
		nelo, low, high := c.p.Normalized()
		elo, _, _ := c.p.Elo()
		if math.Abs(nelo-c.nelo) > 0.006 || math.Abs((high-low)/2-c.half) > 0.006 || math.Abs(elo-c.elo) > 0.006 || math.Abs(high+low-2*nelo) > 1e-9 ||
			math.Abs(c.p.Superiority()-c.superiority) > c.upTo {
			t.Errorf("%v: normalised %.2f [%.2f, %.2f], Elo %.2f, superiority %.5f; published %+v", c.p, nelo, low, high, elo, c.p.Superiority(), c)
		}
	}
}

// TestExtremes asks for figures of matches that say little.
func TestExtremes(t *testing.T) {
	for _, c := range []struct {
		p           Pairs
		superiority float64
	}{{Pairs{}, 0.5}, {Pairs{2: 9}, 0.5}, {Pairs{4: 3}, 1}, {Pairs{0: 3}, 0}, {Pairs{1, 0, 0, 0, 1}, 0.5}} {
		if elo, low, high := c.p.Elo(); low > elo || high < elo || c.p.Games() == 6 && math.IsInf(low, 0) && math.IsInf(high, 0) {
			t.Errorf("%v: Elo %v in [%v, %v]", c.p, elo, low, high)
		}
		if _, low, high := c.p.Normalized(); c.p.Superiority() != c.superiority || low > high || math.IsNaN(low) || math.IsNaN(high) {
			t.Errorf("%v: superiority %v, normalised Elo in [%v, %v]", c.p, c.p.Superiority(), low, high)
		}
	}
}

// TestMatchCoverage plays matches of a known difference at random: the intervals of Elo and of normalised Elo must hold the truth about as often as
// they promise, and the likelihood of superiority must be right about as often as it says.
func TestMatchCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	// By simulated: a third of the games drawn, so a game's variance is 1/4 - 1/12 less the square of its lead.
	const truth, trials, pairs = 40.0, 400, 60
	lead := expected(truth) - 0.5
	normalized := lead / math.Sqrt(1.0/6-lead*lead) * 800 / math.Ln10
	outside, outsideN, likely := 0, 0, 0.0
	for range trials {
		var p Pairs
		for range pairs {
			p.Add(simulated(rng, truth) + simulated(rng, truth))
		}
		if _, low, high := p.Elo(); truth < low || truth > high {
			outside++
		}
		if _, low, high := p.Normalized(); normalized < low || normalized > high {
			outsideN++
		}
		likely += p.Superiority() / trials
	}
	for name, n := range map[string]int{"Elo": outside, "normalised Elo": outsideN} {
		if n < trials/50 || n > trials/11 {
			t.Errorf("%s: %d of %d intervals miss the truth", name, n, trials)
		}
	}
	if likely < 0.8 || likely > 0.99 {
		t.Errorf("the better player is thought so with %.2f on average", likely)
	}
}
