package eval

import (
	"strings"

	"buluo/board"
	"buluo/rules"
)

// placing holds the terms of where one type stands. A term that the type does not have is -1.
type placing struct {
	value, crossed, spent int
	rank                  [rankBins]int
	file                  [fileBins]int
}

// place enters the terms of a type, and fills its table of squares.
func (e *Evaluator) place(l *lexicon, side *rules.Side, m *rules.Mover) {
	pc := board.MakePiece(side.Color, m.Type)
	at := e.placing(l, side, m)
	e.placed[pc] = at
	for b := e.r.Board; b.Any(); {
		s := b.Pop()
		var sum packed
		for _, i := range e.placeTerms(at, side, m, s) {
			sum += pack(l.pair(i))
		}
		e.squares[pc][s] = sum
		e.standing[pc][s] = int64(packed(sign(side.Color)) * sum)
	}
}

// placing enters the terms of a type.
func (e *Evaluator) placing(l *lexicon, side *rules.Side, m *rules.Mover) *placing {
	piece := e.r.Spec().Piece(m.Type)
	name := e.sideName(side, m)
	at := &placing{value: -1, crossed: -1, spent: -1}
	advances := !m.Royal && !retreats(piece)
	value, own := plainValue(e.r, m)
	priced := pricedName(e.r, m.Type)
	if strings.HasPrefix(name, hostPrefix) {
		priced = hostPrefix + priced
	}
	switch {
	case m.Royal:
	case own: // what the designer says goes before what was fitted elsewhere
		at.value = l.ownTerm(priced, featValue, value)
	default:
		at.value = l.term(name, featValue, value)
	}
	if piece.Soldier && !own {
		at.crossed = l.term(name, featCrossed, Pair{plainCrossed, plainCrossed})
	}
	if advances && len(piece.Steps) > 0 {
		lost := -value.Mg * plainSpent / 100
		at.spent = l.term(priced, featSpent, Pair{lost, lost})
	}
	if surveyed(Family(e.r)) {
		plain := e.plainPlaces(side, m)
		for k, v := range plain.rank {
			at.rank[k] = l.term(name, featRank+digit(k), v)
		}
		for k, v := range plain.file {
			at.file[k] = l.term(name, featFile+digit(k), v)
		}
		return at
	}
	march := advances && (e.r.Sides[side.Color.Other()].Royal != board.NoType || m.PromotesTo != 0)
	for k := range at.rank {
		v := 0
		switch up := k * (e.r.Geometry.Ranks - 1) / (rankBins - 1); {
		case m.Royal:
			v = -plainHome * up
		case march:
			v = plainAdvance * up
		}
		at.rank[k] = l.term(name, featRank+digit(k), Pair{v, v})
	}
	for k := range at.file {
		v := 0
		if advances {
			v = plainCentre * k
		}
		at.file[k] = l.term(name, featFile+digit(k), Pair{v, v})
	}
	return at
}

// digit is a number below ten as text.
func digit(n int) string { return string(rune('0' + n)) }

// placeTerms lists the terms of a type that stands on a square.
func (e *Evaluator) placeTerms(at *placing, side *rules.Side, m *rules.Mover, s board.Square) []int {
	rank := e.rank(side.Color, s)
	terms := []int{at.rank[e.rankBin(rank)], at.file[min(e.inward(s), fileBins-1)]}
	if at.value >= 0 {
		terms = append(terms, at.value)
	}
	if at.crossed >= 0 && sideways(m, s) {
		terms = append(terms, at.crossed)
	}
	if at.spent >= 0 && rank == e.r.Geometry.Ranks-1 {
		terms = append(terms, at.spent)
	}
	return terms
}

// rankBin returns the tenth of the board a rank lies in.
func (e *Evaluator) rankBin(rank int) int {
	return rank * (rankBins - 1) / max(1, e.r.Geometry.Ranks-1)
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
