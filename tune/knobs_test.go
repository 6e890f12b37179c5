package tune

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"buluo/lab/stat"
	"buluo/search"
)

// knobs are two constants of the search that begin off their best.
func knobs(t testing.TB) []Knob {
	t.Helper()
	base := search.Params{StaticMargin: 60, NullReduce: 6}
	a, err := ParseKnob("StaticMargin:10:0..200", base)
	if err != nil {
		t.Fatal(err)
	}
	b, err := ParseKnob("NullReduce:1:0..12", base)
	if err != nil {
		t.Fatal(err)
	}
	return []Knob{a, b}
}

// strength is a hill whose top is at 110 and 3.
func strength(p search.Params) float64 {
	x, y := float64(p.StaticMargin-110)/50, float64(p.NullReduce-3)/3
	return -150 * (x*x + y*y)
}

// simulated plays pairs whose results are drawn by the difference of two strengths, in Elo.
func simulated(pairs int, played *int) Contest {
	return func(_ context.Context, a, b search.Params, seed uint64) (stat.Pairs, error) {
		*played++
		random := rand.New(rand.NewPCG(seed, 8))
		win := 1 / (1 + math.Pow(10, (strength(b)-strength(a))/400))
		var p stat.Pairs
		for range pairs {
			n := 0
			for range 2 {
				if random.Float64() < win {
					n += 2
				}
			}
			p.Add(n)
		}
		return p, nil
	}
}

// TestSPSA climbs a known hill, also when it is interrupted and gone on with.
func TestSPSA(t *testing.T) {
	played := 0
	c := SPSAConfig{
		Base: search.Params{StaticMargin: 60, NullReduce: 6}, Knobs: knobs(t), Contest: simulated(8, &played), Setting: "hill",
		Iterations: 400, Gain: 2, Seed: 3, File: filepath.Join(t.TempDir(), "spsa.jsonl"),
	}
	ctx, cancel := context.WithCancel(context.Background())
	part, err := SPSA(ctx, c, func(e Entry, _ int) {
		if e.Number == 150 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(part.Entries) != 150 {
		t.Fatalf("%d contests, %v", len(part.Entries), err)
	}
	whole, err := SPSA(context.Background(), c, func(Entry, int) {})
	if err != nil || len(whole.Entries) != 400 || played != 401 { // the one that was interrupted was played in vain
		t.Fatalf("%d contests of %d, %v", len(whole.Entries), played, err)
	}
	if math.Abs(whole.At[0]-110) > 20 || math.Abs(whole.At[1]-3) > 1.2 {
		t.Errorf("the run ends at %v, the top is at 110, 3", whole.At)
	}
	c.File = filepath.Join(t.TempDir(), "again.jsonl")
	again, err := SPSA(context.Background(), c, func(Entry, int) {})
	if err != nil || !reflect.DeepEqual(again.Entries, whole.Entries) {
		t.Errorf("in one go the run is another: %v, %v", again.At, err)
	}
	if p := whole.Path(); len(p) != 401 || p[0][0] != 0 {
		t.Errorf("a path of %d points", len(p))
	}
	var out bytes.Buffer
	if err := errors.Join(whole.Write(&out), PlotPath(&out, []string{"a", "b"}, whole.Path())); err != nil || !strings.Contains(out.String(), "--set StaticMargin=") ||
		!strings.Contains(out.String(), "<svg") {
		t.Errorf("%v: %s", err, out.String())
	}
}

// TestCMA climbs the same hill, interrupted as well.
func TestCMA(t *testing.T) {
	played := 0
	c := CMAConfig{
		Base: search.Params{StaticMargin: 60, NullReduce: 6}, Knobs: knobs(t), Contest: simulated(60, &played), Setting: "hill",
		Tries: 120, Population: 10, Seed: 2, File: filepath.Join(t.TempDir(), "cma.jsonl"),
	}
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := CMA(ctx, c, func(e Entry, _ int) {
		if e.Number == 33 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	whole, err := CMA(context.Background(), c, func(Entry, int) {})
	if err != nil || len(whole.Entries) != 120 || played != 121 {
		t.Fatalf("%d contests of %d, %v", len(whole.Entries), played, err)
	}
	if math.Abs(whole.At[0]-110) > 20 || math.Abs(whole.At[1]-3) > 1.2 {
		t.Errorf("the run ends at %v, the top is at 110, 3", whole.At)
	}
	c.File = filepath.Join(t.TempDir(), "again.jsonl")
	again, err := CMA(context.Background(), c, func(Entry, int) {})
	if err != nil || !reflect.DeepEqual(again.Entries, whole.Entries) {
		t.Errorf("in one go the run is another: %v, %v", again.At, err)
	}
}

// TestRecord refuses logs of other runs and mends torn ones.
func TestRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	h := head{Run: "one", Knobs: knobs(t), Engine: "x"}
	r, err := openRecord(path, h)
	if err != nil {
		t.Fatal(err)
	}
	e := Entry{Number: 1, A: []int{1, 2}, At: []float64{1, 2}}
	if err := errors.Join(r.add(e), r.f.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, `{"n":2,"a":[`...), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err = openRecord(path, h)
	if err != nil || len(r.held) != 1 || !reflect.DeepEqual(r.held[0], e) {
		t.Fatalf("%v", err)
	}
	if err := r.f.Close(); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, text) {
		t.Errorf("the torn line is still there: %q, %v", again, err)
	}
	h.Run = "two"
	if _, err := openRecord(path, h); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("the log of another run: %v", err)
	}
	h.Run = "one"
	for _, bad := range []string{"{}\n", "nonsense\n", "the only line of a letter", string(text) + `{"n":3,"a":[1,2],"at":[1,2]}` + "\n", string(text) + `{"n":2,"a":[1],"at":[1,2]}` + "\n"} {
		if err := os.WriteFile(path, []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := openRecord(path, h); err == nil || !strings.HasPrefix(err.Error(), path+":") {
			t.Errorf("%q: %v", bad, err)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != bad {
			t.Errorf("%q was left as %q, %v", bad, left, err)
		}
	}
}

// TestParseKnob reads knobs and refuses what is none.
func TestParseKnob(t *testing.T) {
	base := search.Params{StaticMargin: 60}
	k, err := ParseKnob("StaticMargin", base)
	if want := (Knob{"StaticMargin", 60, 0, 180, 10}); err != nil || k != want {
		t.Errorf("%+v, %v", k, err)
	}
	for _, bad := range []string{"NoSuch", "StaticMargin:0", "StaticMargin:x", "StaticMargin:5:9", "StaticMargin:5:9..3", "StaticMargin:5:0..20", "StaticMargin:5:0..90:1", ""} {
		if k, err := ParseKnob(bad, base); err == nil {
			t.Errorf("%q is %+v", bad, k)
		}
	}
}

// FuzzParseKnob never panics, and what it takes is in range.
func FuzzParseKnob(f *testing.F) {
	f.Add("StaticMargin:5:0..90")
	f.Fuzz(func(t *testing.T, text string) {
		k, err := ParseKnob(text, search.Params{StaticMargin: 60})
		if err == nil && (k.Step < 1 || k.Min > k.Start || k.Max < k.Start) {
			t.Errorf("%q is %+v", text, k)
		}
	})
}
