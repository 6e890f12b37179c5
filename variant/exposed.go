package variant

import "buluo/board"

// exposed refuses starts that no game can begin from, since royal pieces are never captured: one that the side to move could take
// at once, generals that see each other, and one outside its own region where attacks on it would not be looked for.
func (a *array) exposed() {
	s := a.spec
	royal := s.Royal()
	var at [2]board.Square
	var there [2]bool
	for c := range at {
		at[c], there[c] = a.find(board.MakePiece(board.Color(c), royal))
	}
	if royal == board.NoType {
		return
	}
	g := s.Geometry
	for c := board.White; c <= board.Black; c++ {
		if !there[c] {
			continue
		}
		if t := a.overlooked(c, at[c], royal); t != board.NoType {
			a.fail("%s's %s on %s stands outside its own region and inside that of %s's %s, which would not be seen to attack it; "+
				"move it into its region, or widen that", c, s.Piece(royal).Key, g.Name(at[c]), c.Other(), s.Piece(t).Key)
		}
	}
	// Only the side that is not on move can be in the way of a beginning: one that is in check has its turn to answer.
	us, them := a.side, a.side.Other()
	if there[them] {
		if from, ok := a.attacker(us, at[them]); ok {
			a.fail("%s moves first and could take the %s on %s at once, from %s; move one of the two, or put something between them",
				us, s.Piece(royal).Key, g.Name(at[them]), g.Name(from))
		}
	}
	if s.FlyingGeneral && there[us] && there[them] && a.facing(at[us], at[them]) {
		a.fail("%s's %s on %s and %s's on %s see each other along an open line, which flyingGeneral forbids; "+
			"put a piece between them, or set flyingGeneral = false", us, s.Piece(royal).Key, g.Name(at[us]), them, g.Name(at[them]))
	}
}

// find returns where the first of a piece stands.
func (a *array) find(p board.Piece) (board.Square, bool) {
	for sq := range board.Square(a.spec.Geometry.Size()) {
		if a.at[sq] == p {
			return sq, true
		}
	}
	return board.NoSquare, false
}

// attacker returns the first piece of a side that could capture on a square, and false where none could.
func (a *array) attacker(by board.Color, target board.Square) (board.Square, bool) {
	for from := range board.Square(a.spec.Geometry.Size()) {
		p := a.at[from]
		if p == board.NoPiece || p.Color() != by {
			continue
		}
		def := a.spec.Piece(p.Type())
		// A piece that may not go there does not attack it.
		if !def.Region[by].Has(target) {
			continue
		}
		for i := range def.Steps {
			if st := &def.Steps[i]; st.Capture && a.usable(def, st, by, from) && a.hits(st, by, from, target) {
				return from, true
			}
		}
	}
	return board.NoSquare, false
}

// usable reports whether a piece has a step where it stands: soldiers leave their file only from their rank on.
func (a *array) usable(def *Piece, st *Step, c board.Color, from board.Square) bool {
	rank := a.spec.Geometry.Rank(from)
	if c == board.Black {
		rank = a.spec.Geometry.Ranks - 1 - rank
	}
	return !st.Initial && (!def.Soldier || st.Files == 0 || rank+1 >= a.spec.SoldierRank)
}

// turnedFor returns a step as a colour makes it.
func (st *Step) turnedFor(c board.Color) (files, ranks int) {
	if c == board.Black {
		return -st.Files, -st.Ranks
	}
	return st.Files, st.Ranks
}

// hits reports whether a step of a piece on from captures on target, as the board stands.
func (a *array) hits(st *Step, c board.Color, from, target board.Square) bool {
	files, ranks := st.turnedFor(c)
	if st.Kind == Leap || st.Kind == Lame {
		to, ok := a.spec.Geometry.Step(from, files, ranks)
		return ok && to == target && (st.Kind == Leap || a.clear(from, files, ranks))
	}
	grasshopper := st.Kind == Hop && st.Limit == 1 // any distance to what it hops over, and right behind it
	over := st.Kind != Hop
	// A ride: the first piece on the way is its last square. A hop: what it takes is the first piece behind the hurdle.
	for sq, n := from, 1; st.Limit == 0 || grasshopper || n <= st.Limit; n++ {
		var ok bool
		if sq, ok = a.spec.Geometry.Step(sq, files, ranks); !ok {
			return false
		}
		switch occupied := a.at[sq] != board.NoPiece; {
		case over && sq == target:
			return true
		case over && (occupied || grasshopper):
			return false
		case occupied:
			over = true
		}
	}
	return false
}

// clear reports whether the path of a lame leap is empty (see [Lame]).
func (a *array) clear(from board.Square, files, ranks int) bool {
	for sq := from; ; {
		// Along the longer axis while one is longer, then diagonally: a horse steps straight first, an elephant always
		// slants.
		f, r := sign(files), sign(ranks)
		switch {
		case files*files > ranks*ranks:
			r = 0
		case files*files < ranks*ranks:
			f = 0
		}
		if files, ranks = files-f, ranks-r; files == 0 && ranks == 0 {
			return true
		}
		var ok bool
		if sq, ok = a.spec.Geometry.Step(sq, f, r); !ok || a.at[sq] != board.NoPiece {
			return false
		}
	}
}

// facing reports whether nothing stands between two squares of one rank or file.
func (a *array) facing(from, to board.Square) bool {
	g := a.spec.Geometry
	files, ranks := g.File(to)-g.File(from), g.Rank(to)-g.Rank(from)
	if files != 0 && ranks != 0 {
		return false
	}
	for {
		if from, _ = g.Step(from, sign(files), sign(ranks)); from == to {
			return true
		}
		if a.at[from] != board.NoPiece {
			return false
		}
	}
}

// overlooked returns a type of the opponent that may go where a side's royal piece stands, outside its own region, but can attack
// no square of that region, so that checks by it are not looked for. NoType is none.
func (a *array) overlooked(c board.Color, at board.Square, royal board.PieceType) board.PieceType {
	home := a.spec.Piece(royal).Region[c]
	if home.Has(at) {
		return board.NoType
	}
	for i := range a.spec.Pieces {
		p := &a.spec.Pieces[i]
		if p.Region[c.Other()].Has(at) && p.captures() && !a.everAttacks(p, c.Other(), home) {
			return board.PieceType(i + 1)
		}
	}
	return board.NoType
}

// captures reports whether a piece captures at all.
func (p *Piece) captures() bool {
	for i := range p.Steps {
		if p.Steps[i].Capture && !p.Steps[i].Initial {
			return true
		}
	}
	return false
}

// everAttacks reports whether a type could attack any square of a set from anywhere. Lines are taken to reach everything.
func (a *array) everAttacks(p *Piece, c board.Color, set board.Bits) bool {
	if set = set.And(p.Region[c]); set.Empty() {
		return false
	}
	for i := range p.Steps {
		st := &p.Steps[i]
		if !st.Capture || st.Initial {
			continue
		}
		if st.Kind == Ride || st.Kind == Hop {
			return true
		}
		// Backwards from each square: is there a square on the board from which the step leads here, and has the piece the
		// step there?
		files, ranks := st.turnedFor(c)
		for b := set; b.Any(); {
			from, ok := a.spec.Geometry.Step(b.Pop(), -files, -ranks)
			if ok && a.usable(p, st, c, from) {
				return true
			}
		}
	}
	return false
}
