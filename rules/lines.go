package rules

import "buluo/board"

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
// Orthogonal answers come from tables indexed by a point's place in its line and the line's occupancy word, which the
// position keeps up to date (a rank word has one bit a file, a file word one bit a rank). The tables are small on
// purpose: they hold the reached places of one line as a word and widen it to a set, about 60 kB on 9x10, where one set
// a (square, word) would take 550 kB a table and fight the transposition table for the cache. Diagonals, and questions
// about an occupancy that is not the position's own, walk rays: the first blocker cuts the ray off.
type Lines struct {
	geom   board.Geometry
	Places [board.MaxSquares]Place

	rideRank, hopRank []uint16     // [file<<files | word]
	rideFile, hopFile []uint16     // [rank<<ranks | word]
	upFile            []board.Bits // a file word as squares of file a

	Ray     [numDirections][board.MaxSquares]board.Bits
	between []board.Bits                 // [a*size + b], exclusive; empty unless a and b share a line
	Orth    [board.MaxSquares]board.Bits // rank and file of a square, without it
	Diag    [board.MaxSquares]board.Bits
}

// Place is where a square lies: eight bytes, so that one load answers all that the line tables ask of it.
type Place struct {
	File, Rank uint8
	start      uint8  // first square of the rank
	rank, file uint16 // where the parts of the tables begin that belong to its place in the rank and in the file
}

func newLines(g board.Geometry) *Lines {
	l := &Lines{geom: g}
	for i := 0; i < g.Size(); i++ {
		s := board.Square(i)
		l.Places[s] = Place{
			File: uint8(g.File(s)), Rank: uint8(g.Rank(s)), start: uint8(g.Rank(s) * g.Files),
			rank: uint16(g.File(s) << g.Files), file: uint16(g.Rank(s) << g.Ranks),
		}
		for d := Direction(0); d < numDirections; d++ {
			for t, ok := g.Step(s, deltas[d][0], deltas[d][1]); ok; t, ok = g.Step(t, deltas[d][0], deltas[d][1]) {
				l.Ray[d][s] = l.Ray[d][s].With(t)
			}
		}
		l.Orth[s] = l.Ray[East][s].Or(l.Ray[West][s]).Or(l.Ray[North][s]).Or(l.Ray[South][s])
		l.Diag[s] = l.Ray[NorthEast][s].Or(l.Ray[SouthWest][s]).Or(l.Ray[NorthWest][s]).Or(l.Ray[SouthEast][s])
	}
	l.rideRank, l.hopRank = lineTables(g.Files)
	l.rideFile, l.hopFile = lineTables(g.Ranks)
	l.upFile = make([]board.Bits, 1<<g.Ranks)
	for w := range l.upFile {
		for r := 0; r < g.Ranks; r++ {
			if w>>r&1 != 0 {
				l.upFile[w] = l.upFile[w].With(g.Square(0, r))
			}
		}
	}
	l.fillBetween()
	return l
}

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

// lineTables returns what a rider and a hopper reach from each place of a line of n places, for every occupancy of it.
func lineTables(n int) (ride, hop []uint16) {
	ride, hop = make([]uint16, n<<n), make([]uint16, n<<n)
	for place := 0; place < n; place++ {
		for w := 0; w < 1<<n; w++ {
			for _, step := range [2]int{1, -1} {
				hurdles := 0
				for at := place + step; at >= 0 && at < n && hurdles < 2; at += step {
					if hurdles == 0 {
						ride[place<<n|w] |= 1 << at
					} else {
						hop[place<<n|w] |= 1 << at
					}
					hurdles += w >> at & 1
				}
			}
		}
	}
	return ride, hop
}

// onRank widens a rank word to the squares of the rank that starts at square start. Shift counts past 63 give 0 in Go,
// which is what makes this right without a branch for a rank in either word or across both.
func onRank(word uint16, start uint8) board.Bits {
	w, s := uint64(word), uint(start)
	return board.Bits{Lo: w << s, Hi: w>>(64-s) | w<<(s-64)}
}

// Ride returns what a chariot on s reaches, first blockers included, given the words of its rank and file.
func (l *Lines) Ride(s board.Square, rank, file uint16) board.Bits {
	at := l.Places[s&127]
	across := onRank(l.rideRank[at.rank|rank], at.start)
	return across.Or(l.upFile[l.rideFile[at.file|file]].Up(uint(at.File)))
}

// HopOver returns what lies behind exactly one piece on the lines of s up to and including the next piece: a cannon's
// captures, once masked with the enemy's pieces.
func (l *Lines) HopOver(s board.Square, rank, file uint16) board.Bits {
	at := l.Places[s&127]
	across := onRank(l.hopRank[at.rank|rank], at.start)
	return across.Or(l.upFile[l.hopFile[at.file|file]].Up(uint(at.File)))
}

// RideRay returns what a rider on s reaches in one direction on an occupancy, the blocker included.
func (l *Lines) RideRay(d Direction, s board.Square, occ board.Bits) board.Bits {
	ray := l.Ray[d][s]
	blockers := ray.And(occ)
	if blockers.Empty() {
		return ray
	}
	if d < West {
		return ray.Xor(l.Ray[d][blockers.First()])
	}
	return ray.Xor(l.Ray[d][blockers.Last()])
}

// HopRay returns what lies behind exactly one piece in one direction up to and including the next piece.
func (l *Lines) HopRay(d Direction, s board.Square, occ board.Bits) board.Bits {
	blockers := l.Ray[d][s].And(occ)
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
	return l.RideRay(NorthWest, s, occ).Or(l.RideRay(NorthEast, s, occ)).
		Or(l.RideRay(SouthEast, s, occ)).Or(l.RideRay(SouthWest, s, occ))
}

// RideOrth is Ride for an occupancy that is not the position's own.
func (l *Lines) RideOrth(s board.Square, occ board.Bits) board.Bits {
	return l.RideRay(East, s, occ).Or(l.RideRay(North, s, occ)).
		Or(l.RideRay(West, s, occ)).Or(l.RideRay(South, s, occ))
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
