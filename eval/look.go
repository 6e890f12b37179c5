package eval

import (
	"math/bits"

	"buluo/board"
	"buluo/position"
)

// view is what the survey sees of one side of a position.
//
//low:twin
type view struct {
	glance
	shut set // squares to go to which counts as no move
	// What follows is filled in for the kinds that it has, and holds what was there before for the others.
	upto [maxFar + 1]set // what its pawns and its kinds up to one attack, at the place after that one's; at 0 what its pawns do
	goes [maxFar]set     // where its kinds may go, its own men left out
}

// below returns what its pawns and the kinds of a set attack that holds all kinds up to one.
func (see *view) below(some kinds) set {
	return see.upto[uint(bits.Len32(uint32(see.has&some)))%(maxFar+1)]
}

// glance is the part of a view that begins empty.
//
//low:twin
type glance struct {
	feet, hits set          // its pawns, and what they attack
	span       set          // what they attack or may attack once they have advanced
	men        set          // what all but its royal piece attack
	all        set          // ... and the royal piece
	twice      set          // what two of them attack
	ring       set          // around its royal piece
	king       board.Square // where that is; NoSquare without one
	attackers  int          // its pieces that attack the ring of the other king
	zeal       int          // ... and what danger they bring
	ringHits   int          // squares of the ring that they attack, each as often as it is
	material   int          // the prices of its pieces of longer range
	has        kinds        // the kinds of which it has pieces
}

// count finds all counted terms and returns what they are worth to White, and the price of either side's pieces of longer range.
func (sh *sheet) count(e *Evaluator, p *position.Position, l *ledger) (value packed, material [2]int) {
	seen := &sh.seen
	var worth [2]packed
	for c := range board.Color(2) {
		worth[c] = seen[c].begin(e, p, l.of(c), c)
	}
	st := sh.find(e, l)
	for c := range board.Color(2) {
		seen[c].span = st.of[c].span
		worth[c] += st.of[c].worth
	}
	for c := range board.Color(2) {
		worth[c] += seen[c].scan(e, p, l.of(c), c, &seen[c.Other()], st)
	}
	for c := range board.Color(2) {
		n, us, them, own := l.of(c), &seen[c], &seen[c.Other()], &st.of[c]
		worth[c] += us.advance(e, p, n, c, them, own.runners) + us.danger(e, p, n, c, them, own)
		worth[c] += us.threats(e, p, n, c, them) + us.press(e, p, n, c, them, own.back)
	}
	worth[p.Side()] += e.weigh(l.of(p.Side()), e.tempo, 1)
	return worth[board.White] - worth[board.Black], [2]int{seen[board.White].material, seen[board.Black].material}
}

// begin sees a side's pawns and its royal piece.
func (see *view) begin(e *Evaluator, p *position.Position, n tally, c board.Color) (worth packed) {
	see.glance = glance{}
	camp, ours := &e.camps[c], set(p.Of(c))
	var wide set
	if them := &e.camps[c.Other()]; them.royal != board.NoType {
		if king := p.Royal(c.Other()); king != board.NoSquare {
			wide = set(them.wide[king&127])
		}
	}
	for i := range camp.near {
		k := &camp.near[i]
		men := set(p.Pieces(c, k.t))
		see.feet = see.feet.Or(men)
		for j := range k.guards {
			g := &k.guards[j]
			hit := men.And(set(g.from)).Shift(g.delta)
			see.twice = see.twice.Or(see.hits.And(hit))
			see.hits = see.hits.Or(hit)
			worth += e.weigh(n, g.slot, hit.And(ours).Count())
		}
		_, crowd := e.frame.crowd(e, p, n, c, k, men, wide)
		worth += crowd
	}
	see.king = board.NoSquare
	if camp.royal != board.NoType {
		if see.king = p.Royal(c); see.king != board.NoSquare {
			see.ring = set(camp.ring[see.king&127])
		}
	}
	return worth
}

// stuck returns the men of a side that stand in their own pieces' way for long: pawns that cannot step or have hardly stepped yet, heavy pieces, and
// the royal piece. What else stands there will move, or is guarded meanwhile.
func (see *view) stuck(e *Evaluator, p *position.Position, c board.Color) set {
	t := &e.survey.troops[c]
	stuck := see.feet.And(e.frame.ahead(c.Other(), set(p.Occupied())).Or(set(t.low)))
	for i := range t.heavy {
		stuck = stuck.Or(set(p.Pieces(c, t.heavy[i].t)))
	}
	if see.king != board.NoSquare {
		stuck = stuck.With(see.king)
	}
	return stuck
}

