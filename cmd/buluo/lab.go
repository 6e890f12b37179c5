package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// newLabCmd returns `buluo lab`, the experiments.
func newLabCmd() *cobra.Command {
	cmd := &cobra.Command{Use: "lab", Short: "Play designs and count what comes of them"}
	cmd.AddCommand(
		newLabRunCmd(), newLabContinueCmd(), newLabRetryCmd(), newLabTableCmd(), newLabVerifyCmd(), newLabExportCmd(), newLabImportCmd(),
		newLabServeCmd(), newLabWorkCmd(),
		newLabMatchCmd(),
		newLabSparCmd(), newLabLadderCmd(), newLabRescoreCmd(), newLabExplainCmd(), newLabVerdictCmd(),
	)
	return cmd
}

// nodes reads a number of nodes: 1500, 150k, 1M.
func nodes(text string) (uint64, error) {
	digits, unit := text, uint64(1)
	switch {
	case strings.HasSuffix(text, "k"):
		digits, unit = strings.TrimSuffix(text, "k"), 1_000
	case strings.HasSuffix(text, "M"):
		digits, unit = strings.TrimSuffix(text, "M"), 1_000_000
	}
	n, err := strconv.ParseUint(digits, 10, 40)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("budget %q is not a number of nodes; 1500, 150k and 1M are", text)
	}
	return n * unit, nil
}
