package search

import (
	"context"
	"sync/atomic"
	"time"
	"unsafe"

	"buluo/board"
	"buluo/eval"
	"buluo/internal/prefetch"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/tt"
	"buluo/variant"
)

// Version names the play: two searches of one Version with the same inputs choose the same moves, and it changes whenever that
// would not hold. Records of games carry it.
const Version = "buluo-15"

// Options are what a Searcher is made with. The zero value is a searcher with a table of its own and the default weights.
type Options struct {
	TableMB int           // size of the table in megabytes; 0 is DefaultTableMB
	Weights *eval.Weights // nil is eval.DefaultWeights
	Params  *Params       // nil is DefaultParams

	// Table is one that other searchers may use at the same time. Its owner ages it before each search, and clears it. nil is a table of
	// the searcher's own.
	Table *tt.Table
}

// DefaultTableMB is the table size unless told otherwise.
const DefaultTableMB = 16

// Limits say when a search ends. What is 0 limits nothing; with no limit at all a search goes on until Stop or MaxPly.
type Limits struct {
	Nodes uint64 // moves made on the board, exactly
	Depth int
	Time  time.Duration
	Mate  int // plies: a win found within so many is enough

	// Exact has the distance of a forced end proven, as far as the budget of nodes or time goes: what a search finds first may be a few plies too
	// long. Where few men are left most of the budget goes into that, and a side that is clearly ahead has a win looked for that no search has found. It
	// does nothing without such a budget, and where several lines are asked for or only some moves.
	Exact bool

	Moves   []board.Move // the only moves of the root that are looked at, as far as they are legal; nil is all
	MultiPV int          // the best so many moves, each with its line; 0 is 1

	// Roster is for one of several searchers of the same position on one table: all have the same. nil is for a searcher alone.
	Roster *Roster
}

// provable reports whether a forced end is to be proven.
func (l *Limits) provable() bool {
	return l.Exact && (l.Nodes > 0 || l.Time > 0) && l.MultiPV <= 1 && l.Moves == nil
}

// Info is what a search knows after an iteration: of the best line or, where several were asked for, of each, in calls that
// follow each other from the best on.
type Info struct {
	Depth    int // the iteration's depth
	SelDepth int // plies of the longest line looked at
	Line     int // which of the lines, from 1
	Score    int
	Nodes    uint64
	Time     time.Duration
	PV       []board.Move // valid during the call that gets it
}

// Result is what a search found.
type Result struct {
	Best  board.Move // NoMove where there is none to make
	Score int        // for the side to move
	Depth int        // of the last iteration that was finished, 0 for none
	Nodes uint64
	PV    []board.Move
}

// Searcher searches positions of one variant. It belongs to one goroutine; only Stop, Nodes and Hashfull may be called from others.
type Searcher struct {
	r     *rules.Rules
	gen   *movegen.Generator
	eval  *eval.Evaluator
	table *tt.Table
	own   bool // the table is the searcher's own
	stop  atomic.Bool
	armed bool          // the next Run leaves stop as it is
	spent atomic.Uint64 // nodes, as of the last look at the stop flag

	// Facts of the rules, asked at every node.
	claims   bool                         // material or a fortress may end the game at any node
	fold     int                          // occurrences that end the game; 0 is never
	foldDraw bool                         // a repetition is a draw whatever led to it
	foldWhom variant.Value                // what a repetition is worth
	clockMax int                          // plies of the no-capture clock; 0 is none
	swift    bool                         // every turn is one move
	royal    [2]bool                      // the side has a royal piece
	short    board.TypeSet                // types that move by short steps alone
	around   [board.MaxSquares]board.Bits // the points within two of each

	params  Params
	slack   int // centipawns by which a guess of a static value may be wrong
	p       *position.Position
	clock   clock
	limit   uint64 // nodes, never 0
	nodes   uint64
	over    bool   // the search must unwind
	hunted  bool   // of a proof: the side that loses does so by being taken to the last man alone
	sure    bool   // ... keys of positions after ordinary moves can be told
	salt    uint64 // ... and what it adds to keys
	base    int    // the root's Ply
	deepest int    // the longest line's
	roster  *Roster
	noteAt  int // the depth from which the roster is told of moves; beyond all depths without one
	root    []rootMove
	later   []putOff // moves of the root
	lines   []line   // one for each of the first root moves that is asked for
	frames  [MaxPly + 1]frame
	history histories
	reduce  reductions

	soldiers   [2][]board.PieceType // each side's short-range types
	correction *corrections
	cache      *[cacheSize]cached
	memo       *eval.Memo // what the evaluation remembers
}

// frame is what a search keeps of one ply of the line it looks at.
type frame struct {
	moves     [board.MaxMoves]board.Move
	ranks     [board.MaxMoves]ranked
	killers   [2]board.Move
	tried     [64]board.Move // the first moves searched here
	without   board.Move     // the move that this node is searched without, to see whether it is the only good one
	raw       int            // static value as the evaluation has it; unknown where the side to move is in check
	static    int            // ... and corrected
	sketch    int            // unknown where there is none
	rest      int            // what static values have beyond their sketches, for White: here, or at the nearest node above where one was seen; unknown
	null      bool           // a null move led here
	improving bool           // the side to move stands better than at its last turn
	check     bool           // the side to move is in check
	side      board.Color    // the side to move
	from      int            // the row, among the histories', of the move that led here
	one       []int16        // histories of moves after that one,
	two       []int16        // ... and after the one before
	pv        [MaxPly + 1]board.Move
	length    int
}

