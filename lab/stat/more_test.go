package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// TestClustered holds intervals to values worked out by hand.
func TestClustered(t *testing.T) {
	// Two clusters that disagree wholly: mean 1/2, t(1) = 12.706, far beyond the bounds.
	if got := Clustered([][]float64{{1, 1}, {0, 0}}); got != (Interval{0.5, 0, 1}) {
		t.Errorf("two clusters: %+v", got)
	}
	// Four single games 1 1 1 0: mean 3/4, deviation 1/2, t(3) = 3.1824.
	got := Clustered([][]float64{{1}, {1}, {1}, {0}})
	if !near(got.Mean, 0.75, 1e-12) || !near(got.Low, 0, 1e-12) || got.High != 1 {
		t.Errorf("four games: %+v", got)
	}
	var many [][]float64
	for i := range 100 {
		many = append(many, []float64{float64(i % 2)})
	}
	// t(99) = 1.98422 times sqrt(0.25/99).
	if got = Clustered(many); !near(got.High-got.Mean, 1.98422*math.Sqrt(0.25/99), 1e-5) {
		t.Errorf("a hundred games: %+v", got)
	}
	// The same games, told twice each in one cluster, are no surer.
	doubled := slices.Clone(many)
	for i, c := range doubled {
		doubled[i] = []float64{c[0], c[0]}
	}
	if twice := Clustered(doubled); !near(twice.High, got.High, 1e-9) {
		t.Errorf("clusters of two equal games: %+v, of one: %+v", twice, got)
	}
	// Ten of ten: the lower bound is the tenth root of 0.025.
	if got = Clustered(slices.Repeat([][]float64{{1}}, 10)); !near(got.Low, math.Pow(0.025, 0.1), 1e-6) || got.High != 1 {
		t.Errorf("ten of ten: %+v", got)
	}
	if got = Clustered(nil); !math.IsNaN(got.Mean) || got.Known() || got.Within(0, 1) || got.Apart(0, 0.1) {
		t.Errorf("nothing: %+v", got)
	}
	if got = MeanInterval([]float64{3}); got.Mean != 3 || got.Known() {
		t.Errorf("one sample: %+v", got)
	}
	if i := (Interval{0.5, 0.4, 0.6}); !i.Within(0.35, 0.65) || i.Within(0.45, 0.65) || !i.Apart(0.7, 1) || !i.Apart(0, 0.3) || i.Apart(0.55, 1) {
		t.Error("intervals lie where they do not")
	}
}

// TestCoverage draws clusters from a known share: the interval must hold it about as often as it says.
func TestCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	missed := 0
	const trials = 400
	for range trials {
		var clusters [][]float64
		for range 12 {
			p := 0.3 + 0.4*rng.Float64()
			var c []float64
			for range 3 {
				c = append(c, float64(int(p+rng.Float64())))
			}
			clusters = append(clusters, c)
		}
		if i := Clustered(clusters); i.Low > 0.5 || i.High < 0.5 {
			missed++
		}
	}
	if missed > trials/10 || missed < trials/100 {
		t.Errorf("%d of %d intervals miss what they should hold, about 5 %% may", missed, trials)
	}
}

func TestRank(t *testing.T) {
	if got := Rank([]float64{1, 2, 3, 4}, []float64{10, 20, 30, 25}); !near(got, 4.0/6, 1e-12) {
		t.Errorf("one pair of six is the wrong way round: %v", got)
	}
	if got := Rank([]float64{0, 0, 1, 2}, []float64{5, 5, 6, 9}); !near(got, 1, 1e-12) {
		t.Errorf("equal rankings with a tie: %v", got)
	}
	if got := Rank([]float64{1, 1}, []float64{1, 2}); !math.IsNaN(got) {
		t.Errorf("nothing but ties: %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(0, 1), 2, 12).Draw(t, "x")
		back := make([]float64, len(x))
		for i, v := range x {
			back[i] = -v
		}
		if r := Rank(x, x); !math.IsNaN(r) && (!near(r, 1, 1e-9) || !near(Rank(x, back), -1, 1e-9)) {
			t.Errorf("%v against itself and backwards: %v, %v", x, r, Rank(x, back))
		}
	})
}

func TestShape(t *testing.T) {
	if low, mid, high := Quartiles([]float64{4, 1, 3, 2}); low != 1 || mid != 2 || high != 3 {
		t.Errorf("quartiles %v %v %v", low, mid, high)
	}
	if _, mid, _ := Quartiles(nil); !math.IsNaN(mid) {
		t.Errorf("the median of nothing is %v", mid)
	}
	if got := Entropy([]int{5, 5, 5, 5}); !near(got, 2, 1e-12) {
		t.Errorf("four equal counts: %v bits", got)
	}
	if got := Entropy([]int{7}); got != 0 {
		t.Errorf("one count: %v bits", got)
	}
	// Two openings: slopes 1/2 and 1/4, one with no spread of x that counts for nothing.
	got := Slope([][]float64{{1, 3}, {0, 2}, {5, 5}}, [][]float64{{0, 1}, {0, 0.5}, {0, 1}})
	if !near(got.Mean, 0.375, 1e-12) || !got.Known() {
		t.Errorf("slope %+v", got)
	}
}

// TestSkillTrace works through the formula: r = 0, 1/2, 1 has a = 1/2 and a line that reaches 3/2, clipped to 1.
func TestSkillTrace(t *testing.T) {
	for _, c := range []struct {
		r    []float64
		want float64
	}{
		{[]float64{0, 0.5, 1}, 1}, {[]float64{0.2, 0.2}, 0.2 + 0.8*0.2}, {[]float64{-1, -1}, 0}, {[]float64{0.4, 0}, 0.2}, {[]float64{0.5}, 0.75},
	} {
		if got := SkillTrace(c.r); !near(got, c.want, 1e-9) {
			t.Errorf("%v: %v, want %v", c.r, got, c.want)
		}
	}
	if !math.IsNaN(SkillTrace(nil)) {
		t.Error("no rungs have a trace")
	}
}

// TestFit draws results from a known curve and finds it again, and stays finite where one side won everything.
func TestFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	truth := Curve{Bias: -0.8, Slope: 0.5 * logisticSlope}
	var scores, results, weights []float64
	for range 20000 {
		s := rng.Float64()*1600 - 800
		r := 0.0
		if rng.Float64() < truth.Share(s) {
			r = 1
		}
		scores, results, weights = append(scores, s), append(results, r), append(weights, 1)
	}
	got := Fit(scores, results, weights)
	if !near(got.Bias, truth.Bias, 0.06) || !near(got.Slope/logisticSlope, 0.5, 0.06) {
		t.Errorf("fitted %+v, want %+v", got, truth)
	}
	one := Fit([]float64{900, -2000, 31990}, []float64{0, 0, 0}, []float64{1, 1, 1})
	if math.IsNaN(one.Bias) || math.IsNaN(one.Slope) || one.Share(0) > 0.5 {
		t.Errorf("all lost: %+v", one)
	}
	if none := Fit(nil, nil, nil); none.Share(0) != 0.5 || !near(none.Share(400), 10.0/11, 1e-9) {
		t.Errorf("of nothing: %+v", none)
	}
}
