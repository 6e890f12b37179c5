package position

import (
	"buluo/board"
	"buluo/rules"
)

// Targets returns what a pattern reaches from a square on the position's own occupancy, the first blockers included and
// the mover's zone not yet applied to lines.
func (p *Position) Targets(pat *rules.Pattern, s board.Square) board.Bits {
	switch pat.Shape {
	case rules.Nothing:
		return board.Bits{}
	case rules.Leaper:
		return pat.Leaps[s&127]
	case rules.LegLeaper:
		return pat.Legs[s&127].Reach(p.Occupied())
	case rules.OrthRider:
		rank, file := p.Words(s)
		return p.lines.Ride(s, rank, file)
	case rules.DiagRider:
		return p.lines.RideDiag(s, p.Occupied())
	case rules.QueenRider:
		rank, file := p.Words(s)
		return p.lines.Ride(s, rank, file).Or(p.lines.RideDiag(s, p.Occupied()))
	case rules.OrthHopper:
		rank, file := p.Words(s)
		return p.lines.HopOver(s, rank, file)
	}
	return p.mixed(pat, s)
}

// mixed is Targets for a pattern of several parts.
func (p *Position) mixed(pat *rules.Pattern, s board.Square) board.Bits {
	var b board.Bits
	occ := p.Occupied()
	rank, file := p.Words(s)
	if pat.Leaps != nil {
		b = pat.Leaps[s&127]
	}
	if pat.Legs != nil {
		b = b.Or(pat.Legs[s&127].Reach(occ))
	}
	if pat.Orth {
		b = b.Or(p.lines.Ride(s, rank, file))
	}
	if pat.Hop {
		b = b.Or(p.lines.HopOver(s, rank, file))
	}
	if pat.Diag {
		b = b.Or(p.lines.RideDiag(s, occ))
	}
	if pat.HopX {
		b = b.Or(p.lines.HopDiag(s, occ))
	}
	for _, ray := range pat.Rays {
		b = b.Or(ray.Reach(s, occ))
	}
	return b
}

// Attacks returns the squares that the piece of a type and colour standing on a square attacks: where it could capture.
func (p *Position) Attacks(c board.Color, t board.PieceType, s board.Square) board.Bits {
	m := p.r.Sides[c].Of[t&31]
	return p.Targets(m.Capture, s).And(m.Zone)
}

// AttackersOn returns a side's pieces that attack a square on a given occupancy. Pieces that are not in the occupancy
// still attack; the caller masks them out.
func (p *Position) AttackersOn(s board.Square, by board.Color, occ board.Bits) board.Bits {
	return p.attackers(&p.r.Sides[by].Sight, s, by, occ)
}

// Attackers returns a side's pieces that attack a square as the position stands.
func (p *Position) Attackers(s board.Square, by board.Color) board.Bits {
	return p.attackers(&p.r.Sides[by].Sight, s, by, p.Occupied())
}

// attackers collects what a side has attacking a square, of what a list of sources has sorted. Lines are looked at once, whatever the number of
// types that use them. It is asked from so many places that copies of it would crowd out the code around them.
//
//go:noinline
func (p *Position) attackers(v *rules.Sight, s board.Square, by board.Color, occ board.Bits) board.Bits {
	by &= 1
	ours := (*[board.MaxTypes]board.Bits)(p.pieces[int(by)*board.MaxTypes:])
	if v.Low != nil {
		return p.attackersLow(v.Low, s, ours, board.Low(occ.Lo)).Wide()
	}
	var found board.Bits
	if near := v.Near(s); near.Any.Meets(p.sides[by]) {
		for i := range near.Leaps {
			l := &near.Leaps[i]
			found = found.Or(l.From.And(ours[l.Type%board.MaxTypes]))
		}
		for i := range near.Legs {
			l := &near.Legs[i]
			if from := l.From.And(ours[l.Type%board.MaxTypes]); from.Any() {
				found = found.Or(lame(l.Legs, s, from, occ))
			}
		}
	}
	if !v.Straight { // rare, on boards as large as that
		return p.far(v, s, ours, occ).Or(found)
	}
	line := &p.lines.Orth[s&127]
	orth, hop := ours[v.Rider%board.MaxTypes].And(*line), ours[v.Hopper%board.MaxTypes].And(*line)
	if orth.Or(hop).Empty() {
		return found
	}
	rank, file := p.wordsOf(s, occ)
	if orth.Any() {
		found = p.lines.Ride(s, rank, file).And(orth).Or(found)
	}
	if hop.Any() {
		found = p.lines.HopOver(s, rank, file).And(hop).Or(found)
	}
	return found
}

