package spar

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/lab/design"
	"buluo/lab/schedule"
	"buluo/lab/series"
	"buluo/lab/work"
)

func config(t *testing.T, workers int, names ...string) Config {
	t.Helper()
	designs, err := design.Select(names)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Games: 2, Nodes: 300}
	c.Config = series.Config{Designs: designs, Seed: 4, Cap: 1000, Store: filepath.Join(t.TempDir(), "lab.db"), Options: work.Options{Workers: workers}}
	return c
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRun spars with one worker and with three: the same games, nearly all of them won, each counted once. Sparring again plays nothing.
func TestRun(t *testing.T) {
	var results [2]*Result
	for run, workers := range []int{1, 3} {
		c := config(t, workers, "horde-standard-18-r1", "minixiangqi")
		res, err := Run(t.Context(), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		results[run] = res
		again, err := Run(t.Context(), c, func(p work.Progress) {
			if p.Of > 0 {
				t.Errorf("%d games are played again", p.Of)
			}
		})
		if err != nil || encoded(t, again) != encoded(t, res) {
			t.Errorf("error %v, another result the second time", err)
		}
	}
	if !cmp.Equal(encoded(t, results[0]), encoded(t, results[1])) {
		t.Error("three workers play other games than one")
	}
	won := 0
	for _, row := range results[0].Rows {
		for _, s := range row.Seats {
			won += s.Won
			if s.Games()+s.Unfinished != 2 {
				t.Errorf("%s: %v is not two games", row.Name, s)
			}
		}
	}
	if won < 6 || results[0].Games() != 8 {
		t.Errorf("%d of %d games are won against a random mover", won, results[0].Games())
	}
}

// TestJobs looks at who has which seat, and that no two games are one.
func TestJobs(t *testing.T) {
	c := config(t, 1, "minixiangqi", "horde-standard-18-r1")
	seen := map[string]bool{}
	for i, j := range c.Jobs() {
		seen[j.ID()] = true
		ours, random := j.Players[i%2], j.Players[1-i%2]
		if ours.Kind != schedule.Own || ours.Nodes != 300 || random.Kind != schedule.Random || j.Variant != c.Designs[i/4].Name() {
			t.Errorf("game %d is %+v", i, j)
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d games are apart from each other", len(seen))
	}
}

// TestStopped ends a run: what was played counts, and a second run plays the rest.
func TestStopped(t *testing.T) {
	c := config(t, 1, "minixiangqi")
	drain := make(chan struct{})
	c.Drain = drain
	res, err := Run(t.Context(), c, func(p work.Progress) {
		if p.Games == 1 {
			close(drain)
		}
	})
	if n := res.Games(); !errors.Is(err, context.Canceled) || n < 1 || n > 2 {
		t.Errorf("error %v, %d games", err, n)
	}
	c.Drain = nil
	if res, err = Run(t.Context(), c, nil); err != nil || res.Games() != 4 {
		t.Errorf("error %v, %d games", err, res.Games())
	}
}

// TestWrite prints the table with the study's sums beside ours.
func TestWrite(t *testing.T) {
	r := Result{Player: "ours", Nodes: 100000, Seed: 1, Rows: []Row{
		{Name: "horde-standard-36-r1", Soldier: "standard", Seats: [2]series.Score{{Won: 9, Smothers: 4, Plies: 900}, {Won: 10, Plies: 600, Unfinished: 1}}},
		{Name: "horde-veteran-36-r1", Soldier: "veteran", Seats: [2]series.Score{{Won: 10, Drawn: 0, Plies: 500}, {Won: 8, Drawn: 1, Lost: 1}}},
		{Name: "chess", Seats: [2]series.Score{{Won: 1}, {Won: 1}}},
	}}
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"ours at 100000 nodes a move against a random mover (seed 1)",
		"horde-standard-36-r1  9-0-0             4           10-0-0+1         79\n",
		"horde-veteran-36-r1   10-0-0            0           8-1-1            28\n",
		"all                   20-0-0            4           19-1-1+1 ",
		"standard          19 won of 19, 1 unfinished  60 won of 60\n",
		"veteran           18 won of 20                78 won of 80\n",
		"(other variants)  2 won of 2                  not played\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, b.String())
		}
	}
}
