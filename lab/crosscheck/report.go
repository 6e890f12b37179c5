package crosscheck

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Report is what came of a run.
type Report struct {
	Engine    EngineID         `json:"engine"`
	Depth     int              `json:"depth"`
	Positions int              `json:"positions"`
	Games     int              `json:"games"`
	Plies     int              `json:"plies"`
	Seed      uint64           `json:"seed"`
	File      string           `json:"file,omitempty"`
	Partial   bool             `json:"partial"` // single places were asked for, nothing else
	Variants  []*VariantReport `json:"variants"`
}

// EngineID says which engine it was.
type EngineID struct {
	Name    string   `json:"name"` // as it calls itself
	Command []string `json:"command"`
	Hash    string   `json:"hash"` // see EngineHash
}

// Passed reports whether something was compared and nothing differed. Skipped variants do not count against it.
func (r *Report) Passed() bool {
	n := 0
	for _, v := range r.Variants {
		if v.Skipped != "" {
			continue
		}
		if !v.Passed() {
			return false
		}
		n++
	}
	return n > 0
}

// Totals counts the variants that agree, differ (or were not compared to the end), and were skipped.
func (r *Report) Totals() (agree, differ, skipped int) {
	for _, v := range r.Variants {
		switch {
		case v.Skipped != "":
			skipped++
		case v.Passed():
			agree++
		default:
			differ++
		}
	}
	return agree, differ, skipped
}

// Write prints the report for a person: a line a variant, then every difference with the shortest place that shows it and
// the command line that shows it again, then what was skipped or left out.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s), sha256 %.12s\n", r.Engine.Name, strings.Join(r.Engine.Command, " "), r.Engine.Hash)
	fmt.Fprintf(&b, "seed %d; FENs compared: %s\n\n", r.Seed, strings.Join(fields, ", "))
	r.table(&b)
	for _, v := range r.Variants {
		v.write(&b, r)
	}
	r.remarks(&b)
	agree, differ, skipped := r.Totals()
	fmt.Fprintf(&b, "\n%d agree, %d differ, %d skipped.\n", agree, differ, skipped)
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) table(b *strings.Builder) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "perft\tbuilt\trandom\tends\tgames\tplies\tleaves\tseconds\t  variant\t")
	var sum Figures
	var seconds float64
	for _, v := range r.Variants {
		f := v.Figures
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\t  %s: %s\t\n",
			f.ArrayDepth, f.Built, f.Random, f.Ends, f.Games, f.Plies, f.Nodes, v.Seconds, v.Name, v.verdict())
		sum.Built += f.Built
		sum.Random += f.Random
		sum.Ends += f.Ends
		sum.Games += f.Games
		sum.Plies += f.Plies
		sum.Nodes += f.Nodes
		seconds += v.Seconds
	}
	fmt.Fprintf(t, "\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\t  together\t\n",
		sum.Built, sum.Random, sum.Ends, sum.Games, sum.Plies, sum.Nodes, seconds)
	t.Flush()
}

// verdict sums a variant up in a word or two.
func (v *VariantReport) verdict() string {
	switch {
	case v.Skipped != "":
		return "skipped"
	case v.Broken != "":
		return "given up"
	case len(v.Differences) == 0:
		return "agrees"
	case len(v.Differences) == 1:
		return "1 difference"
	}
	return fmt.Sprintf("%d differences", len(v.Differences))
}

// Line sums a variant up for a log.
func (v *VariantReport) Line() string {
	if v.Skipped != "" {
		return fmt.Sprintf("%s: skipped: %s", v.Name, v.Skipped)
	}
	f := v.Figures
	return fmt.Sprintf("%s: %s (perft to %d, %d positions, %d ends, %d games of %d plies, %.1f s)", v.Name, v.verdict(),
		f.ArrayDepth, f.Built+f.Random, f.Ends, f.Games, f.Plies, v.Seconds)
}

// remarks prints why variants were skipped and what was left out, each sentence once with all its variants.
func (r *Report) remarks(b *strings.Builder) {
	names := map[string][]string{}
	var order []string
	add := func(sentence, name string) {
		if names[sentence] == nil {
			order = append(order, sentence)
		}
		names[sentence] = append(names[sentence], name)
	}
	for _, v := range r.Variants {
		if v.Skipped != "" {
			add("skipped: "+v.Skipped, v.Name)
		}
		for _, note := range v.Notes {
			add(note, v.Name)
		}
	}
	for _, sentence := range order {
		fmt.Fprintf(b, "\n%s: %s.\n", strings.Join(names[sentence], ", "), sentence)
	}
}

func (v *VariantReport) write(b *strings.Builder, r *Report) {
	if v.Broken != "" {
		fmt.Fprintf(b, "\n%s was given up: %s.\n", v.Name, v.Broken)
	}
	for i, d := range v.Differences {
		if i == maxShrunk {
			fmt.Fprintf(b, "\n%s differs in %d more ways, longer ones; they are in the JSON report.\n", v.Name, len(v.Differences)-i)
			break
		}
		d.write(b, v.Name, r)
	}
}

func (d *Difference) write(b *strings.Builder, variant string, r *Report) {
	places := "1 place"
	if d.Times > 1 {
		places = fmt.Sprintf("%d places", d.Times)
	}
	fmt.Fprintf(b, "\n%s differs in %s: %s (%s)\n", variant, d.Kind, d.Detail, places)
	fmt.Fprintf(b, "  %s\n", d.what())
	fmt.Fprintf(b, "  at        %s\n", d.FEN)
	fmt.Fprintf(b, "  found     %s, %s\n", d.Found, d.Place)
	if d.Smallest != nil {
		fmt.Fprintf(b, "  smallest  %s\n", *d.Smallest)
	}
	if d.FENAgrees && (d.Kind == Moves || d.Kind == Check) {
		fmt.Fprintf(b, "  note      as a FEN without moves the position shows no difference\n")
	}
	fmt.Fprintf(b, "  again     %s\n", r.Command(variant, d.Best()))
	fmt.Fprintf(b, "  in UCI    %s\n", d.Best().command())
}

// Command is the command line that compares one place again.
func (r *Report) Command(variant string, pl Place) string {
	text := "buluo crosscheck --engine " + quote(strings.Join(r.Engine.Command, " "))
	if r.File != "" {
		text += " --file " + quote(r.File)
	}
	text += " --variants " + quote(variant)
	if pl.FEN == "" {
		text += " --fen startpos"
	} else {
		text += " --fen " + quote(pl.FEN)
	}
	if len(pl.Moves) > 0 {
		text += " --moves " + quote(strings.Join(pl.Moves, " "))
	}
	return text + " --depth 1"
}

// quote makes a text one word for a shell.
func quote(text string) string {
	if strings.ContainsAny(text, " '\"$`\\;&|<>()*?!~#") {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return text
}
