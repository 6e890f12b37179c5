package series

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"buluo/game"
	"buluo/lab/design"
	"buluo/lab/duel"
	"buluo/lab/ledger"
	"buluo/lab/schedule"
	"buluo/lab/store"
	"buluo/lab/work"
	"buluo/rules"
)

// Config is what experiments have in common.
type Config struct {
	Designs []design.Design
	Player  schedule.Player // whose play is measured; our own engine where its kind is ""
	Seed    uint64          // of what is left to chance
	Cap     int             // plies after which a game is left unfinished; 0 is never
	Store   string          // the file that the games are kept in, and that a run goes on with
	work.Options

	// Serve hands the games out to workers that join from anywhere, and then no more are played here than Options say. nil plays all of them here. Its own
	// Options and Folder are not looked at.
	Serve *work.ServeOptions
}

// With returns the player with a budget of nodes a move.
func (c *Config) With(nodes uint64) schedule.Player {
	p := c.Player
	if p.Kind == "" {
		p = work.Ours()
	}
	p.Nodes = nodes
	return p
}

// Job returns a game of a design between two players after an opening.
func (c *Config) Job(d design.Design, players [2]schedule.Player, opening string) schedule.Job {
	return schedule.Job{Variant: d.Name(), Stanza: d.Spec.INI(), Players: players, Opening: opening, Cap: c.Cap, Rules: schedule.Rules}
}

// Opening returns the n-th opening of the config's seed, so many random plies, as jobs write moves.
func (c *Config) Opening(r *rules.Rules, plies, n int) string {
	g := game.New(r)
	for _, m := range duel.Opening(r, plies, c.Seed, uint64(n)) {
		if err := g.Play(m); err != nil {
			panic(err) // the opening's own moves
		}
	}
	return strings.Join(g.Text(game.UCI), " ")
}

// Openings hands out the random openings of a config's seed, each once: a game between the same players from the same opening is the same game, and
// tells nothing twice.
type Openings struct {
	c     *Config
	r     *rules.Rules
	plies int
	n     int // handed out or passed over
	seen  map[string]bool
}

// Openings returns the openings of so many random plies.
func (c *Config) Openings(r *rules.Rules, plies int) *Openings {
	return &Openings{c: c, r: r, plies: plies, seen: map[string]bool{}}
}

// maxRepeats is how many openings in a row may be known before there are held to be no more.
const maxRepeats = 200

// Next returns an opening that was not there before, false where there is none.
func (o *Openings) Next() (string, bool) {
	for range maxRepeats {
		text := o.c.Opening(o.r, o.plies, o.n)
		if o.n++; !o.seen[text] {
			o.seen[text] = true
			return text, true
		}
	}
	return "", false
}

// Game is what came of a job.
type Game struct {
	Record *ledger.Record // nil where there is no game that counts
	State  store.State
	Why    string // where the state needs a word
}

// Play plays what the store does not hold of the jobs, one series at a time on a store, and returns what it then holds, a game a job. The error is
// what ended it before its time; games kept until then are there all the same. Jobs that came to nothing are no error of Play's: see Trouble.
func Play(ctx context.Context, c Config, jobs []schedule.Job, report func(work.Progress)) ([]Game, error) {
	s, done, err := store.OpenAlone(ctx, c.Store)
	if err != nil {
		return nil, err
	}
	defer done()
	if _, err := s.Plan(ctx, jobs); err != nil {
		return nil, err
	}
	if c.Serve == nil {
		err = work.Local(ctx, s, once(jobs), c.Options, report)
	} else {
		o := *c.Serve
		o.Options, o.Folder = c.Options, c.Store+"-queue"
		err = work.Serve(ctx, s, once(jobs), o, report)
	}
	games, broken := Games(context.WithoutCancel(ctx), s, jobs)
	return games, errors.Join(err, broken)
}

// Held returns what the store holds of some jobs before anything is played, in their order.
func Held(ctx context.Context, c Config, jobs []schedule.Job) ([]Game, error) {
	s, err := store.Open(ctx, c.Store)
	if err != nil {
		return nil, err
	}
	games, err := Games(ctx, s, jobs)
	return games, errors.Join(err, s.Close())
}

// once leaves out jobs that are there before: two openings may be the same.
func once(jobs []schedule.Job) []schedule.Job {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(jobs), func(j schedule.Job) bool {
		id := j.ID()
		had := seen[id]
		seen[id] = true
		return had
	})
}

// Games returns what the store holds of some jobs, in their order.
func Games(ctx context.Context, s *store.Store, jobs []schedule.Job) ([]Game, error) {
	games := make([]Game, len(jobs))
	places := map[string][]int{} // a series may ask for one game twice
	var variants []string
	for i := range jobs {
		id := jobs[i].ID()
		places[id] = append(places[id], i)
		if !slices.Contains(variants, jobs[i].Variant) {
			variants = append(variants, jobs[i].Variant)
		}
	}
	for g, err := range s.Games(ctx, store.Filter{Variants: variants}) {
		if err != nil {
			return nil, err
		}
		for _, i := range places[g.ID] {
			games[i] = Game{&g.Record, g.State, ""}
		}
	}
	troubles, err := s.Troubles(ctx)
	for _, t := range troubles {
		for _, i := range places[t.ID] {
			games[i] = Game{nil, t.State, t.Why}
		}
	}
	return games, err
}

// Trouble is an error that names the jobs of a series that came to nothing, and never will without help; nil where none did.
func Trouble(jobs []schedule.Job, games []Game) (err error) {
	for i := range games {
		switch g, j := &games[i], &jobs[i]; {
		case g.Why == "":
		case g.State == store.Refused: // it names its design and budgets itself
			err = errors.Join(err, errors.New(g.Why))
		default:
			err = errors.Join(err, fmt.Errorf("%s at %d nodes, job %s: %s: %s", j.Variant, j.Budget(), j.ID()[:12], g.State, g.Why))
		}
	}
	return err
}

// Records returns the records of the games that there are.
func Records(games []Game) []ledger.Record {
	var records []ledger.Record
	for _, g := range games {
		if g.Record != nil {
			records = append(records, *g.Record)
		}
	}
	return records
}
