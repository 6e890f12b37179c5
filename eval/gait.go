package eval

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// gait is how a type of longer range moves, as far as it is common enough to be looked at without a call.
type gait uint8

const (
	other gait = iota
	rides      // along ranks and files, wherever it is
	hops       // ... and takes what is behind a screen
	leaps      // as a horse
)

// gait returns how a mover moves. Where it may not go to all of the board it is none of the common gaits.
func (e *Evaluator) gait(m *rules.Mover) gait {
	switch {
	case m.Zone.Count() < e.r.Geometry.Size():
	case m.Same && m.Quiet.Shape == rules.OrthRider:
		return rides
	case m.Quiet.Shape == rules.OrthRider && m.Capture.Shape == rules.OrthHopper:
		return hops
	case m.Same && m.Quiet.Shape == rules.LegLeaper:
		return leaps
	}
	return other
}

// look looks from all pieces of a type: where they may go, and to how many points that their own men do not hold, each counted for itself. What they
// attack is noted. Every gait has a loop of its own, short enough for most of what it works with to stay in the processor's registers.
func (e *Evaluator) look(p *position.Position, n *counts, c board.Color, f *far, men board.Bits, at *attacks) (goes board.Bits, reach int) {
	ours, lines := p.Of(c), e.r.Lines
	switch f.gait {
	case rides:
		for men.Any() {
			s := men.Pop()
			rank, file := p.Words(s)
			to := lines.Ride(s, rank, file)
			goes = goes.Or(to)
			reach += to.Without(ours).Count()
			if to.Meets(at.ring) { // few pieces do
				e.beset(n, f, at, to)
			}
		}
		at.far = at.far.Or(goes)
	case hops:
		for men.Any() {
			s := men.Pop()
			rank, file := p.Words(s)
			to := lines.Ride(s, rank, file)
			goes = goes.Or(to)
			reach += to.Without(ours).Count()
			hit := lines.HopOver(s, rank, file)
			at.far = at.far.Or(hit)
			if hit.Meets(at.ring) {
				e.beset(n, f, at, hit)
			}
		}
	case leaps:
		legs, occ := f.m.Quiet.Legs, p.Occupied()
		for men.Any() {
			to := legs[men.Pop()&127].Reach(occ)
			goes = goes.Or(to)
			reach += to.Without(ours).Count()
			if to.Meets(at.ring) {
				e.beset(n, f, at, to)
			}
		}
		at.far = at.far.Or(goes)
	default:
		return e.lookBy(p, n, c, f, men, at)
	}
	return goes, reach
}

// lookBy is look by a type's patterns. Where it may go is not cut down to its zone here.
func (e *Evaluator) lookBy(p *position.Position, n *counts, c board.Color, f *far, men board.Bits, at *attacks) (goes board.Bits, reach int) {
	for men.Any() {
		s := men.Pop()
		to := p.Targets(f.m.Quiet, s)
		goes = goes.Or(to)
		to = to.And(f.m.Zone)
		reach += to.Without(p.Of(c)).Count()
		if !f.m.Same {
			to = p.Targets(f.m.Capture, s).And(f.m.Zone)
		}
		at.far = at.far.Or(to)
		e.beset(n, f, at, to)
	}
	return goes, reach
}

// beset counts what a piece attacks of the ring of the opponent's royal piece.
func (e *Evaluator) beset(n *counts, f *far, at *attacks, hit board.Bits) {
	if !f.roams {
		return
	}
	at.worth += e.weigh(n, f.ring, hit.And(at.ring).Count())
	if on := hit.And(at.inner); on.Any() {
		at.hitters++
		at.hits += on.Count()
	}
}
