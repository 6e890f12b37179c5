package eval

import (
	"cmp"
	"math/bits"
	"slices"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// A survey counts what matters on boards of open lines and few, fighting pawns: the families chess, horde and orda. There a piece is worth what it
// can do from where it stands, pawns make a structure that outlives pieces, and kings are attacked by several pieces at once. The other
// families are counted by what count.go has, which is less and faster.
type survey struct {
	troops             [2]troop
	grip               press
	half               int           // half the pawns that a side begins with: the price of a piece is its worth among so many
	lone               bool          // one side alone has a royal piece
	wings              [2]board.Bits // the three files on either side
	needsPawns         bool          // without pawns a small lead does not win
	phaseLow, phaseTop int           // material of longer range at which it is all ending, and all middle game
}

// maxFar is how many types of longer range a side may have at most.
const maxFar = board.MaxTypes - 1

// troop is what the survey knows of one side.
type troop struct {
	kinds []kind            // the types of longer range, cheapest first
	calm  kinds             // ... that nothing of the opponent's is cheaper than
	bound []board.PieceType // ... that stay on squares of one colour
	foot  foot              // its pawns
	crown crown             // its royal piece
	low   board.Bits        // its first three ranks
	room  board.Bits        // the middle of its own half, its first rank left out
}

// kind is a type of longer range.
type kind struct {
	*far
	price                                   int
	orth, diag                              bool                          // it captures along whole ranks and files, and diagonals
	leaps                                   *[board.MaxSquares]board.Bits // from where it leaps to a square, nil if it does not leap
	light                                   bool                          // it may sit on an outpost
	bound                                   bool                          // it stays on squares of one colour
	few, free, bare, outpost, pair, menaced int
	ample, amid, stalked                    int
	menace                                  kinds                    // the opponent's kinds that are cheaper
	zeal                                    int                      // units of danger that it brings a king whose ring it attacks
	mobility                                [board.MaxSquares]packed // what its moves are worth by their number: reach, few and ample
}

// view is what the survey sees of one side of a position.
type view struct {
	glance
	shut board.Bits // squares to go to which counts as no move
	// What follows is filled in for the kinds that it has, and holds what was there before for the others.
	upto [maxFar + 1]board.Bits // what its pawns and its kinds up to one attack, at the place after that one's; at 0 what its pawns do
	goes [maxFar]board.Bits     // where its kinds may go, its own men left out
}

// below returns what its pawns and the kinds of a set attack that holds all kinds up to one.
func (see *view) below(some kinds) board.Bits {
	return see.upto[uint(bits.Len32(uint32(see.has&some)))%(maxFar+1)]
}

// glance is the part of a view that begins empty.
type glance struct {
	feet, hits board.Bits   // its pawns, and what they attack
	span       board.Bits   // what they attack or may attack once they have advanced
	men        board.Bits   // what all but its royal piece attack
	all        board.Bits   // ... and the royal piece
	twice      board.Bits   // what two of them attack
	ring       board.Bits   // around its royal piece
	king       board.Square // where that is; NoSquare without one
	attackers  int          // its pieces that attack the ring of the other king
	zeal       int          // ... and what danger they bring
	ringHits   int          // squares of the ring that they attack, each as often as it is
	material   int          // the prices of its pieces of longer range
	has        kinds        // the kinds of which it has pieces
}

// kinds is a set of a side's kinds, a bit each.
type kinds uint32

// pop removes the first of a set, which must not be empty, and returns it.
func (k *kinds) pop() int {
	i := bits.TrailingZeros32(uint32(*k))
	*k &= *k - 1
	return i
}

// enlistSurvey enters the terms of the survey.
func (e *Evaluator) enlistSurvey(l *lexicon) {
	e.survey = &survey{lone: e.lone(), grip: e.enlistPress(l)}
	for c := range e.r.Sides {
		side := &e.r.Sides[c]
		t := &e.survey.troops[c]
		e.enlistFoot(l, side, &t.foot)
		t.room = e.room(side.Color)
		for b := e.r.Board; b.Any(); {
			if s := b.Pop(); e.rank(side.Color, s) < 3 {
				t.low = t.low.With(s)
			}
		}
		e.enlistCrown(l, side, &t.crown)
		for _, m := range side.Movers {
			if !m.Royal {
				e.pressed[board.MakePiece(side.Color, m.Type)] = e.slot(l, e.sideName(side, m), featPressed, Pair{-8, -8})
			}
		}
		for i := range e.camps[c].far {
			t.kinds = append(t.kinds, e.enlistKind(l, &e.camps[c].far[i]))
		}
	}
}

// enlistKind enters the terms of a type of longer range.
func (e *Evaluator) enlistKind(l *lexicon, f *far) kind {
	name, m := pieceName(e.r, f.m.Type), f.m
	k := kind{far: f, orth: m.Capture.Orth, diag: m.Capture.Diag, leaps: m.Capture.LeapFrom, bound: m.Minor == rules.ShadeBound}
	k.free, k.bare, k.outpost, k.pair = sink, sink, sink, sink
	k.ample, k.amid, k.stalked = sink, e.slot(l, name, featAmid, Pair{}), sink
	if k.orth || k.diag {
		k.ample = e.slot(l, name, featAmple, Pair{})
	}
	if value, _ := plainValue(e.r, m); value.Mg >= heavyPrice {
		k.stalked = e.slot(l, name, featStalked, Pair{-5, -4})
	}
	k.few = e.slot(l, name, featFew, Pair{-8, -10})
	k.menaced = e.slot(l, name, featMenaced, Pair{-40, -35})
	if k.orth {
		k.free, k.bare = e.slot(l, name, featFree, Pair{8, 4}), e.slot(l, name, featBare, Pair{12, 4})
	}
	if k.light = !k.orth; k.light {
		k.outpost = e.slot(l, name, featOutpost, Pair{16, 8})
	}
	if k.bound {
		k.pair = e.slot(l, name, featPair, Pair{30, 45})
	}
	return k
}

// settle fills in what depends on the prices of pieces, which are known last.
func (v *survey) settle(e *Evaluator) {
	for c := range v.troops {
		t := &v.troops[c]
		for i := range t.kinds {
			k := &t.kinds[i]
			k.price = e.Price(board.MakePiece(board.Color(c), k.t))
			k.zeal = zeal(k)
			if k.bound {
				t.bound = append(t.bound, k.t)
			}
			for moves := range k.mobility {
				k.mobility[moves] = e.mobilityTerms(nil, k, moves)
			}
		}
		slices.SortStableFunc(t.kinds, func(a, b kind) int { return cmp.Compare(a.price, b.price) })
	}
	for c := range v.troops {
		for i := range v.troops[c].kinds {
			k := &v.troops[c].kinds[i]
			for j, other := range v.troops[1-c].kinds {
				if other.price+menaceGap <= k.price {
					k.menace |= 1 << j
				}
			}
			if k.menace == 0 {
				v.troops[c].calm |= 1 << i
			}
		}
	}
	p := position.Start(e.r)
	v.half = min(v.feet(e, p, board.White).Count(), v.feet(e, p, board.Black).Count()) / 2
	v.weigh(e)
}

const (
	fewMoves   = 4   // a piece with fewer moves is stuck, the more the fewer it has
	ampleMoves = 8   // moves beyond which one more is worth less
	menaceGap  = 60  // centipawns by which a piece is cheaper than one it threatens
	heavyPrice = 700 // a queen, or what comes near
)

// count finds all counted terms and returns what they are worth to White, and the price of either side's pieces of longer range.
func (v *survey) count(e *Evaluator, p *position.Position, l *ledger, m *Memo, sh *sheet) (value packed, material [2]int) {
	seen := &sh.seen
	var worth [2]packed
	for c := range board.Color(2) {
		worth[c] = v.begin(e, p, l.of(c), c, &seen[c])
	}
	st := v.structure(e, l, m, sh)
	for c := range board.Color(2) {
		seen[c].span = st.of[c].span
		worth[c] += st.of[c].worth
	}
	for c := range board.Color(2) {
		worth[c] += v.scan(e, p, l.of(c), c, &seen[c], &seen[c.Other()], st)
	}
	for c := range board.Color(2) {
		n, us, them, own := l.of(c), &seen[c], &seen[c.Other()], &st.of[c]
		worth[c] += v.runners(e, p, n, c, us, them, own.runners) + v.danger(e, p, n, c, us, them, own)
		worth[c] += v.threats(e, p, n, c, us, them) + v.press(e, p, n, c, us, them, own.back)
	}
	worth[p.Side()] += e.weigh(l.of(p.Side()), e.tempo, 1)
	return worth[board.White] - worth[board.Black], [2]int{seen[board.White].material, seen[board.Black].material}
}

// begin sees a side's pawns and its royal piece.
func (v *survey) begin(e *Evaluator, p *position.Position, n *counts, c board.Color, see *view) (worth packed) {
	see.glance = glance{}
	camp, ours := &e.camps[c], p.Of(c)
	var wide board.Bits
	if them := &e.camps[c.Other()]; them.royal != board.NoType {
		if king := p.Royal(c.Other()); king != board.NoSquare {
			wide = them.wide[king&127]
		}
	}
	for i := range camp.near {
		k := &camp.near[i]
		men := p.Pieces(c, k.t)
		see.feet = see.feet.Or(men)
		for j := range k.guards {
			g := &k.guards[j]
			hit := men.And(g.from).Shift(g.delta)
			see.twice = see.twice.Or(see.hits.And(hit))
			see.hits = see.hits.Or(hit)
			worth += e.weigh(n, g.slot, hit.And(ours).Count())
		}
		_, crowd := e.crowd(p, n, c, k, men, wide)
		worth += crowd
	}
	see.king = board.NoSquare
	if camp.royal != board.NoType {
		if see.king = p.Royal(c); see.king != board.NoSquare {
			see.ring = camp.ring[see.king&127]
		}
	}
	return worth
}

// stuck returns the men of a side that stand in their own pieces' way for long: pawns that cannot step or have hardly stepped yet, heavy pieces, and
// the royal piece. What else stands there will move, or is guarded meanwhile.
func (v *survey) stuck(e *Evaluator, p *position.Position, c board.Color, feet board.Bits) board.Bits {
	t := &v.troops[c]
	stuck := feet.And(e.ahead(c.Other(), p.Occupied()).Or(t.low))
	for i := len(t.kinds) - 1; i >= 0 && t.kinds[i].price >= heavyPrice; i-- {
		stuck = stuck.Or(p.Pieces(c, t.kinds[i].t))
	}
	if king := p.Royal(c); king != board.NoSquare {
		stuck = stuck.With(king)
	}
	return stuck
}

// scan sees what a side's pieces of longer range attack and where they may go. A move to a square that a pawn attacks is none.
func (v *survey) scan(e *Evaluator, p *position.Position, n *counts, c board.Color, see, them *view, st *structure) (worth packed) {
	t := &v.troops[c]
	crowd := see.feet.Count() - v.half
	for i := range t.kinds {
		k := &t.kinds[i]
		size := p.Count(c, k.t)
		if size == 0 {
			continue
		}
		see.has |= 1 << i
		see.material += k.price * size
		worth += e.weigh(n, k.amid, size*crowd)
		if k.bound {
			worth += e.weigh(n, k.pair, e.pairs(p.Pieces(c, k.t)))
		}
	}
	if e.camps[c.Other()].horde {
		worth += v.rear(e, p, n, c, see)
	}
	see.shut = v.stuck(e, p, c, see.feet).Or(them.hits)
	if e.low {
		worth += v.sweepLow(e, p, n, c, see, them.ring.Lo, st)
	} else {
		worth += v.sweep(e, p, n, c, see, them.ring, st)
	}
	see.all = see.men
	if see.king != board.NoSquare {
		see.twice = see.twice.Or(see.men.And(see.ring))
		see.all = see.men.Or(see.ring)
	}
	return worth
}

// sweep looks from every piece of longer range of a side. ring is around the other side's royal piece.
func (v *survey) sweep(e *Evaluator, p *position.Position, n *counts, c board.Color, see *view, ring board.Bits, st *structure) (worth packed) {
	own := &st.of[c]
	shut, pawns := see.shut, own.files.Or(st.of[c.Other()].files)
	t, ours, theirs := &v.troops[c], p.Of(c), p.Of(c.Other())
	men, twice := see.hits, see.twice
	see.upto[0] = men
	for has := see.has; has != 0; {
		i := has.pop()
		k, goes, near := &t.kinds[i], board.Bits{}, 0
		pieces := p.Pieces(c, k.t)
		worth += e.stand(n, k, pieces.Without(own.files).Count(), pieces.Without(pawns).Count(), pieces.And(own.outposts).Count())
		for pieces.Any() {
			s := pieces.Pop()
			hit := p.Targets(k.m.Capture, s).And(k.m.Zone)
			to := hit
			if !k.m.Same {
				to = p.Targets(k.m.Quiet, s).And(k.m.Zone).Without(theirs).Or(hit.And(theirs))
			}
			twice = twice.Or(men.And(hit))
			men = men.Or(hit)
			goes = goes.Or(to)
			worth += e.mobility(n, k, to.Or(hit.And(ours)).Without(shut).Count())
			on := hit.And(ring).Count()
			near += on
			see.attackers += min(on, 1)
			see.zeal += min(on, 1) * k.zeal
		}
		worth += e.weigh(n, k.ring, near)
		see.ringHits += near
		see.upto[i+1], see.goes[i] = men, goes.Without(ours)
	}
	see.men, see.twice = men, twice
	return worth
}

// sweepLow is sweep on boards of 64 squares or fewer, by the lower words alone. It is the most worked part of the evaluation, and sets of two words
// do not fit in the processor's registers there.
func (v *survey) sweepLow(e *Evaluator, p *position.Position, n *counts, c board.Color, see *view, ring uint64, st *structure) (worth packed) {
	own := &st.of[c]
	shut, pawns := see.shut.Lo, own.files.Lo|st.of[c.Other()].files.Lo
	t, ours, theirs := &v.troops[c], p.Of(c).Lo, p.Of(c.Other()).Lo
	men, twice := see.hits.Lo, see.twice.Lo
	see.upto[0] = see.hits
	for has := see.has; has != 0; {
		i := has.pop()
		k, goes, near := &t.kinds[i], uint64(0), 0
		m, pieces := k.m, p.Pieces(c, k.t).Lo
		free, out := bits.OnesCount64(pieces&^own.files.Lo), bits.OnesCount64(pieces&own.outposts.Lo)
		worth += e.stand(n, k, free, bits.OnesCount64(pieces&^pawns), out)
		for ; pieces != 0; pieces &= pieces - 1 {
			s := board.Square(bits.TrailingZeros64(pieces))
			hit := uint64(p.TargetsLow(m.Capture, s)) & m.Zone.Lo
			to := hit
			if !m.Same {
				to = uint64(p.TargetsLow(m.Quiet, s))&m.Zone.Lo&^theirs | hit&theirs
			}
			twice |= men & hit
			men |= hit
			goes |= to
			worth += e.mobility(n, k, bits.OnesCount64((to|hit&ours)&^shut))
			on := bits.OnesCount64(hit & ring)
			near += on
			see.attackers += min(on, 1)
			see.zeal += min(on, 1) * k.zeal
		}
		worth += e.weigh(n, k.ring, near)
		see.ringHits += near
		see.upto[i+1], see.goes[i] = board.Bits{Lo: men}, board.Bits{Lo: goes &^ ours}
	}
	see.men, see.twice = board.Bits{Lo: men}, board.Bits{Lo: twice}
	return worth
}

// mobility returns what so many moves of a piece are worth. Scores have it from a table, as the branches are hard to foresee.
func (e *Evaluator) mobility(n *counts, k *kind, moves int) packed {
	if n == nil {
		return k.mobility[uint(moves)%board.MaxSquares]
	}
	return e.mobilityTerms(n, k, moves)
}

// mobilityTerms is mobility term by term.
func (e *Evaluator) mobilityTerms(n *counts, k *kind, moves int) packed {
	worth := e.weigh(n, k.reach, moves)
	if few := fewMoves - moves; few > 0 {
		worth += e.weigh(n, k.few, few)
	}
	if moves > ampleMoves {
		worth += e.weigh(n, k.ample, moves-ampleMoves)
	}
	return worth
}

// stand returns what the pawns make of the places of a kind: so many pieces on files without pawns of their own, and without any, and so many on
// squares from which no pawn can drive them away. Kinds to which this is nothing have it weigh nothing.
func (e *Evaluator) stand(n *counts, k *kind, free, bare, outposts int) packed {
	return e.weigh(n, k.free, free) + e.weigh(n, k.bare, bare) + e.weigh(n, k.outpost, outposts)
}

// pairs returns, as 1 or 0, whether there are pieces on squares of both colours.
func (e *Evaluator) pairs(men board.Bits) int {
	if men.Meets(e.r.Dark) && !men.Within(e.r.Dark) {
		return 1
	}
	return 0
}

// rear counts pieces that have got behind the other side's horde.
func (v *survey) rear(e *Evaluator, p *position.Position, n *counts, c board.Color, see *view) (worth packed) {
	for has := see.has; has != 0; {
		k := &v.troops[c].kinds[has.pop()]
		for men := p.Pieces(c, k.t); men.Any(); {
			worth += e.weigh(n, k.rear, e.behind(p, c.Other(), men.Pop()))
		}
	}
	return worth
}

// threats counts a side's pieces that are attacked, by pawns, by cheaper pieces, or by anything while nothing guards them.
func (v *survey) threats(e *Evaluator, p *position.Position, n *counts, c board.Color, us, them *view) (worth packed) {
	ours := p.Of(c)
	for b := them.all.Without(us.all).And(ours); b.Any(); {
		worth += e.weigh(n, e.loose[p.At(b.Pop())%board.MaxPieces], 1)
	}
	for b := them.hits.And(ours).Without(us.feet); b.Any(); {
		worth += e.weigh(n, e.harried[p.At(b.Pop())%board.MaxPieces], 1)
	}
	for has := us.has &^ v.troops[c].calm; has != 0; {
		k := &v.troops[c].kinds[has.pop()]
		worth += e.weigh(n, k.menaced, p.Pieces(c, k.t).And(them.below(k.menace)).Without(them.hits).Count())
	}
	// Pawns that may step safely to where they attack a piece.
	f := &v.troops[c].foot
	step := e.ahead(c, us.feet).And(e.r.Board).Without(p.Occupied()).Without(them.hits)
	step = step.And(us.all.Or(e.r.Board.Without(them.all)))
	hit := e.beside(e.ahead(c, step).And(e.r.Board)).And(p.Of(c.Other())).Without(them.feet)
	worth += e.weigh(n, f.lunge, hit.Count())
	return worth
}
