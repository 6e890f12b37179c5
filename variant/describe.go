package variant

import (
	"fmt"
	"strings"

	"buluo/board"
)

// Describe writes a variant for a person: its board, each piece with a diagram of its moves, its rules, and every way a
// game of it ends.
func Describe(s *Spec) string {
	var b strings.Builder
	b.WriteString(s.Name)
	if s.Template != "" {
		fmt.Fprintf(&b, " (built on %s)", s.Template)
	}
	b.WriteString("\n")
	if s.Doc != "" {
		b.WriteString(wrap(s.Doc, ""))
	}
	b.WriteString("\n" + s.drawStart())
	if side := s.startSide(); side == board.Black {
		b.WriteString("Black moves first.\n")
	}
	b.WriteString("\nPIECES\n")
	used := ""
	for t := range s.Pieces {
		text, diagram := s.describePiece(board.PieceType(t + 1))
		used += diagram
		b.WriteString("\n" + text + diagram)
	}
	b.WriteString("\n" + wrap(legend(used), ""))
	section(&b, "RULES", s.ruleSentences())
	section(&b, "A GAME ENDS", s.endSentences())
	return b.String()
}

// section writes a heading and its sentences, one a paragraph.
func section(b *strings.Builder, heading string, sentences []string) {
	if len(sentences) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", heading)
	for _, s := range sentences {
		b.WriteString(wrap(s, "- "))
	}
}

// wrap breaks a text into lines of at most 100 letters. The mark stands before the first one, white space before the rest.
func wrap(text, mark string) string {
	const width = 100
	var b strings.Builder
	b.WriteString(mark)
	at := len(mark)
	for i, w := range strings.Fields(text) {
		switch {
		case i == 0:
		case at+1+len(w) > width:
			b.WriteString("\n" + strings.Repeat(" ", len(mark)))
			at = len(mark)
		default:
			b.WriteString(" ")
			at++
		}
		b.WriteString(w)
		at += len(w)
	}
	b.WriteString("\n")
	return b.String()
}

// List writes one line for each variant: its name and what sets it apart.
func List(specs []*Spec) string {
	widest := 0
	for _, s := range specs {
		widest = max(widest, len(s.Name))
	}
	var b strings.Builder
	for _, s := range specs {
		fmt.Fprintf(&b, "%-*s  %s\n", widest, s.Name, Summary(s))
	}
	return b.String()
}

// Summary says in one line what a variant is: its board, the armies, and the terminal rules by which its neighbours differ.
func Summary(s *Spec) string {
	a := s.startArray()
	parts := []string{
		fmt.Sprintf("%dx%d, %s against %s", s.Geometry.Files, s.Geometry.Ranks, a.army(board.White), a.army(board.Black)),
	}
	for c, n := range s.MovesPerTurn {
		if n > 1 {
			parts = append(parts, fmt.Sprintf("%s makes %d moves a turn", sideName(c), n))
		}
	}
	if s.FlagRegion != [2]board.Bits{} {
		parts = append(parts, "a flag to reach")
	}
	parts = append(parts, fmt.Sprintf("stalemate is a %s", s.StalemateValue))
	if s.Chase != NoChase {
		parts = append(parts, "chases are judged")
	}
	if s.ClockPlies > 0 {
		parts = append(parts, fmt.Sprintf("%d-ply clock", s.ClockPlies))
	}
	return strings.Join(parts, "; ")
}

// startArray reads the start back. A Spec's start is always well-formed.
func (s *Spec) startArray() *array {
	a := &array{spec: s}
	a.read(s.Start)
	return a
}

// startSide returns who moves first.
func (s *Spec) startSide() board.Color { return s.startArray().side }

// army names a side's force: its only kind of piece, or how many pieces it has.
func (a *array) army(c board.Color) string {
	n := a.total(c)
	for t := board.PieceType(1); int(t) <= len(a.spec.Pieces); t++ {
		if p := a.spec.Piece(t); a.count(c, t) == n && n > 1 {
			if strings.HasPrefix(p.Key, "customPiece") {
				return fmt.Sprintf("%d %c (%s)", n, p.Letter, p.Betza)
			}
			return fmt.Sprintf("%d %ss", n, p.Key)
		}
	}
	return fmt.Sprintf("%d pieces", n)
}
