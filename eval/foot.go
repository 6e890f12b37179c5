package eval

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// foot holds the slots of what pawns make together, and what of the board they need.
type foot struct {
	isolated, doubled, backward, phalanx, linked, lunge int
	passed                                              [passedBins + 1]int // by the steps it has to go, from 1
	clear, way, halted, backed, chased, led             int
	runner, hopeful                                     int
	togo                                                [board.MaxSquares]uint8      // steps to where it promotes; 0 where it never does
	pace                                                [board.MaxSquares]uint8      // how much its advance counts for
	path                                                [board.MaxSquares]board.Bits // the squares ahead on its file
	wall                                                *wall                        // nil for pawns that are no horde
}

// passedBins is how finely passed pawns are told apart by what they have to go.
const passedBins = 6

// pace is how much a pawn's advance counts for, by the steps it has to go.
var pace = [...]uint8{0, 8, 6, 4, 2, 1, 1, 1, 1, 1}

// enlistFoot enters the terms of a side's pawns. Those of a side without a royal piece, which are many, have terms of their own.
func (e *Evaluator) enlistFoot(l *lexicon, side *rules.Side, f *foot) {
	name, doubled, backward := "foot", Pair{-4, -20}, Pair{-6, -10}
	host := side.Royal == board.NoType && e.lone()
	if host {
		name, doubled, backward = hostName, Pair{}, Pair{}
	}
	f.isolated = e.slot(l, name, featIsolated, Pair{-4, -8})
	f.doubled = e.slot(l, name, featDoubled, doubled)
	f.backward = e.slot(l, name, featBackward, backward)
	f.phalanx = e.slot(l, name, featPhalanx, Pair{4, 3})
	f.linked = e.slot(l, name, featLinked, Pair{5, 4})
	f.lunge = e.slot(l, name, featLunge, Pair{14, 10})
	for i := range f.passed {
		f.passed[i] = sink
		if i > 0 {
			f.passed[i] = e.slot(l, name, featPassed+digit(i), plainPassed[i])
		}
	}
	f.clear = e.slot(l, name, featClear, Pair{4, 16})
	f.way = e.slot(l, name, featWay, Pair{2, 6})
	f.halted = e.slot(l, name, featHalted, Pair{-2, -4})
	f.backed = e.slot(l, name, featBacked, Pair{2, 3})
	f.chased = e.slot(l, name, featChased, Pair{0, 4})
	f.runner = e.slot(l, name, featRunner, Pair{0, 250})
	f.hopeful = e.slot(l, name, featHopeful, Pair{3, 6})
	f.led = e.slot(l, name, featLed, Pair{0, -2})
	for b := e.r.Board; b.Any(); {
		s := b.Pop()
		steps := uint8(0)
		for t, ok := s, true; ok; {
			if t, ok = e.r.Geometry.Step(t, 0, sign(side.Color)); ok {
				f.path[s] = f.path[s].With(t)
				if steps++; f.togo[s] == 0 && side.Promotion.Has(t) {
					f.togo[s] = steps
				}
			}
		}
		f.pace[s] = pace[f.togo[s]]
	}
	if host {
		f.wall = e.enlistWall(l, side.Color, f)
	}
}

// plainPassed is what a passed pawn is worth by the steps it has to go.
var plainPassed = [passedBins + 1]Pair{{}, {100, 110}, {60, 75}, {25, 40}, {8, 22}, {4, 14}, {4, 10}}

// paces returns how much the advance of some of a side's pawns counts for.
func (us *view) paces(f *foot, men set) (sum int) {
	for men.Any() {
		sum += int(f.pace[men.Pop()&127])
	}
	return sum
}

