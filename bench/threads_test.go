package bench

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"
)

// TestThreads searches a few positions with one thread and two: one thread's nodes are those that Run counts, and two reach the depth as well.
func TestThreads(t *testing.T) {
	places, err := Places()
	if err != nil {
		t.Fatal(err)
	}
	if places, err = Choose(places, []string{"xiangqi", "horde-veteran-36-r1"}); err != nil {
		t.Fatal(err)
	}
	want, err := Run(t.Context(), Options{Places: places, Depth: 5})
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	pulls, err := Threads(t.Context(), ThreadOptions{Places: places, Depth: 5, Threads: 2, TableMB: tableMB, Runs: 2, Report: func(Pull) { told++ }})
	if err != nil {
		t.Fatal(err)
	}
	nodes := uint64(0)
	for _, p := range pulls {
		if p.Run == 1 {
			nodes += p.OneNodes
		}
		if p.One <= 0 || p.Many <= 0 || p.ManyNodes == 0 {
			t.Errorf("%+v", p)
		}
	}
	if nodes != want.Signature() || len(pulls) != 2*len(places) || told != len(pulls) {
		t.Errorf("%d nodes, want %d; %d pulls of %d positions, %d told", nodes, want.Signature(), len(pulls), len(places), told)
	}
}

// TestThreadsEnd has a context end the search and not be taken for a result.
func TestThreadsEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	places, err := Places()
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := Threads(ctx, ThreadOptions{Places: places, Depth: 100, Threads: 2, TableMB: 1, Runs: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestHauls takes geometric means over positions of medians over runs.
func TestHauls(t *testing.T) {
	pull := func(variant, fen string, one, many time.Duration, nodes uint64) Pull {
		return Pull{Place: Place{variant, fen}, One: one, Many: many, OneNodes: 100, ManyNodes: nodes}
	}
	list, total := Hauls([]Pull{
		pull("a", "1", 100, 20, 100), pull("a", "2", 100, 80, 200), pull("a", "1", 100, 50, 100), pull("a", "1", 100, 90, 100), // medians 0.5 and 0.8
		pull("a", "3", 9, 90, 1), // too short to count
		pull("b", "1", 10, 9, 50),
	}, 10)
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-9 }
	if len(list) != 2 || list[0].Variant != "a" || list[0].Pulls != 4 || !near(list[0].Time, math.Sqrt(0.4)) || !near(list[0].Nodes, math.Sqrt(2)) {
		t.Errorf("%+v", list)
	}
	if total.Variant != "total" || total.Pulls != 5 || !near(total.Time, math.Cbrt(0.5*0.8*0.9)) || !near(total.Nodes, 1) {
		t.Errorf("%+v", total)
	}
	if list, total := Hauls(nil, 0); list != nil || total.Pulls != 0 {
		t.Errorf("%+v, %+v of nothing", list, total)
	}
}
