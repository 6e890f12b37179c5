package search

import (
	"buluo/board"
	"buluo/variant"
)

// Scores are centipawns for the side to move. A game won in n plies is worth Mate - n, whatever ends it; every score from
// MateBound on says so.
const (
	Mate      = 32000
	MaxPly    = 128
	MateBound = Mate - MaxPly

	// ruled is a game that the rules will decide if it goes on as it does (a perpetual check, seen before the repetition that is
	// judged). It claims no distance.
	ruled = 28000

	infinite = Mate + 1
)

// IsMate reports whether a score is a forced end, and how many plies away it is: positive where the side to move wins.
func IsMate(score int) (plies int, ok bool) {
	switch {
	case score >= MateBound:
		return Mate - score, true
	case score <= -MateBound:
		return -Mate - score, true
	}
	return 0, false
}

// worth returns what the end of a game at a ply is worth to the side to move there.
func worth(o board.Outcome, side board.Color, ply int) int {
	switch o.Winner {
	case side:
		return Mate - ply
	case side.Other():
		return ply - Mate
	}
	return 0
}

// worthOf returns what a value that speaks of a colour is worth to the side to move, without a distance.
func worthOf(v variant.Value, of, side board.Color) int {
	score := 0
	switch v {
	case variant.Win:
		score = ruled
	case variant.Loss:
		score = -ruled
	}
	if of != side {
		return -score
	}
	return score
}

// toTable turns a score at a ply, whose distances count from the root, into one whose distances count from the position itself.
func toTable(score, ply int) int16 {
	switch {
	case score >= MateBound:
		score += ply
	case score <= -MateBound:
		score -= ply
	}
	return int16(score)
}

// fromTable is the inverse of toTable.
func fromTable(stored int16, ply int) int {
	score := int(stored)
	switch {
	case score >= MateBound:
		score -= ply
	case score <= -MateBound:
		score += ply
	}
	return score
}
