package search

// Params are the numbers that a search steers by. Each step that may be wrong has a switch, so that its worth can be measured; with all of
// them off a search is the whole tree, but for what alpha and beta rule out.
type Params struct {
	ReduceDepth   int // late-move reductions begin at this depth; 0 switches them off
	ReduceFrom    int // ... and with this move of a node, from 1
	ReduceBase    int // hundredths of a ply that every late move is reduced by
	ReduceScale   int // ... and of the product of the logarithms of depth and move number
	ReduceHistory int // a ply less or more for so much history; 0 is never
	ReduceRoot    int // at the root reductions begin with this move, from 0; 0 switches them off
	ReduceFew     int // no reductions in a node of so few moves: there a forced line is looked through
	CheckExtend   int // plies by which a node in check is searched more deeply; 0 is never

	Lazy int // percent of the evaluation's slack beyond which from the window a guess serves for a static value; 0 switches it off

	StaticDepth     int // a node this shallow that stands this well is cut off by its static value; 0 switches it off
	StaticMargin    int // ... by so many centipawns a ply
	StaticImproving int // ... and this much less where the side stands better than at its last turn

	NullDepth  int // null moves are tried at this depth and above; 0 switches them off
	NullReduce int // plies by which they are searched less deeply
	NullSlope  int // ... and one more for every so many plies of depth; 0 is never
	NullGain   int // ... and one more for every so many centipawns above beta, up to three; 0 is never
	NullMen    int // only by a side with more pieces than this that are not royal
	NullVerify int // a null move's cut-off is verified at this depth and above; 0 is never

	RazorDepth  int // a node this shallow that stands this badly is looked at by captures alone; 0 switches it off
	RazorMargin int // ... by so many centipawns a ply

	ProbDepth  int // captures that should do are tried at a reduced depth at this depth and above; 0 switches it off
	ProbMargin int // ... against beta and so many centipawns

	LateDepth int // at this depth and below late quiet moves are left out; 0 switches it off
	LateBase  int // ... after so many moves and the square of the depth, half as many where the side does not improve

	FutileDepth  int // quiet moves that are looked at to less than this depth are left out of a hopeless node; 0 switches it off
	FutileBase   int // ... that is this far below alpha,
	FutileMargin int // ... and this much more a ply

	HangDepth  int // quiet moves that lose material and are looked at to less than this depth are left out; 0 switches it off
	HangMargin int // ... more than so many centipawns times the square of the depth

	LossDepth  int // at this depth and below captures that lose material are left out; 0 switches it off
	LossMargin int // ... more than so many centipawns a ply

	HistoryDepth  int // at this depth and below quiet moves of a bad history are left out; 0 switches it off
	HistoryMargin int // ... below minus this a ply

	SingularDepth  int // a table move that is much better than all others is looked at more deeply from this depth; 0 switches it off
	SingularMargin int // ... by so many centipawns for every 16 plies of depth

	Internal int // a node this deep without a table move is searched a ply less deeply; 0 switches it off

	AspireDepth int // the root's window is narrow from this depth; 0 switches it off
	AspireWidth int // ... by so many centipawns to either side

	Continue int // 1: histories that know the last two moves are used
	Capture  int // 1: captures have a history
	Exchange int // 1: captures are judged by the whole exchange, 0: by its first two moves
	QuietTT  int // 1: the table serves the quiescence search too
	Delta    int // captures that cannot bring a quiescence node so near to alpha are left out; 0 switches it off
	Correct  int // percent of what the static value was found to err by that it is corrected by; 0 switches it off

	NoteDepth int // several searchers share out the moves of nodes at this depth and above; 0 switches it off
}

// DefaultParams returns what a search uses unless told otherwise.
func DefaultParams() Params {
	return Params{
		ReduceDepth: 3, ReduceFrom: 3, ReduceBase: 140, ReduceScale: 62, ReduceHistory: 16384, ReduceRoot: 2,
		Lazy:        100,
		StaticDepth: 8, StaticMargin: 75, StaticImproving: 75,
		LateDepth: 6, LateBase: 2,
		FutileDepth: 8, FutileBase: 90, FutileMargin: 75,
		HangDepth: 8, HangMargin: 12,
		LossDepth: 5, LossMargin: 60,
		HistoryDepth: 4, HistoryMargin: 4000,
		Internal:    4,
		AspireDepth: 4, AspireWidth: 20,
		Continue: 1, Capture: 1, Exchange: 1,
		NoteDepth: 6,
	}
}
