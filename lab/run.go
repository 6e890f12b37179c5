package lab

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/rules"
	"buluo/search"
)

// Config says what a run plays.
type Config struct {
	Designs []design.Design
	Budgets []uint64 // nodes a move
	Cap     int      // plies after which a game is left unfinished; 0 is never
	Workers int      // games at once; 0 is one a processor
	Out     string   // the ledger
	Resume  bool     // go on with a ledger that exists: what it holds is not played again
}

// Progress is told before the first game and after every one.
type Progress struct {
	Games, Of int // finished and planned, those of a resumed ledger not counted
	Nodes     uint64
	NodesOf   uint64 // planned budgets: the measure of what is left, as games take as long as their budgets are large
	Job       schedule.Job
	Record    *ledger.Record // nil before the first game, and where a game was refused
	Elapsed   time.Duration
}

// Left estimates the time still needed.
func (p Progress) Left() time.Duration {
	if p.Nodes == 0 {
		return 0
	}
	return time.Duration(float64(p.Elapsed) * float64(p.NodesOf-p.Nodes) / float64(p.Nodes))
}

// run is a Run under way.
type run struct {
	Config
	cancel   context.CancelCauseFunc
	ledger   *ledger.Ledger
	kept     []ledger.Record
	rules    map[string]*rules.Rules
	report   func(Progress)
	progress Progress
	began    time.Time
	refused  error
	fatal    error
}

// Run plays what the config says and returns every game that its ledger then holds of the cells asked for, those resumed included. The error
// says what went wrong, with the games kept all the same: a refused game, a disagreement between our rooms and the
// referee (which ends the run at once), a ledger that cannot be written, or ctx's own end.
func Run(ctx context.Context, c Config, report func(Progress)) ([]ledger.Record, error) {
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	r := &run{Config: c, report: report, rules: map[string]*rules.Rules{}, began: time.Now()}
	for _, d := range c.Designs {
		compiled, err := rules.Compile(d.Spec)
		if err != nil {
			return nil, err
		}
		r.rules[d.Name()] = compiled
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	jobs := r.unplayed()
	r.progress.Of = len(jobs)
	for _, j := range jobs {
		r.progress.NodesOf += j.Budget
	}
	r.tell()
	var inner context.Context
	inner, r.cancel = context.WithCancelCause(ctx)
	defer r.cancel(nil)
	schedule.Run(inner, jobs, c.Workers, r.play, r.done)
	if r.fatal == nil && r.progress.Games < r.progress.Of {
		r.fatal = ctx.Err()
	}
	return r.kept, errors.Join(r.fatal, r.refused, r.ledger.Close())
}

// open opens the ledger and takes over what it holds.
func (r *run) open() (err error) {
	if !r.Resume {
		r.ledger, err = ledger.Create(r.Out)
		return err
	}
	var records []ledger.Record
	if r.ledger, records, err = ledger.Resume(r.Out); err != nil {
		return err
	}
	for i, rec := range records {
		if !r.wanted(&rec) {
			continue
		}
		if err := r.admit(&rec); err != nil {
			r.ledger.Close()
			return fmt.Errorf("%s: game %d: %w", r.Out, i+1, err)
		}
		r.kept = append(r.kept, rec)
	}
	return nil
}

// admit refuses a game of a resumed ledger that this run could not have played.
func (r *run) admit(rec *ledger.Record) error {
	if rec.Engine != search.Version {
		return fmt.Errorf("it was played by %s, this program is %s; the games of two players do not belong in one table", rec.Engine, search.Version)
	}
	for i := range r.kept {
		if k := &r.kept[i]; k.Variant == rec.Variant && k.Budget == rec.Budget {
			return fmt.Errorf("%s at %d nodes is there already; a deterministic player plays it once", rec.Variant, rec.Budget)
		}
	}
	return r.same(rec)
}

// wanted reports whether a record is a game that this run would play: the same design, budget and cap.
func (r *run) wanted(rec *ledger.Record) bool {
	if rec.Cap != r.Cap {
		return false
	}
	for _, j := range schedule.Jobs(r.Designs, r.Budgets) {
		if rec.Variant == j.Design.Name() && rec.Budget == j.Budget && rec.Start == j.Design.Spec.Start {
			return true
		}
	}
	return false
}

// unplayed lists the jobs whose games are not kept yet.
func (r *run) unplayed() []schedule.Job {
	var jobs []schedule.Job
	for _, j := range schedule.Jobs(r.Designs, r.Budgets) {
		if !slices.ContainsFunc(r.kept, func(k ledger.Record) bool { return k.Variant == j.Design.Name() && k.Budget == j.Budget }) {
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// play plays a job: one player in both seats, as a program that analyses both sides does.
func (r *run) play(ctx context.Context, j schedule.Job) (*match.Game, error) {
	compiled := r.rules[j.Design.Name()]
	player := match.NewSearching(compiled, search.Options{}, search.Limits{Nodes: j.Budget})
	return match.Play(ctx, compiled, [2]match.Player{player, player}, r.Cap)
}

// done keeps a game. It is called for one game at a time.
func (r *run) done(res schedule.Result[*match.Game]) {
	if res.Err != nil {
		r.abort(res.Err)
		return
	}
	if res.Value.Termination == match.Unfinished {
		return
	}
	rec := ledger.Of(res.Job.Design.Name(), res.Job.Design.Spec.Start, search.Version, res.Job.Budget, r.Cap, res.Value)
	p := &r.progress
	p.Games, p.Nodes, p.Job, p.Record = p.Games+1, p.Nodes+res.Job.Budget, res.Job, nil
	if err := r.same(&rec); err != nil {
		r.refused = errors.Join(r.refused, err)
	} else if err := r.ledger.Append(rec); err != nil {
		r.abort(err)
		return
	} else {
		r.kept = append(r.kept, rec)
		p.Record = &rec
	}
	r.tell()
}

// tell reports the progress.
func (r *run) tell() {
	r.progress.Elapsed = time.Since(r.began)
	if r.report != nil {
		r.report(r.progress)
	}
}

// same refuses a game that its cell holds already at another budget.
func (r *run) same(rec *ledger.Record) error {
	for i := range r.kept {
		if k := &r.kept[i]; k.Variant == rec.Variant && k.Moves == rec.Moves {
			return fmt.Errorf("%s: budgets %d and %d played the same game of %d plies; a cell's games must differ, so the second is refused",
				rec.Variant, k.Budget, rec.Budget, rec.Plies)
		}
	}
	return nil
}

// abort ends the run for good. The first reason counts; others may follow from it.
func (r *run) abort(err error) {
	if r.fatal == nil {
		r.fatal = err
	}
	r.cancel(err)
}
