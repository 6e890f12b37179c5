package movegen

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// counter counts what an emitter would write. Types with plain moves are counted by target sets; the others, few and at
// the edges, are written to the position's scratch room and counted there.
type counter struct {
	emitter
	n int
}

// movers counts the moves of every type but the royal one.
func (c *counter) movers() {
	goal := c.empty.Or(c.enemy)
	for _, m := range c.side.Movers {
		if m.Royal {
			continue
		}
		pieces := c.p.Pieces(c.us, m.Type).And(c.free)
		if pieces.Empty() {
			continue
		}
		switch {
		case m.Pawn:
			c.countPawns(m, pieces)
		case m.Steps != nil:
			c.steps(m, pieces)
		case m.Plain && m.Same:
			reach := goal.And(m.Zone)
			for pieces.Any() {
				c.n += c.p.Targets(m.Quiet, pieces.Pop()).And(reach).Count()
			}
		case m.Plain:
			for pieces.Any() {
				c.n += c.targets(m, pieces.Pop(), c.r.Board).Count()
			}
		default:
			for pieces.Any() {
				c.piece(m, pieces.Pop(), c.r.Board)
			}
		}
	}
	c.n += len(c.buf)
	c.buf = c.buf[:0]
}

func (c *counter) steps(m *rules.Mover, pieces board.Bits) {
	for i := range m.Steps {
		d := &m.Steps[i]
		var goal board.Bits
		if d.Quiet {
			goal = c.empty
		}
		if d.Capture {
			goal = goal.Or(c.enemy)
		}
		c.n += pieces.And(d.From).Shift(d.Delta).And(goal).Count()
	}
}

// countPawns counts pawn moves by target sets, unless some reach the promotion zone or may capture in passing; those
// are written down.
func (c *counter) countPawns(m *rules.Mover, pieces board.Bits) {
	calm, foes := c.empty.And(m.Zone), c.enemy
	n := 0
	var reached board.Bits
	for i := range m.Steps {
		d := &m.Steps[i]
		to := pieces.And(d.From).Shift(d.Delta)
		if d.Capture {
			hit := to.And(foes)
			n += hit.Count()
			reached = reached.Or(hit)
		}
		if d.Quiet {
			hit := to.And(calm)
			n += hit.Count()
			reached = reached.Or(hit)
		}
	}
	if reached.Meets(c.side.Promotion) || c.p.Passed().Any() || c.side.TripleStep.Any() {
		c.pawns(m, pieces, c.r.Board)
		return
	}
	if double := pieces.And(c.side.DoubleStep); double.Any() {
		once := double.Shift(c.side.Up).And(m.Zone).Without(c.occ)
		twice := once.Shift(c.side.Up).And(calm)
		if twice.Meets(c.side.Promotion) {
			c.pawns(m, pieces, c.r.Board)
			return
		}
		n += twice.Count()
	}
	c.n += n
}

// countPinned counts the legal moves of a side whose legality follows from pins and checks.
func (g *Generator) countPinned(p *position.Position, side *rules.Side) int {
	gd := guard{only: board.NoSquare}
	gd.look(p, side)
	p.SetCheckers(gd.checkers)
	var c counter
	c.set(p, side, all, p.Scratch())
	if gd.checkers.Any() {
		c.evasions(&gd)
		return len(c.buf)
	}
	c.guardBy(&gd)
	if p.Passed().Any() {
		c.emitter.movers() // written down: captures in passing are among them, and are tested
	} else {
		c.movers()
	}
	c.heldPieces(gd.held)
	c.testPassing(0)
	c.royal(gd.king)
	c.castlings()
	return c.n + len(c.buf)
}
