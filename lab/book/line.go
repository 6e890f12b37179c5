package book

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"buluo/game"
	"buluo/rules"
)

// operation is a word of EPD and what it is given.
type operation struct{ name, value string }

// position reads a line.
func position(r *rules.Rules, text string) (*game.Game, error) {
	fields, operations, err := split(text)
	if err != nil {
		return nil, err
	}
	said := map[string]string{}
	for _, op := range operations {
		if _, twice := said[op.name]; twice && op.name == "moves" {
			return nil, errors.New("the word moves stands there twice")
		}
		said[op.name] = op.value
	}
	if clock := said["hmvc"]; clock != "" && len(fields) == 4 {
		if fields = append(fields, clock); said["fmvn"] != "" {
			fields = append(fields, said["fmvn"])
		}
	}
	fen := strings.Join(fields, " ")
	if fen == "startpos" {
		fen = ""
	}
	g, err := game.FromFEN(r, fen)
	if err != nil {
		return nil, err
	}
	for _, op := range operations {
		if err := op.check(g); err != nil {
			return nil, err
		}
	}
	for i, m := range strings.Fields(said["moves"]) {
		if err := g.PlayUCI(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return g, nil
}

// The forms of words behind a position. Moves go by their form, not by whether they are legal, as a wrong one is meant as a move too. The comments that
// EPD numbers, c0 to c9, look like moves of soldiers in SAN.
var (
	opcode  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
	uciMove = regexp.MustCompile(`^[a-z][0-9]{1,2}[a-z][0-9]{1,2}[a-z]?$`)
	comment = regexp.MustCompile(`^c[0-9]$`)
)

// check says what is wrong with an operation in a position.
func (op operation) check(g *game.Game) error {
	switch {
	case op.name == "moves":
		return nil
	case uciMove.MatchString(op.name):
		return fmt.Errorf("%q is a move without the word moves before it", op.name)
	case !opcode.MatchString(op.name):
		return fmt.Errorf("%q is neither the word moves nor an operation of EPD", op.name)
	case comment.MatchString(op.name) && strings.HasPrefix(op.value, `"`):
		return nil
	}
	if _, err := game.Parse(game.SAN, g.Position(), op.name); err == nil {
		return fmt.Errorf("%q is a move without the word moves before it, and moves are read as UCI writes them", op.name)
	}
	return nil
}

// split takes a line apart into the fields of a position, of which there is one at least, and what follows. The position is as far as its fields can
// go: what comes first of a semicolon, the word moves and, behind the fourth field, a word that is no number (nor two joined by a plus, as checks
// are counted) is an operation. Only moves may follow fewer fields, unless they are the word startpos.
func split(text string) (fields []string, operations []operation, err error) {
	parts, err := parts(text)
	if err != nil {
		return nil, nil, err
	}
	words := strings.Fields(parts[0])
	n := 0
	for n < len(words) && words[n] != "moves" && (n < 4 || strings.Trim(words[n], "0123456789+") == "") {
		n++
	}
	if fields = words[:n:n]; n == 0 {
		return nil, nil, errors.New("there is no position: a FEN or startpos comes first")
	}
	parts[0] = strings.Join(words[n:], " ")
	for _, part := range parts {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		name, value := words[0], strings.Join(words[1:], " ")
		if name != "moves" && n < 4 && fields[0] != "startpos" {
			return nil, nil, fmt.Errorf("%q follows a position of %d fields; operations follow four or more", name, n)
		}
		operations = append(operations, operation{name, value})
	}
	return fields, operations, nil
}

// parts cuts a line at the semicolons outside quotes.
func parts(text string) ([]string, error) {
	var list []string
	begin, quoted := 0, false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ';' && !quoted:
			list = append(list, text[begin:i])
			begin = i + 1
		}
	}
	if quoted {
		return nil, errors.New("a quote is opened and not closed")
	}
	return append(list, text[begin:]), nil
}