// far is the part of attackers that looks along lines, whatever lines there are.
func (p *Position) far(v *rules.Sight, s board.Square, ours *[board.MaxTypes]board.Bits, occ board.Bits) board.Bits {
	var found board.Bits
	line := p.lines.Orth[s&127]
	orth, hop := along(v.Orth, ours, s).And(line), along(v.Hop, ours, s).And(line)
	if orth.Or(hop).Any() {
		rank, file := p.wordsOf(s, occ)
		found = p.lines.Ride(s, rank, file).And(orth).Or(p.lines.HopOver(s, rank, file).And(hop))
	}
	if len(v.Diag) > 0 {
		if diag := along(v.Diag, ours, s); diag.Meets(p.lines.Diag[s&127]) {
			found = found.Or(p.lines.RideDiag(s, occ).And(diag))
		}
	}
	for i := range v.Odd {
		if src := &v.Odd[i]; src.Zone.Has(s) {
			found = found.Or(p.odd(src.Pattern, s, ours[src.Type%board.MaxTypes], occ))
		}
	}
	return found
}

// along returns the pieces of the types of a list that may go to a square if the lines let them.
func along(list []rules.LineSight, ours *[board.MaxTypes]board.Bits, s board.Square) board.Bits {
	var b board.Bits
	for i := range list {
		if l := &list[i]; l.Zone.Has(s) {
			b = b.Or(ours[l.Type%board.MaxTypes])
		}
	}
	return b
}

// wordsOf is Words for any occupancy. Those asked about differ from the position's own by a piece or two, mostly off the lines of the square.
func (p *Position) wordsOf(s board.Square, occ board.Bits) (rank, file uint16) {
	rank, file = p.Words(s)
	row := p.lines.Places[s&127].Rank
	for b := occ.Xor(p.Occupied()).And(p.lines.Orth[s&127]); b.Any(); {
		if at := &p.lines.Places[b.Pop()&127]; at.Rank == row {
			rank ^= at.FileBit
		} else {
			file ^= at.RankBit
		}
	}
	return rank, file
}

// lame keeps the candidates whose path to a square is free.
func lame(legs *[board.MaxSquares]rules.Legs, s board.Square, candidates, occ board.Bits) board.Bits {
	var found board.Bits
	for candidates.Any() {
		from := candidates.Pop()
		if legs[from&127].Reach(occ).Has(s) {
			found = found.With(from)
		}
	}
	return found
}

// odd finds attackers by diagonal hops and by rays, which are walked from each piece.
func (p *Position) odd(pat *rules.Pattern, s board.Square, pieces, occ board.Bits) board.Bits {
	var found board.Bits
	for pieces.Any() {
		from := pieces.Pop()
		hit := pat.HopX && p.lines.HopDiag(from, occ).Has(s)
		for i := 0; i < len(pat.Rays) && !hit; i++ {
			hit = pat.Rays[i].Reach(from, occ).Has(s)
		}
		if hit {
			found = found.With(from)
		}
	}
	return found
}

// Attacked reports whether a side's royal piece would be attacked on a square, given an occupancy and a square whose
// piece no longer counts (it was captured; NoSquare for none). It asks only the sources that can ever attack there.
func (p *Position) Attacked(s board.Square, us board.Color, occ board.Bits, gone board.Square) bool {
	them := us.Other()
	found := p.attackers(&p.r.Sides[them].CheckSight, s, them, occ)
	if gone != board.NoSquare {
		found = found.Drop(gone)
	}
	if found.Any() {
		return true
	}
	return p.r.Facing && gone != p.Royal(them) && p.faces(s, them, occ)
}

