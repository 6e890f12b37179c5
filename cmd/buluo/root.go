package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"buluo/variant"
)

// The exit codes.
const (
	exitDone   = 0
	exitFailed = 1 // the job failed
	exitUsage  = 2 // the command line is wrong in itself
)

// streams is where a run reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// newRootCmd assembles the program from its subcommands.
func newRootCmd() *cobra.Command {
	root := &cobra.Command{
		Use:           "buluo",
		Short:         "A chess-variant engine and design lab",
		SilenceErrors: true, // execute prints them
		SilenceUsage:  true,
	}
	root.AddCommand(
		newEngineCmd(),
		newVariantsCmd(),
		newCheckCmd(),
		newPerftCmd(),
		newBenchCmd(),
		newSolveCmd(),
		newAnalyseCmd(),
		newPlayCmd(),
		newWDLCmd(),
		newReplayCmd(),
		newTwinsCmd(),
		newCrosscheckCmd(),
		newLabCmd(),
		newTuneCmd(),
		newVersionCmd(),
	)
	strict(root)
	root.RunE = bare
	return root
}

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string, s streams) int {
	root := newRootCmd()
	root.SetArgs(args)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitDone
	}
	var job jobError
	var usage usageError
	switch {
	case errors.As(err, &usage), !errors.As(err, &job):
		fmt.Fprintf(s.err, "buluo: %v (see %s --help)\n", err, cmd.CommandPath())
		return exitUsage
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.err, "buluo: interrupted")
	default:
		fmt.Fprintln(s.err, sentence(err))
	}
	return exitFailed
}

// sentence writes an error for a person. Mistakes in a file of stanzas begin with their own addresses, as editors want
// them.
func sentence(err error) string {
	var mistakes variant.Errors
	if errors.As(err, &mistakes) {
		return mistakes.Error()
	}
	return "buluo: " + err.Error()
}

// jobError marks an error as having come out of a subcommand's work. Whatever else cobra returns is about the command line.
type jobError struct{ error }

func (e jobError) Unwrap() error { return e.error }

// usageError marks an error of a subcommand's work as the command line's own fault after all.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef returns an error that ends the program with exit code 2.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// strict wraps every subcommand so that its errors are told from those of the command line, and makes groups of
// subcommands refuse a word that names none of them (cobra would print the help and call that a success).
func strict(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		strict(sub)
	}
	work := cmd.RunE
	if work == nil {
		cmd.Args = cobra.ArbitraryArgs
		cmd.RunE = group
		return
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := work(cmd, args); err != nil {
			return jobError{err}
		}
		return nil
	}
}

// group runs a command that only holds subcommands.
func group(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return usagef("unknown command %q; did you mean %s?", args[0], strings.Join(near, " or "))
	}
	return usagef("unknown command %q", args[0])
}
