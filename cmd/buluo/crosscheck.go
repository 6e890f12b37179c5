package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"buluo/lab/crosscheck"
	"buluo/variant"
)

// crosscheckJob is what the command line of `buluo crosscheck` asks for.
type crosscheckJob struct {
	crosscheck.Config
	engine, variants  string
	fen, moves        string
	json, certificate string
}

// newCrosscheckCmd returns `buluo crosscheck`.
func newCrosscheckCmd() *cobra.Command {
	var job crosscheckJob
	cmd := &cobra.Command{
		Use:   "crosscheck --engine CMD",
		Short: "Hold another engine's rules against ours, move for move",
		Long: `Puts the same positions to a UCI engine and to our own rules and compares what they say: leaves by depth from
each array, sets of legal moves at hand-built positions and at positions of random play, FENs and checks as the
engine shows them, wins in one move and ended games, and whole games played through move by move.

An engine needs the command "go perft N"; without "d" neither FENs nor checks are compared. A variant that it does not
have is given to it as a stanza through its option VariantPath. What a stanza cannot say has the variant skipped.

The report names the shortest place at which the two differ, and a command line that shows it again. The exit code is 1
where anything differs, or nothing could be compared.

An engine that passes can be given a certificate. It holds for that program, for these rules and for what we say of them; the experiments of the
lab that are told of it (--certificate) play no other.`,
		Example: `  buluo crosscheck --engine fairy-stockfish
  buluo crosscheck --engine fairy-stockfish --variants 'xiangqi*,horde-veteran-*' --positions 1000 --certificate fsf.json
  buluo crosscheck --engine fairy-stockfish --variants xiangqi --fen '4k4/9/9/9/9/9/9/4n4/3A5/3K5 w' --depth 3`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := job.prepare(cmd.Flags().Changed("variants")); err != nil {
				return err
			}
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	job.flags(cmd)
	return cmd
}

func (j *crosscheckJob) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&j.engine, "engine", "e", "", "the engine's command; quotes hold words together")
	must(cmd.MarkFlagRequired("engine"))
	f.StringVar(&j.variants, "variants", "*", "comma list of variants; * and ? stand for any letters")
	must(cmd.RegisterFlagCompletionFunc("variants", completeVariant))
	addFileFlag(cmd, &j.File)
	f.IntVar(&j.Depth, "depth", 4, "compare leaves from the array to this depth")
	f.Uint64Var(&j.Budget, "nodes", crosscheck.DefaultBudget, "but do not start a tree that promises more leaves than this")
	f.IntVar(&j.Positions, "positions", 200, "positions of random play per variant")
	f.IntVar(&j.Games, "games", 8, "whole games per variant")
	f.IntVar(&j.Plies, "plies", crosscheck.DefaultPlies, "a random game's length at most")
	f.Uint64Var(&j.Seed, "seed", 1, "of everything random")
	f.IntVar(&j.Jobs, "jobs", max(1, runtime.NumCPU()/2), "engines at work at the same time")
	f.StringVar(&j.fen, "fen", "", "compare this position alone, to --depth; startpos is the array")
	f.StringVar(&j.moves, "moves", "", "moves from the position of --fen, in UCI notation")
	f.StringVar(&j.json, "json", "", "write the report to this file as JSON (- is standard output)")
	f.StringVar(&j.certificate, "certificate", "", "write a certificate to this file if the engine passes")
	must(cmd.MarkFlagFilename("json", "json"))
	must(cmd.MarkFlagFilename("certificate", "json"))
}

// prepare turns flags into a Config.
func (j *crosscheckJob) prepare(named bool) error {
	var err error
	if j.Engine, err = splitCommand(j.engine); err != nil {
		return usageError{err}
	}
	if j.Variants, err = j.choose(named); err != nil {
		return err
	}
	if err := j.place(); err != nil {
		return err
	}
	if err := j.Check(); err != nil {
		return usageError{err}
	}
	return nil
}

