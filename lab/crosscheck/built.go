package crosscheck

import (
	"bufio"
	"embed"
	"fmt"
	"path"
	"strings"

	"buluo/board"
	"buluo/position"
)

//go:embed positions/*.tsv
var shippedPositions embed.FS

// built is a position made by hand for one rule. Its variants are all those in which it is a position.
type built struct {
	name  string
	place Place
}

// builtPositions reads the embedded tables: name, FEN, moves, each line with what it is for in a fourth column.
func builtPositions() ([]built, error) {
	entries, err := shippedPositions.ReadDir("positions")
	if err != nil {
		return nil, err
	}
	var all []built
	for _, e := range entries {
		name := path.Join("positions", e.Name())
		text, err := shippedPositions.ReadFile(name)
		if err != nil {
			return nil, err
		}
		list, err := parseBuilt(name, string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

func parseBuilt(file, text string) ([]built, error) {
	var list []built
	sc := bufio.NewScanner(strings.NewReader(text))
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		col := strings.Split(line, "\t")
		if len(col) != 4 || col[0] == "" || col[1] == "" {
			return nil, fmt.Errorf("%s:%d: %q: a line is name, FEN, moves and purpose between tabs", file, n, line)
		}
		list = append(list, built{col[0], Place{FEN: col[1], Moves: strings.Fields(col[2])}})
	}
	return list, sc.Err()
}

// suited returns the hand-built positions that are positions of the variant. In a FEN, ? stands for the piece of which
// White has most in the array: in the designs, the soldier whatever its letter.
func (o *ours) suited(all []built) ([]built, []*position.Position) {
	most := o.mostOfWhite()
	var list []built
	var set []*position.Position
	for _, b := range all {
		if strings.Contains(b.place.FEN, "?") {
			if most == 0 {
				continue
			}
			b.place.FEN = strings.ReplaceAll(b.place.FEN, "?", string(most))
		}
		p, err := o.open(b.place)
		if err != nil {
			continue
		}
		list, set = append(list, b), append(set, p)
	}
	return list, set
}

// mostOfWhite returns the letter of the piece of which White has most in the array, 0 where it has none.
func (o *ours) mostOfWhite() byte {
	p := position.Start(o.rules)
	most, letter := 0, byte(0)
	for i := range o.spec.Pieces {
		t := board.PieceType(i + 1)
		if n := p.Count(board.White, t); n > most {
			most, letter = n, o.rules.Letter(board.MakePiece(board.White, t))
		}
	}
	return letter
}
