package rules

import (
	"slices"

	"buluo/board"
)

// Legs is what a lame leaper reaches from one square: a target set for each distinct path that must be empty.
//
// Horses and elephants have four points at most that may be blocked. For those the answer to every occupancy of them stands in a table, which a
// multiplication finds: it gathers the scattered bits at the top of a word, as is usual for sliders (magic bitboards, Kannan 2007).
type Legs struct {
	Ways []Leg

	points board.Bits // that may be blocked
	gather board.Bits // the factors
	to     *[1 << gathered]board.Bits
}

// Leg is one path of a lame leaper and the targets behind it.
type Leg struct{ Path, To board.Bits }

// gathered is the number of bits that the factors bring together. One more than points to look at makes factors easy to find.
const (
	gathered  = 5
	maxPoints = gathered - 1
)

// add records a target behind a path, beside those that share it.
func (l *Legs) add(path board.Bits, t board.Square) {
	for i := range l.Ways {
		if l.Ways[i].Path == path {
			l.Ways[i].To = l.Ways[i].To.With(t)
			return
		}
	}
	l.Ways = append(l.Ways, Leg{path, board.Bit(t)})
}

// Points returns the squares that may block a path.
func (l *Legs) Points() board.Bits { return l.points }

// Reach returns the squares behind free paths.
func (l *Legs) Reach(occ board.Bits) board.Bits {
	if l.to == nil {
		return l.walk(occ)
	}
	return l.to[l.place(occ)%(1<<gathered)]
}

// Look is Reach where there is a table for the square.
func (l *Legs) Look(occ board.Bits) board.Bits { return l.to[l.place(occ)%(1<<gathered)] }

// place returns where the answer to an occupancy stands.
func (l *Legs) place(occ board.Bits) uint64 {
	return ((occ.Lo&l.points.Lo)*l.gather.Lo + (occ.Hi&l.points.Hi)*l.gather.Hi) >> (64 - gathered)
}

// walk is Reach path by path.
func (l *Legs) walk(occ board.Bits) board.Bits {
	var b board.Bits
	for i := range l.Ways {
		if !l.Ways[i].Path.Meets(occ) {
			b = b.Or(l.Ways[i].To)
		}
	}
	return b
}

// answer is what a lame leaper reaches on an occupancy of its points.
type answer struct{ occ, reach board.Bits }

// seal makes the table, once all ways are known. Where there are too many points, or no factors are found, there is none and paths are walked.
// A factor has one bit for each point, which takes it to a place of its own among the gathered ones; all choices of places are tried until one
// is found whose stray products do no harm.
func (l *Legs) seal() {
	for i := range l.Ways {
		l.points = l.points.Or(l.Ways[i].Path)
	}
	if l.points.Count() > maxPoints {
		return
	}
	answers := l.answers()
	// Every point is tried at each of the gathered places: 625 choices for four points, each checked against 16 occupancies,
	// once a square and only when rules are compiled.
	choices := 1
	for range l.points.Count() {
		choices *= gathered
	}
	for n := range choices {
		l.gather = board.Bits{}
		for b := l.points; b.Any(); n /= gathered {
			s := b.Pop()
			factor := uint64(1) << ((64 - gathered + n%gathered - int(s%64)) & 63)
			if s < 64 {
				l.gather.Lo |= factor
			} else {
				l.gather.Hi |= factor
			}
		}
		if to := l.table(answers); to != nil {
			l.to = to
			return
		}
	}
}

// answers lists what is reached on every occupancy of the points.
func (l *Legs) answers() []answer {
	list := make([]answer, 1<<l.points.Count())
	for n := range list {
		var occ board.Bits
		for b, rest := l.points, n; b.Any(); rest >>= 1 {
			if s := b.Pop(); rest&1 != 0 {
				occ = occ.With(s)
			}
		}
		list[n] = answer{occ, l.walk(occ)}
	}
	return list
}

// table returns the answers by place where the factors keep those apart that differ, and nil where they do not.
func (l *Legs) table(answers []answer) *[1 << gathered]board.Bits {
	var to [1 << gathered]board.Bits
	var taken uint32
	for _, a := range answers {
		i := l.place(a.occ)
		if taken>>i&1 != 0 && to[i] != a.reach {
			return nil
		}
		to[i] = a.reach
		taken |= 1 << i
	}
	return &to
}

// equalLegs reports whether two tables of lame leaps are equal, whatever the order of their ways.
func equalLegs(a, b *[board.MaxSquares]Legs) bool {
	for s := range a {
		if len(a[s].Ways) != len(b[s].Ways) {
			return false
		}
		for _, way := range a[s].Ways {
			if !slices.Contains(b[s].Ways, way) {
				return false
			}
		}
	}
	return true
}
