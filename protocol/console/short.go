package console

import (
	"slices"

	"buluo/board"
	"buluo/engine"
)

// Short cuts the list of variants in a declaration down to the first that fit. Clients of the dialects of xiangqi read lines
// into buffers of fixed size, and play on boards of ten ranks; the variant played at present comes first.
func Short(e *engine.Engine, o engine.Option, fits func(engine.Option) bool) engine.Option {
	all := o.Vars
	o.Vars = []string{o.Default}
	for _, name := range all {
		spec, err := e.Variant(name)
		if err != nil || name == o.Default || spec.Geometry.Ranks != board.MaxRanks {
			continue
		}
		longer := o
		longer.Vars = append(slices.Clip(o.Vars), name)
		if !fits(longer) {
			break
		}
		o = longer
	}
	return o
}
