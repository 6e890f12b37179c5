package position

import (
	"buluo/board"
	"buluo/rules"
	"buluo/variant"
)

// outcome turns a value for a side into an outcome.
func outcome(v variant.Value, c board.Color, why board.Reason) board.Outcome {
	switch v {
	case variant.Win:
		return board.Win(c, why)
	case variant.Loss:
		return board.Win(c.Other(), why)
	case variant.DrawValue:
		return board.Draw(why)
	}
	return board.Outcome{}
}

// Ended returns the end that the board itself shows, before any move is generated: extinction, a reached flag, the last
// check, a connection, two passes.
func (p *Position) Ended() board.Outcome {
	if p.r.Lasting && p.types[0] != 0 && p.types[1] != 0 { // nearly always
		return board.Outcome{}
	}
	return p.endOnBoard()
}

// endOnBoard is Ended by asking for every end there is.
func (p *Position) endOnBoard() board.Outcome {
	for i := range p.r.Ends {
		if o := p.ended(&p.r.Ends[i]); o.Over {
			return o
		}
	}
	return board.Outcome{}
}

// ended asks for one end.
func (p *Position) ended(e *rules.End) board.Outcome {
	us, them := p.side, p.side.Other()
	spec := p.r.Spec()
	switch e.Op {
	case rules.EndExtinctAll, rules.EndExtinct:
		// The opponent first, as the reference does: where a move leaves both sides extinct, it is the mover that is.
		for _, c := range [2]board.Color{them, us} {
			if p.extinct(e, c) {
				return outcome(spec.ExtinctionValue, c, board.Extinction)
			}
		}
	// The side to move wins by a flag it reached a turn ago: the opponent had its answer (flagMove), or could not attack the
	// flag (flagPieceSafe).
	case rules.EndFlagOwn:
		if p.flagged(us) {
			return p.ownFlag()
		}
	case rules.EndFlag:
		if p.directFlag() && p.flagged(them) && !p.mayAnswerFlag() {
			return board.Win(them, board.Campmate)
		}
	case rules.EndChecks:
		if p.st.checks[them] == 0 {
			return board.Win(them, board.CheckLimit)
		}
	case rules.EndPasses:
		if n := len(p.hist); n > 1 && p.st.pass && p.hist[n-2].pass {
			return board.Draw(board.Passes)
		}
	default:
		if p.connected(e) {
			return outcome(spec.Connect.Value, them, board.Connection)
		}
	}
	return board.Outcome{}
}

// extinct reports whether a side is down to the limit and its opponent has enough left to profit from it.
func (p *Position) extinct(e *rules.End, c board.Color) bool {
	if e.Op == rules.EndExtinctAll && e.Count == 0 && p.sides[c].Any() {
		return false // the common case, without counting
	}
	if p.census(e, c) > e.Count {
		return false
	}
	spec := p.r.Spec()
	need := spec.ExtinctionOpponent
	if spec.ExtinctionClaim && c == p.side {
		need++
	}
	return p.census(e, c.Other()) >= need
}

// census counts what an end is about: all of a side's pieces, or those of one type.
func (p *Position) census(e *rules.End, c board.Color) int {
	if e.Op == rules.EndExtinctAll {
		return p.sides[c].Count()
	}
	return p.Count(c, e.Type)
}

// flagSet returns a side's pieces that stand in its flag region.
func (p *Position) flagSet(c board.Color) board.Bits {
	spec := p.r.Spec()
	if spec.FlagAny[c] {
		return p.sides[c].And(spec.FlagRegion[c])
	}
	return p.Pieces(c, spec.FlagPiece[c]).And(spec.FlagRegion[c])
}

// flagged reports whether a side has reached its flag.
func (p *Position) flagged(c board.Color) bool {
	spec := p.r.Spec()
	in := p.flagSet(c)
	if in.Empty() {
		return false
	}
	n := in.Count()
	// flagPieceBlockedWin: with the whole region occupied, fewer than the number wanted will do, if any stands there at all.
	full := spec.FlagBlockedWin && spec.FlagRegion[c].Within(p.Occupied())
	if n < spec.FlagCount && !full {
		return false
	}
	// flagPieceSafe: with no piece to spare, none may be under attack. Under flagMove too, the side to move is not asked,
	// since its turn has come.
	if spec.FlagSafe && (!spec.FlagMove || c == p.side.Other()) && n == spec.FlagCount {
		for b := in; b.Any(); {
			if p.Attackers(b.Pop(), c.Other()).Any() {
				return false
			}
		}
	}
	return true
}

// ownFlag is the end where the side to move stood in its region already: a win, or a draw where the opponent got there
// too and the rules count that as answered.
func (p *Position) ownFlag() board.Outcome {
	spec, them := p.r.Spec(), p.side.Other()
	answered := spec.FlagMove && p.side == board.White && !spec.FlagAny[them] && spec.FlagPiece[them] == p.r.Spec().Royal() ||
		spec.FlagSafe && !spec.FlagMove
	if answered && p.flagged(them) {
		return board.Draw(board.Campmate)
	}
	return board.Win(p.side, board.Campmate)
}

// directFlag reports whether reaching the flag ends the game at once: there is no answering move, or only a king could
// make it.
func (p *Position) directFlag() bool {
	spec := p.r.Spec()
	// Under flagMove Black has an answer, which mayAnswerFlag looks for among king moves; where the flag is another piece's
	// the reference leaves the end to the next turn.
	return !spec.FlagMove || spec.FlagSafe || !spec.FlagAny[p.side] && spec.FlagPiece[p.side] == spec.Royal()
}

