package search

import (
	"math"

	"buluo/board"
	"buluo/position"
)

// rootMove is a move of the root and what the last iteration thought of it.
type rootMove struct {
	move  board.Move
	score int
}

// Run searches a position within limits and calls report, if not nil, after every iteration. The position is worked on and handed back as it
// was. A position without a move to make gives NoMove and what the rules say of it.
func (s *Searcher) Run(p *position.Position, limits Limits, report func(Info)) Result {
	s.begin(p, limits)
	if v, done := s.ended(0); done {
		return Result{Score: v}
	}
	if len(s.root) == 0 {
		return Result{Score: worth(s.gen.Outcome(p), p.Side(), 0)}
	}
	res := Result{Best: s.root[0].move}
	top := MaxPly - 1
	if limits.Depth > 0 {
		top = min(top, limits.Depth)
	}
	for depth := 1; depth <= top && !s.over; depth++ {
		if !s.iterate(depth, &res) {
			break
		}
		res.Depth = depth
		if report != nil {
			report(Info{Depth: depth, Score: res.Score, Nodes: s.nodes, Time: s.clock.elapsed(), PV: s.line()})
		}
		if n, ok := IsMate(res.Score); ok && max(n, -n) <= depth {
			break // no longer search finds a shorter way
		}
	}
	res.Nodes = s.nodes
	res.PV = append(res.PV, s.line()...)
	return res
}

// begin sets up a search and lists the moves of the root, captures first.
func (s *Searcher) begin(p *position.Position, limits Limits) {
	s.p, s.nodes, s.over = p, 0, false
	s.stop.Store(false)
	s.clock = startClock(limits.Time)
	if s.limit = limits.Nodes; s.limit == 0 {
		s.limit = math.MaxUint64
	}
	s.table.Age()
	s.age()
	f := &s.frames[0]
	f.length, f.check, f.side = 0, p.InCheck(), p.Side()
	first := board.NoMove
	if e, ok := s.table.Probe(s.key()); ok {
		first = e.Move
	}
	s.root = s.root[:0]
	picks := s.order(f, s.gen.Legal(p, f.moves[:0]), first)
	for m := picks.pick(); m != board.NoMove; m = picks.pick() {
		s.root = append(s.root, rootMove{move: m})
	}
}

// line returns the best line of the root.
func (s *Searcher) line() []board.Move { return s.frames[0].pv[:s.frames[0].length] }

// iterate searches the root to a depth and reports whether it was finished. The result is brought up to date as soon as a move has proved best:
// the first one searched is the last iteration's best, so that a better one found before the budget ran out is better indeed.
func (s *Searcher) iterate(depth int, res *Result) bool {
	f, us := &s.frames[0], s.p.Side()
	alpha := -infinite
	for i := range s.root {
		m := s.root[i].move
		if !s.do(m) {
			return false
		}
		v := s.try(us, depth-1, alpha, infinite, 1, i > 0, 0)
		s.p.Undo()
		if s.over {
			return false
		}
		s.root[i].score = v
		if v > alpha {
			alpha = v
			res.Best, res.Score = m, v
			f.extend(m, &s.frames[1])
			s.toFront(i)
		}
	}
	return true
}

// toFront moves a root move before all others, which keep their order.
func (s *Searcher) toFront(i int) {
	m := s.root[i]
	copy(s.root[1:i+1], s.root[:i])
	s.root[0] = m
}
