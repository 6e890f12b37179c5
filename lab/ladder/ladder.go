package ladder

import (
	"context"
	"fmt"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/duel"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/parallel"
	"buluo/lab/stat"
	"buluo/rules"
	"buluo/search"
)

// Rung is a pair of budgets, in nodes a move.
type Rung struct {
	Strong uint64 `json:"strong"`
	Weak   uint64 `json:"weak"`
}

// Doubling returns rungs whose budgets double from a base on: 2 against 1, 4 against 2, and so on.
func Doubling(base uint64, n int) []Rung {
	var list []Rung
	for range n {
		list = append(list, Rung{2 * base, base})
		base *= 2
	}
	return list
}

// Config says what is played.
type Config struct {
	Designs []design.Design
	Rungs   []Rung
	Pairs   int    // on each rung of each design
	Plies   int    // random plies of an opening
	Seed    uint64 // of the openings
	Cap     int    // plies after which a game is left unfinished; 0 is never
	Workers int
	Options search.Options

	Kept []ledger.Record // games of an earlier run: those that this one would play are not played again

	Drain <-chan struct{} // when it closes no game is begun any more, and those under way are finished; nil never closes
}

// Score counts the stronger player's games from one seat.
type Score struct {
	Won        int `json:"won"`
	Lost       int `json:"lost"`
	Drawn      int `json:"drawn"`
	Unfinished int `json:"unfinished,omitempty"`
}

// Games returns how many were played to an end.
func (s Score) Games() int { return s.Won + s.Lost + s.Drawn }

// Plus returns two scores together.
func (s Score) Plus(t Score) Score {
	return Score{s.Won + t.Won, s.Lost + t.Lost, s.Drawn + t.Drawn, s.Unfinished + t.Unfinished}
}

// String writes a score as the study does: won-lost-drawn, with the unfinished games after a plus.
func (s Score) String() string {
	text := fmt.Sprintf("%d-%d-%d", s.Won, s.Lost, s.Drawn)
	if s.Unfinished > 0 {
		text += fmt.Sprintf("+%d", s.Unfinished)
	}
	return text
}

// Row is one rung on one design.
type Row struct {
	Design design.Design `json:"-"`
	Name   string        `json:"design"`
	Rung
	Seats  [2]Score   `json:"seats"`  // the stronger as White, the horde, and as Black, the army
	Winner stat.Tally `json:"winner"` // the same games by colour: where the seat decides, this is one-sided and the score is even

	HordeWins     int `json:"hordeWins"`
	HordeSmothers int `json:"hordeSmothers"` // of those, by smother

	pairs [][]float64 // the stronger player's points of each pair
}

// Score returns the stronger player's share of the points with its interval over pairs.
func (r *Row) Score() stat.Interval { return stat.Clustered(r.pairs) }

// Pairs returns the stronger player's points of each pair; those of one pair are no independent witnesses.
func (r *Row) Pairs() [][]float64 { return r.pairs }

// Utility returns the stronger player's mean utility, from -1 to 1, 0 of no games.
func (r *Row) Utility() float64 {
	s := r.Seats[0].Plus(r.Seats[1])
	if s.Games() == 0 {
		return 0
	}
	return float64(s.Won-s.Lost) / float64(s.Games())
}

// task is one game.
type task struct {
	design, rung, pair int
	strong             board.Color
}

// row is where the game counts.
func (t task) row(c *Config) int { return t.design*len(c.Rungs) + t.rung }

