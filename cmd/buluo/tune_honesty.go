package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"buluo/protocol/remote"
	"buluo/tune"
	"buluo/variant"
)

// tuneHonestyJob is what the command line of `buluo tune honesty` asks for.
type tuneHonestyJob struct {
	source  tuneSource
	engine  string
	options []string
	depth   int
}

// newTuneHonestyCmd returns `buluo tune honesty`.
func newTuneHonestyCmd() *cobra.Command {
	var job tuneHonestyJob
	cmd := &cobra.Command{
		Use:   "honesty",
		Short: "Hold our evaluation and another engine's against how games ended",
		Long: `Asks another UCI engine about quiet positions of the games that no fit is made to, by a search of one ply, and our evaluation without any. Each is
given the logistic curve that suits it best, fitted to other games, and then the log-loss and the Brier score say whose scores tell better how the
games ended.`,
		Example: `  buluo tune honesty --games siege.bin --engine fairy-stockfish --option "Use NNUE=false" --per-game 10`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	job.source.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&job.engine, "engine", "", "the other engine's command")
	f.StringArrayVar(&job.options, "option", nil, "an option of the other engine, name=value")
	f.IntVar(&job.depth, "depth", 1, "plies that the other engine searches")
	return cmd
}

// run asks and prints.
func (j *tuneHonestyJob) run(ctx context.Context, out, log io.Writer) error {
	if j.depth < 1 {
		return usagef("--depth %d is out of range; 1 would do", j.depth)
	}
	words, err := splitCommand(j.engine)
	if err != nil {
		return usageError{err}
	}
	games, err := j.source.read()
	if err != nil {
		return err
	}
	name := "the other"
	show := newMeter(log, "games")
	list, err := tune.Honesty(ctx, tune.HonestyConfig{
		Games: games, Family: j.source.family, Filter: j.source.filter, Weights: j.source.old,
		Rival: func(ctx context.Context, spec *variant.Spec) (tune.Rival, error) {
			r, err := j.rival(ctx, words, spec)
			if err != nil {
				return nil, err
			}
			name = r.engine.Name()
			return r, nil
		},
	}, func(done, of int) { show.show(done, of) })
	show.end()
	if err != nil {
		return err
	}
	return tune.WriteHonesty(out, name, list)
}

// rival is an engine that scores positions.
type rival struct {
	engine *remote.Engine
	limits remote.Limits
}

// rival starts the engine for a variant.
func (j *tuneHonestyJob) rival(ctx context.Context, words []string, spec *variant.Spec) (*rival, error) {
	e, err := remote.Start(ctx, words)
	if err != nil {
		return nil, err
	}
	for _, text := range j.options {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			err = usagef("--option %q should be name=value", text)
		} else if err == nil {
			err = e.SetOption(name, value)
		}
	}
	if err == nil {
		err = e.UseSpec(spec)
	}
	if err != nil {
		e.Close()
		return nil, err
	}
	return &rival{e, remote.Limits{Depth: j.depth}}, nil
}

// Score implements tune.Rival. A forced end is any score beyond all others.
func (r *rival) Score(ctx context.Context, fen string) (int, error) {
	if err := r.engine.Position(fen, nil); err != nil {
		return 0, err
	}
	res, err := r.engine.Go(ctx, r.limits)
	if err != nil {
		return 0, err
	}
	if res.Score.Kind == remote.MateIn {
		if res.Score.Value > 0 {
			return 1 << 20, nil
		}
		return -1 << 20, nil
	}
	return res.Score.Value, nil
}

// Close implements tune.Rival.
func (r *rival) Close() error { return r.engine.Close() }
