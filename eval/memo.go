package eval

import (
	"buluo/board"
	"buluo/position"
)

// A Memo is what one searcher remembers of the positions that it has scored. Most moves of a search leave the pawns where they are, so that what
// follows from pawns alone is found here two times out of three; what guards attack is remembered besides (post). It belongs to one goroutine and to the
// evaluator that made it; scores are the same with it and without it.
type Memo struct {
	sheet
	structures [structures]structure
	posts      [2]post
}

// structures is how many pawn structures are remembered, of 256 bytes each. They find 66 of a hundred; 2,048 would find 72, but crowd other things
// out of the processor's cache: 256, 512 and 2,048 made searches of orda x1.04, x1.06 and x1.03 as fast.
const structures = 1 << 9

// sheet is what a survey is worked out on. It is large, and a searcher's is not cleared before it is used again.
type sheet struct {
	seen  [2]view
	alone structure // for a survey without a memo
}

// structure is what follows from the pawns of both sides. Its zero value is that of a board without pawns.
type structure struct {
	feet [2]board.Bits // whose it is
	of   [2]pawnwork
}

// pawnwork is one side's part of a structure.
type pawnwork struct {
	front, back   board.Bits   // all squares ahead of its pawns and behind them on their files
	span          board.Bits   // what they attack or may attack once they have advanced
	runners       board.Bits   // its passed pawns
	files         board.Bits   // the files that its pawns are on
	outposts      board.Bits   // squares beyond the middle that they guard, and from which no pawn can drive a piece away
	worth         packed       // of what they make together
	king          board.Square // for a royal piece here, NoSquare for none yet,
	shield, storm int8         // ... what shelters it, and what storms it,
	astray        int8         // ... and how far it is from its nearest pawn
}

// NewMemo returns an empty memo, or nil for an evaluator that has no use for one: a survey where several types of pawn make up a structure that
// their squares alone do not tell.
func (e *Evaluator) NewMemo() *Memo {
	if e.survey != nil && (len(e.camps[board.White].near) > 1 || len(e.camps[board.Black].near) > 1) {
		return nil
	}
	return new(Memo)
}

// ScoreBy is Score with the help of a memo, which may be nil.
func (e *Evaluator) ScoreBy(m *Memo, p *position.Position) int {
	if m == nil {
		return e.Score(p)
	}
	return e.score(p, m, &m.sheet)
}

// structure returns what follows from the pawns of a position, of which a memo may know.
func (v *survey) structure(e *Evaluator, l *ledger, m *Memo, sh *sheet) *structure {
	feet := [2]board.Bits{sh.seen[board.White].feet, sh.seen[board.Black].feet}
	if m == nil {
		sh.alone.feet = feet
		v.work(e, l, &sh.seen, &sh.alone)
		return &sh.alone
	}
	h := feet[0].Lo*0x9E3779B97F4A7C15 ^ feet[0].Hi*0xC2B2AE3D27D4EB4F ^ feet[1].Lo*0x165667B19E3779F9 ^ feet[1].Hi*0xD6E8FEB86659FD93
	st := &m.structures[h>>32%structures]
	if st.feet != feet {
		st.feet = feet
		v.work(e, l, &sh.seen, st)
	}
	return st
}

// work fills in a structure, but for what depends on royal pieces.
func (v *survey) work(e *Evaluator, l *ledger, seen *[2]view, st *structure) {
	for c := range board.Color(2) {
		us, w := &seen[c], &st.of[c]
		w.front, w.back = e.onward(c, us.feet), e.onward(c.Other(), us.feet)
		w.span = us.hits.Or(e.onward(c, us.hits))
		w.files = us.feet.Or(w.front).Or(w.back)
		w.king = board.NoSquare
	}
	for c := range board.Color(2) {
		st.of[c].outposts = seen[c].hits.Without(st.of[c.Other()].span).And(e.r.Beyond[c])
		v.pawns(e, l.of(c), c, seen, st)
	}
}
