package search

import "buluo/board"

// Evaluating is a third of a search, and most static values are wanted only to be compared with a window that they are far away from. What a position
// is worth by its men and their places is known without a look at the board (the evaluation's sketch), and what is to be added to that changes little
// from move to move: what was added at the node above makes a guess that is hardly ever wrong by more than the slack (lazy evaluation, as old as
// chess programs; that the rest is taken from the node above lets the slack be a pawn where it would be several). After captures it is wrong by more in
// 2 of 100 in orda and 3 in minixiangqi, by half as much again at the worst.

// sketch fills in a frame's sketch, none in check, and takes over what was found above for as long as the node is not evaluated itself.
func (s *Searcher) sketch(f *frame, ply int) {
	if s.slack == 0 {
		return
	}
	f.sketch, f.rest = unknown, unknown
	if ply > 0 {
		f.rest = s.frames[ply-1].rest
	}
	if f.check {
		return
	}
	if v, ok := s.eval.Sketch(s.p); ok {
		f.sketch = v
	} else {
		f.rest = unknown
	}
}

// keep remembers what the static value of a node has beyond its sketch.
func (s *Searcher) keep(f *frame, static int) {
	if s.slack == 0 || f.sketch == unknown {
		return
	}
	f.rest = static - f.sketch
	if f.side == board.Black {
		f.rest = -f.rest
	}
}

// guess returns what the static value of a node will be about, if it can be told.
func (s *Searcher) guess(f *frame) (about int, ok bool) {
	if s.slack == 0 || f.sketch == unknown || f.rest == unknown {
		return 0, false
	}
	rest := f.rest
	if f.side == board.Black {
		rest = -rest
	}
	return s.corrected(bounded(f.sketch + rest)), true
}

// stand returns the static value of a quiescence node or, where that is far outside the window, what it will be about.
func (s *Searcher) stand(f *frame, alpha, beta int) int {
	if about, ok := s.guess(f); ok && (about-s.slack >= beta || about+s.slack <= alpha) {
		return about
	}
	v := s.raw()
	s.keep(f, v)
	return s.corrected(v)
}

// early is static by a guess: a node that stands well beyond doubt need not be evaluated.
func (s *Searcher) early(f *frame, depth, beta int) (int, bool) {
	if depth > s.params.StaticDepth || beta < -MateBound {
		return 0, false
	}
	about, ok := s.guess(f)
	return about, ok && about-s.slack-s.params.StaticMargin*depth >= beta && s.gen.Any(s.p)
}
