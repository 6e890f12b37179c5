package rules

import (
	"math/bits"

	"buluo/board"
)

// Direction numbers the eight compass directions as a board sees them. The first four grow the square number, the last
// four shrink it; d+4 is the opposite of d.
type Direction int

// The eight directions: east, north-west, north, north-east, then their opposites.
const (
	East Direction = iota
	NorthWest
	North
	NorthEast
	West
	SouthEast
	South
	SouthWest
	numDirections
)

// deltas holds files and ranks per step of each Direction.
var deltas = [numDirections][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}}

// Lines answers what a rider or a hopper reaches along ranks, files and diagonals of one geometry. It is immutable.
//
// Orthogonal answers come from tables indexed by a point's place in its line and the line's occupancy word, which the position keeps up to date
// (a rank word has one bit a file, a file word one bit a rank, and none for the edges, where nothing is left to be cut off). A table names the
// span of the line that is reached, and the span is cut out of the point's own rank or file. What a hopper reaches
// on both sides is one set as well. The tables are small on purpose: about 17 kB on 9x10, where one set a (square, word) would take 550 kB
// a table and fight the transposition table for the cache. Diagonals, and questions about occupancies without words, walk rays: the first
// blocker cuts the ray off.
type Lines struct {
	geom   board.Geometry
	Low    bool          // all squares are in the lower word of a set
	Places [1 << 8]Place // room for any Square, so that an index asks nothing
	lines  lineTable

	Rays    [board.MaxSquares][numDirections]board.Bits // all squares in a direction, the nearest blocker or not
	between []board.Bits                                // [a*size + b], exclusive; empty unless a and b share a line
	Orth    [board.MaxSquares]board.Bits                // rank and file of a square, without it
	Diag    [board.MaxSquares]board.Bits
}

// Place is where a square lies, and all that the line tables ask of it.
type Place struct {
	Row, Col         board.Bits // the other squares of its rank, and of its file
	File, Rank       uint8
	FileBit, RankBit uint16 // its bits in the words of its rank and of its file; 0 on an edge
	row, col         uint16 // where the parts of the tables begin that belong to its place in the rank and in the file
}

// lineTable is what is reached in ranks and in files, by place and word. The parts are arrays, with room for the largest board, so that nothing
// stands between the place and the answer. Ranks have the front of each and files follow at once: apart, in arrays of their own of such a size,
// the two would compete for the same lines of the cache.
type lineTable struct {
	ride  [lineRoom]uint8  // a span
	hop   [lineRoom]uint16 // a pair of spans, one on either side
	spans [256]board.Bits
	pairs [1024]board.Bits

	nspans, npairs, used int // how much of each is used
}

// lineRoom is a power of two, so that an index costs a mask. Twelve places with words of ten bits and ten with words of eight fit in.
const lineRoom = 1 << 14

// newLines makes all the tables of a geometry. They depend on nothing else, so that variants on one board could share them;
// they are small enough not to.
func newLines(g board.Geometry) *Lines {
	l := &Lines{geom: g, Low: g.Size() <= 64}
	for i := 0; i < g.Size(); i++ {
		s := board.Square(i)
		for d := Direction(0); d < numDirections; d++ {
			for t, ok := g.Step(s, deltas[d][0], deltas[d][1]); ok; t, ok = g.Step(t, deltas[d][0], deltas[d][1]) {
				l.Rays[s][d] = l.Rays[s][d].With(t)
			}
		}
		l.Orth[s] = l.Rays[s][East].Or(l.Rays[s][West]).Or(l.Rays[s][North]).Or(l.Rays[s][South])
		l.Diag[s] = l.Rays[s][NorthEast].Or(l.Rays[s][SouthWest]).Or(l.Rays[s][NorthWest]).Or(l.Rays[s][SouthEast])
	}
	l.lines.nspans, l.lines.npairs = 1, 1 // number 0 is the empty set
	rows := l.lines.add(g.Files, g.FileBits)
	cols := l.lines.add(g.Ranks, g.RankBits)
	for i := 0; i < g.Size(); i++ {
		s := board.Square(i)
		f, r := g.File(s), g.Rank(s)
		l.Places[s] = Place{
			Row: g.RankBits(r).Drop(s), Col: g.FileBits(f).Drop(s), File: uint8(f), Rank: uint8(r),
			FileBit: inner(f, g.Files), RankBit: inner(r, g.Ranks),
			row: uint16(rows + f<<innerBits(g.Files)), col: uint16(cols + r<<innerBits(g.Ranks)),
		}
	}
	l.fillBetween()
	return l
}

