package tune

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"buluo/eval"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/tune/corpus"
	"buluo/tune/fit"
	"buluo/variant"
)

// games plays a few real games.
func games(t testing.TB, n int, names ...string) []*corpus.Game {
	t.Helper()
	c := corpus.Config{
		File: filepath.Join(t.TempDir(), "games.bin"), Games: n, Nodes: [][2]uint64{{60, 60}}, Opening: [2]int{4, 6}, Seed: 5,
		Cap: 150, Workers: 2, TableMB: 1, Weights: eval.PlainWeights(),
	}
	for _, name := range names {
		c.Variants = append(c.Variants, rulestest.Load(t, name).Spec())
	}
	if err := corpus.Play(context.Background(), c, func(corpus.Progress) {}); err != nil {
		t.Fatal(err)
	}
	list, err := corpus.ReadFile(c.File)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func load(t testing.TB, list []*corpus.Game, workers int) *Set {
	t.Helper()
	s, err := Load(context.Background(), Source{Games: list, Weights: eval.PlainWeights(), Workers: workers}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLoad checks that every row's terms, weighed with the set's weights, add up to what the evaluator says, and that the set does not depend on the
// number of workers.
func TestLoad(t *testing.T) {
	// Two of one family and one board: where plain numbers of one name differ, a set begins at their mean.
	list := games(t, 6, "manchu", "xiangqi")
	s := load(t, list, 1)
	if again := load(t, list, 3); !reflect.DeepEqual(s, again) {
		t.Error("three workers made another set than one")
	}
	w, row := s.start(), 0
	seen := map[uint64]bool{}
	for _, g := range list {
		r := rulestest.Load(t, g.Variant)
		e := eval.New(r, eval.PlainWeights())
		err := corpus.Positions(r, e, g, corpus.Filter{}, func(p corpus.Sample) {
			if key := p.Position.Key(); seen[key] {
				return
			} else {
				seen[key] = true
			}
			want := e.Score(p.Position)
			if p.Position.Side() == 1 {
				want = -want
			}
			if got := s.Data.Value(row, w); math.Abs(got-float64(want)) > 2 {
				t.Errorf("%s: %s: the row says %.2f, the evaluator %d", g.Variant, p.Position.FEN(), got, want)
			}
			row++
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := s.Data.Rows(fit.Train) + s.Data.Rows(fit.Stop) + s.Data.Rows(fit.Test); row != n || row < 50 {
		t.Errorf("%d rows, %d positions", n, row)
	}
	if s.Term("rook.value") < 0 || s.Term("soldier.value") < 0 || s.Term("no.value") >= 0 || len(s.Variants) != 2 {
		t.Errorf("terms of %v", s.Variants)
	}
}

// walked traces quiet positions of random walks and gives each a result drawn by known weights: the chance is the logistic curve of the
// evaluation that they make, and a third of what is not certain is drawn.
func walked(t testing.TB, names []string, truth map[string][2]float64, k float64, each int, seed uint64) *Set {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 2))
	s := &Set{}
	var list []*corpus.Game
	for _, name := range names {
		list = append(list, &corpus.Game{Key: corpus.Key{Variant: name}})
	}
	readers, _, err := s.readers(&Source{Games: list, Load: variant.Load, Weights: eval.PlainWeights()})
	if err != nil {
		t.Fatal(err)
	}
	w := s.start()
	for name, pair := range truth {
		n := s.Term(name)
		if n < 0 {
			t.Fatalf("no term %s", name)
		}
		w[2*n], w[2*n+1] = pair[0], pair[1]
	}
	var trace eval.Trace
	for _, name := range names {
		rd := readers[name]
		gen := movegen.For(rd.rules)
		for i := range each {
			p := position.Start(rd.rules)
			for range random.IntN(200) {
				moves := gen.Legal(p, nil)
				if len(moves) == 0 || gen.Outcome(p).Over {
					break
				}
				p.Do(moves[random.IntN(len(moves))])
			}
			rd.eval.Trace(p, &trace)
			row := fit.Row{Phase: trace.Phase, Scale: trace.Scale, Game: s.Games, Group: rd.group, Part: fit.Train}
			if i%10 == 0 {
				row.Part = fit.Stop
			}
			value := 0.0
			for _, c := range trace.Counts {
				n := rd.terms[c.Term]
				row.Counts = append(row.Counts, fit.Count{Term: n, N: c.N})
				value += c.N * (w[2*n]*trace.Phase + w[2*n+1]*(1-trace.Phase))
			}
			bias := rd.bias[[2]uint64{}]
			row.Counts = append(row.Counts, biased(bias, trace.Phase))
			value += w[2*bias]
			chance := 1 / (1 + math.Exp(-k*trace.Scale*value))
			draw := 2.0 / 3 * min(chance, 1-chance)
			switch x := random.Float64(); {
			case x < chance-draw/2:
				row.Result = 1
			case x < chance+draw/2:
				row.Result = 0.5
			}
			s.Games++
			if err := s.Data.Add(row); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n, support := range s.Data.Support(len(s.Terms)) {
		s.Terms[n].Support = support
	}
	return s
}

// TestRecovery gives positions of two variants results by known weights: the fit finds them again, within the intervals it states, from the
// plain weights and without a prior.
func TestRecovery(t *testing.T) {
	if testing.Short() {
		t.Skip("fits ten thousand positions")
	}
	const k = 0.003
	truth := map[string][2]float64{"rook.value": {700, 600}, "cannon.value": {180, 330}, "horse.value": {300, 260}, "rook.reach": {9, 5},
		"xiangqi 0:0": {-150, 0}}
	s := walked(t, []string{"minixiangqi", "xiangqi"}, truth, k, 5000, 3)
	c := FitConfig{Only: []string{"rook.value", "cannon.value", "horse.value", "rook.reach"}, Lambda: 1, Rounds: 200, Patience: 0, Workers: 2}
	// The curve is part of what is known: it and the weights' scale are one and the same thing.
	f, err := fitWith(context.Background(), s, c, []float64{k, k})
	if err != nil {
		t.Fatal(err)
	}
	sd, err := f.Deviations()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range truth {
		for i, phase := range []string{"middle game", "ending"} {
			n := 2*s.Term(name) + i
			if f.Options.Frozen[n] {
				continue // a bias is one number
			}
			half := 2.6 * sd[n] // 99 %
			if got := f.After[n]; math.Abs(got-want[i]) > half || half > max(60, math.Abs(want[i])/2) {
				t.Errorf("%s, %s: %.0f ± %.0f, it should be %.0f", name, phase, got, half, want[i])
			}
		}
	}
	if s.Term("king.rank1") < 0 || f.After[2*s.Term("king.rank1")] != f.Before[2*s.Term("king.rank1")] {
		t.Error("a term that is not fitted moved")
	}
}

// fitWith is Fit with known curves.
func fitWith(ctx context.Context, s *Set, c FitConfig, k []float64) (*Fitted, error) {
	return fitCurves(ctx, s, c, k, func(fit.Step) {})
}

// TestFit fits real games: the loss of the games fitted to falls, the weights survive being written and read, and frozen ones are not written.
func TestFit(t *testing.T) {
	s := load(t, games(t, 40, "minixiangqi"), 2)
	c := FitConfig{Freeze: []string{"king.*"}, Lambda: 1, Priors: []float64{1, 0.2}, Rounds: 50, Workers: 2}
	f, err := Fit(context.Background(), s, c, func(fit.Step) {})
	if err != nil {
		t.Fatal(err)
	}
	before, after := s.Data.Loss(fit.Train, f.Before, f.KBefore, 1), s.Data.Loss(fit.Train, f.After, f.K, 1)
	if after.Log >= before.Log {
		t.Errorf("training loss %v before, %v after", before.Log, after.Log)
	}
	w, err := f.Weights(eval.PlainWeights())
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := w.Write(&file); err != nil {
		t.Fatal(err)
	}
	back, err := eval.ReadWeights("x", &file)
	if err != nil {
		t.Fatal(err)
	}
	if !testing.Short() {
		s.chosen(t)
	}
	n := s.Term("rook.value")
	if p, ok := back.Get("rook.value"); !ok || float64(p.Mg) != f.After[2*n] || float64(p.Eg) != f.After[2*n+1] {
		t.Errorf("the file says %v, the fit %v, %v", p, f.After[2*n], f.After[2*n+1])
	}
	if _, ok := back.Get("king.rank0"); ok {
		t.Error("a frozen weight was written")
	}
	for _, write := range []func() error{
		func() error { return s.Describe(&file) },
		func() error { return f.Losses(&file) },
		func() error { return f.ByVariant(&file) },
		func() error { return f.Table(&file, nil) },
	} {
		if err := write(); err != nil {
			t.Error(err)
		}
	}
}

// chosen checks that of two priors the one is kept that explains the Stop part better, whichever comes first.
func (s *Set) chosen(t *testing.T) {
	t.Helper()
	loss := map[float64]float64{}
	for _, prior := range []float64{100, 0.01} {
		f, err := Fit(context.Background(), s, FitConfig{Lambda: 1, Priors: []float64{prior}, Rounds: 50}, func(fit.Step) {})
		if err != nil {
			t.Fatal(err)
		}
		loss[prior] = s.Data.Mean(fit.Stop, f.Options, f.After)
	}
	for _, priors := range [][]float64{{100, 0.01}, {0.01, 100}} {
		f, err := Fit(context.Background(), s, FitConfig{Lambda: 1, Priors: priors, Rounds: 50}, func(fit.Step) {})
		if err != nil {
			t.Fatal(err)
		}
		other := priors[0]
		if other == f.Options.Prior {
			other = priors[1]
		}
		if loss[f.Options.Prior] > loss[other]+1e-3 {
			t.Errorf("of priors %v, whose losses are %v, %v was kept", priors, loss, f.Options.Prior)
		}
	}
}

// TestParts checks that parts are of about the sizes promised and do not depend on budgets.
func TestParts(t *testing.T) {
	var n [3]int
	for i := range uint64(5000) {
		k := corpus.Key{Variant: "chess", Seed: 1, Number: i, Nodes: [2]uint64{1, 1}}
		n[partOf(&k)]++
		part := partOf(&k)
		if k.Nodes[0] = 99; partOf(&k) != part {
			t.Fatal("the budget changes the part")
		}
	}
	if n[fit.Stop] < 400 || n[fit.Stop] > 600 || n[fit.Test] < 400 || n[fit.Test] > 600 {
		t.Errorf("parts of %v", n)
	}
}

// TestLoadErrors checks what cannot be loaded.
func TestLoadErrors(t *testing.T) {
	list := []*corpus.Game{{Key: corpus.Key{Variant: "nosuch"}}}
	if _, err := Load(context.Background(), Source{Games: list}, nil); err == nil {
		t.Error("an unknown variant was loaded")
	}
	if _, err := Load(context.Background(), Source{}, nil); err == nil {
		t.Error("no games were loaded")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Load(ctx, Source{Games: games(t, 2, "minixiangqi")}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted load: %v", err)
	}
	bad := FitConfig{Only: []string{"["}}
	if err := bad.Check(); err == nil || fmt.Sprint(err) == "" {
		t.Error("a bad pattern passes")
	}
}
