package corpus

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"runtime"
	"sync"
	"time"

	"buluo/eval"
	"buluo/lab/duel"
	"buluo/lab/match"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

// Config says what games are played.
type Config struct {
	File     string // goes on where it exists
	Variants []*variant.Spec
	Games    int         // of each variant
	Nodes    [][2]uint64 // a move, White's and Black's; games take turns
	Opening  [2]int      // random plies, from and to; games take turns
	Seed     uint64
	Cap      int // plies after which a game is left unfinished; 0 is never
	Workers  int // games at a time; 0 is one a processor
	Weights  eval.Weights
	TableMB  int
}

// Progress is told before the first game and after every one.
type Progress struct {
	Done, Of int // games of this run
	Held     int // games that the file had already
	Last     *Game
	Elapsed  time.Duration
}

// job is a game to be played.
type job struct {
	rules   *rules.Rules
	key     Key
	opening int
}

// Play plays the games that the file does not have yet, each judged by the referee as well, and adds each as soon as it is over. When ctx ends
// those under way are dropped; the same call later goes on. The order is that of the numbers, by turns of the variants, so
// that a run cut short has some of each.
func Play(ctx context.Context, c Config, report func(Progress)) (err error) {
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	if len(c.Variants) == 0 || len(c.Nodes) == 0 {
		return errors.New("games need a variant and a number of nodes")
	}
	file, held, err := Open(c.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	jobs, err := c.jobs(held)
	if err != nil {
		return err
	}
	now := Progress{Of: len(jobs), Held: len(held)}
	report(now)

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	todo, began := make(chan job), time.Now()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range c.Workers {
		wg.Go(func() {
			w := worker{c: &c, seats: map[seatKey][2]match.Player{}}
			for j := range todo {
				g, err := w.play(ctx, j)
				mu.Lock()
				if err == nil {
					err = file.Add(g)
				}
				if err == nil {
					now.Done, now.Last, now.Elapsed = now.Done+1, g, time.Since(began)
					report(now)
				}
				mu.Unlock()
				if err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, j := range jobs {
		select {
		case todo <- j:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(todo)
	wg.Wait()
	return context.Cause(ctx)
}

// jobs returns the games that are still to be played.
func (c *Config) jobs(held []*Game) ([]job, error) {
	have := map[Key]bool{}
	for _, g := range held {
		have[g.Key] = true
	}
	var all []*rules.Rules
	var engines []string
	for _, spec := range c.Variants {
		r, err := rules.Compile(spec)
		if err != nil {
			return nil, err
		}
		all, engines = append(all, r), append(engines, engine(r, c.Weights))
	}
	span := max(1, c.Opening[1]-c.Opening[0]+1)
	var jobs []job
	for n := range c.Games {
		for i, r := range all {
			key := Key{Variant: r.Spec().Name, Engine: engines[i], Seed: c.Seed, Number: uint64(n), Nodes: c.Nodes[n%len(c.Nodes)]}
			if !have[key] {
				have[key] = true // a variant named twice is one
				jobs = append(jobs, job{r, key, c.Opening[0] + n/len(c.Nodes)%span})
			}
		}
	}
	return jobs, nil
}

// engine names who plays: the search and the sum of its evaluation's numbers. Games of another player are other games.
func engine(r *rules.Rules, w eval.Weights) string {
	sum := crc32.New(table())
	for _, t := range eval.New(r, w).Terms() {
		fmt.Fprintln(sum, t.Name, t.Mg, t.Eg)
	}
	return fmt.Sprintf("%s eval %08x", search.Version, sum.Sum32())
}

// seatKey is what players are made for.
type seatKey struct {
	rules *rules.Rules
	nodes [2]uint64
}

// worker plays one game after another.
type worker struct {
	c     *Config
	seats map[seatKey][2]match.Player
}

// players returns the two seats: one player where both have the same budget. A stronger side must not fill the other's table.
func (w *worker) players(r *rules.Rules, nodes [2]uint64) [2]match.Player {
	key := seatKey{r, nodes}
	if both, ok := w.seats[key]; ok {
		return both
	}
	if len(w.seats) >= 2 { // tables are large, and variants take turns
		clear(w.seats)
	}
	one := func(n uint64) match.Player {
		return match.NewSearching(r, search.Options{TableMB: max(1, w.c.TableMB), Weights: &w.c.Weights}, search.Limits{Nodes: n})
	}
	both := [2]match.Player{one(nodes[0])}
	both[1] = both[0]
	if nodes[1] != nodes[0] {
		both[1] = one(nodes[1])
	}
	w.seats[key] = both
	return both
}

// play plays one game.
func (w *worker) play(ctx context.Context, j job) (*Game, error) {
	opening := duel.Opening(j.rules, j.opening, j.key.Seed, j.key.Number)
	played, err := match.PlayFrom(ctx, j.rules, opening, w.players(j.rules, j.key.Nodes), w.c.Cap)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%s, game %d of seed %d: %w", j.key.Variant, j.key.Number, j.key.Seed, err)
	}
	g := &Game{Key: j.key, Opening: len(opening), Outcome: played.Outcome}
	for i, choice := range played.Choices {
		g.Moves = append(g.Moves, choice.Move)
		if i >= len(opening) {
			g.Scores = append(g.Scores, int16(choice.Score))
		}
	}
	return g, nil
}
