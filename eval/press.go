package eval

import (
	"buluo/board"
	"buluo/position"
)

// press holds the slots of what a side takes from its opponent without taking a piece.
type press struct {
	restrained, space int
}

// enlistPress enters the terms of a side's grip on the board. Both sides have them under one name.
func (e *Evaluator) enlistPress(l *lexicon) press {
	return press{
		restrained: e.slot(l, "board", featRestrained, Pair{-2, -2}),
		space:      e.slot(l, "board", featSpace, Pair{2, 0}),
	}
}

// room returns the squares in the middle of a side's own half, its first rank left out.
func (e *Evaluator) room(c board.Color) board.Bits {
	var room board.Bits
	for b := e.r.Board; b.Any(); {
		s := b.Pop()
		if rank := e.rank(c, s); rank > 0 && 2*rank < e.r.Geometry.Ranks && e.inward(s) >= 2 {
			room = room.With(s)
		}
	}
	return room
}

// press counts what a side is held back by: pieces under more attack than guard, squares that it can no longer use, heavy pieces that will be
// attacked; and for it, the safe room behind its pawns, which is where back is.
func (v *survey) press(e *Evaluator, p *position.Position, n *counts, c board.Color, us, them *view, back board.Bits) (worth packed) {
	// A square is held that a pawn guards, or two pieces guard against one.
	held := us.hits.Or(us.twice.Without(them.twice))
	worth = e.weigh(n, v.grip.restrained, us.all.And(them.all).Without(held).Count())
	pressed := p.Of(c).And(us.all).And(them.all).Without(held)
	for b := pressed; b.Any(); {
		worth += e.weigh(n, e.pressed[p.At(b.Pop())%board.MaxPieces], 1)
	}
	t := &v.troops[c]
	room := t.room.Without(us.feet).Without(them.hits)
	free := room.Count() + room.And(back).Without(them.all).Count()
	worth += e.weigh(n, v.grip.space, free*(p.Of(c).Count()-us.feet.Count())/8)
	return worth + v.stalked(e, p, n, c, us, them)
}

// stalked counts the safe squares from which a side's only heavy piece of a sort may be attacked by a cheaper one's next move.
func (v *survey) stalked(e *Evaluator, p *position.Position, n *counts, c board.Color, us, them *view) (worth packed) {
	t, foes := &v.troops[c], &v.troops[c.Other()]
	for i := len(t.kinds) - 1; i >= 0 && t.kinds[i].price >= heavyPrice; i-- {
		k := &t.kinds[i]
		if k.stalked == sink || k.menace == 0 || p.Count(c, k.t) != 1 {
			continue
		}
		s := p.Pieces(c, k.t).First()
		safe := e.r.Board.Without(us.hits).Without(us.twice.Without(them.twice)).Without(p.Of(c.Other()))
		worth += e.weigh(n, k.stalked, v.reaching(e, p, s, foes, them.has&k.menace, them).And(safe).Count())
	}
	return worth
}

// reaching returns the squares that some of a side's kinds may go to and would attack a square from.
func (v *survey) reaching(e *Evaluator, p *position.Position, s board.Square, t *troop, some kinds, them *view) board.Bits {
	rank, file := p.Words(s)
	orth, diag := e.r.Lines.Ride(s, rank, file), e.r.Lines.RideDiag(s, p.Occupied())
	var sum board.Bits
	for some != 0 {
		i := some.pop()
		sum = sum.Or(t.kinds[i].toward(s, orth, diag).And(them.goes[i]))
	}
	return sum
}

// toward returns from where a kind would attack a square, of whose open lines the squares are given.
func (k *kind) toward(s board.Square, orth, diag board.Bits) board.Bits {
	var from board.Bits
	if k.orth {
		from = orth
	}
	if k.diag {
		from = from.Or(diag)
	}
	if k.leaps != nil {
		from = from.Or(k.leaps[s&127])
	}
	return from
}
