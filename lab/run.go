package lab

import (
	"context"
	"errors"

	"buluo/lab/ledger"
	"buluo/lab/schedule"
	"buluo/lab/series"
	"buluo/lab/store"
	"buluo/lab/work"
)

// Config says what a run plays.
type Config struct {
	series.Config
	Budgets []uint64 // nodes a move
}

// Jobs returns the games that the run is made of: one player in both seats of every design at every budget.
func (c *Config) Jobs() []schedule.Job {
	return schedule.SelfPlay(c.Designs, c.Budgets, c.With(0), c.Cap)
}

// Run plays what the config says, as far as the store does not hold it already, and returns every game that the store then holds of what was
// asked for. The error says what went wrong, with the games kept all the same: a refused game, players that did not get to the end of
// one, a disagreement between our rooms and the referee (which ends the run at once), a store that cannot be written, or ctx's own end.
func Run(ctx context.Context, c Config, report func(work.Progress)) ([]ledger.Record, error) {
	jobs := c.Jobs()
	games, err := series.Play(ctx, c.Config, jobs, report)
	return series.Records(games), errors.Join(err, series.Trouble(jobs, games))
}

// Outcome returns the games that the store holds of some jobs, in the order of the jobs, and an error that names those that came to nothing.
func Outcome(ctx context.Context, s *store.Store, jobs []schedule.Job) ([]ledger.Record, error) {
	games, err := series.Games(ctx, s, jobs)
	return series.Records(games), errors.Join(err, series.Trouble(jobs, games))
}

// Continue plays on every game of a store that was left at a cap of its run, with a larger cap, 0 for none, and returns the games played on. A game
// that was played on already is left alone. Which games is what the filter says of them, beyond that they were capped.
func Continue(ctx context.Context, path string, f store.Filter, capPlies int, o work.Options, report func(work.Progress)) ([]ledger.Record, error) {
	s, done, err := store.OpenExisting(ctx, path)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := s.Fits(ctx, f); err != nil {
		return nil, err
	}
	var jobs []schedule.Job
	f.Capped = true
	continued := map[string]bool{}
	for g, err := range s.Games(ctx, store.Filter{Variants: f.Variants}) {
		if err != nil {
			return nil, err
		}
		continued[g.Job.After] = true
	}
	for g, err := range s.Games(ctx, f) {
		if err != nil {
			return nil, err
		}
		if larger(capPlies, g.Cap) && !continued[g.ID] {
			jobs = append(jobs, g.Job.Continue(g.Moves, capPlies))
		}
	}
	// Those planned before and not finished are done too, by being planned again.
	if _, err := s.Plan(ctx, jobs); err != nil {
		return nil, err
	}
	err = work.Local(ctx, s, jobs, o, report)
	records, trouble := Outcome(context.WithoutCancel(ctx), s, jobs)
	return records, errors.Join(err, trouble)
}

// larger reports whether a cap allows more plies than another; 0 allows any number.
func larger(a, b int) bool { return b != 0 && (a == 0 || a > b) }
