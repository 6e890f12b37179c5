package movegen

import (
	"math/bits"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// emitter writes down the moves of one side. With a guard it leaves out what pins forbid; without one it writes
// pseudo-legal moves, which for a side without a royal piece are the legal ones.
type emitter struct {
	p    *position.Position
	r    *rules.Rules
	side *rules.Side
	us   board.Color
	occ  board.Bits
	// Where quiet moves may go: empty points, less those the guard closes; none when only noisy moves are wanted.
	empty board.Bits
	enemy board.Bits // where captures may go; none when only quiet moves are wanted
	free  board.Bits // our pieces that no pin holds
	shut  board.Bits // empty points that no move may enter, whatever is wanted
	want  want
	buf   []board.Move
}

// set makes the emitter ready. It fills in place: the struct is too large to be handed about by value on every node.
func (e *emitter) set(p *position.Position, side *rules.Side, w want, buf []board.Move) {
	us := p.Side()
	e.p, e.r, e.side, e.us, e.want, e.buf = p, p.Rules(), side, us, w, buf
	ours, theirs := p.Of(us), p.Of(us.Other())
	e.free, e.occ = ours, ours.Or(theirs)
	if w&quiet != 0 {
		e.empty = e.r.Board.Without(e.occ)
	}
	if w&noisy != 0 {
		e.enemy = theirs
	}
}

// movers writes the moves of every type but the royal one.
func (e *emitter) movers() { e.moversWithin(e.r.Board) }

// moversWithin is movers with a limit on where special moves may go; empty and enemy limit the others already.
func (e *emitter) moversWithin(limit board.Bits) {
	goal := e.empty.Or(e.enemy)
	for ts := e.p.Types(e.us); ts != 0; ts &= ts - 1 { // in the order of types
		t := board.PieceType(bits.TrailingZeros32(uint32(ts)) % board.MaxTypes)
		pieces := e.p.Pieces(e.us, t).And(e.free)
		if pieces.Empty() {
			continue
		}
		switch m := e.side.Of[t]; m.Manner {
		case rules.AsRoyal:
		case rules.AsPawns:
			e.pawns(m, pieces, limit)
		case rules.AsSteps:
			e.steps(m, pieces, goal)
		case rules.AsRiders:
			e.riders(pieces, goal.And(m.Zone))
		case rules.AsHoppers:
			e.hoppers(pieces, e.empty.And(m.Zone), e.enemy.And(m.Zone))
		case rules.AsLeaps:
			e.leaps(m.Quiet.Leaps, pieces, goal)
		case rules.AsLegs:
			e.legs(m.Quiet.Legs, pieces, goal)
		case rules.AsPlain:
			e.plain(m.Quiet, pieces, goal.And(m.Zone))
		default:
			for pieces.Any() {
				e.piece(m, pieces.Pop(), limit)
			}
		}
	}
}

// steps moves all pieces of a short-range type at once.
func (e *emitter) steps(m *rules.Mover, pieces, both board.Bits) {
	for i := range m.Steps {
		d, goal := &m.Steps[i], both
		if !m.Same {
			goal = board.Bits{}
			if d.Quiet {
				goal = e.empty
			}
			if d.Capture {
				goal = goal.Or(e.enemy)
			}
		}
		if to := pieces.And(d.From).Shift(d.Delta).And(goal); to.Any() {
			e.shifted(to, d.Delta)
		}
	}
}

// shifted writes the moves that led to a set of targets by one step.
func (e *emitter) shifted(to board.Bits, delta int) {
	buf := e.buf // a local one stays in registers
	for w := to.Lo; w != 0; w &= w - 1 {
		t := bits.TrailingZeros64(w)
		buf = append(buf, board.NewMove(board.Square(t-delta), board.Square(t)))
	}
	for w := to.Hi; w != 0; w &= w - 1 {
		t := 64 + bits.TrailingZeros64(w)
		buf = append(buf, board.NewMove(board.Square(t-delta), board.Square(t)))
	}
	e.buf = buf
}

// plain writes the moves of all pieces of a type that moves as it captures and does nothing else.
func (e *emitter) plain(pat *rules.Pattern, pieces, goal board.Bits) {
	for pieces.Any() {
		from := pieces.Pop()
		e.buf = appendMoves(e.buf, from, e.p.Targets(pat, from).And(goal))
	}
}

// riders writes the moves of chariots and their like. What it keeps at hand stays in registers from piece to piece, as in its fellows.
func (e *emitter) riders(pieces, goal board.Bits) {
	p, lines, buf := e.p, e.r.Lines, e.buf
	for pieces.Any() {
		from := pieces.Pop()
		rank, file := p.Words(from)
		to := lines.Ride(from, rank, file).And(goal)
		buf = appendWord(buf, board.NewMove(from, 0), to.Lo)
		buf = appendWord(buf, board.NewMove(from, 64), to.Hi)
	}
	e.buf = buf
}

// hoppers writes the moves of cannons and their like, which ride to empty points and hop to capture.
func (e *emitter) hoppers(pieces, empty, enemy board.Bits) {
	p, lines, buf := e.p, e.r.Lines, e.buf
	for pieces.Any() {
		from := pieces.Pop()
		rank, file := p.Words(from)
		to := lines.HopOver(from, rank, file).And(enemy)
		if empty.Any() {
			to = to.Or(lines.Ride(from, rank, file).And(empty))
		}
		buf = appendWord(buf, board.NewMove(from, 0), to.Lo)
		buf = appendWord(buf, board.NewMove(from, 64), to.Hi)
	}
	e.buf = buf
}

// leaps writes the moves of advisors, knights and their like.
func (e *emitter) leaps(leaps *[board.MaxSquares]board.Bits, pieces, goal board.Bits) {
	buf := e.buf
	for pieces.Any() {
		from := pieces.Pop()
		to := leaps[from&127].And(goal)
		buf = appendWord(buf, board.NewMove(from, 0), to.Lo)
		buf = appendWord(buf, board.NewMove(from, 64), to.Hi)
	}
	e.buf = buf
}

// legs writes the moves of horses and their like.
func (e *emitter) legs(legs *[board.MaxSquares]rules.Legs, pieces, goal board.Bits) {
	occ, buf := e.occ, e.buf
	for pieces.Any() {
		from := pieces.Pop()
		to := legs[from&127].Look(occ).And(goal)
		buf = appendWord(buf, board.NewMove(from, 0), to.Lo)
		buf = appendWord(buf, board.NewMove(from, 64), to.Hi)
	}
	e.buf = buf
}

// appendMoves writes a Normal move to each of a set of targets.
func appendMoves(buf []board.Move, from board.Square, to board.Bits) []board.Move {
	return appendWord(appendWord(buf, board.NewMove(from, 0), to.Lo), board.NewMove(from, 64), to.Hi)
}

// appendWord is appendMoves for one word of the targets, given the move to the square of its lowest bit. It is small enough to be inlined, which
// appendMoves is not.
func appendWord(buf []board.Move, first board.Move, to uint64) []board.Move {
	for ; to != 0; to &= to - 1 {
		buf = append(buf, first|board.NewMove(0, board.Square(bits.TrailingZeros64(to))))
	}
	return buf
}

// targets returns the squares a piece may go to, within a limit.
func (e *emitter) targets(m *rules.Mover, from board.Square, limit board.Bits) board.Bits {
	goal := limit.And(m.Zone)
	if m.Same {
		return e.p.Targets(m.Quiet, from).And(e.empty.Or(e.enemy)).And(goal)
	}
	to := e.p.Targets(m.Capture, from).And(e.enemy)
	if e.empty.Any() {
		quiets := e.p.Targets(m.Quiet, from)
		if m.Initial != nil && e.side.DoubleStep.Has(from) {
			quiets = quiets.Or(e.p.Targets(m.Initial, from))
		}
		to = to.Or(quiets.And(e.empty))
	}
	return to.And(goal)
}

// piece writes the moves of one piece that no set-wise rule covers.
func (e *emitter) piece(m *rules.Mover, from board.Square, limit board.Bits) {
	if !m.Plain {
		e.special(m, from, limit)
		return
	}
	e.buf = appendMoves(e.buf, from, e.targets(m, from, limit))
}

// all writes one move of a kind to each of a set of targets.
func (e *emitter) all(from board.Square, to board.Bits, kind board.MoveKind) {
	for to.Any() {
		e.buf = append(e.buf, board.NewMoveKind(from, to.Pop(), kind))
	}
}

// special writes the moves of a piece that may promote, pass over squares or capture in passing. A promotion is noisy,
// so that both sets of targets are looked at whatever is wanted.
func (e *emitter) special(m *rules.Mover, from board.Square, limit board.Bits) {
	wide := *e
	wide.empty, wide.enemy = e.r.Board.Without(e.occ.Or(e.shut)), e.p.Of(e.us.Other())
	to := wide.targets(m, from, limit)
	spec := e.r.Spec()
	zone := e.side.Promotion
	plain, piece, pawn := to, board.Bits{}, board.Bits{}
	if m.PromotesTo != 0 {
		pawn = to.And(zone)
		if pawn.Any() && spec.MandatoryPawnPromotion {
			plain = plain.Without(pawn)
		}
	}
	if t := m.PromotedTo; t != board.NoType && (spec.PromotionLimit[t] == 0 || spec.PromotionLimit[t] > e.p.Count(e.us, t)) {
		piece = to
		inside := zone.Has(from)
		if spec.MandatoryPiecePromotion && piece.Any() {
			kept := board.Bits{}
			if !inside {
				kept = e.r.Board.Without(zone)
			}
			if spec.PromoteOnCapture {
				kept = kept.Or(e.r.Board.Without(e.occ))
			}
			plain = plain.And(kept)
		}
		if spec.PromoteOnCapture {
			piece = piece.And(e.occ)
		}
		if !inside {
			piece = piece.And(zone)
		}
	}
	e.all(from, plain.And(e.empty.Or(e.enemy)), board.Normal)
	if e.want&noisy == 0 {
		return
	}
	e.all(from, piece, board.PiecePromotion)
	for b := pawn; b.Any(); {
		e.promotions(m, from, b.Pop())
	}
	if m.Passing {
		passed := e.p.Targets(m.Capture, from).Without(e.p.Targets(m.Quiet, from)).And(m.Zone).And(e.p.Takeable())
		e.all(from, passed, board.EnPassant)
	}
}

// promotions writes a pawn promotion to each type that may still be had.
func (e *emitter) promotions(m *rules.Mover, from, to board.Square) {
	spec := e.r.Spec()
	for ts := uint32(m.PromotesTo); ts != 0; {
		t := board.PieceType(31 - bits.LeadingZeros32(ts))
		ts &^= 1 << t
		if n := spec.PromotionLimit[t]; n == 0 || n > e.p.Count(e.us, t) {
			e.buf = append(e.buf, board.NewPromotion(from, to, t))
		}
	}
}
