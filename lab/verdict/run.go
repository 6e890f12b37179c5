package verdict

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"buluo/board"
	"buluo/game"
	"buluo/lab/design"
	"buluo/lab/duel"
	"buluo/lab/ladder"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/parallel"
	"buluo/lab/rescore"
	"buluo/rules"
	"buluo/search"
)

// Config says what is measured. The same config reports the same, to the letter: nothing in it is a
// time, and seeds are named.
type Config struct {
	Designs  []design.Design
	Budgets  []uint64 // nodes a move, of both seats
	Openings int      // games at each budget: the first from the array itself, the others after random plies
	Plies    int      // random plies of an opening
	Seed     uint64   // of the openings
	Cap      int      // plies after which a game is left unfinished; 0 is never

	Judge   uint64 // nodes by which every position is judged; 0 leaves out what rests on it
	Samples int    // positions of a game whose every move is judged

	Rungs []ladder.Rung // of the ladder; none leaves it out
	Pairs int           // on each rung

	Rules []rescore.Rule // by which the games are re-scored
	Gates Gates

	Workers int
	Options search.Options

	Kept []ledger.Record // games of an earlier run: those that this one would play are not played again

	Drain <-chan struct{} // when it closes no game is begun any more, and those under way are finished; nil never closes
	Read  bool            // play nothing: judge every kept game of the designs, whoever played it, at whatever budget
}

// Step tells how far a run is: one game more was played, or taken over, and measured.
type Step struct {
	Record *ledger.Record
	Fresh  bool // just played, and not yet kept anywhere
}

// Games returns how many steps a run will have. It is known before anything is played, for a bar
// that shows how far the run is.
func (c *Config) Games() int {
	n := len(c.Designs) * len(c.Rungs) * c.Pairs * 2
	if c.Read {
		return n + len(c.tasks())
	}
	return n + len(c.Designs)*len(c.Budgets)*c.Openings
}

// task is a game to measure. kept is the game where an earlier run has played it, and nil where it
// is still to be played.
type task struct {
	design  int
	budget  uint64
	opening int
	kept    *ledger.Record
}

// Run measures designs and calls each, if not nil, with every game in an order that does not depend
// on the number of workers. A game that the referee does not confirm ends the run: nothing is said
// of a design whose games are not sure. A run that ends early for another reason, by ctx, by Drain
// or by each, reports what it has measured until then, if anything, beside the error: hours of
// games are not thrown away.
func Run(ctx context.Context, c Config, each func(Step) error) (*Report, error) {
	compiled := make([]*rules.Rules, len(c.Designs))
	for i, d := range c.Designs {
		var err error
		if compiled[i], err = rules.Compile(d.Spec); err != nil {
			return nil, err
		}
	}
	tasks := c.tasks()
	if len(tasks) == 0 {
		return nil, errors.New("there is no game to judge by")
	}
	if each == nil {
		each = func(Step) error { return nil }
	}
	done, failed := 0, error(nil)
	step := func(s Step) error {
		done++
		failed = each(s)
		return failed
	}
	games := make([][]*facts, len(c.Designs))
	err := parallel.Run(ctx, c.Drain, len(tasks), c.Workers, func() parallel.Worker[*facts] {
		w := worker{c: &c, rules: compiled, at: -1}
		return func(ctx context.Context, i int) (*facts, error) { return w.measure(ctx, tasks[i]) }
	}, func(i int, f *facts) error {
		games[tasks[i].design] = append(games[tasks[i].design], f)
		return step(Step{f.rec, tasks[i].kept == nil})
	})
	var rows []ladder.Row
	if err == nil {
		rows, err = c.climb(ctx, step)
	}
	if stopped := failed != nil || errors.Is(err, context.Canceled); err != nil && (!stopped || done == 0) {
		return nil, err
	}
	report := c.report(compiled, games, rows)
	report.Unplayed = c.Games() - done
	return report, err
}

// climb plays the ladder, and returns the rungs on which a game was played.
func (c *Config) climb(ctx context.Context, each func(Step) error) ([]ladder.Row, error) {
	if len(c.Rungs) == 0 || c.Pairs == 0 {
		return nil, nil
	}
	rows, err := ladder.Run(ctx, ladder.Config{
		Designs: c.Designs, Rungs: c.Rungs, Pairs: c.Pairs, Plies: c.Plies, Seed: c.Seed, Cap: c.Cap,
		Workers: c.Workers, Options: c.Options, Kept: c.Kept, Drain: c.Drain,
	}, func(rec *ledger.Record, fresh bool, _ []ladder.Row) error { return each(Step{rec, fresh}) })
	return slices.DeleteFunc(rows, func(r ladder.Row) bool { return r.Seats == [2]ladder.Score{} }), err
}

