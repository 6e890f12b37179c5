package referee

import (
	"buluo/board"
	"buluo/variant"
)

// insufficient judges material: the game is drawn when neither side has what it takes to win.
func (g *Game) insufficient() board.Outcome {
	if g.CannotWin(board.White) && g.CannotWin(board.Black) {
		return board.Draw(board.Insufficient)
	}
	return board.Outcome{}
}

// CannotWin reports whether the variant's insufficiency rule judges a side unable to win, whatever the other side has. One
// side's inability does not end the game; a server may want it when the other side runs out of time.
func (g *Game) CannotWin(c board.Color) bool {
	switch g.spec.Insufficient {
	case variant.XiangqiInsufficient:
		return !g.now().canCross(c)
	case variant.HordeInsufficient:
		return g.now().hordeCannotWin(c)
	case variant.ChessInsufficient:
		return g.now().chessCannotWin(c)
	}
	return false
}

// canCross reports whether c has a piece other than its general that could, on an empty board, ever stand beyond its own
// half: in xiangqi, anything but advisors and elephants.
func (s *state) canCross(c board.Color) bool {
	for sq := board.Square(0); sq < s.size(); sq++ {
		if s.owned(sq, c) && !s.isRoyal(sq) && s.crosses(s.at[sq], sq) {
			return true
		}
	}
	return false
}

// beyond reports whether a square lies past the middle of the board, as c sees it.
func (s *state) beyond(sq board.Square, c board.Color) bool {
	g := s.spec.Geometry
	return 2*s.relativeRank(g.Rank(sq), c) >= g.Ranks
}

// crosses walks a lone piece about an empty board until it is beyond the middle or has been everywhere it can go.
func (s *state) crosses(p board.Piece, from board.Square) bool {
	lone := emptyState(s.spec)
	var been [board.MaxSquares]bool
	open := []board.Square{from}
	been[from] = true
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if s.beyond(at, p.Color()) {
			return true
		}
		lone.at[at] = p
		for to := board.Square(0); to < s.size(); to++ {
			if !been[to] && lone.wanders(at, to) {
				been[to] = true
				open = append(open, to)
			}
		}
		lone.at[at] = board.NoPiece
	}
	return false
}

// wanders reports whether the lone piece on from gets to another square by some step of its own, quiet or capturing. What
// it would have to hop over or capture is taken for granted.
func (s *state) wanders(from, to board.Square) bool {
	p := s.at[from]
	def := s.spec.Piece(p.Type())
	g := s.spec.Geometry
	files, ranks := g.File(to)-g.File(from), g.Rank(to)-g.Rank(from)
	if !def.Region[p.Color()].Has(to) {
		return false
	}
	for i := range def.Steps {
		st := &def.Steps[i]
		df, dr := delta(st, p.Color())
		if n := times(files, ranks, df, dr); n > 0 && n <= limit(st) && s.usable(def, st, p.Color(), from) {
			return true
		}
	}
	return false
}

// fortress judges a horde that is shut in for good: the side without a general could not move if it had to, and whatever
// its opponent plays leaves it so. A last piece that is about to be taken is no fortress.
func (g *Game) fortress() board.Outcome {
	if !g.spec.Fortress {
		return board.Outcome{}
	}
	s := g.now()
	army := s.side
	horde := army.Other()
	if _, hasRoyal := s.royal(horde); hasRoyal {
		return board.Outcome{} // on the horde's own move it would be stuck, which has been judged before
	}
	if s.count(horde, board.NoType) == 1 && s.attacked(s.lowest(horde), army) {
		return board.Outcome{}
	}
	for _, m := range g.Legal() {
		if next := s.after(m); next.hasMove() {
			return board.Outcome{}
		}
	}
	return board.Draw(board.Fortress)
}

// chessCannotWin judges a side by what stands on the board beside the royal pieces: it cannot win bare, nor with a lone
// knight when nothing else stands there, nor with bishops when all that stands there are bishops on squares of one colour.
// Any other piece may win.
func (s *state) chessCannotWin(c board.Color) bool {
	own, knights, others := 0, 0, 0
	shades := [2]int{}
	for sq := board.Square(0); sq < s.size(); sq++ {
		p := s.at[sq]
		if p == board.NoPiece || s.isRoyal(sq) {
			continue
		}
		if p.Color() == c {
			own++
		}
		switch def := s.spec.Piece(p.Type()); {
		case everyStep(def, func(f, r int) bool { return f*f+r*r == 5 }):
			knights++
		case everyStep(def, func(f, r int) bool { return (f+r)%2 == 0 }):
			shades[(s.spec.Geometry.File(sq)+s.spec.Geometry.Rank(sq))%2]++
		default:
			others++
		}
	}
	switch {
	case own == 0:
		return true
	case others > 0 || knights > 1:
		return false
	case knights == 1:
		return shades[0]+shades[1] == 0
	}
	return shades[0] == 0 || shades[1] == 0
}

// everyStep reports whether all of a piece's steps are of a kind.
func everyStep(def *variant.Piece, kind func(files, ranks int) bool) bool {
	for i := range def.Steps {
		if !kind(def.Steps[i].Files, def.Steps[i].Ranks) {
			return false
		}
	}
	return len(def.Steps) > 0
}
