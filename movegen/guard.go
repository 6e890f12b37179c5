package movegen

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// guard is what one look around a royal piece finds: who checks it, which of our pieces are held and where they may
// still go, and which empty points would become a screen for an enemy cannon.
//
// Where a held piece may go is not kept but looked for again, piece by piece (see allowed): few nodes have any, and the
// guard stays small enough to cost nothing to clear on every node.
type guard struct {
	king     board.Square
	only     board.Square // NoSquare, or the piece whose pins are collected in to
	checkers board.Bits
	shut     board.Bits
	held     board.Bits
	to       board.Bits
}

// look fills the guard of the side to move.
func (gd *guard) look(p *position.Position, side *rules.Side) {
	r := p.Rules()
	them := side.Color.Other()
	gd.king = p.Royal(side.Color)
	occ := p.Occupied()
	v := &r.Sides[them].CheckSight
	if near := v.Near(gd.king); near.Any.Meets(p.Of(them)) {
		for i := range near.Leaps {
			l := &near.Leaps[i]
			gd.checkers = gd.checkers.Or(l.From.And(p.Pieces(them, l.Type)))
		}
		for i := range near.Legs {
			l := &near.Legs[i]
			gd.legs(p, l.Legs, l.From.And(p.Pieces(them, l.Type)), occ)
		}
	}
	switch {
	case v.Straight:
		line := &r.Lines.Orth[gd.king&127]
		gd.riders(p, r.Lines, p.Pieces(them, v.Rider).And(*line), occ)
		gd.hoppers(p, r.Lines, p.Pieces(them, v.Hopper).And(*line), occ)
	case v.Far&p.Types(them) != 0:
		gd.riders(p, r.Lines, of(p, them, v.Orth).And(r.Lines.Orth[gd.king&127]), occ)
		gd.riders(p, r.Lines, of(p, them, v.Diag).And(r.Lines.Diag[gd.king&127]), occ)
		gd.hoppers(p, r.Lines, of(p, them, v.Hop).And(r.Lines.Orth[gd.king&127]), occ)
	}
	if r.Facing {
		gd.facing(p, r.Lines, p.Royal(them), occ)
	}
}

// of returns a side's pieces of the types of a list.
func of(p *position.Position, c board.Color, list []rules.LineSight) board.Bits {
	var b board.Bits
	for i := range list {
		b = b.Or(p.Pieces(c, list[i].Type))
	}
	return b
}

// riders looks along the lines to chariots, bishops and their like: an empty line is a check, one of ours on it is held
// to the line.
func (gd *guard) riders(p *position.Position, lines *rules.Lines, from, occ board.Bits) {
	for from.Any() {
		s := from.Pop()
		line := lines.Between(gd.king, s)
		switch on := line.And(occ); {
		case on.Empty():
			gd.checkers = gd.checkers.With(s)
		case !on.Many():
			gd.hold(p, on, line.With(s))
		}
	}
}

// hoppers looks along the lines to cannons: without a screen the line is shut to newcomers, with one it is a check, and
// with two each of ours must stay between or take the cannon.
func (gd *guard) hoppers(p *position.Position, lines *rules.Lines, from, occ board.Bits) {
	for from.Any() {
		s := from.Pop()
		line := lines.Between(gd.king, s)
		switch on := line.And(occ); on.Count() {
		case 0:
			gd.shut = gd.shut.Or(line)
		case 1:
			gd.checkers = gd.checkers.With(s)
		case 2:
			gd.hold(p, on, line.Without(occ).With(s))
		}
	}
}

// legs looks at horses and their like: a free path is a check, one of ours on it alone must stay on it or take the
// horse.
func (gd *guard) legs(p *position.Position, legs *[board.MaxSquares]rules.Legs, from, occ board.Bits) {
	for from.Any() {
		s := from.Pop()
		ways := legs[s&127].Ways
		for i := range ways {
			if !ways[i].To.Has(gd.king) {
				continue
			}
			switch on := ways[i].Path.And(occ); {
			case on.Empty():
				gd.checkers = gd.checkers.With(s)
			case !on.Many():
				gd.hold(p, on, ways[i].Path.With(s))
			}
		}
	}
}

// facing looks to the other general: the last piece between the two must stay between.
func (gd *guard) facing(p *position.Position, lines *rules.Lines, other board.Square, occ board.Bits) {
	if !lines.Orth[gd.king&127].Has(other) {
		return
	}
	line := lines.Between(gd.king, other)
	if on := line.And(occ); !on.Empty() && !on.Many() {
		gd.hold(p, on, line)
	}
}

// hold pins those of a set that are ours to a set of points, on top of what holds them already.
func (gd *guard) hold(p *position.Position, on, to board.Bits) {
	if gd.only == board.NoSquare {
		gd.held = gd.held.Or(on.And(p.Of(p.Side())))
	} else if on.Has(gd.only) {
		gd.to = gd.to.And(to)
	}
}

// allowed returns the points that a held piece may go to.
func allowed(p *position.Position, side *rules.Side, piece board.Square) board.Bits {
	gd := guard{only: piece, to: p.Rules().Board}
	gd.look(p, side)
	return gd.to
}

// answers returns, for a single checker, the points where a piece other than the royal one can end the check by
// arriving, and the screens of ours that can end it by leaving. Arriving is necessary, not sufficient: each move is
// still tested.
func (gd *guard) answers(p *position.Position, side *rules.Side) (arrive, leave board.Bits) {
	r := p.Rules()
	if gd.checkers.Many() {
		return r.Board, p.Of(side.Color) // rare: let the test decide
	}
	s := gd.checkers.First()
	line := r.Lines.Between(gd.king, s)
	arrive = line.With(s)
	m := r.Sides[side.Color.Other()].Of[p.At(s).Type()]
	if m.Capture.LegFrom != nil {
		for _, w := range m.Capture.Legs[s&127].Ways {
			if w.To.Has(gd.king) {
				arrive = arrive.Or(w.Path)
			}
		}
	}
	if m.Capture.Hop {
		leave = line.And(p.Of(side.Color))
	}
	return arrive, leave
}
