package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"buluo/board"
	"buluo/position"
	"buluo/search"
)

// SolveOptions say how problems are tried.
type SolveOptions struct {
	Nodes   uint64 // of each problem
	TableMB int    // 0 is the size of the signature's

	Report func(Attempt) // called after each problem, if not nil
}

// Attempt is what a search made of a problem.
type Attempt struct {
	Problem
	Solved bool

	// Needed is the nodes after which the search had the answer and kept it, as far as its iterations tell; 0 where it has not.
	Needed uint64
	Nodes  uint64 // in all
	Time   time.Duration
	Best   string
	Score  int // for the side to move
	Depth  int
}

// Solve tries problems one after the other, each with everything forgotten, and has distances proven as far as the budget goes. Where ctx ends,
// what was finished is returned with its error. A problem that makes no sense is an error that names it.
func Solve(ctx context.Context, problems []Problem, o SolveOptions) ([]Attempt, error) {
	if o.TableMB == 0 {
		o.TableMB = tableMB
	}
	drivers := map[string]*driver{}
	var list []Attempt
	for i, p := range problems {
		d, ok := drivers[p.Variant]
		if !ok {
			var err error
			if d, err = newDriver(p.Variant, o.TableMB); err != nil {
				return list, fmt.Errorf("problem %d: %w", i+1, err)
			}
			drivers[p.Variant] = d
		}
		a, err := d.solve(ctx, p, o.Nodes)
		if err != nil {
			return list, fmt.Errorf("problem %d: %w", i+1, err)
		}
		list = append(list, a)
		if o.Report != nil {
			o.Report(a)
		}
	}
	return list, nil
}

// solve tries one problem.
func (d *driver) solve(ctx context.Context, problem Problem, nodes uint64) (Attempt, error) {
	a := Attempt{Problem: problem}
	p, err := position.Parse(d.rules, problem.FEN)
	if err != nil {
		return a, fmt.Errorf("%s: %s: %w", problem.Variant, problem.FEN, err)
	}
	d.searcher.Clear()
	defer d.searcher.StopOn(ctx)()
	began := time.Now()
	res := d.searcher.Run(p, search.Limits{Nodes: nodes, Exact: true}, func(i search.Info) {
		best := board.NoMove
		if len(i.PV) > 0 {
			best = i.PV[0]
		}
		switch right := problem.right(d.rules.UCI(best), i.Score, p.Side()); {
		case !right:
			a.Needed = 0
		case a.Needed == 0:
			a.Needed = max(i.Nodes, 1)
		}
	})
	if err := ctx.Err(); err != nil {
		return a, err
	}
	a.Nodes, a.Time, a.Best, a.Score, a.Depth = res.Nodes, time.Since(began), d.rules.UCI(res.Best), res.Score, res.Depth
	// The budget may have run out within an iteration that had just found something else.
	a.Solved = problem.right(a.Best, a.Score, p.Side())
	switch {
	case !a.Solved:
		a.Needed = 0
	case a.Needed == 0:
		a.Needed = res.Nodes
	}
	return a, nil
}

// right reports whether a best move and its score answer the problem.
func (p *Problem) right(best string, score int, side board.Color) bool {
	plies, forced := search.IsMate(score)
	switch p.Task {
	case Win:
		return best == p.Answer[0] && forced && plies > 0 && plies <= p.Plies
	case Save:
		return best == p.Answer[0]
	case Avoid:
		return !slices.Contains(p.Answer, best)
	case Distance:
		switch p.Winner {
		case board.NoColor:
			return !forced
		case side:
			return forced && plies == p.Plies
		}
		return forced && plies == -p.Plies
	}
	return false
}

// Score counts what was solved, and the nodes that it needed.
type Score struct {
	Solved, Of int
	Needed     uint64 // by those solved, together
}

// Tally counts attempts by task, and all together under NoTask.
func Tally(list []Attempt) map[Task]Score {
	tally := map[Task]Score{}
	for _, a := range list {
		for _, task := range [2]Task{NoTask, a.Task} {
			s := tally[task]
			s.Of++
			if a.Solved {
				s.Solved++
				s.Needed += a.Needed
			}
			tally[task] = s
		}
	}
	return tally
}
