package referee

import (
	"fmt"
	"slices"
	"strings"

	"buluo/board"
	"buluo/variant"
)

// Game is a game in progress with its whole history. It belongs to one goroutine.
type Game struct {
	spec  *variant.Spec
	past  []state      // every position since the set-up, the present one last
	moves []board.Move // moves[i] led from past[i] to past[i+1]

	legal []board.Move // of the present position
	known bool         // whether legal has been worked out
}

// Start returns a game at the variant's start.
func Start(spec *variant.Spec) (*Game, error) { return FromFEN(spec, spec.Start) }

// FromFEN returns a game that starts from a position. A wrong FEN is refused with a sentence that says what is wrong and
// what would be right.
func FromFEN(spec *variant.Spec, fen string) (*Game, error) {
	s, err := parseFEN(spec, fen)
	if err != nil {
		return nil, err
	}
	return &Game{spec: spec, past: []state{s}}, nil
}

// now is the present position.
func (g *Game) now() *state { return &g.past[len(g.past)-1] }

// Spec returns the variant that is played.
func (g *Game) Spec() *variant.Spec { return g.spec }

// Side returns whose move it is.
func (g *Game) Side() board.Color { return g.now().side }

// MovesLeft returns how many single moves the side to move has left in this turn, 1 in ordinary variants.
func (g *Game) MovesLeft() int { return g.now().left }

// At returns the piece on a square.
func (g *Game) At(sq board.Square) board.Piece { return g.now().at[sq] }

// Ply returns how many moves have been played since the set-up.
func (g *Game) Ply() int { return len(g.moves) }

// FEN writes the present position.
func (g *Game) FEN() string { return g.now().fen() }

// InCheck reports whether the side to move has its general, or a piece that the rules treat as one, attacked.
func (g *Game) InCheck() bool { return g.now().threatened() }

// Legal returns the legal moves, sorted. It is empty once the game has ended by an immediate end (one that needs no look
// at the moves), and not empty after a draw that is only claimed. The slice must not be changed.
func (g *Game) Legal() []board.Move {
	if !g.known {
		g.legal = nil
		if s := g.now(); !s.ended().Over {
			g.legal = s.legalMoves()
		}
		g.known = true
	}
	return g.legal
}

// Play makes a legal move. It refuses any other with a sentence and changes nothing.
func (g *Game) Play(m board.Move) error {
	if _, found := slices.BinarySearch(g.Legal(), m); !found {
		return g.refusal(m)
	}
	g.past = append(g.past, g.now().after(m))
	g.moves = append(g.moves, m)
	g.known = false
	return nil
}

// refusal says why a move may not be played.
func (g *Game) refusal(m board.Move) error {
	s := g.now()
	text := g.UCI(m)
	if out := s.ended(); out.Over {
		return fmt.Errorf("move %s: the game is over (%s, %s)", text, out.Result(), out.Reason)
	}
	from := m.From()
	switch {
	case from >= s.size() || m.To() >= s.size():
		return fmt.Errorf("move %s: it leaves the board", text)
	case s.at[from] == board.NoPiece:
		return fmt.Errorf("move %s: there is no piece on %s", text, g.spec.Geometry.Name(from))
	case !s.owned(from, s.side):
		return fmt.Errorf("move %s: the piece on %s is %s's and %s is to move",
			text, g.spec.Geometry.Name(from), s.side.Other(), s.side)
	case slices.Contains(s.candidates(), m):
		return fmt.Errorf("move %s: the piece goes there, but a rule forbids it now (a general left in danger, for one)", text)
	}
	return fmt.Errorf("move %s: the piece on %s does not go there", text, g.spec.Geometry.Name(from))
}

// Undo takes the last move back. It does nothing at the set-up.
func (g *Game) Undo() {
	if len(g.moves) > 0 {
		g.past = g.past[:len(g.past)-1]
		g.moves = g.moves[:len(g.moves)-1]
		g.known = false
	}
}

// UCI writes a move of the present position in the notation of the UCI protocol: e2e4, e7e8q, a9a10+ for a piece that
// promotes, the king's squares for castling. Where a plain king's move has the same squares, castling is written as the
// king taking its partner, as the reference does.
func (g *Game) UCI(m board.Move) string {
	s, geo := g.now(), g.spec.Geometry
	from, to := m.From(), m.To()
	if m.Kind() == board.Castle {
		if plain := board.NewMove(from, to); slices.Contains(s.candidates(), plain) {
			to = s.rooks[s.side][s.wing(m)]
		}
	}
	text := geo.Name(from) + geo.Name(to)
	switch m.Kind() {
	case board.Promotion:
		if def := g.spec.Piece(m.Promotion()); def != nil {
			text += string(rune(def.Letter))
		}
	case board.PiecePromotion:
		text += "+"
	}
	return text
}

// ParseUCI reads a legal move of the present position. The letter of a promotion may be upper case.
func (g *Game) ParseUCI(text string) (board.Move, error) {
	lower := text
	if n := len(text); n > 0 {
		lower = text[:n-1] + strings.ToLower(text[n-1:])
	}
	for _, m := range g.Legal() {
		if g.UCI(m) == lower {
			return m, nil
		}
	}
	geo := g.spec.Geometry
	from, rest, ok := geo.CutSquare(text)
	to, rest, also := geo.CutSquare(rest)
	if !ok || !also || len(rest) > 1 {
		return board.NoMove, fmt.Errorf("move %q: it must be two squares of this board and perhaps a promotion, as e7e8q", text)
	}
	if rest != "" {
		return board.NoMove, fmt.Errorf("move %q: no such promotion is legal here", text)
	}
	m := board.NewMove(from, to)
	if from == to {
		m = board.NewMoveKind(from, to, board.Pass)
	}
	return board.NoMove, g.refusal(m)
}

// Outcome says whether the game is over, for whom and why: by an immediate end, for want of a legal move, or by a claim
// (clock, repetition with its rulings, material, fortress), which is always made.
func (g *Game) Outcome() board.Outcome {
	s := g.now()
	if out := s.ended(); out.Over {
		return out
	}
	if len(g.Legal()) == 0 {
		return s.stuck()
	}
	return g.claim()
}
