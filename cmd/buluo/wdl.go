package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"buluo/lab/ledger"
	"buluo/wdl"
	"buluo/wdl/train"
)

// wdlJob is what the command line of `buluo wdl fit` asks for.
type wdlJob struct {
	params, out, keep string
	families          []string
	config            train.Config
}

// newWDLCmd returns `buluo wdl`.
func newWDLCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "wdl",
		Short: "The models that turn scores into chances of win, draw and loss",
	}
	cmd.AddCommand(newWDLFitCmd())
	return cmd
}

// newWDLFitCmd returns `buluo wdl fit`.
func newWDLFitCmd() *cobra.Command {
	var job wdlJob
	cmd := &cobra.Command{
		Use:   "fit [LEDGER...]",
		Short: "Fit the models to games: played for the purpose, or kept in ledgers",
		Long: `Without arguments the search plays itself, --games of each family from openings of chance, every move judged by the referee; with
arguments the games of those ledgers are taken (lab run and lab match write them, and --keep here). A model is fitted to four games
of five, and a report says how well it fits the fifth: Brier score, log loss, and expected against actual scores. Families with
too few games keep the model they have.

This is to be run again whenever the evaluation has changed:

  buluo wdl fit --games 200 --nodes 4000 --out wdl/params.json`,
		Example: `  buluo wdl fit --games 200 --keep games.jsonl --out params.json
  buluo wdl fit games.jsonl --family xiangqi`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return job.run(cmd, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&job.params, "params", "", "begin with this set of models, which also says what the families are (default the program's own)")
	f.StringVar(&job.out, "out", "", "write the new set to this file")
	f.StringVar(&job.keep, "keep", "", "write the games that are played to this file, which must not exist")
	f.StringSliceVar(&job.families, "family", nil, "only these families")
	must(cmd.RegisterFlagCompletionFunc("family", cobra.NoFileCompletions))
	f.IntVar(&job.config.Games, "games", 200, "play so many games of each family")
	f.Uint64Var(&job.config.Nodes, "nodes", 4000, "... of so many nodes a move")
	f.IntVar(&job.config.Cap, "cap", 1000, "... and give those up that are longer than so many plies")
	f.Uint64Var(&job.config.Seed, "seed", 1, "... from openings drawn with this seed")
	f.IntVar(&job.config.Workers, "threads", 1, "... so many at a time")
	return cmd
}

// run fits and reports.
func (j *wdlJob) run(cmd *cobra.Command, ledgers []string) error {
	set, err := j.set()
	if err != nil {
		return err
	}
	if err := j.choose(set); err != nil {
		return err
	}
	var records []ledger.Record
	if len(ledgers) > 0 {
		records, err = readLedgers(ledgers)
	} else {
		records, err = j.play(cmd, set)
	}
	if err != nil {
		return err
	}
	fitted, reports, err := train.Fit(set, records, players(records), j.families)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	for _, r := range reports {
		if r.Err != nil {
			fmt.Fprintf(out, "%s: the model stays: %v\n\n", r.Family, r.Err)
			continue
		}
		fmt.Fprintf(out, "%s, on games held back: %s\n", r.Family, &r.Figures)
	}
	if j.out == "" {
		return nil
	}
	return writeFile(j.out, fitted.Write)
}

// set reads the set to begin with.
func (j *wdlJob) set() (*wdl.Set, error) {
	if j.params == "" {
		return wdl.Load()
	}
	f, err := os.Open(j.params)
	if err != nil {
		return nil, readFailure(j.params, err)
	}
	defer f.Close()
	return wdl.Read(j.params, f)
}

// choose settles which families are played and fitted.
func (j *wdlJob) choose(set *wdl.Set) error {
	c := &j.config
	switch {
	case c.Games < 1:
		return usagef("--games %d are none", c.Games)
	case c.Nodes < 1:
		return usagef("--nodes 0 is no budget")
	case c.Cap < 0:
		return usagef("--cap %d is less than none", c.Cap)
	case c.Workers < 1:
		return usagef("--threads %d are none", c.Workers)
	}
	var names []string
	for _, f := range set.Families {
		names = append(names, f.Name)
		if len(j.families) == 0 || slices.Contains(j.families, f.Name) {
			c.Families = append(c.Families, f)
		}
	}
	for _, name := range j.families {
		if !slices.Contains(names, name) {
			return usagef("--family: there is no family %q; there are %q", name, names)
		}
	}
	return nil
}

// play plays the games, and keeps them if that is asked for.
func (j *wdlJob) play(cmd *cobra.Command, set *wdl.Set) ([]ledger.Record, error) {
	var kept *os.File
	if j.keep != "" {
		var err error
		if kept, err = os.OpenFile(j.keep, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644); err != nil {
			return nil, writeFailure(j.keep, err)
		}
	}
	notes := cmd.ErrOrStderr()
	j.config.Report = func(done, of int) {
		if done%50 == 0 || done == of {
			fmt.Fprintf(notes, "%d of %d games\n", done, of)
		}
	}
	records, err := train.Play(cmd.Context(), j.config)
	if kept != nil { // those of a run cut short as well: the file can be given as an argument
		err = errors.Join(err, keepGames(kept, records))
	}
	if err != nil {
		return nil, err
	}
	return records, nil
}

// keepGames writes games to a file, which it closes.
func keepGames(f *os.File, records []ledger.Record) error {
	lines := json.NewEncoder(f)
	for i := range records {
		if err := lines.Encode(&records[i]); err != nil {
			return errors.Join(writeFailure(f.Name(), err), f.Close())
		}
	}
	if err := f.Close(); err != nil {
		return writeFailure(f.Name(), err)
	}
	return nil
}

// readLedgers reads the games of ledgers.
func readLedgers(files []string) ([]ledger.Record, error) {
	var all []ledger.Record
	for _, file := range files {
		records, err := readRecords(file)
		if err != nil {
			return nil, err
		}
		all = append(all, records...)
	}
	return all, nil
}

// players names whose games records are, every engine once.
func players(records []ledger.Record) string {
	var names []string
	for i := range records {
		if !slices.Contains(names, records[i].Engine) {
			names = append(names, records[i].Engine)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
