package variant

import (
	"fmt"
	"slices"
	"strings"

	"buluo/board"
)

// legend explains the marks that the diagrams use.
func legend(diagrams string) string {
	text := "Diagrams are White's, forward upwards; lines that reach the frame go on."
	for _, m := range []struct{ mark, means string }{
		{"*", "moves and captures"}, {"o", "only moves"}, {"x", "only captures"},
		{"@", "moves and captures over exactly one piece in between"}, {"O", "only moves over exactly one piece"},
		{"X", "only captures over exactly one piece"}, {"%", "moves freely and captures over exactly one piece"},
		{"&", "both freely and over exactly one piece"}, {":", "must be empty for the leap across it"},
		{"i", "moves only from where double steps begin"}, {"s", "moves and captures from the soldiers' promotion rank on"},
	} {
		if strings.Contains(diagrams, " "+m.mark) {
			text += " " + m.mark + " " + m.means + ";"
		}
	}
	return strings.TrimSuffix(text, ";") + "."
}

// reachMark says what a piece may do on a point.
type reachMark uint8

const (
	moves reachMark = 1 << iota
	captures
	hopMoves
	hopCaptures
	initially
	promotedOnly
	onPath
)

// describePiece writes a piece's name, letter, moves as text and where it may go, and apart from that its diagram.
func (s *Spec) describePiece(t board.PieceType) (text, diagram string) {
	p := s.Piece(t)
	var b strings.Builder
	fmt.Fprintf(&b, "%c  %s", p.Letter, strings.TrimSpace(p.Key+"  "+p.Betza))
	if at, ok := slotOf(p.Key); ok && !at.custom() && at != kingSlot {
		fmt.Fprintf(&b, "  %s", namedPieces[at].doc)
	}
	if p.Synonym != 0 {
		fmt.Fprintf(&b, "  (FENs may also write %c)", p.Synonym)
	}
	b.WriteString("\n")
	for _, note := range s.pieceNotes(t) {
		b.WriteString(wrap(note, "   "))
	}
	if len(p.Steps) > 0 {
		diagram = s.diagram(p)
	}
	return b.String(), diagram
}

// pieceNotes says what the diagram cannot.
func (s *Spec) pieceNotes(t board.PieceType) []string {
	var notes []string
	p, all := s.Piece(t), s.Geometry.All()
	if p.Royal {
		notes = append(notes, "Royal: it may not be left attacked.")
	}
	if p.Region[0] != all || p.Region[1] != all {
		notes = append(notes, fmt.Sprintf("Kept to %s (White) and %s (Black).", s.squares(p.Region[0]), s.squares(p.Region[1])))
	}
	if p.Soldier && s.SoldierRank > 1 {
		notes = append(notes, fmt.Sprintf("Goes and attacks sideways only from rank %d on, as its side counts.", s.SoldierRank))
	}
	if to := s.PromotedType[t]; to != board.NoType {
		notes = append(notes, fmt.Sprintf("May become %c (FEN +%c) in the promotion region.", s.Piece(to).Letter, p.Letter))
	}
	return notes
}

// region puts bits of a board on the wide board.
func (d *draft) region(b board.Bits, g board.Geometry) region {
	return (&widening{s: &Spec{Geometry: g}, d: d}).region(b)
}

// diagram draws a piece's moves on an open board around it.
func (s *Spec) diagram(p *Piece) string {
	radius := 2
	for _, st := range s.stepsOf(p) {
		longest := max(abs(st.Files), abs(st.Ranks))
		switch {
		case st.Kind == Ride || st.Kind == Hop:
			if longest *= min(st.reach(), 3); st.reach() > 3 && st.reach() < maxReach {
				longest = st.reach() // a limited range is drawn whole
			}
		}
		radius = max(radius, min(longest, 9))
	}
	marks := map[offset]reachMark{}
	for _, st := range s.stepsOf(p) {
		s.mark(marks, p, st, radius)
	}
	var b strings.Builder
	for r := radius; r >= -radius; r-- {
		b.WriteString("   ")
		for f := -radius; f <= radius; f++ {
			c := symbol(marks[offset{f, r}])
			if f == 0 && r == 0 {
				c = p.Letter - 'a' + 'A'
			}
			b.WriteString(" " + string(c))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// stepsOf returns a piece's steps with the long pawn steps that regions give it.
func (s *Spec) stepsOf(p *Piece) []Step {
	steps := slices.Clone(p.Steps)
	for n, regions := range [][2]board.Bits{s.DoubleStepRegion, s.TripleStepRegion} {
		if p.Pawn && regions != [2]board.Bits{} {
			steps = append(steps, Step{Ranks: n + 2, Kind: Lame, Quiet: true, Initial: true})
		}
	}
	return steps
}

// mark adds a step to a diagram.
func (s *Spec) mark(marks map[offset]reachMark, p *Piece, st Step, radius int) {
	var does reachMark
	switch {
	case st.Initial:
		if s.DoubleStepRegion == [2]board.Bits{} && s.TripleStepRegion == [2]board.Bits{} {
			return // initial moves are switched off
		}
		does = initially
	case p.Soldier && s.SoldierRank > 1 && st.Files != 0:
		does = promotedOnly
	case st.Kind == Hop:
		does = pick(st.Quiet, hopMoves) | pick(st.Capture, hopCaptures)
	default:
		does = pick(st.Quiet, moves) | pick(st.Capture, captures)
	}
	first := 1
	if st.Kind == Hop {
		first = 2 // there is no room for a hurdle before that
	}
	for k := first; k <= st.reach(); k++ {
		o := offset{k * st.Files, k * st.Ranks}
		if max(abs(o.files), abs(o.ranks)) > radius {
			break
		}
		marks[o] |= does
	}
	if st.Kind == Lame {
		for _, o := range lamePath(st) {
			marks[o] |= onPath
		}
	}
}

// pick returns the mark where it is deserved.
func pick(yes bool, m reachMark) reachMark {
	if yes {
		return m
	}
	return 0
}

// lamePath lists the points between the start and the target of a lame leap, as Lame defines them, for drawing.
func lamePath(st Step) []offset {
	var path []offset
	at := offset{}
	for {
		df, dr := st.Files-at.files, st.Ranks-at.ranks
		if abs(df) >= abs(dr) {
			at.files += sign(df)
		}
		if abs(dr) >= abs(df) {
			at.ranks += sign(dr)
		}
		if at == (offset{st.Files, st.Ranks}) {
			return path
		}
		path = append(path, at)
	}
}

// sign returns the direction of n.
func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// symbol returns the letter for what may be done on a point.
func symbol(m reachMark) byte {
	switch free, hop := m&(moves|captures), m&(hopMoves|hopCaptures); {
	case free == moves|captures && hop != 0:
		return '&'
	case free == moves|captures:
		return '*'
	case free == moves && hop != 0:
		return '%'
	case free == moves:
		return 'o'
	case free == captures && hop != 0:
		return '&'
	case free == captures:
		return 'x'
	case hop == hopMoves|hopCaptures:
		return '@'
	case hop == hopMoves:
		return 'O'
	case hop == hopCaptures:
		return 'X'
	case m&promotedOnly != 0:
		return 's'
	case m&initially != 0:
		return 'i'
	case m&onPath != 0:
		return ':'
	}
	return '.'
}
