package search

import "buluo/board"

// ended returns what the position at a ply is worth if the game is over there, or as good as over, and whether it is. What the board shows
// comes first. Claims come last, and only after asking whether there is a move at all: being mated comes before being
// saved by a repetition. The root is searched whatever the rules say of it, save where the board itself ends the game.
func (s *Searcher) ended(ply int) (int, bool) {
	p := s.p
	if o := p.Ended(); o.Over {
		return worth(o, p.Side(), ply), true
	}
	if ply == 0 {
		return 0, false
	}
	clock := p.Clock()
	times, ago := 0, 0
	if clock >= 4 {
		times, ago = p.Repeats()
	}
	claim := board.Outcome{}
	switch {
	case s.clockMax > 0 && clock >= s.clockMax || s.fold > 0 && times+1 >= s.fold:
		claim = p.Claim()
	case s.claims: // the clock and the repetitions have just been looked at
		claim = p.Barren()
	}
	if claim.Over {
		return worth(s.gen.Outcome(p), p.Side(), ply), true
	}
	if times > 0 && ago <= ply {
		return s.repeated(ply, ago)
	}
	return 0, false
}

// repeated returns what a position is worth that stood on the board before within the tree: what could be repeated once can be
// repeated until the rules end it, so there is no need to search on to the last time. Where a repetition wins or loses outright the
// search does go on: it is the number of times that decides. Where perpetual checks are judged, they are looked for in the line
// searched; perpetual chases are judged only once the rules do.
func (s *Searcher) repeated(ply, ago int) (int, bool) {
	side := s.p.Side()
	if s.foldDraw {
		if v := worthOf(s.foldWhom, side, side); v != 0 {
			return 0, false
		}
		return 0, true
	}
	us, them := s.onlyChecks(ply, ago, side.Other()), s.onlyChecks(ply, ago, side)
	switch {
	case us == them:
		return 0, true
	case us:
		return -ruled, true
	}
	return ruled, true
}

// onlyChecks reports whether a side was in check at every turn of its own in the last plies, so that its opponent did nothing else.
func (s *Searcher) onlyChecks(ply, ago int, side board.Color) bool {
	every, any := true, false
	for i := ply - ago; i < ply; i++ {
		if f := &s.frames[i]; f.side == side {
			any = true
			every = every && f.check
		}
	}
	return every && any
}

// key returns the position's key in the table. Plies of the clock are part of it, eight at a time, once they begin to tell: what was true
// with a fresh clock is not true of one that runs out.
func (s *Searcher) key() uint64 {
	k := s.p.Key()
	if s.clockMax > 0 {
		k ^= bucket(s.p.Clock())
	}
	return k
}

// keyAfter returns what key will return after a move, unless the move does more than to move and to capture. It is for hints alone.
func (s *Searcher) keyAfter(m board.Move) uint64 {
	k := s.p.KeyAfter(m)
	if s.clockMax > 0 && s.p.At(m.To()) == board.NoPiece {
		k ^= bucket(s.p.Clock() + 1)
	}
	return k
}

// bucket returns what so many plies of the clock add to a key.
func bucket(clock int) uint64 {
	const size, fresh = 8, 32
	if clock < fresh {
		return 0
	}
	return uint64(clock/size) * 0x9E3779B97F4A7C15
}

// late reports whether the clock is so near its end that no result found at another time counts.
func (s *Searcher) late() bool { return s.clockMax > 0 && s.p.Clock() >= s.clockMax-10 }
