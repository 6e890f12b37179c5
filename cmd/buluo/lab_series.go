package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"buluo/lab/design"
	"buluo/lab/report"
	"buluo/lab/series"
)

// seriesFlags are what the experiments' command lines have in common: which designs, by whom, kept where.
type seriesFlags struct {
	file        string
	designs     []string
	player      engineFlags
	certificate string
	asJSON      bool
}

// flags declares them. Usual says which designs are meant where none is named.
func (s *seriesFlags) flags(cmd *cobra.Command, c *series.Config, usual string) {
	f := cmd.Flags()
	addFileFlag(cmd, &s.file)
	f.StringSliceVar(&s.designs, "designs", nil, "names or patterns of designs (default "+usual+"; with --file all that are in it)")
	f.IntVar(&c.Cap, "cap", 2000, "leave a game unfinished after so many plies; 0 is never")
	f.StringVar(&c.Store, "store", defaultStore, "keep the games in this file, and go on with it where it exists")
	s.player.flags(cmd)
	f.StringVar(&s.certificate, "certificate", "", "let that engine play only if this file says that it has passed on these designs (buluo crosscheck --certificate)")
	must(cmd.MarkFlagFilename("certificate", "json"))
	must(cmd.RegisterFlagCompletionFunc("designs", completeVariant))
}

// threadsFlag declares --threads of the commands that play here. Those that may also hand out play none here then, unless they are told to.
func threadsFlag(cmd *cobra.Command, c *series.Config, hosts bool) {
	usage := "games at once (default one a processor)"
	if hosts {
		usage = "games at once (default one a processor; with --listen 0, the default, is none here)"
	}
	cmd.Flags().IntVar(&c.Workers, "threads", 0, usage)
}

// read turns the flags into a config. Usual are the designs where none is named, the published ones where it is nil.
func (s *seriesFlags) read(ctx context.Context, c *series.Config, usual []string) (err error) {
	if len(s.designs) == 0 && s.file == "" {
		s.designs = usual
	}
	if c.Designs, err = selected(s.file, s.designs); err != nil {
		return err
	}
	if c.Cap < 0 || c.Workers < 0 || c.Workers > maxThreads {
		return fmt.Errorf("--cap %d or --threads %d is out of range; 0 or more would do, and at most %d threads", c.Cap, c.Workers, maxThreads)
	}
	if s.certificate != "" && s.player.command == "" {
		return errors.New("--certificate is one of --engine, which is missing")
	}
	if c.Player, c.Engines, err = s.player.introduce(ctx); err != nil {
		return err
	}
	return certified(s.certificate, s.player.command, c.Designs)
}

// print prints what came of an experiment, also where it ended early: for programs where --json was given.
func (s *seriesFlags) print(out io.Writer, v any, text func(io.Writer) error, err error) error {
	if s.asJSON {
		return errors.Join(err, printJSON(out, v))
	}
	return errors.Join(err, text(out))
}

// printJSON writes a value for programs, indented since people read it too.
func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// selected returns the designs meant: the published ones, those of the catalogue that fit, or those of a file.
func selected(file string, names []string) ([]design.Design, error) {
	if file == "" {
		if len(names) == 0 {
			var err error
			if names, err = report.PublishedDesigns(); err != nil {
				return nil, err
			}
		}
		return design.Select(names)
	}
	f, err := readStanzas(file, nil)
	if err != nil {
		return nil, err
	}
	var list []design.Design
	for _, spec := range f.Specs {
		fits := len(names) == 0
		for _, pattern := range names {
			match, err := path.Match(pattern, spec.Name)
			if err != nil {
				return nil, fmt.Errorf("pattern %q: %w; * and ? stand for letters, as in horde-veteran-*", pattern, err)
			}
			fits = fits || match
		}
		if !fits {
			continue
		}
		d, err := design.Of(spec)
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no variant that fits %s", file, strings.Join(names, ", "))
	}
	return list, nil
}

// budgets reads numbers of nodes.
func budgets(texts []string) (list []uint64, err error) {
	for _, text := range texts {
		n, err := nodes(text)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}
