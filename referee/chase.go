package referee

import (
	"buluo/board"
	"buluo/variant"
)

// A perpetual chase, after the federation's rule book: a side that with every turn of the repetition makes a new threat to
// win the same enemy piece loses. This file says what winning a piece is (wins), which threats are new (chased), and
// follows the hunted pieces through their flight (onlyChased).
//
// Generals and soldiers may threaten what they like; nothing is wrong with threatening a general (that is a check, and
// judged before) or a soldier on its own side of the river. A check that stands on the board is left out of account: a
// chase with check is a chase, and the piece that a check keeps from protecting protects.
//
// What a turn is meant for does not matter: it may flee, parry or offer and be a chase all the same.

// turn is what one side did between two positions, without capturing anything.
type turn struct {
	before, after *state
	from          [board.MaxSquares]board.Square // where the piece now on each square stood before
}

// stay returns a turn in which nothing has moved yet.
func stay(s *state) turn {
	t := turn{before: s, after: s}
	for sq := range t.from {
		t.from[sq] = board.Square(sq)
	}
	return t
}

// move adds a move to the turn.
func (t *turn) move(m board.Move, after *state) {
	if m.Kind() != board.Pass {
		t.from[m.To()] = t.from[m.From()]
	}
	t.after = after
}

// Chased returns the squares of those pieces of the side to move that the turn just ended newly threatens to win. There
// are none in the middle of a turn, and none where any move of the turn cannot be repeated or was made before the set-up.
func (g *Game) Chased() board.Bits {
	present := len(g.moves)
	first := present
	for first > present-g.window() && (first == present || g.past[first].midTurn()) {
		first--
	}
	if g.past[first].midTurn() || g.past[first].side == g.Side() {
		return board.Bits{}
	}
	t := stay(&g.past[first])
	for i := first; i < present; i++ {
		t.move(g.moves[i], &g.past[i+1])
	}
	return t.chased()
}

// quarry is what a side has been hunting since a repetition began. Pieces go by the square where they stood then.
type quarry struct {
	all    board.Bits // threatened anew by its every turn
	pinned board.Bits // of these, chariots that its horses kept pinned
	turns  int
}

// onlyChased says which sides chased one and the same piece with every turn since past[first]. Of two that did, one that
// hunted a chariot which its own horse kept pinned is alone guilty, if the other did not: the chariot could do nothing
// about it (rule 19).
//
// Turns count as wholes. Where past[first] is in the middle of one, so is the present position, being the same: the moves that
// finished the turn then would finish it now, and are looked at last.
func (g *Game) onlyChased(first int) (guilty [2]bool) {
	everything := g.spec.Geometry.All()
	hunted := [2]quarry{{all: everything, pinned: everything}, {all: everything, pinned: everything}}
	plies, start := len(g.moves)-first, first
	for start < len(g.moves) && g.past[start].midTurn() {
		start++
	}
	whole, now := stay(&g.past[start]), stay(&g.past[start])
	for i := range plies {
		at := start + i
		if at >= len(g.moves) {
			at -= plies
		}
		m, after := g.moves[at], &g.past[at+1]
		whole.move(m, after)
		now.move(m, after)
		if after.side == now.before.side {
			continue
		}
		q := &hunted[now.before.side]
		var all, pinned board.Bits
		for b := now.chased(); b.Any(); {
			prey := b.Pop()
			all = all.With(whole.from[prey])
			if after.pinnedByHorse(prey) {
				pinned = pinned.With(whole.from[prey])
			}
		}
		q.all, q.pinned, q.turns = q.all.And(all), q.pinned.And(pinned), q.turns+1
		now = stay(after)
	}
	for c, q := range hunted {
		other := hunted[1-c]
		guilty[c] = q.turns > 0 && q.all.Any()
		if guilty[c] && !q.pinned.Any() && other.turns > 0 && other.pinned.Any() {
			guilty[c] = false
		}
	}
	return guilty
}

