package variant

import "fmt"

// The reference keeps, for each piece, one table of the squares it could ever reach and a list of line tables (rook files,
// cannon files, horse legs, ...), and takes what the line tables and the reach have in common. A piece that rides one way
// and hops another (fRbpR) would there ride and hop both ways. Such texts mean something else to the reference than they
// say, so they are refused here.

// offset is a displacement in files and ranks.
type offset struct{ files, ranks int }

// family is one of the reference's line tables.
type family struct {
	kind        StepKind
	grasshopper bool
	directions  []offset
}

// lineDirections are the directions that share a table with a step's: both ways of a file or of a rank, and in every other
// case all the step's images.
func lineDirections(s Step) []offset {
	o := offset{s.Files, s.Ranks}
	long := max(abs(o.files), abs(o.ranks))
	switch {
	// A lame straight leap has one table for all four ways, where a ride has one for files and one for ranks.
	case s.Kind == Lame && (o.files == 0 || o.ranks == 0):
		return []offset{{0, long}, {0, -long}, {long, 0}, {-long, 0}}
	case o.files == 0:
		return []offset{{0, long}, {0, -long}}
	case o.ranks == 0:
		return []offset{{long, 0}, {-long, 0}}
	}
	var all []offset
	for _, sf := range []int{1, -1} {
		for _, sr := range []int{1, -1} {
			all = append(all, offset{sf * o.files, sr * o.ranks})
			if abs(o.files) != abs(o.ranks) {
				all = append(all, offset{sf * o.ranks, sr * o.files})
			}
		}
	}
	return all
}

func abs(n int) int { return max(n, -n) }

// reach is how many times a step may be repeated on the largest board.
func (s Step) reach() int {
	switch {
	case s.Kind == Leap || s.Kind == Lame:
		return 1
	case s.Limit == 0 || s.Kind == Hop && s.Limit == 1:
		return maxReach
	}
	return s.Limit
}

const maxReach = 11

// mixedRiders returns a sentence for each table under which the reference would let the piece do more than its text says.
func mixedRiders(steps []Step) []string {
	var out []string
	// The reference has three such tables a piece. Initial captures do not exist.
	for _, pick := range []func(Step) bool{
		func(s Step) bool { return s.Quiet && !s.Initial },
		func(s Step) bool { return s.Quiet && s.Initial },
		func(s Step) bool { return s.Capture },
	} {
		var some []Step
		for _, s := range steps {
			if pick(s) {
				some = append(some, s)
			}
		}
		if text := mixed(some); text != "" {
			return append(out, text)
		}
	}
	return out
}

// mixed returns what the reference would add to steps of one purpose (moves, initial moves or captures), "" for nothing.
func mixed(steps []Step) string {
	ever := map[offset]bool{}
	for _, s := range steps {
		for k := 1; k <= s.reach(); k++ {
			ever[offset{k * s.Files, k * s.Ranks}] = true
		}
	}
	for _, s := range steps {
		if s.Kind == Leap {
			continue
		}
		f := family{s.Kind, s.Kind == Hop && s.Limit == 1, lineDirections(s)}
		for _, d := range f.directions {
			if k := f.beyond(d, ever, steps); k > 0 {
				return fmt.Sprintf("the reference would also let it reach the point %+d files %+d ranks away by a %s, "+
					"as it mixes the ways of one line; give both ways the same directions and ranges", k*d.files, k*d.ranks, s.Kind)
			}
		}
	}
	return ""
}

// beyond returns the first multiple of a direction that the family's table would add to the piece, 0 where there is none.
func (f family) beyond(d offset, ever map[offset]bool, steps []Step) int {
	most := maxReach
	if f.kind == Lame {
		most = 1
	}
	// The table adds only what the piece might ever reach, and a hop nothing right beside it, where there is nothing to hop
	// over.
	for k := 1; k <= most; k++ {
		if !ever[offset{k * d.files, k * d.ranks}] || f.kind == Hop && k == 1 {
			continue
		}
		said := false
		for _, s := range steps {
			said = said || f.covers(s, d, k)
		}
		if !said {
			return k
		}
	}
	return 0
}

// covers reports whether a step reaches k times the direction whenever the family's table does.
func (f family) covers(s Step, d offset, k int) bool {
	to := offset{k * d.files, k * d.ranks}
	here := offset{s.Files, s.Ranks}
	switch {
	case s.Kind == Leap:
		return here == to
	case s.Kind == Lame && f.kind == Lame:
		return here == to
	case s.Kind == Lame && f.kind == Ride: // a straight leg of two is a ride of two
		return here == to && k == 2 && (d.files == 0 || d.ranks == 0 || abs(d.files) == abs(d.ranks))
	case s.Kind == Ride && f.kind == Lame:
		return s.reach() > 1 && here == offset{to.files / 2, to.ranks / 2} && to.files%2 == 0 && to.ranks%2 == 0
	case s.Kind == Ride && f.kind == Ride:
		return here == d && k <= s.reach()
	case s.Kind == Hop && f.kind == Hop:
		return here == d && k <= s.reach() && (s.Limit != 1 || f.grasshopper)
	}
	return false
}
