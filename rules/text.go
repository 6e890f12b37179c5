package rules

import (
	"fmt"
	"strings"

	"buluo/board"
)

var shapeNames = [...]string{
	"nothing", "leaper", "lame leaper", "orthogonal rider", "diagonal rider", "queen rider", "orthogonal hopper", "mixed",
}

// String names the shape.
func (s Shape) String() string { return shapeNames[s] }

// String dumps the compiled rules for reading and for tests: each side's plan and pieces, the castlings, the immediate
// ends.
func (r *Rules) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %dx%d turn %d/%d", r.spec.Name, r.Geometry.Files, r.Geometry.Ranks, r.Turn[0], r.Turn[1])
	for _, flag := range []struct {
		on   bool
		name string
	}{{r.Facing, "facing"}, {r.CountChecks, "checks counted"}, {r.Plus, "plus"}, {r.Passing, "passing"}} {
		if flag.on {
			b.WriteString(", " + flag.name)
		}
	}
	b.WriteByte('\n')
	for c := range r.Sides {
		r.dumpSide(&b, &r.Sides[c])
	}
	for i, k := range r.Castling {
		if k.Exists {
			fmt.Fprintf(&b, "castle %c: %s-%s, %s-%s\n", "KQkq"[i], r.Geometry.Name(k.KingFrom), r.Geometry.Name(k.KingTo),
				r.Geometry.Name(k.RookFrom), r.Geometry.Name(k.RookTo))
		}
	}
	for _, e := range r.Ends {
		fmt.Fprintf(&b, "end %s type %d count %d\n", e.Op, e.Type, e.Count)
	}
	return b.String()
}

// dumpSide writes a side: the plan that movegen chooses for it, what may check the other side, and a line for each type.
func (r *Rules) dumpSide(b *strings.Builder, side *Side) {
	plan := "tested"
	switch {
	case side.Fast && side.Royal == board.NoType:
		plan = "free"
	case side.Fast:
		plan = "pinned"
	}
	fmt.Fprintf(b, "%s: %s", side.Color, plan)
	if len(side.Checkers) > 0 {
		b.WriteString(", checks by ")
		for i := range side.Checkers {
			b.WriteByte(r.spec.Piece(side.Checkers[i].Type).Letter)
		}
	}
	b.WriteByte('\n')
	for _, m := range side.Movers {
		fmt.Fprintf(b, "  %c %s", r.spec.Piece(m.Type).Letter, m.Capture.Shape)
		if !m.Same {
			fmt.Fprintf(b, ", moves as %s", m.Quiet.Shape)
		}
		if m.Steps != nil {
			fmt.Fprintf(b, ", %d steps at once", len(m.Steps))
		}
		if m.Zone != r.Board {
			fmt.Fprintf(b, ", %d points", m.Zone.Count())
		}
		if m.Royal {
			b.WriteString(", royal")
		}
		if !m.Plain {
			b.WriteString(", special")
		}
		b.WriteByte('\n')
	}
}
