package movegen

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// Generator produces the legal moves of one variant. It is immutable and may be shared by any number of goroutines; the
// position is where all scratch lives.
//
// For each side one of three plans is chosen when the rules are known:
//
//   - free: the side has no royal piece, so that every move it can make is legal and nothing is asked;
//   - pinned: legality follows from pins and checks. One look along the lines of the royal piece finds checkers, pinned
//     pieces with the squares they may go to, and points that may not be entered because they would become a cannon's
//     screen. Out of check no move needs a test of its own, save royal moves, castlings and captures in passing;
//   - tested: every pseudo-legal move is tried. It is right for every rule there is and serves those that bend legality
//     (pseudo-royal pieces, forbidden checks, passes, half-line attackers).
type Generator struct {
	r *rules.Rules
}

// For returns the generator of a variant's rules.
func For(r *rules.Rules) *Generator { return &Generator{r: r} }

// want says which moves are asked for.
type want uint8

const (
	noisy want = 1 << iota // captures, promotions
	quiet                  // the rest
	all   = noisy | quiet
)

// Legal appends every legal move to buf and returns it. There is none once the board shows the game to be over. The
// order is fixed by the rules and the position.
func (g *Generator) Legal(p *position.Position, buf []board.Move) []board.Move {
	return g.legal(p, buf, all)
}

// Noisy appends the legal captures and promotions.
func (g *Generator) Noisy(p *position.Position, buf []board.Move) []board.Move {
	return g.legal(p, buf, noisy)
}

// Quiet appends the legal moves that are not noisy.
func (g *Generator) Quiet(p *position.Position, buf []board.Move) []board.Move {
	return g.legal(p, buf, quiet)
}

func (g *Generator) legal(p *position.Position, buf []board.Move, w want) []board.Move {
	if p.Ended().Over {
		return buf
	}
	start := len(buf)
	buf = g.planned(p, buf, w)
	if g.r.LongTurns && w&quiet != 0 && len(buf) == start && p.MidTurn() &&
		(w == all || len(g.planned(p, p.Scratch(), all)) == 0) {
		return append(buf, pass(p))
	}
	return buf
}

// planned appends the moves by the side's plan: all there are, but for the pass that ends a turn without one.
func (g *Generator) planned(p *position.Position, buf []board.Move, w want) []board.Move {
	side := &g.r.Sides[p.Side()]
	switch {
	case !side.Fast:
		return g.tested(p, side, buf, w)
	case side.Royal == board.NoType:
		var e emitter
		e.set(p, side, w, buf)
		e.movers()
		e.castlings() // a king that is not royal may castle too
		return e.buf
	}
	return g.pinned(p, side, buf, w)
}

// pass returns the move that ends a turn with nothing else to do, on the square that the reference would name.
func pass(p *position.Position) board.Move {
	us := p.Side()
	s := p.Of(us).First()
	if t := p.Rules().Sides[us].Royal; t != board.NoType {
		s = p.Royal(us)
	}
	return board.NewMoveKind(s, s, board.Pass)
}

// Count returns the number of legal moves. Where legality asks for no test it adds up target sets without writing moves
// down, which is what makes perft's last ply cheap.
func (g *Generator) Count(p *position.Position) int {
	if p.Ended().Over {
		return 0
	}
	side := &g.r.Sides[p.Side()]
	if !side.Fast || g.r.LongTurns {
		return len(g.Legal(p, p.Scratch()))
	}
	if side.Royal == board.NoType {
		var c counter
		c.set(p, side, all, p.Scratch())
		c.movers()
		c.castlings()
		return c.n + len(c.buf)
	}
	return g.countPinned(p, side)
}

// IsLegal reports whether a move, from wherever it comes, is legal here.
func (g *Generator) IsLegal(p *position.Position, m board.Move) bool {
	for _, legal := range g.Legal(p, p.Scratch()) {
		if legal == m {
			return true
		}
	}
	return false
}
