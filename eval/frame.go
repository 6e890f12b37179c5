package eval

import (
	"math/bits"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// frame is the board that sets are moved about on.
//
//low:twin
type frame struct {
	files       uint
	deep        bool // it has more than eight ranks
	board       set
	first, last set // the files at its edges
	dark        set // the squares of one colour
}

// lay fills in the frame of a variant.
func (f *frame) lay(r *rules.Rules) {
	f.files, f.deep = uint(r.Geometry.Files), r.Geometry.Ranks > 8
	f.board, f.dark = set(r.Board), set(r.Dark)
	f.first, f.last = set(r.Geometry.FileBits(0)), set(r.Geometry.FileBits(r.Geometry.Files-1))
}

// ahead returns a set moved one rank up the board as a side sees it. Squares off the board are not masked.
func (f *frame) ahead(c board.Color, b set) set {
	if c == board.White {
		return b.Up(f.files)
	}
	return b.Down(f.files)
}

// onward returns all squares further up the files of a set, as a side sees them, without the set itself unless one is ahead of another.
func (f *frame) onward(c board.Color, b set) set {
	if c == board.White {
		b = b.Up(f.files)
		b = b.Or(b.Up(f.files))
		b = b.Or(b.Up(2 * f.files))
		b = b.Or(b.Up(4 * f.files))
		if f.deep {
			b = b.Or(b.Up(4 * f.files))
		}
		return b.And(f.board)
	}
	b = b.Down(f.files)
	b = b.Or(b.Down(f.files))
	b = b.Or(b.Down(2 * f.files))
	b = b.Or(b.Down(4 * f.files))
	if f.deep {
		b = b.Or(b.Down(4 * f.files))
	}
	return b
}

// beside returns the squares to the left and right of a set.
func (f *frame) beside(b set) set {
	return b.Without(f.last).Up(1).Or(b.Without(f.first).Down(1))
}

// pairs returns, as 1 or 0, whether there are pieces on squares of both colours.
func (f *frame) pairs(men set) int {
	if men.Meets(f.dark) && !men.Within(f.dark) {
		return 1
	}
	return 0
}

// crowd counts what the men of a short-range type are together, and says how many of them are near the opponent's royal piece.
func (f *frame) crowd(e *Evaluator, p *position.Position, n tally, c board.Color, k *near, men, wide set) (nigh int, worth packed) {
	h := k.host
	if men.Empty() {
		if h != nil {
			worth = e.weigh(n, h.open, int(f.files))
		}
		return 0, worth
	}
	nigh = men.And(wide).Count()
	worth = e.weigh(n, k.closeIn, nigh)
	if h != nil {
		worth += e.weigh(n, h.alone, men.Without(f.besides(men)).Count())
		worth += e.weigh(n, h.open, f.open(men))
		size := p.Count(c, k.t)
		worth += e.bulk(n, h, size)
		worth += e.weigh(n, h.facing, size*e.longRange(p, c.Other())/16)
	}
	return nigh, worth
}

// behind reports, as 1 or 0, whether most of a horde stands further up than a square.
func (f *frame) behind(e *Evaluator, p *position.Position, horde board.Color, s board.Square) int {
	men := set(p.Of(horde))
	if 2*men.And(set(e.camps[horde].above[s&127])).Count() > men.Count() {
		return 1
	}
	return 0
}

// besides returns the points next to a set, along ranks, files and diagonals.
func (f *frame) besides(men set) set {
	row := f.beside(men)
	three := row.Or(men)
	return row.Or(three.Up(f.files)).Or(three.Down(f.files))
}

// open returns how many files hold none of a set. The ranks are laid on each other: first the fifth and all above it on the five below, which fit
// in a word on any board, then those.
func (f *frame) open(men set) int {
	files := f.files
	low := men.Wide().Lo | men.Down(5*files).Wide().Lo
	low |= low>>(files&63) | low>>(4*files&63)
	low |= low >> (2 * files & 63)
	return int(files) - bits.OnesCount64(low&(1<<(files&63)-1))
}

// apart returns the ranks between a rank and the nearest of a set that lies ahead of it.
func (f *frame) apart(e *Evaluator, c board.Color, rank int, b set) int {
	if c == board.White {
		return int(e.r.Lines.Places[b.First()&127].Rank) - rank
	}
	return rank - int(e.r.Lines.Places[b.Last()&127].Rank)
}
