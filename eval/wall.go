package eval

import (
	"buluo/board"
	"buluo/position"
)

// wall holds the slots of what the pawns of a side without a royal piece make of the board between them. It has nothing else: where its pawns
// guard each other nothing gets through, a file that few of them hold is where its opponent breaks in, and a side that has no safe
// step left must open its own ranks. Nobody knows what that is worth, so that the plain numbers are nothing and games say it.
type wall struct {
	joined, met [wallBins + 1]int // its like beside a pawn and diagonally behind it, by its steps to go; met with an enemy pawn ahead
	slim        [slimBins + 1]int // files that hold so many
	column      int               // pawns of a file beyond those on the files beside it
	entry       int               // points of its first rank that are attacked
	push        int               // steps that lose no pawn at once
	at          [wallBins + 1]board.Bits
	home        board.Bits
}

const (
	wallBins = 7 // steps to go, as on a board of eight ranks; longer ways count as the longest
	slimBins = 3 // pawns on a file; more are enough
)

// enlistWall enters the terms of a horde's pawns.
func (e *Evaluator) enlistWall(l *lexicon, c board.Color, f *foot) *wall {
	w := &wall{column: e.slot(l, hostName, featColumn, Pair{}), entry: e.slot(l, hostName, featEntry, Pair{}), push: e.slot(l, hostName, featPush, Pair{})}
	for i := 1; i <= wallBins; i++ {
		w.joined[i] = e.slot(l, hostName, featJoined+digit(i), Pair{})
		w.met[i] = e.slot(l, hostName, featMet+digit(i), Pair{})
	}
	for i := 1; i <= slimBins; i++ {
		w.slim[i] = e.slot(l, hostName, featSlim+digit(i), Pair{})
	}
	for b := e.r.Board; b.Any(); {
		s := b.Pop()
		if togo := min(int(f.togo[s]), wallBins); togo > 0 {
			w.at[togo] = w.at[togo].With(s)
		}
		if e.rank(c, s) == 0 {
			w.home = w.home.With(s)
		}
	}
	return w
}

// wall counts what a horde's pawns make together, some of them faced by pawns of the opponent.
func (f *frame) wall(e *Evaluator, n tally, w *wall, c board.Color, men, faced set) (worth packed) {
	// A pawn's neighbours are found for all pawns at once, a direction at a time.
	left := men.And(men.Without(f.last).Up(1))
	right := men.And(men.Without(f.first).Down(1))
	held := f.ahead(c, men)
	west := men.And(held.Without(f.last).Up(1))
	east := men.And(held.Without(f.first).Down(1))
	neighbours := func(at set) int {
		return left.And(at).Count() + right.And(at).Count() + west.And(at).Count() + east.And(at).Count()
	}
	for i := 1; i <= wallBins; i++ {
		at := men.And(set(w.at[i]))
		if free := at.Without(faced); free.Any() {
			worth += e.weigh(n, w.joined[i], neighbours(free))
		}
		if met := at.And(faced); met.Any() {
			worth += e.weigh(n, w.met[i], neighbours(met))
		}
	}
	before, here := 0, men.And(set(e.files[0])).Count()
	for i := range e.files {
		after := 0
		if i+1 < len(e.files) {
			after = men.And(set(e.files[i+1])).Count()
		}
		if here > 0 && here <= slimBins {
			worth += e.weigh(n, w.slim[here], 1)
		}
		worth += e.weigh(n, w.column, max(0, here-before-after))
		before, here = here, after
	}
	return worth
}

// gaps counts what gets past a horde's pawns, and which of them may step. Without any there is no wall, and nothing to enter by.
func (us *view) gaps(e *Evaluator, p *position.Position, n tally, c board.Color, them *view) (worth packed) {
	w, f := e.survey.troops[c].foot.wall, &e.frame
	men, held := us.feet, f.ahead(c, us.feet)
	worth += e.weigh(n, w.entry, them.men.And(set(w.home)).Without(men).Count())
	push := held.And(f.board).Without(set(p.Occupied()))
	worth += e.weigh(n, w.push, push.And(us.hits.Or(f.board.Without(them.all))).Count())
	return worth
}
