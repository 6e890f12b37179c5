package board

// Move packs a move into 22 bits: from 7, to 7, kind 3, promotion type 5. The zero Move is NoMove. A move means
// nothing without a position: whether it captures, and what, is the position's to say.
type Move uint32

// NoMove is no move at all (a1a1 as a Normal move, which nothing can play).
const NoMove Move = 0

// MaxMoves is the capacity a buffer of moves should have. Generators append, so a position with more (no catalogue
// variant comes near) costs an allocation and nothing else.
const MaxMoves = 512

// MoveKind says how a move changes the board beyond from and to.
type MoveKind uint8

// The kinds of move.
const (
	Normal         MoveKind = iota // piece goes, whatever stands on to is captured
	Promotion                      // a pawn becomes Promotion() on to
	PiecePromotion                 // a piece becomes its type's one promoted type on to
	EnPassant                      // the pawn that just passed over to is captured
	Castle                         // from and to are the king's squares; the castling partner goes beside it
	Pass                           // nothing moves; from = to = a square the reference names for it
	numKinds
)

var kindNames = [numKinds]string{"normal", "promotion", "piece promotion", "en passant", "castle", "pass"}

// String names the kind in lower-case English.
func (k MoveKind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// NewMove returns a Normal move.
func NewMove(from, to Square) Move { return Move(from) | Move(to)<<7 }

// NewMoveKind returns a move of a kind other than Promotion.
func NewMoveKind(from, to Square, k MoveKind) Move {
	return Move(from) | Move(to)<<7 | Move(k)<<14
}

// NewPromotion returns a Promotion to t.
func NewPromotion(from, to Square, t PieceType) Move {
	return Move(from) | Move(to)<<7 | Move(Promotion)<<14 | Move(t)<<17
}

// From returns the square the piece leaves.
func (m Move) From() Square { return Square(m & 127) }

// To returns the square the piece reaches.
func (m Move) To() Square { return Square(m >> 7 & 127) }

// Kind returns the kind of move.
func (m Move) Kind() MoveKind { return MoveKind(m >> 14 & 7) }

// Promotion returns the type a Promotion turns into, NoType for other kinds.
func (m Move) Promotion() PieceType { return PieceType(m >> 17 & 31) }
