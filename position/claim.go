package position

import (
	"buluo/board"
	"buluo/variant"
)

// Claim returns the end that the game's history or its material gives, in the reference's order: the clock, the
// repetition with its rulings, and then what the reference leaves to others (insufficient material, the fortress). It
// presumes that the side to move is not checkmated: whoever generates moves asks that first.
func (p *Position) Claim() board.Outcome {
	spec := p.r.Spec()
	if spec.ClockPlies > 0 && int(p.st.clock) >= spec.ClockPlies && int(p.st.clock) >= spec.ClockPlies+p.allowance() {
		return board.Draw(board.Clock)
	}
	if spec.Fold > 0 && p.st.clock >= 4 {
		if n := p.foldSpan(spec.Fold); n > 0 {
			return p.ruled(n)
		}
	}
	return p.Barren()
}

// Barren returns the end that Claim finds where the game's history gives none: the board's own, by what is left on it and where it stands.
func (p *Position) Barren() board.Outcome {
	spec := p.r.Spec()
	if spec.Insufficient != variant.NeverInsufficient && p.insufficient() {
		return board.Draw(board.Insufficient)
	}
	if spec.Fortress && p.fortress() {
		return board.Draw(board.Fortress)
	}
	return board.Outcome{}
}

// window returns how many plies back a repetition of this position can lie: no further than the last move that cannot
// be taken back, the last null move, or the set-up.
func (p *Position) window() int { return int(min(p.st.clock, p.st.age)) }

// stride returns the distance between positions with the same side to move: 1 where turns are long, as a turn may end
// early.
func (p *Position) stride() int {
	if p.r.LongTurns {
		return 1
	}
	return 2
}

// Repeats returns how often the position has occurred before since the set-up, and how many plies ago last (0 for
// never).
func (p *Position) Repeats() (times, ago int) {
	n, step := p.window(), p.stride()
	last := len(p.hist) - 1
	for i := 4; i <= n; i += step {
		if p.hist[last-i].key == p.st.key {
			if times++; ago == 0 {
				ago = i
			}
		}
	}
	return times, ago
}

// foldSpan returns how many plies ago the position occurred for the first of its last fold occurrences, 0 where it has
// not occurred so often. A fold of 1 is as good as 2, as in the reference: what has not stood before repeats nothing.
func (p *Position) foldSpan(fold int) int {
	n, step := p.window(), p.stride()
	last := len(p.hist) - 1
	times := 1
	for i := 4; i <= n; i += step {
		if p.hist[last-i].key == p.st.key {
			if times++; times >= fold {
				return i
			}
		}
	}
	return 0
}

// ruled returns what a repetition over the last n plies is worth: perpetual check before perpetual chase before the
// variant's own value; who alone is guilty loses, and where both are it is a draw.
func (p *Position) ruled(n int) board.Outcome {
	spec, us, them := p.r.Spec(), p.side, p.side.Other()
	if spec.PerpetualCheck {
		if o := judge(p.perpetual(n, us), p.perpetual(n, them), us, board.PerpetualCheck); o.Over {
			return o
		}
	}
	if spec.Chase != variant.NoChase {
		byUs, byThem := p.chases(n)
		if o := judge(byUs, byThem, us, board.PerpetualChase); o.Over {
			return o
		}
	}
	of := us
	if spec.FoldAbsolute {
		of = board.White
	}
	return outcome(spec.FoldValue, of, board.Repetition)
}

// judge turns guilt into an outcome; nobody guilty is no outcome.
func judge(us, them bool, side board.Color, why board.Reason) board.Outcome {
	switch {
	case us && them:
		return board.Draw(why)
	case us:
		return board.Win(side.Other(), why)
	case them:
		return board.Win(side, why)
	}
	return board.Outcome{}
}

// perpetual reports whether every move that a side made in the last n plies gave check. In a long turn only its end
// counts: the opponent must have been in check whenever its turn began, and may answer the check at once.
func (p *Position) perpetual(n int, by board.Color) bool {
	every, any := true, false
	p.retrace(n, func(i int) {
		if p.side == by || p.MidTurn() {
			return
		}
		// The position n plies ago is the present one again; its check was given by the move before the cycle, and
		// counts as this one's.
		any = true
		every = every && p.InCheck()
	})
	return every && any
}

// retrace takes back the last n plies and plays them again, calling at with the number of plies left to play: n first,
// on the oldest position, 0 last, on the present one.
func (p *Position) retrace(n int, at func(left int)) {
	p.back = p.back[:0]
	for range n {
		p.back = append(p.back, p.st.move)
		p.Undo()
	}
	at(n)
	for i := n - 1; i >= 0; i-- {
		p.Do(p.back[i])
		at(i)
	}
}

// allowance returns by how many plies checks lengthen the clock where chases are judged: beyond ten checks, a side's
// further ones do not count (with the moves that answer them). It is the reference's reading, which asks it of games of
// twenty plies and more.
func (p *Position) allowance() int {
	if p.r.Spec().Chase == variant.NoChase || p.st.age < 20 {
		return 0
	}
	// The reference walks the window in pairs of plies, so that an odd window reaches one ply further back.
	span := (p.window()-1)/2*2 + 1
	var checks [2]int
	p.retrace(span, func(left int) {
		if p.InCheck() {
			checks[left%2]++
		}
	})
	return 2 * max(max(checks[0], checks[1])-10, 0)
}
