package search

import "buluo/board"

// The order of moves: the table's, captures and promotions, killers, quiet moves by history, captures that lose material.
const (
	tableFirst = 1 << 30
	noisyBase  = 1 << 24
	killerBase = 1 << 20
	losingBase = -1 << 24
)

// picker hands out moves best first. It sorts as it goes: most nodes look at a few moves and no more.
type picker struct {
	moves  []board.Move
	scores []int32 // of the first moves; a position with more than board.MaxMoves moves hands out the rest as generated
	next   int
}

// order scores the moves of a frame and returns their picker.
func (s *Searcher) order(f *frame, moves []board.Move, first board.Move) picker {
	n := min(len(moves), len(f.scores))
	scores := f.scores[:n]
	for i, m := range moves[:n] {
		switch {
		case m == first:
			scores[i] = tableFirst
		case !s.quiet(m):
			scores[i] = s.noisyScore(m)
		case m == f.killers[0]:
			scores[i] = killerBase + 1
		case m == f.killers[1]:
			scores[i] = killerBase
		default:
			scores[i] = s.history[s.p.At(m.From())%board.MaxPieces][m.To()%board.MaxSquares]
		}
	}
	return picker{moves: moves, scores: scores}
}

// noisyScore orders captures by the most valuable victim, then the least valuable attacker.
func (s *Searcher) noisyScore(m board.Move) int32 {
	gain := s.gain(m)
	price := s.eval.Price(s.p.At(m.From()))
	if s.loses(m, gain, price) {
		return losingBase + int32(16*gain-price)
	}
	return noisyBase + int32(16*gain-price)
}

// gain returns what a move takes and what it promotes to.
func (s *Searcher) gain(m board.Move) int {
	gain := s.eval.Price(s.p.Captured(m))
	pc := s.p.At(m.From())
	switch m.Kind() {
	case board.Promotion:
		gain += s.eval.Price(board.MakePiece(pc.Color(), m.Promotion())) - s.eval.Price(pc)
	case board.PiecePromotion:
		became := s.r.Sides[pc.Color()].Of[pc.Type()].PromotedTo
		gain += s.eval.Price(board.MakePiece(pc.Color(), became)) - s.eval.Price(pc)
	}
	return gain
}

// loses reports whether a capture gives more than it takes at first sight: the taker is worth more than the taken and can be retaken. It is
// no exchange, only its first two moves; the royal piece never loses, as it may not take what is guarded. Where the same
// side moves on, a retake is not next.
func (s *Searcher) loses(m board.Move, gain, price int) bool {
	if price <= gain || s.p.MovesLeft() > 1 {
		return false
	}
	p := s.p
	occ := p.Occupied().Drop(m.From()).With(m.To())
	return p.AttackersOn(m.To(), p.Side().Other(), occ).Drop(m.To()).Any()
}

// pick returns the best move that is left, NoMove when none is.
func (k *picker) pick() board.Move {
	i := k.next
	if i >= len(k.moves) {
		return board.NoMove
	}
	k.next++
	if i >= len(k.scores) {
		return k.moves[i]
	}
	best := i
	for j := i + 1; j < len(k.scores); j++ {
		if k.scores[j] > k.scores[best] {
			best = j
		}
	}
	// The gap is closed by swapping, which disturbs the order of equals, but always in the same way.
	k.moves[i], k.moves[best] = k.moves[best], k.moves[i]
	k.scores[i], k.scores[best] = k.scores[best], k.scores[i]
	return k.moves[i]
}

// score returns the score of the move just picked.
func (k *picker) score() int32 {
	if k.next > len(k.scores) {
		return 0
	}
	return k.scores[k.next-1]
}

// losing reports whether the move just picked is a capture that loses material at first sight.
func (k *picker) losing() bool { return k.score() < losingBase/2 }
