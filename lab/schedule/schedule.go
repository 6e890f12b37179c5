package schedule

import (
	"context"
	"sync"
)

// Result is what came of a task.
type Result[J, T any] struct {
	Job   J
	Value T
	Err   error
}

// Run works on jobs with a number of workers and calls done with every result, one at a time, in the order in which they come. When drain
// is closed no job is begun any more, and those under way are finished; when ctx ends they are handed in as they are. A nil drain never closes.
// Run returns when all workers have.
func Run[J, T any](ctx context.Context, drain <-chan struct{}, jobs []J, workers int, work func(context.Context, J) (T, error),
	done func(Result[J, T])) {
	todo := make(chan J)
	results := make(chan Result[J, T])
	var wg sync.WaitGroup
	for range max(1, workers) {
		wg.Go(func() {
			for j := range todo {
				v, err := work(ctx, j)
				results <- Result[J, T]{j, v, err}
			}
		})
	}
	go func() {
		defer func() {
			close(todo)
			wg.Wait()
			close(results)
		}()
		for _, j := range jobs {
			// A closed drain must win over a worker that is free at the same moment.
			select {
			case <-drain:
				return
			case <-ctx.Done():
				return
			default:
			}
			select {
			case todo <- j:
			case <-drain:
				return
			case <-ctx.Done():
				return
			}
		}
	}()
	for r := range results {
		done(r)
	}
}
