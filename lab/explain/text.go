package explain

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Write tells the story in text. It is built in memory first, so that a story is written whole or
// its error is that of the one write.
func (s *Story) Write(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s", s.Variant, s.Players)
	if s.Budget > 0 {
		fmt.Fprintf(&b, ", %d nodes a move", s.Budget)
	}
	fmt.Fprintf(&b, "\n%s, %d plies\n\n", s.ending(), s.Plies)
	fmt.Fprintf(&b, "Behind the block: %s\n", s.behind())
	for i, name := range s.Sides {
		fmt.Fprintf(&b, "First crossing of the river, %s: %s\n", name, s.Crossings[i].text("never"))
	}
	switch q := s.Longest; q.Plies {
	case 0:
		b.WriteString("Something was taken at every ply.\n")
	default:
		fmt.Fprintf(&b, "Longest run without a capture: %d plies, %d to %d\n", q.Plies, q.From, q.To)
	}
	if len(s.Balances) > 0 {
		fmt.Fprintf(&b, "Material, %s less %s: %s at the start, %s at the end, from %s to %s\n  %s\n", s.Sides[0], s.Sides[1], pawns(s.Opening),
			pawns(s.Balances[len(s.Balances)-1]), pawns(min(s.Opening, slices.Min(s.Balances))), pawns(max(s.Opening, slices.Max(s.Balances))), s.chart(72))
	}
	if len(s.Captures) > 0 {
		b.WriteString("\nWho took what:\n")
	}
	for _, t := range s.Takers {
		var what []string
		for _, name := range slices.Sorted(maps.Keys(t.What)) {
			what = append(what, fmt.Sprintf("%d %s", t.What[name], name))
		}
		fmt.Fprintf(&b, "  %s %s: %d (%s)\n", t.Side, t.Piece, t.Took, strings.Join(what, ", "))
	}
	if len(s.Captures) > 0 {
		b.WriteString("\n   ply  move        capture                                           left  balance\n")
	}
	for _, c := range s.Captures {
		fmt.Fprintf(&b, "  %4d  %-10s  %-46s  %2d:%-2d  %7s\n", c.Ply, c.Move,
			fmt.Sprintf("%s %s takes %s on %s", c.Side, c.Piece, c.Taken, c.Square), c.Left[0], c.Left[1], pawns(c.Balance))
	}
	fmt.Fprintf(&b, "\nFinal position: %s\n", s.Final)
	_, err := io.WriteString(out, b.String())
	return err
}

// A game without a result says why it has none.
func (s *Story) ending() string {
	if s.Result == "*" {
		return "Not finished (" + s.Termination + ")"
	}
	return s.Result + " by " + s.Reason
}

func (s *Story) behind() string {
	if s.Behind == nil {
		return "no chariot ever"
	}
	return fmt.Sprintf("%s; chariots took %d from then on", s.Behind.text(""), s.Behind.Took)
}

func (e *Event) text(none string) string {
	if e == nil {
		return none
	}
	return fmt.Sprintf("ply %d, %s (%s %s to %s)", e.Ply, e.Move, e.Side, e.Piece, e.Square)
}

func pawns(centipawns int) string { return fmt.Sprintf("%+.1f", float64(centipawns)/100) }

// chart draws the balance as a row of bars, low to high between its own extremes. A long game is
// sampled, its first and last ply always among the samples. Where the balance never moves the row
// is flat and low.
func (s *Story) chart(width int) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	points := append([]int{s.Opening}, s.Balances...)
	low, high := slices.Min(points), slices.Max(points)
	width = min(width, len(points))
	var b strings.Builder
	for i := range width {
		at := i * (len(points) - 1) / max(1, width-1)
		b.WriteRune(bars[(points[at]-low)*(len(bars)-1)/max(1, high-low)])
	}
	return b.String()
}
