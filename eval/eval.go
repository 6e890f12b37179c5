package eval

import (
	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// Evaluator scores the positions of one variant. It is immutable and may be shared by any number of goroutines.
type Evaluator struct {
	r       *rules.Rules
	w       Weights
	squares [board.MaxPieces][board.MaxSquares]int16 // material and place, for the piece's own side
	price   [board.MaxPieces]int                     // mean material alone
	far     [2][]*rules.Mover                        // types whose reach is counted
	near    [2][]guard                               // steps by which short-range pieces guard each other
	fadeAt  int                                      // plies of the clock from which the score fades; clock 0 is never
	clock   int
}

// guard is one capturing step of one short-range type.
type guard struct {
	t     board.PieceType
	from  board.Bits
	delta int
}

// New returns an evaluator.
func New(r *rules.Rules, w Weights) *Evaluator {
	e := &Evaluator{r: r, w: w, clock: r.Spec().ClockPlies}
	e.fadeAt = e.clock * w.FadeStart / 100
	for c := range r.Sides {
		side := &r.Sides[c]
		for _, m := range side.Movers {
			e.place(side, m)
			if m.Royal {
				continue
			}
			if m.Steps == nil {
				e.far[c] = append(e.far[c], m)
			}
			for _, st := range m.Steps {
				if st.Capture {
					e.near[c] = append(e.near[c], guard{m.Type, st.From, st.Delta})
				}
			}
		}
	}
	return e
}

// place fills a type's table of squares.
func (e *Evaluator) place(side *rules.Side, m *rules.Mover) {
	pc := board.MakePiece(side.Color, m.Type)
	piece := e.r.Spec().Piece(m.Type)
	base := value(e.r, &e.w, m)
	crosses := piece.Soldier && piece.Value[0] == 0
	advances := !m.Royal && !retreats(piece)
	goal := e.r.Sides[side.Color.Other()].Royal != board.NoType
	total := 0
	for b := e.r.Board; b.Any(); {
		s := b.Pop()
		v := base
		if crosses && sideways(m, s) {
			v = e.w.Crossed
		}
		total += v
		rank := e.rank(side.Color, s)
		switch {
		case m.Royal:
			v -= e.w.Home * rank
		case advances:
			if goal || m.PromotesTo != 0 {
				v += e.w.Advance * rank
			}
			v += e.w.Centre * e.inward(s)
			if rank == e.r.Geometry.Ranks-1 {
				v -= v * e.w.Spent / 100
			}
		}
		e.squares[pc][s] = int16(v)
	}
	e.price[pc] = total / e.r.Geometry.Size()
}

// rank returns the rank of a square as a side counts them, from 0.
func (e *Evaluator) rank(c board.Color, s board.Square) int {
	if c == board.Black {
		return e.r.Geometry.Ranks - 1 - e.r.Geometry.Rank(s)
	}
	return e.r.Geometry.Rank(s)
}

// inward returns how many files a square lies from the nearer edge.
func (e *Evaluator) inward(s board.Square) int {
	f := e.r.Geometry.File(s)
	return min(f, e.r.Geometry.Files-1-f)
}

// Price returns what a piece is worth wherever it stands, for ordering captures; 0 for NoPiece and for royal pieces.
func (e *Evaluator) Price(pc board.Piece) int { return e.price[pc%board.MaxPieces] }

// Score returns what a position is worth to the side to move.
func (e *Evaluator) Score(p *position.Position) int {
	us := p.Side()
	v := e.side(p, us) - e.side(p, us.Other())
	return e.fade(v, p.Clock()) + e.w.Tempo
}

// side adds up what a side has.
func (e *Evaluator) side(p *position.Position, c board.Color) int {
	return e.material(p, c) + e.reach(p, c) + e.guarded(p, c)
}

// material adds up pieces and their places.
func (e *Evaluator) material(p *position.Position, c board.Color) int {
	v := 0
	for b := p.Of(c); b.Any(); {
		s := b.Pop()
		v += int(e.squares[p.At(s)%board.MaxPieces][s%board.MaxSquares])
	}
	return v
}

// reach counts the points that pieces of longer range may go to: what a chariot sees of open files.
func (e *Evaluator) reach(p *position.Position, c board.Color) int {
	n := 0
	ours := p.Of(c)
	for _, m := range e.far[c] {
		for b := p.Pieces(c, m.Type); b.Any(); {
			n += p.Targets(m.Quiet, b.Pop()).And(m.Zone).Without(ours).Count()
		}
	}
	return e.w.Reach * n
}

// guarded counts pieces that a short-range neighbour stands by, once for each neighbour: soldiers abreast and behind each other. Whole
// sets move at once, so a block of forty costs no more than one soldier.
func (e *Evaluator) guarded(p *position.Position, c board.Color) int {
	n := 0
	ours := p.Of(c)
	for i := range e.near[c] {
		g := &e.near[c][i]
		n += p.Pieces(c, g.t).And(g.from).Shift(g.delta).And(ours).Count()
	}
	return e.w.Guarded * n
}

// fade draws a score towards zero as the no-capture clock runs, so that who is ahead sees that waiting is not winning.
func (e *Evaluator) fade(v, clock int) int {
	if e.clock == 0 || clock <= e.fadeAt {
		return v
	}
	gone := min(clock, e.clock) - e.fadeAt
	return v - v*gone*(100-e.w.FadeEnd)/(100*max(1, e.clock-e.fadeAt))
}
