package bench

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
)

// shallow is a depth that the tests can afford.
const shallow = 3

// signature runs all positions and returns the number.
func signature(t *testing.T, o Options) uint64 {
	t.Helper()
	res, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return res.Signature()
}

// TestSignature runs the positions twice, the second time on one processor and among other searches: the number must be the
// same, or commits could not be told by it. That it is the same with -race and on other machines is for the CI to compare.
func TestSignature(t *testing.T) {
	want := signature(t, Options{Depth: shallow})
	if want == 0 {
		t.Fatal("nothing was searched")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if got := signature(t, Options{Depth: shallow}); got != want {
		t.Errorf("the signature is %d, on one processor %d", want, got)
	}
	others := make(chan uint64)
	for range 2 {
		go func() {
			res, _ := Run(context.Background(), Options{Depth: shallow})
			others <- res.Signature()
		}()
	}
	for range 2 {
		if got := <-others; got != want {
			t.Errorf("the signature is %d, beside another search %d", want, got)
		}
	}
}

// TestSignatureDependsOnEverySearch adds the positions up one by one: each must have its share in the number, and the depth too.
func TestSignatureDependsOnEverySearch(t *testing.T) {
	places, err := Places()
	if err != nil {
		t.Fatal(err)
	}
	want := signature(t, Options{Depth: 2})
	if signature(t, Options{Depth: 1}) == want {
		t.Error("the depth does not move the signature")
	}
	var sum uint64
	for _, place := range places {
		n := signature(t, Options{Places: []Place{place}, Depth: 2})
		if n == 0 {
			t.Errorf("nothing was searched in %+v", place)
		}
		sum += n
	}
	if sum != want {
		t.Errorf("one by one the positions take %d nodes, together %d", sum, want)
	}
}

// TestOrder searches the positions of a variant backwards: nothing may be left over from one to the next.
func TestOrder(t *testing.T) {
	places, err := Places()
	if err != nil {
		t.Fatal(err)
	}
	places, _ = split(places)
	backwards := make([]Place, len(places))
	for i, p := range places {
		backwards[len(places)-1-i] = p
	}
	const depth = 5
	if a, b := signature(t, Options{Places: places, Depth: depth}), signature(t, Options{Places: backwards, Depth: depth}); a != b {
		t.Errorf("%d nodes forwards, %d backwards", a, b)
	}
}

// TestReport checks that the lines are told as they come and add up.
func TestReport(t *testing.T) {
	var told []Line
	res, err := Run(context.Background(), Options{Depth: 1, Report: func(l Line) { told = append(told, l) }})
	if err != nil {
		t.Fatal(err)
	}
	places, _ := Places()
	var nodes uint64
	positions := 0
	for i, l := range told {
		nodes += l.Nodes
		positions += l.Positions
		if l != res.Lines[i] || l.Variant != Variants(places)[i] {
			t.Errorf("line %d told is %+v, kept %+v", i, l, res.Lines[i])
		}
	}
	if nodes != res.Signature() || positions != len(places) || res.Depth != 1 {
		t.Errorf("%d nodes of %d positions were told, %+v", nodes, positions, res.Total())
	}
	if got := (Line{Nodes: 500, Time: 250 * time.Millisecond}).Speed(); got != 2000 {
		t.Errorf("500 nodes in a quarter of a second are %v a second", got)
	}
}

// TestRunEnds ends the context in the middle of a search that would take for ever.
func TestRunEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := Run(ctx, Options{Depth: 60}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if spent := time.Since(began); spent > 10*time.Second {
		t.Errorf("it took %v to end", spent)
	}
}

func TestUnknown(t *testing.T) {
	for _, p := range []Place{{"no-such", "x"}, {"chess", "rubbish w"}} {
		if _, err := Run(context.Background(), Options{Places: []Place{p}}); err == nil {
			t.Errorf("%+v was searched", p)
		}
	}
}
