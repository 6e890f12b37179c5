package position

import (
	"buluo/board"
	"buluo/rules"
)

// Position is a board with a side to move and the memory that the rules ask for: what was played since the set-up, and
// what it takes to undo it. It belongs to one goroutine. Do and Undo never allocate once the history has grown to the
// length of the game.
type Position struct {
	r      *rules.Rules
	lines  *rules.Lines
	sides  [2]board.Bits
	pieces [board.MaxPieces]board.Bits
	count  [board.MaxPieces]uint8
	types  [2]board.TypeSet // that a side has any pieces of
	at     [board.MaxSquares]board.Piece
	// Occupancy words of every rank (bit = file) and file (bit = rank), edges left out, kept for the line tables.
	ranks, files [wordRoom]uint16

	side board.Color
	// What a piece was before its piece promotion; kept only where the rules have any.
	plus  [board.MaxSquares]board.PieceType
	first int                        // full-move number of the set-up
	hist  []state                    // hist[0] is the set-up
	moves [board.MaxMoves]board.Move // scratch for whoever counts moves
	back  []board.Move               // room for walking back and forth through the history
	st    *state                     // the last of hist

	weights *Weights // what Weigh was asked for last; nil before that
	weight  int64    // what the board weighs by them
}

// Weights are numbers for every piece on every square.
type Weights [board.MaxPieces][board.MaxSquares]int64

// Weigh returns the sum of the weights of all pieces where they stand. The first call goes through the board; from then on moves keep the sum,
// until it is asked for by other weights.
func (p *Position) Weigh(w *Weights) int64 {
	if p.weights != w {
		p.weights, p.weight = w, p.weigh(w)
	}
	return p.weight
}

// weigh is Weigh from the board alone.
func (p *Position) weigh(w *Weights) int64 {
	var sum int64
	for b := p.Occupied(); b.Any(); {
		s := b.Pop()
		sum += w[p.at[s]%board.MaxPieces][s%board.MaxSquares]
	}
	return sum
}

// wordRoom is the room for the words of ranks and of files: a power of two, so that an index into it costs a mask.
const wordRoom = 16

// state is what a move changes beyond the pieces, and what undoing it needs.
type state struct {
	key      uint64
	passed   board.Bits // squares that may be captured on in passing
	checkers board.Bits // valid where known
	move     board.Move
	clock    uint16 // plies since the clock restarted
	age      uint16 // plies since the set-up or a null move
	turns    uint16 // full moves completed (Black's turns ended) since the set-up
	captured board.Piece
	capSq    board.Square
	moved    board.Piece     // the piece that moved, as it was before
	was      board.PieceType // plus of the captured piece
	wasMoved board.PieceType // plus of the moved piece
	rights   uint8
	left     uint8 // moves left in the turn, this one included
	checks   [2]uint8
	known    bool        // checkers have been computed
	side     board.Color // side to move
	pass     bool
}

// Rules returns what the position is played by.
func (p *Position) Rules() *rules.Rules { return p.r }

// Side returns the side to move.
func (p *Position) Side() board.Color { return p.side }

// At returns the piece on a square, NoPiece where it is empty.
func (p *Position) At(s board.Square) board.Piece { return p.at[s] }

// Occupied returns the occupied squares.
func (p *Position) Occupied() board.Bits { return p.sides[0].Or(p.sides[1]) }

// Of returns the squares of a side's pieces.
func (p *Position) Of(c board.Color) board.Bits { return p.sides[c] }

// Pieces returns the squares of a side's pieces of a type.
func (p *Position) Pieces(c board.Color, t board.PieceType) board.Bits {
	return p.pieces[board.MakePiece(c, t)&(board.MaxPieces-1)]
}

// Count returns how many pieces of a type a side has.
func (p *Position) Count(c board.Color, t board.PieceType) int {
	return int(p.count[board.MakePiece(c, t)&(board.MaxPieces-1)])
}

// Types returns the types that a side has any pieces of.
func (p *Position) Types(c board.Color) board.TypeSet { return p.types[c&1] }

// Key returns the position's hash: pieces, side to move, castling rights, squares to capture on in passing, moves left
// in a long turn and checks still to give. Two positions that the rules tell apart differ in it up to chance (2^-64).
func (p *Position) Key() uint64 { return p.st.key }

// KeyAfter returns the key of the position that a move will lead to, for hints about memory that will be asked for next. It is right for ordinary
// moves in games of ordinary turns, but for those that begin or end a right to castle or to capture in passing; elsewhere it may be wrong.
func (p *Position) KeyAfter(m board.Move) uint64 {
	keys := p.r.Keys
	from, to := m.From(), m.To()
	row := &keys.Piece[p.at[from]&63]
	key := p.st.key ^ keys.Black ^ row[from] ^ row[to]
	if taken := p.at[to]; taken != board.NoPiece {
		key ^= keys.Piece[taken&63][to]
	}
	return key
}

// Ply returns the number of plies since the set-up, null moves included.
func (p *Position) Ply() int { return len(p.hist) - 1 }

// Clock returns the plies since a capture, or whatever else the variant lets restart its clock.
func (p *Position) Clock() int { return int(p.st.clock) }

// MovesLeft returns the moves that the side to move has left in its turn, this one included: 1 in every game with
// ordinary turns.
func (p *Position) MovesLeft() int { return int(p.st.left) }

// MidTurn reports whether the side to move has already made a move in this turn.
func (p *Position) MidTurn() bool { return p.st.left < p.r.Turn[p.side] }