// fillBetween walks every line from every square, so that what lies between is found by one look, whichever end is asked
// first.
func (l *Lines) fillBetween() {
	n := l.geom.Size()
	l.between = make([]board.Bits, n*n)
	for a := 0; a < n; a++ {
		for d := Direction(0); d < numDirections; d++ {
			var passed board.Bits
			files, ranks := deltas[d][0], deltas[d][1]
			for b, ok := l.geom.Step(board.Square(a), files, ranks); ok; b, ok = l.geom.Step(b, files, ranks) {
				l.between[a*n+int(b)] = passed
				passed = passed.With(b)
			}
		}
	}
}

// innerBits returns how many places of a line of n are not on its edges: the bits of its word.
func innerBits(n int) int { return max(0, n-2) }

// inner returns the bit of a place in the word of its line.
func inner(place, n int) uint16 {
	if place == 0 || place == n-1 {
		return 0
	}
	return 1 << (place - 1)
}

// add makes the part of the table for lines of n places, given the squares of all lines at a place, and returns where it begins.
func (t *lineTable) add(n int, across func(int) board.Bits) int {
	words := 1 << innerBits(n)
	first := t.used
	t.used += n * words
	// Sets of places are words with a bit for each. They are numbered as they come up: of 12 places there are 57 spans and 404 pairs of
	// spans or single ones.
	spans, pairs := map[uint]int{0: 0}, map[uint]int{0: 0}
	span := func(from, to int) uint { return 1<<(to+1) - 1<<from }
	number := func(known map[uint]int, sets []board.Bits, next *int, places uint) int {
		i, ok := known[places]
		if !ok {
			i = *next
			*next++
			known[places] = i
			for ; places != 0; places &= places - 1 {
				sets[i] = sets[i].Or(across(bits.TrailingZeros(places)))
			}
		}
		return i
	}
	for place := 0; place < n; place++ {
		for w := 0; w < words; w++ {
			taken := func(at int) bool { return w&int(inner(at, n)) != 0 }
			// stop returns the first taken place on the way from one to the edge, or the edge.
			stop := func(at, step int) int {
				for at > 0 && at < n-1 && !taken(at) {
					at += step
				}
				return at
			}
			low, high := stop(max(place-1, 0), -1), stop(min(place+1, n-1), 1)
			i := first + place*words + w
			over := uint(0)
			if high < n-1 {
				over = span(high+1, stop(high+1, 1))
			}
			if low > 0 {
				over |= span(stop(low-1, -1), low-1)
			}
			t.ride[i] = uint8(number(spans, t.spans[:], &t.nspans, span(low, high)))
			t.hop[i] = uint16(number(pairs, t.pairs[:], &t.npairs, over))
		}
	}
	return first
}

// Ride returns what a chariot on s reaches, first blockers included, given the words of its rank and file.
func (l *Lines) Ride(s board.Square, rank, file uint16) board.Bits {
	at := &l.Places[s]
	row, col := &l.lines.spans[l.lines.ride[(at.row+rank)%lineRoom]], &l.lines.spans[l.lines.ride[(at.col+file)%lineRoom]]
	return board.Bits{Lo: at.Row.Lo&row.Lo | at.Col.Lo&col.Lo, Hi: at.Row.Hi&row.Hi | at.Col.Hi&col.Hi}
}

// HopOver returns what lies behind exactly one piece on the lines of s up to and including the next piece: a cannon's
// captures, once masked with the enemy's pieces.
func (l *Lines) HopOver(s board.Square, rank, file uint16) board.Bits {
	at := &l.Places[s]
	row, col := &l.lines.pairs[l.lines.hop[(at.row+rank)%lineRoom]%1024], &l.lines.pairs[l.lines.hop[(at.col+file)%lineRoom]%1024]
	return board.Bits{Lo: at.Row.Lo&row.Lo | at.Col.Lo&col.Lo, Hi: at.Row.Hi&row.Hi | at.Col.Hi&col.Hi}
}

// RideRay returns what a rider on s reaches in one direction on an occupancy, the blocker included.
func (l *Lines) RideRay(d Direction, s board.Square, occ board.Bits) board.Bits {
	if d < West {
		return up(&l.Rays[s&127][d], occ)
	}
	return down(&l.Rays[s&127][d], occ)
}

// up cuts a ray to higher squares off behind the first blocker. Taking one from the blockers turns over all bits up to the lowest of them, all
// bits of the board where there is none, and asks no question that the processor could guess wrongly.
func up(ray *board.Bits, occ board.Bits) board.Bits {
	lo, hi := ray.Lo&occ.Lo, ray.Hi&occ.Hi
	lessLo, borrow := bits.Sub64(lo, 1, 0)
	lessHi, _ := bits.Sub64(hi, 0, borrow)
	return board.Bits{Lo: ray.Lo & (lo ^ lessLo), Hi: ray.Hi & (hi ^ lessHi)}
}

