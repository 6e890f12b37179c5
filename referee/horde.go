package referee

import (
	"buluo/board"
)

// roster counts one side's chess pieces, its bishops by the colour of their squares.
type roster struct {
	pawn, knight, rook, queen int
	bishop                    [2]int // on dark squares, on light squares
	all                       int
}

func (r roster) bishops() int { return r.bishop[0] + r.bishop[1] }

// roster counts c's pieces.
func (s *state) roster(c board.Color) roster {
	var r roster
	for sq := board.Square(0); sq < s.size(); sq++ {
		if !s.owned(sq, c) {
			continue
		}
		r.all++
		switch s.spec.Piece(s.at[sq].Type()).Key {
		case "pawn":
			r.pawn++
		case "knight":
			r.knight++
		case "rook":
			r.rook++
		case "queen":
			r.queen++
		case "bishop":
			r.bishop[(s.spec.Geometry.File(sq)+s.spec.Geometry.Rank(sq))%2]++
		}
	}
	return r
}

// hordeCannotWin is Lichess's table for horde: what of the horde can mate no general, even with the help of the general's
// own men. A side with a general can always win, by taking the horde.
func (s *state) hordeCannotWin(c board.Color) bool {
	if _, hasRoyal := s.royal(c); hasRoyal {
		return false
	}
	return hordeTooWeak(s.roster(c), s.roster(c.Other()))
}

// hordeTooWeak judges rosters. Two bishops on squares of one colour do what any number of them could.
func hordeTooWeak(horde, army roster) bool {
	n := horde.pawn + horde.knight + horde.rook + horde.queen + min(horde.bishop[0], 2) + min(horde.bishop[1], 2)
	shade := 0 // of the horde's bishops
	if horde.bishop[1] > 0 {
		shade = 1
	}
	same, other := army.bishop[shade], army.bishop[1-shade]
	switch {
	case n == 0:
		return true
	case n >= 4:
		return false
	case n >= 2 && horde.pawn+horde.queen >= 1:
		return false
	case n >= 2 && horde.rook >= 1:
		// Rook and bishop alone cannot mate a general that has none but bishops of the same shade to block it.
		return n == 2 && horde.rook == 1 && horde.bishops() == 1 && army.all-same == 1
	case n == 1:
		return loneTooWeak(horde, army, other)
	case army.all == 1:
		// Two minor pieces, or three of which the bishops share a shade, cannot mate a bare general.
		return n == 2 || !minorsMate(horde)
	case n == 3:
		return false
	}
	return pairTooWeak(horde, army, same, other)
}

// minorsMate reports whether three minor pieces mate a bare general: all but two bishops of one shade with a knight.
func minorsMate(horde roster) bool {
	pair := horde.bishop[0] > 0 && horde.bishop[1] > 0
	return horde.knight == 3 || horde.knight == 2 && horde.bishops() == 1 || pair
}

// loneTooWeak judges a horde of one piece: it mates only a general shut in by its own men, and each case is a pattern that
// those men can form (or become by promotion).
func loneTooWeak(horde, army roster, other int) bool {
	switch {
	case army.all == 1:
		return true
	case horde.queen == 1:
		return army.pawn+army.rook == 0 && army.bishop[0] < 2 && army.bishop[1] < 2
	case horde.pawn == 1: // it becomes a queen or a knight
		return loneTooWeak(roster{queen: 1}, army, 0) && loneTooWeak(roster{knight: 1}, army, 0)
	case horde.rook == 1:
		twoKinds := army.rook >= 1 && army.pawn+army.knight >= 1 || army.pawn >= 1 && army.knight >= 1
		return army.pawn < 2 && !twoKinds
	case horde.bishops() >= 1:
		return other < 2 && army.pawn < 2 && (other < 1 || army.pawn < 1)
	}
	return loneKnightTooWeak(army)
}

// loneKnightTooWeak judges a lone knight, which smothers a general only among four men or more, of the right kinds and not
// too many of them bishops of one shade.
func loneKnightTooWeak(army roster) bool {
	kinds := 0
	for _, n := range []int{army.rook, army.knight, army.bishops(), army.pawn} {
		if n > 0 {
			kinds++
		}
	}
	block := army.knight >= 2 || army.pawn >= 2 || kinds >= 2
	loose := func(bishops int) bool { return bishops < 2 || army.all-bishops >= 3 }
	return !(army.all >= 4 && block && loose(army.bishop[0]) && loose(army.bishop[1]))
}

// pairTooWeak judges a horde of two minor pieces (more bishops of one shade count as two) against an army that is not bare.
func pairTooWeak(horde, army roster, same, other int) bool {
	switch {
	case horde.knight == 2:
		return army.pawn+army.bishops()+army.knight == 0
	case horde.bishop[0] > 0 && horde.bishop[1] > 0:
		return army.pawn+army.bishops() == 0 && (army.knight == 0 || army.rook+army.queen == 0)
	case horde.knight == 1:
		return army.pawn+other == 0 && army.all-same < 3
	}
	// Bishops of one shade: somebody must block the squares of the other shade.
	blockers := min(army.pawn, 1) + min(other, 1) + min(army.knight, 1)
	return blockers < 2 && army.pawn < 2 && other < 2 && army.knight < 2
}
