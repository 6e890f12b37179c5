package match

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"buluo/game"
	"buluo/position"
	"buluo/protocol/remote"
	"buluo/search"
	"buluo/variant"
)

// External plays with another program's engine over UCI, told the whole game before every move, so that it sees repetitions as we do.
type External struct {
	engine *remote.Engine
	limits remote.Limits
	failed error
}

var (
	_ Player  = (*External)(nil)
	_ Failing = (*External)(nil)
)

// NewExternal starts an engine and sets it to a variant, which it is given as a stanza where it does not know it by name. Options are set
// in the order of their names. Settings say how long it is trusted. Whoever starts it closes it.
func NewExternal(ctx context.Context, cmd []string, options map[string]string, spec *variant.Spec, limits remote.Limits,
	settings ...remote.Setting) (*External, error) {
	e, err := remote.Start(ctx, cmd, settings...)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if err := e.SetOption(name, options[name]); err != nil {
			e.Close()
			return nil, err
		}
	}
	if err := e.UseSpec(spec); err != nil {
		e.Close()
		return nil, err
	}
	return &External{engine: e, limits: limits}, nil
}

// Name is what the engine calls itself.
func (x *External) Name() string { return x.engine.Name() }

// Err returns why the engine gave no move, nil while it gives them.
func (x *External) Err() error { return x.failed }

// Close ends the engine.
func (x *External) Close() error { return x.engine.Close() }

// Reset tells the engine that a new game begins.
func (x *External) Reset() {
	if err := x.engine.NewGame(); err != nil && x.failed == nil {
		x.failed = err
	}
}

// Choose asks the engine. A failure gives NoMove, which no game accepts; Err says what happened.
func (x *External) Choose(ctx context.Context, p *position.Position) Choice {
	if x.failed != nil {
		return Choice{}
	}
	start, moves := p.Record()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.Rules().UCI(m)
	}
	if x.failed = x.engine.Position(start, texts); x.failed != nil {
		return Choice{}
	}
	res, err := x.engine.Go(ctx, x.limits)
	if err != nil {
		x.failed = err
		return Choice{}
	}
	// The move may be none, or not legal, or not written as UCI writes it.
	move, err := game.Parse(game.UCI, p, res.Best)
	if err != nil || p.Rules().UCI(move) != res.Best {
		x.failed = &Illegal{p.Rules().Spec().Name, p.Ply() + 1, p.Side(), cmp.Or(res.Best, "nothing"), p.FEN()}
		return Choice{}
	}
	return Choice{Move: move, Score: scale(res.Score), Depth: res.Depth, Nodes: res.Nodes}
}

// scale turns an engine's score into one of ours, which count the plies to a forced end.
func scale(s remote.Score) int {
	switch {
	case s.Kind != remote.MateIn:
		return s.Value
	case s.Value > 0:
		return search.Mate - (2*s.Value - 1)
	}
	return -search.Mate - 2*s.Value
}
