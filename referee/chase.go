package referee

import (
	"buluo/board"
	"buluo/variant"
)

// A perpetual chase, after the federation's rule book: a side that with every move of the repetition makes a new threat to
// win the same enemy piece loses. This file says what winning a piece is (wins), which threats are new (chased), and
// follows the hunted pieces through their flight (onlyChased).
//
// Generals and soldiers may threaten what they like; nothing is wrong with threatening a general (that is a check, and
// judged before) or a soldier on its own side of the river. A check that stands on the board is left out of account: a
// chase with check is a chase, and the piece that a check keeps from protecting protects.

// onlyChased says which sides chased one and the same piece with every move since past[first].
func (g *Game) onlyChased(first int) (guilty [2]bool) {
	var name [board.MaxSquares]board.Square // of the piece on each square: where it stood at first
	for sq := range name {
		name[sq] = board.Square(sq)
	}
	hunted := [2]board.Bits{g.spec.Geometry.All(), g.spec.Geometry.All()} // names
	moved := [2]bool{}
	for i := first; i < len(g.moves); i++ {
		m, before, after := g.moves[i], &g.past[i], &g.past[i+1]
		if m.Kind() != board.Pass {
			name[m.To()] = name[m.From()] // nothing is captured within a repetition
		}
		var now board.Bits
		for b := chased(before, after, m); b.Any(); {
			now = now.With(name[b.Pop()])
		}
		hunted[before.side] = hunted[before.side].And(now)
		moved[before.side] = true
	}
	for c := range guilty {
		guilty[c] = moved[c] && hunted[c].Any()
	}
	return guilty
}

// chased returns the squares of the enemy pieces that a move newly threatens to win.
//
// A threat is new if the hunter has moved, or if its way has just been opened, and the capture would not have won the piece
// before the move. A way that was open already but where the capture has just become good (because the prey's protector
// was pinned or cut off, or the hunter unpinned) counts too, but not as a by-product: not if the move parries an attack
// of the other side.
func chased(before, after *state, m board.Move) board.Bits {
	var out board.Bits
	us := before.side
	byProduct := parries(before, after, m)
	for hunter := board.Square(0); hunter < after.size(); hunter++ {
		if !after.owned(hunter, us) || !after.mayHunt(hunter) {
			continue
		}
		was := hunter
		if hunter == m.To() {
			was = m.From()
		}
		for prey := board.Square(0); prey < after.size(); prey++ {
			if !after.wins(hunter, prey) || before.wins(was, prey) {
				continue
			}
			if hunter == m.To() || !before.hits(was, prey) || !byProduct {
				out = out.With(prey)
			}
		}
	}
	return out
}

// parries reports whether a move ends a threat of the other side to win one of the mover's pieces. Here an attack on a piece
// of the attacker's own kind is a threat like any other.
func parries(before, after *state, m board.Move) bool {
	for hunter := board.Square(0); hunter < before.size(); hunter++ {
		if !before.owned(hunter, before.side.Other()) {
			continue
		}
		for prey := board.Square(0); prey < before.size(); prey++ {
			now := prey
			if prey == m.From() {
				now = m.To()
			}
			if before.gains(hunter, prey) && !after.gains(hunter, now) {
				return true
			}
		}
	}
	return false
}

// mayHunt reports whether the piece on sq can be guilty of a chase.
func (s *state) mayHunt(sq board.Square) bool {
	def := s.spec.Piece(s.at[sq].Type())
	return !def.Royal && !def.Soldier
}

// mayBeHunted reports whether threats to the piece on sq count.
func (s *state) mayBeHunted(sq board.Square) bool {
	def, c := s.spec.Piece(s.at[sq].Type()), s.at[sq].Color()
	crossed := s.relativeRank(s.spec.Geometry.Rank(sq), c)+1 >= s.spec.SoldierRank
	return !def.Royal && (!def.Soldier || crossed)
}

// wins reports whether the piece on hunter threatens the enemy piece on prey: it gains by the capture, and the two are not
// of one kind and attack each other. That is the offer of an exchange, and no threat unless only one of them can capture.
func (s *state) wins(hunter, prey board.Square) bool {
	if !s.gains(hunter, prey) {
		return false
	}
	if s.at[hunter].Type() == s.at[prey].Type() && s.hits(prey, hunter) {
		_, mutual := s.capture(prey, hunter, s)
		return !mutual
	}
	return true
}

// gains reports whether the piece on hunter, were it to move, could capture the enemy piece on prey and come out ahead: the
// capture is legal, and the prey is worth more, or nothing can legally take back.
func (s *state) gains(hunter, prey board.Square) bool {
	if s.at[prey] == board.NoPiece || s.at[prey].Color() == s.at[hunter].Color() {
		return false
	}
	if !s.mayBeHunted(prey) || !s.hits(hunter, prey) {
		return false
	}
	after, ok := s.capture(hunter, prey, s)
	if !ok {
		return false
	}
	if worthMore(s.spec.Piece(s.at[prey].Type()), s.spec.Piece(s.at[hunter].Type())) {
		return true
	}
	for root := board.Square(0); root < s.size(); root++ {
		if !after.owned(root, s.at[prey].Color()) || !after.hits(root, prey) {
			continue
		}
		if _, ok := after.capture(root, prey, s); ok {
			return false
		}
	}
	return true
}

// capture makes a capture on a copy and reports whether it leaves the capturer's general safe. Pieces that attacked that
// general in the position given as standing do not count against a capture by another piece than the general.
func (s *state) capture(from, to board.Square, standing *state) (state, bool) {
	after := *s
	after.side = s.at[from].Color()
	after.place(board.NewMove(from, to))
	c := after.side
	if s.spec.FlyingGeneral && after.facing() {
		return after, false
	}
	general, has := after.royal(c)
	if !has {
		return after, true
	}
	for sq := board.Square(0); sq < after.size(); sq++ {
		if !after.owned(sq, c.Other()) || !after.hits(sq, general) {
			continue
		}
		stood := standing.owned(sq, c.Other()) && standing.hits(sq, general) && general != to
		if !stood {
			return after, false
		}
	}
	return after, true
}

// worthMore reports whether the rule book lets a piece win another even where it is protected: a chariot taken by a horse or
// a cannon, any of the three taken by an advisor or an elephant.
func worthMore(prey, hunter *variant.Piece) bool {
	switch hunter.Key {
	case "horse", "cannon":
		return prey.Key == "rook"
	case "elephant", "fers":
		return prey.Key == "rook" || prey.Key == "cannon" || prey.Key == "horse"
	}
	return false
}
