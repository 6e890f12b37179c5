package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"buluo/lab/work"
)

// newLabWorkCmd returns `buluo lab work`.
func newLabWorkCmd() *cobra.Command {
	var player engineFlags
	var o work.JoinOptions
	cmd := &cobra.Command{
		Use:   "work --join URL",
		Short: "Play games for a buluo lab serve, here or on another machine",
		Long: `Joins a coordinator (buluo lab serve prints the command) and plays its games until there are no more. Nothing is kept here. A worker may be
killed at any moment: its games go to others. When the coordinator is away it waits for it. The first Ctrl-C lets the games under way be finished,
a second one drops them.

Where the games are another engine's, the worker must be given that engine, which has to call itself by the same name.`,
		Example: `  buluo lab work --join nats://192.168.0.7:4222 --token secret --threads 8`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.URL == "" {
				return usagef("--join is missing: the URL that buluo lab serve prints")
			}
			if o.Workers < 1 || o.Workers > maxThreads {
				return usagef("--threads %d is out of range; 1 to %d would do", o.Workers, maxThreads)
			}
			if o.Token == "" {
				o.Token = os.Getenv(tokenVariable)
			}
			if o.Name == "" {
				host, _ := os.Hostname()
				o.Name = fmt.Sprintf("%s-%d", host, os.Getpid())
			}
			if _, o.Engines, err = player.introduce(cmd.Context()); err != nil {
				return usageError{err}
			}
			var ctx context.Context
			ctx, o.Drain = drained(cmd.Context())
			return work.Join(ctx, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.URL, "join", "", "the coordinator's URL")
	f.StringVar(&o.Token, "token", "", "the coordinator's word (default from "+tokenVariable+")")
	f.StringVar(&o.Queue, "queue", "lab", "the name of the queue")
	f.StringVar(&o.Name, "name", "", "the name that results are signed with (default host and process)")
	f.IntVar(&o.Workers, "threads", 1, "games at once")
	f.DurationVar(&o.Patience, "patience", 10*time.Minute, "leave when the coordinator has been away for so long")
	player.flags(cmd)
	return cmd
}
