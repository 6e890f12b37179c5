package eval

import (
	"slices"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// counts says how often each counted term is found for one side of a board. The last one takes what no room was left for and weighs nothing.
type counts [maxSlots]int32

const (
	maxSlots = 256
	sink     = maxSlots - 1
)

// far is a type of longer range: chariots and cannons, horses, and whatever else is not moved by steps of its whole set.
type far struct {
	t                 board.PieceType
	m                 *rules.Mover
	roams             bool // it may go to most of the board
	mirror            bool // what it attacks from a point, attacks that point
	reach, ring, rear int
	gait              gait
}

// near is a type that moves by a few short steps.
type near struct {
	t       board.PieceType
	guards  []guard
	closeIn int
	host    *host // nil for types that are no host
}

// guard is one capturing step of a short-range type.
type guard struct {
	from  board.Bits
	delta int
	slot  int // of what it guards
}

// host is a soldier type of a side without a royal piece.
type host struct {
	alone, open, facing int
	over                [len(knots)]int
	bulk                [board.MaxSquares]packed // what all of over weighs, by the number of men
}

// camp is what the counting asks of one side.
type camp struct {
	far        []far
	moving     []far             // those of far that a scan looks at each time,
	guards     []far             // ... and those that a post remembers
	guardTypes board.TypeSet     // the types of guards,
	posted     []board.PieceType // ... one by one
	near       []near
	roamers    []board.PieceType            // those of far that roam
	horde      bool                         // it has a host, so that one can get behind it
	ring       [board.MaxSquares]board.Bits // points next to its royal piece, itself included
	wide       [board.MaxSquares]board.Bits // points within two of it
	royal      board.PieceType
	above      [board.MaxSquares]board.Bits // by point: those further up, as the side counts ranks

	soldiers []board.PieceType // its types of short range that may leave home

	palace palace
}

// enlist enters the counted terms of a side's types.
func (e *Evaluator) enlist(l *lexicon, side *rules.Side) {
	c := &e.camps[side.Color]
	c.royal = side.Royal
	for b := e.r.Board; b.Any(); {
		s := b.Pop()
		c.ring[s], c.wide[s] = e.r.Geometry.Around(s, 1), e.r.Geometry.Around(s, 2)
		for b := e.r.Board; b.Any(); {
			if to := b.Pop(); e.rank(side.Color, to) > e.rank(side.Color, s) {
				c.above[s] = c.above[s].With(to)
			}
		}
	}
	e.enlistPalace(l, side)
	for _, m := range side.Movers {
		switch {
		case m.Royal:
		case m.Steps == nil:
			f := e.enlistFar(l, side, m)
			c.far = append(c.far, f)
			if f.roams {
				c.roamers = append(c.roamers, m.Type)
			}
			if c.postable(&f) {
				c.guards = append(c.guards, f)
				c.posted = append(c.posted, m.Type)
				c.guardTypes = c.guardTypes.With(m.Type)
			} else {
				c.moving = append(c.moving, f)
			}
		default:
			if 2*m.Zone.Count() > e.r.Board.Count() {
				c.soldiers = append(c.soldiers, m.Type)
			}
			n := e.enlistNear(l, side, m)
			c.horde = c.horde || n.host != nil
			c.near = append(c.near, n)
		}
	}
	c.palace.posted = slices.Equal(c.palace.guards, c.posted)
}

// enlistFar enters the terms of a long-range type.
func (e *Evaluator) enlistFar(l *lexicon, side *rules.Side, m *rules.Mover) far {
	name := pieceName(e.r, m.Type)
	f := far{t: m.Type, m: m, roams: e.roams(m), reach: sink, ring: sink, rear: sink}
	f.mirror = mirrors(m.Capture)
	f.gait = e.gait(m)
	pc := board.MakePiece(side.Color, m.Type)
	harried, loose := Pair{}, Pair{}
	if surveyed(Family(e.r)) {
		harried, loose = Pair{-40, -25}, Pair{-25, -18}
	}
	e.harried[pc], e.loose[pc] = e.slot(l, name, featHarried, harried), e.slot(l, name, featLoose, loose)
	if f.roams {
		f.reach = e.slot(l, name, featReach, Pair{plainReach, plainReach})
		f.ring = e.slot(l, name, featRing, Pair{})
		if e.lone() {
			f.rear = e.slot(l, name, featRear, Pair{})
		}
	}
	return f
}

// roams reports whether a mover is of longer range and may go to most of the board.
func (e *Evaluator) roams(m *rules.Mover) bool {
	return !m.Royal && m.Steps == nil && 2*m.Zone.Count() > e.r.Board.Count()
}

// enlistNear enters the terms of a short-range type.
func (e *Evaluator) enlistNear(l *lexicon, side *rules.Side, m *rules.Mover) near {
	name := e.sideName(side, m)
	guarded := Pair{plainGuarded, plainGuarded}
	beside, behind := e.slot(l, name, featBeside, guarded), e.slot(l, name, featBehind, guarded)
	n := near{t: m.Type, closeIn: e.slot(l, name, featClose, Pair{})}
	e.loose[board.MakePiece(side.Color, m.Type)] = e.slot(l, name, featLoose, Pair{})
	for _, st := range m.Steps {
		if st.Capture {
			g := guard{st.From, st.Delta, behind}
			if st.Delta == 1 || st.Delta == -1 {
				g.slot = beside
			}
			n.guards = append(n.guards, g)
		}
	}
	if side.Royal == board.NoType && e.lone() && !retreats(e.r.Spec().Piece(m.Type)) {
		h := &host{
			alone: e.slot(l, name, featAlone, Pair{}), open: e.slot(l, name, featOpen, Pair{}), facing: e.slot(l, name, featFacing, Pair{}),
		}
		for i, k := range knots {
			h.over[i] = e.slot(l, name, overName(k), Pair{})
		}
		n.host = h
	}
	return n
}

// lone reports whether exactly one side has a royal piece.
func (e *Evaluator) lone() bool {
	return (e.r.Sides[board.White].Royal == board.NoType) != (e.r.Sides[board.Black].Royal == board.NoType)
}

// slot enters a counted term and returns its place among the counts.
func (e *Evaluator) slot(l *lexicon, piece, feature string, plain Pair) int {
	i := l.term(piece, feature, plain)
	for k, have := range e.slots {
		if have == i {
			return k
		}
	}
	if len(e.slots) == sink {
		return sink
	}
	e.slots = append(e.slots, i)
	return len(e.slots) - 1
}

// attacks is what a side attacks.
type attacks struct {
	near, far     board.Bits
	all           board.Bits // both, once they are known
	hitters, hits int        // roaming pieces that attack the ring of the opponent's royal piece, and how many points of it
	close         int        // short-range pieces near it
	guards        int        // its guards, as far as they are posted
	// goes is where the types that a scan looks at may go, each at its place among them; those that it has no room for share places.
	goes        [4]board.Bits
	ring, inner board.Bits // the ring, and the points of it where that piece may be
	worth       packed     // what it is worth to attack the ring
}

// ledger is where a trace wants the counts of both sides; nil where only the score is asked for.
type ledger [2]counts

// of returns the counts of a side, nil where none are kept.
func (l *ledger) of(c board.Color) *counts {
	if l == nil {
		return nil
	}
	return &l[c]
}

// weigh returns what a term is worth that is found so many times, and enters it where counts are kept. Terms are weighed as they are found: few of
// them are on a board, and filling in, adding up and clearing a table of all of them took a tenth of the evaluation's time.
func (e *Evaluator) weigh(n *counts, slot, times int) packed {
	if n != nil {
		n[slot&(maxSlots-1)] += int32(times)
	}
	return e.w[slot&(maxSlots-1)] * packed(times)
}

// count finds all counted terms and returns what they are worth to White, and what a survey says of material.
func (e *Evaluator) count(p *position.Position, l *ledger, m *Memo) (value packed, material [2]int) {
	if e.survey != nil {
		return e.survey.count(e, p, l, m)
	}
	var at [2]attacks
	var worth [2]packed
	for c := range board.Color(2) {
		at[c].far, at[c].guards = e.guarded(p, m, c)
		worth[c] = e.scan(p, m, l.of(c), c, &at[c])
		at[c].all = at[c].near.Or(at[c].far)
	}
	for c := range board.Color(2) {
		worth[c] += e.exposed(p, l.of(c), c, &at)
		own, foe := e.besiege(p, l, c, &at)
		worth[c] += own
		worth[c.Other()] += foe
	}
	worth[p.Side()] += e.weigh(l.of(p.Side()), e.tempo, 1)
	return worth[board.White] - worth[board.Black], material
}

// sign is what a side's terms count as.
func sign(c board.Color) int { return 1 - 2*int(c) }

// scan counts what a side's pieces do by themselves, and gathers what they attack.
func (e *Evaluator) scan(p *position.Position, m *Memo, n *counts, c board.Color, at *attacks) (worth packed) {
	camp, them := &e.camps[c], &e.camps[c.Other()]
	king := board.NoSquare
	if them.royal != board.NoType {
		if king = p.Royal(c.Other()); king != board.NoSquare {
			at.ring, at.inner = them.ring[king&127], them.palace.ring[king&127]
		}
	}
	for i := range camp.moving {
		f := &camp.moving[i]
		men := p.Pieces(c, f.t)
		if men.Empty() {
			continue
		}
		goes, reach := e.look(p, n, c, f, men, at)
		worth += e.weigh(n, f.reach, reach)
		to := &at.goes[i%len(at.goes)]
		*to = to.Or(goes)
	}
	if them.horde {
		worth += e.behind(p, n, c)
	}
	for i := range camp.near {
		k := &camp.near[i]
		if men := p.Pieces(c, k.t); men.Any() || k.host != nil {
			worth += e.scanNear(p, m, n, c, k, king, men, at)
		}
	}
	return worth + at.worth
}

// behind counts the roaming pieces that have most of the opponent's men in front of them, as those see it. Where all of those are behind them, as is
// mostly so, none is looked at.
func (e *Evaluator) behind(p *position.Position, n *counts, c board.Color) (worth packed) {
	men := p.Of(c.Other())
	if men.Empty() {
		return 0
	}
	foremost := men.First()
	if c.Other() == board.White {
		foremost = men.Last()
	}
	var roam board.Bits
	for _, t := range e.camps[c].roamers {
		roam = roam.Or(p.Pieces(c, t))
	}
	for b := roam.And(e.camps[c].above[foremost&127]); b.Any(); {
		s := b.Pop()
		if e.frame.behind(e, p, c.Other(), s) == 0 {
			continue
		}
		for i := range e.camps[c].moving {
			if f := &e.camps[c].moving[i]; f.t == p.At(s).Type() {
				worth += e.weigh(n, f.rear, 1)
			}
		}
	}
	return worth
}

// beyond counts so many men of a host beyond each knot.
func (e *Evaluator) beyond(n *counts, h *host, size int) (worth packed) {
	for i, over := range knots {
		if size <= over {
			break
		}
		worth += e.weigh(n, h.over[i], size-over)
	}
	return worth
}

// fillHosts fills the tables of all hosts, from weights that are known.
func (e *Evaluator) fillHosts() {
	for c := range e.camps {
		for i := range e.camps[c].near {
			if h := e.camps[c].near[i].host; h != nil {
				e.fill(h)
			}
		}
	}
}

// fill keeps what beyond returns for every number of men.
func (e *Evaluator) fill(h *host) {
	for size := range h.bulk {
		h.bulk[size] = e.beyond(nil, h, size)
	}
}

// longRange returns how many roaming pieces of longer range a side has.
func (e *Evaluator) longRange(p *position.Position, c board.Color) int {
	n := 0
	for _, t := range e.camps[c].roamers {
		n += p.Count(c, t)
	}
	return n
}

// exposed counts a side's pieces that are attacked. There are few of them, so that they are gone through one by one.
func (e *Evaluator) exposed(p *position.Position, n *counts, c board.Color, at *[2]attacks) (worth packed) {
	us, them := &at[c], &at[c.Other()]
	ours := p.Of(c)
	for b := them.all.Without(us.all).And(ours); b.Any(); {
		worth += e.weigh(n, e.loose[p.At(b.Pop())%board.MaxPieces], 1)
	}
	for b := them.near.And(ours); b.Any(); {
		worth += e.weigh(n, e.harried[p.At(b.Pop())%board.MaxPieces], 1)
	}
	return worth
}
