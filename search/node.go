package search

import (
	"buluo/board"
	"buluo/tt"
)

// visit returns the value of the position to a depth, for the side to move. It fails soft: a value at or below alpha is an
// upper bound, one at or above beta a lower bound. When the search is over the value means nothing.
func (s *Searcher) visit(depth, alpha, beta, ply int) int {
	f := &s.frames[ply]
	f.length = 0
	if v, done := s.ended(ply); done { // 1 the rules
		return v
	}
	if ply >= MaxPly { // 2 the end of the line
		return s.eval.Score(s.p)
	}
	f.check, f.side = s.p.InCheck(), s.p.Side()
	if f.check { // 3 a check is looked through to its answer
		depth++
	}
	if depth <= 0 { // 4 only captures are left
		return s.quiesce(alpha, beta, ply)
	}
	if alpha, beta = within(alpha, beta, ply); alpha >= beta { // 5 a shorter win is known already
		return alpha
	}
	first, v, done := s.probe(depth, alpha, beta, ply) // 6 the table
	if done {
		return v
	}
	if !f.check {
		f.static = s.eval.Score(s.p)
		if beta-alpha == 1 { // 7 cuts that need no move
			if v, done := s.static(f, depth, beta); done {
				return v
			}
			if v, done := s.nullMove(f, depth, beta, ply); done {
				return v
			}
		}
	}
	if s.params.Internal > 0 && depth >= s.params.Internal && first == board.NoMove { // 8 nobody knows where to begin
		depth--
	}
	return s.moves(f, first, depth, alpha, beta, ply) // 9 the moves
}

// within narrows a window to what a position at a ply can still be worth. It may yet turn out to have no move, which loses or wins on the spot
// as the rules say.
func within(alpha, beta, ply int) (int, int) {
	return max(alpha, ply-Mate), min(beta, Mate-ply)
}

// probe returns the table's move, and its value where that settles the node. Nodes of the principal variation are always searched, so that
// the line stays whole, and so is everything near the end of the clock.
func (s *Searcher) probe(depth, alpha, beta, ply int) (first board.Move, v int, done bool) {
	e, ok := s.table.Probe(s.key())
	if !ok {
		return board.NoMove, 0, false
	}
	v = fromTable(e.Score, ply)
	if ply == 0 || int(e.Depth) < depth || beta-alpha > 1 || s.late() {
		return e.Move, v, false
	}
	done = e.Bound == tt.Exact || e.Bound == tt.Lower && v >= beta || e.Bound == tt.Upper && v <= alpha
	return e.Move, v, done
}

// moves searches the moves of a node and stores what it finds. The first move gets the whole window, the others only the question
// whether they are better.
func (s *Searcher) moves(f *frame, first board.Move, depth, alpha, beta, ply int) int {
	moves := s.gen.Legal(s.p, f.moves[:0])
	if len(moves) == 0 {
		return worth(s.gen.Outcome(s.p), s.p.Side(), ply)
	}
	us := s.p.Side()
	picks := s.order(f, moves, first)
	best, bestMove, bound := -infinite, board.NoMove, tt.Upper
	for m := picks.pick(); m != board.NoMove; m = picks.pick() {
		if best > -MateBound && s.skip(f, m, depth, alpha, &picks) {
			continue
		}
		if !s.do(m) {
			return 0
		}
		v := s.try(us, depth-1, alpha, beta, ply+1, picks.next > 1, s.reduction(f, depth, &picks))
		s.p.Undo()
		if s.over {
			return 0
		}
		if v <= best {
			continue
		}
		best = v
		if v > alpha {
			alpha, bestMove, bound = v, m, tt.Exact
			f.extend(m, &s.frames[ply+1])
		}
		if v >= beta {
			bound = tt.Lower
			if s.quiet(m) {
				s.reward(f, m, picks.moves[:picks.next], depth)
			}
			break
		}
	}
	s.table.Store(s.key(), tt.Entry{Move: bestMove, Score: toTable(best, ply), Depth: int8(min(depth, MaxPly-1)), Bound: bound})
	return best
}

// try returns the value of the position after a move for the side that made it. The first move of a node gets the whole window. Of the
// others only whether they are better than alpha is asked, late ones at a lesser depth, and one that is better is searched again in full.
func (s *Searcher) try(us board.Color, depth, alpha, beta, ply int, scout bool, less int) int {
	if scout {
		v := s.after(us, depth-less, alpha, alpha+1, ply)
		if less > 0 && v > alpha && !s.over {
			v = s.after(us, depth, alpha, alpha+1, ply)
		}
		if v <= alpha || v >= beta || s.over {
			return v
		}
	}
	return s.after(us, depth, alpha, beta, ply)
}

// reduction returns by how many plies less the move just picked is looked at first: quiet moves that come late in a good order seldom are
// the best. Evasions, captures, promotions and killers keep their depth, and so does a move that gives check.
func (s *Searcher) reduction(f *frame, depth int, picks *picker) int {
	late := picks.next - s.params.ReduceFrom
	if s.params.ReduceFrom == 0 ||
		late < 0 ||
		depth < s.params.ReduceDepth ||
		f.check ||
		picks.score() >= killerBase ||
		s.p.InCheck() {
		return 0
	}
	less := 1
	if s.params.ReduceMore > 0 {
		less += late / s.params.ReduceMore
	}
	return min(less, depth-2)
}

// after returns the value of the position on the board for the side us, whoever is on move: the sign turns with the side only.
func (s *Searcher) after(us board.Color, depth, alpha, beta, ply int) int {
	if s.p.Side() == us {
		return s.visit(depth, alpha, beta, ply)
	}
	return -s.visit(depth, -beta, -alpha, ply)
}

// extend makes a move followed by the best line below it the best line of a frame.
func (f *frame) extend(m board.Move, below *frame) {
	f.pv[0] = m
	n := copy(f.pv[1:], below.pv[:below.length])
	f.length = n + 1
}
