package search

import (
	"math"

	"buluo/board"
)

// The order of moves: the table's, captures and promotions, killers and the counter move, quiet moves by history, captures that lose
// material.
const (
	tableFirst = 1 << 30
	noisyBase  = 1 << 24
	killerBase = 1 << 20
	losingBase = -1 << 24
)

// picker hands out moves best first. It sorts as it goes: most nodes look at a few moves and no more. The table's move is handed out before
// the others are even looked at.
type picker struct {
	moves   []board.Move
	scores  []int32 // of the first moves; a position with more than board.MaxMoves moves hands out the rest as generated
	next    int
	from    int  // the first move that is scored, once all are: 1 where the table's comes first, which waits for no score
	rated   bool // the moves from there on have been scored
	noQuiet bool // no quiet move will be wanted
	rest    bool // the quiet moves that are left are not wanted: what is left comes in no order
}

// order returns the picker of the moves of a frame. Where no quiet move will be wanted their histories are not asked.
func (s *Searcher) order(f *frame, moves []board.Move, first board.Move, noQuiet bool) picker {
	picks := picker{moves: moves, scores: f.scores[:min(len(moves), len(f.scores))], noQuiet: noQuiet}
	if first != board.NoMove {
		for i, m := range picks.moves[:len(picks.scores)] {
			if m == first {
				moves[0], moves[i] = moves[i], moves[0]
				picks.scores[0], picks.from = tableFirst, 1
				break
			}
		}
	}
	return picks
}

// rate scores the moves of a picker, but for the table's. The histories are read in the loop itself and not by a call a move, so that the processor
// has several reads under way: they are megabytes large, and waiting for them is most of the work.
func (s *Searcher) rate(f *frame, k *picker) {
	p, h := s.p, &s.history
	counter := h.counters[f.from]
	one, two := f.one, f.two
	scores := k.scores
	moves := k.moves[:len(scores)]
	for i := k.from; i < len(scores); i++ {
		switch m := moves[i]; {
		case !s.quiet(m):
			scores[i] = s.noisyScore(m)
		case m == f.killers[0]:
			scores[i] = killerBase + 2
		case m == f.killers[1]:
			scores[i] = killerBase + 1
		case m == counter:
			scores[i] = killerBase
		case k.noQuiet:
			scores[i] = 0 // it will not be looked at
		default:
			pc, to := p.At(m.From())%board.MaxPieces, m.To()
			v := h.quiet[pc][to%board.MaxSquares]
			row := h.row[pc] + int(to)
			if uint(row) < uint(len(one)) {
				v += int32(one[row])
			}
			if uint(row) < uint(len(two)) {
				v += int32(two[row])
			}
			scores[i] = v
		}
	}
}

// noisyScore orders captures by the most valuable victim, then by history, then the least valuable attacker. Whether a capture loses
// material is asked only when it is picked: most are never reached.
func (s *Searcher) noisyScore(m board.Move) int32 {
	score := int32(16*s.gain(m) - s.stake(m))
	if s.params.Capture > 0 {
		score += int32(*s.captureScore(m)) / 8
	}
	return noisyBase + score
}

// gain returns what a move takes and what it promotes to.
func (s *Searcher) gain(m board.Move) int {
	if m.Kind() == board.Normal { // nearly all are: what stands on the square is all there is to gain
		return s.eval.Price(s.p.At(m.To()))
	}
	return s.eval.Price(s.p.Captured(m)) + s.stake(m) - s.eval.Price(s.p.At(m.From()))
}

// loses reports whether a capture gives more than it takes: by the whole exchange or, where that is switched off, at first sight, if the taker
// is worth more than the taken and can be retaken.
func (s *Searcher) loses(m board.Move) bool {
	gain, price := s.gain(m), s.stake(m)
	if price <= gain || s.p.MovesLeft() > 1 {
		return false
	}
	if s.params.Exchange > 0 {
		return !s.wins(m, 0)
	}
	p := s.p
	occ := p.Occupied().Drop(m.From()).With(m.To())
	return p.AttackersOn(m.To(), p.Side().Other(), occ).Drop(m.To()).Any()
}

// next returns the best move that is left, NoMove when none is. A capture that turns out to lose material goes to the end.
// The moves are scored when the first of them is asked for, so that a table's move that settles the node spares it.
func (s *Searcher) next(f *frame, k *picker) board.Move {
	if !k.rated && k.next == k.from {
		s.rate(f, k)
		k.rated = true
	}
	for {
		m := k.pick()
		if m == board.NoMove || k.rest || !k.unproved() || !s.loses(m) {
			return m
		}
		k.putBack()
	}
}

// unproved reports whether the move just picked is a capture of which it is not known yet whether it loses material.
func (k *picker) unproved() bool {
	v := k.score()
	return v > noisyBase/2 && v < tableFirst
}

// putBack undoes a pick and puts the move among the captures that lose material.
func (k *picker) putBack() {
	k.next--
	k.scores[k.next] += losingBase - noisyBase
}

// pick returns the best move that is left, NoMove when none is.
func (k *picker) pick() board.Move {
	i := k.next
	if i >= len(k.moves) {
		return board.NoMove
	}
	k.next++
	if i >= len(k.scores) || i < k.from || k.rest {
		return k.moves[i]
	}
	best := i + top(k.scores[i:])
	// The gap is closed by swapping, which disturbs the order of equals, but always in the same way.
	k.moves[i], k.moves[best] = k.moves[best], k.moves[i]
	k.scores[i], k.scores[best] = k.scores[best], k.scores[i]
	return k.moves[i]
}

// top returns the place of the first of the highest scores. Score and place are looked at as one number, the higher the nearer to the front, so
// that nothing has to be guessed: which score is higher than those before no processor foretells. Two chains of comparisons run side by
// side. A list of 45 takes a fifth less time than by comparing scores in a loop.
func top(scores []int32) int {
	const places = 16 // bits for a place: there are fewer moves than that
	one, two := int64(math.MinInt64), int64(math.MinInt64)
	place := int64(0)
	for ; len(scores) >= 4; scores = scores[4:] {
		one = max(one, int64(scores[0])<<places-place)
		two = max(two, int64(scores[1])<<places-place-1)
		one = max(one, int64(scores[2])<<places-place-2)
		two = max(two, int64(scores[3])<<places-place-3)
		place += 4
	}
	for _, v := range scores {
		one = max(one, int64(v)<<places-place)
		place++
	}
	return int(-max(one, two) & (1<<places - 1))
}

// score returns the score of the move just picked.
func (k *picker) score() int32 {
	if k.next > len(k.scores) {
		return 0
	}
	return k.scores[k.next-1]
}

// losing reports whether the move just picked is a capture that loses material.
func (k *picker) losing() bool { return k.score() < losingBase/2 }
