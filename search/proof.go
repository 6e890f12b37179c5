package search

import (
	"slices"

	"buluo/board"
	"buluo/rules"
	"buluo/tt"
	"buluo/variant"
)

// proof is what is known of one side's shortest win from a position: there is none within no plies, and one within yes.
type proof struct {
	no, yes int
	move    board.Move // the winner's: one that wins so soon. The other side's: one that holds out for longer than no plies
}

// endless is the distance of a win that is not known.
const endless = MaxPly - 1

// proofSalt sets what the table holds of proofs apart from what it holds of searches; shifted by the winner, one side's wins from the other's.
const proofSalt = uint64(0xD1B54A32D192ED03)

// prove looks for the shortest way to the end of a game that a search has found to be won by force, or that one side is to seek a win in. Searches
// leave moves out and look at others less deeply, so that the first win they find may be some plies too long, and some they do not find. Here nothing
// is left out: is there a win within one ply, two, three, until there is one or the one that is known has turned out to be the shortest. Repetitions
// and passes in a row are not asked for, as in tables of endgames: no shortest win repeats a position. So nothing is proven where the game has brought
// a position before that would end it the next time, and no win that the clock may be too short for. When the budget ends first, what was known before
// stays. It reports whether a shorter one was found.
//
// All of the 90 endings of known distance come out exactly within 2 M nodes, 82 without.
func (s *Searcher) prove(res *Result, seek bool) (shorter bool) {
	n, ok := IsMate(res.Score)
	switch {
	case ok:
	case !seek:
		return false
	case res.Score > 0:
		n = endless
	default:
		n = -endless
	}
	by, far := s.p.Side(), n
	if n < 0 {
		by, far = by.Other(), -n
	}
	if s.clockMax > 0 {
		far = min(far, s.clockMax-s.p.Clock())
	}
	if s.stale() { // the game so far would have a say
		return false
	}
	s.prepare(by)
	for d := 1; d < far; d++ {
		won := s.forced(by, d, 0)
		if s.over {
			return false
		}
		if won {
			l := &s.lines[0]
			if l.score = Mate - d; n < 0 {
				l.score = -l.score
			}
			// Where the table has lost the line, only the move is known, and of the loser's not that it holds out for so long.
			l.length = 1
			if line := s.proven(d); len(line) > 0 {
				l.length = copy(l.pv[:], line)
			}
			res.Best, res.Score = l.pv[0], l.score
			return true
		}
	}
	return false
}

// What it takes for a proof to get the rest of a budget. Whoever looks for a win that no search has found must ask for ever more plies, and only with
// very few men is that done in time: with five or six wins were lost by it that the search would have found.
const (
	fewMen    = 6       // on the board, where a win is known: the search would ask the same less surely
	seekMen   = 4       // ... and where none is
	seekAfter = 200_000 // nodes, in which the search has had its chance to find one
	clearLead = 500     // centipawns: who is to win should be known at least
)

// provesBetter reports whether what is left of the budget is better spent on a proof than on more iterations: few men are left, and the side that stands
// worse must lose all of its own, which is what a proof can count on.
func (s *Searcher) provesBetter(score int) bool {
	most := seekMen
	if _, known := IsMate(score); known {
		most = fewMen
	} else if s.nodes < seekAfter {
		return false
	}
	worse := s.p.Side()
	if score > 0 {
		worse = worse.Other()
	}
	return s.p.Occupied().Count() <= most && max(score, -score) >= clearLead &&
		s.beatenByTaking(worse) && s.p.Of(worse).Count() < s.r.Geometry.Files && !s.stale()
}

// prepare sets up the proof of a side's win.
func (s *Searcher) prepare(by board.Color) {
	s.hunted, s.salt = s.beatenByTaking(by.Other()), proofSalt<<by
	s.sure = s.swift && !s.r.Passing && !s.r.CountChecks && s.p.Rights() == 0
}

