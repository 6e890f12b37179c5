package position

import (
	"slices"

	"buluo/board"
)

// Record returns the FEN of the set-up and the moves made since, for whoever must tell the whole game to somebody else.
// It walks back and forth, and so must not be called while a null move is on the board.
func (p *Position) Record() (start string, moves []board.Move) {
	n := p.Ply()
	p.retrace(n, func(left int) {
		if left == n {
			start = p.FEN()
		}
	})
	moves = slices.Clone(p.back)
	slices.Reverse(moves)
	return start, moves
}
