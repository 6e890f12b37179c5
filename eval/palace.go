package eval

import (
	"slices"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// palace holds the slots of what is aimed at a side's royal piece by the opponent's long-range pieces, and what of the board that needs. Danger
// grows with the square of what is brought against a general: a chariot alone does little, a chariot and two horses mate. So the square is
// counted, and the weight stays a number that may be fitted (the idea is as old as chess programs; Slate and Atkin 1977 have it).
type palace struct {
	danger, alarm, room int
	ring                [board.MaxSquares]board.Bits // the points around a royal piece in its zone, its own included
	guards              []board.PieceType            // short of range and kept near: what stands between a general and the enemy
	guardsMost          int                          // ... and how many of them a game begins with
	posted              bool                         // what a side's post counts are just these
	aims                []aim                        // the opponent's types that roam,
	lined               []aim                        // ... and those of them that move or hop along ranks and files
}

// aim holds the slots of a roaming type against a royal piece.
type aim struct {
	t     board.PieceType
	lines bool   // it moves or hops along ranks and files
	on    [3]int // on a line with the royal piece, by the pieces between: a cannon with none threatens a check by any piece that comes between
	bared int    // for every guard that is gone
}

// The units of danger.
const (
	palacePiece  = 22 // a piece that attacks the ring
	palaceHit    = 8  // ... for each point of it
	palaceSmall  = 10 // a soldier within two points
	palaceWeak   = 14 // a point of the ring that is attacked and that nothing but the general guards
	palaceCheck  = 45 // a type that could give check from a point that only the general guards, if any
	palaceChecks = 15 // ... from more than one
	palaceGuard  = 9  // less for every guard
	palaceBase   = 20 // less in any case: what every middle game has
	palaceMost   = 800
)

// enlistPalace enters the terms of a side's royal piece, where the other side has pieces that roam.
func (e *Evaluator) enlistPalace(l *lexicon, side *rules.Side) {
	k := &e.camps[side.Color].palace
	k.danger, k.alarm, k.room = sink, sink, sink
	if side.Royal == board.NoType || surveyed(Family(e.r)) || !slices.ContainsFunc(e.r.Sides[side.Color.Other()].Movers, e.roams) {
		return
	}
	name := pieceName(e.r, side.Royal)
	k.danger = e.slot(l, name, featDanger, Pair{plainDanger, plainDanger})
	k.alarm = e.slot(l, name, featAlarm, Pair{})
	k.room = e.slot(l, name, featRoom, Pair{})
	zone := side.Of[side.Royal].Zone
	for b := e.r.Board; b.Any(); {
		s := b.Pop()
		k.ring[s] = e.r.Geometry.Around(s, 1).And(zone)
	}
	for _, m := range side.Movers {
		if !m.Royal && m.Steps == nil && !e.roams(m) {
			k.guards = append(k.guards, m.Type)
		}
	}
	k.guardsMost = k.standing(position.Start(e.r), side.Color)
	for _, m := range e.r.Sides[side.Color.Other()].Movers {
		if !e.roams(m) {
			continue
		}
		name := pieceName(e.r, m.Type)
		a := aim{t: m.Type, lines: m.Capture.Shape == rules.OrthRider || m.Capture.Shape == rules.OrthHopper, bared: sink}
		for i := range a.on {
			a.on[i] = sink
			if a.lines {
				a.on[i] = e.slot(l, name, featAim+digit(i), Pair{})
			}
		}
		if len(k.guards) > 0 {
			a.bared = e.slot(l, name, featBared, Pair{})
		}
		k.aims = append(k.aims, a)
		if a.lines {
			k.lined = append(k.lined, a)
		}
	}
}

// standing returns how many guards a side has.
func (k *palace) standing(p *position.Position, c board.Color) int {
	n := 0
	for _, t := range k.guards {
		n += p.Count(c, t)
	}
	return n
}

// besiege counts the danger to a side's royal piece, once both sides' attacks are known: what it is worth to the side itself, and to its foe.
func (e *Evaluator) besiege(p *position.Position, l *ledger, c board.Color, at *[2]attacks) (worth, foe packed) {
	k, us, them, n := &e.camps[c].palace, &at[c], &at[c.Other()], l.of(c)
	if k.danger == sink {
		return 0, 0
	}
	king := p.Royal(c)
	if king == board.NoSquare {
		return 0, 0
	}
	guards := us.guards
	if !k.posted {
		guards = k.standing(p, c)
	}
	foe = e.aimed(p, l.of(c.Other()), c, king, k.guardsMost-guards)
	ring := k.ring[king&127]
	worth += e.weigh(n, k.room, ring.Without(p.Of(c)).Without(them.all).Count())
	if them.hitters == 0 {
		return worth, foe
	}
	weak := ring.And(them.all).Without(us.all)
	sum := palacePiece*them.hitters + palaceHit*them.hits + palaceWeak*weak.Count() - palaceBase +
		palaceSmall*them.close + e.checks(p, c.Other(), king, us.all, &them.goes) - palaceGuard*guards
	if sum = min(sum, palaceMost); sum > 0 {
		worth += e.weigh(n, k.danger, sum*sum/256)
		worth += e.weigh(n, k.alarm, sum/8)
	}
	return worth, foe
}

// aimed counts, for its opponent, the roaming pieces that are on a line with a royal piece, and what so many guards that are gone let in.
func (e *Evaluator) aimed(p *position.Position, n *counts, c board.Color, king board.Square, gone int) (worth packed) {
	k := &e.camps[c].palace
	if gone != 0 {
		for i := range k.aims {
			a := &k.aims[i]
			worth += e.weigh(n, a.bared, gone*p.Count(c.Other(), a.t))
		}
	}
	line := e.r.Lines.Orth[king&127].And(p.Of(c.Other()))
	for i := range k.lined {
		a := &k.lined[i]
		for b := p.Pieces(c.Other(), a.t).And(line); b.Any(); {
			if between := e.r.Lines.Between(king, b.Pop()).And(p.Occupied()).Count(); between < len(a.on) {
				worth += e.weigh(n, a.on[between], 1)
			}
		}
	}
	return worth
}

// checks returns the danger of checks that a side could give at once from points that nothing but the royal piece guards.
func (e *Evaluator) checks(p *position.Position, c board.Color, king board.Square, guarded board.Bits, goes *[4]board.Bits) int {
	sum := 0
	safe := e.r.Board.Without(p.Of(c)).Without(guarded)
	for i := range e.camps[c].moving {
		f := &e.camps[c].moving[i]
		goes := goes[i%len(goes)].And(safe)
		if !f.roams || goes.Empty() {
			continue
		}
		var from board.Bits // where it would give check
		if f.mirror {
			from = p.Targets(f.m.Capture, king).And(goes)
		} else {
			from = e.camps[c.Other()].wide[king&127].And(goes)
		}
		if from.Empty() { // mostly
			continue
		}
		found := 0
		for b := p.Pieces(c, f.t); b.Any() && found < 2; {
			for to := p.Targets(f.m.Quiet, b.Pop()).And(from); to.Any() && found < 2; {
				if s := to.Pop(); f.mirror || p.Targets(f.m.Capture, s).Has(king) {
					found++
				}
			}
		}
		switch found {
		case 0:
		case 1:
			sum += palaceCheck
		default:
			sum += palaceCheck + palaceChecks
		}
	}
	return sum
}

// mirrors reports whether whatever a pattern attacks from a point would be attacked from there by it: lines and screens look the same from
// both ends, the legs of a horse do not.
func mirrors(pat *rules.Pattern) bool {
	switch pat.Shape {
	case rules.OrthRider, rules.DiagRider, rules.QueenRider, rules.OrthHopper:
		return true
	}
	return false
}
