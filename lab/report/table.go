package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/stat"
)

// Tables is what a report is made from.
type Tables struct {
	Designs   []design.Design
	Budgets   []uint64
	Records   []ledger.Record
	Published bool // show the study's figures
}

// kind is what the designs of a table have in common.
type kind struct {
	soldier, extra string
	clock          int
}

func kindOf(d design.Design) kind { return kind{d.Soldier, d.Extra, d.Clock} }

// String is the table's heading.
func (k kind) String() string {
	text := "Other variants"
	if k.soldier != "" {
		text = strings.ToUpper(k.soldier[:1]) + k.soldier[1:] + " soldiers"
	}
	if k.extra != "" {
		text += ", " + k.extra
	}
	return fmt.Sprintf("%s, %d-ply clock", text, k.clock)
}

// legend explains what the cells shorten.
const legend = "ext: extinction; rep: repetition; cap: unfinished; (c60): played under a clock of 60 plies."

// layout sets a heading, rows of equal length, the first of them headings too, and a foot.
type layout func(head string, rows [][]string, foot string) string

// Write prints a table for each kind of design, in the order in which the designs come.
func (t *Tables) Write(out io.Writer) error { return t.write(out, plain) }

// WriteMarkdown prints the same tables in Markdown.
func (t *Tables) WriteMarkdown(out io.Writer) error { return t.write(out, markdown) }

func (t *Tables) write(out io.Writer, set layout) error {
	var figures []Figure
	if t.Published {
		var err error
		if figures, err = Published(); err != nil {
			return err
		}
	}
	var kinds []kind
	for _, d := range t.Designs {
		if k := kindOf(d); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	for i, k := range kinds {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := t.table(out, k, figures, set); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "\n%s\n", legend)
	return err
}

// published are the columns of the study, after ours.
var published = []string{"150k,200k,300k,500k", "1M", "5M"}

// table prints one table.
func (t *Tables) table(out io.Writer, k kind, figures []Figure, set layout) error {
	budgets := slices.Clone(t.Budgets)
	slices.SortFunc(budgets, cmp.Compare[uint64])
	budgets = slices.Compact(budgets)
	head := []string{"soldiers", "start", "horde-draw-army"}
	for _, b := range budgets {
		head = append(head, ledger.Budget(b))
	}
	if t.Published {
		head = append(head, "published, 150k to 500k", "published, 1M", "published, 5M")
	}
	rows := [][]string{head}
	var sum stat.Tally
	same, compared := 0, 0
	for _, d := range t.Designs {
		if kindOf(d) != k {
			continue
		}
		ours, cells := t.row(d, budgets)
		sum = sum.Plus(ours)
		row := append([]string{strconv.Itoa(d.Soldiers), d.Array, ours.String()}, cells...)
		if t.Published {
			theirs, columns, err := study(d, figures)
			if err != nil {
				return err
			}
			row = append(row, columns...)
			if theirs.Finished() > 0 && ours.Finished() > 0 {
				compared++
				if ours.Lead() == theirs.Lead() {
					same++
				}
			}
		}
		rows = append(rows, row)
	}
	_, err := io.WriteString(out, set(k.String()+" (result and plies at each budget of nodes a move)", used(rows), summary(sum, same, compared)))
	return err
}

// plain is the layout for a terminal.
func plain(head string, rows [][]string, foot string) string {
	return head + "\n\n" + aligned(rows) + "\n" + foot + "\n"
}

// markdown is the layout for a page.
func markdown(head string, rows [][]string, foot string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "### %s\n\n", head)
	for i, row := range rows {
		fmt.Fprintf(&text, "| %s |\n", strings.ReplaceAll(strings.Join(row, " | "), "|  |", "| |"))
		if i == 0 {
			text.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
		}
	}
	fmt.Fprintf(&text, "\n%s\n", foot)
	return text.String()
}

// used leaves out the columns that have nothing but a heading.
func used(rows [][]string) [][]string {
	kept := make([][]string, len(rows))
	for c := range rows[0] {
		if slices.ContainsFunc(rows[1:], func(row []string) bool { return row[c] != "" }) {
			for i, row := range rows {
				kept[i] = append(kept[i], row[c])
			}
		}
	}
	return kept
}

// aligned sets rows of equal length in columns two spaces apart.
func aligned(rows [][]string) string {
	var text strings.Builder
	lines := make([]string, len(rows))
	for c := range rows[0] {
		width := 0
		for _, row := range rows {
			width = max(width, len(row[c]))
		}
		for i, row := range rows {
			lines[i] += fmt.Sprintf("%-*s", width+2, row[c])
		}
	}
	for _, line := range lines {
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return text.String()
}

// summary words the foot of a table.
func summary(sum stat.Tally, same, compared int) string {
	games := "games"
	if sum.Finished()+sum.Unfinished == 1 {
		games = "game"
	}
	text := fmt.Sprintf("%d %s: horde %d, drawn %d, army %d", sum.Finished()+sum.Unfinished, games, sum.White, sum.Draw, sum.Black)
	if sum.Unfinished > 0 {
		text += fmt.Sprintf(", unfinished %d", sum.Unfinished)
	}
	if compared > 0 {
		text += fmt.Sprintf(". Most frequent result the same as in the four published games: %d of %d designs", same, compared)
	}
	return text + "."
}

// row returns a design's tally and a cell for each budget.
func (t *Tables) row(d design.Design, budgets []uint64) (stat.Tally, []string) {
	var tally stat.Tally
	cells := make([]string, len(budgets))
	for i, b := range budgets {
		cells[i] = "-"
		for j := range t.Records {
			if r := &t.Records[j]; r.Budget == b && d.Is(r.Variant, r.INI) {
				tally.Add(r.Outcome())
				cells[i] = result(r)
			}
		}
	}
	return tally, cells
}

// result words a game: who won, by what, in how many plies.
func result(r *ledger.Record) string {
	o := r.Outcome()
	if !o.Over {
		if r.Termination == match.Capped.String() {
			return fmt.Sprintf("cap %d", r.Plies)
		}
		return fmt.Sprintf("%s %d", r.Termination, r.Plies)
	}
	return fmt.Sprintf("%s %s %d", design.Seat(o.Winner), brief(o.Reason.String()), r.Plies)
}

// brief shortens the reasons that would make the tables wide.
func brief(reason string) string {
	for _, long := range []board.Reason{board.Extinction, board.Repetition} {
		reason = strings.ReplaceAll(reason, long.String(), long.String()[:3])
	}
	return strings.TrimPrefix(reason, "draw by ")
}

// study returns the published tally of a design at its four budgets, and the study's columns. A figure under another clock than the design's
// says so, (c60), and is not counted: it is another game.
func study(d design.Design, figures []Figure) (stat.Tally, []string, error) {
	var tally stat.Tally
	columns := make([]string, len(published))
	name := strings.TrimSuffix(d.Name(), fmt.Sprintf("-c%d", d.Clock))
	for i := range figures {
		f := &figures[i]
		column := slices.Index(published, f.Budgets)
		if f.Design != name || column < 0 {
			continue
		}
		words := []string{f.Winner, brief(f.Reason), f.Plies}
		text := strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " ")
		if f.Several() {
			text = strings.Replace(text, f.Winner+" ", f.Winner+": ", 1)
		}
		switch {
		case f.Clock != d.Clock:
			text += fmt.Sprintf(" (c%d)", f.Clock)
		case f.Several():
			var err error
			if tally, err = f.Tally(); err != nil {
				return tally, nil, err
			}
		}
		columns[column] = text
	}
	return tally, columns, nil
}
