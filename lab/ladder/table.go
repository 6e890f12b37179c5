package ladder

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// study returns the study's figure for a design, at ten times the budget against a tenth of it. It names two of its arrays only by kind; the third is the
// parent's array, which its stanza shows to be four full rows.
func study(r *Row) string {
	switch {
	case r.Strong != 10*r.Weak:
		return ""
	case r.Name == "horde-standard-36-r1":
		return "55 %, the army won every decided game"
	case r.Name == "horde-standard-36-r2", r.Name == "horde-standard-36-r3":
		return "17-1-2 on the standard forward array"
	case r.Design.Soldier == "veteran":
		return "11-0-9 on veterans"
	}
	return ""
}

// Write prints the table, a line a rung of a design.
func Write(out io.Writer, rows []Row) error {
	fmt.Fprint(out, "More nodes against fewer, won-lost-drawn for the larger budget.\n\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "design\tnodes\tall\tas horde (White)\tas army (Black)\tscore\thorde-draw-army\tthe study")
	var horde, smothers int
	for i := range rows {
		r := &rows[i]
		all := r.Seats[0].Plus(r.Seats[1])
		fmt.Fprintf(w, "%s\t%d:%d\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Name, r.Strong, r.Weak, all.WonLostDrawn(), r.Seats[0].WonLostDrawn(), r.Seats[1].WonLostDrawn(),
			r.percent(), r.Winner, study(r))
		horde, smothers = horde+r.HordeWins, smothers+r.HordeSmothers
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i := range rows {
		if r := &rows[i]; len(r.pairs) < r.asked && (i == 0 || rows[i-1].Name != r.Name) { // the same on every rung
			fmt.Fprintf(out, "openings of %s: there are %d in place of %d\n", r.Name, len(r.pairs), r.asked)
		}
	}
	_, err := fmt.Fprintf(out, "\nThe horde (White) won %d, %d of them by smother; the study's ten and five.\n", horde, smothers)
	return err
}

// percent writes the score with its interval.
func (r *Row) percent() string {
	s := r.Score()
	if !s.Known() {
		return "-"
	}
	return fmt.Sprintf("%.0f %% [%.0f, %.0f]", 100*s.Mean, 100*s.Low, 100*s.High)
}
