package search

// Params are the numbers that a search steers by. Each step that may be wrong has a switch, so that its worth can be measured.
type Params struct {
	ReduceFrom  int // late-move reductions begin with this move of a node, from 1; 0 switches them off
	ReduceDepth int // ... at this depth and above
	ReduceMore  int // another ply for every so many moves after that; 0 is never
}

// DefaultParams returns what a search uses unless told otherwise.
func DefaultParams() Params {
	return Params{ReduceFrom: 4, ReduceDepth: 3, ReduceMore: 12}
}
