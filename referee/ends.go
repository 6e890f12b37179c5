package referee

import (
	"buluo/board"
	"buluo/variant"
)

// award returns the outcome that is worth v to c, and no outcome for a Value of None.
func award(v variant.Value, c board.Color, why board.Reason) board.Outcome {
	switch v {
	case variant.Win:
		return board.Win(c, why)
	case variant.Loss:
		return board.Win(c.Other(), why)
	case variant.DrawValue:
		return board.Draw(why)
	}
	return board.Outcome{}
}

// opposite turns a value round to the other side.
func opposite(v variant.Value) variant.Value {
	switch v {
	case variant.Win:
		return variant.Loss
	case variant.Loss:
		return variant.Win
	}
	return v
}

// ended judges the ends that take effect at once, without a look at the moves. In mid-turn it asks what would be if the
// turn ended here: a turn ends as soon as a move of it ends the game.
func (s *state) ended() board.Outcome {
	if s.midTurn() {
		t := s.turnOver()
		return t.ended()
	}
	for _, judge := range []func() board.Outcome{s.extinct, s.flagged, s.checkedOut, s.connected, s.passedOut} {
		if out := judge(); out.Over {
			return out
		}
	}
	return board.Outcome{}
}

// extinct judges extinction: a listed kind is down to the limit, and the other side has enough of it. The side that has
// just moved is asked first. A claim (extinctionClaim) asks one more of the opponent when it is the mover's own.
func (s *state) extinct() board.Outcome {
	spec := s.spec
	if spec.ExtinctionValue == variant.None || spec.ExtinctionRoyal {
		return board.Outcome{}
	}
	for _, c := range []board.Color{s.side.Other(), s.side} {
		needed := spec.ExtinctionOpponent
		if spec.ExtinctionClaim && c == s.side {
			needed++
		}
		for t := board.PieceType(0); int(t) <= len(spec.Pieces); t++ {
			listed := spec.ExtinctionTypes.Has(t)
			if t == board.NoType {
				listed = spec.ExtinctionAll // the count of all pieces
			}
			if listed && s.count(c, t) <= spec.ExtinctionCount && s.count(c.Other(), t) >= needed {
				return award(spec.ExtinctionValue, c, board.Extinction)
			}
		}
	}
	return board.Outcome{}
}

// onFlag returns the squares of c's flag pieces that stand in its flag region.
func (s *state) onFlag(c board.Color) board.Bits {
	var out board.Bits
	for b := s.spec.FlagRegion[c]; b.Any(); {
		if sq := b.Pop(); s.owned(sq, c) && (s.spec.FlagAny[c] || s.at[sq].Type() == s.spec.FlagPiece[c]) {
			out = out.With(sq)
		}
	}
	return out
}

// flagReached reports whether c has its flag pieces home: enough of them, or any while the region has no room for more.
// Where flags must be safe, a bare quorum must not include an attacked piece; with an extra move (flagMove) that is asked
// only of the side that has just moved.
func (s *state) flagReached(c board.Color) bool {
	spec := s.spec
	home := s.onFlag(c)
	if home.Empty() {
		return false
	}
	full := true
	for b := spec.FlagRegion[c]; b.Any(); {
		if s.at[b.Pop()] == board.NoPiece {
			full = false
		}
	}
	if home.Count() < spec.FlagCount && !(spec.FlagBlockedWin && full) {
		return false
	}
	if spec.FlagSafe && (!spec.FlagMove || c != s.side) && home.Count() == spec.FlagCount {
		return !s.anyAttacked(home, c.Other())
	}
	return true
}

// royalFlag reports whether c's flag piece is its general.
func (s *state) royalFlag(c board.Color) bool {
	def := s.spec.Piece(s.spec.FlagPiece[c])
	return !s.spec.FlagAny[c] && def != nil && def.Royal
}

// flagged judges the flags. Normally the side that has just moved wins by having reached its region. With flagMove the
// other side has one more move, to get there too; with flagSafe it may be able to capture.
func (s *state) flagged() board.Outcome {
	spec, us, them := s.spec, s.side, s.side.Other()
	if (spec.FlagMove || spec.FlagSafe) && s.flagReached(us) {
		// The mover got there on its last move and its opponent has not taken it away. Did the opponent get there as well?
		both := spec.FlagMove && us == board.White && s.royalFlag(them) || spec.FlagSafe && !spec.FlagMove
		if both && s.flagReached(them) {
			return board.Draw(board.Campmate)
		}
		return board.Win(us, board.Campmate)
	}
	if spec.FlagMove && !spec.FlagSafe && !s.royalFlag(us) || !s.flagReached(them) {
		return board.Outcome{}
	}
	// White was first: Black, as the second to move, has the right to follow with its general.
	if spec.FlagMove && s.royalFlag(us) && us == board.Black && !s.inCheck(us) && s.canFollow() {
		return board.Outcome{}
	}
	return board.Win(them, board.Campmate)
}

// canFollow reports whether the mover's general has a legal step into its flag region.
func (s *state) canFollow() bool {
	for _, m := range s.candidates() {
		if m.Kind() == board.Normal && s.isRoyal(m.From()) && s.spec.FlagRegion[s.side].Has(m.To()) && s.legal(m) {
			return true
		}
	}
	return false
}

// checkedOut judges check counting: whoever has given the last check wins.
func (s *state) checkedOut() board.Outcome {
	them := s.side.Other()
	if s.spec.CheckCounting && s.checks[them] <= 0 {
		return board.Win(them, board.CheckLimit)
	}
	return board.Outcome{}
}

// passedOut judges passes: one from each side, one after the other, is a draw.
func (s *state) passedOut() board.Outcome {
	if s.passes >= 2 {
		return board.Draw(board.Passes)
	}
	return board.Outcome{}
}

// threatened reports whether the side to move is in check: its general is attacked, or one of its pseudo-royal pieces.
func (s *state) threatened() bool {
	return s.inCheck(s.side) || s.spec.ExtinctionRoyal && s.anyAttacked(s.pseudoRoyals(s.side), s.side.Other())
}

// stuck judges a side to move without a legal move. Anything but a draw for a side that is not in check is a smother.
func (s *state) stuck() board.Outcome {
	if s.threatened() {
		return award(s.spec.CheckmateValue, s.side, board.Mate)
	}
	v := s.spec.StalemateValue
	if s.spec.StalemateByCount {
		switch mine, theirs := s.count(s.side, board.NoType), s.count(s.side.Other(), board.NoType); {
		case mine == theirs:
			v = variant.DrawValue
		case mine > theirs:
			v = opposite(v)
		}
	}
	if v == variant.Loss {
		return award(v, s.side, board.Smother)
	}
	return award(v, s.side, board.Stalemate)
}
