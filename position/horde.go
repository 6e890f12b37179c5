package position

import (
	"buluo/board"
	"buluo/rules"
)

// force is what a side has, by the kinds of chess. What is none of them is odd.
type force struct {
	pawns, knights, rooks, queens int
	bishops                       [2]int // on light squares, on dark ones
	royal, odd                    int
}

// forceOf counts a side's pieces by how their types move.
func (p *Position) forceOf(c board.Color) force {
	var f force
	for _, m := range p.r.Sides[c].Movers {
		n := p.Count(c, m.Type)
		if n == 0 {
			continue
		}
		switch shape := m.Capture.Shape; {
		case m.Royal:
			f.royal += n
		case m.Pawn:
			f.pawns += n
		case m.Minor == rules.Knightly && shape == rules.Leaper:
			f.knights += n
		case m.Same && shape == rules.DiagRider:
			dark := p.Pieces(c, m.Type).And(p.r.Dark).Count()
			f.bishops[0] += n - dark
			f.bishops[1] += dark
		case m.Same && shape == rules.OrthRider:
			f.rooks += n
		case m.Same && shape == rules.QueenRider:
			f.queens += n
		default:
			f.odd += n
		}
	}
	return f
}

func (f *force) bishopCount() int { return f.bishops[0] + f.bishops[1] }
func (f *force) bishopPair() bool { return f.bishops[0] > 0 && f.bishops[1] > 0 }

// all counts everything, the royal piece included.
func (f *force) all() int {
	return f.pawns + f.knights + f.rooks + f.queens + f.bishopCount() + f.royal + f.odd
}

// hordeCanWin reports whether a side without a king could mate the king of the other, if the other helped as it could.
// It is the table by which Lichess judges a horde whose opponent has run out of time. The horde has no king to lend a
// hand, so that a few pieces mate only where the army's own men stand in their king's way: most of the table counts
// what can stand where.
//
// Pieces that chess does not have get the benefit of the doubt.
func (p *Position) hordeCanWin(c board.Color) bool {
	h, a := p.forceOf(c), p.forceOf(c.Other())
	if h.odd > 0 || a.odd > 0 {
		return true
	}
	// More than two bishops on one colour do no more than two.
	n := h.pawns + h.knights + h.rooks + h.queens + min(h.bishops[0], 2) + min(h.bishops[1], 2)
	shade := 0 // the colour of a horde's only kind of bishop
	if h.bishops[0] == 0 {
		shade = 1
	}
	same, other := a.bishops[shade], a.bishops[1-shade]
	switch {
	case n == 0:
		return false
	case n >= 4:
		return true
	case n >= 2 && h.pawns+h.queens > 0:
		return true
	case n >= 2 && h.rooks > 0:
		// A rook and a bishop need one man to close a flight square that the bishop cannot see.
		return n > 2 || h.rooks > 1 || h.bishopCount() != 1 || a.all()-same > 1
	case n == 1:
		return a.all() > 1 && loneCanMate(&h, &a, other)
	case n == 2:
		return a.all() > 1 && twoMinorsCanMate(&h, &a, same, other)
	}
	// Three minor pieces. Two bishops of one colour with a knight only need the army to have a move to waste.
	return h.knights >= 2 || h.bishopPair() || a.all() > 1
}

// loneCanMate is the table for a horde of one piece against more than a bare king.
func loneCanMate(h, a *force, other int) bool {
	switch {
	case h.queens > 0:
		return queenCanMate(a)
	case h.pawns > 0: // it promotes; what a rook or a bishop could do, a queen can
		return queenCanMate(a) || knightCanMate(a)
	case h.rooks > 0: // in the corner, with both neighbours closed by a pawn or rook and by a pawn or knight
		return a.pawns >= 2 || a.rooks > 0 && a.pawns+a.knights > 0 || a.pawns > 0 && a.knights > 0
	case h.knights > 0:
		return knightCanMate(a)
	}
	// A bishop: the other colour has to be closed by the army.
	return other >= 2 || other > 0 && a.pawns > 0 || a.pawns >= 2
}

// queenCanMate asks for a man beside a cornered king: a pawn or a rook, or two bishops of one colour for both its
// neighbours.
func queenCanMate(a *force) bool {
	return a.pawns > 0 || a.rooks > 0 || a.bishops[0] >= 2 || a.bishops[1] >= 2
}

// knightCanMate asks for a smothered king: three men around it that do not guard the knight's square.
func knightCanMate(a *force) bool {
	if a.all() < 4 {
		return false
	}
	kinds := 0
	for _, n := range [4]int{a.pawns, a.knights, a.rooks, a.bishopCount()} {
		if n > 0 {
			kinds++
		}
	}
	// Any two of these kinds do it, and so do two knights or two pawns; queens guard too much to count as one.
	if kinds < 2 && a.knights < 2 && a.pawns < 2 {
		return false
	}
	for _, n := range a.bishops {
		if n >= 2 && a.all()-n < 3 { // bishops of one colour cannot close both colours
			return false
		}
	}
	return true
}

// twoMinorsCanMate is the table for two knights, bishops or one of each against more than a bare king; bishops of one
// colour count as two at most.
func twoMinorsCanMate(h, a *force, same, other int) bool {
	switch {
	case h.knights == 2:
		return a.pawns+a.bishopCount()+a.knights > 0 // somebody on the king's diagonal
	case h.bishopPair():
		return a.pawns+a.bishopCount() > 0 || a.knights > 0 && a.rooks+a.queens > 0
	case h.knights == 1:
		return a.pawns+other > 0 || a.all()-same >= 3
	}
	// Bishops of one colour: the army has to close two squares of the other.
	kinds := 0
	for _, n := range [3]int{a.pawns, a.knights, other} {
		if n > 0 {
			kinds++
		}
	}
	return kinds >= 2 || a.pawns >= 2 || a.knights >= 2 || other >= 2
}
