package rules

import "buluo/board"

// Sight is a list of sources sorted by how they attack, for looking from a square at what attacks it: each part of the look then does one thing
// for all its types and asks nothing of those that do not concern it.
type Sight struct {
	Leaps           []LeapSight
	Legs            []LegSight
	Orth, Diag, Hop []LineSight
	Odd             []Source // all that hop diagonally or ride by rays, for these parts of them alone
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

// newSight sorts a list of sources.
func newSight(sources []Source) Sight {
	var v Sight
	for _, src := range sources {
		// One type may attack in several ways and is then in several lists; the parts are added up by whoever looks.
		line := LineSight{src.Type, src.Zone}
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
	return v
}
