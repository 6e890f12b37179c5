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
	size  int // how many they are
}

// maxGuards is for how many types of guard a post has room; others are looked at each time.
const maxGuards = 3

// postable reports whether what a type attacks may be remembered in a side's posts.
func (c *camp) postable(f *far) bool {
	shape := f.m.Capture.Shape
	return !f.roams && len(c.guards) < maxGuards && (shape == rules.Leaper || shape == rules.LegLeaper)
}

// guarded returns what a side's guards attack and how many they are, which a memo may know.
func (e *Evaluator) guarded(p *position.Position, m *Memo, c board.Color) (hits board.Bits, size int) {
	camp := &e.camps[c]
	if p.Types(c)&camp.guardTypes == 0 {
		return board.Bits{}, 0
	}
	if m == nil {
		var w post
		w.work(p, camp.guards, c)
		return w.hits, w.size
	}
	w := &m.posts[c]
	if !w.holds(p, camp.posted, c) {
		w.work(p, camp.guards, c)
	}
	return w.hits, w.size
}

// holds reports whether a post is that of a position.
func (w *post) holds(p *position.Position, guards []board.PieceType, c board.Color) bool {
	if p.Occupied().And(w.legs) != w.taken {
		return false
	}
	for i, t := range guards {
		if p.Pieces(c, t) != w.men[i%maxGuards] {
			return false
		}
	}
	return true
}

// work fills in the post of a position.
func (w *post) work(p *position.Position, guards []far, c board.Color) {
	w.legs, w.hits, w.size = board.Bits{}, board.Bits{}, 0
	for i := range guards {
		m := guards[i].m
		w.men[i%maxGuards] = p.Pieces(c, m.Type)
		w.size += p.Count(c, m.Type)
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
