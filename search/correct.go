package search

import "buluo/board"

// A correction history remembers by how much the static value of positions with the same soldiers, or the same other pieces, was wrong on the
// average, and takes it into account the next time (Stockfish's, 2023, keyed there by pawns). What is on the board changes slowly, and errors
// of judgement are the same before and after most moves.
const (
	correctBits  = 14
	correctSize  = 1 << correctBits
	correctGrain = 256  // table units a centipawn
	correctMax   = 1000 // centipawns that one table remembers at most
)

// corrections holds one table for short-range pieces and one for the others of each side, by the side to move.
type corrections [3][2][correctSize]int32

// structure returns the table keys of a position.
func (s *Searcher) structure() (keys [3]int) {
	p := s.p
	var soldiers [2]board.Bits
	for c, types := range s.soldiers {
		for _, t := range types {
			soldiers[c] = soldiers[c].Or(p.Pieces(board.Color(c), t))
		}
	}
	keys[0] = fold(soldiers[0], soldiers[1])
	for c := range soldiers {
		keys[1+c] = fold(p.Of(board.Color(c)).Without(soldiers[c]), board.Bits{Lo: uint64(c)})
	}
	return keys
}

// fold makes an index of two sets.
func fold(a, b board.Bits) int {
	h := a.Lo*0x9E3779B97F4A7C15 ^ a.Hi*0xC2B2AE3D27D4EB4F ^ b.Lo*0x165667B19E3779F9 ^ b.Hi*0xD6E8FEB86659FD93
	h ^= h >> 32
	return int(h * 0x9E3779B97F4A7C15 >> (64 - correctBits))
}

// score returns the static value of the position on the board, corrected.
func (s *Searcher) score() int { return s.corrected(s.raw()) }

// A search comes to the same position by many ways, and evaluating it costs more than looking into a small table. Once the score fades with the
// clock, that is part of the key; a false match is one in 2^48.
const cacheSize = 1 << 15

// cached is an entry: the upper part of the key, and the score in the lowest 16 bits.
type cached uint64

// rawKey returns the position's key in the cache.
func (s *Searcher) rawKey() uint64 {
	k := s.p.Key()
	if clock := s.p.Clock(); s.eval.Fading(clock) {
		k ^= uint64(clock) * 0x9E3779B97F4A7C15
	}
	return k
}

// raw returns the static value of the position on the board as the evaluation has it, bounded.
func (s *Searcher) raw() int {
	k := s.rawKey()
	e := &s.cache[k%cacheSize]
	if uint64(*e)>>16 == k>>16 {
		return int(int16(uint16(*e)))
	}
	v := bounded(s.eval.ScoreBy(s.memo, s.p))
	*e = cached(k>>16<<16 | uint64(uint16(int16(v))))
	return v
}

// corrected returns a static value of the position on the board, corrected by what was found out about its like.
func (s *Searcher) corrected(v int) int {
	if s.params.Correct == 0 {
		return v
	}
	side := s.p.Side()
	sum := 0
	for i, k := range s.structure() {
		sum += int(s.correction[i][side][k])
	}
	v += sum * s.params.Correct / (300 * correctGrain)
	return bounded(v)
}

// bounded keeps a static value apart from those that say how a game ends.
func bounded(v int) int { return min(max(v, -ruled+1), ruled-1) }

// learn compares what a node was found to be worth with its static value.
func (s *Searcher) learn(f *frame, best, depth int) {
	if s.params.Correct == 0 {
		return
	}
	weight := min(depth+1, 16)
	target := min(max(best-f.raw, -correctMax), correctMax) * correctGrain
	for i, k := range s.structure() {
		h := &s.correction[i][f.side][k]
		*h += (int32(target) - *h) * int32(weight) / 256
	}
}
