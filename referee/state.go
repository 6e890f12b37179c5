package referee

import (
	"buluo/board"
	"buluo/variant"
)

// The two castling wings, as indices.
const (
	kingside  = 0
	queenside = 1
)

// state is one position, whole: what the FEN says. It is a plain value; copying it is how moves are tried.
type state struct {
	spec *variant.Spec

	at  [board.MaxSquares]board.Piece
	was [board.MaxSquares]board.Piece // what a piece was before its PiecePromotion; NoPiece for every other piece

	side board.Color
	left int // single moves the side still has in this turn, this one included

	home    [2]board.Square    // where the castling king stands while a right is held
	rooks   [2][2]board.Square // the castling partner of each right still held, by colour and wing; NoSquare: no right
	passing board.Bits         // squares on which the side to move may capture in passing

	checks [2]int // checks that each colour still has to give
	clock  int    // plies since the last capture or other irreversible move
	number int    // of the full move, from 1
	passes int    // passes made in a row just now; those forced in mid-turn do not count
}

// emptyState returns an empty board with White to move.
func emptyState(spec *variant.Spec) state {
	s := state{spec: spec, left: spec.MovesPerTurn[board.White], number: 1}
	for c := range s.rooks {
		s.home[c] = board.NoSquare
		s.rooks[c] = [2]board.Square{board.NoSquare, board.NoSquare}
	}
	return s
}

// size is the number of squares of the board.
func (s *state) size() board.Square { return board.Square(s.spec.Geometry.Size()) }

// owned reports whether a piece of colour c stands on sq.
func (s *state) owned(sq board.Square, c board.Color) bool {
	return s.at[sq] != board.NoPiece && s.at[sq].Color() == c
}

// isRoyal reports whether a royal piece stands on sq.
func (s *state) isRoyal(sq board.Square) bool {
	p := s.at[sq]
	return p != board.NoPiece && s.spec.Piece(p.Type()).Royal
}

// royal returns the square of c's general, and false for a side without one.
func (s *state) royal(c board.Color) (board.Square, bool) {
	for sq := board.Square(0); sq < s.size(); sq++ {
		if s.owned(sq, c) && s.isRoyal(sq) {
			return sq, true
		}
	}
	return board.NoSquare, false
}

// count returns how many pieces of a type a colour has; NoType counts all of its pieces.
func (s *state) count(c board.Color, t board.PieceType) int {
	n := 0
	for sq := board.Square(0); sq < s.size(); sq++ {
		if s.owned(sq, c) && (t == board.NoType || s.at[sq].Type() == t) {
			n++
		}
	}
	return n
}

// lowest returns the lowest square that holds a piece of c, NoSquare where it has none.
func (s *state) lowest(c board.Color) board.Square {
	for sq := board.Square(0); sq < s.size(); sq++ {
		if s.owned(sq, c) {
			return sq
		}
	}
	return board.NoSquare
}

// relativeRank returns a rank, from 0, as colour c counts them.
func (s *state) relativeRank(rank int, c board.Color) int {
	if c == board.Black {
		return s.spec.Geometry.Ranks - 1 - rank
	}
	return rank
}

// forward is the direction in which c's pawns go, in ranks.
func forward(c board.Color) int {
	if c == board.Black {
		return -1
	}
	return 1
}

// midTurn reports whether the side to move has already made a move of this turn.
func (s *state) midTurn() bool { return s.left < s.spec.MovesPerTurn[s.side] }

// turnOver returns the position with the other side at the start of its turn and nothing else changed: what the other
// side would see if the turn ended here.
func (s *state) turnOver() state {
	t := *s
	t.side = s.side.Other()
	t.left = s.spec.MovesPerTurn[t.side]
	return t
}
