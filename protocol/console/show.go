package console

import (
	"fmt"
	"strings"

	"buluo/board"
	"buluo/engine"
	"buluo/position"
)

// Show draws a position and says what else there is to know of it: the FEN, the hash, who gives check, and whether the game is
// over.
func Show(p *position.Position, over board.Outcome, c engine.Coordinates) string {
	r := p.Rules()
	g := r.Geometry
	fen := p.FEN()
	line := " " + strings.Repeat("+---", g.Files) + "+\n"
	var b strings.Builder
	b.WriteString(line)
	rows, _, _ := strings.Cut(fen, " ")
	for i, row := range strings.Split(rows, "/") {
		for _, cell := range cells(row) {
			fmt.Fprintf(&b, " |%2s", cell)
		}
		name := c.Square(r, g.Square(0, g.Ranks-1-i))
		fmt.Fprintf(&b, " | %s\n%s", name[1:], line)
	}
	for file := range g.Files {
		fmt.Fprintf(&b, "   %c", 'a'+file)
	}
	var checkers []string
	for set := p.Checkers(); set.Any(); {
		checkers = append(checkers, c.Square(r, set.Pop()))
	}
	fmt.Fprintf(&b, "\n\nFen: %s\nKey: %016X\nCheckers: %s", fen, p.Key(), strings.Join(checkers, " "))
	if over.Over {
		fmt.Fprintf(&b, "\nOver: %s, %s", over.Result(), over.Reason)
	}
	return b.String()
}

// cells takes a rank of a FEN apart: what stands on each point, "" for nothing.
func cells(row string) []string {
	var list []string
	empty, plus := 0, ""
	flush := func() {
		for ; empty > 0; empty-- {
			list = append(list, "")
		}
	}
	for _, ch := range row {
		switch {
		case ch >= '0' && ch <= '9':
			empty = 10*empty + int(ch-'0')
		case ch == '+':
			flush()
			plus = "+"
		default:
			flush()
			list, plus = append(list, plus+string(ch)), ""
		}
	}
	flush()
	return list
}

// Divide lists the leaves below each move of a position, then their sum.
func Divide(p *position.Position, count engine.Count, c engine.Coordinates) string {
	var b strings.Builder
	for _, branch := range count.Branches {
		fmt.Fprintf(&b, "%s: %d\n", c.Move(p.Rules(), branch.Move), branch.Nodes)
	}
	fmt.Fprintf(&b, "\nNodes searched: %d\n", count.Nodes)
	return b.String()
}
