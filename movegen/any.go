package movegen

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// Any reports whether the side to move has a legal move. Nearly always it has one that needs no look at pins, and the first of those is answer
// enough; only where there is none are all moves listed.
func (g *Generator) Any(p *position.Position) bool {
	if p.Ended().Over {
		return false
	}
	if side := &g.r.Sides[p.Side()]; side.Fast && g.plainly(p, side) != board.NoMove {
		return true
	}
	return g.listed(p)
}

// listed is Any by listing all moves.
func (g *Generator) listed(p *position.Position) bool { return len(g.legal(p, p.Scratch(), all)) > 0 }

// plainly returns a move of which nobody can doubt that it is legal, or NoMove: out of check, by a piece that is not royal, does not promote, and
// neither leaves nor enters a square that an attack on the royal piece can depend on.
func (g *Generator) plainly(p *position.Position, side *rules.Side) board.Move {
	us := side.Color
	calm := g.r.Board
	if side.Royal != board.NoType {
		if p.InCheck() {
			return board.NoMove
		}
		king := p.Royal(us)
		calm = calm.Without(side.Watch[king&127])
		if g.r.Facing {
			calm = calm.Without(g.r.Lines.Orth[king&127])
		}
	}
	calm = calm.Without(side.Promotion)
	theirs := p.Of(us.Other()).And(calm)
	empty := calm.Without(p.Occupied())
	for _, m := range side.Movers {
		pieces := p.Pieces(us, m.Type).And(calm)
		if m.Royal || pieces.Empty() {
			continue
		}
		if m.Steps == nil {
			for pieces.Any() {
				from := pieces.Pop()
				if to := p.Targets(m.Quiet, from).And(m.Zone).And(empty); to.Any() {
					return board.NewMove(from, to.First())
				}
			}
			continue
		}
		for i := range m.Steps {
			d := &m.Steps[i]
			var goal board.Bits
			if d.Quiet {
				goal = empty
			}
			if d.Capture {
				goal = goal.Or(theirs)
			}
			if to := pieces.And(d.From).Shift(d.Delta).And(goal); to.Any() {
				return board.NewMove(board.Square(int(to.First())-d.Delta), to.First())
			}
		}
	}
	return board.NoMove
}
