package variant

import (
	"fmt"
	"strings"

	"buluo/board"
)

// drawStart draws the start. A board with a palace is drawn as lines, with the palace's diagonals and the river, and any
// other as a grid of points.
func (s *Spec) drawStart() string {
	a := s.startArray()
	g := s.Geometry
	palaces := s.palaces()
	river, hasRiver := s.river()
	lined := palaces[0].Any() || palaces[1].Any()
	var b strings.Builder
	for r := g.Ranks - 1; r >= 0; r-- {
		fmt.Fprintf(&b, "%3d  %s\n", r+1, a.drawRank(r, lined))
		if lined && r > 0 {
			row := s.drawBetween(r-1, palaces)
			if hasRiver && r == river {
				row = "|" + center("river", 2*g.Files-3) + "|"
			}
			fmt.Fprintf(&b, "     %s\n", row)
		}
	}
	b.WriteString("    ")
	for f := 0; f < g.Files; f++ {
		fmt.Fprintf(&b, " %c", 'a'+f)
	}
	b.WriteString("\n")
	return b.String()
}

// drawRank draws the points of a rank, with lines between them on a board of lines.
func (a *array) drawRank(r int, lined bool) string {
	g := a.spec.Geometry
	empty, join := ".", " "
	if lined {
		empty, join = "+", "-"
	}
	points := make([]string, g.Files)
	for f := range points {
		sq := g.Square(f, r)
		if points[f] = empty; a.at[sq] != board.NoPiece {
			points[f] = strings.TrimPrefix(a.letter(sq), "+")
		}
	}
	return strings.Join(points, join)
}

// drawBetween draws the lines between rank r and the one above it.
func (s *Spec) drawBetween(r int, palaces [2]board.Bits) string {
	g := s.Geometry
	var b strings.Builder
	for f := 0; f < g.Files; f++ {
		if f > 0 {
			b.WriteByte(s.diagonal(f-1, r, palaces))
		}
		b.WriteByte('|')
	}
	return b.String()
}

// diagonal returns the line drawn across the cell whose lower left corner is given. The diagonals of a palace cross in its
// middle.
func (s *Spec) diagonal(f, r int, palaces [2]board.Bits) byte {
	g := s.Geometry
	for _, p := range palaces {
		if p.Empty() || !p.Has(g.Square(f, r)) || !p.Has(g.Square(f+1, r+1)) {
			continue
		}
		low := p.First()
		// Cells of one colour, as on a chessboard, have the diagonal that rises.
		if (f-g.File(low)+r-g.Rank(low))%2 == 0 {
			return '/'
		}
		return '\\'
	}
	return ' '
}

// palaces returns the three-by-three regions that the royal pieces are confined to.
func (s *Spec) palaces() [2]board.Bits {
	var out [2]board.Bits
	king := s.Piece(s.Royal())
	if king == nil {
		return out
	}
	for c, b := range king.Region {
		if low := b.First(); b.Count() == 9 && s.block(low, 3, 3) == b {
			out[c] = b
		}
	}
	return out
}

// block returns the rectangle of points above and to the right of one, as far as it is on the board.
func (s *Spec) block(low board.Square, files, ranks int) board.Bits {
	var b board.Bits
	for f := 0; f < files; f++ {
		for r := 0; r < ranks; r++ {
			if sq, ok := s.Geometry.Step(low, f, r); ok {
				b = b.With(sq)
			}
		}
	}
	return b
}

// river returns the rank whose lower edge is the far bank: where soldiers are promoted and where a piece of each side that
// is kept to its own half must stop.
func (s *Spec) river() (int, bool) {
	half := s.Geometry.Ranks / 2
	if s.Geometry.Ranks%2 != 0 {
		return 0, false
	}
	var near, far board.Bits
	for r := 0; r < half; r++ {
		near, far = near.Or(s.Geometry.RankBits(r)), far.Or(s.Geometry.RankBits(half+r))
	}
	for i := range s.Pieces {
		p := &s.Pieces[i]
		// Either sign of a river will do: designs drop soldiers, or elephants.
		if p.Soldier && s.SoldierRank == half+1 || p.Region == [2]board.Bits{near, far} {
			return half, true
		}
	}
	return 0, false
}

// center puts a text in the middle of white space.
func center(text string, width int) string {
	left := (width - len(text)) / 2
	return strings.Repeat(" ", left) + text + strings.Repeat(" ", width-len(text)-left)
}
