package schedule

import (
	"context"
	"slices"
	"sync"

	"buluo/lab/design"
)

// Job is one game to be played: a design at a budget of nodes a move. Jobs of one design make a cell of the tables.
type Job struct {
	Design design.Design
	Budget uint64
}

// Jobs returns every design at every budget. The largest budgets come first, as the longest games should not be begun last; within a
// budget the designs keep their order.
func Jobs(designs []design.Design, budgets []uint64) []Job {
	sorted := slices.Clone(budgets)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	sorted = slices.Compact(sorted)
	var jobs []Job
	for _, b := range sorted {
		for _, d := range designs {
			jobs = append(jobs, Job{d, b})
		}
	}
	return jobs
}

// Result is what came of a job.
type Result[T any] struct {
	Job   Job
	Value T
	Err   error
}

// Run works on jobs with a number of workers and calls done with every result, one at a time, in the order in which they come. When
// ctx ends, jobs not begun are not begun, and those under way are handed in as they are. Run returns when all workers have.
func Run[T any](ctx context.Context, jobs []Job, workers int, work func(context.Context, Job) (T, error), done func(Result[T])) {
	todo := make(chan Job)
	results := make(chan Result[T])
	var wg sync.WaitGroup
	for range max(1, workers) {
		wg.Go(func() {
			for j := range todo {
				v, err := work(ctx, j)
				results <- Result[T]{j, v, err}
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
			select {
			case todo <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	for r := range results {
		done(r)
	}
}
