package referee

import (
	"buluo/board"
)

// place makes a move's change to the board and nothing else. It returns what was captured.
func (s *state) place(m board.Move) board.Piece {
	from, to, us := m.From(), m.To(), s.side
	if m.Kind() == board.Pass {
		return board.NoPiece
	}
	if m.Kind() == board.Castle {
		s.placeCastle(m)
		return board.NoPiece
	}
	taken := to
	if m.Kind() == board.EnPassant {
		taken = s.victim(to)
	}
	captured := s.at[taken]
	s.at[taken], s.was[taken] = board.NoPiece, board.NoPiece

	piece, was := s.at[from], s.was[from]
	s.at[from], s.was[from] = board.NoPiece, board.NoPiece
	switch m.Kind() {
	case board.Promotion:
		piece, was = board.MakePiece(us, m.Promotion()), board.NoPiece
	case board.PiecePromotion:
		piece, was = board.MakePiece(us, s.spec.PromotedType[piece.Type()]), piece
	}
	s.at[to], s.was[to] = piece, was
	return captured
}

// placeCastle takes both pieces up before it puts them down, as their squares may overlap.
func (s *state) placeCastle(m board.Move) {
	wing := s.wing(m)
	home, rook := s.home[s.side], s.rooks[s.side][wing]
	kingTo, rookTo := s.castleTo(s.side, wing)
	king, partner := s.at[home], s.at[rook]
	kingWas, partnerWas := s.was[home], s.was[rook]
	s.at[home], s.was[home] = board.NoPiece, board.NoPiece
	s.at[rook], s.was[rook] = board.NoPiece, board.NoPiece
	s.at[kingTo], s.was[kingTo] = king, kingWas
	s.at[rookTo], s.was[rookTo] = partner, partnerWas
}

// after returns the position after a legal move.
func (s *state) after(m board.Move) state {
	next := *s
	us, them := s.side, s.side.Other()
	captured := next.place(m)

	next.clock++
	if captured != board.NoPiece || s.irreversible(m) {
		next.clock = 0
	}
	next.passes = 0
	if m.Kind() == board.Pass && (s.spec.Pass[us] || s.spec.PassOnStalemate[us]) {
		next.passes = s.passes + 1
	}
	next.dropRights(s, m)
	next.passing = s.passedSquares(m, &next)
	check := next.inCheck(them)
	if check && s.spec.CheckCounting && next.checks[us] > 0 {
		next.checks[us]--
	}

	next.side, next.left = them, s.spec.MovesPerTurn[them]
	if s.left > 1 && m.Kind() != board.Pass && !check && !next.ended().Over {
		next.side, next.left = us, s.left-1
		next.passing = board.Bits{} // nobody can use them: the next own move takes them away
		return next
	}
	if us == board.Black {
		next.number++
	}
	return next
}

// irreversible reports whether a move that captures nothing restarts the clock: a promotion, or a move of a listed type
// that could not be taken back.
func (s *state) irreversible(m board.Move) bool {
	if m.Kind() == board.Promotion || m.Kind() == board.PiecePromotion {
		return true
	}
	t := s.at[m.From()].Type()
	return s.spec.ClockTypes[s.side].Has(t) && !s.couldGo(t, s.side, m.To(), m.From(), false)
}

// dropRights takes away the castling rights that a move ends: those whose king or partner left its square or was captured
// on it.
func (s *state) dropRights(before *state, m board.Move) {
	if m.Kind() == board.Pass {
		return
	}
	touched := func(sq board.Square) bool { return sq == m.From() || sq == m.To() }
	if m.Kind() == board.Castle {
		wing := before.wing(m)
		if s.spec.Castling.Opposite {
			s.rooks[before.side.Other()][wing] = board.NoSquare
		}
	}
	for c := range s.rooks {
		for wing, rook := range s.rooks[c] {
			if rook != board.NoSquare && (touched(s.home[c]) || touched(rook)) {
				s.rooks[c][wing] = board.NoSquare
			}
		}
		if s.rooks[c][kingside] == board.NoSquare && s.rooks[c][queenside] == board.NoSquare {
			s.home[c] = board.NoSquare
		}
	}
}

// passedSquares returns the squares on which the opponent may answer a move in passing. A pawn's long step leaves those it
// passed over, each only where an enemy pawn attacks it (or some other type may capture in passing); an initial move of
// any other piece leaves every square between and the one it reached.
func (s *state) passedSquares(m board.Move, next *state) board.Bits {
	var out board.Bits
	us, them := s.side, s.side.Other()
	if m.Kind() == board.Pass || m.Kind() == board.Castle {
		return out
	}
	spec, g := s.spec, s.spec.Geometry
	from, to := m.From(), m.To()
	t := s.at[from].Type()
	if spec.Piece(t).Pawn {
		if m.Kind() != board.Normal || g.File(from) != g.File(to) {
			return out
		}
		for sq := from; ; {
			sq, _ = g.Step(sq, 0, forward(us))
			if sq == to {
				return out
			}
			if spec.EnPassantRegion[them].Has(sq) && next.passable(sq, them) {
				out = out.With(sq)
			}
		}
	}
	if m.Kind() == board.Promotion || m.Kind() == board.PiecePromotion {
		return out
	}
	if s.couldGo(t, us, from, to, true) && !s.couldGo(t, us, from, to, false) {
		out = s.through(from, to).And(spec.EnPassantRegion[them])
	}
	return out
}

// passable reports whether c has somebody to capture a pawn in passing on sq: a pawn that attacks it, or any type other
// than the pawn that is listed for it.
func (s *state) passable(sq board.Square, c board.Color) bool {
	for t := board.PieceType(1); int(t) <= len(s.spec.Pieces); t++ {
		if s.spec.EnPassantTypes[c].Has(t) && !s.spec.Piece(t).Pawn {
			return true
		}
	}
	for from := board.Square(0); from < s.size(); from++ {
		if s.owned(from, c) && s.spec.Piece(s.at[from].Type()).Pawn && s.aimsAt(from, sq) {
			return true
		}
	}
	return false
}

// through returns the squares after from up to and with to along a straight or diagonal line; off any line, to alone.
func (s *state) through(from, to board.Square) board.Bits {
	g := s.spec.Geometry
	df, dr := g.File(to)-g.File(from), g.Rank(to)-g.Rank(from)
	out := board.Bit(to)
	if df != 0 && dr != 0 && abs(df) != abs(dr) {
		return out
	}
	for sq := from; sq != to; {
		sq, _ = g.Step(sq, sign(df), sign(dr))
		out = out.With(sq)
	}
	return out
}
