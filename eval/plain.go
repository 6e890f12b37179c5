package eval

import (
	"buluo/board"
	"buluo/rules"
)

// plainPlace is where a sort of piece stands well on a board of open lines, in middle game and ending: by the tenth part of the board and by the
// files to the nearer edge.
type plainPlace struct {
	rank [rankBins]Pair
	file [fileBins]Pair
}

// What everybody who plays chess knows: knights belong in the middle and kings behind their pawns until the ending, rooks on the seventh rank,
// and centre pawns go forward.
var (
	leaperPlace = plainPlace{
		[rankBins]Pair{{-22, -16}, {-8, -8}, {0, -2}, {6, 3}, {8, 6}, {10, 6}, {10, 4}, {4, 0}, {-4, -6}, {-18, -14}},
		[fileBins]Pair{{-18, -14}, {-6, -5}, {3, 1}, {6, 5}, {6, 5}},
	}
	diagPlace = plainPlace{
		[rankBins]Pair{{-12, -8}, {3, -3}, {5, 0}, {5, 2}, {5, 3}, {4, 3}, {2, 2}, {-2, 0}, {-4, -2}, {-8, -6}},
		[fileBins]Pair{{-6, -5}, {0, -1}, {2, 2}, {3, 4}, {3, 4}},
	}
	orthPlace = plainPlace{
		[rankBins]Pair{{-2, -3}, {-6, -3}, {-4, -2}, {-3, 0}, {-2, 2}, {0, 3}, {3, 4}, {12, 8}, {10, 6}, {3, 3}},
		[fileBins]Pair{{-5, -1}, {-1, 0}, {3, 1}, {5, 1}, {5, 1}},
	}
	heavyPlace = plainPlace{
		[rankBins]Pair{{-1, -14}, {1, -6}, {1, 0}, {0, 5}, {0, 8}, {-1, 8}, {-1, 6}, {-1, 3}, {-2, 0}, {-3, -6}},
		[fileBins]Pair{{-3, -10}, {0, -2}, {1, 3}, {1, 6}, {1, 6}},
	}
	royalPlace = plainPlace{
		[rankBins]Pair{{6, -20}, {-10, -6}, {-28, 2}, {-40, 8}, {-48, 12}, {-52, 14}, {-54, 14}, {-54, 10}, {-54, 4}, {-54, -6}},
		[fileBins]Pair{{14, -14}, {18, -4}, {-8, 4}, {-12, 9}, {-12, 9}},
	}
	footPlace = plainPlace{
		[rankBins]Pair{{0, 0}, {-2, -2}, {0, -2}, {6, 0}, {8, 2}, {12, 8}, {18, 16}, {26, 28}, {30, 34}, {30, 34}},
		[fileBins]Pair{{-8, 2}, {-3, 0}, {2, -1}, {8, -2}, {8, -2}},
	}
)

// plainPlaces returns the table of a type.
func (e *Evaluator) plainPlaces(side *rules.Side, m *rules.Mover) *plainPlace {
	value, _ := plainValue(e.r, m)
	orth, diag := m.Capture.Orth || m.Quiet.Orth, m.Capture.Diag || m.Quiet.Diag
	switch {
	case m.Royal:
		return &royalPlace
	case m.Steps != nil && (side.Royal != board.NoType || !e.lone()):
		return &footPlace
	case m.Steps != nil:
		return &plainPlace{rank: [rankBins]Pair{{0, 0}, {0, 0}, {2, 2}, {4, 4}, {6, 6}, {9, 9}, {12, 12}, {18, 18}, {22, 22}, {22, 22}}}
	case value.Mg >= heavyPrice:
		return &heavyPlace
	case orth:
		return &orthPlace
	case diag:
		return &diagPlace
	}
	return &leaperPlace
}
