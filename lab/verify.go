package lab

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"buluo/lab/ledger"
	"buluo/lab/stat"
	"buluo/lab/store"
)

// Finding is one thing that is not as it is recorded.
type Finding struct {
	Game string // which, as people find it; "" where it is none in particular
	Text string
}

// String writes the finding on a line.
func (f Finding) String() string {
	if f.Game == "" {
		return f.Text
	}
	return f.Game + ": " + f.Text
}

// Proof is what a verification saw.
type Proof struct {
	Games, Positions int
	Tallies          int // recounted
	Adjudicated      int // of the games, given by what the players thought and not ended by their rules
	Timed            int // of the games, played by the clock: as they are, but never again
	Open             int // jobs still to be played, of which nothing is claimed
	Wrong            []Finding
}

// checked is a game with what was found.
type checked struct {
	name               string
	positions          int
	adjudicated, timed bool
	err                error
}

// VerifyStore replays every game of a store with the referee, the counted and those in quarantine, derives every result again, and holds the counts
// against a recount. The error is for what kept it from looking.
func VerifyStore(ctx context.Context, s *store.Store, workers int) (Proof, error) {
	var p Proof
	wrong, err := s.Check(ctx)
	if err != nil {
		return p, err
	}
	for _, w := range wrong {
		p.Wrong = append(p.Wrong, Finding{Text: w})
	}
	if p.Open, err = s.Count(ctx, store.Planned); err != nil {
		return p, err
	}
	records := make(chan named)
	failed := make(chan error, 1)
	go func() {
		defer close(records)
		failed <- sendGames(ctx, s, records)
	}()
	p.check(records, workers)
	if err := <-failed; err != nil {
		return p, err
	}
	return p, p.recount(ctx, s)
}

// named is a record with what it is called in findings.
type named struct {
	name   string
	record *ledger.Record
	digest string // as it was stored; "" where it was not
}

func sendGames(ctx context.Context, s *store.Store, to chan<- named) error {
	for g, err := range s.Games(ctx, store.Filter{All: true, Bare: true}) {
		if err != nil {
			return err
		}
		name := fmt.Sprintf("game %s, %s at %d nodes", g.ID[:12], g.Variant, g.Budget)
		select {
		case to <- named{name, &g.Record, g.Digest}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// check replays records with several goroutines and adds up, in the order of the names.
func (p *Proof) check(records <-chan named, workers int) {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	j := newJudge()
	results := make(chan checked)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for r := range records {
				n, err := j.check(r.record)
				if err == nil && r.digest != "" && r.digest != r.record.Digest() {
					err = fmt.Errorf("it is not as it was committed: its digest was %s", r.digest)
				}
				results <- checked{r.name, n, r.record.Adjudicated(), r.record.Job != nil && r.record.Job.Timed(), err}
			}
		})
	}
	go func() { wg.Wait(); close(results) }()
	var wrong []Finding
	for c := range results {
		p.Games++
		p.Positions += c.positions
		if c.adjudicated {
			p.Adjudicated++
		}
		if c.timed {
			p.Timed++
		}
		if c.err != nil {
			wrong = append(wrong, Finding{c.name, c.err.Error()})
		}
	}
	slices.SortFunc(wrong, func(a, b Finding) int { return cmp.Compare(a.Game, b.Game) })
	p.Wrong = append(p.Wrong, wrong...)
}

// recount holds the kept counts against the games.
func (p *Proof) recount(ctx context.Context, s *store.Store) error {
	kept, err := s.Tallies(ctx)
	if err != nil {
		return err
	}
	counted, err := s.Recount(ctx)
	if err != nil {
		return err
	}
	type cell struct{ name, stanza string }
	index := func(list []store.Tally) map[cell]stat.Tally {
		m := map[cell]stat.Tally{}
		for _, t := range list {
			name := fmt.Sprintf("%s, %s against %s, cap %d", t.Variant, t.Players[0].Config(), t.Players[1].Config(), t.Cap)
			m[cell{name, t.Stanza}] = t.Tally
		}
		return m
	}
	want, have := index(counted), index(kept)
	p.Tallies = len(want)
	for c, t := range want {
		if have[c] != t {
			p.Wrong = append(p.Wrong, Finding{c.name, fmt.Sprintf("the count kept is %s, the games give %s", have[c], t)})
		}
	}
	for c, t := range have {
		if _, ok := want[c]; !ok {
			p.Wrong = append(p.Wrong, Finding{c.name, fmt.Sprintf("the count kept is %s, there are no games", t)})
		}
	}
	return nil
}

// VerifyRecords is VerifyStore for records of a file. Names are what findings call them.
func VerifyRecords(ctx context.Context, file string, records []ledger.Record, workers int) (Proof, error) {
	var p Proof
	in := make(chan named)
	go func() {
		defer close(in)
		for i := range records {
			select {
			case in <- named{name: fmt.Sprintf("%s: game %d, %s", file, i+1, records[i].Variant), record: &records[i]}:
			case <-ctx.Done():
				return
			}
		}
	}()
	p.check(in, workers)
	return p, ctx.Err()
}
