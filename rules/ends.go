package rules

import (
	"slices"

	"buluo/board"
	"buluo/variant"
)

// EndOp says what an immediate end looks at.
type EndOp uint8

// The immediate ends. Each is asked for both sides where that makes sense, the opponent of the side to move first, as
// in the reference.
const (
	EndExtinctAll EndOp = iota // a side's pieces, all together, are down to Count
	EndExtinct                 // a side's pieces of Type are
	EndFlagOwn                 // the side to move already stood in its region (flagMove, flagPieceSafe)
	EndFlag                    // the opponent reached its region
	EndChecks                  // the opponent gave its last check
	EndRow                     // the opponent has Count in a row
	EndRegions                 // the opponent joined two regions
	EndBlock                   // the opponent has a Count x Count block
	EndCollinear               // the opponent has Count on one line, gaps allowed
	EndPasses                  // both sides passed
)

var endNames = [...]string{
	"extinct all", "extinct", "own flag", "flag", "checks", "row", "regions", "block", "collinear", "passes",
}

// String names the op for dumps.
func (op EndOp) String() string { return endNames[op] }

// End is one immediate end, as data.
type End struct {
	Op    EndOp
	Type  board.PieceType
	Count int
}

// compileEnds lists the immediate ends in the reference's order.
func (r *Rules) compileEnds() {
	spec := r.spec
	// Where the last pieces are royal their loss ends nothing: they may not be lost (see PseudoRoyal).
	if spec.ExtinctionValue != variant.None && !spec.ExtinctionRoyal {
		if spec.ExtinctionAll {
			r.Ends = append(r.Ends, End{Op: EndExtinctAll, Count: spec.ExtinctionCount})
		}
		for _, t := range types(spec.ExtinctionTypes) {
			r.Ends = append(r.Ends, End{Op: EndExtinct, Type: t, Count: spec.ExtinctionCount})
		}
	}
	if spec.FlagRegion[0].Any() || spec.FlagRegion[1].Any() {
		// Only under these two rules may a side begin its turn with its flag reached and the game not over: the other was
		// owed an answer, or the flag was under attack.
		if spec.FlagMove || spec.FlagSafe {
			r.Ends = append(r.Ends, End{Op: EndFlagOwn})
		}
		r.Ends = append(r.Ends, End{Op: EndFlag})
	}
	if spec.CheckCounting {
		r.Ends = append(r.Ends, End{Op: EndChecks})
	}
	cn := &spec.Connect
	if cn.N > 0 {
		r.Ends = append(r.Ends, End{Op: EndRow, Count: cn.N})
	}
	if cn.Region1[0].Any() || cn.Region1[1].Any() {
		r.Ends = append(r.Ends, End{Op: EndRegions})
	}
	if cn.NxN > 0 {
		r.Ends = append(r.Ends, End{Op: EndBlock, Count: cn.NxN})
	}
	if cn.Collinear > 0 {
		r.Ends = append(r.Ends, End{Op: EndCollinear, Count: cn.Collinear})
	}
	if r.Sides[0].Pass || r.Sides[1].Pass {
		r.Ends = append(r.Ends, End{Op: EndPasses})
	}
	r.Lasting = !slices.ContainsFunc(r.Ends, func(e End) bool { return e.Op != EndExtinctAll || e.Count > 0 })
}
