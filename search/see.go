package search

import "buluo/board"

// wins reports whether a capture, or a promotion, and everything that may follow on its square comes out at least so many centipawns ahead
// for the mover: static exchange evaluation by the swap algorithm. Attackers are looked for again after every capture, so that lines
// that open, and screens that leave a cannon, count. Pins do not, nor does the square that a capture in passing empties. Where the same side
// moves on, a retake is not next, and the capture counts alone.
func (s *Searcher) wins(m board.Move, threshold int) bool {
	p := s.p
	balance := s.gain(m) - threshold
	if balance < 0 {
		return false
	}
	if p.MovesLeft() > 1 {
		return true
	}
	balance -= s.stake(m)
	if balance >= 0 {
		return true
	}
	to := m.To()
	occ := p.Occupied().Drop(m.From()).With(to)
	us := p.Side()
	for side := us.Other(); ; side = side.Other() {
		from, price := s.cheapest(to, side, occ)
		if from == board.NoSquare {
			// Nobody takes back: the side that moved last keeps what it took.
			return side != us
		}
		occ = occ.Drop(from)
		if price == 0 && s.r.Sides[side].Royal != board.NoType && p.At(from).Type() == s.r.Sides[side].Royal {
			// A royal piece takes only what is not guarded.
			if other, _ := s.cheapest(to, side.Other(), occ); other != board.NoSquare {
				return side != us
			}
			return side == us
		}
		// The side that has just taken risks its taker, and stops if it is ahead even so.
		if balance = -balance - 1 - price; balance >= 0 {
			return side == us
		}
	}
}

// stake returns what a move puts at risk: the price of what stands on its square afterwards.
func (s *Searcher) stake(m board.Move) int {
	pc := s.p.At(m.From())
	switch m.Kind() {
	case board.Promotion:
		pc = board.MakePiece(pc.Color(), m.Promotion())
	case board.PiecePromotion:
		pc = board.MakePiece(pc.Color(), s.r.Sides[pc.Color()].Of[pc.Type()].PromotedTo)
	}
	return s.eval.Price(pc)
}

// cheapest returns a side's least valuable attacker of a square and its price; the royal piece comes last. NoSquare if there is none.
func (s *Searcher) cheapest(to board.Square, side board.Color, occ board.Bits) (board.Square, int) {
	royal := s.r.Sides[side].Royal
	best, price := board.NoSquare, 1<<30
	for b := s.p.AttackersOn(to, side, occ).And(occ).Drop(to); b.Any(); {
		from := b.Pop()
		pc := s.p.At(from)
		v := s.eval.Price(pc)
		if pc.Type() == royal {
			v = 1<<30 - 1
		}
		if v < price {
			best, price = from, v
		}
	}
	if price == 1<<30-1 {
		price = 0
	}
	return best, price
}