// Last returns the move that led here, NoMove at the set-up and after a null move.
func (p *Position) Last() board.Move { return p.st.move }

// Passed returns the squares that the last move passed over and on which the side to move may capture in passing, as
// the FEN shows them. [Position.Takeable] says on which of them there is something to be had.
func (p *Position) Passed() board.Bits { return p.st.passed }

// Takeable returns the squares where a capture in passing takes a piece. The moves of a variant's own pieces leave
// passed squares on which there is none: the one they end on, and those off its file where the region leaves that one
// out.
func (p *Position) Takeable() board.Bits {
	open := p.st.passed.Without(p.Occupied())
	for b := open; b.Any(); {
		to := b.Pop()
		if s := p.victim(to); s == board.NoSquare || p.r.Sides[p.side.Other()].Of[p.at[s].Type()].Royal {
			open = open.Drop(to)
		}
	}
	return open
}

// Rights returns the castling rights that are left, as bits of the rules' four.
func (p *Position) Rights() uint8 { return p.st.rights }

// Words returns the occupancy words of the rank and the file of a square, for the line tables.
func (p *Position) Words(s board.Square) (rank, file uint16) {
	at := &p.lines.Places[s&127]
	return p.ranks[at.Rank%wordRoom], p.files[at.File%wordRoom]
}

// Royal returns the square of a side's royal piece. It must have one.
func (p *Position) Royal(c board.Color) board.Square {
	return p.pieces[p.r.Royals[c&1]&(board.MaxPieces-1)].First()
}

// Captured returns the piece that a legal move captures, NoPiece where it captures none.
func (p *Position) Captured(m board.Move) board.Piece {
	switch m.Kind() {
	case board.EnPassant:
		return p.at[p.victim(m.To())]
	case board.Castle, board.Pass:
		return board.NoPiece
	}
	return p.at[m.To()]
}

// victim returns the square of the piece that capturing in passing on to takes: the one that stands on a passed square
// itself (a custom piece may pass its own last square), else the nearest enemy piece behind to on the file. NoSquare
// where there is none.
func (p *Position) victim(to board.Square) board.Square {
	them := p.side.Other()
	standing := p.st.passed.And(p.Occupied())
	behind := p.lines.Rays[to][p.behind()].And(p.sides[them])
	switch {
	case standing.Any() && them == board.Black:
		return standing.First()
	case standing.Any():
		return standing.Last()
	case behind.Empty():
		return board.NoSquare
	case them == board.Black:
		return behind.Last()
	}
	return behind.First()
}

// behind returns the direction in which a piece that the side to move captures in passing stands.
func (p *Position) behind() rules.Direction {
	if p.side == board.White {
		return rules.South
	}
	return rules.North
}

// Scratch returns an empty buffer that belongs to the position, for moves that are counted and forgotten. Its content
// lasts until the next call.
func (p *Position) Scratch() []board.Move { return p.moves[:0] }

// Clone returns a copy that shares nothing mutable.
func (p *Position) Clone() *Position {
	q := *p
	q.hist = make([]state, len(p.hist), len(p.hist)+256)
	copy(q.hist, p.hist)
	q.st = &q.hist[len(q.hist)-1]
	q.back = nil
	return &q
}

// put, take and shift change the board and every set and word kept of it, but not the key.
func (p *Position) put(pc board.Piece, s board.Square) {
	b := board.Bit(s)
	if p.weights != nil {
		p.weight += p.weights[pc&63][s&127]
	}
	p.at[s] = pc
	p.sides[pc.Color()] = p.sides[pc.Color()].Or(b)
	p.pieces[pc&63] = p.pieces[pc&63].Or(b)
	p.count[pc&63]++
	p.types[pc.Color()] = p.types[pc.Color()].With(pc.Type())
	l := &p.lines.Places[s&127]
	p.ranks[l.Rank%wordRoom] |= l.FileBit
	p.files[l.File%wordRoom] |= l.RankBit
}

func (p *Position) take(s board.Square) board.Piece {
	b := board.Bit(s)
	pc := p.at[s]
	if p.weights != nil {
		p.weight -= p.weights[pc&63][s&127]
	}
	p.at[s] = board.NoPiece
	p.sides[pc.Color()] = p.sides[pc.Color()].Without(b)
	p.pieces[pc&63] = p.pieces[pc&63].Without(b)
	if p.count[pc&63]--; p.count[pc&63] == 0 {
		p.types[pc.Color()] &^= 1 << pc.Type()
	}
	l := &p.lines.Places[s&127]
	p.ranks[l.Rank%wordRoom] &^= l.FileBit
	p.files[l.File%wordRoom] &^= l.RankBit
	return pc
}

func (p *Position) shift(from, to board.Square) {
	both := board.Bit(from).Or(board.Bit(to))
	pc := p.at[from]
	if p.weights != nil {
		w := &p.weights[pc&63]
		p.weight += w[to&127] - w[from&127]
	}
	p.at[from], p.at[to] = board.NoPiece, pc
	p.sides[pc.Color()] = p.sides[pc.Color()].Xor(both)
	p.pieces[pc&63] = p.pieces[pc&63].Xor(both)
	a, z := &p.lines.Places[from&127], &p.lines.Places[to&127]
	p.ranks[a.Rank%wordRoom] ^= a.FileBit
	p.files[a.File%wordRoom] ^= a.RankBit
	p.ranks[z.Rank%wordRoom] ^= z.FileBit
	p.files[z.File%wordRoom] ^= z.RankBit
}
