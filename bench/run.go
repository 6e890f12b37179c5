package bench

import (
	"context"
	"fmt"
	"time"

	"buluo/position"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

// DefaultDepth is the depth of the signature that commits carry: all positions take a few seconds.
const DefaultDepth = 10

// tableMB is the size of the table. It is fixed, since the signature depends on it.
const tableMB = 16

// Options say what Run searches. The zero value is what the signature is made from.
type Options struct {
	Places []Place // nil is Places()
	Depth  int     // 0 is DefaultDepth

	Report func(Line) // called after each variant, if not nil
}

// Line is what the positions of one variant took together.
type Line struct {
	Variant   string
	Positions int
	Nodes     uint64
	Time      time.Duration // in the search alone
}

// Speed returns nodes per second, 0 where the clock was too coarse.
func (l Line) Speed() float64 { return speed(l.Nodes, l.Time) }

func speed(nodes uint64, spent time.Duration) float64 {
	if spent <= 0 {
		return 0
	}
	return float64(nodes) / spent.Seconds()
}

// Result is what Run measured.
type Result struct {
	Depth int
	Lines []Line
}

// Signature is the number of nodes of all searches. A search is a function of its inputs and each begins with nothing learned,
// so that the number is the same on every machine and in every build, and that almost every change to what is searched,
// valued or generated moves it; a change that should be none and moves it is a mistake.
func (r Result) Signature() uint64 { return r.Total().Nodes }

// Total adds up the lines.
func (r Result) Total() Line {
	total := Line{Variant: "total"}
	for _, l := range r.Lines {
		total.Positions += l.Positions
		total.Nodes += l.Nodes
		total.Time += l.Time
	}
	return total
}

// Run searches every position to the depth, on one thread, with everything forgotten before each. Where ctx ends, what was
// finished is returned with its error.
func Run(ctx context.Context, o Options) (Result, error) {
	if o.Depth == 0 {
		o.Depth = DefaultDepth
	}
	if o.Places == nil {
		var err error
		if o.Places, err = Places(); err != nil {
			return Result{}, err
		}
	}
	res := Result{Depth: o.Depth}
	for len(o.Places) > 0 {
		own, rest := split(o.Places)
		o.Places = rest
		line, err := runVariant(ctx, own, o.Depth)
		if err != nil {
			return res, err
		}
		res.Lines = append(res.Lines, line)
		if o.Report != nil {
			o.Report(line)
		}
	}
	return res, nil
}

// split cuts the positions of the first variant off a list.
func split(places []Place) (own, rest []Place) {
	n := 1
	for n < len(places) && places[n].Variant == places[0].Variant {
		n++
	}
	return places[:n], places[n:]
}

// runVariant searches the positions of one variant.
func runVariant(ctx context.Context, places []Place, depth int) (Line, error) {
	line := Line{Variant: places[0].Variant, Positions: len(places)}
	d, err := newDriver(places[0].Variant, tableMB)
	if err != nil {
		return line, err
	}
	for _, place := range places {
		spent, nodes, err := d.search(ctx, place.FEN, search.Limits{Depth: depth})
		if err != nil {
			return line, err
		}
		line.Nodes += nodes
		line.Time += spent
	}
	return line, nil
}

// driver times searches of one variant. It belongs to one goroutine.
type driver struct {
	spec     *variant.Spec
	rules    *rules.Rules
	searcher *search.Searcher
}

func newDriver(name string, tableMB int) (*driver, error) {
	spec, err := variant.Load(name)
	if err != nil {
		return nil, err
	}
	r, err := rules.Compile(spec)
	if err != nil {
		return nil, err
	}
	return &driver{spec: spec, rules: r, searcher: search.New(r, search.Options{TableMB: tableMB})}, nil
}

// search searches a position with everything forgotten, and returns how long the search itself took and its nodes.
func (d *driver) search(ctx context.Context, fen string, limits search.Limits) (time.Duration, uint64, error) {
	p, err := position.Parse(d.rules, fen)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %s: %w", d.spec.Name, fen, err)
	}
	d.searcher.Clear()
	defer d.searcher.StopOn(ctx)()
	began := time.Now()
	res := d.searcher.Run(p, limits, nil)
	spent := time.Since(began)
	if err := ctx.Err(); err != nil {
		return 0, 0, err
	}
	return spent, res.Nodes, nil
}