// stale reports whether a position that may come again has stood on the board so often that it would end the game.
func (s *Searcher) stale() bool {
	if s.fold == 0 {
		return false
	}
	p := s.p
	var back []board.Move
	often := false
	for n := min(p.Clock(), p.Ply()); n >= 0 && !often; n-- {
		times, _ := p.Repeats()
		if often = times+2 >= s.fold; n > 0 && !often {
			if p.Last() == board.NoMove {
				break
			}
			back = append(back, p.Last())
			p.Undo()
		}
	}
	for _, m := range slices.Backward(back) {
		p.Do(m)
	}
	return often
}

// forced reports whether a side wins within n plies, whatever the other does. When the search is over the answer means nothing.
func (s *Searcher) forced(by board.Color, n, ply int) bool {
	p := s.p
	if o := p.Ended(); o.Over {
		return o.Winner == by
	}
	attacks := p.Side() == by
	n, spare := s.spare(by, n)
	if spare < 0 {
		return false
	}
	if n <= 0 {
		return !s.gen.Any(p) && s.gen.Outcome(p).Winner == by
	}
	known := s.known(p.Key())
	switch {
	case known.yes <= n:
		return true
	case known.no >= n:
		return false
	}
	f := &s.frames[ply]
	moves := s.gen.Legal(p, f.moves[:0])
	if len(moves) == 0 {
		return s.gen.Outcome(p).Winner == by
	}
	if ply > 0 && s.claims && p.Barren().Over {
		return false
	}
	if !attacks && spare == 0 && s.escapes(by, moves) {
		s.remember(known, false, n)
		return false
	}
	if m := s.settles(attacks, moves, n-1); m != board.NoMove {
		known.move = m
		s.remember(known, attacks, n)
		return attacks
	}
	picks := s.order(f, moves, known.move, false)
	for m := s.next(f, &picks); m != board.NoMove; m = s.next(f, &picks) {
		if attacks && spare == 0 && s.quiet(m) {
			continue // every move must take
		}
		if _, bad := s.told(m, attacks, n-1); bad {
			continue
		}
		s.lead(f, &s.frames[ply+1], m)
		if !s.do(m) {
			return false
		}
		won := s.forced(by, n-1, ply+1)
		p.Undo()
		if s.over {
			return false
		}
		if won == attacks {
			known.move = m
			s.remember(known, won, n)
			s.refuted(f, m, nil, n)
			return won
		}
	}
	s.remember(known, !attacks, n)
	return !attacks
}

// spare returns how many moves of the attacker within n plies need not take, if the other side can only be beaten by taking all its men, one a
// move, and can be at all; below 0 the time does not suffice. As the attacker then makes the last move, n is rounded down to a number of plies that
// ends with one. Where there are other ways to win there is enough.
func (s *Searcher) spare(by board.Color, n int) (plies, moves int) {
	men := s.p.Of(by.Other()).Count()
	if !s.hunted || men >= s.r.Geometry.Files {
		return n, endless
	}
	if s.p.Side() == by {
		moves = (n + 1) / 2
		return 2*moves - 1, moves - men
	}
	moves = n / 2
	return 2 * moves, moves - men
}

// escapes reports whether the side to move, which only the loss of all its men beats, has a move after which none of them can be taken: where every
// move of the attacker must take one, no more need be asked. The attacker's pins and checks are left out of it: they only make it harder to take.
func (s *Searcher) escapes(by board.Color, moves []board.Move) bool {
	p, all := s.p, s.p.Of(by.Other())
	for _, m := range moves {
		from, to := m.From(), m.To()
		occ := p.Occupied().Drop(from).With(to)
		safe := true
		for men := all.Drop(from).With(to); safe && men.Any(); {
			safe = p.AttackersOn(men.Pop(), by, occ).Drop(to).Empty()
		}
		if safe {
			return true
		}
	}
	return false
}