// down cuts a ray to lower squares off behind the first blocker, the highest bit: everything from it on, or from the word's lowest bit where
// there is none. The lower word counts where the upper one is free.
func down(ray *board.Bits, occ board.Bits) board.Bits {
	lo, hi := ray.Lo&occ.Lo, ray.Hi&occ.Hi
	fromLo, fromHi := ^uint64(0)<<((bits.Len64(lo|1)-1)&63), ^uint64(0)<<((bits.Len64(hi|1)-1)&63)
	free := uint64(int64((hi-1)&^hi) >> 63) // all ones where hi is 0
	return board.Bits{Lo: ray.Lo & fromLo & free, Hi: ray.Hi & fromHi}
}

// upLow and downLow are up and down on boards whose squares fit in the lower word: a bishop's look takes half the arithmetic.
func upLow(ray, occ uint64) uint64 {
	on := ray & occ
	return ray & (on ^ (on - 1))
}

func downLow(ray, occ uint64) uint64 {
	return ray & (^uint64(0) << ((bits.Len64(ray&occ|1) - 1) & 63))
}

// HopRay returns what lies behind exactly one piece in one direction up to and including the next piece.
func (l *Lines) HopRay(d Direction, s board.Square, occ board.Bits) board.Bits {
	blockers := l.Rays[s&127][d].And(occ)
	if blockers.Empty() {
		return board.Bits{}
	}
	if d < West {
		return l.RideRay(d, blockers.First(), occ)
	}
	return l.RideRay(d, blockers.Last(), occ)
}

// RideDiag returns what a bishop on s reaches on an occupancy, first blockers included.
func (l *Lines) RideDiag(s board.Square, occ board.Bits) board.Bits {
	if l.Low {
		return l.RideDiagLow(s, board.Low(occ.Lo)).Wide()
	}
	r := &l.Rays[s&127]
	return up(&r[NorthWest], occ).Or(up(&r[NorthEast], occ)).Or(down(&r[SouthEast], occ)).Or(down(&r[SouthWest], occ))
}

// RideDiagLow is RideDiag on boards that are Low.
func (l *Lines) RideDiagLow(s board.Square, low board.Low) board.Low {
	r, occ := &l.Rays[s&127], uint64(low)
	return board.Low(upLow(r[NorthWest].Lo, occ) | upLow(r[NorthEast].Lo, occ) | downLow(r[SouthEast].Lo, occ) | downLow(r[SouthWest].Lo, occ))
}

// RideOrthLow is RideOrth on boards that are Low.
func (l *Lines) RideOrthLow(s board.Square, low board.Low) board.Low {
	r, occ := &l.Rays[s&127], uint64(low)
	return board.Low(upLow(r[East].Lo, occ) | upLow(r[North].Lo, occ) | downLow(r[West].Lo, occ) | downLow(r[South].Lo, occ))
}

// RideLow is Ride on boards that are Low.
func (l *Lines) RideLow(s board.Square, rank, file uint16) board.Low {
	at := &l.Places[s]
	row, col := &l.lines.spans[l.lines.ride[(at.row+rank)%lineRoom]], &l.lines.spans[l.lines.ride[(at.col+file)%lineRoom]]
	return board.Low(at.Row.Lo&row.Lo | at.Col.Lo&col.Lo)
}

// RideOrth is Ride for an occupancy that is not the position's own.
func (l *Lines) RideOrth(s board.Square, occ board.Bits) board.Bits {
	r := &l.Rays[s&127]
	return up(&r[East], occ).Or(up(&r[North], occ)).Or(down(&r[West], occ)).Or(down(&r[South], occ))
}

// HopOrth is HopOver for an occupancy that is not the position's own.
func (l *Lines) HopOrth(s board.Square, occ board.Bits) board.Bits {
	return l.HopRay(East, s, occ).Or(l.HopRay(North, s, occ)).
		Or(l.HopRay(West, s, occ)).Or(l.HopRay(South, s, occ))
}

// HopDiag is HopOrth along the diagonals.
func (l *Lines) HopDiag(s board.Square, occ board.Bits) board.Bits {
	return l.HopRay(NorthWest, s, occ).Or(l.HopRay(NorthEast, s, occ)).
		Or(l.HopRay(SouthEast, s, occ)).Or(l.HopRay(SouthWest, s, occ))
}

// Between returns the squares strictly between a and b where they share a rank, a file or a diagonal, else none.
func (l *Lines) Between(a, b board.Square) board.Bits {
	return l.between[int(a)*l.geom.Size()+int(b)]
}
