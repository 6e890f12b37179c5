package position

import (
	"fmt"

	"buluo/board"
)

// Verify derives from the mailbox alone everything that moves keep up to date piece by piece (sets, counts, occupancy
// words, the key) and names the first that differs. It is the slow twin of Do and Undo, for tests and long walks.
func (p *Position) Verify() error {
	// What a history alone knows (clock, rights, squares passed) cannot be derived; the key is made from it as it stands.
	q := Position{r: p.r, lines: p.lines, side: p.side, st: p.st}
	for b := p.r.Board; b.Any(); {
		s := b.Pop()
		if p.at[s] != board.NoPiece {
			q.put(p.at[s], s)
		}
	}
	switch {
	case p.sides != q.sides:
		return fmt.Errorf("%s: the sides' sets differ from the board", p.FEN())
	case p.pieces != q.pieces:
		return fmt.Errorf("%s: the pieces' sets differ from the board", p.FEN())
	case p.count != q.count:
		return fmt.Errorf("%s: the piece counts differ from the board", p.FEN())
	case p.types != q.types:
		return fmt.Errorf("%s: the types that the sides have differ from the board", p.FEN())
	case p.ranks != q.ranks || p.files != q.files:
		return fmt.Errorf("%s: the occupancy words differ from the board", p.FEN())
	case p.weights != nil && p.weight != p.weigh(p.weights):
		return fmt.Errorf("%s: the sum of the weights differs from the board", p.FEN())
	case p.st.key != q.keyFromScratch():
		return fmt.Errorf("%s: the key differs from the one made anew", p.FEN())
	case p.st.side != p.side:
		return fmt.Errorf("%s: the history says that %s is on move", p.FEN(), p.st.side)
	}
	return nil
}
