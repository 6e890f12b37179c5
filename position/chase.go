package position

import "buluo/board"

// Perpetual chase after the Asian rules. The judgement rests on one notion, the threat: a capture that the rules count,
// by a side that is given the move. A side chases a piece with a move when a threat on it stands after the move that
// did not stand before; it chases perpetually when one and the same piece is chased by its every move of a repetition.
// That says by itself that two pieces may share in a chase, that one piece hunting two by turns does not chase, and
// that staying under an attack is nobody's guilt but one's own.
//
// What counts as a threat:
//
//   - Generals and soldiers threaten nothing (they may chase), and generals and soldiers that still keep to their file
//     are not threatened by anything.
//   - The capture must not open its own general to a new attack. A check that stands already is not looked at: it is
//     answered before anything else is, and says nothing about the chase.
//   - A weaker piece threatens a stronger one whether it is protected or not: a horse or a cannon a chariot, an advisor
//     or an elephant any of the three.
//   - A piece does not threaten one of its own kind that could capture it in turn: that is an offer to exchange. A
//     blocked leg or a pin takes this excuse away.
//   - Everything else is threatened only where no recapture would be legal on the board after the capture, so that
//     pinned protectors, generals that would step into an attack, and cannons whose screen is gone do not count.
//
// The kinds come from how a type captures, not from its name (see [rank]); pieces of a variant's own that are like none
// of xiangqi's are ordinary prey and ordinary hunters.

// threats are a side's threats in one position: by[t] holds the pieces that threaten the piece on t, for the t in on.
type threats struct {
	on board.Bits
	by [board.MaxSquares]board.Bits
}

// follow keeps the squares of hunters up to date with a move.
func (ts *threats) follow(m board.Move) {
	for b := ts.on; b.Any(); {
		t := b.Pop()
		ts.by[t] = followed(ts.by[t], m)
	}
}

// followed returns a set of pieces as a move without capture leaves it. (No capture lies within a repetition.)
func followed(b board.Bits, m board.Move) board.Bits {
	if b.Has(m.From()) {
		return b.Drop(m.From()).With(m.To())
	}
	return b
}

// hunt is what is left, in the middle of a repetition, of a side's suspected chases.
type hunt struct {
	begun bool
	prey  board.Bits // chased by its every move so far
	grave board.Bits // of these, chariots that a horse of the hunters pinned all the time
}

// chases reports whether each side chased one and the same piece with every move of the last n plies. Where both did, a
// side that chased a chariot pinned by its own horse is the only guilty one: the Asian rules forbid that whatever the
// chariot does meanwhile.
func (p *Position) chases(n int) (byUs, byThem bool) {
	hunts := p.hunts(n)
	us, them := &hunts[p.side], &hunts[p.side.Other()]
	byUs, byThem = us.prey.Any(), them.prey.Any()
	if byUs && byThem && us.grave.Any() != them.grave.Any() {
		return us.grave.Any(), them.grave.Any()
	}
	return byUs, byThem
}

// Chased returns the pieces of the side to move that the turn just ended newly threatens: what a repetition of nothing
// but such turns would be a perpetual chase of. It is empty in the middle of a turn, and where the turn holds a capture or
// anything else that cannot be taken back, or began before the set-up: no repetition holds such a turn.
func (p *Position) Chased() board.Bits {
	last, n := len(p.hist)-1, 1
	for n < p.window() && p.midTurn(last-n) {
		n++
	}
	if n > p.window() || p.midTurn(last-n) || p.hist[last-n].side == p.side {
		return board.Bits{}
	}
	return p.hunts(n)[p.side.Other()].prey
}

// midTurn is MidTurn, after so many plies since the set-up.
func (p *Position) midTurn(plies int) bool { return p.hist[plies].left < p.r.Turn[p.hist[plies].side] }

// hunts follows both sides' chases through the last n plies, which are a repetition or one turn. In a long turn, the turn
// as a whole counts as one move. A repetition that begins within a turn, as where the turn began with a capture, ends
// within that turn too: its last plies and its first are one turn, which is judged last.
func (p *Position) hunts(n int) (hunts [2]hunt) {
	var before, after threats
	whole := false // a turn has begun within these plies
	follow := func(last bool) {
		turn := !p.MidTurn() // the position begins a turn
		if whole {
			m, by := p.st.move, p.hist[len(p.hist)-2].side
			for c := range hunts {
				hunts[c].prey, hunts[c].grave = followed(hunts[c].prey, m), followed(hunts[c].grave, m)
			}
			before.follow(m)
			if turn {
				p.pursue(&hunts[by], by, &before, &after)
			}
		}
		if them := p.side.Other(); turn && !last {
			whole = true
			p.findThreats(&before, p.side, hunts[p.side].candidates(p.sides[them]), false)
		}
	}
	p.retrace(n, func(left int) { follow(left == 0) })
	again := 0
	for ; p.MidTurn() && again < n; again++ {
		p.Do(p.back[n-1-again])
		follow(true)
	}
	for range again {
		p.Undo()
	}
	return hunts
}

// candidates returns the enemies that may still turn out to be chased perpetually.
func (h *hunt) candidates(enemies board.Bits) board.Bits {
	if h.begun {
		return h.prey
	}
	return enemies
}

