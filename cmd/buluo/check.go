package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"buluo/rules"
	"buluo/variant"
)

// newCheckCmd returns `buluo check`.
func newCheckCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Print every mistake in files of stanzas",
		Long: `Reads each file of variant stanzas ("-" is standard input) and prints every mistake as

  file:line: key: what is wrong, what would be right

What is legal but may not be meant is printed as a note. The exit code is 1 where there was any mistake.`,
		Args: cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"ini"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return checkFiles(cmd.OutOrStdout(), cmd.InOrStdin(), args)
		},
	}
}

// checkFiles checks one file after the other. Mistakes are what the command is asked for and go to out; the error only
// counts them.
func checkFiles(out io.Writer, stdin io.Reader, files []string) error {
	mistakes := 0
	for _, file := range files {
		f, err := readStanzas(file, stdin)
		var found variant.Errors
		switch {
		case errors.As(err, &found):
			fmt.Fprintln(out, found)
			mistakes += len(found)
			continue
		case err != nil:
			return err
		}
		for _, note := range f.Notes {
			note.Text = "note: " + note.Text
			fmt.Fprintln(out, note)
		}
		for _, spec := range f.Specs {
			if _, err := rules.Compile(spec); err != nil {
				fmt.Fprintf(out, "%s: %v\n", file, err)
				mistakes++
			}
		}
		if mistakes == 0 && len(files) == 1 {
			fmt.Fprintf(out, "%s, no mistakes\n", count(len(f.Specs), "variant"))
		}
	}
	if mistakes > 0 {
		return errors.New(count(mistakes, "mistake"))
	}
	return nil
}

// count writes a number of things: 1 mistake, 2 mistakes.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
