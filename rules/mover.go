package rules

import (
	"buluo/board"
	"buluo/variant"
)

// Shape says which fast path computes a pattern. A pattern that mixes several is Mixed and takes the slow one.
type Shape uint8

// The shapes.
const (
	Nothing    Shape = iota // reaches no square from anywhere
	Leaper                  // Leaps alone
	LegLeaper               // Legs alone (horse, elephant)
	OrthRider               // all of rank and file (chariot)
	DiagRider               // all of both diagonals (bishop)
	QueenRider              // both
	OrthHopper              // over one piece along rank and file (cannon)
	Mixed                   // any union of the above and of Rays
)

// Ray is a line of repeated steps of any kind: next square by square, so that a walk needs no arithmetic.
type Ray struct {
	Next  [board.MaxSquares]board.Square // NoSquare where the board ends
	Limit int                            // steps; 0 is no limit. See Reach
	Hop   bool
}

// Pattern is what one type of one colour reaches in one modality (quiet or capture), compiled. Targets lie in the
// mover's zone already where they come from tables; the caller masks riders with Mover.Zone.
type Pattern struct {
	Shape Shape
	Leaps *[board.MaxSquares]board.Bits // nil: none
	Legs  *[board.MaxSquares]Legs       // nil: none
	Table bool                          // Legs have tables (Legs.Look), all of them
	Orth  bool                          // rides rank and file
	Diag  bool                          // rides diagonals
	Hop   bool                          // hops along rank and file
	HopX  bool                          // hops along diagonals
	Rays  []*Ray                        // everything else

	// From tells, square by square, where a piece could possibly stand that reaches the square by a leap (Leaps, exact)
	// or by a lame leap (Legs, path permitting).
	LeapFrom *[board.MaxSquares]board.Bits
	LegFrom  *[board.MaxSquares]board.Bits
}

// Reach returns what the pattern reaches from a square on any occupancy, the first blockers included. The position does the
// same faster where the occupancy is its own (position.Position.Targets).
func (pat *Pattern) Reach(l *Lines, s board.Square, occ board.Bits) board.Bits {
	var b board.Bits
	if pat.Leaps != nil {
		b = pat.Leaps[s]
	}
	if pat.Legs != nil {
		b = b.Or(pat.Legs[s].Reach(occ))
	}
	if pat.Orth {
		b = b.Or(l.RideOrth(s, occ))
	}
	if pat.Diag {
		b = b.Or(l.RideDiag(s, occ))
	}
	if pat.Hop {
		b = b.Or(l.HopOrth(s, occ))
	}
	if pat.HopX {
		b = b.Or(l.HopDiag(s, occ))
	}
	for _, ray := range pat.Rays {
		b = b.Or(ray.Reach(s, occ))
	}
	return b
}

// StepDir is one direction of a short-range mover for moving all its pieces at once: every piece in From goes Delta
// squares up the numbering. From holds only squares from which the step is legal on an empty board, edges and zone
// included.
type StepDir struct {
	Delta          int
	From           board.Bits
	Quiet, Capture bool
}

// Mover is everything the generator needs to know of one type of one colour.
type Mover struct {
	Type    board.PieceType
	Zone    board.Bits // where it may stand
	Quiet   *Pattern
	Capture *Pattern
	Same    bool      // Quiet and Capture reach the same squares: one look serves both
	Initial *Pattern  // quiet moves from the double-step region, nil where there are none
	Steps   []StepDir // all its moves, where they are few enough to move all pieces at once; nil otherwise
	Royal   bool
	Pawn    bool // pushes two or three by region; always has Steps
	Plain   bool // never promotes and never captures in passing: a target is one Normal move
	Manner  Manner

	PromotesTo board.TypeSet   // pawn promotion: to what; empty if none
	PromotedTo board.PieceType // piece promotion: to what; NoType if none
	Passing    bool            // captures in passing
	Minor      Minor
	Immobile   board.Bits // squares it could never leave again on an empty board
	// PassFrom is where a pawn may stand to capture in passing on a square. Regions do not bound it (the reference's
	// reading). Nil but for pawns.
	PassFrom *[board.MaxSquares]board.Bits
	// Reach is what it reaches quietly from each square of an empty board; it says which moves cannot be taken back,
	// for types whose irreversible moves restart the clock. The zone does not bound it (the reference's reading).
	Reach *[board.MaxSquares]board.Bits
	// Jump is what its initial moves reach on an empty board; nil where it has none. A piece that makes one it could
	// not make otherwise may be captured in passing.
	Jump *[board.MaxSquares]board.Bits
}

// Manner says how a generator writes the moves of a type.
type Manner uint8

