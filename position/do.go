package position

import (
	"buluo/board"
	"buluo/rules"
)

// push appends a state that starts as a copy of the last one and returns both. The old pointer is taken before the
// append, which may move the history.
func (p *Position) push() (old, st *state) {
	n := len(p.hist)
	if n == cap(p.hist) {
		p.grow()
	}
	p.hist = p.hist[:n+1]
	old, st = &p.hist[n-1], &p.hist[n]
	p.st = st
	return old, st
}

// grow doubles the history. Games of a known length never come here: Parse reserves room for 1,024 plies.
func (p *Position) grow() {
	hist := make([]state, len(p.hist), 2*cap(p.hist))
	copy(hist, p.hist)
	p.hist = hist
	p.st = &hist[len(hist)-1]
}

// Do plays a legal move. Nothing is checked. It stays one function: in its callers it would be cut into more calls than it is.
//
//go:noinline
func (p *Position) Do(m board.Move) {
	us := p.side
	side := &p.r.Sides[us]
	keys := p.r.Keys
	old, st := p.push()
	from, to := m.From(), m.To()
	pc := p.at[from]
	key := old.key
	clock := old.clock + 1
	captured, capSq := board.NoPiece, to

	switch m.Kind() {
	case board.Normal, board.Promotion, board.PiecePromotion:
		if captured = p.at[to]; captured != board.NoPiece {
			p.take(to)
		}
		p.shift(from, to)
		key ^= keys.Piece[pc&63][from] ^ keys.Piece[pc&63][to]
	case board.EnPassant:
		st.passed = old.passed // victim looks at them, and the new state is on top already
		capSq = p.victim(to)
		captured = p.take(capSq)
		p.shift(from, to)
		key ^= keys.Piece[pc&63][from] ^ keys.Piece[pc&63][to]
	case board.Castle:
		key ^= p.castle(us, to)
	}
	if captured != board.NoPiece {
		key ^= keys.Piece[captured&63][capSq]
		clock = 0
	}
	st.move, st.moved, st.captured, st.capSq = m, pc, captured, capSq
	if side.ClockTypes.Has(pc.Type()) && !side.Of[pc.Type()].Reach[to].Has(from) {
		clock = 0
	}
	if p.r.Ordinary && m.Kind() == board.Normal && old.passed.Empty() {
		st.ordinary(old, us)
		p.side = us.Other()
		st.key, st.clock, st.side = key^keys.Black, clock, p.side
		return
	}
	st.pass = m.Kind() == board.Pass && side.Pass
	st.passed = board.Bits{}
	if old.passed.Any() {
		key ^= p.passedKey(old.passed)
	}
	if p.r.Plus {
		p.movePlus(m, pc, captured, st)
	}
	if m.Kind() == board.Promotion || m.Kind() == board.PiecePromotion {
		key ^= p.promote(m, pc)
		clock = 0
	}
	st.rights = old.rights
	if old.rights != 0 && m.Kind() != board.Pass {
		if st.rights = p.rightsAfter(old.rights, m); st.rights != old.rights {
			key ^= keys.Castling[old.rights&15] ^ keys.Castling[st.rights&15]
		}
	}
	st.clock, st.age = clock, old.age+1
	st.checks, st.known = old.checks, false
	if p.r.Passing && m.Kind() == board.Normal {
		if st.passed = p.passedBy(pc, from, to); st.passed.Any() {
			key ^= p.passedKey(st.passed)
		}
	}
	st.left, st.turns = 1, old.turns
	p.side = us.Other()
	st.key, st.side = key, p.side
	if p.r.LongTurns || p.r.CountChecks {
		p.endMove(us, old)
		return
	}
	st.turns += uint16(us)
	st.key ^= keys.Black
}

// ordinary fills in what follows an ordinary move of a side whatever the move was.
func (st *state) ordinary(old *state, us board.Color) {
	st.passed, st.pass, st.known, st.left = board.Bits{}, false, false, 1
	st.age, st.turns = old.age+1, old.turns+uint16(us)
	st.rights, st.checks = old.rights, old.checks
}

