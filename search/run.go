package search

import (
	"math"
	"slices"

	"buluo/board"
	"buluo/position"
)

// rootMove is a move of the root and what the last iteration thought of it.
type rootMove struct {
	move  board.Move
	score int
}

// line is one of the lines that a search was asked for: a copy, as the root's frame is needed for the next one.
type line struct {
	score    int
	selDepth int
	pv       [MaxPly + 1]board.Move
	length   int
}

// Run searches a position within limits and calls report, if not nil, after every iteration. The position is worked on and handed back as it
// was. A position without a move to make, or without one that is allowed, gives NoMove and what the rules say of it.
func (s *Searcher) Run(p *position.Position, limits Limits, report func(Info)) Result {
	s.begin(p, limits)
	if v, done := s.ended(0); done {
		return Result{Score: v}
	}
	if len(s.root) == 0 {
		if o := s.gen.Outcome(p); o.Over {
			return Result{Score: worth(o, p.Side(), 0)}
		}
		return Result{} // there are moves, and none is allowed: that is nobody's win
	}
	res := Result{Best: s.root[0].move}
	top := MaxPly - 1
	if limits.Depth > 0 {
		top = min(top, limits.Depth)
	}
	seek := false
	for depth := 1; depth <= top && !s.over; depth++ {
		if !s.roster.begin(depth, depth == top) {
			continue
		}
		finished := s.iterate(depth, &res)
		if s.roster.end(depth); !finished {
			break
		}
		res.Depth = depth
		s.tell(depth, report)
		if s.settled(depth, limits.Mate) {
			break
		}
		if seek = limits.provable() && s.provesBetter(res.Score); seek {
			break
		}
	}
	if limits.provable() && !s.over && s.prove(&res, seek) {
		s.tell(res.Depth, report)
	}
	s.spent.Store(s.nodes)
	res.Nodes = s.nodes
	res.PV = append(res.PV, s.lines[0].moves()...)
	return res
}

// tell reports the lines of an iteration.
func (s *Searcher) tell(depth int, report func(Info)) {
	if report == nil {
		return
	}
	for i := range s.lines {
		l := &s.lines[i]
		report(Info{
			Depth: depth, SelDepth: l.selDepth, Line: i + 1, Score: l.score,
			Nodes: s.nodes, Time: s.clock.elapsed(), PV: l.moves(),
		})
	}
}

// settled reports whether deeper iterations are not needed: each line ends by force and was looked at twice as deeply as that takes, or the best
// one wins within the plies asked for. As moves are left out and reduced, a shorter win may turn up a few iterations later; of the 90 endings
// of known distance that the tests hold, eight had not by then (prove finds those).
func (s *Searcher) settled(depth, mate int) bool {
	if n, ok := IsMate(s.lines[0].score); ok && n > 0 && n <= mate {
		return true
	}
	for i := range s.lines {
		if n, ok := IsMate(s.lines[i].score); !ok || 2*max(n, -n) > depth {
			return false
		}
	}
	return true
}

// begin sets up a search and lists the moves of the root, captures first.
func (s *Searcher) begin(p *position.Position, limits Limits) {
	s.p, s.nodes, s.over = p, 0, false
	s.base, s.deepest = p.Ply(), p.Ply()
	if !s.armed {
		s.Arm()
	}
	s.armed = false
	s.enlist(limits.Roster)
	s.clock = startClock(limits.Time)
	if s.limit = limits.Nodes; s.limit == 0 {
		s.limit = math.MaxUint64
	}
	if s.own {
		s.table.Age()
	}
	s.age()
	f := &s.frames[0]
	f.length, f.check, f.side = 0, p.InCheck(), p.Side()
	first := board.NoMove
	if e, ok := s.table.Probe(s.key()); ok {
		first = e.Move
	}
	s.root = s.root[:0]
	f.without, f.from, f.one, f.two = board.NoMove, s.history.rows-1, nil, nil
	picks := s.order(f, s.gen.Legal(p, f.moves[:0]), first, false)
	s.sketch(f, 0)
	s.judge(f, 0)
	for m := s.next(f, &picks); m != board.NoMove; m = s.next(f, &picks) {
		if limits.Moves == nil || slices.Contains(limits.Moves, m) {
			s.root = append(s.root, rootMove{m, unknown})
		}
	}
	n := max(1, min(limits.MultiPV, len(s.root)))
	s.lines = slices.Grow(s.lines[:0], n)[:n]
	for i := range s.lines {
		s.lines[i].length = 0
	}
}

