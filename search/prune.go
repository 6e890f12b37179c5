package search

import (
	"buluo/board"
	"buluo/tt"
)

// static cuts off a shallow node that stands so well that hardly any move could spoil it (reverse futility pruning; Heinz 1998 calls the idea
// static null move).
func (s *Searcher) static(f *frame, depth, beta int) (int, bool) {
	margin := s.params.StaticMargin * depth
	if f.improving {
		margin -= s.params.StaticImproving
	}
	if depth > s.params.StaticDepth ||
		f.static-margin < beta ||
		beta < -MateBound ||
		f.static > MateBound ||
		!s.gen.Any(s.p) { // a side that is stuck has no time to stand well
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
	if s.params.NullGain > 0 {
		less += min((f.static-beta)/s.params.NullGain, 3)
	}
	below := &s.frames[ply+1]
	below.from, below.one, below.two = s.history.rows-1, nil, nil
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
	case v >= MateBound:
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

// razor looks at a shallow node that stands so badly that no quiet move will help by its captures alone (Birmingham and Kent 1977).
func (s *Searcher) razor(f *frame, depth, alpha, ply int) (int, bool) {
	if depth > s.params.RazorDepth || f.static+s.params.RazorMargin*depth > alpha || alpha <= -MateBound || alpha >= MateBound {
		return 0, false
	}
	sketch, rest := f.sketch, f.rest
	v := s.quiesce(alpha, alpha+1, ply)
	f.sketch, f.rest = sketch, rest // it is the same node, which may have been guessed at there
	return v, v <= alpha || s.over
}

// probCut cuts off a node where a capture that wins enough at first sight also does in a shallower search (Buro 1995, with captures alone).
func (s *Searcher) probCut(f *frame, depth, beta, ply int) (int, bool) {
	bar := beta + s.params.ProbMargin
	if s.params.ProbDepth == 0 || depth < s.params.ProbDepth || beta < -MateBound || bar >= MateBound {
		return 0, false
	}
	us := s.p.Side()
	picks := s.order(f, s.gen.Noisy(s.p, f.moves[:0]), board.NoMove, false)
	for m := s.next(f, &picks); m != board.NoMove && !picks.losing(); m = s.next(f, &picks) {
		if !s.wins(m, bar-f.static) {
			continue
		}
		s.lead(f, &s.frames[ply+1], m)
		if !s.do(m) {
			return 0, true
		}
		v := s.capture(us, bar-1, bar, ply+1)
		if v >= bar && !s.over {
			v = s.after(us, depth-4, bar-1, bar, ply+1)
		}
		s.p.Undo()
		if s.over {
			return 0, true
		}
		if v >= bar {
			s.store(m, v, tt.Lower, depth-3, ply)
			return v, true
		}
	}
	return 0, false
}

// singular returns by how many plies more the table's move is searched: one if a search of all others at half the depth falls well short of it
// (Anantharaman, Campbell and Hsu 1988, with the table's move as the one to be singular).
func (s *Searcher) singular(f *frame, known tt.Entry, depth, ply int) int {
	if s.params.SingularDepth == 0 ||
		depth < s.params.SingularDepth ||
		ply == 0 ||
		ply >= MaxPly/2 ||
		f.without != board.NoMove ||
		known.Move == board.NoMove ||
		known.Bound == tt.Upper ||
		int(known.Depth) < depth-3 {
		return 0
	}
	v := fromTable(known.Score, ply)
	if max(v, -v) >= ruled {
		return 0
	}
	bar := v - s.params.SingularMargin*depth/16
	one, two := f.one, f.two
	f.without = known.Move
	others := s.visit((depth-1)/2, bar-1, bar, ply)
	f.without, f.one, f.two = board.NoMove, one, two
	if others < bar {
		return 1
	}
	return 0
}

// skip leaves a move out of a shallow node: a quiet one that comes late in the order, or has done badly, or any where the node is so far below alpha
// that a quiet move will not save it, or that loses material, but for checks; and a capture that loses too much. A node that has no other value
// yet never skips.
func (s *Searcher) skip(f *frame, m board.Move, depth, alpha int, picks *picker) bool {
	if f.check || picks.score() >= killerBase {
		return false
	}
	if picks.losing() {
		return depth <= s.params.LossDepth && !s.wins(m, -s.params.LossMargin*depth)
	}
	if !s.quiet(m) {
		return false
	}
	left := s.left(f, depth, picks.next)
	if !picks.rest && s.unwanted(f, depth, left, alpha, picks) {
		picks.rest = true
	}
	if picks.rest {
		return !s.checks(m)
	}
	return left < s.params.HangDepth && !s.wins(m, -s.params.HangMargin*left*left) && !s.checks(m)
}

// pass leaves out, all at once, the unwanted quiet moves up to the next that may be a check or to the captures that lose material. In a hopeless node
// they are most of the list, and most of them go where nothing could attack the opponent's royal piece from: what checks would say of those is known
// here without asking it.
func (s *Searcher) pass(k *picker) {
	them := s.p.Side().Other()
	if !s.royal[them] {
		k.next = len(k.moves) // no move that is left is a check
		return
	}
	king := s.p.Royal(them)
	if king == board.NoSquare {
		return
	}
	watch := s.r.Sides[them].Watch[king&127]
	for ; k.next < len(k.ranks); k.next++ {
		if r := k.ranks[k.next]; r.score() < losingBase/2 || watch.Has(r.move().To()) && s.checks(r.move()) {
			return
		}
	}
}

// left returns the depth at which the n-th move of a node is expected to be looked at first. It is a rough figure: reductions are foreseen for
// every move, in every node, and without what a history would change of them.
func (s *Searcher) left(f *frame, depth, n int) int {
	less := s.reduce.at(depth, n)
	if !f.improving {
		less += 50
	}
	return max(depth-1-less/100, 0)
}

// checks reports whether a quiet move attacks the opponent's royal piece from where it goes. Lines that it opens are not looked at.
func (s *Searcher) checks(m board.Move) bool {
	p := s.p
	us := p.Side()
	if !s.royal[us.Other()] {
		return false
	}
	king := p.Royal(us.Other())
	if king == board.NoSquare {
		return false
	}
	if !s.r.Sides[us.Other()].Watch[king&127].Has(m.To()) { // nothing attacks it from there
		return false
	}
	t := p.At(m.From()).Type()
	if s.short.Has(t) && !s.around[king&127].Has(m.To()) {
		return false
	}
	return p.Attacks(us, t, m.To()).Has(king)
}

// futile reports whether a node is so far below alpha that no quiet move will save it that is looked at to such a depth.
func (s *Searcher) futile(f *frame, left, alpha int) bool {
	return left < s.params.FutileDepth && alpha < MateBound && !f.check && f.static+s.params.FutileBase+s.params.FutileMargin*left <= alpha
}

// unwanted reports whether the quiet move just picked comes too late, has done too badly or brings too little to be looked at. What comes after it
// has less to say for itself still.
func (s *Searcher) unwanted(f *frame, depth, left, alpha int, picks *picker) bool {
	if depth <= s.params.LateDepth {
		most := s.params.LateBase + depth*depth
		if !f.improving {
			most /= 2
		}
		if picks.next > most {
			return true
		}
	}
	if depth <= s.params.HistoryDepth && int(picks.score()) < -s.params.HistoryMargin*depth {
		return true
	}
	return s.futile(f, left, alpha)
}
