package search

import "buluo/board"

// quiesce returns the value of a position once the captures that matter are played out. The side to move may always stop and take
// the static value, unless it is in check: then every evasion is looked at. Captures that lose material at first sight are left out.
// Nothing but extinction, mate, and the like is recognised as an end here; a side that is stuck without being in check
// is seen by the plies above.
func (s *Searcher) quiesce(alpha, beta, ply int) int {
	p, f := s.p, &s.frames[ply]
	f.length = 0
	if ply >= MaxPly {
		return s.eval.Score(p)
	}
	check := p.InCheck()
	best := -infinite
	var moves []board.Move
	if check {
		if moves = s.gen.Legal(p, f.moves[:0]); len(moves) == 0 {
			return worth(s.gen.Outcome(p), p.Side(), ply)
		}
	} else {
		if best = s.eval.Score(p); best >= beta {
			return best
		}
		alpha = max(alpha, best)
		moves = s.gen.Noisy(p, f.moves[:0])
	}
	us := p.Side()
	picks := s.order(f, moves, board.NoMove)
	for m := picks.pick(); m != board.NoMove; m = picks.pick() {
		if !check && picks.losing() {
			break // they come last
		}
		if !s.do(m) {
			return 0
		}
		v := s.capture(us, alpha, beta, ply+1)
		p.Undo()
		if s.over {
			return 0
		}
		if v > best {
			best = v
			if v > alpha {
				alpha = v
				f.extend(m, &s.frames[ply+1])
				if v >= beta {
					return best
				}
			}
		}
	}
	return best
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
