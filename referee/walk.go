package referee

import (
	"buluo/board"
	"buluo/variant"
)

// delta returns a step's files and ranks as colour c makes it.
func delta(st *variant.Step, c board.Color) (files, ranks int) {
	if c == board.Black {
		return -st.Files, -st.Ranks
	}
	return st.Files, st.Ranks
}

// limit returns how many times a step may be repeated, counted from the piece itself; a hop with a Limit of 1 is a
// grasshopper's, which goes any distance but lands right behind what it hops over.
func limit(st *variant.Step) int {
	switch {
	case st.Kind == variant.Leap || st.Kind == variant.Lame:
		return 1
	case st.Limit == 0 || st.Kind == variant.Hop && st.Limit == 1:
		return board.MaxSquares
	}
	return st.Limit
}

// usable reports whether a piece of colour c on a square of the given file and rank has the step there at all: soldiers go
// sideways only from their rank on, initial steps exist only in the double-step region.
func (s *state) usable(def *variant.Piece, st *variant.Step, c board.Color, from board.Square) bool {
	if def.Soldier && st.Files != 0 && s.relativeRank(s.spec.Geometry.Rank(from), c)+1 < s.spec.SoldierRank {
		return false
	}
	return !st.Initial || s.spec.DoubleStepRegion[c].Has(from)
}

// each calls use for every square to which the steps of the piece on from take it on the present board: empty squares by
// quiet steps, enemy pieces by captures. A square may come up twice.
func (s *state) each(from board.Square, use func(to board.Square)) {
	c := s.at[from].Color()
	def := s.spec.Piece(s.at[from].Type())
	for i := range def.Steps {
		st := &def.Steps[i]
		if s.usable(def, st, c, from) {
			s.along(def, st, c, from, use)
		}
	}
}

// along is each for one step.
func (s *state) along(def *variant.Piece, st *variant.Step, c board.Color, from board.Square, use func(board.Square)) {
	df, dr := delta(st, c)
	if st.Kind == variant.Lame && !s.clearPath(from, df, dr) {
		return
	}
	hurdles := 0
	needed := 0 // pieces that have to be passed before landing
	if st.Kind == variant.Hop {
		needed = 1
	}
	to := from
	for n := limit(st); n > 0; n-- {
		next, ok := s.spec.Geometry.Step(to, df, dr)
		if !ok {
			return
		}
		to = next
		occupied := s.at[to] != board.NoPiece
		if hurdles == needed && def.Region[c].Has(to) {
			if !occupied && st.Quiet || occupied && st.Capture && s.at[to].Color() != c {
				use(to)
			}
		}
		if hurdles == needed && (occupied || st.Kind == variant.Hop && st.Limit == 1) {
			return
		}
		if occupied {
			hurdles++
		}
	}
}

// clearPath reports whether the squares that a lame leap passes are empty: it goes straight along its longer axis until
// what is left is diagonal, and then diagonally.
func (s *state) clearPath(from board.Square, df, dr int) bool {
	g := s.spec.Geometry
	f, r := g.File(from), g.Rank(from)
	for {
		sf, sr := sign(df), sign(dr)
		switch {
		case abs(df) > abs(dr):
			sr = 0
		case abs(df) < abs(dr):
			sf = 0
		}
		f, r, df, dr = f+sf, r+sr, df-sf, dr-sr
		if df == 0 && dr == 0 {
			return true
		}
		if !g.On(f, r) || s.at[g.Square(f, r)] != board.NoPiece {
			return false
		}
	}
}

func sign(n int) int { return max(-1, min(1, n)) }

func abs(n int) int { return max(n, -n) }

// attacked reports whether a piece of colour by could capture on sq as the board stands. The square's own occupant does
// not matter. No general need be safe afterwards: a pinned piece attacks.
func (s *state) attacked(sq board.Square, by board.Color) bool {
	g := s.spec.Geometry
	f, r := g.File(sq), g.Rank(sq)
	from := board.Square(0)
	for rank := 0; rank < g.Ranks; rank++ {
		for file := 0; file < g.Files; file++ {
			if s.owned(from, by) && s.strikes(from, sq, f-file, r-rank) {
				return true
			}
			from++
		}
	}
	return false
}

