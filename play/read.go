package play

import (
	"errors"
	"fmt"
	"strings"

	"buluo/board"
	"buluo/game"
	"buluo/position"
)

// Read returns the legal move that a text means, in the notation that is preferred or else in the first other one in which it is
// a move. Squares without a dash count ranks as the preferred notation does: h2e2 would otherwise be one move in UCI and another in
// ICCS, and who mistypes the one must not be given the other.
func Read(prefer game.Notation, p *position.Position, text string) (board.Move, error) {
	order := []game.Notation{prefer, game.UCI, game.SAN, game.WXF, game.Chinese}
	if strings.Contains(text, "-") {
		order = append(order, game.ICCS)
	}
	var said *game.ParseError
	for i, n := range order {
		if i > 0 && n == prefer || !n.Defined(p.Rules()) {
			continue
		}
		m, err := game.Parse(n, p, text)
		if err == nil {
			return m, nil
		}
		var fault *game.ParseError
		if errors.As(err, &fault) && (said == nil || fault.Fault > said.Fault) {
			said = fault // a text that says too little, or what is illegal, says more than one that is nothing at all
		}
	}
	return board.NoMove, explain(prefer, p, text, said)
}

// explain says what is wrong with a text that is no legal move, and what would be right.
func explain(prefer game.Notation, p *position.Position, text string, fault *game.ParseError) error {
	name := clip(text)
	switch {
	case fault == nil || fault.Fault == game.Malformed:
		return fmt.Errorf("%q is neither a command nor a move; a move looks like %s, and help lists the commands", name, example(prefer, p))
	case fault.Fault == game.Ambiguous:
		return fmt.Errorf("%q could be %s; say which", name, strings.Join(fault.Moves, " or "))
	}
	g := p.Rules().Geometry
	from, _, ok := g.CutSquare(strings.ToLower(text))
	if !ok || prefer == game.ICCS {
		return fmt.Errorf("%q is not legal here; moves lists what is", name)
	}
	square := g.Name(from)
	switch pc := p.At(from); {
	case pc == board.NoPiece:
		return fmt.Errorf("%q is not legal: there is nothing on %s; moves lists what is", name, square)
	case pc.Color() != p.Side():
		return fmt.Errorf("%q is not legal: what stands on %s is %s's", name, square, SideName(p.Rules(), pc.Color()))
	}
	may := leaving(prefer, p, from)
	switch {
	case len(may) > 0:
		return fmt.Errorf("%q is not legal; from %s there is %s", name, square, strings.Join(may, ", "))
	case p.InCheck():
		return fmt.Errorf("%q is not legal: you are in check, and the piece on %s cannot help; moves lists what does", name, square)
	}
	return fmt.Errorf("%q is not legal: the piece on %s has no move; moves lists what has", name, square)
}

// leaving writes the legal moves of the piece on a square.
func leaving(n game.Notation, p *position.Position, from board.Square) []string {
	var texts []string
	moves, all := game.FormatAll(n, p)
	for i, m := range moves {
		if m.From() == from {
			texts = append(texts, all[i])
		}
	}
	return texts
}

// example writes a legal move, in the notation preferred and in UCI.
func example(n game.Notation, p *position.Position) string {
	moves, texts := game.FormatAll(n, p)
	if len(moves) == 0 {
		return "nothing here, as there is none"
	}
	if text := p.Rules().UCI(moves[0]); text != texts[0] {
		return texts[0] + " or " + text
	}
	return texts[0]
}
