package parallel

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestOrder finishes tasks in an order of their own: they are handed over in that of their numbers, each once, by no more workers than asked for.
func TestOrder(t *testing.T) {
	var made atomic.Int32
	var got []int
	err := Run(t.Context(), nil, 20, 4, func() Worker[int] {
		made.Add(1)
		return func(_ context.Context, task int) (int, error) {
			time.Sleep(time.Duration(task%4) * time.Millisecond)
			return task * task, nil
		}
	}, func(task, value int) error {
		if value != task*task {
			t.Errorf("task %d gave %d", task, value)
		}
		got = append(got, task)
		return nil
	})
	if err != nil || made.Load() != 4 || len(got) != 20 || !slices.IsSorted(got) {
		t.Errorf("error %v, %d workers, tasks %v", err, made.Load(), got)
	}
}

// TestErrors ends runs early: by a task, by who takes the results, from outside.
func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	simple := func() Worker[int] {
		return func(_ context.Context, task int) (int, error) {
			if task == 3 {
				return 0, broken
			}
			return task, nil
		}
	}
	handed := 0
	if err := Run(t.Context(), nil, 100, 2, simple, func(int, int) error { handed++; return nil }); !errors.Is(err, broken) || handed > 10 || handed < 3 {
		t.Errorf("a broken task: %v after %d results", err, handed)
	}
	if err := Run(t.Context(), nil, 3, 1, simple, func(int, int) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("nobody to take the results: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(ctx, nil, 3, 1, simple, func(int, int) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	if err := Run(t.Context(), nil, 0, 1, simple, func(int, int) error { return broken }); err != nil {
		t.Errorf("nothing to do: %v", err)
	}
}

// TestLate keeps what was finished out of order when a task before it failed.
func TestLate(t *testing.T) {
	broken, gate := errors.New("broken"), make(chan struct{})
	var got []int
	err := Run(t.Context(), nil, 2, 2, func() Worker[int] {
		return func(_ context.Context, task int) (int, error) {
			if task == 0 {
				<-gate
				time.Sleep(20 * time.Millisecond)
				return 0, broken
			}
			close(gate)
			return task, nil
		}
	}, func(task, _ int) error {
		got = append(got, task)
		return nil
	})
	if !errors.Is(err, broken) || !slices.Equal(got, []int{1}) {
		t.Errorf("error %v, results of %v", err, got)
	}
}

// TestDrain stops a run in good order: the tasks under way are finished and handed over, no other is begun, and the run says that it is not whole. A drain
// that closes with the last task changes nothing.
func TestDrain(t *testing.T) {
	for _, n := range []int{50, 2} {
		drain, handed := make(chan struct{}), 0
		var begun atomic.Int32
		err := Run(t.Context(), drain, n, 2, func() Worker[int] {
			return func(_ context.Context, task int) (int, error) {
				begun.Add(1)
				time.Sleep(5 * time.Millisecond)
				return task, nil
			}
		}, func(task, _ int) error {
			if handed++; handed == 1 {
				close(drain)
			}
			return nil
		})
		if whole := n == 2; (err == nil) != whole || !whole && !errors.Is(err, context.Canceled) || handed != int(begun.Load()) || handed > 4 {
			t.Errorf("%d tasks: error %v, %d begun, %d handed over", n, err, begun.Load(), handed)
		}
	}
}
