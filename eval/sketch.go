package eval

import (
	"buluo/board"
	"buluo/position"
)

// Sketch returns what a position is worth to the side to move by its men and where they stand, halfway between middle game and ending. It costs next
// to nothing, as moves keep the sum; what a Score adds to it changes little with a move (Slack). ok is false where it changes much: with less than
// half the men of the start on the board, when how hard it is to win begins to count as much as they do, and when the clock takes from the score.
func (e *Evaluator) Sketch(p *position.Position) (v int, ok bool) {
	if p.Occupied().Count() < e.manyMen || e.Fading(p.Clock()) {
		return 0, false
	}
	mg, eg := packed(p.Weigh(&e.standing)).unpack()
	if v = (mg + eg) / 2; p.Side() == board.Black {
		v = -v
	}
	return v, true
}

// slacks are the slacks of families. The others have none: against a horde shape is worth more than men, and in a siege a score costs too little.
var slacks = map[string]int{"xiangqi": 150, "orda": 400, "chess": 400}

// Slack returns the centipawns by which what a Score adds to its Sketch hardly ever changes from one position to the next, 0 where there is no such
// figure and a sketch is of no use.
func (e *Evaluator) Slack() int { return e.slack }
