package position

import "buluo/board"

// SafePseudo reports whether a pseudo-legal move leaves every pseudo-royal piece of the mover unattacked, where the
// last pieces of a type may not be lost (extinctionPseudoRoyal). Which pieces they are is settled before the move, as
// in the reference: a pawn's promotion to such a type may add to them or, by making them many, free them; a piece
// promotion does neither. Taking one of the opponent's excuses everything, but only where its square is left empty, as
// in passing: the reference asks whether that square is still occupied, and a piece that captures in place occupies it.
func (p *Position) SafePseudo(m board.Move) bool {
	us, them := p.side, p.side.Other()
	mine, theirs := p.pseudoRoyals(us), p.pseudoRoyals(them)
	if m.Kind() == board.Castle && mine.Has(m.From()) && !p.safePath(m, them) {
		return false
	}
	if mine.Has(m.From()) {
		mine = mine.Drop(m.From()).With(m.To())
	}
	if t := m.Promotion(); m.Kind() == board.Promotion && p.r.Spec().ExtinctionTypes.Has(t) {
		if p.Count(us, t) > p.r.Spec().ExtinctionCount {
			mine = mine.Without(p.Pieces(us, t))
		} else {
			mine = mine.With(m.To())
		}
	}
	p.Do(m)
	defer p.Undo()
	occ := p.Occupied()
	if !theirs.Within(occ) {
		return true
	}
	for mine.Any() {
		if p.AttackersOn(mine.Pop(), them, occ).Any() {
			return false
		}
	}
	return true
}

// safePath reports whether a castling pseudo-royal piece is attacked neither where it stands nor on its way.
func (p *Position) safePath(m board.Move, them board.Color) bool {
	occ := p.Occupied().Drop(m.From())
	for path := p.lines.Between(m.From(), m.To()).With(m.From()); path.Any(); {
		if p.AttackersOn(path.Pop(), them, occ).Any() {
			return false
		}
	}
	return true
}

// pseudoRoyals returns a side's pieces of the extinction types that are down to one above the limit.
func (p *Position) pseudoRoyals(c board.Color) board.Bits {
	spec := p.r.Spec()
	var b board.Bits
	for t := board.PieceType(1); int(t) <= len(spec.Pieces); t++ {
		if spec.ExtinctionTypes.Has(t) && p.Count(c, t) <= spec.ExtinctionCount+1 {
			b = b.Or(p.Pieces(c, t))
		}
	}
	return b
}

// pseudoCheck reports whether a pseudo-royal piece of the side to move is attacked.
func (p *Position) pseudoCheck() bool {
	for b := p.pseudoRoyals(p.side); b.Any(); {
		if p.Attackers(b.Pop(), p.side.Other()).Any() {
			return true
		}
	}
	return false
}
