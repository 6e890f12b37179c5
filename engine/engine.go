package engine

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"buluo/board"
	"buluo/eval"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
	"buluo/tt"
	"buluo/variant"
)

// DefaultVariant is what an engine plays until it is told otherwise: what every client knows that never asks.
const DefaultVariant = "chess"

// maxPlies bounds a game's length: the positions' counters have 16 bits, and a FEN may start its clock at 9,999.
const maxPlies = 50_000

// Config is what an Engine is made with. The zero value is an engine of chess with the default table.
type Config struct {
	Variant   string // "" is DefaultVariant
	HashMB    int    // the table until another is asked for; 0 is search.DefaultTableMB
	MaxHashMB int    // the largest table that may be asked for; 0 is the usual bound
}

// Engine is a player with a position. It belongs to one goroutine; its searches run in others.
type Engine struct {
	maxHash  int
	hash     int // megabytes
	overhead time.Duration
	path     string // VariantPath as it was set last

	loaded  *variant.File // the last text of stanzas, over those before it; nil before the first
	spec    *variant.Spec
	rules   *rules.Rules
	gen     *movegen.Generator
	pos     *position.Position
	refused error // why there is no position: the one given last made no sense; nil where there is one

	threads   int
	multiPV   int
	table     *tt.Table          // nil until a search needs one
	searchers []*search.Searcher // on that table; there may be fewer than threads until a search needs them
	job       *Job               // the last one
}

// New returns an engine. The error is about the variant.
func New(c Config) (*Engine, error) {
	e := &Engine{
		hash:     cmp.Or(c.HashMB, search.DefaultTableMB),
		maxHash:  cmp.Or(c.MaxHashMB, maxHashMB),
		overhead: defaultOverhead,
		threads:  1,
		multiPV:  1,
	}
	return e, e.UseVariant(cmp.Or(c.Variant, DefaultVariant))
}

// UseVariant changes the game and sets up its start position. Where the error is not nil nothing has changed.
func (e *Engine) UseVariant(name string) error {
	if err := e.idle(); err != nil {
		return err
	}
	spec, err := e.find(name)
	if err != nil {
		return err
	}
	if spec == e.spec {
		return e.Setup("", nil, FromOne)
	}
	r, err := rules.Compile(spec)
	if err != nil {
		return err
	}
	e.spec, e.rules, e.gen = spec, r, movegen.For(r)
	e.table, e.searchers = nil, nil
	return e.Setup("", nil, FromOne)
}

// Spec returns the variant played.
func (e *Engine) Spec() *variant.Spec { return e.spec }

// Rules returns its rules.
func (e *Engine) Rules() *rules.Rules { return e.rules }

// NewGame forgets what earlier searches found out. The position stays.
func (e *Engine) NewGame() error {
	if err := e.idle(); err != nil {
		return err
	}
	if e.table != nil {
		e.table.Clear()
	}
	for _, s := range e.searchers {
		s.Clear()
	}
	return nil
}

// Setup takes over a position: a FEN, "" for the variant's start, and moves from there. Where the error is not nil there is no
// position any more, and none will be searched until a good one comes: to go on from another than the client's would be to play
// another game.
func (e *Engine) Setup(fen string, moves []string, c Coordinates) error {
	if fen == "" {
		fen = e.spec.Start
	}
	p, err := position.Parse(e.rules, fen)
	if err == nil && len(moves) > maxPlies {
		err = fmt.Errorf("%d moves are more than a position can remember, which is %d", len(moves), maxPlies)
	}
	for i := 0; err == nil && i < len(moves); i++ {
		var m board.Move
		if m, err = c.Find(e.gen, p, moves[i]); err != nil {
			err = fmt.Errorf("move %d: %w", i+1, err)
			break
		}
		p.Do(m)
	}
	if e.refused = err; err != nil {
		e.pos = nil
		return err
	}
	e.pos = p
	return nil
}

// Position returns the present position, or why there is none. It is the engine's own: leave it as you found it.
func (e *Engine) Position() (*position.Position, error) {
	if e.pos == nil {
		return nil, fmt.Errorf("there is no position, since the last one was refused: %w", e.refused)
	}
	return e.pos, nil
}

// Find returns the legal move of the present position that a text means.
func (e *Engine) Find(text string, c Coordinates) (board.Move, error) {
	p, err := e.Position()
	if err != nil {
		return board.NoMove, err
	}
	if p.Ply() >= maxPlies {
		return board.NoMove, fmt.Errorf("the game has %d moves, more cannot be remembered", maxPlies)
	}
	return c.Find(e.gen, p, text)
}

// FindAll returns the legal moves of the present position that texts mean, in a list that is not nil though it may be empty. The
// error holds what was wrong with the others.
func (e *Engine) FindAll(texts []string, c Coordinates) ([]board.Move, error) {
	moves := []board.Move{}
	var wrong []error
	for _, text := range texts {
		m, err := e.Find(text, c)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		moves = append(moves, m)
	}
	return moves, errors.Join(wrong...)
}

// Play makes a move, which must be legal in the present position.
func (e *Engine) Play(m board.Move) {
	if e.pos != nil {
		e.pos.Do(m)
	}
}

// Undo takes the last move back, and reports false where there is none.
func (e *Engine) Undo() bool {
	if e.pos == nil || e.pos.Ply() == 0 {
		return false
	}
	e.pos.Undo()
	return true
}

// Outcome returns whether the game is over in the present position, and why. Without a position it goes on.
func (e *Engine) Outcome() board.Outcome {
	if e.pos == nil {
		return board.Outcome{}
	}
	return e.gen.Outcome(e.pos)
}

// Moves reports whether the present position has a legal move.
func (e *Engine) Moves() bool { return e.pos != nil && e.gen.Any(e.pos) }

// Overhead returns how much of its time a move is taken to lose on the way.
func (e *Engine) Overhead() time.Duration { return e.overhead }

// Evaluate returns what the present position is worth to the side to move before anything is searched, in centipawns.
func (e *Engine) Evaluate() (int, error) {
	p, err := e.Position()
	if err != nil {
		return 0, err
	}
	return eval.New(e.rules, eval.DefaultWeights()).Score(p), nil
}

// errBusy refuses what a running search would notice.
var errBusy = errors.New("a search is running; stop it first")

// idle returns an error while a search runs.
func (e *Engine) idle() error {
	if e.job != nil && !e.job.over() {
		return errBusy
	}
	return nil
}
