package tune

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"buluo/eval"
	"buluo/internal/rulestest"
	"buluo/tune/fit"
	"buluo/variant"
)

// TestCurve gives positions of a veteran horde results by known weights: the curve has them back by rank and number, within its intervals.
func TestCurve(t *testing.T) {
	if testing.Short() {
		t.Skip("fits four thousand positions, and again for every draw")
	}
	const k = 0.003
	truth := map[string][2]float64{"fsW.value": {60, 220}, "fsW.rank2": {60, 40}, "fsW.over12": {0, -30}}
	s := walked(t, []string{"horde-veteran-18-r1"}, truth, k, 4000, 11)
	c := FitConfig{Only: []string{"fsW.value", "fsW.rank2", "fsW.over12"}, Lambda: 1, Rounds: 200, Workers: 2}
	f, err := fitWith(context.Background(), s, c, []float64{k})
	if err != nil {
		t.Fatal(err)
	}
	r := rulestest.Load(t, "horde-veteran-18-r1")
	curve, err := f.Curve(r, "fsW", 3, 16, 200, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(curve.Ranks) != 10 || len(curve.ByMen) != 16 {
		t.Fatalf("%d ranks, %d numbers", len(curve.Ranks), len(curve.ByMen))
	}
	w := s.start()
	for name, pair := range truth {
		w[2*s.Term(name)], w[2*s.Term(name)+1] = pair[0], pair[1]
	}
	p := pricer{f: f, r: r, piece: "fsW", t: pieceType(r, "fsW")}
	p.knots = p.over()
	covered, all := 0, 0
	for rank, bands := range curve.Ranks {
		for i, b := range bands {
			want := worth(w, p.at(rank, 3), Phases[i])
			if !(b.Low <= b.Value && b.Value <= b.High) || math.Abs(b.Value-want) > 0.8*(b.High-b.Low) {
				t.Errorf("rank %d, phase %v: %.0f [%.0f, %.0f], it should be %.0f", rank+1, Phases[i], b.Value, b.Low, b.High, want)
			}
			if all++; b.Low <= want && want <= b.High {
				covered++
			}
		}
	}
	if b := curve.Ranks[4][0]; b.High-b.Low > 80 {
		t.Errorf("%d games say no more than [%.0f, %.0f]", s.Games, b.Low, b.High)
	}
	if covered < all/2 { // the estimates of one fit go together
		t.Errorf("%d of %d values lie in their intervals", covered, all)
	}
	// The thirteenth man is the first that counts for over12.
	step := worth(f.After, []share{{s.Term("fsW.over12"), 1}}, 0)
	if got := curve.ByMen[12][2].Value - curve.ByMen[11][2].Value; math.Abs(got-step) > 1e-6 || step > -5 {
		t.Errorf("the thirteenth man is worth %.1f more than the twelfth, want %.1f", got, step)
	}
	var out bytes.Buffer
	if err := errors.Join(curve.Write(&out), curve.PlotRanks(&out), curve.PlotMen(&out)); err != nil || strings.Count(out.String(), "<svg") != 2 {
		t.Error(err)
	}
	if _, err := f.Curve(r, "queen", 3, 8, 10, 1); err == nil {
		t.Error("a piece that is not there has a curve")
	}
	f.profiled(t)
}

// profiled checks that a profile is least near the fitted value and rises to both sides.
func (f *Fitted) profiled(t *testing.T) {
	t.Helper()
	points, err := f.Profile(context.Background(), "fsW", []float64{-40, -20, 0, 20, 40}, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range points {
		if out := math.Abs(float64(i - 2)); p.Loss < 0 || out == 2 && p.Loss < 1 || i == 2 && p.Loss > 0.05 {
			t.Errorf("%+v", points)
			break
		}
	}
	var out bytes.Buffer
	if err := PlotProfile(&out, "fsW", points); err != nil || !strings.Contains(out.String(), "<svg") {
		t.Error(err)
	}
}

// TestMobility lists the catalogue: every piece has a price by mobility, those of the literature their own, and those of the reference what was measured.
func TestMobility(t *testing.T) {
	if testing.Short() {
		t.Skip("makes two evaluators for each variant of the catalogue")
	}
	var specs []*variant.Spec
	for _, name := range variant.Names() {
		specs = append(specs, rulestest.Load(t, name).Spec())
	}
	list, err := Mobility(specs)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]Price{}
	for _, p := range list {
		if p.Mobility <= 0 || p.Plain == (eval.Pair{}) {
			t.Errorf("%+v has no price", p)
		}
		by[p.Piece+" "+p.Board] = p
	}
	if p := by["fsW 9x10"]; p.Plain.Mg != p.Mobility || p.Reference == nil || *p.Reference != (eval.Pair{Mg: 121, Eg: 150}) {
		t.Errorf("the veteran: %+v", p)
	}
	if p := by["rook 8x8"]; p.Plain.Mg != 500 || p.Mobility < 430 || p.Mobility > 580 {
		t.Errorf("the rook: %+v", p)
	}
	reference, err := readReference()
	if err != nil {
		t.Fatal(err)
	}
	for at := range reference {
		if _, ok := by[at]; !ok {
			t.Errorf("the reference's %s is not a piece of the catalogue", at)
		}
	}
	var out bytes.Buffer
	if err := WritePrices(&out, list); err != nil || !strings.Contains(out.String(), "fsW") {
		t.Error(err)
	}
}

// TestParted checks that the rows of one game are in one part only.
func TestParted(t *testing.T) {
	s := load(t, games(t, 30, "minixiangqi"), 2)
	train, stop, test := s.Data.Games(fit.Train), s.Data.Games(fit.Stop), s.Data.Games(fit.Test)
	if train+stop+test != s.Games {
		t.Errorf("%d, %d and %d games in the parts, %d in all", train, stop, test, s.Games)
	}
}
