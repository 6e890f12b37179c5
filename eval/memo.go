package eval

import (
	"buluo/board"
	"buluo/position"
)

// A Memo is what one searcher remembers of the positions that it has scored. Most moves of a search leave the pawns where they are, so that what
// follows from pawns alone is found here two times out of three. Where there is no survey, what guards attack (post) and what soldiers do (muster) is
// remembered. It belongs to one goroutine and to the evaluator that made it; scores are the same with it and without it.
type Memo struct {
	posts   [2]post
	musters *[musters]muster // where the evaluator has no survey
	// One of these, where it has one.
	wide *sheet
	low  *lowSheet
}

// structures is how many pawn structures are remembered, of 256 bytes each, or 144 by sets of one word. They find 66 of a hundred; 2,048 would find 72,
// but crowd other things out of the processor's cache: 256, 512 and 2,048, of 256 bytes, made searches of orda x1.04, x1.06 and x1.03 as fast, and 1,024
// of 144 no faster.
const structures = 1 << 9

// sheet is what a survey is worked out on. It is large, and a searcher's is not cleared before it is used again.
//
//low:twin
type sheet struct {
	seen  [2]view
	alone structure              // for a survey that nothing is remembered of
	known *[structures]structure // what is remembered; nil is nothing
}

// structure is what follows from the pawns of both sides. Its zero value is that of a board without pawns.
//
//low:twin
type structure struct {
	feet [2]set // whose it is
	of   [2]pawnwork
}

// pawnwork is one side's part of a structure.
//
//low:twin
type pawnwork struct {
	front, back   set          // all squares ahead of its pawns and behind them on their files
	span          set          // what they attack or may attack once they have advanced
	runners       set          // its passed pawns
	files         set          // the files that its pawns are on
	outposts      set          // squares beyond the middle that they guard, and from which no pawn can drive a piece away
	worth         packed       // of what they make together
	king          board.Square // for a royal piece here, NoSquare for none yet,
	shield, storm int8         // ... what shelters it, and what storms it,
	astray        int8         // ... and how far it is from its nearest pawn
}

// NewMemo returns an empty memo, or nil for an evaluator that has no use for one: a survey where several types of pawn make up a structure that
// their squares alone do not tell.
func (e *Evaluator) NewMemo() *Memo {
	switch {
	case e.survey == nil:
		return &Memo{musters: new([musters]muster)}
	case len(e.camps[board.White].near) > 1 || len(e.camps[board.Black].near) > 1:
		return nil
	case e.low:
		return &Memo{low: &lowSheet{known: new([structures]lowStructure)}}
	}
	return &Memo{wide: &sheet{known: new([structures]structure)}}
}

// count is sheet's, by the twin that suits the board and by a memo that may be nil. Where counts are kept nothing is remembered: what a memo knows is
// what terms are worth, and not how often they are there.
func (v *survey) count(e *Evaluator, p *position.Position, l *ledger, m *Memo) (value packed, material [2]int) {
	switch {
	case l != nil || m == nil && !e.low:
		var sh sheet
		return sh.count(e, p, l)
	case m == nil:
		var sh lowSheet
		return sh.count(e, p, nil)
	case e.low:
		return m.low.count(e, p, nil)
	}
	return m.wide.count(e, p, nil)
}

// find returns what follows from the pawns of a position, which may be remembered.
func (sh *sheet) find(e *Evaluator, l *ledger) *structure {
	feet := [2]set{sh.seen[board.White].feet, sh.seen[board.Black].feet}
	if sh.known == nil {
		sh.alone.feet = feet
		sh.alone.work(e, l, &sh.seen)
		return &sh.alone
	}
	white, black := feet[board.White].Wide(), feet[board.Black].Wide()
	h := white.Lo*0x9E3779B97F4A7C15 ^ white.Hi*0xC2B2AE3D27D4EB4F ^ black.Lo*0x165667B19E3779F9 ^ black.Hi*0xD6E8FEB86659FD93
	st := &sh.known[h>>32%structures]
	if st.feet != feet {
		st.feet = feet
		st.work(e, l, &sh.seen)
	}
	return st
}

// work fills in a structure, but for what depends on royal pieces.
func (st *structure) work(e *Evaluator, l *ledger, seen *[2]view) {
	f := &e.frame
	for c := range board.Color(2) {
		us, w := &seen[c], &st.of[c]
		w.front, w.back = f.onward(c, us.feet), f.onward(c.Other(), us.feet)
		w.span = us.hits.Or(f.onward(c, us.hits))
		w.files = us.feet.Or(w.front).Or(w.back)
		w.king = board.NoSquare
	}
	for c := range board.Color(2) {
		st.of[c].outposts = seen[c].hits.Without(st.of[c.Other()].span).And(set(e.r.Beyond[c]))
		seen[c].pawns(e, l.of(c), c, &seen[c.Other()], st)
	}
}
