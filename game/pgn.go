package game

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"buluo/board"
)

// Tag is a tag pair of a PGN record.
type Tag struct{ Name, Value string }

// The tags with a meaning here.
const (
	tagVariant     = "Variant"
	tagFEN         = "FEN"
	tagSetUp       = "SetUp"
	tagFormat      = "Format" // the notation of the moves; SAN where it is missing, as the standard has it
	tagResult      = "Result"
	tagTermination = "Termination"
)

// WritePGN writes the game as a PGN record with its moves in a notation. The tags given come first, in their order; what the record needs
// (Variant, Format, SetUp and FEN where the game did not start at the variant's start, Result, Termination) follows unless it is
// among them. A Result that is given stands for games that ended otherwise than on the board.
func (g *Game) WritePGN(out io.Writer, n Notation, tags ...Tag) error {
	result := g.Outcome().Result()
	given := func(name string) bool {
		return slices.ContainsFunc(tags, func(t Tag) bool { return t.Name == name })
	}
	all := slices.Clone(tags)
	add := func(name, value string) {
		if !given(name) {
			all = append(all, Tag{name, value})
		}
	}
	add(tagVariant, g.r.Spec().Name)
	if n != SAN {
		add(tagFormat, n.String())
	}
	// The standard wants both tags together, and neither for the usual start.
	if fresh, err := FromFEN(g.r, ""); err != nil || fresh.setup != g.setup {
		add(tagSetUp, "1")
		add(tagFEN, g.setup)
	}
	add(tagResult, result)
	termination := "unterminated"
	if o := g.Outcome(); o.Over {
		termination = o.Reason.String()
	}
	add(tagTermination, termination)

	w := bufio.NewWriter(out)
	// The movetext must end in the same result as the tag, also where the caller gave it.
	for _, t := range all {
		if t.Name == tagResult {
			result = t.Value
		}
		fmt.Fprintf(w, "[%s \"%s\"]\n", t.Name, escaped(t.Value))
	}
	fmt.Fprintln(w)
	g.writeMoves(w, n, result)
	return w.Flush()
}

// escaped makes a tag's value fit between quotes on one line.
func escaped(value string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(value)
}

// writeMoves writes the moves with their numbers and the result, in lines of less than eighty characters.
func (g *Game) writeMoves(w *bufio.Writer, n Notation, result string) {
	column := 0
	word := func(text string) {
		// Lines are measured in characters: a Chinese move has four of three bytes each.
		width := len([]rune(text))
		switch {
		case column == 0:
		case column+1+width >= 80:
			w.WriteByte('\n')
			column = 0
		default:
			w.WriteByte(' ')
			column++
		}
		w.WriteString(text)
		column += width
	}
	number, last := g.firstNumber(), board.NoColor
	// There is one position more than there are moves.
	for i, p := range g.Positions() {
		if side := p.Side(); i < len(g.moves) {
			// Numbers stand where a turn of White's begins, which need not be every other move, and before a Black that begins.
			switch {
			case side == board.White && last == board.Black:
				number++
				fallthrough
			case side == board.White && last == board.NoColor:
				word(strconv.Itoa(number) + ".")
			case side == board.Black && last == board.NoColor:
				word(strconv.Itoa(number) + "...")
			}
			word(Format(n, p, g.moves[i]))
			last = side
		}
	}
	word(result)
	w.WriteString("\n\n")
}

// firstNumber returns the full-move number of the set-up, which ends its FEN.
func (g *Game) firstNumber() int {
	fields := strings.Fields(g.setup)
	if n, err := strconv.Atoi(fields[len(fields)-1]); err == nil {
		return n
	}
	return 1
}
