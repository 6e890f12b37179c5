package verdict

import (
	"fmt"
	"strings"

	"buluo/board"
	"buluo/game"
	"buluo/lab/ledger"
	"buluo/lab/rescore"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
)

// facts is what is measured on one game. Plies of the opening, which are nobody's choice, count for
// nothing but the board's use. They are all that is kept of a game once it is measured, so that a
// run of thousands fits into memory, and they depend on the record alone: the same game gives the
// same facts whoever measures it.
type facts struct {
	rec     *ledger.Record
	outcome board.Outcome
	opening string // its moves, as the cluster's name
	skip    int    // plies of the opening

	seats    [2]seatFacts
	visited  [board.MaxSquares]int // how often a piece came to a square
	repeated int                   // positions that had occurred before in the game
	longest  int                   // the longest run without a capture
	first    string                // the first plies that were chosen

	scores  []int // White's, in centipawns: of each position from the end of the opening on; nil where nobody judged
	clarity []spread
	rescore []rescore.Verdict
}

// seatFacts is what one side did. They are counts and never shares: games of different lengths add
// up to the share over all moves, not to a mean of shares.
type seatFacts struct {
	moves     int
	legal     int // moves that it could have made, over all its turns
	decisions int // turns with more than one legal move
	captures  int
	waiting   int // moves after which the side's own men stand as they stood before
	byPiece   map[board.PieceType]int
	byOrigin  map[board.Square]int // by the square on which the piece began
}

// spread is what the judge makes of all legal moves of one position. The scores come first; what
// they mean as shares of the points is only known when the whole design's curve is fitted, and
// settle fills it in then.
type spread struct {
	narrowness float64 // share of them better than mean + 3/4 of the way to the best
	variance   float64 // of their shares of the points
	scores     []int
}

// chosen is how many plies make up the beginning that diversity is counted over. Three moves of
// each side: more would make every game its own beginning.
const chosen = 6

// openingOf returns how many plies a game's opening has: the moves at its beginning for which
// nobody spent a node. A record in which nobody ever did has none. Openings are not marked in
// records, but nobody searches to make a random move. Records from elsewhere that tell of no nodes
// at all would be openings to the end, so they count as having none. So does a game that was played on from a cap and comes without the thoughts
// of its first part: what that began with is not known.
func openingOf(rec *ledger.Record) int {
	n := 0
	for n < len(rec.Nodes) && rec.Nodes[n] == 0 && rec.Depths[n] == 0 {
		n++
	}
	j := rec.Job
	if n == len(rec.Nodes) || j != nil && j.After != "" && n == len(strings.Fields(j.Opening)) {
		return 0
	}
	return n
}

// walk replays a game and counts. It belongs to one call of factsOf.
type walk struct {
	f      *facts
	g      *game.Game
	origin [board.MaxSquares]board.Square // of the piece that stands there
	seen   map[uint64]bool
	stood  [2]map[uint64]bool // how a side's own men have stood
	quiet  int
	legal  []board.Move
}

// factsOf measures a game. look, if not nil, is called with every position from the end of the
// opening on, the final one included. The record is taken at its word for how the game ended; that
// its moves say the same has been checked by the referee before. An error of look ends the walk and
// is returned as it is.
func factsOf(r *rules.Rules, rec *ledger.Record, look func(g *game.Game, n int) error) (*facts, error) {
	g, err := game.FromFEN(r, rec.Start)
	if err != nil {
		return nil, err
	}
	f := &facts{rec: rec, outcome: rec.Outcome(), skip: openingOf(rec)}
	for c := range f.seats {
		f.seats[c].byPiece, f.seats[c].byOrigin = map[board.PieceType]int{}, map[board.Square]int{}
	}
	w := walk{f: f, g: g, seen: map[uint64]bool{}}
	for c := range w.stood {
		// The array counts as having stood: a side that goes back to it has waited.
		w.stood[c] = map[uint64]bool{standing(g.Position(), board.Color(c)): true}
	}
	for s := range w.origin {
		// Every piece begins where it stands. Pieces of a FEN in mid-game do as well, since nobody
		// knows where they came from.
		w.origin[s] = board.Square(s)
	}
	moves := strings.Fields(rec.Moves)
	f.opening = strings.Join(moves[:f.skip], " ")
	f.first = strings.Join(moves[f.skip:min(len(moves), f.skip+chosen)], " ")
	for n := 0; ; n++ {
		// Positions of the opening count too: one that the players come back to is no new one because chance led there first.
		if w.seen[g.Position().Key()] {
			f.repeated++
		}
		w.seen[g.Position().Key()] = true
		if n >= f.skip && look != nil {
			if err := look(g, n); err != nil {
				return nil, err
			}
		}
		if n == len(moves) {
			break
		}
		if err := w.step(n, moves[n]); err != nil {
			return nil, fmt.Errorf("ply %d: %w", n+1, err)
		}
	}
	return f, nil
}

// step makes a move and counts it. What is said about the move must be asked before it is made, and
// what it led to after: the order here is the point.
func (w *walk) step(n int, text string) error {
	p := w.g.Position()
	m, err := game.Parse(game.UCI, p, text)
	if err != nil {
		return err
	}
	// A piece that takes another inherits nothing from it: its origin moves along, and the victim's
	// is overwritten.
	us, from, to, pass := p.Side(), m.From(), m.To(), m.Kind() == board.Pass
	captured := p.Captured(m) != board.NoPiece
	if n >= w.f.skip {
		w.legal = movegen.For(w.g.Rules()).Legal(p, w.legal[:0])
		w.count(us, m, p.At(from).Type(), captured)
	}
	if err := w.g.Play(m); err != nil {
		return err
	}
	if !pass {
		w.origin[to] = w.origin[from]
	}
	w.f.visited[to]++
	// Only the mover's own men count: a side may shuffle while the other makes progress, and it is
	// the shuffling that is measured.
	if key := standing(w.g.Position(), us); !w.stood[us][key] {
		w.stood[us][key] = true
	} else if n >= w.f.skip {
		w.f.seats[us].waiting++
	}
	if w.quiet++; captured {
		w.quiet = 0
	}
	w.f.longest = max(w.f.longest, w.quiet)
	return nil
}

// count counts a move that was chosen. A forced move is one that was made but not chosen; a pass
// moves no piece, though it may have been the best of several choices.
func (w *walk) count(us board.Color, m board.Move, t board.PieceType, captured bool) {
	s := &w.f.seats[us]
	s.moves++
	s.legal += len(w.legal)
	if len(w.legal) > 1 {
		s.decisions++
	}
	if captured {
		s.captures++
	}
	if m.Kind() == board.Pass {
		return
	}
	s.byPiece[t]++
	s.byOrigin[w.origin[m.From()]]++
}

// standing is a hash of how one side's men stand. Two placements of one game that share it by
// chance are too rare to matter. The sum of the pieces' hashes does not depend on the order in
// which they are visited, and is one of the side's own men alone, which the position's key is not.
func standing(p *position.Position, c board.Color) uint64 {
	var key uint64
	for b := p.Of(c); b.Any(); {
		sq := b.Pop()
		x := uint64(sq)<<8 | uint64(p.At(sq))
		x = (x + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		key += x ^ x>>31
	}
	return key
}