// endMove finishes a move where turns may be long or checks are counted, both of which need to know whether the move
// gave check.
func (p *Position) endMove(us board.Color, old *state) {
	st, keys, r := p.st, p.r.Keys, p.r
	check := p.InCheck()
	if r.CountChecks && check && st.checks[us] > 0 {
		st.key ^= keys.Checks[us][st.checks[us]&31]
		st.checks[us]--
		st.key ^= keys.Checks[us][st.checks[us]&31]
	}
	left := old.left
	if left < r.Turn[us] {
		st.key ^= keys.Left[left&15]
	}
	// Asking for an end may try moves, which may move the history: old and st are not to be trusted after it.
	if left > 1 && st.move.Kind() != board.Pass && !check && !p.Ended().Over {
		st = p.st
		st.key ^= keys.Left[(left-1)&15] ^ p.passedKey(st.passed)
		st.passed = board.Bits{} // the opponent is not on move to capture
		p.side, st.side = us, us
		st.left = left - 1
		st.known = false // the checkers known are the opponent's
		return
	}
	st = p.st
	st.left = r.Turn[p.side]
	st.turns += uint16(us)
	st.key ^= keys.Black
}

// Undo takes back the last Do.
func (p *Position) Undo() {
	n := len(p.hist) - 1
	st := &p.hist[n]
	p.hist = p.hist[:n]
	p.st = &p.hist[n-1]
	m := st.move
	from, to := m.From(), m.To()
	us := p.st.side
	p.side = us
	switch m.Kind() {
	case board.Pass:
		return
	case board.Castle:
		p.uncastle(us, to)
		return
	case board.Promotion, board.PiecePromotion:
		p.take(to)
		p.put(st.moved, from)
	default:
		p.shift(to, from)
	}
	if p.r.Plus {
		p.plus[from], p.plus[to] = st.wasMoved, board.NoType
	}
	if st.captured != board.NoPiece {
		p.put(st.captured, st.capSq)
		if p.r.Plus {
			p.plus[st.capSq] = st.was
		}
	}
}

// DoNull passes the turn without a move, for a search's null move: the clock runs on, repetitions are not looked for
// across it.
func (p *Position) DoNull() {
	old, st := p.push()
	key := old.key ^ p.r.Keys.Black
	if old.passed.Any() {
		key ^= p.passedKey(old.passed)
	}
	if old.left < p.r.Turn[p.side] {
		key ^= p.r.Keys.Left[old.left&15]
	}
	*st = state{key: key, clock: old.clock + 1, rights: old.rights, checks: old.checks, turns: old.turns + uint16(p.side)}
	p.side = p.side.Other()
	st.side, st.left = p.side, p.r.Turn[p.side]
}

// UndoNull takes back the last DoNull.
func (p *Position) UndoNull() {
	n := len(p.hist) - 1
	p.hist = p.hist[:n]
	p.st = &p.hist[n-1]
	p.side = p.st.side
}

// promote turns the piece on a move's target into what it becomes and returns the key's change.
func (p *Position) promote(m board.Move, pc board.Piece) uint64 {
	t := m.Promotion()
	if m.Kind() == board.PiecePromotion {
		t = p.r.Sides[p.side].Of[pc.Type()].PromotedTo
	}
	became := board.MakePiece(p.side, t)
	p.take(m.To())
	p.put(became, m.To())
	return p.r.Keys.Piece[pc&63][m.To()] ^ p.r.Keys.Piece[became&63][m.To()]
}

// movePlus carries the memory of piece promotions along with a move.
func (p *Position) movePlus(m board.Move, pc, captured board.Piece, st *state) {
	st.was, st.wasMoved = board.NoType, p.plus[m.From()]
	if captured != board.NoPiece {
		st.was = p.plus[st.capSq]
		p.plus[st.capSq] = board.NoType
	}
	switch m.Kind() {
	case board.Castle, board.Pass:
	case board.PiecePromotion:
		p.plus[m.From()], p.plus[m.To()] = board.NoType, pc.Type()
	case board.Promotion:
		p.plus[m.From()], p.plus[m.To()] = board.NoType, board.NoType
	default:
		was := p.plus[m.From()]
		p.plus[m.From()] = board.NoType
		p.plus[m.To()] = was
	}
}

