package referee

import (
	"slices"

	"buluo/board"
)

// legalMoves returns the legal moves, sorted, whether or not the game has ended.
func (s *state) legalMoves() []board.Move {
	all := s.candidates()
	out := all[:0]
	for _, m := range all {
		if s.legal(m) {
			out = append(out, m)
		}
	}
	if m := s.pass(len(out) > 0); m != board.NoMove {
		out = append(out, m)
	}
	slices.Sort(out)
	return slices.Compact(out) // a square may be reached by two steps of one piece
}

// hasMove reports whether there is a legal move.
func (s *state) hasMove() bool {
	return slices.ContainsFunc(s.candidates(), s.legal) || s.pass(false) != board.NoMove
}

// pass returns the legal pass, NoMove where there is none. It is named after the general, or the lowest piece of a side
// that has none; others says whether the side has another legal move.
func (s *state) pass(others bool) board.Move {
	sq, hasRoyal := s.royal(s.side)
	if !hasRoyal {
		if sq = s.lowest(s.side); sq == board.NoSquare {
			return board.NoMove
		}
	}
	m := board.NewMoveKind(sq, sq, board.Pass)
	onStalemate := s.spec.PassOnStalemate[s.side]
	if (s.spec.Pass[s.side] || onStalemate) && !(onStalemate && others) && s.legal(m) {
		return m
	}
	if !others && s.midTurn() {
		// A side that cannot make the rest of its moves gives them up.
		return m
	}
	return board.NoMove
}

// legal reports whether a candidate may be played: it is made on a copy, and there the mover's general must be safe.
func (s *state) legal(m board.Move) bool {
	us, them := s.side, s.side.Other()
	spec := s.spec
	if spec.ImmobilityBanned && m.Kind() == board.Normal && !s.canLeave(s.at[m.From()].Type(), us, m.To()) {
		return false
	}
	if m.Kind() == board.Castle && !s.safePassage(m) {
		return false
	}
	after := *s
	after.place(m)
	if after.inCheck(us) || spec.FlyingGeneral && after.facing() {
		return false
	}
	if !spec.Checking && after.inCheck(them) {
		return false
	}
	return !spec.ExtinctionRoyal || s.keepsRoyals(m, &after)
}

// inCheck reports whether c's general is attacked, whoever is to move.
func (s *state) inCheck(c board.Color) bool {
	sq, ok := s.royal(c)
	return ok && s.attacked(sq, c.Other())
}

// canLeave reports whether a type of colour c could ever go on from sq: a quiet step on an empty board.
func (s *state) canLeave(t board.PieceType, c board.Color, sq board.Square) bool {
	for to := board.Square(0); to < s.size(); to++ {
		if s.couldGo(t, c, sq, to, false) {
			return true
		}
	}
	return false
}

// safePassage reports whether a castling king passes no attacked square, and none on which it would face the other
// general. A castling piece that is not royal goes where it likes.
func (s *state) safePassage(m board.Move) bool {
	home, them := m.From(), s.side.Other()
	if !s.isRoyal(home) {
		return true
	}
	g := s.spec.Geometry
	towards := sign(int(m.To()) - int(home))
	for sq := home; sq != m.To(); {
		sq, _ = g.Step(sq, towards, 0)
		if s.attacked(sq, them) {
			return false
		}
		there := *s
		there.at[home], there.at[sq] = board.NoPiece, s.at[home]
		if s.spec.FlyingGeneral && there.facing() {
			return false
		}
	}
	return true
}

// pseudoRoyals returns the squares of c's pieces of the types that are down to the last before extinction. With
// Spec.ExtinctionRoyal none of them may be left attacked.
func (s *state) pseudoRoyals(c board.Color) board.Bits {
	var out board.Bits
	for sq := board.Square(0); sq < s.size(); sq++ {
		if !s.owned(sq, c) {
			continue
		}
		t := s.at[sq].Type()
		last := s.spec.ExtinctionTypes.Has(t) && s.count(c, t) <= s.spec.ExtinctionCount+1
		if last || s.spec.ExtinctionAll && s.count(c, board.NoType) <= s.spec.ExtinctionCount+1 {
			out = out.With(sq)
		}
	}
	return out
}

// anyAttacked reports whether one of the squares is attacked by a colour.
func (s *state) anyAttacked(squares board.Bits, by board.Color) bool {
	for squares.Any() {
		if s.attacked(squares.Pop(), by) {
			return true
		}
	}
	return false
}

// keepsRoyals reports whether a move leaves the mover's pseudo-royal pieces safe. Which pieces they are is settled before
// the move, except that a promotion may make one more, or, by adding to a type, make it common.
func (s *state) keepsRoyals(m board.Move, after *state) bool {
	us, them := s.side, s.side.Other()
	for b := s.pseudoRoyals(them); b.Any(); {
		if after.at[b.Pop()] == board.NoPiece {
			return true // taken in passing: nothing that happens to the mover matters any more
		}
	}
	royals := s.pseudoRoyals(us)
	if royals.Has(m.From()) {
		if m.Kind() == board.Castle && !s.safeRoyalPassage(m) {
			return false
		}
		royals = royals.Drop(m.From()).With(m.To())
	}
	if t := m.Promotion(); t != board.NoType && s.spec.ExtinctionTypes.Has(t) {
		if s.count(us, t) <= s.spec.ExtinctionCount {
			royals = royals.With(m.To())
		} else {
			for sq := board.Square(0); sq < s.size(); sq++ {
				if s.at[sq] == board.MakePiece(us, t) {
					royals = royals.Drop(sq)
				}
			}
		}
	}
	return !after.anyAttacked(royals, them)
}

// safeRoyalPassage is safePassage for a pseudo-royal castling king, which may not start from an attacked square either.
func (s *state) safeRoyalPassage(m board.Move) bool {
	gone := *s
	gone.at[m.From()] = board.NoPiece
	towards := sign(int(m.To()) - int(m.From()))
	for sq := m.From(); ; {
		if gone.attacked(sq, s.side.Other()) {
			return false
		}
		sq, _ = s.spec.Geometry.Step(sq, towards, 0)
		if sq == m.To() || towards == 0 {
			return true
		}
	}
}
