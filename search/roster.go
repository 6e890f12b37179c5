package search

import (
	"math"
	"sync/atomic"

	"buluo/board"
)

// Roster is what several searchers of one position tell each other beside the table: which depths and which moves somebody is at. A searcher begins
// with depths that fewer than half of all are at, and puts off moves that another is at until it has seen to all others of the node; then the answer
// is in the table, or it helps to find it. No move is left out for a note, which may be lost or out of date: that costs time. A searcher with nobody
// beside it searches as without a roster, but where a repetition is searched on and it meets its own notes.
//
// Moves are shared out as by a simplified ABDADA (J.-C. Weill, The ABDADA distributed minimax search algorithm, 1996; T. Kerrigan's
// simplification knows of moves alone, not of depths and bounds).
type Roster struct {
	crowd  int32 // how many are enough for a depth
	depths [MaxPly]atomic.Int32
	notes  [rosterSize]atomic.Uint64
}

// rosterSize is the number of notes: a power of two, and many times what a searcher makes on one line.
const rosterSize = 1 << 12

// NewRoster returns a roster for so many searchers and one search.
func NewRoster(searchers int) *Roster { return &Roster{crowd: int32(searchers+1) / 2} }

// begin notes that a searcher begins with a depth, unless half of all are at it, and reports whether it may. All may begin with the last.
func (r *Roster) begin(depth int, last bool) bool {
	if r == nil {
		return true
	}
	if r.depths[depth].Add(1) > r.crowd && !last {
		r.depths[depth].Add(-1)
		return false
	}
	return true
}

// end notes that a searcher is through with a depth.
func (r *Roster) end(depth int) {
	if r != nil {
		r.depths[depth].Add(-1)
	}
}

// busy reports whether somebody is at a move, as far as is known.
func (r *Roster) busy(note uint64) bool { return r.notes[note%rosterSize].Load() == note }

// enlist has the next search tell a roster what it does; nil is none.
func (s *Searcher) enlist(r *Roster) {
	if s.roster, s.noteAt = r, math.MaxInt; r != nil && s.params.NoteDepth > 0 {
		s.noteAt = s.params.NoteDepth
	}
}

// note returns what stands for a move of the position on the board in a roster, which is never 0.
func (s *Searcher) note(m board.Move) uint64 {
	v := s.key() ^ uint64(m)*0x9e3779b97f4a7c15 // the golden ratio spreads moves over the whole word
	return v ^ v>>32 | 1<<63
}

// enter notes that the searcher is at a move; 0 is for one that nobody is told of.
func (s *Searcher) enter(note uint64) {
	if note != 0 {
		s.roster.notes[note%rosterSize].Store(note)
	}
}

// leave strikes a note out, if it is still there.
func (s *Searcher) leave(note uint64) {
	if note != 0 {
		s.roster.notes[note%rosterSize].CompareAndSwap(note, 0)
	}
}
