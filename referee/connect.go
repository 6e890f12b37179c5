package referee

import (
	"buluo/board"
)

// direction is a step along which pieces connect.
type direction struct{ files, ranks int }

// directions lists the directions that the variant counts, one of each opposite pair.
func (s *state) directions() []direction {
	var out []direction
	c := s.spec.Connect
	if c.Horizontal {
		out = append(out, direction{1, 0})
	}
	if c.Vertical {
		out = append(out, direction{0, 1})
	}
	if c.Diagonal {
		out = append(out, direction{1, 1}, direction{1, -1})
	}
	return out
}

// connected judges the connection games for the side that has just moved.
func (s *state) connected() board.Outcome {
	c := s.spec.Connect
	them := s.side.Other()
	regions := c.Region1[board.White].Any() || c.Region1[board.Black].Any()
	if c.N <= 0 && c.NxN <= 0 && c.Collinear <= 0 && !regions {
		return board.Outcome{}
	}
	for sq := board.Square(0); sq < s.size(); sq++ {
		if !s.connects(sq, them) {
			continue
		}
		if s.inRow(sq, them) || s.square(sq, them) || s.collinear(sq, them) {
			return award(c.Value, them, board.Connection)
		}
	}
	if regions && s.joined(them) {
		return award(c.Value, them, board.Connection)
	}
	return board.Outcome{}
}

// connects reports whether sq holds a piece of c that counts for connections.
func (s *state) connects(sq board.Square, c board.Color) bool {
	return s.owned(sq, c) && s.spec.Connect.Types.Has(s.at[sq].Type())
}

// inRow reports whether a row of N starts on sq.
func (s *state) inRow(sq board.Square, c board.Color) bool {
	if s.spec.Connect.N <= 0 {
		return false
	}
	for _, d := range s.directions() {
		n, at := 1, sq
		for n < s.spec.Connect.N {
			next, ok := s.spec.Geometry.Step(at, d.files, d.ranks)
			if !ok || !s.connects(next, c) {
				break
			}
			n, at = n+1, next
		}
		if n == s.spec.Connect.N {
			return true
		}
	}
	return false
}

// square reports whether sq is the lower left corner of a block of NxN.
func (s *state) square(sq board.Square, c board.Color) bool {
	n := s.spec.Connect.NxN
	for files := 0; files < n; files++ {
		for ranks := 0; ranks < n; ranks++ {
			at, ok := s.spec.Geometry.Step(sq, files, ranks)
			if !ok || !s.connects(at, c) {
				return false
			}
		}
	}
	return n > 0
}

// collinear reports whether some line through sq, gaps allowed, holds enough pieces.
func (s *state) collinear(sq board.Square, c board.Color) bool {
	if s.spec.Connect.Collinear <= 0 {
		return false
	}
	for _, d := range s.directions() {
		n := 1
		for _, way := range []int{1, -1} {
			at := sq
			for {
				next, ok := s.spec.Geometry.Step(at, way*d.files, way*d.ranks)
				if !ok {
					break
				}
				if at = next; s.connects(at, c) {
					n++
				}
			}
		}
		if n >= s.spec.Connect.Collinear {
			return true
		}
	}
	return false
}

// joined reports whether a chain of c's pieces leads from its first region into its second. Chains grow only right, up and
// along the two rightward diagonals, as they do in the reference; a chain of one square is none.
func (s *state) joined(c board.Color) bool {
	con := s.spec.Connect
	var reached [board.MaxSquares]bool
	var open []board.Square
	both := false
	for sq := board.Square(0); sq < s.size(); sq++ {
		if s.connects(sq, c) && con.Region1[c].Has(sq) {
			open = append(open, sq)
			reached[sq] = true
		}
		both = both || s.connects(sq, c) && con.Region2[c].Has(sq)
	}
	for both && len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		for _, d := range s.directions() {
			next, ok := s.spec.Geometry.Step(at, d.files, d.ranks)
			if !ok || !s.connects(next, c) {
				continue
			}
			if con.Region2[c].Has(next) {
				return true
			}
			if !reached[next] {
				reached[next] = true
				open = append(open, next)
			}
		}
	}
	return false
}
