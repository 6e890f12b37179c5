package tune

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"buluo/tune/fit"
)

// Describe writes what a set is made of. What was left out is told as well, since a set that lost
// most of its games looks like any other.
func (s *Set) Describe(out io.Writer) error {
	rows := s.Data.Rows(fit.Train) + s.Data.Rows(fit.Stop) + s.Data.Rows(fit.Test)
	_, err := fmt.Fprintf(out, "%d positions of %d games (White won %d, %d drawn, Black won %d) of %d variants\n"+
		"left out: %d games without a result, %d positions that came before\n"+
		"training %d positions of %d games, stopping %d of %d, held out %d of %d; %d terms\n",
		rows, s.Games, s.Results[0], s.Results[1], s.Results[2], len(s.Variants), s.Capped, s.Doubles,
		s.Data.Rows(fit.Train), s.Data.Games(fit.Train), s.Data.Rows(fit.Stop), s.Data.Games(fit.Stop),
		s.Data.Rows(fit.Test), s.Data.Games(fit.Test), len(s.Terms))
	return err
}

// Losses writes the held-out losses: knowing nothing, the old weights, the new ones, and the
// search's scores. Each has curves fitted to the training games; the new weights are also shown on
// these, so that too close a fit would be seen. The search's own scores, which cost a search and
// know the future, are the mark that no static evaluation can be expected to reach.
func (f *Fitted) Losses(out io.Writer) error {
	d := &f.Set.Data
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "\tlog-loss\tBrier\tpositions\t")
	line := func(name string, l fit.Loss) {
		fmt.Fprintf(tab, "%s\t%.5f\t%.5f\t%d\t\n", name, l.Log, l.Brier, l.Rows)
	}
	line("held out, mean result", d.Guess(fit.Test))
	line("held out, before", d.Loss(fit.Test, f.Before, f.KBefore, 1))
	line("held out, after", d.Loss(fit.Test, f.After, f.K, 1))
	line("held out, the search's score, no biases", d.ScoreLoss(fit.Test, d.Steepness(nil, f.together(), 1)))
	line("training, before", d.Loss(fit.Train, f.Before, f.KBefore, 1))
	line("training, after", d.Loss(fit.Train, f.After, f.K, 1))
	if err := tab.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "a score of 100 centipawns is a chance of %.1f %% before, %.1f %% after; %d iterations, prior %g\n",
		100*chance(100*f.KBefore[0]), 100*chance(100*f.K[0]), f.Steps, f.Options.Prior)
	return err
}

// together reports whether all variants have one curve. The sentence on steepness names one curve
// only.
func (f *Fitted) together() bool {
	for _, k := range f.KBefore {
		if k != f.KBefore[0] {
			return false
		}
	}
	return true
}

// chance is the logistic curve.
func chance(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// ByVariant writes the held-out losses of every variant. A family may gain on the whole by giving
// one of its variants up, and this is where it shows.
func (f *Fitted) ByVariant(out io.Writer) error {
	before := f.Set.Data.Losses(fit.Test, f.Before, f.KBefore)
	after := f.Set.Data.Losses(fit.Test, f.After, f.K)
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "held out\tpositions\tlog-loss before\tafter\tBrier before\tafter\t")
	for g, name := range f.Set.Variants {
		if before[g].Rows > 0 {
			fmt.Fprintf(tab, "%s\t%d\t%.4f\t%.4f\t%.4f\t%.4f\t\n", name, before[g].Rows, before[g].Log, after[g].Log, before[g].Brier, after[g].Brier)
		}
	}
	return tab.Flush()
}

// Table writes every weight that was fitted: before, after and, where deviations are given, the
// half-width of its 95 % interval. The number of positions stands beside each: a weight that a
// hundred have is a guess.
func (f *Fitted) Table(out io.Writer, sd fit.Weights) error {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "term\tpositions\tbefore mg\teg\tafter mg\t±\teg\t±\t")
	half := func(i int) string {
		if i >= len(sd) || math.IsNaN(sd[i]) {
			return ""
		}
		return fmt.Sprintf("%.0f", 1.96*sd[i])
	}
	for t, term := range f.Set.Terms {
		if f.Options.Frozen[2*t] || term.Bias {
			continue
		}
		mg, eg := 2*t, 2*t+1
		fmt.Fprintln(tab, strings.Join([]string{
			term.Name, fmt.Sprint(term.Support), fmt.Sprint(f.Before[mg]), fmt.Sprint(f.Before[eg]),
			fmt.Sprint(f.After[mg]), half(mg), fmt.Sprint(f.After[eg]), half(eg), "",
		}, "\t"))
	}
	return tab.Flush()
}
