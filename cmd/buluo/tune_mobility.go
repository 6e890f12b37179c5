package main

import (
	"io"

	"github.com/spf13/cobra"

	"buluo/lab/design"
	"buluo/tune"
	"buluo/variant"
)

// newTuneMobilityCmd returns `buluo tune mobility`.
func newTuneMobilityCmd() *cobra.Command {
	var variants []string
	cmd := &cobra.Command{
		Use:   "mobility",
		Short: "Price the catalogue's pieces by their mobility, beside what others have them worth",
		Long: `Lists every piece of the catalogue, once a board, in centipawns: its price by the squares that it reaches over random occupancies, the plain
value that fits start from, the fitted one, and what the reference has it worth, measured.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return printPrices(cmd.OutOrStdout(), variants) },
	}
	cmd.Flags().StringSliceVar(&variants, "variants", nil, "names or patterns (default the whole catalogue)")
	must(cmd.RegisterFlagCompletionFunc("variants", completeVariant))
	return cmd
}

func printPrices(out io.Writer, patterns []string) error {
	if len(patterns) == 0 {
		patterns = variant.Names()
	}
	designs, err := design.Select(patterns)
	if err != nil {
		return usageError{err}
	}
	var specs []*variant.Spec
	for _, d := range designs {
		specs = append(specs, d.Spec)
	}
	list, err := tune.Mobility(specs)
	if err != nil {
		return err
	}
	return tune.WritePrices(out, list)
}
