package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"buluo/lab/store"
)

// newLabRetryCmd returns `buluo lab retry`.
func newLabRetryCmd() *cobra.Command {
	var ids []string
	cmd := &cobra.Command{
		Use:   "retry [STORE]",
		Short: "Have the games of a store played again whose players failed, or of which two results differ",
		Long: `Takes the games of a store (` + defaultStore + ` where none is named) that were given up, as an engine crashed or stalled or cheated three times in
them, or that are in quarantine, as two results of them differ, and lists them as still to be played. What was kept of them, faults and all, is
forgotten. The command that planned them plays them: this one plays nothing. Games refused as twins stay refused: they would be the same again.`,
		Example: `  buluo lab retry lab.db && buluo lab run --store lab.db --engine mended-engine
  buluo lab retry lab.db --id 5d02,77ab`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return retry(cmd.Context(), cmd.OutOrStdout(), append(args, defaultStore)[0], ids)
		},
	}
	cmd.Flags().StringSliceVar(&ids, "id", nil, "only the games of these jobs, by the beginnings of their IDs, each of which must fit one")
	return cmd
}

// retry puts jobs back and prints which.
func retry(ctx context.Context, out io.Writer, path string, ids []string) error {
	s, done, err := store.OpenExisting(ctx, path)
	if err != nil {
		return err
	}
	defer done()
	troubles, err := s.Troubles(ctx)
	if err != nil {
		return err
	}
	troubles = slices.DeleteFunc(troubles, func(t store.Trouble) bool { return t.State == store.Refused })
	for _, id := range ids { // before any is put back
		if !slices.ContainsFunc(troubles, func(t store.Trouble) bool { return strings.HasPrefix(t.ID, id) }) {
			return fmt.Errorf("%s: no game that was given up or is in quarantine is of a job that begins with %q", path, id)
		}
	}
	n := 0
	for _, t := range troubles {
		if !begun(t.ID, ids) {
			continue
		}
		if err := s.Restart(ctx, t.ID); err != nil {
			return err
		}
		n++
		fmt.Fprintf(out, "%s, %s at %d nodes: was %s\n", t.ID[:12], t.Variant, t.Budget, t.State)
	}
	fmt.Fprintf(out, "%s to be played again\n", count(n, "game"))
	return nil
}

// begun reports whether a name begins with one of some texts; with none any does.
func begun(name string, with []string) bool {
	for _, w := range with {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return len(with) == 0
}
