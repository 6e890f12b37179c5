package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"buluo/variant"
)

// homeVariant is what commands play where no variant is named.
const homeVariant = "horde-veteran-36-r1"

// newVariantsCmd returns `buluo variants`.
func newVariantsCmd() *cobra.Command {
	var file string
	var ini bool
	cmd := &cobra.Command{
		Use:   "variants [NAME]",
		Short: "List the catalogue, or describe one variant",
		Long: `Without a name: the catalogue, one line a variant.
With a name: the board, each piece with its moves, and every rule that ends the game.
With --ini: the variant as one stanza without a template, every key spelled out.`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeVariant,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := variantsText(file, args, ini)
			if err != nil {
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().BoolVar(&ini, "ini", false, "print the variant as one flat stanza")
	addFileFlag(cmd, &file)
	return cmd
}

// variantsText returns what `buluo variants` prints: a list without a name, else one variant for people or for programs.
func variantsText(file string, names []string, ini bool) (string, error) {
	if len(names) == 0 {
		if ini {
			return "", usagef("--ini wants the name of a variant")
		}
		specs, err := allSpecs(file)
		if err != nil {
			return "", err
		}
		return variant.List(specs), nil
	}
	spec, err := loadSpec(file, names[0])
	if err != nil {
		return "", err
	}
	if ini {
		return spec.INI(), nil
	}
	return variant.Describe(spec), nil
}

// allSpecs returns a file's variants in its order, or the catalogue's where no file is named.
func allSpecs(file string) ([]*variant.Spec, error) {
	if file != "" {
		f, err := readStanzas(file, nil)
		if err != nil {
			return nil, err
		}
		return f.Specs, nil
	}
	names := variant.Names()
	specs := make([]*variant.Spec, len(names))
	for i, name := range names {
		spec, err := variant.Load(name)
		if err != nil {
			return nil, err
		}
		specs[i] = spec
	}
	return specs, nil
}

// loadSpec finds the variant that a command line means: by name in the file or the catalogue under it, and where only a
// file is named, the one that it defines.
func loadSpec(file, name string) (*variant.Spec, error) {
	if file == "" {
		if name == "" {
			name = homeVariant
		}
		spec, err := variant.Load(name)
		if err != nil {
			return nil, usageError{err}
		}
		return spec, nil
	}
	f, err := readStanzas(file, nil)
	if err != nil {
		return nil, err
	}
	switch {
	case name == "" && len(f.Specs) == 1:
		return f.Specs[0], nil
	case name == "":
		return nil, usagef("%s has %d variants; name one with --variant", file, len(f.Specs))
	}
	spec, err := f.Find(name)
	if err != nil {
		return nil, usageError{err}
	}
	return spec, nil
}

// readStanzas reads a file of stanzas, "-" for stdin where there is one.
func readStanzas(file string, stdin io.Reader) (*variant.File, error) {
	var text []byte
	var err error
	if file == "-" && stdin != nil {
		file = "stdin"
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, readFailure(file, err)
	}
	return variant.Parse(file, string(text))
}

// readFailure says that a file cannot be read, without the name of the system call.
func readFailure(file string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot read %s: %w", file, err)
}

// addFileFlag gives a command --file.
func addFileFlag(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVarP(file, "file", "f", "", "read variants from this file of stanzas too")
	must(cmd.MarkFlagFilename("file", "ini"))
}

// addVariantFlag gives a command --variant, with completion.
func addVariantFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVarP(name, "variant", "v", "", "the variant (default "+homeVariant+", or the only one of --file)")
	must(cmd.RegisterFlagCompletionFunc("variant", completeVariant))
}

// must panics on the errors that cobra returns for a flag that does not exist, which only a slip in this package can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// completeVariant offers the names of the catalogue, and of --file where the command line has one, to the shell.
func completeVariant(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 && cmd.Name() == "variants" { // takes one name
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := variant.Names()
	if file, err := cmd.Flags().GetString("file"); err == nil && file != "" {
		if f, err := readStanzas(file, nil); err == nil {
			for _, s := range f.Specs {
				names = append(names, s.Name)
			}
		}
	}
	names = slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, begun) })
	return names, cobra.ShellCompDirectiveNoFileComp
}
