package eval

import (
	"buluo/board"
	"buluo/rules"
	"buluo/variant"
)

// samples random boards are looked at, each point taken with a chance of three in ten: Betza's figure for the middle of a game
// ("About the Values of Chess Pieces", 1996).
const (
	samples      = 64
	takenInTenth = 3
)

// The plain numbers, in centipawns.
const (
	plainCrossed  = 55   // a soldier that goes sideways too is worth twice what it was
	plainAdvance  = 2    // a rank, for what cannot come back, where there is a royal piece to march on
	plainSpent    = 50   // percent of its value that a piece loses where it has no step forward left
	plainCentre   = 2    // a file nearer to the middle, for the short-range pieces that advance
	plainHome     = 4    // a rank nearer to home, for a royal piece
	plainReach    = 2    // a point that a piece of longer range may go to
	plainGuarded  = 4    // a piece that a short-range neighbour would retake on
	plainDanger   = -1   // 256 units of danger to a royal piece, squared
	plainTempo    = 5    // being on move
	plainFade     = 20   // percent of the no-capture clock from which the score fades
	plainFaded    = 50   // percent of the score left when the clock runs out
	leaperBase    = 3300 // hundredths of a centipawn for a target of a leaper,
	leaperSlope   = 69   // ... and for its square
	referencePawn = 208  // a pawn in the units of the format's pieceValue keys: the reference's own endgame pawn
)

// classical are the values that the literature gives pieces: the usual ones of xiangqi (chariot 9, cannon 4½, horse 4, elephant, advisor and
// crossed soldier 2, soldier 1) on the scale on which chariot and rook, which move alike, are worth the same.
var classical = map[string]int{
	"pawn": 100, "knight": 300, "bishop": 320, "rook": 500, "queen": 900,
	"cannon": 250, "horse": 220, "elephant": 110, "fers": 110, "soldier": 55,
}

// plainValue returns the material value of a type, a soldier's before it has crossed, and whether the designer gave it.
func plainValue(r *rules.Rules, m *rules.Mover) (v Pair, own bool) {
	p := r.Spec().Piece(m.Type)
	if v := p.Value; v[0] > 0 {
		mg := v[0] * 100 / referencePawn
		if v[1] > 0 {
			return Pair{mg, v[1] * 100 / referencePawn}, true
		}
		return Pair{mg, mg}, true
	}
	if v, ok := classical[p.Key]; ok {
		return Pair{v, v}, false
	}
	n := byMobility(r, m)
	return Pair{n, n}, false
}

// MobilityValue returns the price of a type by its mobility alone, in centipawns; 0 for a type that the side does not have.
func MobilityValue(r *rules.Rules, c board.Color, t board.PieceType) int {
	if int(t) >= board.MaxTypes || r.Sides[c].Of[t] == nil {
		return 0
	}
	return byMobility(r, r.Sides[c].Of[t])
}

// sideways reports whether a piece on a square has a step along its rank.
func sideways(m *rules.Mover, s board.Square) bool {
	for i := range m.Steps {
		if d := &m.Steps[i]; (d.Delta == 1 || d.Delta == -1) && d.From.Has(s) {
			return true
		}
	}
	return false
}

// byMobility prices a piece by what it reaches: H. G. Muller's law for pieces of N targets, 33 N + 0.69 N² centipawns (1.1 N (30 + ⅝ N)),
// a law measured by engine matches on leapers. N is the mean reach over all squares and many random occupancies, captures
// counted twice as much as quiet moves (Muller's finding too), and stretched by what the board's edges take from a knight, which on
// an open board would have eight. It prices rook, bishop and queen at 510, 350 and 1010 on 8x8, so it serves for riders as well.
func byMobility(r *rules.Rules, m *rules.Mover) int {
	reach := meanReach(r, m)
	n := reach * 8 / knightReach(r.Geometry)
	return int((leaperBase*n + leaperSlope*n*n) / 100)
}

// meanReach returns how many points a piece reaches on the average: over every point it may stand on, over random occupancies.
// The occupancies come from a fixed seed: the value of a piece is a fact of the rules.
func meanReach(r *rules.Rules, m *rules.Mover) float64 {
	random := uint64(0x9E3779B97F4A7C15)
	total, places := 0, 0
	for range samples {
		occ := randomBoard(r.Board, &random)
		for zone := m.Zone; zone.Any(); {
			s := zone.Pop()
			quiet, capture := m.Quiet.Reach(r.Lines, s, occ), m.Capture.Reach(r.Lines, s, occ)
			total += quiet.And(m.Zone).Count() + 2*capture.And(m.Zone).Count()
			places++
		}
	}
	if places == 0 {
		return 0
	}
	return float64(total) / float64(3*places)
}

// randomBoard returns an occupancy with each point taken with a chance of takenInTenth.
func randomBoard(points board.Bits, random *uint64) board.Bits {
	var occ board.Bits
	for points.Any() {
		s := points.Pop()
		*random = *random*6364136223846793005 + 1442695040888963407
		if *random>>33%10 < takenInTenth {
			occ = occ.With(s)
		}
	}
	return occ
}

// knightReach returns the mean number of moves of a knight on an empty board, and 8 on boards too small for it.
func knightReach(g board.Geometry) float64 {
	n := 4 * (max(0, g.Files-1)*max(0, g.Ranks-2) + max(0, g.Files-2)*max(0, g.Ranks-1))
	if n == 0 {
		return 8
	}
	return float64(n) / float64(g.Size())
}

// retreats reports whether a piece has any move that takes it back, or stays on a rank for ever (a piece without moves does not advance
// either).
func retreats(p *variant.Piece) bool {
	forward := false
	for _, st := range p.Steps {
		if st.Ranks < 0 {
			return true
		}
		forward = forward || st.Ranks > 0
	}
	return !forward
}
