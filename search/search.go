package search

import (
	"sync/atomic"
	"time"

	"buluo/board"
	"buluo/eval"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/tt"
	"buluo/variant"
)

// Version names the play: two searches of one Version with the same inputs choose the same moves, and it changes whenever that
// would not hold. Records of games carry it.
const Version = "buluo-plain-1"

// Options are what a Searcher is made with. The zero value is a searcher with a table of its own and the default weights.
type Options struct {
	TableMB int           // size of the table in megabytes; 0 is DefaultTableMB
	Weights *eval.Weights // nil is eval.DefaultWeights
	Params  *Params       // nil is DefaultParams
}

// DefaultTableMB is the table size unless told otherwise.
const DefaultTableMB = 16

// Limits say when a search ends. What is 0 limits nothing; with no limit at all a search goes on until Stop or MaxPly.
type Limits struct {
	Nodes uint64 // moves made on the board, exactly
	Depth int
	Time  time.Duration
}

// Info is what a search knows after an iteration.
type Info struct {
	Depth int // the iteration's depth
	Score int
	Nodes uint64
	Time  time.Duration
	PV    []board.Move // valid during the call that gets it
}

// Result is what a search found.
type Result struct {
	Best  board.Move // NoMove where there is none to make
	Score int        // for the side to move
	Depth int        // of the last iteration that was finished, 0 for none
	Nodes uint64
	PV    []board.Move
}

// Searcher searches positions of one variant. It belongs to one goroutine; only Stop may be called from others.
type Searcher struct {
	r     *rules.Rules
	gen   *movegen.Generator
	eval  *eval.Evaluator
	table *tt.Table
	stop  atomic.Bool

	// Facts of the rules, asked at every node.
	claims   bool          // material or a fortress may end the game at any node
	fold     int           // occurrences that end the game; 0 is never
	foldDraw bool          // a repetition is a draw whatever led to it
	foldWhom variant.Value // what a repetition is worth
	clockMax int           // plies of the no-capture clock; 0 is none
	swift    bool          // every turn is one move

	params  Params
	p       *position.Position
	clock   clock
	limit   uint64 // nodes, never 0
	nodes   uint64
	over    bool // the search must unwind
	root    []rootMove
	frames  [MaxPly + 1]frame
	history [board.MaxPieces][board.MaxSquares]int32
}

// frame is what a search keeps of one ply of the line it looks at.
type frame struct {
	moves   [board.MaxMoves]board.Move
	scores  [board.MaxMoves]int32
	killers [2]board.Move
	static  int         // static value, valid where the side to move is not in check
	null    bool        // a null move led here
	check   bool        // the side to move is in check
	side    board.Color // the side to move
	pv      [MaxPly + 1]board.Move
	length  int
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
	spec := r.Spec()
	return &Searcher{
		params: params,
		r:      r, gen: movegen.For(r), eval: eval.New(r, w), table: tt.New(o.TableMB),
		claims:   spec.Insufficient != variant.NeverInsufficient || spec.Fortress,
		fold:     spec.Fold,
		foldDraw: !spec.PerpetualCheck && spec.Chase == variant.NoChase,
		foldWhom: spec.FoldValue,
		clockMax: spec.ClockPlies,
		swift:    !r.LongTurns,
		root:     make([]rootMove, 0, board.MaxMoves),
	}
}

// Clear forgets everything earlier searches learned.
func (s *Searcher) Clear() {
	s.table.Clear()
	s.history = [board.MaxPieces][board.MaxSquares]int32{}
	for i := range s.frames {
		s.frames[i].killers = [2]board.Move{}
	}
}

// Stop ends the search that is running, soon. It has no effect on one that begins later.
func (s *Searcher) Stop() { s.stop.Store(true) }

// do makes a move and counts it. It refuses, and the search unwinds, when the budget is spent or something asks to stop.
func (s *Searcher) do(m board.Move) bool {
	if s.nodes >= s.limit || s.nodes%pollEvery == 0 && (s.stop.Load() || s.clock.over()) {
		s.over = true
		return false
	}
	s.nodes++
	s.p.Do(m)
	return true
}
