package search

import "buluo/board"

// maxHistory bounds a history score; killers and captures stand above it.
const maxHistory = 1 << 14

// reward remembers that a quiet move refuted its position, and that the quiet moves tried before it did not.
func (s *Searcher) reward(f *frame, best board.Move, tried []board.Move, depth int) {
	if f.killers[0] != best {
		f.killers[1], f.killers[0] = f.killers[0], best
	}
	bonus := int32(min(depth*depth, maxHistory/8))
	s.credit(best, bonus)
	for _, m := range tried {
		if m != best && s.quiet(m) {
			s.credit(m, -bonus)
		}
	}
}

// credit moves a quiet move's history towards its bound: the nearer it is, the less it moves, so that old verdicts fade.
func (s *Searcher) credit(m board.Move, bonus int32) {
	h := &s.history[s.p.At(m.From())%board.MaxPieces][m.To()%board.MaxSquares]
	size := bonus
	if size < 0 {
		size = -size
	}
	*h += bonus - *h*size/maxHistory
}

// age halves what was learned in the last search.
func (s *Searcher) age() {
	for i := range s.history {
		for j := range s.history[i] {
			s.history[i][j] /= 2
		}
	}
	for i := range s.frames {
		s.frames[i].killers = [2]board.Move{}
	}
}

// quiet reports whether a move neither captures nor promotes.
func (s *Searcher) quiet(m board.Move) bool {
	switch m.Kind() {
	case board.Promotion, board.PiecePromotion, board.EnPassant:
		return false
	case board.Castle, board.Pass:
		return true
	}
	return s.p.At(m.To()) == board.NoPiece
}
