package eval

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// crown holds the slots of a royal piece's safety, and what of the board it needs.
type crown struct {
	t                                                                board.PieceType
	danger, alarm, shield, storm, rights, flag, hunt, astray, driven int
	shelter                                                          [board.MaxSquares][3]board.Bits // its file and those beside it, from its rank on
	flank                                                            [board.MaxSquares]board.Bits    // the files around it, in its own half and one rank beyond
	off                                                              [board.MaxSquares]uint8         // steps from the middle of the board, files and ranks added
	goal                                                             [board.MaxSquares]uint8         // 8 less the steps to where it wins by standing there
	home                                                             board.Bits                      // where that is
	path                                                             [pathBins + 1]int               // by steps
}

// enlistCrown enters the terms of a side's royal piece.
func (e *Evaluator) enlistCrown(l *lexicon, side *rules.Side, k *crown) {
	k.t = side.Royal
	if k.t == board.NoType {
		return
	}
	name := pieceName(e.r, k.t)
	k.danger = e.slot(l, name, featDanger, Pair{-6, 0})
	k.alarm = e.slot(l, name, featAlarm, Pair{-4, -8})
	k.shield = e.slot(l, name, featShield, Pair{11, 0})
	k.storm = e.slot(l, name, featStorm, Pair{-5, 0})
	k.rights = e.slot(l, name, featRights, Pair{8, 0})
	k.astray = e.slot(l, name, featAstray, Pair{0, -6})
	k.driven = e.slot(l, name, featDriven, Pair{0, -40})
	k.hunt = e.slot(l, name, featHunt, Pair{0, 30})
	k.flag, k.path[0] = sink, sink
	g, spec := e.r.Geometry, e.r.Spec()
	region := spec.FlagRegion[side.Color].And(side.Of[k.t].Zone)
	wins := region.Any() && (spec.FlagAny[side.Color] || spec.FlagPiece[side.Color] == k.t)
	if wins {
		k.flag, k.home = e.slot(l, name, featFlag, Pair{2, 4}), region
		for i := 1; i <= pathBins; i++ {
			k.path[i] = e.slot(l, name, featPath+digit(i), Pair{0, 8 * (pathBins + 1 - i)})
		}
	}
	for b := e.r.Board; b.Any(); {
		s := b.Pop()
		for i := range k.shelter[s] {
			for t, ok := g.Step(s, i-1, 0); ok; t, ok = g.Step(t, 0, sign(side.Color)) {
				k.shelter[s][i] = k.shelter[s][i].With(t)
			}
		}
		for to := e.r.Board; to.Any(); {
			t := to.Pop()
			if off := g.File(t) - g.File(s); off >= -2 && off <= 2 && 2*e.rank(side.Color, t) <= g.Ranks {
				k.flank[s] = k.flank[s].With(t)
			}
		}
		k.off[s] = uint8((max(2*g.File(s)-g.Files+1, g.Files-1-2*g.File(s)) + max(2*g.Rank(s)-g.Ranks+1, g.Ranks-1-2*g.Rank(s))) / 2)
		if wins {
			near := 8
			for to := region; to.Any(); {
				near = min(near, e.distance(s, to.Pop()))
			}
			k.goal[s] = uint8(8 - near)
		}
	}
}

// zeal returns the units of danger that a type brings a king whose ring it attacks. What comes cheap can be spared for an attack.
func zeal(k *kind) int {
	switch {
	case k.price >= heavyPrice:
		return 2
	case k.price >= 430:
		return 5
	case k.diag:
		return 6
	}
	return 8
}

// nigh is the distance from its nearest pawn beyond which a king is no worse placed.
const nigh = 6

// huntRange is the distance from a bare king at which coming nearer counts.
const huntRange = 8

// The units of danger.
const (
	dangerHit    = 7  // a square of the ring that is attacked, for every attack
	dangerWeak   = 18 // ... that nothing but the king guards
	dangerCheck  = 75 // a type that may give check from where it cannot be taken
	dangerCheck2 = 25 // a further square to do so from
	dangerLight  = 70 // less where the attackers have lost what was heavy
	dangerGuard  = 6  // less for every unit of shelter
	dangerBluff  = 15 // a square to check from where the checker may be taken
	dangerFlank  = 27 // of 27 parts: squares of its flank that are attacked, squared
	dangerDefend = 3  // of 8 parts: less for every square of its flank that is guarded
)

