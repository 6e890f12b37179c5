package wdl

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/position"
	"buluo/variant"
)

// truth is a model to draw results from.
var truth = Model{Centre: [3]float64{2, -1, 0}, Gap: [3]float64{0.5, -0.5, 0}, Clock: 1.5, Spread: [2]float64{0.2, 0.5}}

// drawn returns positions whose results a model has drawn.
func drawn(m *Model, n int) []Sample {
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]Sample, n)
	for i := range list {
		s := Sample{Score: int(random.NormFloat64() * 600), Phase: random.Float64(), Clock: random.Float64(), Game: i / 10, Winner: board.NoColor}
		white, black := m.chances(s.Score, s.Phase, s.Clock)
		switch u := random.Float64(); {
		case u < white:
			s.Winner = board.White
		case u < white+black:
			s.Winner = board.Black
		}
		list[i] = s
	}
	return list
}

// TestFitFinds gets a model back from results it has drawn: not its parameters, of which some trade off, but its chances.
func TestFitFinds(t *testing.T) {
	samples := drawn(&truth, 20_000)
	got, err := Fit(samples, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, phase := range []float64{0.2, 0.9} {
		for _, clock := range []float64{0, 0.9} {
			for score := -900; score <= 900; score += 150 {
				w, b := got.chances(score, phase, clock)
				tw, tb := truth.chances(score, phase, clock)
				if math.Abs(w-tw) > 0.05 || math.Abs(b-tb) > 0.05 {
					t.Errorf("%d, phase %g, clock %g: %.3f %.3f, want %.3f %.3f", score, phase, clock, w, b, tw, tb)
				}
			}
		}
	}
	learn, held := Split(drawn(&truth, 5000), 5)
	if len(held) < 800 || len(held) > 1200 || len(learn)+len(held) != 5000 {
		t.Fatalf("%d and %d positions", len(learn), len(held))
	}
	f := Measure(&got, held)
	if 10*f.Games != len(held) || f.Positions != len(held) || f.Brier > 0.8*f.Base || f.Off() > 0.05 || math.Abs(f.Won+f.Drawn+f.Lost-1) > 1e-9 {
		t.Errorf("%s", &f)
	}
}

// TestSplit holds back games of every variant, however many take turns, and no game in part.
func TestSplit(t *testing.T) {
	samples := drawn(&truth, 4000) // 400 games of 10 positions
	learn, held := Split(samples, 5)
	for _, turns := range []int{2, 5, 10} {
		count := make([]int, turns)
		for _, s := range held {
			count[s.Game%turns]++
		}
		for i, n := range count {
			if share := float64(n*turns) / 4000; share < 0.1 || share > 0.3 {
				t.Errorf("of the variant %d of %d, %.2f are held back", i, turns, share)
			}
		}
	}
	games := map[int]bool{}
	for _, s := range held {
		games[s.Game] = true
	}
	for _, s := range learn {
		if games[s.Game] {
			t.Fatalf("game %d stands on both sides", s.Game)
		}
	}
}

// TestGradient holds the gradient against differences.
func TestGradient(t *testing.T) {
	f := newFitting(drawn(&truth, 500), false)
	x := []float64{0.3, -0.2, 0.1, 0.4, 0.2, -0.3, 0.6, 0.7, -0.2}
	grad := make([]float64, numParam)
	f.loss(x, grad)
	const step = 1e-5
	for i := range x {
		up, down := append([]float64(nil), x...), append([]float64(nil), x...)
		up[i] += step
		down[i] -= step
		if want := (f.loss(up, nil) - f.loss(down, nil)) / (2 * step); math.Abs(want-grad[i]) > 1e-6 {
			t.Errorf("parameter %d: %g, want %g", i, grad[i], want)
		}
	}
}

// TestSymmetric keeps the centre at 0 where both armies are the same, whatever the sample says.
func TestSymmetric(t *testing.T) {
	m, err := Fit(drawn(&truth, 3000), true)
	if err != nil || m.Centre != [3]float64{} {
		t.Fatalf("%+v, %v", m, err)
	}
	if a, b := m.Odds(120, 0.5, 0.1), m.Odds(-120, 0.5, 0.1).Flip(); a != b {
		t.Errorf("%v and %v", a, b)
	}
}

// TestFitRefuses says what is wanting, and survives results that are all the same.
func TestFitRefuses(t *testing.T) {
	if _, err := Fit(drawn(&truth, 10), false); err == nil || !strings.Contains(err.Error(), "too few") {
		t.Error(err)
	}
	same := drawn(&truth, 1000)
	for i := range same {
		same[i].Winner = board.White
	}
	m, err := Fit(same, false)
	if o := m.Odds(0, 0.5, 0); err != nil || o.Win < 900 {
		t.Errorf("%v, %v", o, err)
	}
}

// TestOdds holds any model to what chances are: none negative, a thousand in all, and more to win at a better score.
func TestOdds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string) float64 { return rapid.Float64Range(-5, 5).Draw(t, name) }
		m := Model{
			Centre: [3]float64{number("c0"), number("c1"), number("c2")}, Gap: [3]float64{number("g0"), number("g1"), number("g2")},
			Clock: number("k"), Spread: [2]float64{number("s0"), number("s1")},
		}
		phase, clock := rapid.Float64Range(0, 1).Draw(t, "phase"), rapid.Float64Range(0, 1).Draw(t, "clock")
		a, b := rapid.IntRange(-32000, 32000).Draw(t, "a"), rapid.IntRange(-32000, 32000).Draw(t, "b")
		low, high := m.Odds(min(a, b), phase, clock), m.Odds(max(a, b), phase, clock)
		for _, o := range []Odds{low, high} {
			if o.Win < 0 || o.Draw < 0 || o.Loss < 0 || o.Win+o.Draw+o.Loss != 1000 || o.Flip().Flip() != o {
				t.Fatalf("%+v", o)
			}
		}
		if low.Win > high.Win || low.Loss < high.Loss-1 {
			t.Fatalf("%+v at the worse score, %+v at the better", low, high)
		}
	})
}