// pursue keeps of a hunt what the move just made chased as well.
func (p *Position) pursue(h *hunt, by board.Color, before, after *threats) {
	p.findThreats(after, by, h.candidates(p.sides[by.Other()]), true)
	var prey, grave board.Bits
	for b := after.on; b.Any(); {
		t := b.Pop()
		if after.by[t].Within(before.by[t]) {
			continue
		}
		prey = prey.With(t)
		if (!h.begun || h.grave.Has(t)) && p.pinnedByHorse(t) {
			grave = grave.With(t)
		}
	}
	h.begun, h.prey, h.grave = true, prey, grave
}

// findThreats finds a side's threats on some of its enemies, either those that stand after its move (made) or those
// that stood before it, which are read more widely (see protected).
func (p *Position) findThreats(ts *threats, by board.Color, enemies board.Bits, made bool) {
	*ts = threats{}
	for enemies.Any() {
		t := enemies.Pop()
		for hunters := p.Attackers(t, by); hunters.Any(); {
			if h := hunters.Pop(); p.threatens(h, t, made) {
				ts.on = ts.on.With(t)
				ts.by[t] = ts.by[t].With(h)
			}
		}
	}
}

// threatens reports whether the attack of the piece on h on the one on t is a threat.
func (p *Position) threatens(h, t board.Square, made bool) bool {
	hunter, prey := p.at[h], p.at[t]
	strong, weak := p.rank(prey), p.rank(hunter)
	switch {
	case weak == general || weak == soldier || strong == general:
		return false
	case strong == soldier && !p.r.Sideways(prey.Color(), t):
		return false
	case !p.mayTake(h, t):
		return false
	case hunter.Type() == prey.Type() && p.Attackers(h, prey.Color()).Has(t) && p.mayTake(t, h):
		return false
	case weak == minor && (strong == middle || strong == chariot) || weak == middle && strong == chariot:
		return true
	}
	return !p.protected(h, t, made)
}

// rank is the standing of a type in the rules of chasing.
type rank uint8

const (
	ordinary rank = iota // none of the below: a piece of the variant's own
	general              // royal
	soldier              // the soldier of xiangqi, which the key of that name defines
	minor                // confined to its own half: advisor, elephant
	middle               // captures by a lame leap or over a screen: horse, cannon
	chariot              // captures along ranks and files, whatever else it may do
)

// rank derives the standing of a piece from how its type captures.
func (p *Position) rank(pc board.Piece) rank {
	c, t := pc.Color(), pc.Type()
	m := p.r.Sides[c].Of[t]
	switch {
	case m.Royal:
		return general
	case p.r.Spec().Piece(t).Soldier:
		return soldier
	case !m.Zone.Meets(p.r.Beyond[c]):
		return minor
	case m.Capture.Orth:
		return chariot
	case m.Capture.Hop || m.Capture.Legs != nil:
		return middle
	}
	return ordinary
}

// mayTake reports whether the piece on from could capture the one on to without opening its own general to a new
// attack. It is asked of pieces that attack the square, whoever is on move.
func (p *Position) mayTake(from, to board.Square) bool {
	c := p.at[from].Color()
	if p.r.Sides[c].Royal == board.NoType {
		return true
	}
	king, standing := p.Royal(c), board.Bits{}
	if king == from {
		king = to
	} else {
		standing = p.besiegers(c, king, p.Occupied())
	}
	return p.besiegers(c, king, p.Occupied().Drop(from)).Drop(to).Within(standing)
}

// besiegers returns the enemies that attack a side's general on a square, given an occupancy: an enemy general that
// would face it among them. Enemies outside the occupancy are not masked out.
func (p *Position) besiegers(c board.Color, king board.Square, occ board.Bits) board.Bits {
	them := c.Other()
	b := p.attackers(&p.r.Sides[them].CheckSight, king, them, occ)
	if p.r.Facing && p.faces(king, them, occ) {
		b = b.With(p.Royal(them))
	}
	return b
}

// protected reports whether a capture on t by the piece on h could be answered on t.
//
// A protector that reaches t only through the square that the capture leaves attacks the hunter itself first. To shut
// its line is to parry that attack, not to cut off the protection of t: so what stood before a move is read as if such
// protectors did not exist (made is false), or a chariot attacked along a line would be chasing whatever stands behind
// it.
func (p *Position) protected(h, t board.Square, made bool) bool {
	c := p.at[t].Color()
	occ := p.Occupied().Drop(h)
	roots := p.AttackersOn(t, c, occ).Drop(t)
	if !made {
		roots = roots.And(p.Attackers(t, c))
	}
	if p.r.Sides[c].Royal == board.NoType {
		return roots.Any()
	}
	home := p.Royal(c)
	standing := p.besiegers(c, home, p.Occupied())
	for roots.Any() {
		s := roots.Pop()
		king, known := home, standing
		if s == home {
			king, known = t, board.Bits{}
		}
		// The hunter is taken by the recapture: it no longer attacks from where it stood.
		if p.besiegers(c, king, occ.Drop(s)).Drop(h).Within(known) {
			return true
		}
	}
	return false
}

// pinnedByHorse reports whether the piece on t is a chariot that shields its general from a lame leaper.
func (p *Position) pinnedByHorse(t board.Square) bool {
	pc := p.at[t]
	c := pc.Color()
	if p.rank(pc) != chariot || p.r.Sides[c].Royal == board.NoType {
		return false
	}
	king := p.Royal(c)
	opened := p.besiegers(c, king, p.Occupied().Drop(t)).Without(p.besiegers(c, king, p.Occupied()))
	for opened.Any() {
		if by := p.at[opened.Pop()]; p.r.Sides[by.Color()].Of[by.Type()].Capture.Legs != nil {
			return true
		}
	}
	return false
}
