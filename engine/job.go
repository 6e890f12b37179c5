package engine

import (
	"context"
	"slices"
	"sync"
	"time"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/search"
	"buluo/tt"
)

// Score is what a position is worth to the side to move.
type Score struct {
	Centipawns int // where the end is not forced

	// Mate says that the end is forced: in so many Moves of the winner, a turn counting once, or Plies. Both are negative where
	// the side to move loses, and 0 where the game is over already, for whomever.
	Mate         bool
	Moves, Plies int
}

// Event is what a job reports: an Info, or the Result or Count that ends it.
type Event interface{ event() }

// Info is what a search knows after an iteration, and once more when it ends in the middle of one: what it has spent then is
// told exactly. At depth 0 there is no line: without nodes it says what the rules make of a position that has no move, with
// nodes that no iteration was finished.
type Info struct {
	Depth    int
	SelDepth int // plies of the longest line looked at
	Line     int // which of several lines, the best one being 1; 0 where only one was asked for
	Score    Score
	Nodes    uint64
	Time     time.Duration
	Hashfull int // thousandths of the table that the search has filled
	PV       []board.Move
}

// Result ends a search.
type Result struct {
	Best   board.Move // NoMove where there is none to make
	Ponder board.Move // the opponent's answer that is expected, NoMove where the search does not say
	Score  Score
	Depth  int
	Nodes  uint64
}

// Count ends a count of leaves. One that was stopped is not Whole, and its numbers mean nothing.
type Count struct {
	Depth    int
	Branches []movegen.Branch
	Nodes    uint64
	Time     time.Duration
	Whole    bool
}

func (Info) event()   {}
func (Result) event() {}
func (Count) event()  {}

// Job is work that goes on beside the engine's owner. Its events must be read to the end: the last is a Result or a Count, and
// then the channel is closed.
type Job struct {
	events chan Event
	halt   func() // asks what runs to come to an end; not called any more once the job is done

	mu       sync.Mutex
	done     bool // the last event is on its way; nothing of the engine's is touched any more
	stopped  bool
	timer    *time.Timer
	times    allotment
	soft     time.Time     // when not to begin another iteration; zero is never
	released chan struct{} // closed once the result may be told
	free     bool          // released has been closed
	waiting  bool          // for a ponder hit
}

// Events returns the channel that the job reports to.
func (j *Job) Events() <-chan Event { return j.events }

// Stop ends the job soon. Its last event still comes.
func (j *Job) Stop() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.done {
		return // what runs by now is another job's
	}
	j.stopped = true
	j.release()
	j.halt()
}

// PonderHit turns a ponder search into an ordinary one: the move that was waited for has been made, and the clock runs from now
// on. Another search goes on as it is.
func (j *Job) PonderHit() { j.hit(nil) }

// hit is PonderHit with other times than those given before.
func (j *Job) hit(times *allotment) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.free || j.done || !j.waiting {
		return
	}
	if times != nil {
		j.times = *times
	}
	j.release()
	j.wind()
}

// release lets the result out. The lock must be held.
func (j *Job) release() {
	if !j.free {
		j.free = true
		close(j.released)
	}
}

// wind starts the clock. The lock must be held.
func (j *Job) wind() {
	now := time.Now()
	if j.times.soft > 0 {
		j.soft = now.Add(j.times.soft)
	}
	if j.times.hard > 0 {
		j.timer = time.AfterFunc(j.times.hard, j.Stop)
	}
}

// enough reports whether the search should go no deeper.
func (j *Job) enough() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.stopped || !j.soft.IsZero() && !time.Now().Before(j.soft)
}

// over reports whether the job has finished with the engine.
func (j *Job) over() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.done
}

// finish tells the last event.
func (j *Job) finish(last Event) {
	j.mu.Lock()
	if j.timer != nil {
		j.timer.Stop()
	}
	j.done = true
	j.mu.Unlock()
	j.events <- last
	close(j.events)
}

// Go starts a search of the present position.
func (e *Engine) Go(l Limits) (*Job, error) {
	if err := e.idle(); err != nil {
		return nil, err
	}
	p, err := e.Position()
	if err != nil {
		return nil, err
	}
	searchers := e.crew()
	r := &run{
		searchers: searchers, gen: e.gen, p: p.Clone(), began: time.Now(),
		limits: search.Limits{
			Nodes: l.Nodes, Depth: l.Depth, Mate: l.Mate * round(e.rules),
			Moves: e.allowed(p, &l), MultiPV: e.multiPV,
		},
	}
	j := &Job{events: make(chan Event), halt: r.halt, times: l.allot(e.overhead), released: make(chan struct{}), waiting: l.Ponder}
	r.job = j
	j.mu.Lock()
	if !l.Infinite && !l.Ponder {
		j.release()
	}
	if !l.Ponder {
		j.wind()
	}
	j.mu.Unlock()
	e.job = j
	go r.search()
	return j, nil
}

// Ready does now what the next search would else do on its clock: it makes the table and writes all of it once. Until it is written the system has no
// memory for it, and finds some page by page as a search comes there: with a table of a gigabyte a search of 20 ms took up to 1.5 s. While something
// runs, and where a search has been, it does nothing.
func (e *Engine) Ready() {
	if e.table == nil && e.idle() == nil {
		e.equip()
		e.table.Clear()
	}
}

// equip makes the table and the searchers that are missing.
func (e *Engine) equip() {
	if e.table == nil {
		e.table, e.searchers = tt.New(e.hash), nil
	}
	for len(e.searchers) < e.threads {
		e.searchers = append(e.searchers, search.New(e.rules, search.Options{Table: e.table}))
	}
}

// crew returns the searchers of the next search, ready to be stopped, on the table that they share.
func (e *Engine) crew() []*search.Searcher {
	e.equip()
	e.table.Age()
	for _, s := range e.searchers {
		s.Arm()
	}
	return e.searchers
}

// allowed returns the moves that may be searched, nil for all.
func (e *Engine) allowed(p *position.Position, l *Limits) []board.Move {
	if len(l.Banned) == 0 {
		return l.Moves
	}
	left := []board.Move{}
	for _, m := range e.gen.Legal(p, nil) {
		if !slices.Contains(l.Banned, m) && (l.Moves == nil || slices.Contains(l.Moves, m)) {
			left = append(left, m)
		}
	}
	return left
}

// PonderHit is Job.PonderHit for clients that only then say what is on the clock.
func (e *Engine) PonderHit(j *Job, l Limits) {
	times := l.allot(e.overhead)
	j.hit(&times)
}

// Perft starts a count of the leaves of the tree of legal moves to a depth of at least 1.
func (e *Engine) Perft(depth int) (*Job, error) {
	if err := e.idle(); err != nil {
		return nil, err
	}
	p, err := e.Position()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	j := &Job{events: make(chan Event), halt: cancel, released: make(chan struct{})}
	e.job = j
	gen, p := e.gen, p.Clone()
	go func() {
		defer cancel()
		began := time.Now()
		c := Count{Depth: depth}
		branches, err := movegen.PerftWith(ctx, gen, p, depth, movegen.PerftOptions{})
		c.Branches, c.Whole, c.Time = branches, err == nil, time.Since(began)
		for _, b := range branches {
			c.Nodes += b.Nodes
		}
		j.finish(c)
	}()
	return j, nil
}
