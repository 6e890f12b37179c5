package verdict

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"buluo/lab/ladder"
	"buluo/lab/ledger"
	"buluo/lab/parallel"
	"buluo/lab/rescore"
	"buluo/lab/schedule"
	"buluo/lab/series"
	"buluo/lab/store"
	"buluo/lab/work"
	"buluo/rules"
)

// Config says what is measured. The same config reports the same, to the letter: nothing in it is a
// time, and seeds are named.
type Config struct {
	series.Config // its Seed is that of the openings

	Budgets  []uint64 // nodes a move, of both seats
	Openings int      // games at each budget: the first from the array itself, the others after random plies
	Plies    int      // random plies of an opening

	Judge   uint64 // nodes by which every position is judged; 0 leaves out what rests on it
	Samples int    // positions of a game whose every move is judged

	Rungs []ladder.Rung // of the ladder; none leaves it out
	Pairs int           // on each rung

	Rules []rescore.Rule // by which the games are re-scored
	Gates Gates

	Read  bool            // play nothing but the ladder: judge Games
	Games []ledger.Record // where Read: every game of the designs between equals counts, whoever played it, at whatever budget
}

// Step tells how far the measuring of games is.
type Step struct{ Done, Of int }

// climb is the ladder of the config.
func (c *Config) climb() ladder.Config {
	return ladder.Config{Config: c.Config, Rungs: c.Rungs, Pairs: c.Pairs, Plies: c.Plies}
}

// task is a game to measure.
type task struct {
	design int
	rec    *ledger.Record
}

// Run plays what the store does not hold yet, and measures. A game that the referee does not confirm
// ends the run: nothing is said of a design whose games are not sure. A run that ends early for
// another reason, by ctx or by Drain, reports what there is by then, if anything, beside the error:
// hours of games are not thrown away.
func Run(ctx context.Context, c Config, playing func(work.Progress), measuring func(Step)) (*Report, error) {
	compiled := make([]*rules.Rules, len(c.Designs))
	for i, d := range c.Designs {
		var err error
		if compiled[i], err = rules.Compile(d.Spec); err != nil {
			return nil, err
		}
	}
	p, err := c.play(ctx, compiled, playing)
	switch {
	case err != nil && (!errors.Is(err, context.Canceled) || ctx.Err() != nil || len(p.tasks) == 0):
		return nil, err
	case len(p.tasks) == 0:
		return nil, errors.Join(p.trouble, errors.New("there is no game to judge by"))
	case err != nil:
		c.Drain = nil // it has closed, and what was played until then is to be known
	}
	games, left, cut := c.measure(ctx, compiled, p.tasks, measuring)
	if cut != nil && (!errors.Is(cut, context.Canceled) || left == len(p.tasks)) {
		return nil, cut
	}
	report := c.report(compiled, games, p)
	report.Unplayed = p.unplayed + left
	return report, errors.Join(err, cut, p.trouble)
}

// measure takes the facts of games, of each design in the order of the tasks, and returns how many were left when it ended.
func (c *Config) measure(ctx context.Context, compiled []*rules.Rules, tasks []task, report func(Step)) (games [][]*facts, left int, err error) {
	games, left = make([][]*facts, len(c.Designs)), len(tasks)
	workers := c.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	err = parallel.Run(ctx, c.Drain, len(tasks), workers, func() parallel.Worker[*facts] {
		w := worker{c: c, rules: compiled, at: -1}
		return func(ctx context.Context, i int) (*facts, error) { return w.measure(ctx, tasks[i]) }
	}, func(i int, f *facts) error {
		games[tasks[i].design] = append(games[tasks[i].design], f)
		if left--; report != nil {
			report(Step{len(tasks) - left, len(tasks)})
		}
		return nil
	})
	return games, left, err
}

// played is what there is to measure.
type played struct {
	tasks    []task
	twins    []int // of each design: games refused, since another budget had played the same
	rows     []ladder.Row
	unplayed int
	trouble  error // of games that came to nothing
}

