package board

import "fmt"

// Square numbers a point of a board: rank*files + file, both from 0. It means nothing without a Geometry.
type Square uint8

// NoSquare stands where there is no square; no board reaches it.
const NoSquare Square = 255

// Geometry is the size of a board. Limits: 1 to 12 files, 1 to 10 ranks (the reference's own limits).
type Geometry struct{ Files, Ranks int }

// The largest board a variant may ask for.
const (
	MaxFiles = 12
	MaxRanks = 10
)

// Size returns the number of squares.
func (g Geometry) Size() int { return g.Files * g.Ranks }

// Square returns the square on a file and a rank, both from 0; both must be on the board.
func (g Geometry) Square(file, rank int) Square { return Square(rank*g.Files + file) }

// File returns the file of s, from 0 on the left of the first player.
func (g Geometry) File(s Square) int { return int(s) % g.Files }

// Rank returns the rank of s, from 0 on the first player's side.
func (g Geometry) Rank(s Square) int { return int(s) / g.Files }

// On reports whether a file and a rank, both from 0, are on the board.
func (g Geometry) On(file, rank int) bool {
	return file >= 0 && file < g.Files && rank >= 0 && rank < g.Ranks
}

// Step returns the square files to the right and ranks up from s, and false where that is off the board.
func (g Geometry) Step(s Square, files, ranks int) (Square, bool) {
	f, r := g.File(s)+files, g.Rank(s)+ranks
	if !g.On(f, r) {
		return NoSquare, false
	}
	return g.Square(f, r), true
}

// Around returns the squares within a distance of s, counted as a king walks, s among them.
func (g Geometry) Around(s Square, distance int) Bits {
	var b Bits
	for files := -distance; files <= distance; files++ {
		for ranks := -distance; ranks <= distance; ranks++ {
			if to, ok := g.Step(s, files, ranks); ok {
				b = b.With(to)
			}
		}
	}
	return b
}

// All returns the set of every square of the board.
func (g Geometry) All() Bits {
	var b Bits
	for s := 0; s < g.Size(); s++ {
		b = b.With(Square(s))
	}
	return b
}

// RankBits returns the set of a rank's squares (rank from 0), and the empty set off the board.
func (g Geometry) RankBits(rank int) Bits {
	var b Bits
	if rank < 0 || rank >= g.Ranks {
		return b
	}
	for f := 0; f < g.Files; f++ {
		b = b.With(g.Square(f, rank))
	}
	return b
}

// FileBits returns the set of a file's squares (file from 0), and the empty set off the board.
func (g Geometry) FileBits(file int) Bits {
	var b Bits
	if file < 0 || file >= g.Files {
		return b
	}
	for r := 0; r < g.Ranks; r++ {
		b = b.With(g.Square(file, r))
	}
	return b
}

// Name returns a square as a file letter and a rank from 1, as UCI writes it: a1, e10.
func (g Geometry) Name(s Square) string {
	if int(s) >= g.Size() {
		return "-"
	}
	return fmt.Sprintf("%c%d", 'a'+g.File(s), g.Rank(s)+1)
}

// ParseSquare reads what Name writes. The error says what is wrong with the text.
func (g Geometry) ParseSquare(text string) (Square, error) {
	s, rest, ok := g.CutSquare(text)
	if !ok || rest != "" {
		return NoSquare, fmt.Errorf("square %q is not on the %dx%d board (a1 to %s)", text, g.Files, g.Ranks, g.Name(Square(g.Size()-1)))
	}
	return s, nil
}

// CutSquare reads a square at the front of text and returns it with what follows. It takes two digits of rank where
// two make a rank of this board, so that "e10e9" is e10 and e9.
func (g Geometry) CutSquare(text string) (s Square, rest string, ok bool) {
	if len(text) < 2 {
		return NoSquare, text, false
	}
	file := int(text[0]) - 'a'
	rank, n := 0, 1
	for n < len(text) && n < 3 && text[n] >= '0' && text[n] <= '9' {
		next := rank*10 + int(text[n]-'0')
		if next > g.Ranks {
			break
		}
		rank = next
		n++
	}
	if n == 1 || text[1] == '0' || !g.On(file, rank-1) {
		return NoSquare, text, false
	}
	return g.Square(file, rank-1), text[n:], true
}
