package movegen

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// pinned writes the legal moves of a side whose legality follows from pins and checks.
func (g *Generator) pinned(p *position.Position, side *rules.Side, buf []board.Move, w want) []board.Move {
	gd := guard{only: board.NoSquare}
	gd.look(p, side)
	p.SetCheckers(gd.checkers)
	var e emitter
	e.set(p, side, w, buf)
	if gd.checkers.Any() {
		e.evasions(&gd)
		return e.buf
	}
	e.guardBy(&gd)
	e.movers()
	e.heldPieces(gd.held)
	e.royal(gd.king)
	e.castlings()
	e.testPassing(len(buf))
	return e.buf
}

// guardBy keeps the emitter from held pieces and shut points.
func (e *emitter) guardBy(gd *guard) {
	e.free = e.free.Without(gd.held)
	e.shut = gd.shut
	e.empty = e.empty.Without(gd.shut)
}

// heldPieces writes the moves of pinned pieces.
func (e *emitter) heldPieces(held board.Bits) {
	for held.Any() {
		s := held.Pop()
		to := allowed(e.p, e.side, s)
		if m := e.side.Of[e.p.At(s).Type()]; m.Pawn {
			e.pawns(m, board.Bit(s), to)
		} else {
			e.piece(m, s, to)
		}
	}
}

// royal writes the royal piece's own steps, each tested: the point it goes to must be safe with it gone from where it
// stood.
func (e *emitter) royal(king board.Square) {
	m := e.side.Of[e.side.Royal]
	without := e.occ.Drop(king)
	// A cannon's shut points are shut to others; the royal piece leaves the line or stays on it without becoming a
	// screen.
	kept := e.empty
	if e.want&quiet != 0 {
		e.empty = e.r.Board.Without(e.occ)
	}
	to := e.targets(m, king, e.r.Board)
	e.empty = kept
	for to.Any() {
		if s := to.Pop(); !e.p.Attacked(s, e.us, without, s) {
			e.buf = append(e.buf, board.NewMove(king, s))
		}
	}
}

// castlings writes the castlings of the side to move, each tested. They count as quiet.
func (e *emitter) castlings() {
	rights := e.p.Rights() >> (2 * e.us) & 3
	if rights == 0 || e.want&quiet == 0 {
		return
	}
	for i := uint8(0); i < 2; i++ {
		c := &e.r.Castling[2*uint8(e.us)+i]
		if rights>>i&1 == 0 || c.Empty.Meets(e.occ) {
			continue
		}
		if m := board.NewMoveKind(c.KingFrom, c.KingTo, board.Castle); e.p.Safe(m) {
			e.buf = append(e.buf, m)
		}
	}
}

// testPassing drops, from the moves written since start, captures in passing that leave the royal piece attacked: they
// empty two points at once, which pins do not see.
func (e *emitter) testPassing(start int) {
	if e.p.Passed().Empty() {
		return
	}
	kept := e.buf[:start]
	for _, m := range e.buf[start:] {
		if m.Kind() != board.EnPassant || e.p.Safe(m) {
			kept = append(kept, m)
		}
	}
	e.buf = kept
}

// evasions writes the legal moves of a side in check: royal steps, and moves that arrive where they can end the check
// or leave where they caused it, all tested.
func (e *emitter) evasions(gd *guard) {
	arrive, leave := gd.answers(e.p, e.side)
	start := len(e.buf)
	ours := e.free
	e.free = ours.Without(leave)
	empty, enemy := e.empty, e.enemy
	e.empty, e.enemy = empty.And(arrive), enemy.And(arrive)
	e.moversWithin(arrive)
	if leave.Any() {
		e.free, e.empty, e.enemy = leave, empty, enemy
		e.moversWithin(e.r.Board)
	}
	e.free, e.empty, e.enemy = ours, empty, enemy
	kept := e.buf[:start]
	for _, m := range e.buf[start:] {
		if e.p.Safe(m) {
			kept = append(kept, m)
		}
	}
	e.buf = kept
	e.royal(gd.king)
}
