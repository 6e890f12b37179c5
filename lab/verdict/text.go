package verdict

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"buluo/lab/ledger"
)

// Write prints the report: a table of the designs where there are several, a page for each where
// there is one or all are asked for. A run that was cut short says so first, since its figures look
// like any others.
func (r *Report) Write(out io.Writer, pages bool) error {
	if r.Unplayed > 0 {
		if _, err := fmt.Fprintf(out, "Cut short: %d of the games asked for are left out.\n\n", r.Unplayed); err != nil {
			return err
		}
	}
	if len(r.Verdicts) > 1 {
		if err := r.summary(out); err != nil {
			return err
		}
	}
	// Pages of many designs are more than anybody reads unasked.
	if len(r.Verdicts) > 1 && !pages {
		return nil
	}
	for i, v := range r.Verdicts {
		if i > 0 || len(r.Verdicts) > 1 {
			fmt.Fprintln(out)
		}
		if err := v.write(out); err != nil {
			return err
		}
	}
	return nil
}

// summary prints a line a design. It has what tells designs apart; the reasons are on the pages.
func (r *Report) summary(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "design\tbars\tdecided\tfair\tbusy\thorde-draw-army\thorde score\tbalance\tmedian plies\tskill\tfun\tgame score")
	for _, v := range r.Verdicts {
		fmt.Fprintf(w, "%s\t%d of 3", v.Design, v.Cleared)
		for _, b := range v.Bars {
			fmt.Fprintf(w, "\t%s", b.short())
		}
		fmt.Fprintf(w, "\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", v.tally(), v.Metric("horde score").text(2), v.Metric("balance").Value.text(2),
			v.Metric("duration").Value.text(0), v.Metric("skill").Value.text(2), v.Metric("fun index").Value.text(2), v.Metric("game score").Value.text(2))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out, "\nA question mark: the sample is too small to be sure.")
	if len(r.Stability) > 0 {
		fmt.Fprintln(out, "Do designs keep their order as budgets grow? (Kendall's tau-b, 1 is the same order)")
	}
	for i := range r.Stability {
		fmt.Fprintf(out, "  %s\n", r.Stability[i].text())
	}
	return nil
}

// short is yes or no, with a question mark where it is not sure. The mark is on the word itself, so
// that no table can be copied without it.
func (b *Bar) short() string {
	word := "no"
	if b.Cleared {
		word = "yes"
	}
	if !b.Sure {
		word += "?"
	}
	return word
}

// Unfinished games stand apart, behind a plus, and are in none of the three.
func (v *Verdict) tally() string {
	text := fmt.Sprintf("%d-%d-%d", v.Horde, v.Drawn, v.Army)
	if v.Unfinished > 0 {
		text += fmt.Sprintf("+%d", v.Unfinished)
	}
	return text
}

// write prints the page of a design. It begins with what was asked and ends with what is only of
// interest to who wants to change the design.
func (v *Verdict) write(out io.Writer) error {
	fmt.Fprintf(out, "%s: %d of 3 bars cleared\n\n", v.Design, v.Cleared)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, b := range v.Bars {
		word := "not cleared"
		if b.Cleared {
			word = "cleared"
		}
		if !b.Sure {
			word += ", not sure"
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", b.Name, word, b.Why)
	}
	fmt.Fprintf(w, "\n  metric\tvalue\thorde\tarmy\tgate\n")
	for _, m := range v.Metrics {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", m.Name, m.text(decimals(m.Name)), m.seats(),
			strings.TrimSpace(m.Gate.String()+" "+bracketed(m.Note)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	v.ends(out)
	if err := v.curve(out); err != nil {
		return err
	}
	v.rest(out)
	return nil
}

// decimals are those of a metric's row. Figures of different sizes need different ones to say as
// much.
func decimals(name string) int {
	for _, r := range table() {
		if r.name == name {
			return r.decimals
		}
	}
	return 2
}

func bracketed(note string) string {
	if note == "" {
		return ""
	}
	return "(" + note + ")"
}

// text writes a metric's value with its bounds.
func (m Metric) text(decimals int) string {
	if m.Low == nil || m.High == nil {
		return m.Value.text(decimals)
	}
	return Range{m.Value, *m.Low, *m.High}.text(decimals)
}

func (m Metric) seats() string {
	if m.Seats == nil {
		return "\t"
	}
	d := decimals(m.Name)
	return m.Seats[0].text(d) + "\t" + m.Seats[1].text(d)
}

// ends prints how games ended.
func (v *Verdict) ends(out io.Writer) {
	var parts []string
	for _, e := range v.Ends {
		parts = append(parts, fmt.Sprintf("%s by %s %d", e.Winner, e.Reason, e.Games))
	}
	fmt.Fprintf(out, "  %d games from %d openings ended: %s\n", v.Games, v.Openings, strings.Join(parts, ", "))
}

// curve prints the budget curve and the ladder. The two tables are apart, since the one is of
// equals and the other is not.
func (v *Verdict) curve(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\n  nodes\thorde-draw-army\thorde score\tdraws\tmedian plies")
	for _, p := range v.Curve {
		fmt.Fprintf(w, "  %s\t%d-%d-%d\t%s\t%s\t%s\n", ledger.Budget(p.Budget), p.Horde, p.Drawn, p.Army,
			p.Score.text(2), p.DrawRate.text(2), p.Plies.text(0))
	}
	if len(v.Ladder) > 0 {
		fmt.Fprintln(w, "\n  ladder\tas horde (won-lost-drawn)\tas army\tscore")
	}
	for _, r := range v.Ladder {
		fmt.Fprintf(w, "  %s against %s\t%s\t%s\t%s\n", ledger.Budget(r.Strong), ledger.Budget(r.Weak),
			r.AsHorde.WonLostDrawn(), r.AsArmy.WonLostDrawn(), r.Score.text(2))
	}
	return w.Flush()
}

// rest prints re-scoring and usage.
func (v *Verdict) rest(out io.Writer) {
	for i, t := range v.Rescored {
		if i == 0 {
			fmt.Fprintln(out, "\n  The same games under other rules:")
		}
		var to []string
		for _, k := range slices.Sorted(maps.Keys(t.To)) {
			to = append(to, fmt.Sprintf("%s %d", k, t.To[k]))
		}
		text := ""
		if len(to) > 0 {
			text = " (" + strings.Join(to, ", ") + ")"
		}
		fmt.Fprintf(out, "    %s: %d unchanged, %d changed%s, %d undecidable\n", t.Rule, t.Unchanged, t.Changed, text, t.Undecidable)
	}
	side := ""
	for _, u := range v.Usage {
		if u.Side != side {
			fmt.Fprintf(out, "\n  moves of the %s: ", u.Side)
			side = u.Side
		} else {
			fmt.Fprint(out, ", ")
		}
		fmt.Fprintf(out, "%s %.0f %%", u.Letter, 100*float64(u.Share))
		if u.Dead > 0 {
			fmt.Fprintf(out, " (%d of %d never move)", u.Dead, u.Pieces)
		}
	}
	fmt.Fprintln(out)
}

// Explain prints what every bar and metric means.
func Explain(out io.Writer) error {
	for _, d := range Definitions() {
		if _, err := fmt.Fprintf(out, "%s\n%s\n", d.Name, wrapped(d.Text, 110)); err != nil {
			return err
		}
	}
	return nil
}

// wrapped breaks a text into indented lines. A word that is longer than a line has one to itself.
func wrapped(text string, width int) string {
	var lines []string
	line := "   "
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = "   "
		}
		line += " " + word
	}
	return strings.Join(append(lines, line), "\n")
}
