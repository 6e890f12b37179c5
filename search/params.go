package search

// Params are the numbers that a search steers by. Each step that may be wrong has a switch, so that its worth can be measured.
type Params struct {
	ReduceFrom  int // late-move reductions begin with this move of a node, from 1; 0 switches them off
	ReduceDepth int // ... at this depth and above
	ReduceMore  int // another ply for every so many moves after that; 0 is never

	StaticDepth  int // a node this shallow that stands this well is cut off by its static value; 0 switches it off
	StaticMargin int // ... by so many centipawns a ply

	NullDepth  int // null moves are tried at this depth and above; 0 switches them off
	NullReduce int // plies by which they are searched less deeply
	NullSlope  int // ... and one more for every so many plies of depth; 0 is never
	NullMen    int // only by a side with more pieces than this that are not royal
	NullVerify int // a null move's cut-off is verified at this depth and above; 0 is never

	LateDepth int // at this depth and below late quiet moves are left out; 0 switches it off
	LateBase  int // ... after so many moves and the square of the depth

	FutileDepth  int // at this depth and below quiet moves of a hopeless node are left out; 0 switches it off
	FutileMargin int // ... that is this far below alpha, a ply

	Internal int // a node this deep without a table move is searched a ply less deeply; 0 switches it off
}

// DefaultParams returns what a search uses unless told otherwise.
func DefaultParams() Params {
	return Params{ReduceFrom: 4, ReduceDepth: 3, ReduceMore: 12, StaticDepth: 6, StaticMargin: 60}
}