// play plays the games between equals and those of the ladder in one series, or takes the former as they are given. The tasks are in the order of designs,
// budgets and openings, which is the report's.
func (c *Config) play(ctx context.Context, compiled []*rules.Rules, report func(work.Progress)) (played, error) {
	p := played{twins: make([]int, len(c.Designs))}
	var jobs []schedule.Job
	if c.Read {
		p.tasks = c.given()
	} else {
		jobs = c.jobs(compiled)
	}
	equals, climb := len(jobs), c.climb()
	plan, err := climb.Plan()
	if err != nil {
		return p, err
	}
	if jobs = append(jobs, plan.Jobs...); len(jobs) == 0 {
		return p, nil
	}
	games, err := series.Play(ctx, c.Config, jobs, report)
	for i, g := range games {
		design := 0
		if i < equals {
			design = i * len(c.Designs) / equals
		}
		switch {
		case g.State == store.Failed || g.State == store.Quarantined:
			p.trouble = errors.Join(p.trouble, series.Trouble(jobs[i:i+1], games[i:i+1]))
			p.unplayed++
		case g.State == store.Refused:
			p.twins[design]++
		case g.Record == nil:
			p.unplayed++
		case i < equals:
			p.tasks = append(p.tasks, task{design, g.Record})
		}
	}
	if len(games) > 0 {
		p.rows = slices.DeleteFunc(plan.Count(games[equals:]), func(r ladder.Row) bool { return !r.Played() })
	}
	return p, err
}

// given are the games that were given. Only those between equals count: a stronger player in one seat
// says nothing about the design's fairness. One that was left at a cap and then played on counts once.
func (c *Config) given() []task {
	var list []task
	superseded := rescore.Superseded(c.Games)
	for i := range c.Designs {
		for k := range c.Games {
			rec := &c.Games[k]
			if c.Designs[i].Is(rec.Variant, rec.INI) && rescore.PlayersOf(rec) == rescore.Equals &&
				(rec.Job == nil || rec.Job.Start == "") && !superseded(rec) {
				list = append(list, task{i, rec})
			}
		}
	}
	return list
}

// jobs lists the games between equals: design by design, budget by budget, opening by opening. The first
// opening is none: what is asked is whether a side wins from the start.
func (c *Config) jobs(compiled []*rules.Rules) []schedule.Job {
	var list []schedule.Job
	for i, d := range c.Designs {
		openings := make([]string, c.Openings)
		for n := 1; n < c.Openings; n++ {
			openings[n] = c.Opening(compiled[i], c.Plies, n)
		}
		for _, budget := range c.Budgets {
			player := c.With(budget)
			for _, opening := range openings {
				list = append(list, c.Job(d, [2]schedule.Player{player, player}, opening))
			}
		}
	}
	return list
}

// worker measures games, with a judge of its own for the design at hand. It goes through its tasks
// in the order of designs, so that tables are made again only where the design changes.
type worker struct {
	c     *Config
	rules []*rules.Rules
	at    int // the design that the judge is for
	judge *judge
}

// measure takes the facts of a game. The referee has the first word: it replays the game under its
// own rules before anything is counted, and an error of its ends the run.
func (w *worker) measure(ctx context.Context, t task) (*facts, error) {
	r, d, rec := w.rules[t.design], w.c.Designs[t.design], t.rec
	if w.at != t.design {
		w.at, w.judge = t.design, nil
		if w.c.Judge > 0 {
			w.judge = newJudge(r, w.c.Judge, w.c.Samples)
		}
	}
	verdicts, err := rescore.Game(d.Spec, rec, w.c.Rules)
	if err != nil {
		return nil, fmt.Errorf("a game of %s at %d nodes: %w", d.Name(), rec.Budget, err)
	}
	f, err := w.facts(ctx, r, rec)
	if err != nil {
		return nil, fmt.Errorf("a game of %s at %d nodes: %w", d.Name(), rec.Budget, err)
	}
	f.rescore = verdicts
	return f, nil
}

// facts measures a game, judged where there is a judge. The judge is told how long the game is
// beforehand, to spread its samples.
func (w *worker) facts(ctx context.Context, r *rules.Rules, rec *ledger.Record) (*facts, error) {
	if w.judge == nil {
		return factsOf(r, rec, nil)
	}
	look, scores, clarity := w.judge.watch(ctx, rec.Plies, openingOf(rec))
	f, err := factsOf(r, rec, look)
	if err != nil {
		return nil, err
	}
	f.scores, f.clarity = *scores, *clarity
	return f, nil
}
