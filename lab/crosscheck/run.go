package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"buluo/protocol/remote"
	"buluo/variant"
)

// Config says what to compare. The zero value of a number asks for none of it.
type Config struct {
	Engine    []string        // the command and its arguments
	Variants  []*variant.Spec // in the order of the report
	Depth     int             // of the array's tree
	Budget    uint64          // leaves of one tree; 0 is DefaultBudget
	Positions int             // of random play, per variant
	Games     int             // per variant
	Plies     int             // a random game's length at most; 0 is DefaultPlies
	Seed      uint64          // of everything random
	Jobs      int             // engines at work at the same time; 0 is one

	// Places, if there are any, are compared to Depth in every variant, and nothing else is.
	Places []Place

	File     string // where the variants come from, if not from the catalogue; only for the command lines of the report
	Settings []remote.Setting
	Progress func(Progress) // may be nil; called by one goroutine at a time

	built []built
}

// Defaults of a Config.
const (
	DefaultBudget = 4_000_000
	DefaultPlies  = 200
)

// Bounds of a Config: past them lies a slip of the finger.
const (
	MaxDepth = 12
	MaxCount = 1_000_000
	MaxJobs  = 256
)

// Progress is how far a run has come.
type Progress struct {
	Variant     string
	Stage       string         // what is being compared
	Done, Total int            // units of work, over all variants
	Finished    *VariantReport // where the variant has just been finished
}

// Check says what is wrong with a Config, if anything is, without starting an engine.
func (cfg *Config) Check() error {
	if len(cfg.Engine) == 0 || cfg.Engine[0] == "" {
		return errors.New("no engine: its command is empty")
	}
	if len(cfg.Variants) == 0 {
		return errors.New("no variants to compare")
	}
	for _, n := range []struct {
		name            string
		value, low, top int
	}{
		{"depth", cfg.Depth, 0, MaxDepth},
		{"positions", cfg.Positions, 0, MaxCount},
		{"games", cfg.Games, 0, MaxCount},
		{"plies", cfg.Plies, 0, MaxCount},
		{"jobs", cfg.Jobs, 0, MaxJobs},
	} {
		if n.value < n.low || n.value > n.top {
			return fmt.Errorf("%s: %d is out of range; %d to %d would do", n.name, n.value, n.low, n.top)
		}
	}
	return cfg.checkPlaces()
}

// checkPlaces says which of the places asked for is none of a variant.
func (cfg *Config) checkPlaces() error {
	if len(cfg.Places) == 0 {
		return nil
	}
	for _, spec := range cfg.Variants {
		o, err := newOurs(spec)
		if err != nil {
			return err
		}
		for _, pl := range cfg.Places {
			if _, err := o.open(pl); err != nil {
				return err
			}
		}
	}
	return nil
}

// Run compares every variant and returns what came of it. Differences are in the report; the error is for what keeps the
// comparison from being made: an engine that cannot be started or has no perft, a cancelled context.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	if cfg.Budget == 0 {
		cfg.Budget = DefaultBudget
	}
	if cfg.Plies == 0 {
		cfg.Plies = DefaultPlies
	}
	var err error
	if cfg.built, err = builtPositions(); err != nil {
		return nil, err
	}
	hash, err := EngineHash(cfg.Engine)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &run{ctx: ctx, cfg: &cfg, all: make([]*VariantReport, len(cfg.Variants)), cancel: cancel}
	r.plan()
	var wg sync.WaitGroup
	for range min(max(1, cfg.Jobs), len(cfg.Variants)) {
		wg.Go(r.work)
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return &Report{
		Engine: EngineID{Name: r.name, Command: cfg.Engine, Hash: hash},
		Depth:  cfg.Depth, Positions: cfg.Positions, Games: cfg.Games, Plies: cfg.Plies, Seed: cfg.Seed, File: cfg.File,
		Partial: len(cfg.Places) > 0, Variants: r.all,
	}, nil
}

// run is the state that the workers of one Run share.
type run struct {
	ctx    context.Context
	cfg    *Config
	cancel context.CancelCauseFunc
	all    []*VariantReport

	mu    sync.Mutex
	next  int
	name  string // the engine's
	done  int
	units []int // per variant, as planned
	total int
}

// plan counts the units of work, for the bar.
func (r *run) plan() {
	r.units = make([]int, len(r.cfg.Variants))
	for i, spec := range r.cfg.Variants {
		r.units[i] = len(r.cfg.Places)
		if r.units[i] == 0 {
			r.units[i] = r.cfg.Depth + r.cfg.Positions + r.cfg.Games
			if o, err := newOurs(spec); err == nil {
				list, _ := o.suited(r.cfg.built)
				r.units[i] += len(list)
			}
		}
		r.total += r.units[i]
	}
}

// work takes one variant after the other, with one engine. The first error ends the run.
func (r *run) work() {
	rival, err := startRival(r.ctx, r.cfg.Engine, r.cfg.Settings)
	if err != nil {
		r.cancel(err)
		return
	}
	defer rival.close()
	r.mu.Lock()
	r.name = rival.engine.Name()
	r.mu.Unlock()
	for {
		r.mu.Lock()
		i := r.next
		r.next++
		r.mu.Unlock()
		if i >= len(r.cfg.Variants) || r.ctx.Err() != nil {
			return
		}
		if err := r.variant(rival, i); err != nil {
			r.cancel(err)
			return
		}
	}
}

func (r *run) variant(rival *rival, i int) error {
	spec := r.cfg.Variants[i]
	done := 0
	tell := func(stage string, n int, finished *VariantReport) {
		r.mu.Lock()
		defer r.mu.Unlock()
		done += n
		r.done += n
		if r.cfg.Progress != nil {
			r.cfg.Progress(Progress{spec.Name, stage, r.done, r.total, finished})
		}
	}
	report, err := compareVariant(rival, r.cfg, spec, func(stage string) { tell(stage, 1, nil) })
	if err != nil {
		return err
	}
	r.all[i] = report
	// Trees beyond the budget, positions that a small variant does not have, skipped variants: planned, but not done.
	tell("done", r.units[i]-done, report)
	return nil
}
