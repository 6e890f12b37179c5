package contest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"buluo/board"
	"buluo/lab/book"
	"buluo/lab/design"
	"buluo/lab/duel"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/lab/series"
	"buluo/lab/stat"
	"buluo/lab/work"
	"buluo/rules"
)

// Config says who plays what. Of series.Config the designs take turns, the seed is that of the openings, and a Store of "" is one that is thrown away.
type Config struct {
	series.Config
	Players      [2]schedule.Player // with their budgets
	Pairs        int                // over all designs; fewer where there are not so many openings
	Plies        int                // random plies of an opening, where there is no book
	Books        []book.Book        // of the designs, in their order; nil is none
	Adjudication match.Adjudication
	Stop         func(stat.Pairs) bool // asked after every pair that counts; true ends the match early (a sequential test). Nil never does
}

// Pair is one opening played from both seats.
type Pair struct {
	Variant string
	Games   [2]*ledger.Record // the first player has White, then Black. nil is not played
}

// HalfPoints returns what the first player made of the pair, 0 to 4, and false where a game is missing or was left unfinished.
func (p *Pair) HalfPoints() (n int, finished bool) {
	return duel.HalfPoints(p.ends())
}

// ends returns how the games ended; the zero Outcome for one that is not played.
func (p *Pair) ends() (ends [2]board.Outcome) {
	for seat, rec := range p.Games {
		if rec != nil {
			ends[seat] = rec.Final()
		}
	}
	return ends
}

// Result is what a match came to, for the first player.
type Result struct {
	Of          int // pairs planned
	Pairs       stat.Pairs
	Variants    map[string]*duel.Tally
	Unfinished  int // pairs with a game that neither its rules nor an adjudication ended
	Missing     int // pairs with a game that is not played
	Adjudicated int // of the games that count
}

// add counts a pair.
func (r *Result) add(p *Pair) {
	if p.Games[0] == nil || p.Games[1] == nil {
		r.Missing++
		return
	}
	n, finished := p.HalfPoints()
	if !finished {
		r.Unfinished++
		return
	}
	r.Pairs.Add(n)
	duel.Enter(r.Variants, p.Variant, p.ends())
	for _, rec := range p.Games {
		if rec.Adjudicated() {
			r.Adjudicated++
		}
	}
}

// count counts the games of the jobs, two a pair.
func count(jobs []schedule.Job, games []series.Game) *Result {
	res := &Result{Of: len(jobs) / 2, Variants: map[string]*duel.Tally{}}
	for i := 0; i+1 < len(games); i += 2 {
		res.add(&Pair{jobs[i].Variant, [2]*ledger.Record{games[i].Record, games[i+1].Record}})
	}
	return res
}

// Jobs lists the games: the designs by turns, both seats of a pair after each other. The error is of a design that makes no sense.
func (c *Config) Jobs() ([]schedule.Job, error) {
	sources := make([]*source, len(c.Designs))
	for i, d := range c.Designs {
		r, err := rules.Compile(d.Spec)
		if err != nil {
			return nil, err
		}
		sources[i] = &source{c: c, design: d, rules: r, openings: c.Openings(r, c.Plies)}
		if c.Books != nil {
			sources[i].book = c.Books[i].Shuffled(c.Seed)
		}
	}
	var list []schedule.Job
	for turn, dry := 0, 0; len(list) < 2*c.Pairs && dry < len(sources); turn++ {
		s := sources[turn%len(sources)]
		o, ok := s.next()
		if !ok {
			dry++ // all after each other
			continue
		}
		dry = 0
		list = append(list, c.job(s.design, o, board.White, len(list)), c.job(s.design, o, board.Black, len(list)+1))
	}
	return list, nil
}

// job returns the game in which the first player has a seat.
func (c *Config) job(d design.Design, o book.Opening, first board.Color, number int) schedule.Job {
	players := c.Players
	if first == board.Black {
		players[0], players[1] = players[1], players[0]
	}
	j := c.Job(d, players, o.Moves)
	j.More = schedule.More{Start: o.Start, Adjudication: c.Adjudication, Apart: true}
	if j.Timed() {
		j.Seed = uint64(number) // by the clock the same game is another one every time
	}
	return j
}

// source hands out the openings of a design.
type source struct {
	c        *Config
	design   design.Design
	rules    *rules.Rules
	book     book.Book
	n        int // handed out of the book, or by the clock
	openings *series.Openings
}

// next returns an opening that was not there before, false where there is none.
func (s *source) next() (book.Opening, bool) {
	switch {
	case s.c.Books != nil:
		if s.n == len(s.book) {
			return book.Opening{}, false
		}
		s.n++
		return s.book[s.n-1], true
	case s.c.Players[0].MoveTime > 0 || s.c.Players[1].MoveTime > 0: // no two games by the clock are the same
		s.n++
		return book.Opening{Moves: s.c.Opening(s.rules, s.c.Plies, s.n-1)}, true
	}
	moves, ok := s.openings.Next()
	return book.Opening{Moves: moves}, ok
}

