package search

import (
	"math"
	"math/bits"

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
	ranks   []ranked // of the first moves; a position with more than board.MaxMoves moves hands out the rest as generated
	next    int
	from    int  // the first move that is scored, once all are: 1 where the table's comes first, which waits for no score
	rated   bool // the moves from there on have been scored
	noQuiet bool // no quiet move will be wanted
	rest    bool // the quiet moves that are left are not wanted: what is left comes in no order

	put   uint64 // the places of the moves that were put off, among the first 64
	again bool   // it is them that are handed out now
}

// ranked is a move with its score and its place in one word, so that the greatest word is the move to pick: the score is above all, then comes the
// place, the higher the nearer to the front, and the move only goes along.
type ranked int64

const (
	placeShift = 22 // bits of a move
	scoreShift = 32
	lastPlace  = 1<<(scoreShift-placeShift) - 1
)

// There is a place for every move.
const _ = uint(lastPlace - board.MaxMoves)

// rank puts a score, a place and a move together.
func rank(score int32, place int, m board.Move) ranked {
	return ranked(score)<<scoreShift | ranked(lastPlace-place)<<placeShift | ranked(m)
}

func (r ranked) score() int32     { return int32(r >> scoreShift) }
func (r ranked) place() int       { return lastPlace - int(r>>placeShift&lastPlace) }
func (r ranked) move() board.Move { return board.Move(r & (1<<placeShift - 1)) }

// order returns the picker of the moves of a frame. Where no quiet move will be wanted their histories are not asked.
func (s *Searcher) order(f *frame, moves []board.Move, first board.Move, noQuiet bool) picker {
	picks := picker{moves: moves, ranks: f.ranks[:min(len(moves), len(f.ranks))], noQuiet: noQuiet}
	if first != board.NoMove {
		for i, m := range picks.moves[:len(picks.ranks)] {
			if m == first {
				moves[0], moves[i] = moves[i], moves[0]
				picks.ranks[0], picks.from = rank(tableFirst, 0, m), 1
				break
			}
		}
	}
	return picks
}

// rate scores the moves of a picker, but for the table's. The histories are read in the loop itself and not by a call a move, so that the processor
// has several reads under way: they are megabytes large, and waiting for them is most of the work. For the same reason nothing is asked of a
// move twice, and what no move changes is fetched before the loop.
func (s *Searcher) rate(f *frame, k *picker) {
	p, h := s.p, &s.history
	killer, second, counter := f.killers[0], f.killers[1], h.counters[f.from]
	rows := len(h.quiet) // one length, so that one look at it is enough, and none where no quiet move will be looked at
	if k.noQuiet {
		rows = 0
	}
	quiet, one, two := h.quiet[:rows], h.known(f.one)[:rows], h.known(f.two)[:rows]
	ranks := k.ranks
	moves := k.moves[:len(ranks)]
	place := rank(0, k.from, board.NoMove)
	for i := k.from; i < len(ranks); i++ {
		m, v := moves[i], int32(0)
		from, to := m.From(), m.To()
		loud := p.At(to) != board.NoPiece
		if m.Kind() != board.Normal {
			loud = !s.quiet(m)
		}
		switch {
		case loud:
			v = s.noisyScore(m)
		case m == killer:
			v = killerBase + 2
		case m == second:
			v = killerBase + 1
		case m == counter:
			v = killerBase
		default:
			if row := h.rowOf(p.At(from), to); uint(row) < uint(len(quiet)) {
				v = quiet[row] + int32(one[row]) + int32(two[row])
			}
		}
		ranks[i] = place + rank(v, lastPlace, m)
		place -= 1 << placeShift
	}
}

// noisyScore orders captures by the most valuable victim, then by history, then the least valuable attacker. Whether a capture loses
// material is asked only when it is picked: most are never reached.
func (s *Searcher) noisyScore(m board.Move) int32 {
	var pc, taken board.Piece
	var gain, stake int
	if pc = s.p.At(m.From()); m.Kind() == board.Normal { // nearly all are
		taken = s.p.At(m.To())
		gain, stake = s.eval.Price(taken), s.eval.Price(pc)
	} else {
		taken = s.p.Captured(m)
		gain, stake = s.gain(m), s.stake(m)
	}
	score := noisyBase + int32(16*gain-stake)
	if s.params.Capture > 0 {
		score += int32(*s.history.capture(pc, taken, m.To())) / 8
	}
	return score
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
		if m == board.NoMove && k.put != 0 {
			return k.resume()
		}
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
	k.ranks[k.next] += (losingBase - noisyBase) << scoreShift
}

// putOff has the move just picked handed out a second time, after all others, and reports whether it will be: not for ever.
func (k *picker) putOff() bool {
	i := k.next - 1
	if k.again || i >= min(len(k.ranks), 64) {
		return false
	}
	k.put |= 1 << i
	return true
}

// resume hands out the next of the moves that were put off, with its place and its score.
func (k *picker) resume() board.Move {
	i := bits.TrailingZeros64(k.put)
	k.put &= k.put - 1
	k.again, k.next = true, i+1
	return k.ranks[i].move()
}

// pick returns the best move that is left, NoMove when none is.
func (k *picker) pick() board.Move {
	i := k.next
	if i >= len(k.moves) || k.again {
		return board.NoMove
	}
	k.next++
	if i >= len(k.ranks) || i < k.from {
		return k.moves[i]
	}
	if k.rest {
		return k.ranks[i].move()
	}
	best := top(k.ranks[i:])
	// The gap is closed by swapping, which disturbs the order of equals, but always in the same way.
	at := best.place()
	gap := ranked(at-i) << placeShift
	k.ranks[at], k.ranks[i] = k.ranks[i]-gap, best+gap
	return best.move()
}

// top returns the greatest of a list. Nothing has to be guessed: which is greater than those before no processor foretells. Two chains of
// comparisons run side by side.
func top(ranks []ranked) ranked {
	one, two := ranked(math.MinInt64), ranked(math.MinInt64)
	i := 0
	for ; i <= len(ranks)-4; i += 4 {
		next := (*[4]ranked)(ranks[i:])
		one = max(one, next[0], next[2])
		two = max(two, next[1], next[3])
	}
	for ; i < len(ranks); i++ {
		one = max(one, ranks[i])
	}
	return max(one, two)
}

// score returns the score of the move just picked.
func (k *picker) score() int32 {
	if k.next > len(k.ranks) {
		return 0
	}
	return k.ranks[k.next-1].score()
}

// losing reports whether the move just picked is a capture that loses material.
func (k *picker) losing() bool { return k.score() < losingBase/2 }