// TestCertain says who has won.
func TestCertain(t *testing.T) {
	for _, c := range []struct {
		winner, side board.Color
		want         Odds
	}{
		{board.White, board.White, Odds{Win: 1000}}, {board.White, board.Black, Odds{Loss: 1000}}, {board.NoColor, board.Black, Odds{Draw: 1000}},
	} {
		if got := Certain(c.winner, c.side); got != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// TestEmbedded reads the program's own set: every variant of the catalogue finds a judge, those of the families their own.
func TestEmbedded(t *testing.T) {
	s, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range variant.Names() {
		r := rulestest.Load(t, name)
		p := position.Start(r)
		if phase, clock := s.Judge(r).Facts(p); phase != 1 || clock != 0 {
			t.Errorf("%s: phase %g, clock %g at the start", name, phase, clock)
		}
		o := s.Judge(r).Odds(p, 0)
		if o.Win+o.Draw+o.Loss != 1000 {
			t.Errorf("%s: %+v", name, o)
		}
	}
	for name, want := range map[string]string{
		"horde-veteran-18-r1": "horde-veteran", "horde-standard-36-r2-c60": "horde-standard", "horde-diagonal-36-r1": "horde-veteran",
		"xiangqi": "xiangqi", "minixiangqi": "xiangqi", "chess": "chess", "horde": "horde", "orda": "orda",
	} {
		if f := s.Find(rulestest.Load(t, name)); f == nil || f.Name != want {
			t.Errorf("%s: %+v, want %s", name, f, want)
		}
	}
	// Held back are few games; a model that is much worse than none has gone wrong all the same.
	for _, f := range s.Families {
		if f.Positions < least || f.Games < 40 || f.Brier > f.Base+0.05 {
			t.Errorf("%s: fitted to %d positions of %d games, Brier %.3f, %.3f without looking", f.Name, f.Positions, f.Games, f.Brier, f.Base)
		}
		for _, name := range f.Play {
			if found := s.Find(rulestest.Load(t, name)); found == nil || found.Name != f.Name {
				t.Errorf("%s plays %s, which is not one of its own", f.Name, name)
			}
		}
	}
}

// TestSides sees the same chances from either side of the board.
func TestSides(t *testing.T) {
	s, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	r := rulestest.Load(t, "horde-veteran-36-r1")
	j := s.Judge(r)
	white, err := position.Parse(r, "4k4/9/9/9/4V4/9/9/3V5/9/9 w - - 30 40")
	if err != nil {
		t.Fatal(err)
	}
	black, err := position.Parse(r, "4k4/9/9/9/4V4/9/9/3V5/9/9 b - - 30 40")
	if err != nil {
		t.Fatal(err)
	}
	if a, b := j.Odds(white, 250), j.Odds(black, -250).Flip(); a != b {
		t.Errorf("%+v and %+v", a, b)
	}
	if phase, clock := j.Facts(white); math.Abs(phase-3.0/52) > 1e-9 || clock != 0.25 {
		t.Errorf("phase %g, clock %g", phase, clock)
	}
}

// TestRoundTrip writes the set and reads the same again.
func TestRoundTrip(t *testing.T) {
	s, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	if err := s.Write(&first); err != nil {
		t.Fatal(err)
	}
	again, err := Read("again", bytes.NewReader(first.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if again.Write(&second); first.String() != second.String() || first.String() != string(embedded) {
		t.Error("what was written is not what is read, or params.json is not as it is written")
	}
}

// TestReadWrong says everything that is wrong with a set.
func TestReadWrong(t *testing.T) {
	const family = `{"version":1,"families":[{"name":"x","variants":["a["],"symmetric":true,"model":{"centre":[1,0,0],"gap":[101,0,0]}}]}`
	for text, want := range map[string][]string{
		"":                              {"t: not a set of models"},
		"{}":                            {"t: version: 0, this program reads 1"},
		`{"version":1}`:                 {"t: families: there should be one at least"},
		`{"version":1,"speed":2}`:       {"unknown field"},
		`{"version":1,"families":[{}]}`: {"families: number 1 has no name"},
		family:                          {`variants: "a[" is no pattern`, "x: centre: it should be 0", "101 is out of range"},
	} {
		_, err := Read("t", strings.NewReader(text))
		for _, w := range want {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v, want %s", text, err, w)
			}
		}
	}
}

// FuzzRead throws texts at the reader: what it takes can be asked for odds.
func FuzzRead(f *testing.F) {
	f.Add(string(embedded))
	f.Add(`{"version":1,"families":[{"name":"x","model":{"gap":[99,99,99]}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read("t", strings.NewReader(text))
		if err != nil {
			return
		}
		for _, family := range s.Families {
			if o := family.Model.Odds(100, 0.5, 1); o.Win < 0 || o.Draw < 0 || o.Loss < 0 || o.Win+o.Draw+o.Loss != 1000 {
				t.Errorf("%+v: %+v", family.Model, o)
			}
		}
	})
}

// TestSamples takes positions out of a game, White's scores all of them, without openings and claims of the end.
func TestSamples(t *testing.T) {
	r := rulestest.Load(t, "chess")
	s, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	rec := Record{
		Start: r.Spec().Start, Moves: []string{"e2e4", "d7d5", "e4d5", "d8d5", "b1c3"}, Scores: []int{0, 30, 110, -95, 31990}, Winner: board.White,
	}
	list, err := Samples(r, s.Judge(r), rec, 7, func(ply int) bool { return ply > 0 })
	if err != nil || len(list) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for i, want := range []int{-30, 110, 95} {
		if list[i].Score != want || list[i].Winner != board.White || list[i].Game != 7 {
			t.Errorf("%+v, want %d", list[i], want)
		}
	}
	if list[1].Phase != 1 || list[2].Phase != 31.0/32 {
		t.Errorf("phases %g, %g", list[1].Phase, list[2].Phase)
	}
	rec.Moves[1] = "d7d4"
	if _, err := Samples(r, s.Judge(r), rec, 7, func(int) bool { return true }); err == nil || !strings.HasPrefix(err.Error(), "move 2: ") {
		t.Error(err)
	}
	rec.Scores = rec.Scores[1:]
	if _, err := Samples(r, s.Judge(r), rec, 7, func(int) bool { return true }); err == nil {
		t.Error("a score is missing and nobody minds")
	}
}
