package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"buluo/engine"
	"buluo/protocol/console"
	"buluo/protocol/ucci"
	"buluo/protocol/uci"
	"buluo/protocol/xboard"
)

// dialects are the protocols by the word that begins a conversation in them.
var dialects = map[string]console.Speaker{
	string(uci.Hello):    uci.Speak,
	string(uci.Cyclone):  uci.SpeakCyclone,
	string(ucci.Hello):   ucci.Speak,
	string(xboard.Hello): xboard.Speak,
}

// newEngineCmd returns `buluo engine`.
func newEngineCmd() *cobra.Command {
	var file, name string
	cmd := &cobra.Command{
		Use:   "engine [uci|ucicyclone|ucci|xboard]",
		Short: "Play under a graphical program, by UCI, UCI-Cyclone, UCCI or CECP",
		Long: `Reads commands from standard input and answers on standard output. The first word says in which protocol: uci, ucicyclone, ucci
or xboard; until one comes, commands are taken as UCI's. The same happens where buluo is called without a subcommand, as programs do.

With an argument the protocol is settled beforehand. That is for programs that speak UCI-Cyclone and begin with the word uci.

Besides the protocols' own commands there are: load FILE, check FILE (or <<EOF and lines up to EOF) for stanzas, d (the board), eval,
and in UCI go perft N.`,
		Example: `  buluo engine
  buluo engine ucicyclone
  printf 'uci\nsetoption name UCI_Variant value xiangqi\nposition startpos\nd\nquit\n' | buluo engine`,
		Args: cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		ValidArgs: slices.Sorted(func(yield func(string) bool) {
			for word := range dialects {
				if !yield(word) {
					return
				}
			}
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := newEngine(file, name)
			if err != nil {
				return err
			}
			_, err = converse(cmd.Context(), e, args, cmd.InOrStdin(), cmd.OutOrStdout())
			return err
		},
	}
	addFileFlag(cmd, &file)
	cmd.Flags().StringVarP(&name, "variant", "v", "", "the variant to begin with (default the protocol's: chess, or xiangqi)")
	must(cmd.RegisterFlagCompletionFunc("variant", completeVariant))
	return cmd
}

// newEngine returns an engine that knows a file's variants too.
func newEngine(file, name string) (*engine.Engine, error) {
	e, err := engine.New(engine.Config{})
	if err != nil {
		return nil, err
	}
	if file != "" {
		text, err := engine.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if _, err := e.Load(file, text); err != nil {
			return nil, err
		}
	}
	if name != "" {
		if err := e.UseVariant(name); err != nil {
			return nil, usageError{err}
		}
	}
	return e, nil
}

// converse speaks with whoever is at the other end until they leave, and returns how many lines they said.
func converse(ctx context.Context, e *engine.Engine, args []string, in io.Reader, out io.Writer) (int, error) {
	c := console.Config{Engine: e, Name: engineName(), Hello: dialects, Default: uci.Speak}
	if len(args) > 0 {
		c.Default, c.Hello = dialects[args[0]], nil
	}
	return console.Run(ctx, c, in, out)
}

// engineName is what the engine calls itself to programs.
func engineName() string {
	info, _ := debug.ReadBuildInfo()
	line := versionLine(info)
	words := strings.Fields(line)
	return "Buluo " + words[1]
}

// bare runs the program without a subcommand: an engine for whatever program has started it, and help for who gives it nothing
// to read.
func bare(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return group(cmd, args)
	}
	in := cmd.InOrStdin()
	if f, ok := in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprintln(cmd.ErrOrStderr(), "This is the engine, waiting for uci, ucci or xboard; quit leaves it.\nbuluo --help lists the subcommands.")
	}
	e, err := newEngine("", "")
	if err != nil {
		return jobError{err}
	}
	lines, err := converse(cmd.Context(), e, nil, in, cmd.OutOrStdout())
	switch {
	case err != nil:
		return jobError{err}
	case lines == 0:
		return cmd.Help()
	}
	return nil
}
