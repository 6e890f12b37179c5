package match

import (
	"context"
	"math/rand/v2"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
)

// Choice is a move and what its player thought of it.
type Choice struct {
	Move  board.Move
	Score int // for the side that moves
	Depth int
	Nodes uint64
}

// Player chooses moves. It belongs to one game at a time and may hold both seats of it.
type Player interface {
	// Reset forgets all earlier games.
	Reset()
	// Choose returns a move of a position that has one. It must leave the position as it was. If ctx ends it returns soon,
	// with whatever it has.
	Choose(ctx context.Context, p *position.Position) Choice
}

// Failing is a player that may be unable to go on.
type Failing interface {
	// Err returns why it gave no move, nil while it gives them.
	Err() error
}

// Searching plays with our own search. Where its limits are nodes or depth it plays the same game every time.
type Searching struct {
	searcher *search.Searcher
	limits   search.Limits
}

var _ Player = (*Searching)(nil)

// NewSearching returns a player of a variant, with a searcher of its own and limits for every move.
func NewSearching(r *rules.Rules, o search.Options, limits search.Limits) *Searching {
	return &Searching{search.New(r, o), limits}
}

// Limit sets the limits of the moves to come, for a player that is used again.
func (s *Searching) Limit(limits search.Limits) { s.limits = limits }

// Reset clears table and histories, so that a game does not depend on those before.
func (s *Searching) Reset() { s.searcher.Clear() }

// Choose searches.
func (s *Searching) Choose(ctx context.Context, p *position.Position) Choice {
	defer s.searcher.StopOn(ctx)()
	res := s.searcher.Run(p, s.limits, nil)
	return Choice{res.Best, res.Score, res.Depth, res.Nodes}
}

// Random plays any legal move, each as likely as another: what a player must beat before anything else is said of it. A seed
// makes it the same player every time.
type Random struct {
	gen    *movegen.Generator
	seed   uint64
	random *rand.Rand
	buf    [board.MaxMoves]board.Move
}

var _ Player = (*Random)(nil)

// NewRandom returns a random mover of a variant.
func NewRandom(r *rules.Rules, seed uint64) *Random {
	p := &Random{gen: movegen.For(r), seed: seed}
	p.Reset()
	return p
}

// Reset starts the random sequence again.
func (r *Random) Reset() { r.random = rand.New(rand.NewPCG(r.seed, 0)) }

// Choose draws a move.
func (r *Random) Choose(_ context.Context, p *position.Position) Choice {
	moves := r.gen.Legal(p, r.buf[:0])
	return Choice{Move: moves[r.random.IntN(len(moves))]}
}
