package referee

import (
	"buluo/board"
)

// candidates returns every move but passes that the rules of movement give the side to move, before anything is asked
// about generals and checks.
func (s *state) candidates() []board.Move {
	out := make([]board.Move, 0, 64)
	for from := board.Square(0); from < s.size(); from++ {
		if !s.owned(from, s.side) {
			continue
		}
		switch def := s.spec.Piece(s.at[from].Type()); {
		case def.Royal:
			s.each(from, func(to board.Square) { out = append(out, board.NewMove(from, to)) })
		case def.Pawn:
			out = s.pawnMoves(out, from)
		default:
			out = s.pieceMoves(out, from)
		}
	}
	return s.castles(out)
}

// roomFor reports whether promotion may add another t: its limit counts those on the board.
func (s *state) roomFor(t board.PieceType) bool {
	most := s.spec.PromotionLimit[t]
	return most == 0 || s.count(s.side, t) < most
}

// pieceMoves appends the moves of a piece that is neither a pawn nor royal.
func (s *state) pieceMoves(out []board.Move, from board.Square) []board.Move {
	spec, c := s.spec, s.side
	t := s.at[from].Type()
	zone := spec.PromotionRegion[c]
	pawnlike := spec.PromotionPawns[c].Has(t)
	becomes := spec.PromotedType[t]
	mayBecome := becomes != board.NoType && s.roomFor(becomes)

	s.each(from, func(to board.Square) {
		capture := s.at[to] != board.NoPiece
		asPawn := pawnlike && zone.Has(to)
		asPiece := mayBecome && (zone.Has(from) || zone.Has(to)) && (capture || !spec.PromoteOnCapture)
		if !(asPawn && spec.MandatoryPawnPromotion) && !(asPiece && spec.MandatoryPiecePromotion) {
			out = append(out, board.NewMove(from, to))
		}
		if asPiece {
			out = append(out, board.NewMoveKind(from, to, board.PiecePromotion))
		}
		if asPawn {
			out = s.promotions(out, from, to)
		}
	})
	if spec.EnPassantTypes[c].Has(t) {
		out = s.passingCaptures(out, from)
	}
	return out
}

// promotions appends the promotions of one pawn's move.
func (s *state) promotions(out []board.Move, from, to board.Square) []board.Move {
	for t := board.PieceType(1); int(t) <= len(s.spec.Pieces); t++ {
		if s.spec.PromotionTypes[s.side].Has(t) && s.roomFor(t) {
			out = append(out, board.NewPromotion(from, to, t))
		}
	}
	return out
}

// pawnMoves appends the moves of the piece called pawn. Unlike other pieces it promotes whether or not it is listed among
// the promoting types, and captures in passing whether or not it is listed for that.
func (s *state) pawnMoves(out []board.Move, from board.Square) []board.Move {
	spec, c := s.spec, s.side
	add := func(to board.Square) {
		zone := spec.PromotionRegion[c].Has(to)
		if !zone || !spec.MandatoryPawnPromotion {
			out = append(out, board.NewMove(from, to))
		}
		if !zone {
			return
		}
		out = s.promotions(out, from, to)
		becomes := spec.PromotedType[s.at[from].Type()]
		if becomes != board.NoType && (s.at[to] != board.NoPiece || !spec.PromoteOnCapture) {
			out = append(out, board.NewMoveKind(from, to, board.PiecePromotion))
		}
	}
	s.each(from, add)
	if spec.DoubleStepRegion[c].Has(from) {
		s.longStep(from, 2, add)
	}
	if spec.TripleStepRegion[c].Has(from) {
		s.longStep(from, 3, add)
	}
	return s.passingCaptures(out, from)
}

// longStep calls add with the square n ranks ahead if the pawn could walk there one by one.
func (s *state) longStep(from board.Square, n int, add func(board.Square)) {
	region := s.spec.Piece(s.at[from].Type()).Region[s.side]
	to := from
	for ; n > 0; n-- {
		next, ok := s.spec.Geometry.Step(to, 0, forward(s.side))
		if !ok || s.at[next] != board.NoPiece || !region.Has(next) {
			return
		}
		to = next
	}
	add(to)
}

// passingCaptures appends the en passant captures of the piece on from: attacked empty passing squares to which it could
// not go anyway. As in the reference, this alone may take a pawn out of its region.
func (s *state) passingCaptures(out []board.Move, from board.Square) []board.Move {
	def := s.spec.Piece(s.at[from].Type())
	for b := s.passing; b.Any(); {
		to := b.Pop()
		if s.at[to] != board.NoPiece || s.victim(to) == board.NoSquare {
			continue
		}
		if !(s.hits(from, to) || def.Pawn && s.aimsAt(from, to)) {
			continue
		}
		plain := false
		s.each(from, func(sq board.Square) { plain = plain || sq == to })
		if !plain {
			out = append(out, board.NewMoveKind(from, to, board.EnPassant))
		}
	}
	return out
}

// victim returns the square of the piece that an en passant capture on to takes: the one that stands on a passing square
// itself (it got there by an initial move), else the nearest enemy piece ahead of to as the enemy goes. NoSquare where
// there is none.
func (s *state) victim(to board.Square) board.Square {
	for b := s.passing; b.Any(); {
		if sq := b.Pop(); s.at[sq] != board.NoPiece {
			return sq
		}
	}
	for sq := to; ; {
		next, ok := s.spec.Geometry.Step(sq, 0, forward(s.side.Other()))
		if !ok {
			return board.NoSquare
		}
		if sq = next; s.owned(sq, s.side.Other()) {
			return sq
		}
	}
}

// castleTo returns where the king and its partner go by castling on a wing.
func (s *state) castleTo(c board.Color, wing int) (king, rook board.Square) {
	cs, g := s.spec.Castling, s.spec.Geometry
	rank := s.relativeRank(cs.Rank, c)
	if wing == kingside {
		return g.Square(cs.KingsideFile, rank), g.Square(cs.KingsideFile-1, rank)
	}
	return g.Square(cs.QueensideFile, rank), g.Square(cs.QueensideFile+1, rank)
}

// castles appends the castling moves for which the right is held and the way is empty. A royal king in check may not
// castle; the squares it passes are asked about later.
func (s *state) castles(out []board.Move) []board.Move {
	c := s.side
	for wing, rook := range s.rooks[c] {
		if rook == board.NoSquare {
			continue
		}
		home := s.home[c]
		kingTo, rookTo := s.castleTo(c, wing)
		if !s.emptyBetween(home, kingTo, home, rook) || !s.emptyBetween(rook, rookTo, home, rook) {
			continue
		}
		if s.isRoyal(home) && s.attacked(home, c.Other()) {
			continue
		}
		out = append(out, board.NewMoveKind(home, kingTo, board.Castle))
	}
	return out
}

// emptyBetween reports whether the squares after from up to and with to, on one rank, are empty but for the two named.
func (s *state) emptyBetween(from, to, but1, but2 board.Square) bool {
	for sq := from; sq != to; {
		if sq < to {
			sq++
		} else {
			sq--
		}
		if s.at[sq] != board.NoPiece && sq != but1 && sq != but2 {
			return false
		}
	}
	return true
}

// wing returns the wing of a Castle move.
func (s *state) wing(m board.Move) int {
	if to, _ := s.castleTo(s.side, kingside); m.To() == to && s.rooks[s.side][kingside] != board.NoSquare {
		return kingside
	}
	return queenside
}
