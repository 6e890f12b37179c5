package movegen

import (
	"buluo/board"
	"buluo/rules"
)

// pawns moves pawns all at once, within a limit: single, double and triple steps, captures, captures in passing,
// promotions. Captures in passing are written unguarded; a pinned plan tests them one by one, since two points change
// at once.
func (e *emitter) pawns(m *rules.Mover, pieces, limit board.Bits) {
	vacant := e.r.Board.Without(e.occ)
	calm := vacant.Without(e.shut).And(limit)
	foes := e.p.Of(e.us.Other()).And(limit)
	for i := range m.Steps {
		d := &m.Steps[i]
		to := pieces.And(d.From).Shift(d.Delta)
		if d.Capture {
			e.pawnTo(m, to.And(foes), d.Delta, noisy)
		}
		if d.Quiet {
			e.pawnTo(m, to.And(calm), d.Delta, quiet)
		}
	}
	e.longSteps(m, pieces, vacant.And(m.Zone), calm.And(m.Zone))
	if m.Passing && e.want&noisy != 0 {
		for b := e.p.Takeable(); b.Any(); {
			to := b.Pop()
			for from := m.PassFrom[to&127].And(pieces); from.Any(); {
				e.buf = append(e.buf, board.NewMoveKind(from.Pop(), to, board.EnPassant))
			}
		}
	}
}

// longSteps writes double and triple steps: through vacant points to calm ones.
func (e *emitter) longSteps(m *rules.Mover, pieces, vacant, calm board.Bits) {
	up := e.side.Up
	double, triple := pieces.And(e.side.DoubleStep), pieces.And(e.side.TripleStep)
	if double.Any() {
		once := double.Shift(up).And(vacant)
		e.pawnTo(m, once.Shift(up).And(calm), 2*up, quiet)
	}
	if triple.Any() {
		once := triple.Shift(up).And(vacant)
		twice := once.Shift(up).And(vacant)
		e.pawnTo(m, twice.Shift(up).And(calm), 3*up, quiet)
	}
}

// pawnTo writes pawn moves by one step to a set of targets, promoting where it must and may.
func (e *emitter) pawnTo(m *rules.Mover, to board.Bits, delta int, kind want) {
	zone := to.And(e.side.Promotion)
	if zone.Any() && (m.PromotesTo != 0 || m.PromotedTo != board.NoType) {
		if e.want&noisy != 0 {
			for b := zone; b.Any(); {
				t := b.Pop()
				e.pawnPromotions(m, board.Square(int(t)-delta), t)
			}
		}
		if e.r.Spec().MandatoryPawnPromotion {
			to = to.Without(zone)
		}
	} else if zone.Any() && e.r.Spec().MandatoryPawnPromotion {
		to = to.Without(zone) // a pawn that must promote and cannot does not move there
	}
	if e.want&kind != 0 {
		e.shifted(to, delta)
	}
}

func (e *emitter) pawnPromotions(m *rules.Mover, from, to board.Square) {
	e.promotions(m, from, to)
	spec := e.r.Spec()
	if m.PromotedTo != board.NoType && !(spec.PromoteOnCapture && e.p.At(to) == board.NoPiece) {
		e.buf = append(e.buf, board.NewMoveKind(from, to, board.PiecePromotion))
	}
}