// place turns --fen and --moves into a place, if they were given.
func (j *crosscheckJob) place() error {
	if j.fen == "" {
		if j.moves != "" {
			return usagef("--moves wants --fen; --fen startpos is the array")
		}
		return nil
	}
	if j.certificate != "" {
		return usagef("--certificate and --fen exclude each other: one position is no proof")
	}
	pl := crosscheck.Place{FEN: j.fen, Moves: strings.Fields(j.moves)}
	if j.fen == "startpos" {
		pl.FEN = ""
	}
	j.Places = []crosscheck.Place{pl}
	return nil
}

// choose returns the variants that the list names: of the catalogue and of --file together, or where the list was not
// given, of the file alone if there is one.
func (j *crosscheckJob) choose(named bool) ([]*variant.Spec, error) {
	specs, err := allSpecs(j.File)
	if err != nil {
		return nil, err
	}
	if named && j.File != "" {
		shipped, err := allSpecs("")
		if err != nil {
			return nil, err
		}
		specs = append(specs, shipped...)
	}
	var chosen []*variant.Spec
	for _, pattern := range strings.Split(j.variants, ",") {
		found := false
		for _, s := range specs {
			ok, err := path.Match(strings.TrimSpace(pattern), s.Name)
			if err != nil {
				return nil, usagef("--variants: %q is no pattern: %v", pattern, err)
			}
			found = found || ok
			if ok && !slices.Contains(chosen, s) {
				chosen = append(chosen, s)
			}
		}
		if !found {
			return nil, usagef("--variants: no variant is called %q; `buluo variants` lists them", strings.TrimSpace(pattern))
		}
	}
	return chosen, nil
}

// run compares, reports and returns an error where anything differs.
func (j *crosscheckJob) run(ctx context.Context, out, log io.Writer) error {
	finish := j.follow(log)
	report, err := crosscheck.Run(ctx, j.Config)
	finish()
	if err != nil {
		return err
	}
	if j.json == "-" {
		err = writeJSON(out, report)
	} else if err = report.Write(out); err == nil && j.json != "" {
		err = writeFile(j.json, func(w io.Writer) error { return writeJSON(w, report) })
	}
	if err != nil {
		return err
	}
	agree, differ, _ := report.Totals()
	switch {
	case differ == 1:
		return errors.New("1 variant differs")
	case differ > 1:
		return fmt.Errorf("%d variants differ", differ)
	case agree == 0:
		return errors.New("nothing could be compared: every variant was skipped")
	case j.certificate == "":
		return nil
	}
	cert, err := report.Certificate()
	if err != nil {
		return err
	}
	return writeFile(j.certificate, cert.Write)
}

// follow shows how far the run has come: a bar on a terminal, else a line for every finished variant. The function that it
// returns clears the bar.
func (j *crosscheckJob) follow(log io.Writer) (finish func()) {
	f, ok := log.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		j.Progress = func(p crosscheck.Progress) {
			if p.Finished != nil {
				fmt.Fprintln(log, p.Finished.Line())
			}
		}
		return func() {}
	}
	bar := progressbar.NewOptions(0, progressbar.OptionSetWriter(log), progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(), progressbar.OptionFullWidth())
	j.Progress = func(p crosscheck.Progress) {
		bar.ChangeMax(p.Total)
		bar.Describe(p.Variant + ", " + p.Stage)
		bar.Set(p.Done)
	}
	return func() { bar.Finish() }
}

// splitCommand takes a command line apart at blanks. Single or double quotes hold words together; there are no escapes. It goes byte by byte, since
// a path need not be valid text.
func splitCommand(text string) ([]string, error) {
	var words []string
	var word []byte
	inside, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inside = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if inside {
				words = append(words, string(word))
				word = word[:0]
			}
			inside = false
		default:
			word = append(word, c)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("--engine: the quote %c in %q is not closed", quote, text)
	}
	if inside {
		words = append(words, string(word))
	}
	if len(words) == 0 {
		return nil, errors.New("--engine: the command is empty")
	}
	return words, nil
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
