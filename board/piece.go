package board

// Color is a side. White moves first; the xiangqi family calls White Red.
type Color uint8

// The two sides, and the absence of one.
const (
	White   Color = 0
	Black   Color = 1
	NoColor Color = 2
)

// Other returns the opponent. It is meaningless for NoColor.
func (c Color) Other() Color { return c ^ 1 }

// String names the side in English; NoColor is "none".
func (c Color) String() string {
	switch c {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return "none"
}

// PieceType numbers a variant's kinds of piece from 1, in the variant's own order; 0 is no type. A variant has at most
// MaxTypes-1 of them (letters run out first).
type PieceType uint8

// NoType is no piece type.
const NoType PieceType = 0

// MaxTypes bounds arrays indexed by type.
const MaxTypes = 32

// TypeSet is a set of piece types, bit t for type t.
type TypeSet uint32

// Has reports whether t is in the set.
func (ts TypeSet) Has(t PieceType) bool { return ts>>t&1 != 0 }

// With returns the set with t added.
func (ts TypeSet) With(t PieceType) TypeSet { return ts | 1<<t }

// Piece is a colour and a type: color*MaxTypes + type. NoPiece (0) is an empty square, whatever its colour bit.
type Piece uint8

// NoPiece stands on an empty square.
const NoPiece Piece = 0

// MaxPieces bounds arrays indexed by piece.
const MaxPieces = 2 * MaxTypes

// MakePiece returns the piece of a colour and a type.
func MakePiece(c Color, t PieceType) Piece { return Piece(c)<<5 | Piece(t) }

// Color returns the piece's colour. It is meaningless for NoPiece.
func (p Piece) Color() Color { return Color(p >> 5 & 1) }

// Type returns the piece's type, NoType for NoPiece.
func (p Piece) Type() PieceType { return PieceType(p & 31) }
