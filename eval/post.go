package eval

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// A post is what a side's guards attack: its pieces of longer range that never leave home. They seldom move, and what they attack follows from
// where they stand and from the few points where a lame leap may be blocked, so that a searcher remembers it from one position to the next: of
// a hundred times that it is asked it knows 97 in sieges and 80 in xiangqi. The zero value is that of a side without guards.
type post struct {
	men   [maxGuards]board.Bits // where they stand, type by type
	legs  board.Bits            // the points that matter to their leaps,
	taken board.Bits            // ... and those of them that are taken
	hits  board.Bits
}

// maxGuards is for how many types of guard a post has room; others are looked at each time.
const maxGuards = 3

// posted reports whether what a type attacks may be remembered in a side's posts.
func (c *camp) posted(f *far) bool {
	shape := f.m.Capture.Shape
	return !f.roams && len(c.guards) < maxGuards && (shape == rules.Leaper || shape == rules.LegLeaper)
}

// guarded returns what a side's guards attack, which a memo may know.
func (e *Evaluator) guarded(p *position.Position, m *Memo, c board.Color) board.Bits {
	guards := e.camps[c].guards
	if p.Types(c)&e.camps[c].guardTypes == 0 {
		return board.Bits{}
	}
	if m == nil {
		var w post
		w.work(p, guards, c)
		return w.hits
	}
	w := &m.posts[c]
	if !w.holds(p, guards, c) {
		w.work(p, guards, c)
	}
	return w.hits
}

// holds reports whether a post is that of a position.
func (w *post) holds(p *position.Position, guards []far, c board.Color) bool {
	for i := range guards {
		if p.Pieces(c, guards[i].t) != w.men[i%maxGuards] {
			return false
		}
	}
	return p.Occupied().And(w.legs) == w.taken
}

// work fills in the post of a position.
func (w *post) work(p *position.Position, guards []far, c board.Color) {
	w.legs, w.hits = board.Bits{}, board.Bits{}
	for i := range guards {
		m := guards[i].m
		w.men[i%maxGuards] = p.Pieces(c, m.Type)
		for b := w.men[i%maxGuards]; b.Any(); {
			s := b.Pop()
			w.hits = w.hits.Or(p.Targets(m.Capture, s).And(m.Zone))
			if m.Capture.Legs != nil {
				w.legs = w.legs.Or(m.Capture.Legs[s&127].Points())
			}
		}
	}
	w.taken = p.Occupied().And(w.legs)
}
