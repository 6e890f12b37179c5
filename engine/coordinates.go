package engine

import (
	"fmt"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
)

// Coordinates is how a client writes squares: ranks from 1, or on boards of ten ranks from 0, so that a rank is one digit.
type Coordinates uint8

// The two ways.
const (
	FromOne Coordinates = iota
	FromZero
)

// String says where ranks begin.
func (c Coordinates) String() string {
	if c == FromZero {
		return "from 0"
	}
	return "from 1"
}

// first returns the number of the lowest rank.
func (c Coordinates) first(r *rules.Rules) int {
	if c == FromZero && r.Geometry.Ranks == board.MaxRanks {
		return 0
	}
	return 1
}

// Square writes a square.
func (c Coordinates) Square(r *rules.Rules, s board.Square) string {
	g := r.Geometry
	return string(rune('a'+g.File(s))) + strconv.Itoa(g.Rank(s)+c.first(r))
}

// Move writes a move: two squares, and what a piece becomes. A pass is a square twice; no move is (none).
func (c Coordinates) Move(r *rules.Rules, m board.Move) string {
	if m == board.NoMove {
		return "(none)"
	}
	text := c.Square(r, m.From()) + c.Square(r, m.To())
	switch m.Kind() {
	case board.Promotion:
		text += string(rune(r.Spec().Piece(m.Promotion()).Letter))
	case board.PiecePromotion:
		text += "+"
	}
	return text
}

// Moves writes a line of moves.
func (c Coordinates) Moves(r *rules.Rules, line []board.Move) []string {
	texts := make([]string, len(line))
	for i, m := range line {
		texts[i] = c.Move(r, m)
	}
	return texts
}

// Find returns the legal move that a text means. Clients also write promotions in capitals or after an equals sign, an equals
// sign for a promotion declined, and 0000 or @@@@ for a pass.
func (c Coordinates) Find(g *movegen.Generator, p *position.Position, text string) (board.Move, error) {
	r := p.Rules()
	wanted := strings.TrimSuffix(strings.ToLower(text), "=")
	if n := len(wanted); n > 2 && wanted[n-2] == '=' {
		wanted = wanted[:n-2] + wanted[n-1:]
	}
	pass := wanted == "0000" || wanted == "@@@@"
	for _, m := range g.Legal(p, p.Scratch()) {
		if c.Move(r, m) == wanted || pass && m.Kind() == board.Pass {
			return m, nil
		}
	}
	return board.NoMove, fmt.Errorf("%s is not a legal move in %s", Clip(text), p.FEN())
}

// Clip shortens a text that came from outside to what a message can carry, on one line.
func Clip(text string) string {
	const most = 60
	runes := []rune(strings.ToValidUTF8(text, "?"))
	if len(runes) > most {
		runes = append(runes[:most], []rune("...")...)
	}
	return strings.TrimSuffix(strings.TrimPrefix(strconv.QuoteToGraphic(string(runes)), `"`), `"`)
}