// Run plays, and calls each, if not nil, with every game in an order that does not depend on the number of workers; fresh is false for a game that
// was kept. What was played until an error is in the rows, one a design and rung.
func Run(ctx context.Context, c Config, each func(rec *ledger.Record, fresh bool, rows []Row) error) ([]Row, error) {
	var rows []Row
	var compiled []*rules.Rules
	var stanzas []string
	var tasks []task
	for i, d := range c.Designs {
		r, err := rules.Compile(d.Spec)
		if err != nil {
			return nil, err
		}
		compiled, stanzas = append(compiled, r), append(stanzas, d.Stanza())
		for k, rung := range c.Rungs {
			rows = append(rows, Row{Design: d, Name: d.Name(), Rung: rung})
			for n := range c.Pairs {
				tasks = append(tasks, task{i, k, n, board.White}, task{i, k, n, board.Black})
			}
		}
	}
	kept := map[string]*ledger.Record{}
	for i := range c.Kept {
		r := &c.Kept[i]
		kept[key(r.Variant, r.INI, r.Engine, r.Cap)] = r
	}
	find := func(i int) *ledger.Record {
		t := tasks[i]
		return kept[key(c.Designs[t.design].Name(), stanzas[t.design], c.players(t), c.Cap)]
	}
	err := parallel.Run(ctx, c.Drain, len(tasks), c.Workers, func() parallel.Worker[ledger.Record] {
		w := worker{c: &c, rules: compiled, stanzas: stanzas, ours: map[seat]match.Player{}}
		return func(ctx context.Context, i int) (ledger.Record, error) {
			if r := find(i); r != nil {
				return *r, nil
			}
			return w.play(ctx, tasks[i])
		}
	}, func(i int, rec ledger.Record) error {
		rows[tasks[i].row(&c)].add(&rec, tasks[i])
		if each == nil {
			return nil
		}
		return each(&rec, find(i) == nil, rows)
	})
	return rows, err
}

// key names a game among those kept. The players' names hold budgets and opening.
func key(variant, stanza, players string, capPlies int) string {
	return fmt.Sprintf("%s/%s/%s/%d", variant, stanza, players, capPlies)
}

// players names who has which seat, White first, and the opening.
func (c *Config) players(t task) string {
	rung := c.Rungs[t.rung]
	budgets := [2]uint64{rung.Weak, rung.Weak}
	budgets[t.strong] = rung.Strong
	return fmt.Sprintf("%s at %d v %s at %d, opening %d of seed %d, %d plies",
		search.Version, budgets[0], search.Version, budgets[1], t.pair, c.Seed, c.Plies)
}

// seat is what a worker keeps a player for. The two of a game must not share a table: the weaker would read what the stronger found.
type seat struct {
	design, rung int
	strong       bool
}

// worker plays games with players of its own.
type worker struct {
	c       *Config
	rules   []*rules.Rules
	stanzas []string
	ours    map[seat]match.Player
}

func (w *worker) player(s seat) match.Player {
	if p := w.ours[s]; p != nil {
		return p
	}
	rung := w.c.Rungs[s.rung]
	nodes := rung.Weak
	if s.strong {
		nodes = rung.Strong
	}
	p := match.NewSearching(w.rules[s.design], w.c.Options, search.Limits{Nodes: nodes})
	w.ours[s] = p
	return p
}

// play plays one game.
func (w *worker) play(ctx context.Context, t task) (ledger.Record, error) {
	if w.ours[seat{t.design, t.rung, true}] == nil {
		clear(w.ours) // tables are large, and the tasks come in order
	}
	var players [2]match.Player
	players[t.strong] = w.player(seat{t.design, t.rung, true})
	players[t.strong.Other()] = w.player(seat{t.design, t.rung, false})
	r := w.rules[t.design]
	g, err := match.PlayFrom(ctx, r, duel.Opening(r, w.c.Plies, w.c.Seed, uint64(t.pair)), players, w.c.Cap)
	if err == nil && g.Termination == match.Unfinished {
		err = context.Cause(ctx)
	}
	if err != nil {
		return ledger.Record{}, err
	}
	d := w.c.Designs[t.design]
	rec := ledger.Of(d.Name(), d.Spec.Start, w.c.players(t), w.c.Rungs[t.rung].Strong, w.c.Cap, g)
	rec.INI = w.stanzas[t.design]
	return rec, nil
}

// add counts a game.
func (r *Row) add(rec *ledger.Record, t task) {
	o := rec.Outcome()
	r.Winner.Add(o)
	for len(r.pairs) <= t.pair {
		r.pairs = append(r.pairs, nil)
	}
	s := &r.Seats[t.strong]
	points := 0.5
	switch {
	case !o.Over:
		s.Unfinished++
		return
	case o.Winner == board.NoColor:
		s.Drawn++
	case o.Winner == t.strong:
		s.Won++
		points = 1
	default:
		s.Lost++
		points = 0
	}
	r.pairs[t.pair] = append(r.pairs[t.pair], points)
	if o.Winner == design.Horde {
		r.HordeWins++
		if o.Reason == board.Smother {
			r.HordeSmothers++
		}
	}
}
