package duel

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"buluo/board"
	"buluo/lab/match"
	"buluo/lab/stat"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// Maker makes a player of a variant for one goroutine, and says how to be rid of it.
type Maker func(ctx context.Context, r *rules.Rules) (player match.Player, closer func(), err error)

// Config says who plays what.
type Config struct {
	Variants []*variant.Spec
	Players  [2]Maker
	Pairs    int                   // over all variants, which take turns
	Plies    int                   // random plies of an opening
	Seed     uint64                // of the openings
	Cap      int                   // plies after which a game is left unfinished; 0 is never
	Workers  int                   // games at a time, 1 if less
	Stop     func(stat.Pairs) bool // asked after every pair; true ends the match early (a sequential test). Nil never does
}

// Pair is one opening played from both seats.
type Pair struct {
	Variant string
	Games   [2]*match.Game // the first player has White, then Black
}

// HalfPoints returns what the first player made of the pair, 0 to 4, and false where a game was left unfinished.
func (p *Pair) HalfPoints() (n int, finished bool) {
	return HalfPoints([2]board.Outcome{p.Games[0].Outcome, p.Games[1].Outcome})
}

// HalfPoints returns what the first player made of a pair that ended so, 0 to 4, and false where a game is not over. It has White in the first game.
func HalfPoints(ends [2]board.Outcome) (n int, finished bool) {
	for seat, o := range ends {
		switch {
		case !o.Over:
			return 0, false
		case o.Winner == board.NoColor:
			n++
		case int(o.Winner) == seat:
			n += 2
		}
	}
	return n, true
}

// Result is what a match came to, for the first player.
type Result struct {
	Pairs      stat.Pairs
	Variants   map[string]*Tally
	Unfinished int // pairs
}

// Tally counts a variant's games for the first player, by its seat.
type Tally struct {
	Seats [2]struct{ Won, Drawn, Lost int }
	Ends  map[board.Reason]int
}

// Run plays a match and calls each, if not nil, after every pair, one at a time. The error is the context's, a player's or a disagreement with the
// referee; what was played until then is in the result.
func Run(ctx context.Context, c Config, each func(*Pair, *Result)) (*Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	res := &Result{Variants: map[string]*Tally{}}
	compiled, err := compile(c.Variants)
	if err != nil {
		return res, err
	}
	var next atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range max(1, c.Workers) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w := worker{c: &c}
			defer w.close()
			for i := int(next.Add(1) - 1); i < c.Pairs && ctx.Err() == nil; i = int(next.Add(1) - 1) {
				pair, err := w.pair(ctx, compiled[i%len(compiled)], i)
				if err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				res.add(pair)
				if each != nil {
					each(pair, res)
				}
				if c.Stop != nil && c.Stop(res.Pairs) {
					cancel(errDone)
				}
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errDone) {
		return res, err
	}
	return res, nil
}

// errDone ends a match whose test has decided; it is no failure.
var errDone = errors.New("decided")

func compile(specs []*variant.Spec) ([]*rules.Rules, error) {
	var list []*rules.Rules
	for _, spec := range specs {
		r, err := rules.Compile(spec)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		return nil, errors.New("a match needs a variant")
	}
	return list, nil
}

func (r *Result) add(p *Pair) {
	n, finished := p.HalfPoints()
	if !finished {
		r.Unfinished++
		return
	}
	r.Pairs.Add(n)
	Enter(r.Variants, p.Variant, [2]board.Outcome{p.Games[0].Outcome, p.Games[1].Outcome})
}

// Enter counts the two games of a finished pair for the first player, who has White in the first, under their variant.
func Enter(tallies map[string]*Tally, variant string, ends [2]board.Outcome) {
	t := tallies[variant]
	if t == nil {
		t = &Tally{Ends: map[board.Reason]int{}}
		tallies[variant] = t
	}
	for seat, o := range ends {
		t.Ends[o.Reason]++
		switch s := &t.Seats[seat]; {
		case o.Winner == board.NoColor:
			s.Drawn++
		case int(o.Winner) == seat:
			s.Won++
		default:
			s.Lost++
		}
	}
}

// worker plays pairs one after the other, with players of its own for each variant.
type worker struct {
	c     *Config
	seats []seats // latest used last
}

// seats are the two players of a variant.
type seats struct {
	r       *rules.Rules
	players [2]match.Player
	closers []func()
}

// maxSeats bounds the variants whose players a worker keeps. A player has a table and histories, or is a process: those of 24 designs held 4.8 GB, where
// making two anew costs a game's first tenth of a second.
const maxSeats = 3

func (s *seats) close() {
	for _, f := range s.closers {
		f()
	}
}

func (w *worker) close() {
	for i := range w.seats {
		w.seats[i].close()
	}
}

// players returns the players of a variant, and gives up those that were not asked for the longest where there are too many.
func (w *worker) players(ctx context.Context, r *rules.Rules) ([2]match.Player, error) {
	if i := slices.IndexFunc(w.seats, func(s seats) bool { return s.r == r }); i >= 0 {
		s := w.seats[i]
		w.seats = append(slices.Delete(w.seats, i, i+1), s)
		return s.players, nil
	}
	if len(w.seats) == maxSeats {
		w.seats[0].close()
		w.seats = slices.Delete(w.seats, 0, 1)
	}
	s := seats{r: r}
	for i, maker := range w.c.Players {
		p, closer, err := maker(ctx, r)
		if err != nil {
			s.close()
			return s.players, err
		}
		s.players[i] = p
		if closer != nil {
			s.closers = append(s.closers, closer)
		}
	}
	w.seats = append(w.seats, s)
	return s.players, nil
}

// pair plays the i-th opening from both seats.
func (w *worker) pair(ctx context.Context, r *rules.Rules, i int) (*Pair, error) {
	both, err := w.players(ctx, r)
	if err != nil {
		return nil, err
	}
	opening := Opening(r, w.c.Plies, w.c.Seed, uint64(i/len(w.c.Variants)))
	p := &Pair{Variant: r.Spec().Name}
	for seat := range p.Games {
		players := both
		if seat == 1 {
			players[0], players[1] = both[1], both[0]
		}
		g, err := match.PlayFrom(ctx, r, opening, players, w.c.Cap)
		if err == nil {
			err = ctx.Err()
		}
		for _, player := range both {
			if x, ok := player.(interface{ Err() error }); ok && x.Err() != nil {
				err = x.Err() // why it gave no move, rather than that it gave none
			}
		}
		if err != nil {
			return nil, err
		}
		p.Games[seat] = g
	}
	return p, nil
}

// Opening returns the n-th opening of a seed: random legal moves from the array that leave the game going. Where a variant is over so soon that no try
// of a hundred is left, it gives fewer plies.
func Opening(r *rules.Rules, plies int, seed, n uint64) []board.Move {
	g := movegen.For(r)
	rng := rand.New(rand.NewPCG(seed, n))
	for try := range 100 * (plies + 1) {
		p := position.Start(r)
		var line []board.Move
		want := plies - try/100
		for len(line) < want {
			moves := g.Legal(p, nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			p.Do(m)
			line = append(line, m)
		}
		if len(line) == want && !g.Outcome(p).Over {
			return line
		}
	}
	return nil
}

// String writes a tally as won-drawn-lost with White and with Black.
func (t *Tally) String() string {
	w, b := t.Seats[0], t.Seats[1]
	return fmt.Sprintf("as white %d-%d-%d, as black %d-%d-%d", w.Won, w.Drawn, w.Lost, b.Won, b.Drawn, b.Lost)
}
