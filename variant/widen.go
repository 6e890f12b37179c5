package variant

import "buluo/board"

// widening maps a Spec's types and squares back to a draft's slots and wide squares. It is the inverse of narrowing.
type widening struct {
	s     *Spec
	d     *draft
	slots [board.MaxTypes]slot
}

// widen returns a draft that would be narrowed to the Spec.
func (s *Spec) widen() *draft {
	d := newDraft()
	d.name, d.doc, d.family, d.charTable, d.start = s.Name, s.Doc, s.Family, s.CharTable, s.Start
	d.maxFile, d.maxRank = file(s.Geometry.Files-1), rank(s.Geometry.Ranks-1)
	w := &widening{s: s, d: d}
	for i := range s.Pieces {
		w.piece(board.PieceType(i+1), &s.Pieces[i])
	}
	w.promotion()
	w.movement()
	w.castling()
	w.ends()
	return d
}

// region puts squares on the largest board.
func (w *widening) region(b board.Bits) region {
	var out board.Bits
	for b.Any() {
		s := b.Pop()
		out = out.With(wide.Square(w.s.Geometry.File(s), w.s.Geometry.Rank(s)))
	}
	return region(out)
}

// regions is region for both colours.
func (w *widening) regions(b [2]board.Bits) [2]region {
	return [2]region{w.region(b[0]), w.region(b[1])}
}

// set turns types back into slots.
func (w *widening) set(ts board.TypeSet) slotSet {
	var out slotSet
	for t, p := range w.slots {
		if ts.Has(board.PieceType(t)) {
			out |= setOf(p)
		}
	}
	return out
}

// sets is set for both colours.
func (w *widening) sets(ts [2]board.TypeSet) [2]slotSet {
	return [2]slotSet{w.set(ts[0]), w.set(ts[1])}
}

// piece fills the slot of a type.
func (w *widening) piece(t board.PieceType, q *Piece) {
	p, ok := slotOf(q.Key)
	if !ok {
		return
	}
	d := w.d
	w.slots[t] = p
	d.letter[p], d.synonym[p] = q.Letter, q.Synonym
	d.valueMg[p], d.valueEg[p] = q.Value[0], q.Value[1]
	if q.Betza != p.betza() {
		d.moves[p] = q.Betza
	}
	for c, b := range q.Region {
		if b != w.s.Geometry.All() {
			d.mobility[c][p] = w.region(b)
		}
	}
}

// promotion is the inverse of narrowing.promotion.
func (w *widening) promotion() {
	s, d := w.s, w.d
	d.promotionRegion = w.regions(s.PromotionRegion)
	d.promotionPawns, d.promotionTo = w.sets(s.PromotionPawns), w.sets(s.PromotionTypes)
	d.promoteOnCapture, d.mandatoryPawn, d.mandatory = s.PromoteOnCapture, s.MandatoryPawnPromotion, s.MandatoryPiecePromotion
	for t, p := range w.slots {
		if p != anySlot {
			d.promotionLimit[p] = s.PromotionLimit[t]
			d.promoted[p] = w.slots[s.PromotedType[t]]
		}
	}
}

// movement is the inverse of narrowing.movement.
func (w *widening) movement() {
	s, d := w.s, w.d
	d.doubleStepRegion, d.tripleStepRegion = w.regions(s.DoubleStepRegion), w.regions(s.TripleStepRegion)
	d.doubleStep = s.DoubleStepRegion != [2]board.Bits{}
	d.enPassantRegion, d.enPassantTypes = w.regions(s.EnPassantRegion), w.sets(s.EnPassantTypes)
	if !d.doubleStep { // the one line doubleStep = false says it
		d.doubleStepRegion = newDraft().doubleStepRegion
	}
	d.flyingGeneral, d.soldierRank = s.FlyingGeneral, rank(s.SoldierRank-1)
	d.checking, d.immobilityIllegal = s.Checking, s.ImmobilityBanned
	d.pass, d.passOnStalemate, d.movesPerTurn = s.Pass, s.PassOnStalemate, s.MovesPerTurn
}

// castling is the inverse of narrowing.castling.
func (w *widening) castling() {
	c, d := w.s.Castling, w.d
	d.castling = c.On
	if !c.On {
		return
	}
	d.castlingRank, d.castlingKingFile = rank(c.Rank), file(c.KingFile)
	d.castlingFile = [2]file{file(c.KingsideFile), file(c.QueensideFile)}
	d.castlingRookFile = [2]file{file(c.RookKingsideFile), file(c.RookQueensideFile)}
	d.castlingRooks, d.oppositeCastling = w.sets(c.RookTypes), c.Opposite
	for side, t := range c.KingType {
		if t != board.NoType { // without partners the default king does no harm
			d.castlingKing[side] = w.slots[t]
		}
	}
}

// ends is the inverse of narrowing.ends, extinction and connect.
func (w *widening) ends() {
	s, d := w.s, w.d
	d.clockTypes, d.clockPlies = w.sets(s.ClockTypes), s.ClockPlies
	d.fold, d.foldValue, d.foldAbsolute = s.Fold, s.FoldValue, s.FoldAbsolute
	d.perpetualCheck, d.chase = s.PerpetualCheck, s.Chase
	d.stalemateValue, d.stalemateByCount, d.checkmateValue = s.StalemateValue, s.StalemateByCount, s.CheckmateValue
	d.extinctionValue, d.extinctionClaim, d.extinctionRoyal = s.ExtinctionValue, s.ExtinctionClaim, s.ExtinctionRoyal
	d.extinctionTypes = w.set(s.ExtinctionTypes)
	if s.ExtinctionAll {
		d.extinctionTypes |= setOf(anySlot)
	}
	d.extinctionCount, d.extinctionOpponent = s.ExtinctionCount, s.ExtinctionOpponent
	d.flagPiece = [2]pieceOrAll{pieceOrAll(w.slots[s.FlagPiece[0]]), pieceOrAll(w.slots[s.FlagPiece[1]])}
	d.flagRegion = w.regions(s.FlagRegion)
	d.flagCount, d.flagBlockedWin, d.flagMove, d.flagSafe = s.FlagCount, s.FlagBlockedWin, s.FlagMove, s.FlagSafe
	d.checkCounting, d.insufficient, d.fortress = s.CheckCounting, s.Insufficient, s.Fortress
	c := &s.Connect
	d.connectN, d.connectNxN, d.collinearN, d.connectTypes = c.N, c.NxN, c.Collinear, w.set(c.Types)
	d.connectHorizontal, d.connectVertical, d.connectDiagonal = c.Horizontal, c.Vertical, c.Diagonal
	d.connectFrom, d.connectTo, d.connectValue = w.regions(c.Region1), w.regions(c.Region2), c.Value
}
