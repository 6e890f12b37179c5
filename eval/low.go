package eval

import "buluo/board"

// A survey is written once, in the types marked low:twin and their methods: on sets of two words, with every term put down where a trace wants its
// counts. A generator writes it a second time for the scores of boards of 64 squares or fewer, in one word: half the arithmetic and half the memory,
// more sets in the processor's registers, and nowhere a question whether counts are kept; traces are by the first writing on any board. What both
// share, the terms and the tables of a variant, has sets of either sort made from it by set(x).
//
// Here is what the twins are told apart by: the names that the generator takes as given, and the functions that differ by more than their sets. On
// orda one word saved 8 % of a search's instructions over two with the sweep of a side's pieces already by one, and the question 3 % more.

//go:generate go run ../internal/lowtwin

// set is the sort of set that a survey works with, and lowSet its twins'.
type (
	set    = board.Bits
	lowSet = board.Low
)

// tally is where a side's counts go, nil for nowhere. That of the twins takes no room, not even among the arguments of a call.
type (
	tally    = *counts
	lowTally struct{}
)

// lowLedger is a ledger that keeps nothing.
type lowLedger struct{}

func (*lowLedger) of(board.Color) lowTally { return lowTally{} }

// weighLow is weigh where no counts are kept.
func (e *Evaluator) weighLow(_ lowTally, slot, times int) packed {
	return e.w[slot&(maxSlots-1)] * packed(times)
}

// mobility returns what so many moves of a piece are worth. Scores have it from a table, as the branches are hard to foresee.
func (e *Evaluator) mobility(n tally, k *kind, moves int) packed {
	if n == nil {
		return e.mobilityLow(lowTally{}, k, moves)
	}
	return e.mobilityTerms(n, k, moves)
}

func (e *Evaluator) mobilityLow(_ lowTally, k *kind, moves int) packed {
	return k.mobility[uint(moves)%board.MaxSquares]
}

// bulk returns what the number of a host's men is worth, likewise.
func (e *Evaluator) bulk(n tally, h *host, size int) packed {
	if n == nil {
		return e.bulkLow(lowTally{}, h, size)
	}
	return e.beyond(n, h, size)
}

func (e *Evaluator) bulkLow(_ lowTally, h *host, size int) packed { return h.bulk[size%len(h.bulk)] }
