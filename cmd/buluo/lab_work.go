package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"buluo/lab/work"
)

// newLabWorkCmd returns `buluo lab work`.
func newLabWorkCmd() *cobra.Command {
	var players workEngines
	var o work.JoinOptions
	cmd := &cobra.Command{
		Use:   "work --join URL",
		Short: "Play games for a buluo lab serve, here or on another machine",
		Long: `Joins a coordinator (buluo lab serve prints the command) and plays its games until there are no more. Nothing is kept here. A worker may be
killed at any moment: its games go to others. When the coordinator is away it waits for it. The first Ctrl-C lets the games under way be finished,
a second one drops them.

Where the games are another engine's, the worker must be given that engine, which has to call itself by the same name; for a match of two, both:
--engine may be given several times. Those of a buluo lab match must be what they are there: a program with the same contents, started with the
same arguments, and files among these with the same contents too. The options of an engine come with its games. --option, which only one
--engine may have, changes none of them: it is tried once, so that an engine that would refuse it is found out before any game.`,
		Example: `  buluo lab work --join nats://192.168.0.7:4222 --token secret --threads 8
  buluo lab work --join nats://192.168.0.7:4222 --token secret --engine old-buluo --engine fairy-stockfish`,
		Args: cobra.NoArgs,
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
			if o.Engines, err = players.introduce(cmd.Context()); err != nil {
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
	players.flags(cmd)
	return cmd
}

// workEngines name the other programs that a worker can play with.
type workEngines struct {
	commands []string
	engineFlags
}

func (e *workEngines) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&e.commands, "engine", nil, "the command of a UCI engine that games are for; may be given several times (our own engine needs none)")
	f.StringArrayVar(&e.options, "option", nil, "an option, name=value, that the only --engine is tried with; games bring their own")
	e.guardFlag(cmd)
}

// introduce starts every engine once to know it by name.
func (e *workEngines) introduce(ctx context.Context) (engines work.Engines, err error) {
	if len(e.commands) > 1 && len(e.options) > 0 {
		return engines, errors.New("--option is for one --engine, and there are several; games bring the options that their engines play with")
	}
	if len(e.commands) == 0 {
		_, engines, err = e.engineFlags.introduce(ctx) // which knows what is wrong without an engine
		return engines, err
	}
	for _, e.command = range e.commands {
		if e.command == "" { // our own, as everywhere
			continue
		}
		if _, err = e.add(ctx, &engines); err != nil {
			return engines, err
		}
	}
	return engines, nil
}
