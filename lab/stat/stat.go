package stat

import (
	"fmt"

	"buluo/board"
)

// Tally counts the outcomes of games of one pairing of seats.
type Tally struct {
	White, Draw, Black int
	Unfinished         int // stopped by a cap: neither won nor drawn
}

// Add counts a game.
func (t *Tally) Add(o board.Outcome) {
	switch {
	case !o.Over:
		t.Unfinished++
	case o.Winner == board.White:
		t.White++
	case o.Winner == board.Black:
		t.Black++
	default:
		t.Draw++
	}
}

// Finished returns the games that ended by their rules.
func (t Tally) Finished() int { return t.White + t.Draw + t.Black }

// String writes the tally from White's view: won-drawn-lost, and the unfinished games after a plus.
func (t Tally) String() string {
	text := fmt.Sprintf("%d-%d-%d", t.White, t.Draw, t.Black)
	if t.Unfinished > 0 {
		text += fmt.Sprintf("+%d", t.Unfinished)
	}
	return text
}

// Lead is what most of a tally's finished games came to.
type Lead uint8

// The leads. Split is no majority: two results as frequent as each other, or no finished game.
const (
	Split Lead = iota
	ForWhite
	ForDraw
	ForBlack
)

// Lead returns the most frequent result.
func (t Tally) Lead() Lead {
	switch {
	case t.White > max(t.Draw, t.Black):
		return ForWhite
	case t.Draw > max(t.White, t.Black):
		return ForDraw
	case t.Black > max(t.White, t.Draw):
		return ForBlack
	}
	return Split
}

// Plus returns two tallies together.
func (t Tally) Plus(u Tally) Tally {
	return Tally{t.White + u.White, t.Draw + u.Draw, t.Black + u.Black, t.Unfinished + u.Unfinished}
}