// pawns counts what a side's pawns make together, whatever else is on the board, and finds the passed ones.
func (us *view) pawns(e *Evaluator, n tally, c board.Color, them *view, st *structure) {
	var none set
	own, men := &st.of[c], us.feet
	f, b := &e.survey.troops[c].foot, &e.frame
	own.worth, own.runners = 0, none
	if men.Empty() {
		return
	}
	worth := packed(0)
	alone := men.Without(b.beside(own.front.Or(own.back).Or(men)))
	worth += e.weigh(n, f.isolated, alone.Count())
	worth += e.weigh(n, f.doubled, men.And(own.back).Count())
	// A pawn is backward whose next square a pawn attacks, and that none of its own will ever guard there.
	stop := b.ahead(c, men).And(them.hits).Without(own.span)
	worth += e.weigh(n, f.backward, stop.Count())
	worth += e.weigh(n, f.phalanx, us.paces(f, men.And(b.beside(men)))) + e.weigh(n, f.linked, us.paces(f, men.And(us.hits)))
	foe := st.of[c.Other()].front
	if f.wall != nil {
		worth += b.wall(e, n, f.wall, c, men, foe)
	}
	worth += us.hopeful(e, n, c, them, men.Without(foe).Without(own.back).And(b.beside(foe)))
	own.worth, own.runners = worth, men.Without(foe.Or(b.beside(foe))).Without(own.back)
}

// advance counts what a side's pawns are worth that depends on other men as well: passed ones, and the gaps in a horde's wall.
func (us *view) advance(e *Evaluator, p *position.Position, n tally, c board.Color, them *view, passed set) (worth packed) {
	if e.survey.troops[c].foot.wall != nil && us.feet.Any() {
		worth = us.gaps(e, p, n, c, them)
	}
	for passed.Any() {
		worth += us.passer(e, p, n, c, passed.Pop(), them)
	}
	return worth
}

// hopeful counts pawns with nothing but free squares of pawns ahead that still have to get by pawns on the files beside theirs: where as many of
// their own are abreast of them or behind as wait for them.
func (us *view) hopeful(e *Evaluator, n tally, c board.Color, them *view, some set) (worth packed) {
	f, b := &e.survey.troops[c].foot, &e.frame
	for some.Any() {
		s := some.Pop()
		self := board.Bit(s)
		sentries := b.beside(b.onward(c, self)).And(them.feet)
		leaders := b.beside(self.Or(b.onward(c.Other(), self))).And(us.feet)
		if leaders.Count() >= sentries.Count() {
			worth += e.weigh(n, f.hopeful, int(f.pace[s&127]))
		}
	}
	return worth
}

// passer counts one passed pawn.
func (us *view) passer(e *Evaluator, p *position.Position, n tally, c board.Color, s board.Square, them *view) (worth packed) {
	f, path := &e.survey.troops[c].foot, set(e.survey.troops[c].foot.path[s&127])
	togo := f.togo[s&127]
	if togo == 0 {
		return 0
	}
	worth = e.weigh(n, f.passed[min(togo, passedBins)], 1)
	if them.material == 0 && them.king != board.NoSquare && !path.Meets(set(p.Of(c))) {
		far := e.distance(them.king, path.And(set(e.r.Sides[c].Promotion)).First())
		if p.Side() == c {
			far++
		}
		if far > int(togo)+1 {
			worth += e.weigh(n, f.runner, 1)
		}
	}
	unit := int(f.pace[s&127])
	if togo > 4 {
		return worth
	}
	stop := e.frame.ahead(c, board.Bit(s))
	switch {
	case stop.Meets(set(p.Of(c.Other()))):
		worth += e.weigh(n, f.halted, unit)
	case !path.Meets(set(p.Occupied())) && !path.Meets(them.all):
		worth += e.weigh(n, f.clear, unit)
	case !stop.Meets(set(p.Occupied())) && (!stop.Meets(them.all) || stop.Meets(us.all)):
		worth += e.weigh(n, f.way, unit)
	}
	if us.hits.Has(s) {
		worth += e.weigh(n, f.backed, unit)
	}
	at := stop.And(e.frame.board)
	if at.Empty() {
		return worth
	}
	if them.king != board.NoSquare {
		worth += e.weigh(n, f.chased, unit*min(5, e.distance(them.king, at.First())))
	}
	if us.king != board.NoSquare {
		worth += e.weigh(n, f.led, unit*min(5, e.distance(us.king, at.First())))
	}
	return worth
}