// danger counts what threatens a side's royal piece. Danger grows with the square of what is brought against the king, so that the count does,
// and the weight stays a number that may be fitted.
func (us *view) danger(e *Evaluator, p *position.Position, n tally, c board.Color, them *view, own *pawnwork) (worth packed) {
	if us.king == board.NoSquare {
		return 0
	}
	v := e.survey
	k := &v.troops[c].crown
	if own.king != us.king {
		shield, storm := us.shelter(e, k, c, them)
		own.king, own.shield, own.storm, own.astray = us.king, int8(shield), int8(storm), int8(us.astray(e))
	}
	shield, storm := int(own.shield), int(own.storm)
	worth = e.weigh(n, k.shield, shield)
	worth += e.weigh(n, k.storm, storm)
	if e.r.Castling[2*c].Exists || e.r.Castling[2*c+1].Exists {
		worth += e.weigh(n, k.rights, int(p.Rights()>>(2*c)&1+p.Rights()>>(2*c+1)&1))
	}
	worth += e.weigh(n, k.astray, int(own.astray))
	if k.flag != sink {
		goal := int(k.goal[us.king&127])
		worth += e.weigh(n, k.flag, goal*goal/4)
		worth += e.weigh(n, k.path[us.path(e, set(p.Of(c)), set(k.home), them)], 1)
	}
	if !p.Of(c.Other()).Many() && them.king != board.NoSquare { // what is left is to drive a bare king to the edge
		worth += e.weigh(n, k.hunt, huntRange-min(huntRange, e.distance(us.king, them.king)))
		worth += e.weigh(n, v.troops[c.Other()].crown.driven, -int(k.off[them.king&127]))
	}
	weak := us.ring.And(them.men).Without(us.men)
	sum := them.attackers*them.zeal + dangerHit*them.ringHits + dangerWeak*weak.Count() + us.checks(e, p, c, them) - dangerGuard*shield
	if !v.heavies(p, c.Other()) {
		sum -= dangerLight
	}
	flank := set(k.flank[us.king&127])
	at := flank.And(them.all).Count() + flank.And(them.twice).Count()
	sum += at*at/dangerFlank - dangerDefend*flank.And(us.all).Count()/8
	if sum > 0 {
		worth += e.weigh(n, k.danger, sum*sum/1024)
		worth += e.weigh(n, k.alarm, sum/32)
	}
	return worth
}

// pathBins is the longest way that a king is looked for to where it wins.
const pathBins = 7

// path returns the steps of a king's shortest way to a set by points that its opponent does not attack and no man of its own stands on, 0 if there is
// none of pathBins steps or fewer. It is sought from the far end, where the opponent's men are: mostly that is over before it has begun.
func (us *view) path(e *Evaluator, ours, home set, them *view) int {
	free := e.frame.board.Without(them.all).Without(ours)
	to := home.And(free)
	for steps := 1; steps <= pathBins && to.Any(); steps++ {
		from := e.frame.besides(to)
		if from.Has(us.king) {
			return steps
		}
		if from = from.And(free); from.Within(to) {
			break
		}
		to = to.Or(from)
	}
	return 0
}

// astray returns the steps from a king to the nearest of its pawns, 0 without any.
func (us *view) astray(e *Evaluator) int {
	if us.feet.Empty() {
		return 0
	}
	near := nigh
	for b := us.feet; b.Any() && near > 1; {
		near = min(near, e.distance(us.king, b.Pop()))
	}
	return near
}

// heavies reports whether a side has anything left that is heavy.
func (v *survey) heavies(p *position.Position, c board.Color) bool {
	t := &v.troops[c]
	for i := range t.heavy {
		if p.Count(c, t.heavy[i].t) > 0 {
			return true
		}
	}
	return false
}

// checks returns the danger of checks to a side's king that could be given at once from squares that nothing but the king guards.
func (us *view) checks(e *Evaluator, p *position.Position, c board.Color, them *view) int {
	t, sum := &e.survey.troops[c.Other()], 0
	rank, file := p.Words(us.king)
	orth := e.r.Lines.Ride(us.king, rank, file)
	diag := e.r.Lines.RideDiag(us.king, set(p.Occupied()))
	safe := e.frame.board.Without(us.men).Without(us.ring.Without(them.twice))
	for has := them.has; has != 0; {
		i := has.pop()
		from := them.toward(&t.kinds[i], i, us.king, orth, diag)
		if from.Empty() {
			continue
		}
		if good := from.And(safe); good.Any() {
			sum += dangerCheck
			if good.Many() {
				sum += dangerCheck2
			}
			from = from.Without(safe)
		}
		sum += dangerBluff * from.Count()
	}
	return sum
}

// shelter returns units for the pawns in front of a royal piece, and for the enemy's pawns that come at it.
func (us *view) shelter(e *Evaluator, k *crown, c board.Color, them *view) (shield, storm int) {
	rank := int(e.r.Lines.Places[us.king&127].Rank)
	for i := range k.shelter[us.king&127] {
		file := set(k.shelter[us.king&127][i])
		if file.Empty() {
			continue
		}
		own, foe := file.And(us.feet), file.And(them.feet)
		near := 0 // ranks to the nearest of its own pawns
		if own.Any() {
			near = e.frame.apart(e, c, rank, own)
			shield += shieldUnits[min(near, 7)]
		}
		if foe.Any() {
			far := e.frame.apart(e, c, rank, foe)
			if own.Empty() || far != near+1 {
				storm += stormUnits[min(far, 7)]
			}
		}
	}
	return shield, storm
}

// shieldUnits and stormUnits say what a pawn so many ranks ahead of a king counts for.
var (
	shieldUnits = [8]int{2, 3, 2, 1, 1, 0, 0, 0}
	stormUnits  = [8]int{0, 2, 3, 2, 1, 0, 0, 0}
)
