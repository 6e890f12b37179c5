package position

import "buluo/board"

// SafePseudo reports whether a pseudo-legal move leaves every pseudo-royal piece of the mover unattacked, where the last pieces of a type may
// not be lost (extinctionPseudoRoyal). Taking one of the opponent's excuses everything, as in the reference.
func (p *Position) SafePseudo(m board.Move) bool {
	us, them := p.side, p.side.Other()
	theirs := p.pseudoRoyals(them)
	p.Do(m)
	defer p.Undo()
	if theirs.Any() && !theirs.Within(p.sides[them]) {
		return true
	}
	occ := p.Occupied()
	for b := p.pseudoRoyals(us); b.Any(); {
		if p.AttackersOn(b.Pop(), them, occ).Any() {
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

// PseudoCheck reports whether a pseudo-royal piece of the side to move is attacked.
func (p *Position) PseudoCheck() bool {
	for b := p.pseudoRoyals(p.side); b.Any(); {
		if p.Attackers(b.Pop(), p.side.Other()).Any() {
			return true
		}
	}
	return false
}
