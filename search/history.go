package search

import "buluo/board"

// maxHistory bounds a history score; killers and captures stand above the sum of three.
const maxHistory = 1 << 14

// histories hold how well moves did elsewhere in the tree. Quiet moves are known by piece and target, alone and together with the move one ply
// and two plies before; captures by piece, target and what is taken.
type histories struct {
	captures [board.MaxPieces][board.MaxTypes][board.MaxSquares]int16 // by piece, what is taken and where
	quiet    []int32                                                  // by the move's row
	counters []board.Move                                             // by the last move's row: what refuted it
	pairs    []int16                                                  // by the rows of an earlier move and of this one
	blank    []int16                                                  // what is known of moves where it is not known what they follow
	rows     int                                                      // pieces of the rules times squares
	row      [board.MaxPieces]int
}

// newHistories makes empty histories. Only pieces that the rules have get rows; the last one is for no move at all.
func (s *Searcher) newHistories() {
	h := &s.history
	n := 0
	for c := range s.r.Sides {
		for _, m := range s.r.Sides[c].Movers {
			h.row[board.MakePiece(board.Color(c), m.Type)] = n
			n += s.r.Geometry.Size()
		}
	}
	h.rows = n + 1
	h.quiet, h.counters, h.blank = make([]int32, h.rows), make([]board.Move, h.rows), make([]int16, h.rows)
	if s.params.Continue > 0 {
		h.pairs = make([]int16, h.rows*h.rows)
	}
}

// clear forgets everything.
func (h *histories) clear() {
	h.captures = [board.MaxPieces][board.MaxTypes][board.MaxSquares]int16{}
	clear(h.quiet)
	clear(h.counters)
	clear(h.pairs)
}

// rowOf returns the row of a piece that goes to a square.
func (h *histories) rowOf(pc board.Piece, to board.Square) int {
	return h.row[pc%board.MaxPieces] + int(to)
}

// after returns the scores of moves that follow a move of a row; nil where they are not kept.
func (h *histories) after(row int) []int16 {
	if h.pairs == nil {
		return nil
	}
	return h.pairs[row*h.rows : (row+1)*h.rows]
}

// known returns scores to read, all of them zero where none are kept.
func (h *histories) known(after []int16) []int16 {
	if after == nil {
		return h.blank
	}
	return after
}

// reward remembers that a quiet move refuted its position, and that the quiet moves tried before it did not.
func (s *Searcher) reward(f *frame, best board.Move, tried []board.Move, depth int) {
	if f.killers[0] != best {
		f.killers[1], f.killers[0] = f.killers[0], best
	}
	s.history.counters[f.from] = best
	bonus := int32(min(depth*depth, maxHistory/8))
	s.credit(f, best, bonus)
	for _, m := range tried {
		if m != best && s.quiet(m) {
			s.credit(f, m, -bonus)
		}
	}
}

// credit moves a quiet move's histories towards their bound: the nearer they are, the less they move, so that old verdicts fade.
func (s *Searcher) credit(f *frame, m board.Move, bonus int32) {
	h := &s.history
	pc, to := s.p.At(m.From()), m.To()
	row := h.rowOf(pc, to)
	towards(&h.quiet[row], bonus)
	if f.one != nil {
		towards(&f.one[row], int16(bonus))
	}
	if f.two != nil {
		towards(&f.two[row], int16(bonus))
	}
}

// towards adds a bonus to a score, the less of it the nearer the score is to its bound.
func towards[T int16 | int32](h *T, bonus T) {
	*h += bonus - T(int64(*h)*int64(max(bonus, -bonus))/maxHistory)
}

// rewardCapture is reward for a capture: it is praised, and the captures tried in vain are blamed, whatever refuted the position.
func (s *Searcher) rewardCapture(best board.Move, tried []board.Move, depth int) {
	if s.params.Capture == 0 {
		return
	}
	bonus := int16(min(depth*depth, maxHistory/8))
	for _, m := range tried {
		switch {
		case m == best:
			if !s.quiet(m) {
				towards(s.captureScore(m), bonus)
			}
		case !s.quiet(m):
			towards(s.captureScore(m), -bonus)
		}
	}
}

// captureScore returns where the history of a capture is kept.
func (s *Searcher) captureScore(m board.Move) *int16 {
	return s.history.capture(s.p.At(m.From()), s.p.Captured(m), m.To())
}

// capture returns where the history of a piece is kept that takes another on a square.
func (h *histories) capture(pc, taken board.Piece, at board.Square) *int16 {
	return &h.captures[pc%board.MaxPieces][taken.Type()%board.MaxTypes][at%board.MaxSquares]
}

// age halves what was learned in the last search.
func (s *Searcher) age() {
	for i := range s.history.quiet {
		s.history.quiet[i] /= 2
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
