package position

import (
	"buluo/board"
	"buluo/rules"
)

// What is asked most often has a twin for boards of 64 squares or fewer, whose sets are all in the lower word: half the arithmetic, and sets that
// stay in the processor's registers.

// TargetsLow is Targets on boards that are Low.
func (p *Position) TargetsLow(pat *rules.Pattern, s board.Square) board.Low {
	switch pat.Shape {
	case rules.Leaper:
		return board.Low(pat.Leaps[s&127].Lo)
	case rules.OrthRider:
		rank, file := p.Words(s)
		return p.lines.RideLow(s, rank, file)
	case rules.DiagRider:
		return p.lines.RideDiagLow(s, board.Low(p.Occupied().Lo))
	case rules.QueenRider:
		rank, file := p.Words(s)
		return p.lines.RideLow(s, rank, file) | p.lines.RideDiagLow(s, board.Low(p.Occupied().Lo))
	}
	return board.Low(p.Targets(pat, s).Lo)
}

// attackersLow is attackers from a list of sources that is low.
func (p *Position) attackersLow(v *rules.LowSight, s board.Square, ours *[board.MaxTypes]board.Bits, occ board.Low) board.Low {
	found, from := board.Low(0), v.From(s)
	for i, t := range v.Leaps {
		found |= from[i] & board.Low(ours[t%board.MaxTypes].Lo)
	}
	if orth := alongLow(v.Orth, ours) & board.Low(p.lines.Orth[s&127].Lo); orth != 0 {
		found |= p.lines.RideOrthLow(s, occ) & orth
	}
	if diag := alongLow(v.Diag, ours) & board.Low(p.lines.Diag[s&127].Lo); diag != 0 {
		found |= p.lines.RideDiagLow(s, occ) & diag
	}
	return found
}

// alongLow returns the pieces of the types of a list.
func alongLow(list []board.PieceType, ours *[board.MaxTypes]board.Bits) board.Low {
	b := board.Low(0)
	for _, t := range list {
		b |= board.Low(ours[t%board.MaxTypes].Lo)
	}
	return b
}
