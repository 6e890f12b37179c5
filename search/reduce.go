package search

import "math"

// tableDepths bounds both sides of the table of reductions.
const tableDepths = 64

// reductions holds by how many hundredths of a ply the n-th move at a depth is reduced before anything is known of it.
type reductions [tableDepths][tableDepths]int16

// fill computes the table: a base, and a growth with the logarithms of depth and number, as strong engines have found by play.
func (r *reductions) fill(p *Params) {
	for d := 1; d < tableDepths; d++ {
		for n := 1; n < tableDepths; n++ {
			r[d][n] = int16(float64(p.ReduceBase) + float64(p.ReduceScale)*math.Log(float64(d))*math.Log(float64(n)))
		}
	}
}

// reduction returns by how many plies less the move just made is looked at first: quiet moves that come late in a good order seldom are
// the best. Evasions, captures that lose nothing, promotions and killers keep their depth, and so does a move that gives check; moves
// with a good history are reduced less, those with a bad one more.
func (s *Searcher) reduction(f *frame, depth int, picks *picker, pv, cut bool) int {
	if s.params.ReduceDepth == 0 ||
		depth < s.params.ReduceDepth ||
		picks.next < s.params.ReduceFrom ||
		f.check ||
		len(picks.moves) <= s.params.ReduceFew ||
		picks.score() >= killerBase ||
		s.p.InCheck() {
		return 0
	}
	less := int(s.reduce[min(depth, tableDepths-1)][min(picks.next, tableDepths-1)])
	if pv {
		less -= 100
	}
	if cut {
		less += s.params.ReduceCut
	}
	if !f.improving {
		less += 50
	}
	if s.params.ReduceHistory > 0 && !picks.losing() {
		less -= 100 * int(picks.score()) / s.params.ReduceHistory
	}
	return max(min(less/100, depth-2), 0)
}

// rootReduction is reduction for the root's n-th move, from 0, which is quiet: there are no scores of moves there, but the order of the last
// iteration's.
func (s *Searcher) rootReduction(f *frame, depth, n int) int {
	if s.params.ReduceRoot == 0 || s.params.ReduceDepth == 0 || depth < s.params.ReduceDepth || n < s.params.ReduceRoot || f.check ||
		len(s.root) <= s.params.ReduceFew || s.p.InCheck() {
		return 0
	}
	less := int(s.reduce[min(depth, tableDepths-1)][min(n+1, tableDepths-1)]) - 100
	return max(min(less/100, depth-2), 0)
}
