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
		return s.score()
	}
	f.check, f.side = s.p.InCheck(), s.p.Side()
	if f.check { // 3 a check may be looked at more deeply
		depth += s.params.CheckExtend
	}
	if depth <= 0 { // 4 only captures are left
		return s.quiesce(alpha, beta, ply)
	}
	if alpha, beta = within(alpha, beta, ply); alpha >= beta { // 5 a shorter win is known already
		return alpha
	}
	known, found := tt.Entry{}, false
	if f.without == board.NoMove {
		var v int
		var done bool
		if known, found, v, done = s.probe(depth, alpha, beta, ply); done { // 6 the table
			return v
		}
	}
	if f.without == board.NoMove {
		s.sketch(f, ply)
	}
	zero := !f.check && beta-alpha == 1 && f.without == board.NoMove
	if zero {
		if v, done := s.early(f, depth, beta); done { // 7 no need to know how well it stands
			return v
		}
	}
	s.judge(f, ply)
	if zero { // 8 cuts that need no move, or little of one
		if v, done := s.static(f, depth, beta); done {
			return v
		}
		if v, done := s.razor(f, depth, alpha, ply); done {
			return v
		}
		if v, done := s.nullMove(f, depth, beta, ply); done {
			return v
		}
		if v, done := s.probCut(f, depth, beta, ply); done {
			return v
		}
	}
	if s.params.Internal > 0 && depth >= s.params.Internal && known.Move == board.NoMove { // 9 nobody knows where to begin
		depth--
	}
	extra := 0
	if found {
		extra = s.singular(f, known, depth, ply) // 10 the table's move may be the only good one
		if s.over {
			return 0
		}
	}
	return s.moves(f, known.Move, extra, depth, alpha, beta, ply) // 11 the moves
}

// judge fills in a frame's static value and whether its side stands better than at its last turn. In check nothing is judged, and a
// node that is searched again without one move has been.
func (s *Searcher) judge(f *frame, ply int) {
	if f.without != board.NoMove {
		return
	}
	if f.check {
		f.static, f.raw, f.improving = unknown, unknown, false
		return
	}
	f.raw = s.raw()
	f.static = s.corrected(f.raw)
	s.keep(f, f.raw)
	before := &s.frames[max(ply-2, 0)]
	f.improving = ply < 2 || before.side != f.side || before.static == unknown || f.static > before.static
}

// unknown is the static value of a node whose side is in check.
const unknown = -infinite - 1

// within narrows a window to what a position at a ply can still be worth. It may yet turn out to have no move, which loses or wins on the spot
// as the rules say.
func within(alpha, beta, ply int) (int, int) {
	return max(alpha, ply-Mate), min(beta, Mate-ply)
}

// probe returns what the table knows, and its value where that settles the node. Nodes of the principal variation are always searched, so that
// the line stays whole, and so is everything near the end of the clock.
func (s *Searcher) probe(depth, alpha, beta, ply int) (e tt.Entry, ok bool, v int, done bool) {
	if e, ok = s.table.Probe(s.key()); !ok {
		return e, false, 0, false
	}
	v = fromTable(e.Score, ply)
	if ply == 0 || int(e.Depth) < depth || beta-alpha > 1 || s.late() {
		return e, true, v, false
	}
	done = e.Bound == tt.Exact || e.Bound == tt.Lower && v >= beta || e.Bound == tt.Upper && v <= alpha
	return e, true, v, done
}

// moves searches the moves of a node and stores what it finds. The first move gets the whole window, the others only the question
// whether they are better. extra is by how much deeper the table's move is searched.
func (s *Searcher) moves(f *frame, first board.Move, extra, depth, alpha, beta, ply int) int {
	if first != board.NoMove {
		s.foretell(first, depth-1+extra)
	}
	moves := s.gen.Legal(s.p, f.moves[:0])
	if len(moves) == 0 {
		return worth(s.gen.Outcome(s.p), s.p.Side(), ply)
	}
	us, pv := s.p.Side(), beta-alpha > 1
	picks := s.order(f, moves, first, s.futile(f, max(depth-1, 0), alpha))
	best, bestMove, bound := -infinite, board.NoMove, tt.Upper
	searched, floor := 0, -infinite
	f.length = 0 // a search without the table's move may have left a line
	for m := s.next(f, &picks); m != board.NoMove; m = s.next(f, &picks) {
		if m == f.without {
			continue
		}
		if m != first && !picks.rest {
			s.foretell(m, depth-1)
		}
		if best > -MateBound && !picks.again && s.skip(f, m, depth, alpha, &picks) {
			// What a quiet move left out may still be worth is no less than why it was.
			if floor = max(floor, min(alpha, f.static)); picks.rest {
				s.pass(&picks)
			}
			continue
		}
		note := uint64(0)
		if depth >= s.noteAt {
			if note = s.note(m); searched > 0 && s.roster.busy(note) && picks.putOff() {
				continue
			}
		}
		deeper := depth - 1
		if m == first {
			deeper += extra
		}
		s.lead(f, &s.frames[ply+1], m)
		if !s.do(m) {
			return 0
		}
		s.enter(note)
		if searched < len(f.tried) {
			f.tried[searched] = m
		}
		searched++
		less := 0
		if searched > 1 {
			less = s.reduction(f, depth, &picks, pv)
		}
		v := s.try(us, deeper, alpha, beta, ply+1, searched > 1, less)
		s.p.Undo()
		s.leave(note)
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
			s.refuted(f, m, f.tried[:min(searched, len(f.tried))], depth)
			break
		}
	}
	if searched == 0 { // nothing but the move that is left out
		return alpha
	}
	best = max(best, floor)
	if f.without == board.NoMove {
		s.settle(f, bestMove, best, bound, depth, ply)
	}
	return best
}

// lead tells the frame below by which move it is reached.
func (s *Searcher) lead(f, below *frame, m board.Move) {
	h := &s.history
	below.from = h.rowOf(s.p.At(m.From()), m.To())
	below.one = h.after(below.from)
	below.two = f.one
}

// refuted remembers the move that refuted a position, and those that did not.
func (s *Searcher) refuted(f *frame, m board.Move, tried []board.Move, depth int) {
	if s.quiet(m) {
		s.reward(f, m, tried, depth)
	}
	s.rewardCapture(m, tried, depth)
}

// settle stores a node's value in the table and lets the static value learn from it, where it says something about it: a capture changes what
// there is to judge, and a bound on the wrong side of the static value says nothing.
func (s *Searcher) settle(f *frame, bestMove board.Move, best int, bound tt.Bound, depth, ply int) {
	s.store(bestMove, best, bound, depth, ply)
	if f.check ||
		bestMove != board.NoMove && !s.quiet(bestMove) ||
		max(best, -best) >= ruled ||
		bound == tt.Lower && best <= f.static ||
		bound == tt.Upper && best >= f.static {
		return
	}
	s.learn(f, best, depth)
}

// store puts what was found of the position on the board into the table.
func (s *Searcher) store(best board.Move, v int, bound tt.Bound, depth, ply int) {
	s.table.Store(s.key(), tt.Entry{Move: best, Score: toTable(v, ply), Depth: int8(min(depth, MaxPly-1)), Bound: bound})
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