// New returns a searcher for a variant.
func New(r *rules.Rules, o Options) *Searcher {
	if o.TableMB == 0 {
		o.TableMB = DefaultTableMB
	}
	w := eval.DefaultWeights()
	if o.Weights != nil {
		w = *o.Weights
	}
	params := DefaultParams()
	if o.Params != nil {
		params = *o.Params
	}
	table := o.Table
	if table == nil {
		table = tt.New(o.TableMB)
	}
	spec := r.Spec()
	s := &Searcher{
		params: params,
		r:      r, gen: movegen.For(r), eval: eval.New(r, w), table: table, own: o.Table == nil,
		claims:   spec.Insufficient != variant.NeverInsufficient || spec.Fortress,
		fold:     spec.Fold,
		foldDraw: !spec.PerpetualCheck && spec.Chase == variant.NoChase,
		foldWhom: spec.FoldValue,
		clockMax: spec.ClockPlies,
		swift:    !r.LongTurns,
		root:     make([]rootMove, 0, board.MaxMoves),
		later:    make([]putOff, 0, board.MaxMoves),
		lines:    make([]line, 1),
	}
	s.reduce.fill(&params)
	s.slack = s.eval.Slack() * params.Lazy / 100
	s.newHistories()
	s.correction = new(corrections)
	s.cache = new([cacheSize]cached)
	s.memo = s.eval.NewMemo()
	s.learnRules()
	return s
}

// learnRules fills in what the search asks of the rules at many nodes.
func (s *Searcher) learnRules() {
	g := s.r.Geometry
	for c := range s.r.Sides {
		s.royal[c] = s.r.Sides[c].Royal != board.NoType
		for _, m := range s.r.Sides[c].Movers {
			if m.Steps != nil && !m.Royal {
				s.soldiers[c] = append(s.soldiers[c], m.Type)
				s.short = s.short.With(m.Type)
			}
		}
	}
	for at := range board.Square(g.Size()) {
		s.around[at] = g.Around(at, 2)
	}
}

// Clear forgets everything earlier searches learned, but for what is in a table that is shared.
func (s *Searcher) Clear() {
	if s.own {
		s.table.Clear()
	}
	s.history.clear()
	*s.correction = corrections{}
	for i := range s.frames {
		s.frames[i].killers = [2]board.Move{}
	}
}

// Stop ends the search that is running, soon. It has no effect on one that begins later, unless that was announced by Arm.
func (s *Searcher) Stop() { s.stop.Store(true) }

// Arm announces a search: a Stop that comes between Arm and Run stops it too, at its first node. It is called before the goroutine is
// started that will run the search, so that no Stop falls into the gap.
func (s *Searcher) Arm() {
	s.stop.Store(false)
	s.spent.Store(0)
	s.armed = true
}

// StopOn stops the next search when ctx ends, even before it has begun: it announces the search itself. The function that it returns
// ends the watch; a stop that was on its way has arrived by then, so that it does not hit the search after.
func (s *Searcher) StopOn(ctx context.Context) (release func()) {
	s.Arm()
	done := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		s.Stop()
		close(done)
	})
	return func() {
		if !unwatch() {
			<-done
		}
	}
}

// Nodes returns how many nodes the search that is running has made, or the last one did. While it runs the figure lags by up to
// pollEvery.
func (s *Searcher) Nodes() uint64 { return s.spent.Load() }

// Hashfull returns how full the table is of what the present search found, in thousandths.
func (s *Searcher) Hashfull() int { return s.table.Hashfull() }

// foretell tells the processor which part of the table will be asked for after a move that is looked at to a depth, long enough before that the
// node waits for no memory. Where only captures are looked at, which is every other node, the table is not asked; nor is this said of checks and
// losing captures once the quiet moves are passed over, or at the root.
func (s *Searcher) foretell(m board.Move, depth int) {
	if depth > 0 || s.params.QuietTT > 0 {
		s.table.Prefetch(s.keyAfter(m))
	}
}

// do makes a move and counts it. It refuses, and the search unwinds, when the budget is spent or something asks to stop.
func (s *Searcher) do(m board.Move) bool {
	if s.nodes >= s.limit || s.nodes%pollEvery == 0 && s.poll() {
		s.over = true
		return false
	}
	s.nodes++
	s.p.Do(m)
	prefetch.Line(unsafe.Pointer(&s.cache[s.rawKey()%cacheSize]))
	if n := s.p.Ply(); n > s.deepest {
		s.deepest = n
	}
	return true
}

// poll tells others how far the search is and reports whether something asks to stop.
func (s *Searcher) poll() bool {
	s.spent.Store(s.nodes)
	return s.stop.Load() || s.clock.over()
}
