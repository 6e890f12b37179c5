package spar

import (
	"context"
	"fmt"
	"math/rand/v2"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/parallel"
	"buluo/rules"
	"buluo/search"
)

// Config says what is played.
type Config struct {
	Designs []design.Design
	Games   int    // from each seat of each design
	Nodes   uint64 // our nodes a move
	Seed    uint64 // of the random movers
	Cap     int    // plies after which a game is left unfinished; 0 is never
	Workers int
	Options search.Options

	Kept []ledger.Record // games of an earlier run: those that this one would play are not played again

	Drain <-chan struct{} // when it closes no game is begun any more, and those under way are finished; nil never closes
}

// Score counts our games from one seat.
type Score struct {
	Won        int `json:"won"`
	Drawn      int `json:"drawn"`
	Lost       int `json:"lost"`
	Unfinished int `json:"unfinished,omitempty"`

	Smothers int `json:"smothers"` // of the games won, those in which the opponent had no move and no check
	Plies    int `json:"plies"`    // of the games won, together
}

// Games returns how many were played to an end.
func (s Score) Games() int { return s.Won + s.Drawn + s.Lost }

// Plus returns two scores together.
func (s Score) Plus(t Score) Score {
	return Score{s.Won + t.Won, s.Drawn + t.Drawn, s.Lost + t.Lost, s.Unfinished + t.Unfinished, s.Smothers + t.Smothers, s.Plies + t.Plies}
}

// Row is a design's part of the result.
type Row struct {
	Design  design.Design `json:"-"`
	Name    string        `json:"design"`
	Soldier string        `json:"soldier,omitempty"`
	Seats   [2]Score      `json:"seats"` // ours as White, the horde, and as Black, the army
}

// Result is what a run came to, a row a design in the order of the config.
type Result struct {
	Nodes uint64 `json:"nodes"`
	Seed  uint64 `json:"seed"`
	Rows  []Row  `json:"rows"`
}

// task is one game.
type task struct {
	design int
	seat   board.Color
	seed   uint64
}

// Run plays, and calls each, if not nil, with every game in an order that does not depend on the number of workers; fresh is false for a
// game that was kept. What was played until an error is in the result.
func Run(ctx context.Context, c Config, each func(rec *ledger.Record, fresh bool, so *Result) error) (*Result, error) {
	res := &Result{Nodes: c.Nodes, Seed: c.Seed}
	var compiled []*rules.Rules
	var stanzas []string
	for _, d := range c.Designs {
		r, err := rules.Compile(d.Spec)
		if err != nil {
			return res, err
		}
		compiled, stanzas = append(compiled, r), append(stanzas, d.Stanza())
		res.Rows = append(res.Rows, Row{Design: d, Name: d.Name(), Soldier: d.Soldier})
	}
	tasks := c.tasks()
	kept := map[string]*ledger.Record{}
	for i := range c.Kept {
		r := &c.Kept[i]
		kept[key(r.Variant, r.INI, r.Engine, r.Budget, r.Cap)] = r
	}
	find := func(i int) *ledger.Record {
		t := tasks[i]
		return kept[key(c.Designs[t.design].Name(), stanzas[t.design], t.players(), c.Nodes, c.Cap)]
	}
	err := parallel.Run(ctx, c.Drain, len(tasks), c.Workers, func() parallel.Worker[ledger.Record] {
		w := worker{c: &c, rules: compiled, stanzas: stanzas, ours: map[int]match.Player{}}
		return func(ctx context.Context, i int) (ledger.Record, error) {
			if r := find(i); r != nil {
				return *r, nil
			}
			return w.play(ctx, tasks[i])
		}
	}, func(i int, rec ledger.Record) error {
		res.Rows[tasks[i].design].Seats[tasks[i].seat].add(&rec, tasks[i].seat)
		if each == nil {
			return nil
		}
		return each(&rec, find(i) == nil, res)
	})
	return res, err
}

// key names a game among those kept.
func key(variant, stanza, players string, nodes uint64, capPlies int) string {
	return fmt.Sprintf("%s/%s/%s/%d/%d", variant, stanza, players, nodes, capPlies)
}

// tasks lists the games: design by design, the seats by turns.
func (c *Config) tasks() []task {
	var list []task
	for d := range c.Designs {
		for n := range c.Games {
			for seat := range board.NoColor {
				// Seeds of neighbouring runs must not meet: the second of seed 1 is not the first of seed 2.
				list = append(list, task{d, seat, rand.New(rand.NewPCG(c.Seed, uint64(n))).Uint64()})
			}
		}
	}
	return list
}

// players names who has which seat, White first.
func (t task) players() string {
	random := fmt.Sprintf("random mover %d", t.seed)
	if t.seat == board.White {
		return search.Version + " v " + random
	}
	return random + " v " + search.Version
}

// worker plays games with players of its own.
type worker struct {
	c       *Config
	rules   []*rules.Rules
	stanzas []string
	ours    map[int]match.Player // by design
}

// play plays one game.
func (w *worker) play(ctx context.Context, t task) (ledger.Record, error) {
	r := w.rules[t.design]
	if w.ours[t.design] == nil {
		// Tables are large: a worker goes through the designs in order and needs one at a time.
		clear(w.ours)
		w.ours[t.design] = match.NewSearching(r, w.c.Options, search.Limits{Nodes: w.c.Nodes})
	}
	var players [2]match.Player
	players[t.seat] = w.ours[t.design]
	players[t.seat.Other()] = match.NewRandom(r, t.seed)
	g, err := match.Play(ctx, r, players, w.c.Cap)
	if err == nil && g.Termination == match.Unfinished {
		err = context.Cause(ctx)
	}
	if err != nil {
		return ledger.Record{}, err
	}
	d := w.c.Designs[t.design]
	rec := ledger.Of(d.Name(), d.Spec.Start, t.players(), w.c.Nodes, w.c.Cap, g)
	rec.INI = w.stanzas[t.design]
	return rec, nil
}

// add counts a game from a seat.
func (s *Score) add(rec *ledger.Record, seat board.Color) {
	switch o := rec.Outcome(); {
	case !o.Over:
		s.Unfinished++
	case o.Winner == board.NoColor:
		s.Drawn++
	case o.Winner != seat:
		s.Lost++
	default:
		s.Won++
		s.Plies += rec.Plies
		if o.Reason == board.Smother {
			s.Smothers++
		}
	}
}
