package rescore

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// study is what the study says its horde's wins become where a stalemate is a draw, by players and soldier.
var study = map[Players]map[string]string{
	Equals:   {"veteran": "5 of 7", "standard": "1 of 4"},
	Sparring: {"standard": "20 of 35", "veteran": "16 of 38"},
	Ladder:   {"": "5 of 10 over both soldiers"},
}

// Write prints the totals, and under the study's own question its answers beside ours.
func (r *Result) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "design\tplayers\thorde-draw-army\trule\tunchanged\tchanged\tundecidable\tchanges")
	for _, g := range r.Groups {
		name, players, tally := g.Design, g.Players.String(), g.tally()
		for _, t := range g.Totals {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%d\t%s\n", name, players, tally, t.Rule, t.Unchanged, t.Changed, t.Undecidable, t.changes())
			name, players, tally = "", "", ""
		}
	}
	for i, rule := range r.Rules {
		sum := Total{To: map[string]int{}}
		for _, g := range r.Groups {
			t := g.Totals[i]
			sum.Unchanged, sum.Changed, sum.Undecidable = sum.Unchanged+t.Unchanged, sum.Changed+t.Changed, sum.Undecidable+t.Undecidable
			for k, n := range t.To {
				sum.To[k] += n
			}
		}
		fmt.Fprintf(w, "all\t\t%s\t%s\t%d\t%d\t%d\t%s\n", "", rule, sum.Unchanged, sum.Changed, sum.Undecidable, sum.changes())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if i := slices.Index(r.Rules, "stalemate=draw"); i >= 0 {
		return r.smothers(out, i)
	}
	return nil
}

// tally writes the recorded results, with the unfinished games after a plus.
func (g *Group) tally() string {
	text := fmt.Sprintf("%d-%d-%d", g.Horde, g.Drawn, g.Army)
	if n := g.Games - g.Horde - g.Drawn - g.Army; n > 0 {
		text += fmt.Sprintf("+%d", n)
	}
	return text
}

func (t *Total) changes() string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(t.To)) {
		parts = append(parts, fmt.Sprintf("%s %d", k, t.To[k]))
	}
	return strings.Join(parts, ", ")
}

// smothers prints how many of the horde's wins are draws where a stalemate is one, the i-th rule.
func (r *Result) smothers(out io.Writer, i int) error {
	type kind struct {
		players Players
		soldier string
	}
	wins, drawn := map[kind]int{}, map[kind]int{}
	var kinds []kind
	for _, g := range r.Groups {
		k := kind{g.Players, g.Soldier}
		if _, seen := wins[k]; !seen {
			kinds = append(kinds, k)
		}
		wins[k] += g.Horde
		drawn[k] += g.Totals[i].To["horde to draw"]
	}
	fmt.Fprint(out, "\nThe horde's wins that are draws where a stalemate is one:\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, k := range kinds {
		theirs := study[k.players][k.soldier]
		if k.players == Ladder {
			theirs = study[Ladder][""]
		}
		if theirs == "" {
			theirs = "nothing"
		}
		fmt.Fprintf(w, "%s\t%s\t%d of %d\tthe study: %s\n", k.players, k.soldier, drawn[k], wins[k], theirs)
	}
	return w.Flush()
}

// WriteEach prints a line for every game and rule whose result does not stay.
func (r *Result) WriteEach(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "game\tdesign\tnodes\trecorded\trule\tbecomes\tat ply")
	for i := range r.Games {
		g := &r.Games[i]
		for _, v := range g.Verdicts {
			if v.Class == Unchanged {
				continue
			}
			becomes := v.Result + " by " + v.Reason
			if v.Class == Undecidable {
				becomes = "undecidable: it goes on"
			}
			fmt.Fprintf(w, "%d\t%s\t%d\t%s, %d plies\t%s\t%s\t%d\n", g.Number, g.Variant, g.Budget, recorded(g), g.Plies, v.Rule, becomes, v.Ply)
		}
	}
	fmt.Fprintln(w)
	return w.Flush()
}

// recorded words the result of a record.
func recorded(g *Rescored) string {
	if g.Result == "*" {
		return "unfinished"
	}
	return g.Result + " by " + g.Reason
}