// iterate searches the root to a depth, once for every line asked for, and reports whether it was finished. The result is brought up to
// date as soon as a move has proved best.
func (s *Searcher) iterate(depth int, res *Result) bool {
	for k := range s.lines {
		if !s.iterateLine(depth, k, res) {
			return false
		}
		// A later line may turn out better than one before it: then it moves up.
		for i := k; i > 0 && s.lines[i].score > s.lines[i-1].score; i-- {
			s.lines[i], s.lines[i-1] = s.lines[i-1], s.lines[i]
			s.root[i], s.root[i-1] = s.root[i-1], s.root[i]
		}
		res.Best, res.Score = s.root[0].move, s.lines[0].score
	}
	return true
}

// iterateLine finds the best move of the root but for those of the k lines before. Deep iterations expect the value of the last one and look
// only a little to either side, wider each time they were wrong (aspiration windows).
func (s *Searcher) iterateLine(depth, k int, res *Result) bool {
	alpha, beta := -infinite, infinite
	width := max(s.params.AspireWidth, 1)
	l := &s.lines[k]
	if expect := l.score; l.length > 0 && s.params.AspireDepth > 0 && depth >= s.params.AspireDepth && max(expect, -expect) < ruled {
		alpha, beta = expect-width, expect+width
	}
	for {
		v, ok := s.searchRoot(depth, k, alpha, beta, res)
		if !ok {
			return false
		}
		width *= 2
		switch {
		case v <= alpha && alpha > -infinite:
			beta = (alpha + beta) / 2
			alpha = max(v-width, -infinite)
		case v >= beta && beta < infinite:
			beta = min(v+width, infinite)
		default:
			return true
		}
		if width > 1000 {
			alpha, beta = -infinite, infinite
		}
	}
}

// rootSearch is one search of the root.
type rootSearch struct {
	depth, line, alpha, beta, best int
	res                            *Result
}

// putOff is a move of the root that another searcher was at, with its number from the line's first.
type putOff struct {
	move board.Move
	n    int
}

// searchRoot searches the moves of the root from the k-th on within a window. The first one searched is the last iteration's best, so
// that a better one found before the budget ran out is better indeed. Moves that another searcher is at come last.
func (s *Searcher) searchRoot(depth, k, alpha, beta int, res *Result) (best int, ok bool) {
	f := &s.frames[0]
	f.check, f.length = s.p.InCheck(), 0
	s.deepest, s.later = s.base, s.later[:0]
	w := rootSearch{depth: depth, line: k, alpha: alpha, beta: beta, best: -infinite, res: res}
	for i := k; i < len(s.root) && w.best < beta; i++ {
		if m := s.root[i].move; depth >= s.noteAt && i > k && s.roster.busy(s.note(m)) {
			s.later = append(s.later, putOff{m, i - k})
			continue
		}
		if !s.searchMove(&w, i, i-k) {
			return w.best, false
		}
	}
	for _, l := range s.later {
		if w.best >= beta {
			break
		}
		// Moves that were better have changed places since.
		i := slices.IndexFunc(s.root, func(m rootMove) bool { return m.move == l.move })
		if !s.searchMove(&w, i, l.n) {
			return w.best, false
		}
	}
	s.lines[k].selDepth = s.deepest - s.base
	return w.best, true
}

// searchMove searches the i-th move of the root, which comes as the n-th from the line's first, and reports whether that was finished.
func (s *Searcher) searchMove(w *rootSearch, i, n int) bool {
	f, us, m := &s.frames[0], s.p.Side(), s.root[i].move
	quiet, note := s.quiet(m), uint64(0)
	if w.depth >= s.noteAt {
		note = s.note(m)
	}
	s.lead(f, &s.frames[1], m)
	if !s.do(m) {
		return false
	}
	s.enter(note)
	less := 0
	if quiet && n > 0 {
		less = s.rootReduction(f, w.depth, n)
	}
	v := s.try(us, w.depth-1, w.alpha, w.beta, 1, n > 0, less)
	s.p.Undo()
	s.leave(note)
	if s.over {
		return false
	}
	s.root[i].score = v
	w.best = max(w.best, v)
	if v > w.alpha {
		w.alpha = v
		f.extend(m, &s.frames[1])
		s.lines[w.line].take(f, v)
		s.toFront(w.line, i)
		if w.line == 0 {
			w.res.Best, w.res.Score = m, v
		}
	}
	return true
}

// take copies what a frame holds into a line.
func (l *line) take(f *frame, score int) {
	l.score = score
	l.length = copy(l.pv[:], f.pv[:f.length])
}

// moves returns the line's moves.
func (l *line) moves() []board.Move { return l.pv[:l.length] }

// toFront moves a root move before all others from k on, which keep their order.
func (s *Searcher) toFront(k, i int) {
	m := s.root[i]
	copy(s.root[k+1:i+1], s.root[k:i])
	s.root[k] = m
}
