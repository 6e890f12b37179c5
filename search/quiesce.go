package search

import (
	"buluo/board"
	"buluo/tt"
)

// quiesce returns the value of a position once the captures that matter are played out. The side to move may always stop and take
// the static value, unless it is in check: then every evasion is looked at. Captures that lose material at first sight are left out.
// Nothing but extinction, mate, and the like is recognised as an end here; a side that is stuck without being in check
// is seen by the plies above.
func (s *Searcher) quiesce(alpha, beta, ply int) int {
	p, f := s.p, &s.frames[ply]
	f.length = 0
	if ply >= MaxPly {
		return s.score()
	}
	f.check, f.side = p.InCheck(), p.Side()
	first := board.NoMove
	if s.params.QuietTT > 0 {
		e, _, v, done := s.probe(0, alpha, beta, ply)
		if done {
			return v
		}
		first = e.Move
	}
	best, low := -infinite, alpha
	var moves []board.Move
	s.sketch(f, ply)
	if f.check {
		if moves = s.gen.Legal(p, f.moves[:0]); len(moves) == 0 {
			return worth(s.gen.Outcome(p), p.Side(), ply)
		}
	} else {
		if best = s.stand(f, alpha, beta); best >= beta {
			return best
		}
		alpha = max(alpha, best)
		moves = s.gen.Noisy(p, f.moves[:0])
	}
	return s.captures(f, moves, first, best, low, alpha, beta, ply)
}

// captures searches the moves of a quiescence node. best is what it is worth to make none of them, low the alpha it was entered with.
func (s *Searcher) captures(f *frame, moves []board.Move, first board.Move, best, low, alpha, beta, ply int) int {
	us := s.p.Side()
	still, bestMove := best, board.NoMove
	picks := s.order(f, moves, first, false)
	for m := s.next(f, &picks); m != board.NoMove; m = s.next(f, &picks) {
		if !f.check && picks.losing() {
			break // they come last
		}
		if s.hopeless(f, m, still, alpha) {
			continue
		}
		s.lead(f, &s.frames[ply+1], m)
		if !s.do(m) {
			return 0
		}
		v := s.capture(us, alpha, beta, ply+1)
		s.p.Undo()
		if s.over {
			return 0
		}
		if v > best {
			best = v
			if v > alpha {
				alpha, bestMove = v, m
				f.extend(m, &s.frames[ply+1])
				if v >= beta {
					break
				}
			}
		}
	}
	if s.params.QuietTT > 0 {
		bound := tt.Exact
		switch {
		case best >= beta:
			bound = tt.Lower
		case best <= low:
			bound = tt.Upper
		}
		s.store(bestMove, best, bound, 0, ply)
	}
	return best
}

// hopeless reports whether what a capture takes leaves a node so far below alpha that it need not be looked at. The last men of a side are
// never hopeless: taking them may end the game.
func (s *Searcher) hopeless(f *frame, m board.Move, still, alpha int) bool {
	return s.params.Delta > 0 && !f.check &&
		still+s.gain(m)+s.params.Delta <= alpha &&
		s.p.Of(f.side.Other()).Count() > 3
}

// capture returns the value of a quiescence node for the side that moved there.
func (s *Searcher) capture(us board.Color, alpha, beta, ply int) int {
	side := s.p.Side()
	if o := s.p.Ended(); o.Over {
		s.frames[ply].length = 0
		return worth(o, us, ply)
	}
	if side == us {
		return s.quiesce(alpha, beta, ply)
	}
	return -s.quiesce(-beta, -alpha, ply)
}
