package schedule

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"buluo/lab/design"
)

func designs(t *testing.T) []design.Design {
	t.Helper()
	list, err := design.Select([]string{"horde-standard-27-r?"})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestJobs checks that every cell is there once, large budgets first.
func TestJobs(t *testing.T) {
	list := designs(t)
	jobs := Jobs(list, []uint64{100, 400, 200, 100})
	if len(jobs) != 3*len(list) {
		t.Fatalf("%d jobs of %d designs at 3 budgets", len(jobs), len(list))
	}
	for i, j := range jobs {
		if want := []uint64{400, 200, 100}[i/len(list)]; j.Budget != want || j.Design.Name() != list[i%len(list)].Name() {
			t.Errorf("job %d is %s at %d", i, j.Design.Name(), j.Budget)
		}
	}
}

// TestRun checks that every job is done once, that no more than the workers work at once, and that results come one at a time.
func TestRun(t *testing.T) {
	jobs := Jobs(designs(t), []uint64{1, 2, 3, 4, 5, 6, 7})
	var working, telling atomic.Int32
	seen := map[string]int{}
	Run(t.Context(), jobs, 3, func(_ context.Context, j Job) (uint64, error) {
		if n := working.Add(1); n > 3 {
			t.Errorf("%d at work", n)
		}
		time.Sleep(time.Millisecond)
		working.Add(-1)
		if j.Budget == 5 {
			return 0, errors.New("five")
		}
		return 10 * j.Budget, nil
	}, func(r Result[uint64]) {
		if telling.Add(1) != 1 {
			t.Error("two results at once")
		}
		defer telling.Add(-1)
		seen[r.Job.Design.Name()]++
		if (r.Err != nil) != (r.Job.Budget == 5) || r.Err == nil && r.Value != 10*r.Job.Budget {
			t.Errorf("%d gave %d, %v", r.Job.Budget, r.Value, r.Err)
		}
	})
	for name, n := range seen {
		if n != 7 {
			t.Errorf("%s: %d results", name, n)
		}
	}
}

// TestCancel checks that a run that is stopped hands in what is under way and begins nothing more.
func TestCancel(t *testing.T) {
	jobs := Jobs(designs(t), []uint64{1, 2, 3, 4, 5, 6, 7})
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	Run(ctx, jobs, 2, func(ctx context.Context, j Job) (bool, error) {
		cancel()
		<-ctx.Done()
		return true, nil
	}, func(Result[bool]) { done++ })
	if done == 0 || done > 4 {
		t.Errorf("%d results after the first job stopped the run", done)
	}
}
