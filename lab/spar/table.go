package spar

import (
	"fmt"
	"io"
	"text/tabwriter"

	"buluo/lab/series"
)

// study is what the study's engine made of a random mover at 100 000 nodes a move. It gives the sums over seats and designs for each soldier, and for the
// horde against a random army once more, with the share won by smother.
var study = map[string]string{
	"standard": "60 won of 60",
	"veteran":  "78 won of 80",
}

const studyHorde = "The study at 100 000 nodes: 60-0 with standard soldiers, 78 of 80 with veterans; the horde against a random army 30 of 30, 19 by smother."

// Write prints the table: a line a design, and sums beside the study's for each soldier that it played.
func (r *Result) Write(out io.Writer) error {
	fmt.Fprintf(out, "%s at %d nodes a move against a random mover (seed %d): won-drawn-lost from each seat.\n\n", r.Player, r.Nodes, r.Seed)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "design\tas horde (White)\tby smother\tas army (Black)\tmean plies won in")
	var all [2]series.Score
	soldiers := map[string]series.Score{}
	var order []string
	for _, row := range r.Rows {
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", row.Name, row.Seats[0], row.Seats[0].Smothers, row.Seats[1], mean(row.Seats[0].Plus(row.Seats[1])))
		for seat := range row.Seats {
			all[seat] = all[seat].Plus(row.Seats[seat])
		}
		if _, seen := soldiers[row.Soldier]; !seen {
			order = append(order, row.Soldier)
		}
		soldiers[row.Soldier] = soldiers[row.Soldier].Plus(row.Seats[0]).Plus(row.Seats[1])
	}
	fmt.Fprintf(w, "all\t%s\t%d\t%s\t%s\n", all[0], all[0].Smothers, all[1], mean(all[0].Plus(all[1])))
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	w = tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "soldier\tours\tthe study")
	for _, soldier := range order {
		name, theirs := soldier, study[soldier]
		if name == "" {
			name = "(other variants)"
		}
		if theirs == "" {
			theirs = "not played"
		}
		s := soldiers[soldier]
		fmt.Fprintf(w, "%s\t%d won of %d%s\t%s\n", name, s.Won, s.Games(), unfinished(s.Unfinished), theirs)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s\n", studyHorde)
	return err
}

// mean is the mean length of the games won.
func mean(s series.Score) string {
	if s.Won == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", float64(s.Plies)/float64(s.Won))
}

func unfinished(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d unfinished", n)
}
