package engine

import (
	"time"

	"buluo/board"
)

// Limits say when a search ends. What is 0 limits nothing.
type Limits struct {
	Depth     int
	Nodes     uint64        // exactly
	MoveTime  time.Duration // of this move
	Mate      int           // stop once a forced end in so many moves is found
	Clock     *Clock        // nil: there is none
	MovesToGo int           // until the clock is wound up again; 0 is never

	Moves  []board.Move // the only moves that may be chosen; nil is all
	Banned []board.Move // moves that may not

	// Infinite and Ponder hold the result back: until Stop, and until Stop or PonderHit. A clock runs from the ponder hit on.
	Infinite, Ponder bool
}

// OrInfinite returns limits that are Infinite where they limit nothing: a client that gives none asks for the move by Stop.
func (l Limits) OrInfinite() Limits {
	if l.Depth == 0 && l.Nodes == 0 && l.Mate == 0 && l.MoveTime == 0 && l.Clock == nil {
		l.Infinite = true
	}
	return l
}

// Clock is what the side to move has.
type Clock struct{ Left, Increment time.Duration }

// The shares of a clock.
const (
	horizon    = 40 // moves that a game is taken to last yet, where nothing says how many the time must do for
	stretch    = 4  // how many times its share an unfinished iteration may take...
	reserve    = 5  // ... but of what is left, one part of so many stays
	leastThink = time.Millisecond
)

// allotment is how long a move may take: no iteration is begun after soft, and none goes on after hard. 0 is no bound.
type allotment struct{ soft, hard time.Duration }

// allot works out what a move may take of its time.
//
// What is left and what the next n moves will bring, less what each loses on the way (the overhead), is shared out evenly; n is
// the moves to go, or a horizon. Iterations cost about three times all that came before them together, so one that is begun
// after a third of the share is likely to break it: soft is where that bet turns bad, a half. Hard bounds a bet that was lost.
// It never reaches what is left less the overhead, so that a clock is not overstepped however often every bet is lost; the next
// share is then smaller.
func (l *Limits) allot(overhead time.Duration) allotment {
	var a allotment
	if l.Clock != nil {
		left := max(l.Clock.Left-overhead, 0)
		n := time.Duration(horizon)
		if l.MovesToGo > 0 {
			n = min(n, time.Duration(l.MovesToGo))
		}
		share := max((l.Clock.Left+(n-1)*l.Clock.Increment-n*overhead)/n, 0)
		a.hard = min(stretch*share, left)
		if n > 1 {
			a.hard = min(a.hard, left-left/reserve)
		}
		a.hard = max(a.hard, leastThink)
		a.soft = min(max(share/2, leastThink), a.hard)
	}
	if l.MoveTime > 0 && (a.hard == 0 || l.MoveTime < a.hard) {
		a.hard = l.MoveTime
		a.soft = min(a.soft, a.hard)
	}
	return a
}