// hits reports whether the piece on from attacks to.
func (s *state) hits(from, to board.Square) bool {
	g := s.spec.Geometry
	return s.strikes(from, to, g.File(to)-g.File(from), g.Rank(to)-g.Rank(from))
}

// strikes is hits for a caller that knows how far to lies from the piece.
func (s *state) strikes(from, to board.Square, files, ranks int) bool {
	def := s.spec.Piece(s.at[from].Type())
	return s.aims(from, files, ranks) && def.Region[s.at[from].Color()].Has(to)
}

// aimsAt is hits for a piece that may leave its region.
func (s *state) aimsAt(from, to board.Square) bool {
	g := s.spec.Geometry
	return s.aims(from, g.File(to)-g.File(from), g.Rank(to)-g.Rank(from))
}

// aims is aimsAt for a caller that knows how far to lies from the piece.
func (s *state) aims(from board.Square, files, ranks int) bool {
	c := s.at[from].Color()
	def := s.spec.Piece(s.at[from].Type())
	for i := range def.Steps {
		st := &def.Steps[i]
		df, dr := delta(st, c)
		n := times(files, ranks, df, dr)
		if !st.Capture || n == 0 || n > limit(st) || !s.usable(def, st, c, from) {
			continue
		}
		if s.open(from, st, df, dr, n) {
			return true
		}
	}
	return false
}

// open reports whether what stands between lets a step reach its n-th square.
func (s *state) open(from board.Square, st *variant.Step, df, dr, n int) bool {
	switch st.Kind {
	case variant.Leap:
		return true
	case variant.Lame:
		return s.clearPath(from, df, dr)
	}
	between, last := 0, false // pieces passed, and whether the square before the n-th holds one
	for ; n > 1; n-- {
		from, _ = s.spec.Geometry.Step(from, df, dr)
		if last = s.at[from] != board.NoPiece; last {
			between++
		}
	}
	if st.Kind == variant.Ride {
		return between == 0
	}
	return between == 1 && (st.Limit != 1 || last)
}

// times returns how many steps of (df, dr) make (files, ranks), 0 where no number does.
func times(files, ranks, df, dr int) int {
	if df == 0 && dr == 0 {
		return 0
	}
	for n := 1; abs(n*df) <= abs(files) && abs(n*dr) <= abs(ranks); n++ {
		if n*df == files && n*dr == ranks {
			return n
		}
	}
	return 0
}

// couldGo reports whether a quiet step (an initial one, or any other) takes a type of colour c from one square to another
// on an empty board, whatever its region. This is the reference's measure of reversibility, of immobility and of which
// moves may be answered in passing; to it a soldier always goes sideways and a hopper needs nothing to hop over.
func (s *state) couldGo(t board.PieceType, c board.Color, from, to board.Square, initial bool) bool {
	g := s.spec.Geometry
	files, ranks := g.File(to)-g.File(from), g.Rank(to)-g.Rank(from)
	def := s.spec.Piece(t)
	for i := range def.Steps {
		st := &def.Steps[i]
		df, dr := delta(st, c)
		if n := times(files, ranks, df, dr); st.Quiet && st.Initial == initial && n > 0 && n <= limit(st) {
			return true
		}
	}
	return false
}

// facing reports whether the two generals look at each other along an open file or rank.
func (s *state) facing() bool {
	white, ok := s.royal(board.White)
	black, both := s.royal(board.Black)
	if !ok || !both {
		return false
	}
	g := s.spec.Geometry
	df, dr := g.File(black)-g.File(white), g.Rank(black)-g.Rank(white)
	if df != 0 && dr != 0 {
		return false
	}
	for sq := white; ; {
		sq, _ = g.Step(sq, sign(df), sign(dr))
		if sq == black {
			return true
		}
		if s.at[sq] != board.NoPiece {
			return false
		}
	}
}