// The manners. What fits into several has the first of them.
const (
	AsRoyal   Manner = iota // each step tested
	AsPawns                 // all pieces at once, with promotions and what else pawns do
	AsSteps                 // all pieces at once
	AsRiders                // whole ranks and files, moving as they capture
	AsHoppers               // as riders, but for captures, which hop
	AsLeaps                 // leaps, moving as they capture
	AsLegs                  // lame leaps with tables, moving as they capture
	AsPlain                 // whatever else moves as it captures and makes nothing but Normal moves
	AsSpecial               // the rest
)

// manner sorts a type by its other fields.
func (m *Mover) manner() Manner {
	quiet, capture := m.Quiet.Shape, m.Capture.Shape
	switch {
	case m.Royal:
		return AsRoyal
	case m.Pawn:
		return AsPawns
	case m.Steps != nil:
		return AsSteps
	case !m.Plain:
		return AsSpecial
	case quiet == OrthRider && capture == OrthHopper:
		return AsHoppers
	case !m.Same:
		return AsSpecial
	case quiet == OrthRider:
		return AsRiders
	case quiet == Leaper:
		return AsLeaps
	case quiet == LegLeaper && m.Quiet.Table:
		return AsLegs
	}
	return AsPlain
}

// Minor classes the pieces that alone cannot mate a bare royal piece on a chess board.
type Minor uint8

// The classes.
const (
	Major      Minor = iota // may mate, or is not known not to
	Knightly                // moves like a knight and no other way
	ShadeBound              // never leaves the colour of its square
)

// minor classes a piece by its steps.
func minor(p *variant.Piece) Minor {
	knight, bound := len(p.Steps) > 0, len(p.Steps) > 0
	// Two squares one way and one the other are the only pair with five as the sum of squares; an even sum of steps never
	// changes the colour. A piece without steps counts as major, which claims nothing of it.
	for _, st := range p.Steps {
		knight = knight && st.Files*st.Files+st.Ranks*st.Ranks == 5
		bound = bound && (st.Files+st.Ranks)%2 == 0
	}
	switch {
	case knight:
		return Knightly
	case bound:
		return ShadeBound
	}
	return Major
}

// A type with at most this many step directions, and no other move, is moved all pieces at once. Soldiers and pawns
// are; an eight-way leaper moved so would cost more in shifts than its one or two pieces cost in lookups.
const maxSetSteps = 3

// turned returns a step as the colour makes it.
func turned(st variant.Step, c board.Color) (files, ranks int) {
	if c == board.Black {
		return -st.Files, -st.Ranks
	}
	return st.Files, st.Ranks
}

// zone returns where a type of a colour may stand.
func zone(spec *variant.Spec, p *variant.Piece, c board.Color) board.Bits {
	// An empty region is no region: the key was not given.
	if p.Region[c].Any() {
		return p.Region[c].And(spec.Geometry.All())
	}
	return spec.Geometry.All()
}

// Sideways reports whether a soldier on s has come far enough to leave its file: across the river, in xiangqi.
func (r *Rules) Sideways(c board.Color, s board.Square) bool {
	rank := r.Geometry.Rank(s)
	if c == board.Black {
		rank = r.Geometry.Ranks - 1 - rank
	}
	return rank >= r.spec.SoldierRank-1
}

// allowed reports whether a step may be made from s at all: a soldier below its promotion rank stays on its file.
func (r *Rules) allowed(p *variant.Piece, c board.Color, s board.Square, st variant.Step) bool {
	return !p.Soldier || st.Files == 0 || r.Sideways(c, s)
}

