package parallel

import (
	"context"
	"sync"
)

// Worker does tasks one after the other; one that is cut short by ctx gives ctx's error and no result. It belongs to one goroutine, so that it may
// keep what is dear to make: an engine's table, a compiled variant.
type Worker[T any] func(ctx context.Context, task int) (T, error)

// result is what came of one task.
type result[T any] struct {
	task  int
	value T
	err   error
}

// Run does tasks 0 to n-1. It calls make once for each worker, and done for every result, one at a time, in the order of the tasks. The first error,
// of a task or of done, ends the run: tasks not begun are not begun, and what was finished out of order by then is handed over
// nevertheless, since finished work is not thrown away. The error returned is that first one, or ctx's own.
//
// When drain closes no task is begun any more and those under way are finished; the run has then been cancelled, unless that was all. A nil drain never
// closes.
func Run[T any](ctx context.Context, drain <-chan struct{}, n, workers int, make func() Worker[T], done func(task int, value T) error) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	todo := feed(inner, drain, n)
	results := launch(inner, todo, max(1, min(workers, n)), make)
	early := map[int]T{}
	next := 0
	hand := func(task int, value T) {
		if err := done(task, value); err != nil {
			cancel(err)
		}
	}
	for r := range results {
		if r.err != nil {
			cancel(r.err)
			continue
		}
		early[r.task] = r.value
		for value, ready := early[next]; ready; value, ready = early[next] {
			delete(early, next)
			hand(next, value)
			next++
		}
	}
	for task := next; len(early) > 0 && task < n; task++ {
		if value, ready := early[task]; ready {
			delete(early, task)
			hand(task, value)
		}
	}
	if err := context.Cause(inner); err != nil || next == n {
		return err
	}
	return context.Canceled
}

// feed sends the numbers of the tasks until ctx ends, or drain closes.
func feed(ctx context.Context, drain <-chan struct{}, n int) <-chan int {
	todo := make(chan int)
	go func() {
		defer close(todo)
		for i := range n {
			select {
			case <-drain: // where both are ready, the end comes first
				return
			default:
			}
			select {
			case todo <- i:
			case <-drain:
				return
			case <-ctx.Done():
				return
			}
		}
	}()
	return todo
}

// launch starts the workers. The channel of results closes when the last of them has ended.
func launch[T any](ctx context.Context, todo <-chan int, workers int, newWorker func() Worker[T]) <-chan result[T] {
	results := make(chan result[T])
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			work := newWorker()
			for task := range todo {
				if ctx.Err() != nil {
					return
				}
				value, err := work(ctx, task)
				results <- result[T]{task, value, err}
			}
		})
	}
	go func() {
		wg.Wait()
		close(results)
	}()
	return results
}
