package position

import (
	"buluo/board"
	"buluo/rules"
)

// noMate reports whether neither side can mate by chess's count: nothing but royal pieces, or one knight in all, or
// bishops on squares of one colour. A side that is bare does not save the other, so that the board is judged as a whole
// but for one case: a lone knight with a bishop anywhere is enough.
func (p *Position) noMate() bool {
	if p.types[0]&p.r.Sides[0].Major|p.types[1]&p.r.Sides[1].Major != 0 { // nearly always
		return false
	}
	var bishops board.Bits
	knights := 0
	for c := range p.r.Sides {
		for _, m := range p.r.Sides[c].Movers {
			n := p.Count(board.Color(c), m.Type)
			if n == 0 || m.Royal {
				continue
			}
			switch m.Minor {
			case rules.Knightly:
				knights += n
			case rules.ShadeBound:
				bishops = bishops.Or(p.Pieces(board.Color(c), m.Type))
			}
		}
	}
	// Knights count as they do in chess: one cannot mate, and with two, or with a bishop, somebody might help.
	if bishops.Any() {
		return knights == 0 && (bishops.Within(p.r.Dark) || !bishops.Meets(p.r.Dark))
	}
	return knights <= 1
}