// mayAnswerFlag reports whether Black, to move, can still bring its king into its own region (racing kings).
func (p *Position) mayAnswerFlag() bool {
	spec := p.r.Spec()
	t := p.r.Sides[p.side].Royal
	if !spec.FlagMove || p.side != board.Black || t == board.NoType || spec.FlagAny[p.side] || spec.FlagPiece[p.side] != t ||
		p.InCheck() {
		return false
	}
	// Only king moves count, and only legal ones: out of attack, and in racing kings without giving check.
	king := p.Royal(p.side)
	goals := p.Attacks(p.side, t, king).And(spec.FlagRegion[p.side]).Without(p.sides[p.side])
	for goals.Any() {
		m := board.NewMove(king, goals.Pop())
		if p.Safe(m) && p.allowedCheck(m) {
			return true
		}
	}
	return false
}

// allowedCheck reports whether a move respects a ban on checks.
func (p *Position) allowedCheck(m board.Move) bool { return p.r.Spec().Checking || !p.GivesCheck(m) }

// GivesCheck reports whether a legal or pseudo-legal move attacks the opponent's royal piece. It makes the move to see.
func (p *Position) GivesCheck(m board.Move) bool {
	them := p.side.Other()
	if p.r.Sides[them].Royal == board.NoType {
		return false
	}
	// InCheck would be asked of the opponent's turn, which a long turn has not come to yet.
	us := p.side
	p.Do(m)
	check := p.attackers(&p.r.Sides[us].CheckSight, p.Royal(them), us, p.Occupied()).Any()
	p.Undo()
	return check
}

// connected reports whether the opponent of the side to move has connected its pieces.
func (p *Position) connected(e *rules.End) bool {
	spec, them := p.r.Spec(), p.side.Other()
	cn := &spec.Connect
	pieces := board.Bits{}
	for ts, t := cn.Types, board.PieceType(1); int(t) <= len(spec.Pieces); t++ {
		if ts.Has(t) {
			pieces = pieces.Or(p.Pieces(them, t))
		}
	}
	switch e.Op {
	case rules.EndRow:
		return p.anyLine(cn, func(d rules.Direction) bool { return p.row(pieces, d, e.Count) })
	case rules.EndBlock:
		return p.block(pieces, e.Count)
	case rules.EndCollinear:
		return p.anyLine(cn, func(d rules.Direction) bool { return p.collinear(pieces, d, e.Count) })
	}
	return p.joined(cn, pieces, them)
}

// anyLine asks about the directions in which a variant lets pieces connect. Opposite directions are one line.
func (p *Position) anyLine(cn *variant.Connect, yes func(rules.Direction) bool) bool {
	return cn.Horizontal && yes(rules.East) || cn.Vertical && yes(rules.North) ||
		cn.Diagonal && (yes(rules.NorthEast) || yes(rules.SouthEast))
}

// next returns the squares one step from a set.
func (p *Position) next(b board.Bits, d rules.Direction) board.Bits {
	var out board.Bits
	for b.Any() {
		s := b.Pop()
		if ray := p.lines.Rays[s][d]; ray.Any() {
			if d < rules.West {
				out = out.With(ray.First())
			} else {
				out = out.With(ray.Last())
			}
		}
	}
	return out
}

// row reports whether n pieces stand side by side in a direction. After i steps the set holds the ends of rows of i + 1.
func (p *Position) row(pieces board.Bits, d rules.Direction, n int) bool {
	b := pieces
	for i := 1; i < n && b.Any(); i++ {
		b = p.next(b, d).And(pieces)
	}
	return b.Any()
}

// block reports whether pieces fill a square of n by n. After i steps the set holds one corner of every square of side i +
// 1.
func (p *Position) block(pieces board.Bits, n int) bool {
	b := pieces
	for i := 1; i < n && b.Any(); i++ {
		b = b.And(p.next(b, rules.South)).And(p.next(b, rules.East)).And(p.next(b, rules.SouthEast))
	}
	return b.Any()
}

// collinear counts a side's pieces on each line of a direction, gaps and other pieces between them allowed.
func (p *Position) collinear(pieces board.Bits, d rules.Direction, n int) bool {
	for b := pieces; b.Any(); {
		s := b.Pop()
		line := p.lines.Rays[s][d].Or(p.lines.Rays[s][(d+4)%8]).With(s)
		if pieces.And(line).Count() >= n {
			return true
		}
	}
	return false
}

// joined reports whether a chain of pieces leads from one region to the other. It grows as the reference lets it,
// rightwards, upwards and along the two rightward diagonals only, so that a stanza names as its first region the one
// that a chain starts from.
func (p *Position) joined(cn *variant.Connect, pieces board.Bits, c board.Color) bool {
	goal := cn.Region2[c].And(pieces)
	chain := cn.Region1[c].And(pieces)
	if chain.Empty() || goal.Empty() {
		return false
	}
	for {
		var grown board.Bits
		p.anyLine(cn, func(d rules.Direction) bool {
			grown = grown.Or(p.next(chain.Or(grown), d).And(pieces))
			return false
		})
		if grown.Meets(goal) {
			return true
		}
		if grown.Within(chain) {
			return false
		}
		chain = chain.Or(grown)
	}
}