// chased returns the squares of the enemy pieces that the turn newly threatens to win: some piece could capture and win
// them now that could not have done so from where it stood.
//
// What it could have done is asked without the protectors that only its own capture would have let through. They aim at
// the hunter itself, as a rule: who shuts their line parries an attack, and the prey behind was under attack all the
// time.
func (t *turn) chased() board.Bits {
	var out board.Bits
	us := t.before.side
	for hunter := board.Square(0); hunter < t.after.size(); hunter++ {
		if !t.after.owned(hunter, us) || !t.after.mayHunt(hunter) {
			continue
		}
		for prey := board.Square(0); prey < t.after.size(); prey++ {
			if t.after.wins(hunter, prey, anyProtector) && !t.before.wins(t.from[hunter], prey, standingProtector) {
				out = out.With(prey)
			}
		}
	}
	return out
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

// protection says which protectors of a piece count.
type protection int

const (
	anyProtector      protection = iota // whatever could take back
	standingProtector                   // what protects the square already, before the capture
)

// wins reports whether the piece on hunter threatens the enemy piece on prey: it gains by the capture, and the two are not
// of one kind and attack each other. That is the offer of an exchange, and no threat unless only one of them can capture.
func (s *state) wins(hunter, prey board.Square, by protection) bool {
	if !s.gains(hunter, prey, by) {
		return false
	}
	if s.at[hunter].Type() == s.at[prey].Type() && s.hits(prey, hunter) {
		_, mutual := s.capture(prey, hunter, s)
		return !mutual
	}
	return true
}

// gains reports whether the piece on hunter, were it to move, could capture the enemy piece on prey and come out ahead: the
// capture is legal, and the prey is worth more, or no protector that counts can legally take back.
func (s *state) gains(hunter, prey board.Square, by protection) bool {
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
	if s.standing(prey) > s.standing(hunter) && s.standing(hunter) > 0 {
		return true
	}
	for root := board.Square(0); root < s.size(); root++ {
		if !after.owned(root, s.at[prey].Color()) || !after.hits(root, prey) {
			continue
		}
		if by == standingProtector && !s.hits(root, prey) {
			continue
		}
		if _, ok := after.capture(root, prey, s); ok {
			return false
		}
	}
	return true
}

// pinnedByHorse reports whether the piece on sq is a chariot without which a horse, or anything else that leaps lamely,
// would check its general.
func (s *state) pinnedByHorse(sq board.Square) bool {
	c := s.at[sq].Color()
	general, has := s.royal(c)
	if !has || s.isRoyal(sq) || s.standing(sq) != 3 {
		return false
	}
	without := *s
	without.at[sq] = board.NoPiece
	for from := board.Square(0); from < s.size(); from++ {
		if s.owned(from, c.Other()) && s.lame(from) && without.hits(from, general) && !s.hits(from, general) {
			return true
		}
	}
	return false
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

// standing ranks the piece on sq among those of the rule book, which lets a piece win one that ranks higher even where it is
// protected: 3 is a chariot, which captures any distance along ranks and files; 2 a horse or a cannon, which captures by
// lame leaps or by hopping along ranks and files; 1 an advisor or an elephant, which may not go to the other half. The
// others, 0, have no rank: nothing is worth more than they are, nor less.
func (s *state) standing(sq board.Square) int {
	def, c := s.spec.Piece(s.at[sq].Type()), s.at[sq].Color()
	g := s.spec.Geometry
	home := true
	for b := def.Region[c]; b.Any(); {
		if to := b.Pop(); int(to) < g.Size() && 2*s.relativeRank(g.Rank(to), c) >= g.Ranks {
			home = false
		}
	}
	switch {
	case def.Royal || def.Soldier:
		return 0
	case home:
		return 1
	case captures(def, variant.Ride) == 4:
		return 3
	case captures(def, variant.Hop) == 4 || s.lame(sq):
		return 2
	}
	return 0
}

// captures counts the directions along ranks and files in which a type captures at any distance by steps of a kind.
func captures(def *variant.Piece, kind variant.StepKind) int {
	seen := map[[2]int]bool{}
	for _, st := range def.Steps {
		if st.Capture && st.Kind == kind && st.Limit == 0 && abs(st.Files)+abs(st.Ranks) == 1 {
			seen[[2]int{st.Files, st.Ranks}] = true
		}
	}
	return len(seen)
}

// lame reports whether the piece on sq captures by lame leaps.
func (s *state) lame(sq board.Square) bool {
	for _, st := range s.spec.Piece(s.at[sq].Type()).Steps {
		if st.Capture && st.Kind == variant.Lame {
			return true
		}
	}
	return false
}
