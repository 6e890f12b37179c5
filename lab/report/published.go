package report

import (
	_ "embed" // for the published figures
	"fmt"
	"strconv"
	"strings"

	"buluo/lab/stat"
)

//go:embed published.tsv
var publishedText string

// Figure is one row of the study's tables: what came of a design at one budget, or at the four it plays every design at.
type Figure struct {
	Design  string
	Clock   int
	Budgets string // as the study writes them: "1M", or "150k,200k,300k,500k"
	Winner  string // "army", or "army 3, draw 1" over several budgets
	Reason  string
	Plies   string // a number or a range; "" where the study gives none
	Note    string
}

// Several reports whether the row stands for one game at each of several budgets.
func (f *Figure) Several() bool { return strings.Contains(f.Budgets, ",") }

// Tally counts the games of the row.
func (f *Figure) Tally() (stat.Tally, error) {
	var t stat.Tally
	for _, part := range strings.Split(f.Winner, ", ") {
		who, number, several := strings.Cut(part, " ")
		n := 1
		if several {
			var err error
			if n, err = strconv.Atoi(number); err != nil {
				return t, fmt.Errorf("%s at %s: %q is not a winner and a number of games", f.Design, f.Budgets, part)
			}
		}
		switch who {
		case "horde":
			t.White += n
		case "draw":
			t.Draw += n
		case "army":
			t.Black += n
		default:
			return t, fmt.Errorf("%s at %s: %q is none of horde, draw and army", f.Design, f.Budgets, who)
		}
	}
	return t, nil
}

// Published returns the study's figures in their order.
func Published() ([]Figure, error) {
	var figures []Figure
	for i, line := range strings.Split(strings.TrimRight(publishedText, "\n"), "\n") {
		field := strings.Split(line, "\t")
		if len(field) != 7 {
			return nil, fmt.Errorf("published.tsv:%d: %d columns, there should be 7", i+1, len(field))
		}
		if i == 0 {
			continue // headings
		}
		clock, err := strconv.Atoi(field[1])
		if err != nil {
			return nil, fmt.Errorf("published.tsv:%d: clock %q is not a number of plies", i+1, field[1])
		}
		figures = append(figures, Figure{field[0], clock, field[2], field[3], field[4], field[5], field[6]})
	}
	return figures, nil
}

// PublishedDesigns returns the names of the designs that the study plays, in its order.
func PublishedDesigns() ([]string, error) {
	figures, err := Published()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range figures {
		if len(names) == 0 || names[len(names)-1] != f.Design {
			names = append(names, f.Design)
		}
	}
	return names, nil
}
