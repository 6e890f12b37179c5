package position

import (
	"buluo/board"
	"buluo/rules"
	"buluo/variant"
)

// fortress reports whether the board is closed, as Lichess judges horde: the army is on move, and whatever it plays
// leaves the horde without a move, which is a draw. It says so one move early and asks nothing about later: a wall that
// the army could open is not closed. Capturing the last of the horde is no such move but a win.
//
// It only means something where having no move draws, and where turns are single moves that nobody may pass.
func (p *Position) fortress() bool {
	spec, us, them := p.r.Spec(), p.side, p.side.Other()
	army, horde := &p.r.Sides[us], &p.r.Sides[them]
	if army.Royal == board.NoType || horde.Royal != board.NoType || horde.Pass || p.r.LongTurns ||
		spec.StalemateValue != variant.DrawValue || spec.StalemateByCount {
		return false
	}
	moved := false
	for _, m := range army.Movers {
		for pieces := p.Pieces(us, m.Type); pieces.Any(); {
			from := pieces.Pop()
			if p.opens(from, p.destinations(m, from), board.Normal, &moved) ||
				p.opens(from, p.passingTargets(m, from), board.EnPassant, &moved) {
				return false
			}
		}
	}
	// Castlings need no look: they open nothing that a step of the king or of its partner along the way does not.
	return moved
}

// opens reports whether a legal move of the army's piece to one of a set of squares leaves the horde a move, or takes
// the last of it. It notes whether any move was legal. What a pawn promotes to is all the same: it stands in the way or
// can be captured.
func (p *Position) opens(from board.Square, to board.Bits, kind board.MoveKind, moved *bool) bool {
	for to.Any() {
		m := board.NewMoveKind(from, to.Pop(), kind)
		if !p.Safe(m) {
			continue
		}
		*moved = true
		p.Do(m)
		open := p.sides[p.side].Empty() || p.mobile()
		p.Undo()
		if open {
			return true
		}
	}
	return false
}

// mobile reports whether the side to move, which has no royal piece, has a move: for it, what can be made is legal.
func (p *Position) mobile() bool {
	for _, m := range p.r.Sides[p.side].Movers {
		for pieces := p.Pieces(p.side, m.Type); pieces.Any(); {
			from := pieces.Pop()
			if p.destinations(m, from).Any() || p.passingTargets(m, from).Any() {
				return true
			}
		}
	}
	return false
}

// destinations returns where a piece of the side to move could go by moves that are neither castling nor captures in
// passing.
func (p *Position) destinations(m *rules.Mover, from board.Square) board.Bits {
	side := &p.r.Sides[p.side]
	vacant := p.r.Board.Without(p.Occupied())
	quiet := p.Targets(m.Quiet, from)
	if m.Initial != nil && side.DoubleStep.Has(from) {
		quiet = quiet.Or(p.Targets(m.Initial, from))
	}
	if m.Pawn {
		step := board.Bit(from).Shift(side.Up).And(vacant)
		twice := step.Shift(side.Up).And(vacant)
		if side.DoubleStep.Has(from) {
			quiet = quiet.Or(twice)
		}
		if side.TripleStep.Has(from) {
			quiet = quiet.Or(twice.Shift(side.Up))
		}
	}
	to := quiet.And(vacant).Or(p.Targets(m.Capture, from).And(p.sides[p.side.Other()])).And(m.Zone)
	if m.Pawn && m.PromotesTo == 0 && m.PromotedTo == board.NoType && p.r.Spec().MandatoryPawnPromotion {
		to = to.Without(side.Promotion) // a pawn that must promote and cannot does not move there
	}
	return to
}

// passingTargets returns the squares on which a piece of the side to move may capture in passing.
func (p *Position) passingTargets(m *rules.Mover, from board.Square) board.Bits {
	if !m.Passing || p.st.passed.Empty() {
		return board.Bits{}
	}
	return p.Targets(m.Capture, from).And(p.Takeable()).And(m.Zone)
}
