package eval

import (
	"buluo/board"
	"buluo/position"
	"buluo/variant"
)

// The bounds of the middle game and the ending, in percent of the material of longer range that a game begins with.
const (
	allMiddle = 92
	allEnding = 22
)

// weigh finds where middle game and ending are: on boards of kings on both sides by the material of longer range, so that exchanged pieces count
// and lost pawns do not; against a horde by its men, which are most of what there is to lose.
func (v *survey) weigh(e *Evaluator) {
	p := position.Start(e.r)
	total := v.material(p, board.White) + v.material(p, board.Black)
	for i := range min(3, e.r.Geometry.Files/2) {
		v.wings[0] = v.wings[0].Or(e.files[i])
		v.wings[1] = v.wings[1].Or(e.files[len(e.files)-1-i])
	}
	// Without pawns a small lead wins no chess; it does where there never were any, or where there are other ways to win.
	v.needsPawns = e.r.Spec().MateOnly() && e.r.Spec().StalemateValue == variant.DrawValue &&
		v.feet(e, p, board.White).Any() && v.feet(e, p, board.Black).Any()
	if v.lone || total == 0 {
		e.fullPhase = max(1, p.Occupied().Count())
		return
	}
	v.phaseLow, v.phaseTop = total*allEnding/100, total*allMiddle/100
	e.fullPhase = max(1, v.phaseTop-v.phaseLow)
}

// phase returns how much of a position is middle game, from 0 to the evaluator's fullPhase.
func (v *survey) phase(e *Evaluator, p *position.Position, material [2]int) int {
	if v.phaseTop == 0 {
		return min(p.Occupied().Count(), e.fullPhase)
	}
	return min(max(material[board.White]+material[board.Black]-v.phaseLow, 0), e.fullPhase)
}

// material adds up the prices of a side's pieces of longer range.
func (v *survey) material(p *position.Position, c board.Color) int {
	sum := 0
	for i := range v.troops[c].kinds {
		k := &v.troops[c].kinds[i]
		sum += k.price * p.Count(c, k.t)
	}
	return sum
}

// What is left of a score, in 64ths, where it is hard to win.
const (
	wholeScale  = 64 // of 64: nothing speaks for a draw
	shadeScale  = 28 // a bishop each, on squares of different colours, and pawns
	mixedScale  = 52 // ... and more pieces
	pawnless    = 8  // the side that is ahead has no pawns, and hardly a piece more than its opponent
	pawnlessGap = 380
)

// scale returns how much of a score is left, in 64ths, where the side that is ahead will find it hard to win.
func (e *Evaluator) scale(p *position.Position, score int, material [2]int) int {
	strong := board.White
	if score < 0 {
		strong = board.Black
	}
	switch {
	case e.survey != nil:
		return e.survey.scale(e, p, score, material)
	case e.lone():
		return wholeScale
	}
	return e.strike(p, strong)
}

// strikeScale is what is left of a lead by what the leader can attack with: a soldier counts once, what roams further twice. Of 8,000 quiet endings of
// xiangqi those whose leader had one such piece and no soldier were drawn in 94 of 100, with one soldier in 73, with two in 49, and with more in 16
// to 25, whatever the score said.
var strikeScale = [...]int{4, 14, 14, 37, 46, wholeScale}

// strike returns the scale of a lead in xiangqi, where guards cannot attack. Mostly two types settle it.
func (e *Evaluator) strike(p *position.Position, c board.Color) int {
	units := 0
	for _, t := range e.camps[c].roamers {
		if units += 2 * p.Count(c, t); units >= len(strikeScale)-1 {
			return wholeScale
		}
	}
	for _, t := range e.camps[c].soldiers {
		units += p.Count(c, t)
	}
	return strikeScale[min(units, len(strikeScale)-1)]
}

// scale is the evaluator's for boards that are surveyed.
func (v *survey) scale(e *Evaluator, p *position.Position, score int, material [2]int) int {
	if v.lone {
		return wholeScale
	}
	strong := board.White
	if score < 0 {
		strong = board.Black
	}
	weak := strong.Other()
	if v.needsPawns && v.feet(e, p, strong).Empty() {
		if material[strong]-material[weak] <= pawnlessGap {
			return pawnless
		}
		return wholeScale
	}
	if !v.opposed(e, p) {
		if !v.needsPawns {
			return wholeScale
		}
		return v.few(e, p, strong, material)
	}
	if p.Of(strong).Count()-v.feet(e, p, strong).Count() == 2 && p.Of(weak).Count()-v.feet(e, p, weak).Count() == 2 {
		return shadeScale
	}
	return mixedScale
}

// few returns the scale of a side that leads with few pawns, or with all pawns on one wing: an ending may hold that is lost by the count. In the
// middle game it tells nothing.
func (v *survey) few(e *Evaluator, p *position.Position, strong board.Color, material [2]int) int {
	ours := v.feet(e, p, strong)
	left := fewScale[min(ours.Count(), len(fewScale)-1)]
	if all := ours.Or(v.feet(e, p, strong.Other())); !all.Meets(v.wings[0]) || !all.Meets(v.wings[1]) {
		left -= left / 8
	}
	lost := wholeScale - left
	return wholeScale - lost*(e.fullPhase-v.phase(e, p, material))/e.fullPhase
}

// fewScale is what is left of an ending's score by the pawns of the side that is ahead.
var fewScale = [...]int{0, 34, 50, 60, wholeScale}

// feet returns a side's pawns.
func (v *survey) feet(e *Evaluator, p *position.Position, c board.Color) board.Bits {
	var b board.Bits
	for i := range e.camps[c].near {
		b = b.Or(p.Pieces(c, e.camps[c].near[i].t))
	}
	return b
}

// opposed reports whether each side has exactly one piece that stays on squares of one colour, and the colours differ.
func (v *survey) opposed(e *Evaluator, p *position.Position) bool {
	var bound [2]board.Bits
	for c := range bound {
		for _, t := range v.troops[c].bound {
			bound[c] = bound[c].Or(p.Pieces(board.Color(c), t))
		}
		if bound[c].Empty() || bound[c].Many() {
			return false
		}
	}
	return bound[0].Meets(e.r.Dark) != bound[1].Meets(e.r.Dark)
}

// surveyTempo is what being on move is worth where threats are counted.
const surveyTempo = 12