// Run plays what the store does not hold yet, and counts all that it then holds of the match. Each, if not nil, is told of every pair as it is
// completed, one at a time, with what the match has come to. The error says what ended it before its time; what was played until then is
// in the result.
func Run(ctx context.Context, c Config, each func(*Pair, *Result, work.Progress)) (*Result, error) {
	if c.Store == "" {
		dir, err := os.MkdirTemp("", "buluo-match-*")
		if err != nil {
			return &Result{}, fmt.Errorf("a store to be thrown away: %w", err)
		}
		defer os.RemoveAll(dir)
		c.Store = filepath.Join(dir, "match.db")
	}
	jobs, err := c.Jobs()
	if err != nil {
		return &Result{}, err
	}
	before, err := series.Held(ctx, c.Config, jobs)
	if err != nil {
		return &Result{}, err
	}
	t := newTable(jobs, before)
	if c.stops(t.result.Pairs) {
		return count(jobs, before), series.Trouble(jobs, before)
	}
	decided := make(chan struct{})
	over := false
	watch, stop := context.WithCancel(ctx)
	defer stop()
	c.Drain = either(watch, c.Drain, decided)
	games, err := series.Play(ctx, c.Config, jobs, func(p work.Progress) {
		for _, pair := range t.take(p) {
			if each != nil {
				each(pair, t.result, p)
			}
			if !over && c.stops(t.result.Pairs) {
				over = true
				close(decided)
			}
		}
	})
	if over && ctx.Err() == nil {
		err = uncancelled(err) // it was we who stopped it
	}
	return count(jobs, games), errors.Join(err, series.Trouble(jobs, games))
}

// stops asks whether the match is decided, once there is a pair to ask about: before, a test knows what it assumes and nothing else.
func (c *Config) stops(p stat.Pairs) bool { return c.Stop != nil && p.Games() > 0 && c.Stop(p) }

// uncancelled leaves the end of a context out of an error, and whatever else was joined with it in.
func uncancelled(err error) error {
	if err == context.Canceled {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || !errors.Is(err, context.Canceled) {
		return err
	}
	var rest []error
	for _, e := range joined.Unwrap() {
		rest = append(rest, uncancelled(e))
	}
	return errors.Join(rest...)
}

// either returns a channel that closes with the first of two, of which one may be nil, and at the end of a context.
func either(ctx context.Context, a, b <-chan struct{}) <-chan struct{} {
	c := make(chan struct{})
	go func() {
		defer close(c)
		select {
		case <-a:
		case <-b:
		case <-ctx.Done():
		}
	}()
	return c
}

// table keeps the pairs of a match under way.
type table struct {
	pairs  []Pair
	places map[string][]int // of the games, by their jobs; one that both seats play alike has two
	result *Result
}

func newTable(jobs []schedule.Job, before []series.Game) *table {
	t := &table{pairs: make([]Pair, len(jobs)/2), places: map[string][]int{}, result: &Result{Of: len(jobs) / 2, Variants: map[string]*duel.Tally{}}}
	for i := range jobs {
		id := jobs[i].ID()
		t.places[id] = append(t.places[id], i)
		t.pairs[i/2].Variant = jobs[i].Variant
		if before != nil && before[i].Record != nil {
			t.pairs[i/2].Games[i%2] = before[i].Record
		}
	}
	for i := range t.pairs {
		if p := &t.pairs[i]; p.Games[0] != nil && p.Games[1] != nil {
			t.result.add(p)
		}
	}
	return t
}

// take notes a game and returns the pairs that it completes.
func (t *table) take(p work.Progress) (complete []*Pair) {
	if p.Record == nil {
		return nil
	}
	for _, i := range t.places[p.Job.ID()] {
		pair := &t.pairs[i/2]
		if pair.Games[i%2] != nil {
			continue
		}
		pair.Games[i%2] = p.Record
		if pair.Games[0] != nil && pair.Games[1] != nil {
			t.result.add(pair)
			complete = append(complete, pair)
		}
	}
	return complete
}

// ReadBooks reads a file of openings for designs, a book for each: PGN where its name says so, else positions a line. Of the moves no more than so many plies
// are taken; 0 is all.
func ReadBooks(name, text string, designs []design.Design, plies int) ([]book.Book, error) {
	var list []book.Book
	for _, d := range designs {
		r, err := rules.Compile(d.Spec)
		if err != nil {
			return nil, err
		}
		var b book.Book
		if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), ".pgn") {
			b, err = book.ReadPGN(name, strings.NewReader(text), r, plies, len(designs) == 1)
		} else {
			b, err = book.ReadPositions(name, strings.NewReader(text), r, plies)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}