// Checkers returns the enemy pieces that give check to the side to move; none where it has no royal piece. Generals
// that see each other give no check: the position cannot arise.
func (p *Position) Checkers() board.Bits {
	if !p.st.known {
		p.st.known = true
		p.st.checkers = board.Bits{}
		if p.r.Sides[p.side].Royal != board.NoType {
			if king := p.Royal(p.side); !p.untouched(king) {
				them := p.side.Other()
				p.st.checkers = p.attackers(&p.r.Sides[them].CheckSight, king, them, p.Occupied())
			}
		}
	}
	return p.st.checkers
}

// untouched reports whether the last move can have nothing to do with the royal piece of the side to move. That side has left it safe with its
// own last move, so that it is safe still. Where that cannot be relied on (after the set-up, which may be anything, after null moves, in
// long turns) the answer is no.
func (p *Position) untouched(king board.Square) bool {
	m := p.st.move
	if k := m.Kind(); p.st.age < 2 || p.r.LongTurns || k == board.EnPassant || k == board.Castle {
		return false
	}
	watch := &p.r.Sides[p.side].Watch[king&127]
	return !watch.Has(m.From()) && !watch.Has(m.To())
}

// SetCheckers stores what Checkers would find, for a generator that finds it on the way.
func (p *Position) SetCheckers(b board.Bits) { p.st.checkers, p.st.known = b, true }

// InCheck reports whether the side to move is in check. A pseudo-royal piece that is attacked (extinctionPseudoRoyal)
// is in check too, as the reference's library has it, though its engine counts no checkers then.
func (p *Position) InCheck() bool {
	return p.Checkers().Any() || p.r.PseudoRoyal && p.pseudoCheck()
}

// Safe reports whether a pseudo-legal move leaves its own royal piece unattacked, by looking at the board as it would
// be. It is the slow, sure test; generators use it where pins and checks do not settle the matter.
func (p *Position) Safe(m board.Move) bool {
	us := p.side
	t := p.r.Sides[us].Royal
	if t == board.NoType {
		return true
	}
	from, to := m.From(), m.To()
	occ := p.Occupied().Drop(from).With(to)
	gone := to
	switch m.Kind() {
	case board.Pass:
		return !p.InCheck()
	case board.EnPassant:
		gone = p.victim(to)
		occ = occ.Drop(gone)
	case board.Castle:
		return p.safeCastle(us, to)
	}
	king := p.Royal(us)
	if king == from {
		king = to
	}
	return !p.Attacked(king, us, occ, gone)
}

// safeCastle reports whether a castling's path is free of attacks and ends safely. Only a royal piece minds.
func (p *Position) safeCastle(us board.Color, to board.Square) bool {
	c := p.castling(us, to)
	if p.at[c.KingFrom].Type() != p.r.Sides[us].Royal {
		return true
	}
	// The reference looks at the path with the king still at home (it may be a cannon's screen), at the goal with the
	// partner gone, and at facing generals with the king gone.
	occ, them := p.Occupied(), us.Other()
	checkers := &p.r.Sides[them].CheckSight
	for path := c.Path; path.Any(); {
		s := path.Pop()
		if p.attackers(checkers, s, them, occ).Any() || p.r.Facing && p.faces(s, them, occ.Drop(c.KingFrom)) {
			return false
		}
	}
	return p.attackers(checkers, c.KingTo, them, occ.Drop(c.RookFrom)).Empty()
}

// faces reports whether a side's general looks along an open line at a square.
func (p *Position) faces(s board.Square, them board.Color, occ board.Bits) bool {
	k := p.Royal(them)
	return p.lines.Orth[s&127].Has(k) && !p.lines.Between(s, k).Meets(occ)
}
