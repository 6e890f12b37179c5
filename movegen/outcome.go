package movegen

import (
	"buluo/board"
	"buluo/position"
	"buluo/variant"
)

// Outcome returns whether the game is over in a position and why: an end that the board shows, then the lack of a legal
// move, then what history and material give. A game that goes on is the zero Outcome.
func (g *Generator) Outcome(p *position.Position) board.Outcome {
	if o := p.Ended(); o.Over {
		return o
	}
	if !g.Any(p) {
		return g.stuck(p)
	}
	return p.Claim()
}

// stuck returns the outcome of having no legal move.
func (g *Generator) stuck(p *position.Position) board.Outcome {
	spec, us := g.r.Spec(), p.Side()
	if p.InCheck() {
		return valued(spec.CheckmateValue, us, board.Mate, board.Mate)
	}
	v := spec.StalemateValue
	if spec.StalemateByCount {
		switch ours, theirs := p.Of(us).Count(), p.Of(us.Other()).Count(); {
		case ours == theirs:
			v = variant.DrawValue
		case ours > theirs:
			v = negated(v)
		}
	}
	return valued(v, us, board.Smother, board.Stalemate)
}

// negated swaps win and loss.
func negated(v variant.Value) variant.Value {
	switch v {
	case variant.Win:
		return variant.Loss
	case variant.Loss:
		return variant.Win
	}
	return v
}

// valued turns a value for a side into an outcome, with one reason for decided games and one for draws.
func valued(v variant.Value, c board.Color, decided, drawn board.Reason) board.Outcome {
	switch v {
	case variant.Win:
		return board.Win(c, decided)
	case variant.Loss:
		return board.Win(c.Other(), decided)
	}
	return board.Draw(drawn)
}
