package engine

import (
	"math"
	"slices"
	"sync"
	"time"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
)

// run is one search: a goroutine for each searcher, on positions of their own and one table. What one of them finds out, the others meet
// in the table, and a roster says who is at what, so that they do not all do the same. The first to finish an iteration tells it, and who
// sees a forced win, or else the deepest, has the last word. With one searcher all this comes to nothing, and the search is a function of its inputs.
type run struct {
	job       *Job
	searchers []*search.Searcher
	gen       *movegen.Generator
	p         *position.Position // the first searcher's
	limits    search.Limits      // of all together
	began     time.Time

	mu       sync.Mutex
	depth    int // of the last iteration told
	selDepth int
	teller   int    // who told it
	told     uint64 // nodes then
}

// search runs the searchers and tells what they come to.
func (r *run) search() {
	shares := share(r.limits.Nodes, len(r.searchers))
	if len(shares) > 1 {
		r.limits.Roster = search.NewRoster(len(shares))
	}
	results := make([]search.Result, len(shares))
	var helpers sync.WaitGroup
	for i := 1; i < len(shares); i++ {
		p := r.p.Clone()
		helpers.Go(func() { results[i] = r.one(i, p, shares[i]) })
	}
	results[0] = r.one(0, r.p, shares[0])
	helpers.Wait()
	r.conclude(results)
}

// one runs a searcher with its share of the nodes. Whoever comes to an end before that has found all that was asked for, or has been
// stopped; then the others need not go on either.
func (r *run) one(i int, p *position.Position, nodes uint64) search.Result {
	limits := r.limits
	limits.Nodes = nodes
	res := r.searchers[i].Run(p, limits, func(info search.Info) { r.report(i, info) })
	if nodes == 0 || res.Nodes < nodes {
		r.halt()
	}
	return res
}

// share divides a budget among at most n searchers. 0 is no budget; nobody gets a share of 0 else.
func share(nodes uint64, n int) []uint64 {
	if nodes > 0 && nodes < uint64(n) {
		n = int(nodes)
	}
	shares := make([]uint64, n)
	for i := range shares {
		shares[i] = nodes / uint64(n)
		if uint64(i) < nodes%uint64(n) {
			shares[i]++
		}
	}
	return shares
}

// halt asks every searcher to come to an end.
func (r *run) halt() {
	for _, s := range r.searchers {
		s.Stop()
	}
}

// report passes an iteration on, unless another searcher has told one as deep, and stops the search where the next would not fit.
func (r *run) report(i int, info search.Info) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if info.Line == 1 && info.Depth > r.depth {
		r.depth, r.selDepth, r.teller = info.Depth, info.SelDepth, i
	}
	if i != r.teller || info.Depth != r.depth {
		return
	}
	nodes := info.Nodes
	for k, s := range r.searchers {
		if k != i {
			nodes += s.Nodes()
		}
	}
	// The others' counts lag behind, and so does that of whoever told the last iteration by now: what was told once is spent.
	nodes = max(nodes, r.told)
	r.told = nodes
	line := info.Line
	if r.limits.MultiPV <= 1 {
		line = 0
	}
	r.job.events <- Info{
		Depth: info.Depth, SelDepth: info.SelDepth, Line: line, Score: scoreOf(info.Score, r.p.Rules()),
		Nodes: nodes, Time: time.Since(r.began), Hashfull: r.searchers[i].Hashfull(), PV: slices.Clone(info.PV),
	}
	if r.job.enough() {
		r.halt()
	}
}

// better reports whether one result is to be preferred to another: a forced win, the sooner the better, and else what was searched more deeply. Whoever
// finds such a win ends the search, and others may be at a greater depth by then without having seen it.
func better(a, b search.Result) bool {
	x, y := winIn(a.Score), winIn(b.Score)
	if x != y {
		return x < y
	}
	return x == math.MaxInt && a.Depth > b.Depth
}

// winIn returns in how many plies a score says that the side to move wins by force, the greatest int where it does not.
func winIn(v int) int {
	if n, ok := search.IsMate(v); ok && n > 0 {
		return n
	}
	return math.MaxInt
}

// conclude tells what the search has spent, where that has not been told exactly, and its result: the best of the searchers'.
func (r *run) conclude(results []search.Result) {
	res, nodes := results[0], uint64(0)
	for _, other := range results {
		nodes += other.Nodes
		if better(other, res) {
			res = other
		}
	}
	score := scoreOf(res.Score, r.p.Rules())
	if res.Best == board.NoMove {
		r.job.events <- Info{Score: score}
	} else if nodes != r.told {
		last := Info{Nodes: nodes, Time: time.Since(r.began), Hashfull: r.searchers[0].Hashfull()}
		if r.limits.MultiPV <= 1 { // of several lines the first alone might be one that stands further down already
			last.Depth, last.SelDepth, last.Score, last.PV = max(res.Depth, r.depth), r.selDepth, score, res.PV
		}
		r.job.events <- last
	}
	last := Result{Best: res.Best, Score: score, Depth: res.Depth, Nodes: nodes}
	if len(res.PV) > 1 && res.PV[0] == res.Best {
		last.Ponder = r.answer(res.PV[0], res.PV[1])
	}
	<-r.job.released
	r.job.finish(last)
}

// round is the number of plies in which each side has its turn once, as long as a turn may be.
func round(r *rules.Rules) int { return int(r.Turn[0]) + int(r.Turn[1]) }

// scoreOf reads a search's score.
func scoreOf(v int, r *rules.Rules) Score {
	plies, ok := search.IsMate(v)
	if !ok {
		return Score{Centipawns: v}
	}
	s := Score{Mate: true, Plies: plies}
	// A turn of the winner and one of the loser are as many plies as the two may make.
	s.Moves = (max(plies, -plies) + round(r) - 1) / round(r)
	if plies < 0 {
		s.Moves = -s.Moves
	}
	return s
}

// answer returns the second move of a line where it is the opponent's and legal: in a long turn it may be the same side's.
func (r *run) answer(first, second board.Move) board.Move {
	us := r.p.Side()
	r.p.Do(first)
	defer r.p.Undo()
	if r.p.Side() == us || !r.gen.IsLegal(r.p, second) {
		return board.NoMove
	}
	return second
}
