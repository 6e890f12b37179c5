package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// newVersionCmd returns `buluo version`.
func newVersionCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print what this binary was built from",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine(info))
			return err
		},
	}
}

// versionLine writes version, revision and toolchain on one line. A binary built outside a checkout, or with stamping off,
// has no revision and says so: a figure measured with it cannot be traced.
func versionLine(info *debug.BuildInfo) string {
	version, revision, dirty := "(devel)", "no revision recorded", ""
	if info != nil {
		if info.Main.Version != "" {
			version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = "revision " + s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				dirty = ", modified"
			}
		}
	}
	return fmt.Sprintf("buluo %s (%s%s), %s %s/%s", version, revision, dirty, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