// passedKey folds the squares that may be captured on in passing into a key, by their files, as the reference does: two
// on one file cancel out, which makes repetitions of positions that differ in nothing else.
func (p *Position) passedKey(b board.Bits) uint64 {
	var key uint64
	for b.Any() {
		key ^= p.r.Keys.Passed[p.lines.Places[b.Pop()&127].File%board.MaxFiles]
	}
	return key
}

// passedBy returns the squares a piece passed over on which it may now be captured. A pawn's count only where an enemy
// pawn stands ready, unless other types capture in passing too, as the reference counts them.
func (p *Position) passedBy(pc board.Piece, from, to board.Square) board.Bits {
	us := pc.Color()
	mover, them := p.r.Sides[us].Of[pc.Type()], &p.r.Sides[us.Other()]
	if mover.Pawn {
		up := p.r.Sides[us].Up
		if d := int(to) - int(from); d != 2*up && d != 3*up {
			return board.Bits{}
		}
		over := p.lines.Between(from, to).And(them.EnPassant)
		if them.PassingTypes&^(1<<pc.Type()) != 0 {
			return over
		}
		return p.ready(over, pc.Type(), us)
	}
	if mover.Initial == nil {
		return board.Bits{}
	}
	// Another piece that made an initial move which it could not have made otherwise passed its last square too (the
	// reference's reading), and did so whether or not anything of the enemy's captures in passing: the key and the FEN
	// show it for a ply.
	if mover.Jump[from].Has(to) && !mover.Reach[from].Has(to) {
		return p.lines.Between(from, to).With(to).And(them.EnPassant)
	}
	return board.Bits{}
}

// ready keeps the squares that an enemy pawn attacks.
func (p *Position) ready(over board.Bits, pawn board.PieceType, us board.Color) board.Bits {
	kept := over
	enemy := us.Other()
	from := p.r.Sides[enemy].Of[pawn].PassFrom
	for b := over; b.Any(); {
		if s := b.Pop(); !from[s].Meets(p.Pieces(enemy, pawn)) {
			kept = kept.Drop(s)
		}
	}
	return kept
}

// castle moves both pieces of a castling and returns the key's change; to is where the king goes.
func (p *Position) castle(us board.Color, to board.Square) uint64 {
	c := p.castling(us, to)
	king, rook := p.take(c.KingFrom), p.take(c.RookFrom)
	p.put(king, c.KingTo)
	p.put(rook, c.RookTo)
	k := p.r.Keys
	return k.Piece[king&63][c.KingFrom] ^ k.Piece[king&63][c.KingTo] ^ k.Piece[rook&63][c.RookFrom] ^ k.Piece[rook&63][c.RookTo]
}

func (p *Position) uncastle(us board.Color, to board.Square) {
	c := p.castling(us, to)
	king, rook := p.take(c.KingTo), p.take(c.RookTo)
	p.put(king, c.KingFrom)
	p.put(rook, c.RookFrom)
}

// castling returns the castling of a side that takes its king to a square.
func (p *Position) castling(us board.Color, kingTo board.Square) *rules.Castle {
	c := &p.r.Castling[2*us]
	if c.KingTo != kingTo || !c.Exists {
		c = &p.r.Castling[2*us+1]
	}
	return c
}

// rightsAfter returns the castling rights that a move leaves: whatever leaves a king's or a partner's square, or
// arrives on it, ends the right. It is asked before the side to move changes.
func (p *Position) rightsAfter(rights uint8, m board.Move) uint8 {
	rights &^= p.r.Rights[m.From()] | p.r.Rights[m.To()]
	if m.Kind() == board.Castle && p.r.Spec().Castling.Opposite {
		rights &^= opposite(p.side, m.To() > m.From())
	}
	return rights
}

// opposite returns the right that the opponent loses by us castling on a wing.
func opposite(us board.Color, kingside bool) uint8 {
	i := 2 * us.Other()
	if !kingside {
		i++
	}
	return 1 << i
}