// tasks lists the games: design by design, budget by budget. The order is the report's, and that of
// the file in which games are kept. Of records that are read only games between equals count: a
// stronger player in one seat says nothing about the design's fairness.
func (c *Config) tasks() []task {
	var list []task
	if c.Read {
		for i := range c.Designs {
			for k := range c.Kept {
				rec := &c.Kept[k]
				// A record that brings another stanza along is of another variant of the same name.
				if rec.Variant == c.Designs[i].Name() && rec.INI == c.Designs[i].Stanza() && rescore.PlayersOf(rec) == rescore.Equals {
					list = append(list, task{i, rec.Budget, 0, rec})
				}
			}
		}
		return list
	}
	kept := map[string]*ledger.Record{}
	for k := range c.Kept {
		rec := &c.Kept[k]
		opening := strings.Fields(rec.Moves)[:openingOf(rec)]
		// Of two records of one game the later one counts; they are the same.
		kept[key(rec.Variant, rec.INI, rec.Engine, rec.Budget, rec.Cap, strings.Join(opening, " "))] = rec
	}
	for i, d := range c.Designs {
		r, err := rules.Compile(d.Spec)
		if err != nil {
			return nil // Run has compiled it before
		}
		stanza, openings := d.Stanza(), make([]string, c.Openings)
		for n := range openings {
			openings[n] = text(r, c.opening(r, n))
		}
		for _, budget := range c.Budgets {
			for n := range c.Openings {
				list = append(list, task{i, budget, n, kept[key(d.Name(), stanza, search.Version, budget, c.Cap, openings[n])]})
			}
		}
	}
	return list
}

// key names a game among those kept. It holds all that decides how the game goes, the engine's
// version with it: another search plays other games, and mixing the two would measure neither.
func key(variant, stanza, engine string, budget uint64, capPlies int, opening string) string {
	return fmt.Sprintf("%s/%s/%s/%d/%d/%s", variant, stanza, engine, budget, capPlies, opening)
}

// opening returns the n-th opening. The first is none: what is asked is whether a side wins from
// the start.
func (c *Config) opening(r *rules.Rules, n int) []board.Move {
	if n == 0 {
		return nil
	}
	return duel.Opening(r, c.Plies, c.Seed, uint64(n))
}

// text writes moves from the array as records do. It is how a kept game is known again, since
// records have no place for the number of an opening.
func text(r *rules.Rules, moves []board.Move) string {
	g := game.New(r)
	for _, m := range moves {
		if err := g.Play(m); err != nil {
			panic(err) // the opening's own moves
		}
	}
	return strings.Join(g.Text(game.UCI), " ")
}

// worker plays and measures games, with a player and a judge of its own for the design at hand. It
// goes through its tasks in the order of designs, so that tables are made again only where the
// design changes.
type worker struct {
	c      *Config
	rules  []*rules.Rules
	at     int // the design that they are for
	budget uint64
	player match.Player
	judge  *judge
}

// measure plays a game, unless it is kept, and takes its facts. The referee has the first word: it
// replays the game under its own rules before anything is counted, and an error of its ends the
// run.
func (w *worker) measure(ctx context.Context, t task) (*facts, error) {
	r, d := w.rules[t.design], w.c.Designs[t.design]
	if w.at != t.design {
		w.at, w.player, w.judge = t.design, nil, nil
		if w.c.Judge > 0 {
			w.judge = newJudge(r, w.c.Judge, w.c.Samples)
		}
	}
	rec := t.kept
	if rec == nil {
		played, err := w.play(ctx, r, d, t)
		if err != nil {
			return nil, err
		}
		rec = &played
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

// play plays a game of our engine against itself. One player has both seats, so that neither has a
// larger table than the other. A game that was cut short is no game: its error is the context's,
// and nothing of it is kept.
func (w *worker) play(ctx context.Context, r *rules.Rules, d design.Design, t task) (ledger.Record, error) {
	if w.player == nil || w.budget != t.budget {
		w.player, w.budget = match.NewSearching(r, w.c.Options, search.Limits{Nodes: t.budget}), t.budget
	}
	g, err := match.PlayFrom(ctx, r, w.c.opening(r, t.opening), [2]match.Player{w.player, w.player}, w.c.Cap)
	if err == nil && g.Termination == match.Unfinished {
		err = context.Cause(ctx)
	}
	if err != nil {
		return ledger.Record{}, err
	}
	rec := ledger.Of(d.Name(), d.Spec.Start, search.Version, t.budget, w.c.Cap, g)
	rec.INI = d.Stanza()
	return rec, nil
}
