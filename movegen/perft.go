package movegen

import (
	"context"
	"sync"
	"sync/atomic"

	"buluo/board"
	"buluo/position"
)

// walker counts a tree for one goroutine. All plies share one move stack, so that a ply costs neither an allocation nor
// the clearing of a buffer.
type walker struct {
	g    *Generator
	p    *position.Position
	memo *memo           // nil: none
	stop <-chan struct{} // nil: never
	gone bool
}

// Perft counts the leaves of the tree of legal moves to a depth, bulk-counting the last ply. Depth 0 is 1.
func Perft(g *Generator, p *position.Position, depth int) uint64 {
	w := walker{g: g, p: p}
	return w.count(depth, make([]board.Move, 0, board.MaxMoves))
}

// count returns the leaves to a depth. Moves go to the tail of buf; what stands in it stays.
func (w *walker) count(depth int, buf []board.Move) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		return uint64(w.g.Count(w.p))
	}
	if w.memo != nil {
		if n, ok := w.memo.get(w.key(), depth); ok {
			return n
		}
	}
	start := len(buf)
	buf = w.g.Legal(w.p, buf)
	var nodes uint64
	for _, m := range buf[start:] {
		w.p.Do(m)
		nodes += w.count(depth-1, buf)
		w.p.Undo()
		if w.gone {
			return 0
		}
	}
	if w.stop != nil && depth >= 4 {
		select {
		case <-w.stop:
			w.gone, w.stop = true, nil
		default:
		}
	}
	if w.memo != nil && !w.gone {
		w.memo.put(w.key(), depth, nodes)
	}
	return nodes
}

// key tells apart what lies below a position. Beyond the position's own key that is whether the last move was a pass: a
// second one ends the game.
func (w *walker) key() uint64 {
	if w.p.Last().Kind() == board.Pass {
		return ^w.p.Key()
	}
	return w.p.Key()
}

// Branch is a root move and the leaves below it.
type Branch struct {
	Move  board.Move
	Nodes uint64
}

// Divide is Perft split by root move, in the generator's order.
func Divide(g *Generator, p *position.Position, depth int) []Branch {
	branches, _ := PerftWith(context.Background(), g, p, depth, PerftOptions{})
	return branches
}

// PerftOptions says how a long perft is counted; the counts do not depend on it.
type PerftOptions struct {
	Threads int // goroutines, 1 if less
	HashMB  int // megabytes of memory for subtrees already counted; 0 is none
}

// PerftWith is Divide with threads and a table. Root moves are shared out in pairs of plies, so that a few long
// branches do not keep one thread busy alone. It returns early with the context's error when that ends.
func PerftWith(ctx context.Context, g *Generator, p *position.Position, depth int, opt PerftOptions) ([]Branch, error) {
	if depth < 1 {
		return nil, ctx.Err()
	}
	var shared *memo
	if opt.HashMB > 0 {
		shared = newMemo(opt.HashMB)
	}
	var branches []Branch
	jobs := plan(g, p, depth, &branches)
	sums := make([]atomic.Uint64, len(branches))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(max(1, opt.Threads), max(1, len(jobs))) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w := walker{g: g, p: p.Clone(), memo: shared, stop: ctx.Done()}
			for i := next.Add(1) - 1; int(i) < len(jobs) && !w.gone && ctx.Err() == nil; i = next.Add(1) - 1 {
				sums[jobs[i].root].Add(w.run(&jobs[i], depth))
			}
		}()
	}
	wg.Wait()
	for i := range branches {
		branches[i].Nodes = sums[i].Load()
	}
	return branches, ctx.Err()
}

// job is a line of one or two moves whose subtree one goroutine counts.
type job struct {
	root int
	line [2]board.Move
	n    int
}

// plan lists the root moves and the jobs that make up their trees.
func plan(g *Generator, p *position.Position, depth int, branches *[]Branch) []job {
	var jobs []job
	for i, m := range g.Legal(p, nil) {
		*branches = append(*branches, Branch{Move: m})
		if depth < 3 {
			jobs = append(jobs, job{root: i, line: [2]board.Move{m}, n: 1})
			continue
		}
		p.Do(m)
		for _, reply := range g.Legal(p, nil) {
			jobs = append(jobs, job{root: i, line: [2]board.Move{m, reply}, n: 2})
		}
		p.Undo()
	}
	return jobs
}

func (w *walker) run(j *job, depth int) uint64 {
	for _, m := range j.line[:j.n] {
		w.p.Do(m)
	}
	nodes := w.count(depth-j.n, make([]board.Move, 0, board.MaxMoves))
	for range j.n {
		w.p.Undo()
	}
	return nodes
}

// memo remembers subtree counts by position and depth. Two words a slot: the count, and the key folded with it, so that
// a slot torn between two writers matches nothing (Hyatt's lockless scheme).
type memo struct{ slots []slot }

type slot struct{ check, nodes atomic.Uint64 }

func newMemo(megabytes int) *memo {
	n := 1
	for n*2*16 <= megabytes<<20 {
		n *= 2
	}
	return &memo{slots: make([]slot, n)}
}

// mix makes one key of a position and a depth; the multiplier is odd and has no structure the Zobrist keys know of.
func mix(key uint64, depth int) uint64 { return key ^ uint64(depth)*0xD6E8FEB86659FD93 }

func (m *memo) get(key uint64, depth int) (uint64, bool) {
	k := mix(key, depth)
	s := &m.slots[k&uint64(len(m.slots)-1)]
	nodes := s.nodes.Load()
	return nodes, nodes != 0 && s.check.Load() == k^nodes
}

func (m *memo) put(key uint64, depth int, nodes uint64) {
	k := mix(key, depth)
	s := &m.slots[k&uint64(len(m.slots)-1)]
	s.nodes.Store(nodes)
	s.check.Store(k ^ nodes)
}
