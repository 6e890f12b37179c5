package search

import "math"

// tableDepths bounds both sides of the table of reductions.
const tableDepths = 64

// reductions holds by how many hundredths of a ply the n-th move at a depth is reduced before anything is known of it.
type reductions [tableDepths][tableDepths]int16

// fill computes the table: a base, and a growth with the logarithms of depth and number, as strong engines have found by play. Where reductions
// are off nothing is reduced, so that steps that foresee reductions foresee none.
func (r *reductions) fill(p *Params) {
	*r = reductions{}
	if p.ReduceDepth == 0 {
		return
	}
	for d := 1; d < tableDepths; d++ {
		for n := 1; n < tableDepths; n++ {
			r[d][n] = int16(float64(p.ReduceBase) + float64(p.ReduceScale)*math.Log(float64(d))*math.Log(float64(n)))
		}
	}
}

// at returns the reduction, in hundredths of a ply, of the n-th move at a depth. What is beyond the table is as at its end.
func (r *reductions) at(depth, n int) int {
	return int(r[min(depth, tableDepths-1)][min(n, tableDepths-1)])
}

// reduction returns by how many plies less the move just made is looked at first: quiet moves that come late in a good order seldom are
// the best. Evasions, captures that lose nothing, promotions and killers keep their depth, and so does a move that gives check; moves
// with a good history are reduced less, those with a bad one more. Nodes of the principal variation are reduced a ply less, those whose side does
// not improve half a ply more.
func (s *Searcher) reduction(f *frame, depth int, picks *picker, pv bool) int {
	if s.params.ReduceDepth == 0 ||
		depth < s.params.ReduceDepth ||
		picks.next < s.params.ReduceFrom ||
		f.check ||
		len(picks.moves) <= s.params.ReduceFew ||
		picks.score() >= killerBase ||
		s.p.InCheck() {
		return 0
	}
	less := s.reduce.at(depth, picks.next)
	if pv {
		less -= 100
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
	less := s.reduce.at(depth, n+1) - 100
	return max(min(less/100, depth-2), 0)
}
