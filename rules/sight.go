package rules

import "buluo/board"

// Sight is a list of sources sorted by how they attack, for looking from a square at what attacks it: each part of the look then does one thing
// for all its types and asks nothing of those that do not concern it.
type Sight struct {
	Low *LowSight // the same for boards of 64 squares or fewer; nil where there is none

	Leaps           []LeapSight
	Legs            []LegSight
	Orth, Diag, Hop []LineSight
	Odd             []Source // all that hop diagonally or ride by rays, for these parts of them alone

	// Straight says that one type rides ranks and files at most, one hops along them, both may stand anywhere, and nothing attacks from afar
	// otherwise. Rider and Hopper are the two, or NoType, of which there are no pieces.
	Straight      bool
	Rider, Hopper board.PieceType

	Far  board.TypeSet // the types that attack in any other way than by a leap, lame or not
	near [board.MaxSquares]Near
}

// LowSight is a Sight of leaps and whole lines alone, by types that may stand anywhere, on a board whose sets have lower words only.
type LowSight struct {
	Leaps, Orth, Diag []board.PieceType
	from              []board.Low // square after square, what Leaps attack it from, so that one look reads all from one place
}

// From returns where the types of Leaps attack a square from, in their order.
func (v *LowSight) From(s board.Square) []board.Low {
	return v.from[int(s&63)*len(v.Leaps):][:len(v.Leaps)]
}

// low returns the sight for a board of these squares, nil where they are too many or it has more than a LowSight can hold.
func (v *Sight) low(all board.Bits) *LowSight {
	if all.Hi != 0 || len(v.Legs) > 0 || len(v.Hop) > 0 || len(v.Odd) > 0 {
		return nil
	}
	low := &LowSight{}
	for _, list := range []struct {
		from []LineSight
		to   *[]board.PieceType
	}{{v.Orth, &low.Orth}, {v.Diag, &low.Diag}} {
		for _, l := range list.from {
			if l.Zone != all {
				return nil
			}
			*list.to = append(*list.to, l.Type)
		}
	}
	for _, l := range v.Leaps {
		low.Leaps = append(low.Leaps, l.Type)
	}
	for s := range 64 {
		for _, l := range v.Leaps {
			low.from = append(low.from, board.Low(l.From[s].Lo))
		}
	}
	return low
}

// LeapSight is a type that leaps. From holds, square by square, where it attacks the square from; nowhere if that is not in its zone.
type LeapSight struct {
	Type board.PieceType
	From *[board.MaxSquares]board.Bits
}

// LegSight is a type that makes lame leaps: From says where it could stand, and Legs whether its path from there is free.
type LegSight struct {
	Type board.PieceType
	From *[board.MaxSquares]board.Bits
	Legs *[board.MaxSquares]Legs
}

// LineSight is a type that rides or hops all ways along lines, and where it may.
type LineSight struct {
	Type board.PieceType
	Zone board.Bits
}

// Near is what attacks one square by leaps, lame or not. Types that never do are not in it.
type Near struct {
	Any   board.Bits // where any of them could stand
	Leaps []Spot
	Legs  []Spot
}

// Spot is a type and where it attacks a square from.
type Spot struct {
	From board.Bits
	Type board.PieceType
	Legs *[board.MaxSquares]Legs // whether the path from there is free, for lame leaps
}

// Near returns what attacks a square by leaps.
func (v *Sight) Near(s board.Square) *Near { return &v.near[s%board.MaxSquares] }

// gather makes what Near returns for boards of so many squares.
func (v *Sight) gather(squares int) {
	for s := range squares {
		n := &v.near[s]
		for _, l := range v.Leaps {
			if from := l.From[s]; from.Any() {
				n.Any, n.Leaps = n.Any.Or(from), append(n.Leaps, Spot{From: from, Type: l.Type})
			}
		}
		for _, l := range v.Legs {
			if from := l.From[s]; from.Any() {
				n.Any, n.Legs = n.Any.Or(from), append(n.Legs, Spot{From: from, Type: l.Type, Legs: l.Legs})
			}
		}
	}
}

// newSight sorts a list of sources, for a board of these squares.
func newSight(sources []Source, all board.Bits) Sight {
	var v Sight
	for _, src := range sources {
		// One type may attack in several ways and is then in several lists; the parts are added up by whoever looks.
		line := LineSight{src.Type, src.Zone}
		if src.Orth || src.Diag || src.Hop || src.HopX || len(src.Rays) > 0 {
			v.Far = v.Far.With(src.Type)
		}
		if src.LeapFrom != nil {
			v.Leaps = append(v.Leaps, LeapSight{src.Type, src.LeapFrom})
		}
		if src.LegFrom != nil {
			v.Legs = append(v.Legs, LegSight{src.Type, src.LegFrom, src.Pattern.Legs})
		}
		if src.Orth {
			v.Orth = append(v.Orth, line)
		}
		if src.Diag {
			v.Diag = append(v.Diag, line)
		}
		if src.Hop {
			v.Hop = append(v.Hop, line)
		}
		if src.HopX || len(src.Rays) > 0 {
			v.Odd = append(v.Odd, src)
		}
	}
	v.gather(int(all.Last()) + 1)
	var rides, hops bool
	v.Rider, rides = lone(v.Orth, all)
	v.Hopper, hops = lone(v.Hop, all)
	v.Straight = rides && hops && len(v.Diag) == 0 && len(v.Odd) == 0
	v.Low = v.low(all)
	return v
}

// lone returns the only type of a list, NoType of an empty one, and whether there is no more to say of it than that.
func lone(list []LineSight, all board.Bits) (board.PieceType, bool) {
	switch {
	case len(list) == 0:
		return board.NoType, true
	case len(list) == 1 && list[0].Zone == all:
		return list[0].Type, true
	}
	return board.NoType, false
}
