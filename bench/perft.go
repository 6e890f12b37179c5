package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"buluo/movegen"
	"buluo/position"
	"buluo/protocol/remote"
	"buluo/rules"
	"buluo/variant"
)

// Pair is one count of the same tree by us and by the other engine, one after the other, and the wall time of each.
type Pair struct {
	Nodes        uint64
	Ours, Theirs time.Duration
}

// Ratio returns how many times as fast we were.
func (p Pair) Ratio() float64 { return p.Theirs.Seconds() / p.Ours.Seconds() }

// PerftAgainst counts the tree below a position (the variant's array where fen is empty) to a depth with our generator,
// on one thread without a table, and with a UCI engine that knows `go perft`, runs times in turn after one uncounted
// run of each. The engine is given the variant as a stanza where it does not know it by name. It errs where the counts
// differ: a fast wrong count is worth nothing.
func PerftAgainst(ctx context.Context, spec *variant.Spec, fen string, depth int, cmd []string, runs int) ([]Pair, error) {
	r, err := rules.Compile(spec)
	if err != nil {
		return nil, err
	}
	if fen == "" {
		fen = spec.Start
	}
	p, err := position.Parse(r, fen)
	if err != nil {
		return nil, err
	}
	engine, err := remote.Start(ctx, cmd)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	if err := engine.UseSpec(spec); err != nil {
		return nil, err
	}
	if err := engine.Position(p.FEN(), nil); err != nil {
		return nil, err
	}
	g := movegen.For(r)
	var pairs []Pair
	for i := 0; i <= runs; i++ {
		pair, err := onePair(ctx, g, p, depth, engine)
		if err != nil {
			return pairs, err
		}
		if i > 0 {
			pairs = append(pairs, pair)
		}
	}
	return pairs, nil
}

func onePair(ctx context.Context, g *movegen.Generator, p *position.Position, depth int, engine *remote.Engine) (Pair, error) {
	began := time.Now()
	ours := movegen.Perft(g, p, depth)
	spent := time.Since(began)
	began = time.Now()
	theirs, _, err := engine.Perft(ctx, depth)
	pair := Pair{Nodes: ours, Ours: spent, Theirs: time.Since(began)}
	if err == nil && ours != theirs {
		err = fmt.Errorf("%s: perft %d is %d here and %d by %s; crosscheck finds out where", p.FEN(), depth, ours, theirs, engine.Name())
	}
	return pair, err
}

// Median returns the middle value of a list, of the two middle ones the mean, 0 of none. The list is sorted in place.
func Median(list []float64) float64 {
	slices.Sort(list)
	n := len(list)
	switch {
	case n == 0:
		return 0
	case n%2 == 1:
		return list[n/2]
	}
	return (list[n/2-1] + list[n/2]) / 2
}
