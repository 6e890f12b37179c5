package referee

import (
	"buluo/board"
	"buluo/variant"
)

// claim judges the ends that a player would claim, in this order: clock, repetition, material, fortress.
func (g *Game) claim() board.Outcome {
	for _, judge := range []func() board.Outcome{g.overtime, g.repeated, g.insufficient, g.fortress} {
		if out := judge(); out.Over {
			return out
		}
	}
	return board.Outcome{}
}

// window is how many plies back a position could equal the present one: none beyond the last irreversible move or the
// set-up.
func (g *Game) window() int { return min(g.now().clock, len(g.moves)) }

// overtime judges the clock of plies without a capture.
func (g *Game) overtime() board.Outcome {
	limit := g.spec.ClockPlies
	if limit <= 0 || g.now().clock < limit+g.allowance() {
		return board.Outcome{}
	}
	return board.Draw(board.Clock)
}

// allowance is how many plies the clock is put back for checks, under the federation's rules: a long series of checks
// does not use the clock up. Of the checks of the side that gave more, those past the tenth count nothing, nor do the
// moves that answer them. Checks are counted over whole pairs of plies, as the reference counts them.
func (g *Game) allowance() int {
	const free, shortest = 10, 20
	if g.spec.Chase != variant.AXF || len(g.moves) < shortest {
		return 0
	}
	var given [2]int
	pairs := (g.window() + 1) / 2
	for back := 0; back < 2*pairs; back++ {
		if s := &g.past[len(g.moves)-back]; s.inCheck(s.side) {
			given[s.side.Other()]++
		}
	}
	return 2 * max(max(given[board.White], given[board.Black])-free, 0)
}

// repeated judges repetition once the present position has occurred often enough within the window.
func (g *Game) repeated() board.Outcome {
	if g.spec.Fold <= 0 {
		return board.Outcome{}
	}
	const shortest = 4 // plies: nothing repeats sooner, and two passes are another matter
	present := len(g.moves)
	times := 1
	for back := shortest; back <= g.window(); back++ {
		if sameTurn(g.now(), &g.past[present-back]) {
			if times++; times >= g.spec.Fold { // 1 is as good as 2, as in the reference: what has not stood before repeats nothing
				return g.ruling(present - back)
			}
		}
	}
	return board.Outcome{}
}

// sameTurn reports whether two positions are the same to the repetition rule: pieces, side, moves left in the turn, rights
// and checks. Passing squares count by file and in pairs cancel out, as in the reference; what a promoted piece once was
// does not count.
func sameTurn(a, b *state) bool {
	return a.at == b.at && a.side == b.side && a.left == b.left && a.rooks == b.rooks && a.checks == b.checks &&
		a.oddPassing() == b.oddPassing()
}

// oddPassing returns the files that hold an odd number of passing squares, a bit each.
func (s *state) oddPassing() (files uint) {
	for b := s.passing; b.Any(); {
		files ^= 1 << s.spec.Geometry.File(b.Pop())
	}
	return files
}

// ruling judges a repetition whose first occurrence, of those that count, is past[first]. Perpetual check comes before
// perpetual chase, and that before the plain value; two sides guilty of the same draw.
func (g *Game) ruling(first int) board.Outcome {
	if g.spec.PerpetualCheck {
		if out := verdict(g.onlyChecked(first), board.PerpetualCheck); out.Over {
			return out
		}
	}
	if g.spec.Chase == variant.AXF {
		if out := verdict(g.onlyChased(first), board.PerpetualChase); out.Over {
			return out
		}
	}
	side := g.Side()
	if g.spec.FoldAbsolute {
		side = board.White
	}
	return award(g.spec.FoldValue, side, board.Repetition)
}

// verdict turns guilt into an outcome; nobody's guilt is none.
func verdict(guilty [2]bool, why board.Reason) board.Outcome {
	switch guilty {
	case [2]bool{true, false}:
		return board.Win(board.Black, why)
	case [2]bool{false, true}:
		return board.Win(board.White, why)
	case [2]bool{true, true}:
		return board.Draw(why)
	}
	return board.Outcome{}
}

// onlyChecked says which sides gave check with every turn since past[first], that is, whose opponent was in check
// whenever its turn began.
func (g *Game) onlyChecked(first int) (guilty [2]bool) {
	seen := [2]bool{}
	guilty = [2]bool{true, true}
	for i := first; i <= len(g.moves); i++ {
		s := &g.past[i]
		if s.midTurn() {
			continue
		}
		checker := s.side.Other()
		seen[checker] = true
		guilty[checker] = guilty[checker] && s.inCheck(s.side)
	}
	return [2]bool{guilty[0] && seen[0], guilty[1] && seen[1]}
}
