package search

import "buluo/board"

// static cuts off a shallow node that stands so well that hardly any move could spoil it (reverse futility pruning; Heinz 1998 calls the idea
// static null move).
func (s *Searcher) static(f *frame, depth, beta int) (int, bool) {
	if depth > s.params.StaticDepth ||
		f.static-s.params.StaticMargin*depth < beta ||
		beta < -MateBound ||
		f.static > MateBound {
		return 0, false
	}
	return f.static, true
}

// nullMove cuts off a node whose side could even pass and stay above beta (Donninger 1993). It must not act where passing would be the best
// move: a horde that has run out of moves but the last wants nothing more, and a bare general loses by having to move. So the side needs men to move
// with, turns must be single moves, and two null moves never follow each other. At great depth the cut-off is verified by a search in which the
// side may not pass at once.
func (s *Searcher) nullMove(f *frame, depth, beta, ply int) (int, bool) {
	us := s.p.Side()
	if s.params.NullDepth == 0 ||
		depth < s.params.NullDepth ||
		f.null ||
		f.static < beta ||
		beta < -MateBound ||
		beta > MateBound ||
		!s.swift ||
		s.late() ||
		s.p.Of(us).Count() <= s.params.NullMen {
		return 0, false
	}
	less := s.params.NullReduce
	if s.params.NullSlope > 0 {
		less += depth / s.params.NullSlope
	}
	below := &s.frames[ply+1]
	s.p.DoNull()
	below.null = true
	v := -s.visit(depth-1-less, -beta, -beta+1, ply+1)
	below.null = false
	s.p.UndoNull()
	switch {
	case s.over:
		return 0, true
	case v < beta:
		return 0, false
	case v > MateBound:
		v = beta // a win that a pass makes is not proven
	}
	if s.params.NullVerify == 0 || depth < s.params.NullVerify {
		return v, true
	}
	f.null = true
	check := s.visit(depth-1-less, beta-1, beta, ply)
	f.null = false
	return v, check >= beta || s.over
}

// skip leaves a quiet move out of a shallow node: one that comes late in the order, or any where the node is so far below alpha that a quiet move will
// not save it. Moves that give check are not looked for; a node that has no other value yet never skips.
func (s *Searcher) skip(f *frame, m board.Move, depth, alpha int, picks *picker) bool {
	if f.check || picks.score() >= killerBase || !s.quiet(m) {
		return false
	}
	if depth <= s.params.LateDepth && picks.next > s.params.LateBase+depth*depth {
		return true
	}
	return depth <= s.params.FutileDepth && f.static+s.params.FutileMargin*depth <= alpha
}