// compilePattern compiles the steps of a type that pass a filter.
func (r *Rules) compilePattern(p *variant.Piece, c board.Color, keep func(variant.Step) bool) *Pattern {
	pat := &Pattern{}
	var orth, diag, hop, hopx int // directions seen, one bit each
	var odd []variant.Step
	for _, st := range p.Steps {
		if !keep(st) {
			continue
		}
		d, unit := compass(turned(st, c))
		// A soldier's steps depend on where it stands, so that even one that rides is no part of a cross.
		whole := unit && st.Limit == 0 && !p.Soldier // may be part of a whole cross
		switch {
		case st.Kind == variant.Leap:
			r.addLeaps(pat, p, c, st)
		case st.Kind == variant.Lame:
			r.addLegs(pat, p, c, st)
		case whole && st.Kind == variant.Ride && isOrth(d):
			orth |= 1 << d
		case whole && st.Kind == variant.Ride:
			diag |= 1 << d
		case whole && st.Kind == variant.Hop && isOrth(d):
			hop |= 1 << d
		case whole && st.Kind == variant.Hop:
			hopx |= 1 << d
		default:
			odd = append(odd, st)
		}
	}
	// Only whole crosses have tables. A piece that rides three ways of four is walked square by square on all three, which
	// is slow and rare.
	const allOrth = 1<<East | 1<<North | 1<<West | 1<<South
	const allDiag = 1<<NorthEast | 1<<NorthWest | 1<<SouthEast | 1<<SouthWest
	pat.Orth, pat.Diag = orth == allOrth, diag == allDiag
	pat.Hop, pat.HopX = hop == allOrth, hopx == allDiag
	// Half a cross (a lance) and everything of limited range walk as rays.
	r.addRays(pat, p, c, variant.Ride, orth, !pat.Orth)
	r.addRays(pat, p, c, variant.Ride, diag, !pat.Diag)
	r.addRays(pat, p, c, variant.Hop, hop, !pat.Hop)
	r.addRays(pat, p, c, variant.Hop, hopx, !pat.HopX)
	for _, st := range odd {
		files, ranks := turned(st, c)
		pat.Rays = append(pat.Rays, r.newRay(p, c, st, files, ranks))
	}
	// All ways are known now, and a table of answers can be made for each square.
	if pat.Legs != nil {
		pat.Table = true
		for i := range pat.Legs {
			pat.Legs[i].seal()
			pat.Table = pat.Table && pat.Legs[i].to != nil
		}
	}
	pat.Shape = pat.shape()
	return pat
}

// shape names the fast path that computes the whole pattern, where one does.
func (p *Pattern) shape() Shape {
	rides := p.Orth || p.Diag || p.Hop || p.HopX || len(p.Rays) > 0
	leaps, legs := p.Leaps != nil, p.Legs != nil
	switch {
	case !rides && !leaps && !legs:
		return Nothing
	case !rides && !legs:
		return Leaper
	case !rides && !leaps:
		return LegLeaper
	case leaps || legs || p.HopX || len(p.Rays) > 0:
		return Mixed
	// A cannon captures so. What rides and hops along the same lines, as the banner of manchu does, is looked at in two ways
	// and so is mixed.
	case p.Hop && !p.Orth && !p.Diag:
		return OrthHopper
	case p.Hop:
		return Mixed
	case p.Orth && p.Diag:
		return QueenRider
	case p.Orth:
		return OrthRider
	}
	return DiagRider
}

// share gives another pattern the tables of this one that are equal to its own.
func (p *Pattern) share(other *Pattern) {
	if p.Leaps != nil && other.Leaps != nil && *p.Leaps == *other.Leaps {
		other.Leaps, other.LeapFrom = p.Leaps, p.LeapFrom
	}
	if p.Legs != nil && other.Legs != nil && equalLegs(p.Legs, other.Legs) {
		other.Legs, other.LegFrom = p.Legs, p.LegFrom
	}
}

// compass returns the direction of a unit step, and false for longer ones.
func compass(files, ranks int) (Direction, bool) {
	for d, delta := range deltas {
		if delta == [2]int{files, ranks} {
			return Direction(d), true
		}
	}
	return 0, false
}

// isOrth reports whether a direction follows a rank or a file.
func isOrth(d Direction) bool { return deltas[d][0] == 0 || deltas[d][1] == 0 }

// addLeaps adds a leap from every square where it may be made and stays in the zone, and its reverse: who attacks a square
// by leaps is one look then, for leapers that know no forward and for those that do.
func (r *Rules) addLeaps(pat *Pattern, p *variant.Piece, c board.Color, st variant.Step) {
	if pat.Leaps == nil {
		pat.Leaps, pat.LeapFrom = new([board.MaxSquares]board.Bits), new([board.MaxSquares]board.Bits)
	}
	z := zone(r.spec, p, c)
	files, ranks := turned(st, c)
	for i := 0; i < r.Geometry.Size(); i++ {
		s := board.Square(i)
		if t, ok := r.Geometry.Step(s, files, ranks); ok && z.Has(t) && r.allowed(p, c, s, st) {
			pat.Leaps[s] = pat.Leaps[s].With(t)
			pat.LeapFrom[t] = pat.LeapFrom[t].With(s)
		}
	}
}

// addLegs adds a lame leap in the same way, with the path that must be empty.
func (r *Rules) addLegs(pat *Pattern, p *variant.Piece, c board.Color, st variant.Step) {
	if pat.Legs == nil {
		pat.Legs, pat.LegFrom = new([board.MaxSquares]Legs), new([board.MaxSquares]board.Bits)
	}
	z := zone(r.spec, p, c)
	files, ranks := turned(st, c)
	for i := 0; i < r.Geometry.Size(); i++ {
		s := board.Square(i)
		t, ok := r.Geometry.Step(s, files, ranks)
		if !ok || !z.Has(t) || !r.allowed(p, c, s, st) {
			continue
		}
		pat.Legs[s].add(r.lamePath(s, t), t)
		pat.LegFrom[t] = pat.LegFrom[t].With(s)
	}
}

