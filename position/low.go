package position

import (
	"buluo/board"
	"buluo/rules"
)

// What is asked most often has a twin for boards of 64 squares or fewer, whose sets are all in the lower word: half the arithmetic, and sets that
// stay in the processor's registers.

// TargetsLow is Targets on boards that are Low.
func (p *Position) TargetsLow(pat *rules.Pattern, s board.Square) uint64 {
	switch pat.Shape {
	case rules.Leaper:
		return pat.Leaps[s&127].Lo
	case rules.OrthRider:
		rank, file := p.Words(s)
		return p.lines.RideLow(s, rank, file)
	case rules.DiagRider:
		return p.lines.RideDiagLow(s, p.Occupied().Lo)
	case rules.QueenRider:
		rank, file := p.Words(s)
		return p.lines.RideLow(s, rank, file) | p.lines.RideDiagLow(s, p.Occupied().Lo)
	}
	return p.Targets(pat, s).Lo
}

// attackersLow is attackers where the list of sources has leaps and whole lines alone.
func (p *Position) attackersLow(v *rules.Sight, s board.Square, by board.Color, occ uint64) uint64 {
	ours := (*[board.MaxTypes]board.Bits)(p.pieces[int(by&1)*board.MaxTypes:])
	s &= 63
	found := uint64(0)
	for i, from := range v.LowFrom(s) {
		found |= from & ours[v.Leaps[i].Type%board.MaxTypes].Lo
	}
	if orth := alongLow(v.Orth, ours, s); orth&p.lines.Orth[s].Lo != 0 {
		found |= p.lines.RideOrthLow(s, occ) & orth
	}
	if diag := alongLow(v.Diag, ours, s); diag&p.lines.Diag[s].Lo != 0 {
		found |= p.lines.RideDiagLow(s, occ) & diag
	}
	return found
}

// alongLow is along on boards that are Low. Zones are asked without a branch: nearly all are the whole board.
func alongLow(list []rules.LineSight, ours *[board.MaxTypes]board.Bits, s board.Square) uint64 {
	b := uint64(0)
	for i := range list {
		l := &list[i]
		b |= ours[l.Type%board.MaxTypes].Lo & -(l.Zone.Lo >> (s & 63) & 1)
	}
	return b
}
