package fit

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// truth makes games scored by known weights: each game is a walk through positions of a few terms, and its result is drawn by the chance that its
// own positions' common part stands for.
func truth(t testing.TB, w Weights, k float64, games, perGame int, seed uint64) *Data {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	d := &Data{}
	for g := range games {
		part := Train
		switch g % 10 {
		case 0:
			part = Stop
		case 1:
			part = Test
		}
		for range perGame {
			r := Row{Phase: random.Float64(), Scale: 0.5 + random.Float64()/2, Game: g, Group: g % 2, Part: part}
			value := 0.0
			for i := range len(w) / 2 {
				if random.IntN(3) > 0 {
					n := float64(random.IntN(7) - 3)
					r.Counts = append(r.Counts, Count{i, n})
					value += n * (w[2*i]*r.Phase + w[2*i+1]*(1-r.Phase))
				}
			}
			value *= r.Scale
			r.Score = value
			// Three results whose mean is the chance.
			p := sigmoid(k * value)
			draw := 0.6 * min(p, 1-p)
			switch x := random.Float64(); {
			case x < p-draw/2:
				r.Result = 1
			case x < p+draw/2:
				r.Result = 0.5
			}
			if err := d.Add(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	return d
}

// TestBalance leaves out what there is too much of, and only that, from the training rows, and only from them.
func TestBalance(t *testing.T) {
	d := &Data{}
	add := func(n, group int, phase, result float64, part Part) {
		for range n {
			if err := d.Add(Row{Phase: phase, Scale: 1, Result: result, Group: group, Part: part}); err != nil {
				t.Fatal(err)
			}
		}
	}
	add(60, 0, 1, 1, Train) // 90 in all: a ninth is 10
	add(4, 0, 0.9, 0.5, Train)
	add(6, 0, 0.5, 0, Train)
	add(20, 0, 0.1, 0, Train)
	add(9, 1, 1, 1, Train) // another group: a ninth of it is 1
	add(50, 0, 1, 1, Test)
	d.Balance()
	got := map[[3]float64]int{}
	for _, i := range d.parts[Train] {
		r := &d.rows[i]
		got[[3]float64{float64(r.group), math.Floor(3 * float64(r.phase)), float64(r.result)}]++
	}
	want := map[[3]float64]int{{0, 3, 1}: 10, {0, 2, 0.5}: 4, {0, 1, 0}: 6, {0, 0, 0}: 10, {1, 3, 1}: 1}
	if !maps.Equal(got, want) || d.Rows(Test) != 50 {
		t.Errorf("%v and %d rows that judge, want %v and 50", got, d.Rows(Test), want)
	}
	// What is left of the sixty is every sixth of them.
	var first []int32
	for _, i := range d.parts[Train] {
		if i < 60 {
			first = append(first, i)
		}
	}
	for n, i := range first {
		if i != int32(6*n+5) {
			t.Errorf("the rows left are %v, not spread evenly", first)
			break
		}
	}
}

func options(n int, k float64) Options {
	o := Options{Start: make(Weights, n), Sigma: make(Weights, n), K: []float64{k, k}, Lambda: 1, Rounds: 200, Patience: 20, Workers: 2}
	for i := range o.Sigma {
		o.Sigma[i] = 100
	}
	return o
}

var known = Weights{100, 120, 310, 280, -40, 0, 5, 15, 900, 880}

// solved fits weights and says how far they may be off.
func solved(t *testing.T, d *Data, o Options) (Weights, *Uncertainty, Weights) {
	t.Helper()
	w, err := d.Solve(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	u, err := d.Uncertainty(o, w)
	if err != nil {
		t.Fatal(err)
	}
	sd, err := u.Deviations()
	if err != nil {
		t.Fatal(err)
	}
	return w, u, sd
}

// TestRecovery fits to games scored by known weights: they come back within their intervals, as often as the intervals promise.
func TestRecovery(t *testing.T) {
	const k = 0.004
	inside, all := 0, 0
	for seed := range uint64(6) {
		d := truth(t, known, k, 3000, 4, seed)
		o := options(len(known), k)
		w, _, sd := solved(t, d, o)
		for i, v := range w {
			off := math.Abs(v-known[i]) / sd[i]
			if off > 4 || sd[i] > 60 {
				t.Errorf("seed %d: weight %d is %.1f ± %.1f, it should be %.0f", seed, i, v, 1.96*sd[i], known[i])
			}
			if all++; off < 1.96 {
				inside++
			}
		}
		before, after := d.Loss(Test, o.Start, o.K, 2), d.Loss(Test, w, o.K, 2)
		best := d.Loss(Test, known, o.K, 2)
		if after.Log > best.Log+0.01 || after.Log > before.Log-0.1 || after.Brier > before.Brier-0.05 {
			t.Errorf("seed %d: held-out loss %v, before %v, with the true weights %v", seed, after, before, best)
		}
	}
	if inside < all*85/100 {
		t.Errorf("%d of %d weights lie within their 95 %% intervals", inside, all)
	}
}

// TestThreads fits with one goroutine and with several: the same bits.
func TestThreads(t *testing.T) {
	d := truth(t, known, 0.004, 300, 3, 9)
	var first Weights
	for _, workers := range []int{1, 2, 5} {
		o := options(len(known), 0.004)
		o.Workers = workers
		w, err := d.Solve(context.Background(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = w
		}
		if !slices.Equal(first, w) {
			t.Errorf("%d workers: %v, one: %v", workers, w, first)
		}
	}
}

// TestGradient holds the gradient against differences of the value.
func TestGradient(t *testing.T) {
	d := truth(t, known, 0.004, 50, 3, 3)
	g := newGauge(d, &Options{K: []float64{0.003, 0.006}, Lambda: 0.7, Offset: Weights{0, 0, 30, 40, 0, 0, 0, 0, 0, 0}, Workers: 2})
	w := Weights{90, 10, 20, 30, 40, 50, -60, 70, 500, 90}
	grad := make([]float64, len(w))
	g.loss(Train, w, grad)
	for i := range w {
		const h = 1e-3
		up, down := slices.Clone(w), slices.Clone(w)
		up[i] += h
		down[i] -= h
		if slope := (g.loss(Train, up, nil) - g.loss(Train, down, nil)) / (2 * h); math.Abs(slope-grad[i]) > 1e-7+1e-4*math.Abs(slope) {
			t.Errorf("weight %d: gradient %v, by differences %v", i, grad[i], slope)
		}
	}
}

// TestSteepness finds the k that the results were drawn with.
func TestSteepness(t *testing.T) {
	d := truth(t, known, 0.004, 3000, 4, 4)
	for _, together := range []bool{true, false} {
		for g, k := range d.Steepness(known, together, 2) {
			if math.Abs(k-0.004) > 0.0004 {
				t.Errorf("group %d: k is %v, want 0.004", g, k)
			}
		}
	}
	if byScore := d.Steepness(nil, true, 1); math.Abs(byScore[0]-0.004) > 0.0004 {
		t.Errorf("k of the scores is %v", byScore[0])
	}
	if l, s := d.Loss(Test, known, []float64{0.004, 0.004}, 1), d.ScoreLoss(Test, []float64{0.004, 0.004}); math.Abs(l.Log-s.Log) > 1e-4 {
		t.Errorf("the scores are the static values, but the losses are %v and %v", l, s)
	}
}

// TestHeld checks that frozen weights stay, that bounds bind, and that a strong prior holds weights where they are.
func TestHeld(t *testing.T) {
	d := truth(t, known, 0.004, 1000, 4, 5)
	o := options(len(known), 0.004)
	o.Frozen = make([]bool, len(known))
	o.Frozen[0], o.Start[0] = true, 77
	o.Min, o.Max = make(Weights, len(known)), make(Weights, len(known))
	for i := range o.Min {
		o.Min[i], o.Max[i] = -1000, 1000
	}
	o.Max[2] = 260
	w, err := d.Solve(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if w[0] != 77 || w[2] != 260 {
		t.Errorf("the frozen weight is %v, the bounded one %v", w[0], w[2])
	}
	if math.Abs(w[8]-900) > 150 {
		t.Errorf("the free weight is %v", w[8])
	}
	o = options(len(known), 0.004)
	o.Prior = 1e9
	if w, err = d.Solve(context.Background(), o, nil); err != nil {
		t.Fatal(err)
	}
	for i, v := range w {
		if math.Abs(v) > 1 {
			t.Errorf("weight %d went to %v against a prior like a wall", i, v)
		}
	}
}

// TestNothingLeft ends a fit whose only weight that rows speak of has come to its bound, with a term beside it that no row has.
func TestNothingLeft(t *testing.T) {
	d := truth(t, known, 0.004, 300, 4, 5)
	n := len(known) + 2
	o := options(n, 0.004)
	o.Frozen, o.Min, o.Max = make([]bool, n), make(Weights, n), make(Weights, n)
	for i := range n {
		o.Frozen[i], o.Min[i], o.Max[i] = i < len(known) && i != 2, -1000, 1000
	}
	o.Max[2] = 10
	w, err := d.Solve(context.Background(), o, nil)
	if err != nil || w[2] != 10 || w[n-1] != 0 {
		t.Errorf("weights %v, %v", w, err)
	}
}

// TestLeast checks that a fit with a prior ends at the least of what it minimises: no weight can be moved for the better.
func TestLeast(t *testing.T) {
	d := truth(t, known, 0.004, 300, 3, 8)
	o := options(len(known), 0.004)
	o.Prior, o.Patience = 20, 0
	told := math.Inf(1)
	w, err := d.Solve(context.Background(), o, func(s Step) { told = min(told, s.Train) })
	if err != nil {
		t.Fatal(err)
	}
	least := d.Objective(o, w)
	if math.Abs(told-least) > 1e-12 {
		t.Errorf("the fit minimised %v, its objective is %v", told, least)
	}
	for i := range w {
		for _, by := range []float64{-2, 2} {
			moved := slices.Clone(w)
			moved[i] += by
			if v := d.Objective(o, moved); v < least {
				t.Errorf("weight %d moved by %v: %v, the fit's is %v", i, by, v, least)
			}
		}
	}
}

// TestOffset fits to scores alone that know nothing of one term: with the term's worth added to them, they give all weights back.
func TestOffset(t *testing.T) {
	d := truth(t, known, 0.004, 300, 3, 12)
	o := options(len(known), 0.004)
	o.Lambda, o.Patience = 0, 0
	o.Offset = Weights{0, 0, 100, 100, 0, 0, 0, 0, 0, 0}
	w, err := d.Solve(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range known {
		if want += o.Offset[i]; math.Abs(w[i]-want) > 0.5 {
			t.Errorf("weight %d is %v, it should be %v", i, w[i], want)
		}
	}
}

// TestInterrupted stops a fit after its first steps: the best so far comes back with the context's error.
func TestInterrupted(t *testing.T) {
	d := truth(t, known, 0.004, 500, 4, 6)
	ctx, cancel := context.WithCancel(context.Background())
	o := options(len(known), 0.004)
	w, err := d.Solve(ctx, o, func(s Step) {
		if s.Iteration == 3 {
			cancel()
		}
	})
	if err != context.Canceled {
		t.Fatalf("the error is %v", err)
	}
	if before, after := d.Loss(Stop, o.Start, o.K, 1), d.Loss(Stop, w, o.K, 1); after.Log >= before.Log {
		t.Errorf("loss %v before, %v after three steps", before.Log, after.Log)
	}
}

// TestBootstrap holds the drawn weights' spread against the sandwich's: two ways to one figure.
func TestBootstrap(t *testing.T) {
	d := truth(t, known, 0.004, 1500, 4, 7)
	o := options(len(known), 0.004)
	w, u, sd := solved(t, d, o)
	const draws = 400
	sum := make([]float64, len(w))
	if err := u.Bootstrap(draws, 1, func(b Weights) {
		for i := range b {
			sum[i] += (b[i] - w[i]) * (b[i] - w[i])
		}
	}); err != nil {
		t.Fatal(err)
	}
	for i := range w {
		if got := math.Sqrt(sum[i] / draws); math.Abs(got/sd[i]-1) > 0.2 {
			t.Errorf("weight %d: the bootstrap's deviation is %.2f, the sandwich's %.2f", i, got, sd[i])
		}
	}
}
