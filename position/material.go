package position

import (
	"buluo/board"
	"buluo/variant"
)

// insufficient reports whether the material lets neither side win, by the variant's rule.
func (p *Position) insufficient() bool {
	switch p.r.Spec().Insufficient {
	case variant.XiangqiInsufficient: // asked at every node
		return p.confined(board.White) && p.confined(board.Black)
	case variant.ChessInsufficient:
		return p.noMate()
	}
	// The side with an army is asked first: under the rule of the horde it can always win, and the long table is not
	// read.
	army := board.White
	if p.r.Sides[army].Royal == board.NoType {
		army = board.Black
	}
	return !p.CanWin(army) && !p.CanWin(army.Other())
}

// CanWin reports whether the material leaves a side a way to win, with the opponent's help if need be, by the variant's
// rule of insufficient material; without such a rule any material will do. A side whose opponent runs out of time is
// asked this.
//
// In Lichess's horde, insufficient material never ends a game by itself: the army can always win, by taking what is
// left. What the table says of the horde matters only when the army's flag falls.
func (p *Position) CanWin(c board.Color) bool {
	switch p.r.Spec().Insufficient {
	case variant.XiangqiInsufficient:
		return !p.confined(c)
	case variant.HordeInsufficient:
		return p.r.Sides[c].Royal != board.NoType || p.hordeCanWin(c)
	case variant.ChessInsufficient:
		return !p.noMate()
	}
	return true
}

// confined reports whether everything a side has is bound to regions on its own half: generals, advisors and elephants.
// Nothing else may be left, so that nothing can ever attack.
func (p *Position) confined(c board.Color) bool { return p.types[c]&p.r.Sides[c].Crossing == 0 }
