package uci

import (
	"context"
	"fmt"

	"buluo/bench"
)

// bench answers the command: a line for each variant, and at the end the three that programs look for. The positions are searched by
// searchers of their own, with nothing of the conversation's options, so that the number of nodes is the search's signature.
func (s *session) bench(c Bench) {
	s.Aside(func(ctx context.Context, say func(string)) {
		res, err := bench.Run(ctx, bench.Options{Depth: c.Depth, Report: func(l bench.Line) {
			say(Note(fmt.Sprintf("%s positions %d %s", l.Variant, l.Positions, figures(l))).String())
		}})
		if err != nil {
			say(Note("the bench was stopped: " + err.Error()).String())
			return
		}
		total := res.Total()
		say(Note(fmt.Sprintf("depth %d positions %d %s", res.Depth, total.Positions, figures(total))).String())
		say(fmt.Sprintf("Total time (ms) : %d\nNodes searched  : %d\nNodes/second    : %.0f", total.Time.Milliseconds(), total.Nodes, total.Speed()))
	})
}

// figures are what was measured, as in an info line.
func figures(l bench.Line) string {
	return fmt.Sprintf("nodes %d time %d nps %.0f", l.Nodes, l.Time.Milliseconds(), l.Speed())
}