// scan sees what a side's pieces of longer range attack and where they may go. A move to a square that a pawn attacks is none.
func (see *view) scan(e *Evaluator, p *position.Position, n tally, c board.Color, them *view, st *structure) (worth packed) {
	see.shut = see.stuck(e, p, c).Or(them.hits)
	worth = see.sweep(e, p, n, c, them.ring, st)
	if e.camps[c.Other()].horde {
		worth += see.rear(e, p, n, c)
	}
	see.all = see.men
	if see.king != board.NoSquare {
		see.twice = see.twice.Or(see.men.And(see.ring))
		see.all = see.men.Or(see.ring)
	}
	return worth
}

// sweep looks from every piece of longer range of a side. ring is around the other side's royal piece.
func (see *view) sweep(e *Evaluator, p *position.Position, n tally, c board.Color, ring set, st *structure) (worth packed) {
	own := &st.of[c]
	shut, pawns := see.shut, own.files.Or(st.of[c.Other()].files)
	kinds, ours, theirs := e.survey.troops[c].kinds, set(p.Of(c)), set(p.Of(c.Other()))
	crowd := see.feet.Count() - e.survey.half
	var none set
	men, twice := see.hits, see.twice
	see.upto[0] = men
	for i := range kinds {
		k := &kinds[i]
		pieces := set(p.Pieces(c, k.t))
		if pieces.Empty() {
			continue
		}
		m, goes, near, hitters := k.m, none, 0, 0
		see.has |= 1 << i
		size := pieces.Count()
		see.material += k.price * size
		worth += e.weigh(n, k.amid, size*crowd)
		if k.bound {
			worth += e.weigh(n, k.pair, e.frame.pairs(pieces))
		}
		worth += see.stand(e, n, k, pieces.Without(own.files).Count(), pieces.Without(pawns).Count(), pieces.And(own.outposts).Count())
		for pieces.Any() {
			s := pieces.Pop()
			hit := p.Targets(m.Capture, s).And(set(m.Zone))
			to := hit
			if !m.Same {
				to = p.Targets(m.Quiet, s).And(set(m.Zone)).Without(theirs).Or(hit.And(theirs))
			}
			twice = twice.Or(men.And(hit))
			men = men.Or(hit)
			goes = goes.Or(to)
			worth += e.mobility(n, k, to.Or(hit.And(ours)).Without(shut).Count())
			on := hit.And(ring).Count()
			near += on
			hitters += min(on, 1)
		}
		worth += e.weigh(n, k.ring, near)
		see.ringHits += near
		see.attackers += hitters
		see.zeal += hitters * k.zeal
		see.upto[i+1], see.goes[i] = men, goes.Without(ours)
	}
	see.men, see.twice = men, twice
	return worth
}

// stand returns what the pawns make of the places of a kind: so many pieces on files without pawns of their own, and without any, and so many on
// squares from which no pawn can drive them away. Kinds to which this is nothing have it weigh nothing.
func (see *view) stand(e *Evaluator, n tally, k *kind, free, bare, outposts int) packed {
	return e.weigh(n, k.free, free) + e.weigh(n, k.bare, bare) + e.weigh(n, k.outpost, outposts)
}

// rear counts pieces that have got behind the other side's horde.
func (see *view) rear(e *Evaluator, p *position.Position, n tally, c board.Color) (worth packed) {
	for has := see.has; has != 0; {
		k := &e.survey.troops[c].kinds[has.pop()]
		for men := set(p.Pieces(c, k.t)); men.Any(); {
			worth += e.weigh(n, k.rear, e.frame.behind(e, p, c.Other(), men.Pop()))
		}
	}
	return worth
}

// threats counts a side's pieces that are attacked, by pawns, by cheaper pieces, or by anything while nothing guards them.
func (us *view) threats(e *Evaluator, p *position.Position, n tally, c board.Color, them *view) (worth packed) {
	t, f, ours := &e.survey.troops[c], &e.frame, set(p.Of(c))
	for b := them.all.Without(us.all).And(ours); b.Any(); {
		worth += e.weigh(n, e.loose[p.At(b.Pop())%board.MaxPieces], 1)
	}
	for b := them.hits.And(ours).Without(us.feet); b.Any(); {
		worth += e.weigh(n, e.harried[p.At(b.Pop())%board.MaxPieces], 1)
	}
	for has := us.has &^ t.calm; has != 0; {
		k := &t.kinds[has.pop()]
		worth += e.weigh(n, k.menaced, set(p.Pieces(c, k.t)).And(them.below(k.menace)).Without(them.hits).Count())
	}
	// Pawns that may step safely to where they attack a piece.
	step := f.ahead(c, us.feet).And(f.board).Without(set(p.Occupied())).Without(them.hits)
	step = step.And(us.all.Or(f.board.Without(them.all)))
	hit := f.beside(f.ahead(c, step).And(f.board)).And(set(p.Of(c.Other()))).Without(them.feet)
	worth += e.weigh(n, t.foot.lunge, hit.Count())
	return worth
}
