package tt

import "buluo/board"

// Bound says how a stored score relates to the true one.
type Bound uint8

// The bounds. None marks an empty entry: storing it stores nothing that Probe would find.
const (
	None  Bound = iota
	Upper       // the true score is at most this
	Lower       // at least this
	Exact
)

var boundNames = [...]string{"none", "upper", "lower", "exact"}

// String names the bound.
func (b Bound) String() string { return boundNames[b&3] }

// Entry is what the table knows of a position.
type Entry struct {
	Move  board.Move // NoMove where none was found best
	Score int16
	Depth int8 // plies searched below; 0 for a quiescence result
	Bound Bound
}

// An entry in its word, from the low bit: move 22, score 16, depth 8, bound 2, age 6. Ten bits are free.
const (
	scoreShift = 22
	depthShift = 38
	boundShift = 46
	ageShift   = 48

	moveMask = 1<<scoreShift - 1
	ageMask  = 1<<6 - 1
)

// pack writes an entry of an age as a word.
func pack(e Entry, age uint64) uint64 {
	return uint64(e.Move)&moveMask | uint64(uint16(e.Score))<<scoreShift | uint64(uint8(e.Depth))<<depthShift |
		uint64(e.Bound&3)<<boundShift | age&ageMask<<ageShift
}

// unpack reads what pack wrote, the age apart.
func unpack(w uint64) Entry {
	return Entry{
		Move:  board.Move(w & moveMask),
		Score: int16(uint16(w >> scoreShift)),
		Depth: int8(uint8(w >> depthShift)),
		Bound: Bound(w >> boundShift & 3),
	}
}

// depth and age read a word without unpacking the rest.
func depth(w uint64) int { return int(int8(uint8(w >> depthShift))) }

func age(w uint64) uint64 { return w >> ageShift & ageMask }

// empty reports whether a word holds no entry.
func empty(w uint64) bool { return w>>boundShift&3 == uint64(None) }
