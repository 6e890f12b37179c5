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
func (us *view) press(e *Evaluator, p *position.Position, n tally, c board.Color, them *view, back set) (worth packed) {
	v := e.survey
	// A square is held that a pawn guards, or two pieces guard against one.
	held := us.hits.Or(us.twice.Without(them.twice))
	worth = e.weigh(n, v.grip.restrained, us.all.And(them.all).Without(held).Count())
	pressed := set(p.Of(c)).And(us.all).And(them.all).Without(held)
	for b := pressed; b.Any(); {
		worth += e.weigh(n, e.pressed[p.At(b.Pop())%board.MaxPieces], 1)
	}
	t := &v.troops[c]
	room := set(t.room).Without(us.feet).Without(them.hits)
	free := room.Count() + room.And(back).Without(them.all).Count()
	worth += e.weigh(n, v.grip.space, free*(p.Of(c).Count()-us.feet.Count())/8)
	return worth + us.stalked(e, p, n, c, them)
}

// stalked counts the safe squares from which a side's only heavy piece of a sort may be attacked by a cheaper one's next move.
func (us *view) stalked(e *Evaluator, p *position.Position, n tally, c board.Color, them *view) (worth packed) {
	heavy := e.survey.troops[c].heavy
	for i := range heavy {
		k := &heavy[i]
		if k.stalked == sink || k.menace == 0 || p.Count(c, k.t) != 1 {
			continue
		}
		s := set(p.Pieces(c, k.t)).First()
		safe := e.frame.board.Without(us.hits).Without(us.twice.Without(them.twice)).Without(set(p.Of(c.Other())))
		worth += e.weigh(n, k.stalked, them.reaching(e, p, s, c.Other(), them.has&k.menace).And(safe).Count())
	}
	return worth
}

// reaching returns the squares that some of a side's kinds may go to and would attack a square from.
func (see *view) reaching(e *Evaluator, p *position.Position, s board.Square, c board.Color, some kinds) set {
	t := &e.survey.troops[c]
	rank, file := p.Words(s)
	orth, diag := e.r.Lines.Ride(s, rank, file), e.r.Lines.RideDiag(s, set(p.Occupied()))
	var sum set
	for some != 0 {
		i := some.pop()
		sum = sum.Or(see.toward(&t.kinds[i], i, s, orth, diag))
	}
	return sum
}

// toward returns the squares that one of a side's kinds may go to and would attack a square from, of whose open lines the squares are given.
func (see *view) toward(k *kind, i int, s board.Square, orth, diag set) set {
	var from set
	if k.orth {
		from = orth
	}
	if k.diag {
		from = from.Or(diag)
	}
	if k.leaps != nil {
		from = from.Or(set(k.leaps[s&127]))
	}
	return from.And(see.goes[i])
}
