package eval

import (
	"slices"

	"buluo/board"
	"buluo/position"
)

// Trace is what a score is made of, from White's view: White's score is Scale times the sum, over all counts, of N times the term's
// Mg*Phase + Eg*(1-Phase), but for rounding. Phase and Scale hold for the weights that it was traced with: the survey's go by the prices of
// pieces, and Scale by who is ahead too, which follow from the weights.
type Trace struct {
	Phase, Scale float64
	Counts       []Count // no term twice, none with N = 0, sorted by term
}

// Count is how often a term is found on a board, White's less Black's.
type Count struct {
	Term int
	N    float64
}

// Trace takes a position's score apart. The slices of t are used again. It is slow: fits call it once a position.
func (e *Evaluator) Trace(p *position.Position, t *Trace) {
	sums := make([]int, len(e.terms))
	for b := p.Occupied(); b.Any(); {
		s := b.Pop()
		pc := p.At(s)
		side := &e.r.Sides[pc.Color()]
		for _, i := range e.placeTerms(e.placed[pc], side, side.Of[pc.Type()], s) {
			sums[i] += sign(pc.Color())
		}
	}
	var n ledger
	_, material := e.count(p, &n, nil)
	for k, i := range e.slots {
		sums[i] += int(n[board.White][k] - n[board.Black][k])
	}
	t.Counts = slices.Grow(t.Counts[:0], 64)
	for i, sum := range sums {
		if sum != 0 {
			t.Counts = append(t.Counts, Count{i, float64(sum)})
		}
	}
	t.Phase = float64(e.phase(p, material)) / float64(e.fullPhase)
	lost, of := e.lost(p.Clock())
	t.Scale = 1 - float64(lost)/float64(of)
	t.Scale *= float64(e.scale(p, int(t.sum(e.terms)), material)) / wholeScale
}

// Score returns what the trace adds up to with the weights of some terms, for White.
func (t *Trace) Score(terms []Term) float64 { return t.Scale * t.sum(terms) }

// sum is Score before it is scaled.
func (t *Trace) sum(terms []Term) float64 {
	sum := 0.0
	for _, c := range t.Counts {
		w := &terms[c.Term]
		sum += c.N * (float64(w.Mg)*t.Phase + float64(w.Eg)*(1-t.Phase))
	}
	return sum
}