// settles returns a move of which the table knows that it is good, so that none need be made; NoMove where it knows of none (enhanced transposition
// cut-offs).
func (s *Searcher) settles(attacks bool, moves []board.Move, n int) board.Move {
	for _, m := range moves {
		if good, _ := s.told(m, attacks, n); good {
			return m
		}
	}
	return board.NoMove
}

// told reports what the table tells of a move: after a good one of the attacker's there is a win within n plies, after a good one of the other side
// there is none, and after a bad one the reverse.
func (s *Searcher) told(m board.Move, attacks bool, n int) (good, bad bool) {
	k := s.foreseen(m)
	if attacks {
		return k.yes <= n, k.no >= n
	}
	return k.no >= n, k.yes <= n
}

// foreseen returns what the table holds of the proof of the position after a move, without making it, where its key can be told for sure.
func (s *Searcher) foreseen(m board.Move) proof {
	if !s.sure || m.Kind() != board.Normal {
		return proof{no: -1, yes: endless}
	}
	return s.known(s.p.KeyAfter(m))
}

// known returns what the table holds of the proof of a position of a key.
func (s *Searcher) known(key uint64) proof {
	e, ok := s.table.Probe(key ^ s.salt)
	if !ok {
		return proof{no: -1, yes: endless}
	}
	return proof{no: int(e.Depth), yes: int(e.Score), move: e.Move}
}

// remember stores what is known of the position's proof, now that there is or is not a win within n plies.
func (s *Searcher) remember(k proof, won bool, n int) {
	if won {
		k.yes = n
	} else {
		k.no = n
	}
	s.table.Store(s.p.Key()^s.salt, tt.Entry{Move: k.move, Score: int16(k.yes), Depth: int8(k.no), Bound: tt.Exact})
}

// proven returns the line of a win that was proven within n plies, as far as the table still holds it.
func (s *Searcher) proven(n int) []board.Move {
	var line []board.Move
	for ; n > 0; n-- {
		k := s.known(s.p.Key())
		if k.move == board.NoMove || k.yes > n {
			break
		}
		line = append(line, k.move)
		s.p.Do(k.move)
	}
	for range line {
		s.p.Undo()
	}
	return line
}

// beatenByTaking reports whether a side loses by the loss of all its men alone, as long as there are fewer of them than files: nothing else on the
// board ends a game against it, and it cannot be stuck. Its foremost rank of men can only be stuck where no step ahead is left and the rank is
// full from edge to edge, if every man can step ahead or to both sides, taking or not.
func (s *Searcher) beatenByTaking(c board.Color) bool {
	spec := s.r.Spec()
	if !s.swift ||
		spec.ExtinctionValue != variant.Loss || !spec.ExtinctionAll || spec.ExtinctionCount > 0 || !spec.ExtinctionOnly() || !spec.Checking {
		return false
	}
	for _, m := range s.r.Sides[c].Movers {
		if s.p.Pieces(c, m.Type).Any() && !s.roams(c, m) {
			return false
		}
	}
	return true
}

// roams reports whether a piece of a type that stays what it is can step ahead or to both sides from anywhere, as far as the board goes: a set-up may put
// it where its region does not let it go.
func (s *Searcher) roams(c board.Color, m *rules.Mover) bool {
	if m.Royal || !m.Plain {
		return false
	}
	g := s.r.Geometry
	ahead := 1
	if c == board.Black {
		ahead = -1
	}
	on, left, right := board.Bits{}, g.FileBits(0), g.FileBits(g.Files-1)
	for _, st := range m.Steps {
		switch {
		case !st.Quiet || !st.Capture:
		case st.Delta == -1:
			left = left.Or(st.From)
		case st.Delta == 1:
			right = right.Or(st.From)
		case st.Delta*ahead >= g.Files-1:
			on = on.Or(st.From)
		}
	}
	return s.r.Board.Without(on.Or(left.And(right))).Empty()
}
