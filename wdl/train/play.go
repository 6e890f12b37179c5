package train

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"buluo/lab/duel"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
	"buluo/wdl"
)

// Config says what is played. The same config plays the same games however many play at a time.
type Config struct {
	Families []wdl.Family // the variants of each take turns
	Games    int          // of each family
	Nodes    uint64       // of a move
	Cap      int          // plies after which a game is given up; it says nothing then
	Seed     uint64       // of the openings
	Workers  int          // games at a time; 1 if less

	Report func(done, of int) // after every game, if not nil; one call at a time
}

// job is a game that is to be played. It knows its place among all of them, so that records can be
// put in order whoever finished first.
type job struct {
	index   int // among all games
	variant string
	number  int // of the variant's opening
}

// jobs lists the games, those of the families by turns. A run that is cut short has some games of
// every family.
func (c *Config) jobs() []job {
	var list []job
	for i := range c.Games {
		for _, f := range c.Families {
			if n := len(f.Play); n > 0 {
				list = append(list, job{len(list), f.Play[i%n], i / n})
			}
		}
	}
	return list
}

// plies is the length of an opening: some are short and even, some long and lopsided, so that there
// are games at all scores. The lengths go round by the number of the opening, so that every variant
// has them all.
func (j *job) plies() int { return 4 + 3*(j.number%6) }

// Play plays the games and returns their records in the order of the jobs, whoever finished first.
// The error is ctx's, a variant's or a disagreement with the referee; the games that were over by
// then are returned with it. A record that is not there has no variant, which is how those not
// played are told from the others.
func Play(ctx context.Context, c Config) ([]ledger.Record, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := c.jobs()
	compiled, err := compile(jobs)
	if err != nil {
		return nil, err
	}
	records := make([]ledger.Record, len(jobs))
	queue := make(chan job)
	var mu sync.Mutex
	var wg sync.WaitGroup
	done := 0
	for range max(c.Workers, 1) {
		wg.Go(func() {
			for j := range queue {
				rec, err := c.one(ctx, compiled[j.variant], j)
				if err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				records[j.index] = rec
				if done++; c.Report != nil {
					c.Report(done, len(jobs))
				}
				mu.Unlock()
			}
		})
	}
feed:
	for _, j := range jobs {
		select {
		case queue <- j:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	wg.Wait()
	records = slices.DeleteFunc(records, func(r ledger.Record) bool { return r.Variant == "" })
	return records, context.Cause(ctx)
}

// compile compiles the variants of the jobs. All of them before the first game: a name that is
// wrong should not come to light after hours.
func compile(jobs []job) (map[string]*rules.Rules, error) {
	compiled := map[string]*rules.Rules{}
	for _, j := range jobs {
		if compiled[j.variant] != nil {
			continue
		}
		spec, err := variant.Load(j.variant)
		if err != nil {
			return nil, err
		}
		r, err := rules.Compile(spec)
		if err != nil {
			return nil, err
		}
		compiled[j.variant] = r
	}
	return compiled, nil
}

// one plays a game, the same player in both seats. A new player for every game has an empty table,
// so that no game depends on the one before. Openings go by the number within the variant.
func (c *Config) one(ctx context.Context, r *rules.Rules, j job) (ledger.Record, error) {
	player := match.NewSearching(r, search.Options{}, search.Limits{Nodes: c.Nodes})
	opening := duel.Opening(r, j.plies(), c.Seed, uint64(j.number))
	g, err := match.PlayFrom(ctx, r, opening, [2]match.Player{player, player}, c.Cap)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return ledger.Record{}, fmt.Errorf("%s, game %d: %w", j.variant, j.number, err)
	}
	return ledger.Of(r.Spec().Name, r.Spec().Start, search.Version, c.Nodes, c.Cap, g), nil
}
