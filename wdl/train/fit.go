package train

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"buluo/lab/ledger"
	"buluo/rules"
	"buluo/variant"
	"buluo/wdl"
)

// every is how many games about one is held back of.
const every = 5

// Report is what came of a family.
type Report struct {
	Family  string
	Figures wdl.Figures // on the games held back
	Err     error       // why there is no new model; the old one stays
}

// Fit returns a set with a model fitted to the records of each of the families named, all of them
// where none is, and a report for each. Families without games enough keep the model that they had,
// and their report says so. The error is about a record that makes no sense. The set given is left
// as it is.
func Fit(set *wdl.Set, records []ledger.Record, engine string, names []string) (*wdl.Set, []Report, error) {
	samples, err := gather(set, records)
	if err != nil {
		return nil, nil, err
	}
	fitted := &wdl.Set{Version: wdl.Version, Engine: engine, Families: append([]wdl.Family(nil), set.Families...)}
	var reports []Report
	for i := range fitted.Families {
		f := &fitted.Families[i]
		if len(names) > 0 && !slices.Contains(names, f.Name) {
			continue
		}
		// What judges a model has not been fitted to.
		learn, held := wdl.Split(samples[f.Name], every)
		model, err := wdl.Fit(learn, f.Symmetric)
		// A model that nobody has judged is not written over one that was.
		if err == nil && len(held) == 0 {
			err = errors.New("no game could be held back")
		}
		if err != nil {
			reports = append(reports, Report{Family: f.Name, Err: err})
			continue
		}
		figures := wdl.Measure(&model, held)
		f.Model, f.Games, f.Positions = model, games(samples[f.Name]), len(learn)
		f.Brier, f.Base = figures.Brier, figures.Base
		reports = append(reports, Report{Family: f.Name, Figures: figures})
	}
	return fitted, reports, nil
}

// games counts the games that samples are of. Positions of one game are no independent witnesses,
// so that it is games that a model is said to rest on.
func games(samples []wdl.Sample) int {
	seen := map[int]bool{}
	for _, s := range samples {
		seen[s.Game] = true
	}
	return len(seen)
}

// gather takes the samples out of records, by family. Games that their rules did not end, and those
// of variants without a family, say nothing. Variants are compiled once each. The error names the
// game by its place among the records, from 1, which is its line in a file.
func gather(set *wdl.Set, records []ledger.Record) (map[string][]wdl.Sample, error) {
	type known struct {
		rules  *rules.Rules
		judge  *wdl.Judge
		family *wdl.Family
	}
	variants := map[string]known{}
	samples := map[string][]wdl.Sample{}
	count := map[string]int{}
	for i, rec := range records {
		over := rec.Outcome()
		if !over.Over {
			continue
		}
		k, ok := variants[rec.Variant]
		if !ok {
			spec, err := variant.Load(rec.Variant)
			if err != nil {
				return nil, fmt.Errorf("game %d: %w", i+1, err)
			}
			r, err := rules.Compile(spec)
			if err != nil {
				return nil, fmt.Errorf("game %d: %w", i+1, err)
			}
			k = known{r, set.Judge(r), set.Find(r)}
			variants[rec.Variant] = k
		}
		if k.family == nil {
			continue
		}
		one := wdl.Record{Start: rec.Start, Moves: strings.Fields(rec.Moves), Scores: rec.Scores, Winner: over.Winner}
		searched := func(ply int) bool { return rec.Depths[ply] > 0 }
		// Games are numbered within their family, so that every fifth of each is held back.
		list, err := wdl.Samples(k.rules, k.judge, one, count[k.family.Name], searched)
		if err != nil {
			return nil, fmt.Errorf("game %d: %s: %w", i+1, rec.Variant, err)
		}
		count[k.family.Name]++
		samples[k.family.Name] = append(samples[k.family.Name], list...)
	}
	return samples, nil
}