// lamePath returns the squares a lame leap passes: along the longer remaining axis while one is longer, else
// diagonally.
func (r *Rules) lamePath(from, to board.Square) board.Bits {
	g := r.Geometry
	f, k := g.File(from), g.Rank(from)
	var path board.Bits
	for {
		df, dk := g.File(to)-f, g.Rank(to)-k
		if abs(df) >= abs(dk) {
			f += sign(df)
		}
		if abs(dk) >= abs(df) {
			k += sign(dk)
		}
		s := g.Square(f, k)
		if s == to {
			return path
		}
		path = path.With(s)
	}
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// addRays adds a ray for each direction of the mask where the whole cross is not to be had.
func (r *Rules) addRays(pat *Pattern, p *variant.Piece, c board.Color, kind variant.StepKind, mask int, wanted bool) {
	if !wanted {
		return
	}
	for d := Direction(0); d < numDirections; d++ {
		if mask>>d&1 != 0 {
			pat.Rays = append(pat.Rays, r.newRay(p, c, variant.Step{Kind: kind}, deltas[d][0], deltas[d][1]))
		}
	}
}

// newRay makes the chain of squares that a ray goes along from each square. The zone is not in it: a ride may pass through
// squares on which the piece may not stop, as in the reference.
func (r *Rules) newRay(p *variant.Piece, c board.Color, st variant.Step, files, ranks int) *Ray {
	ray := &Ray{Limit: st.Limit, Hop: st.Kind == variant.Hop}
	for i := range ray.Next {
		ray.Next[i] = board.NoSquare
	}
	for i := 0; i < r.Geometry.Size(); i++ {
		// A soldier that rides is cut off square by square: the reference masks its file at the start of the ride only,
		// which comes to the same since a file ride never leaves the file.
		s := board.Square(i)
		if t, ok := r.Geometry.Step(s, files, ranks); ok && r.allowed(p, c, s, st) {
			ray.Next[s] = t
		}
	}
	return ray
}

// Reach returns what the ray reaches from s on an occupancy, the last blocker included. A limit counts from s, over the
// hurdle of a hop too; but a hop of limit 1 goes any distance to its hurdle and lands right behind it (the
// grasshopper).
func (ray *Ray) Reach(s board.Square, occ board.Bits) board.Bits {
	var b board.Bits
	behind, steps := !ray.Hop, 0
	for t := ray.Next[s]; t != board.NoSquare; t = ray.Next[t] {
		steps++
		if behind {
			b = b.With(t)
			if ray.Hop && ray.Limit == 1 {
				break
			}
		}
		// For the grasshopper the limit says nothing of the way to the hurdle.
		if ray.Limit > 0 && steps >= ray.Limit && (!ray.Hop || ray.Limit > 1) {
			break
		}
		if occ.Has(t) {
			if behind {
				break
			}
			behind = true
		}
	}
	return b
}

// setSteps returns the step list of a type that only makes a few short steps, nil for all others.
func (r *Rules) setSteps(p *variant.Piece, c board.Color) []StepDir {
	var dirs []StepDir
	z := zone(r.spec, p, c)
	for _, st := range p.Steps {
		if st.Kind != variant.Leap || st.Initial {
			return nil
		}
		files, ranks := turned(st, c)
		dir := StepDir{Delta: ranks*r.Geometry.Files + files, Quiet: st.Quiet, Capture: st.Capture}
		if abs(dir.Delta) > 63 {
			return nil // further than sets are shifted
		}
		for i := 0; i < r.Geometry.Size(); i++ {
			s := board.Square(i)
			if t, ok := r.Geometry.Step(s, files, ranks); ok && z.Has(t) && r.allowed(p, c, s, st) {
				dir.From = dir.From.With(s)
			}
		}
		dirs = mergeDir(dirs, dir)
	}
	if len(dirs) == 0 || len(dirs) > maxSetSteps && !p.Pawn {
		return nil
	}
	return dirs
}

// mergeDir adds a step, joining a quiet and a capturing one of the same direction.
func mergeDir(dirs []StepDir, dir StepDir) []StepDir {
	for i := range dirs {
		if dirs[i].Delta == dir.Delta && dirs[i].From == dir.From {
			dirs[i].Quiet = dirs[i].Quiet || dir.Quiet
			dirs[i].Capture = dirs[i].Capture || dir.Capture
			return dirs
		}
	}
	return append(dirs, dir)
}
