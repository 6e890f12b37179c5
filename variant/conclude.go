package variant

import "buluo/board"

// conclude finishes a stanza: it settles the draft as the reference does before anything derives from it, checks the
// whole, and narrows it to a Spec.
func (r *reading) conclude() *Spec {
	d := r.draft
	r.contradictions()
	if !d.doubleStep {
		d.doubleStepRegion = [2]region{}
	}
	// A variant without double-step squares has no double steps, and what derives from it neither, whatever regions it sets.
	d.doubleStep = d.doubleStepRegion != [2]region{}
	s := d.spec()
	r.startFen(s)
	r.material(s)
	return s
}

// narrowing maps a draft's slots to a Spec's types and its wide squares to the Spec's own.
type narrowing struct {
	d     *draft
	g     board.Geometry
	types [slots]board.PieceType
}

// bits keeps the squares that are on the board and numbers them as the board does.
func (n *narrowing) bits(r region) board.Bits {
	var out board.Bits
	for b := board.Bits(r); b.Any(); {
		s := b.Pop()
		if f, rk := wide.File(s), wide.Rank(s); n.g.On(f, rk) {
			out = out.With(n.g.Square(f, rk))
		}
	}
	return out
}

// both is bits for both colours.
func (n *narrowing) both(r [2]region) [2]board.Bits {
	return [2]board.Bits{n.bits(r[0]), n.bits(r[1])}
}

// set keeps the pieces that the variant has. A * among them is not every piece and is left to who knows what it means.
func (n *narrowing) set(s slotSet) board.TypeSet {
	var out board.TypeSet
	for p, t := range n.types {
		if t != board.NoType && s.has(slot(p)) {
			out = out.With(t)
		}
	}
	return out
}

// sets is set for both colours.
func (n *narrowing) sets(s [2]slotSet) [2]board.TypeSet {
	return [2]board.TypeSet{n.set(s[0]), n.set(s[1])}
}

// pawnsToo narrows two sets of pawn-like pieces. The piece called pawn is always among them: the reference lets it promote
// and capture in passing whatever the sets say.
func (n *narrowing) pawnsToo(s [2]slotSet) [2]board.TypeSet {
	pawn := setOf(pawnSlot)
	return [2]board.TypeSet{n.set(s[0] | pawn), n.set(s[1] | pawn)}
}

// spec narrows the draft to what its board and its pieces leave of it.
func (d *draft) spec() *Spec {
	n := &narrowing{d: d, g: d.geometry()}
	s := &Spec{
		Name: d.name, Doc: d.doc, Template: d.template, Family: d.family,
		Geometry: n.g, Start: d.start, CharTable: d.charTable,
	}
	for p := pawnSlot; p < slots && len(s.Pieces) < board.MaxTypes-1; p++ {
		if d.letter[p] != 0 {
			s.Pieces = append(s.Pieces, n.piece(p))
			n.types[p] = board.PieceType(len(s.Pieces))
		}
	}
	n.promotion(s)
	n.movement(s)
	n.castling(s)
	n.ends(s)
	n.extinction(s)
	n.connect(s)
	return s
}

// piece defines one type.
func (n *narrowing) piece(p slot) Piece {
	d := n.d
	q := Piece{
		Key: p.key(), Letter: d.letter[p], Synonym: d.synonym[p], Betza: d.betza(p),
		Royal: p == kingSlot, Soldier: p.key() == "soldier", Pawn: p == pawnSlot,
		Value: [2]int{d.valueMg[p], d.valueEg[p]},
	}
	// A letter in use is never a second one: the reference looks at the letters first.
	if _, taken := d.holder(q.Synonym); taken {
		q.Synonym = 0
	}
	q.Steps = readBetza(q.Betza).steps
	for c, r := range [2]region{d.mobility[0][p], d.mobility[1][p]} {
		// No region is the whole board; a region that has no square on this board leaves the piece nowhere to go.
		if q.Region[c] = n.bits(r); r == (region{}) {
			q.Region[c] = n.g.All()
		}
	}
	return q
}

// promotion narrows what becomes what. A promotion to a piece that the variant lacks is none.
func (n *narrowing) promotion(s *Spec) {
	d := n.d
	s.PromotionRegion = n.both(d.promotionRegion)
	s.PromotionPawns = n.pawnsToo(d.promotionPawns)
	s.PromotionTypes = n.sets(d.promotionTo)
	s.PromoteOnCapture = d.promoteOnCapture
	s.MandatoryPawnPromotion, s.MandatoryPiecePromotion = d.mandatoryPawn, d.mandatory
	for p, t := range n.types {
		if t != board.NoType {
			s.PromotionLimit[t] = d.promotionLimit[p]
			s.PromotedType[t] = n.types[d.promoted[p]]
		}
	}
}

// movement narrows steps, passing and restrictions.
func (n *narrowing) movement(s *Spec) {
	d := n.d
	s.DoubleStepRegion = n.both(d.doubleStepRegion)
	s.TripleStepRegion = n.both(d.tripleStepRegion)
	s.EnPassantRegion = n.both(d.enPassantRegion)
	s.EnPassantTypes = n.pawnsToo(d.enPassantTypes)
	s.FlyingGeneral = d.flyingGeneral
	s.SoldierRank = int(d.soldierRank) + 1
	s.Checking, s.ImmobilityBanned = d.checking, d.immobilityIllegal
	s.PassOnStalemate = d.passOnStalemate
	for c := range s.Pass {
		s.Pass[c] = d.pass[c] && !d.passOnStalemate[c] // the narrower permission holds
	}
	s.MovesPerTurn = d.movesPerTurn
}

// castling narrows the geometry of castling, and leaves it all zero where nobody can castle.
func (n *narrowing) castling(s *Spec) {
	d := n.d
	if !d.castling || !n.g.On(int(d.castlingFile[0]), int(d.castlingRank)) || !n.g.On(int(d.castlingFile[1]), int(d.castlingRank)) {
		return // a small board has no castling unless its keys say how
	}
	onBoard := func(f file) int { return min(int(f), n.g.Files-1) }
	s.Castling = Castling{
		On: d.castling, Rank: int(d.castlingRank), KingFile: onBoard(d.castlingKingFile),
		KingsideFile: int(d.castlingFile[0]), QueensideFile: int(d.castlingFile[1]),
		RookKingsideFile: onBoard(d.castlingRookFile[0]), RookQueensideFile: onBoard(d.castlingRookFile[1]),
		KingType:  [2]board.PieceType{n.types[d.castlingKing[0]], n.types[d.castlingKing[1]]},
		RookTypes: n.sets(d.castlingRooks), Opposite: d.oppositeCastling,
	}
	for c := range s.Castling.KingType {
		// It takes two to castle. A side that lacks one of them is written as lacking both.
		if s.Castling.KingType[c] == board.NoType || s.Castling.RookTypes[c] == 0 {
			s.Castling.KingType[c], s.Castling.RookTypes[c] = board.NoType, 0
		}
	}
}

// ends narrows the clocks, the rulings and the flags.
func (n *narrowing) ends(s *Spec) {
	d := n.d
	s.ClockTypes, s.ClockPlies = n.sets(d.clockTypes), d.clockPlies
	s.Fold, s.FoldValue, s.FoldAbsolute = d.fold, d.foldValue, d.foldAbsolute
	s.PerpetualCheck, s.Chase = d.perpetualCheck, d.chase
	s.StalemateValue, s.StalemateByCount, s.CheckmateValue = d.stalemateValue, d.stalemateByCount, d.checkmateValue
	s.FlagRegion = n.both(d.flagRegion)
	for c, p := range d.flagPiece {
		s.FlagAny[c], s.FlagPiece[c] = slot(p) == anySlot, n.types[p]
		// A flag piece that the variant lacks never reaches its region.
		if !s.FlagAny[c] && s.FlagPiece[c] == board.NoType || s.FlagRegion[c].Empty() {
			s.FlagRegion[c], s.FlagAny[c], s.FlagPiece[c] = board.Bits{}, true, board.NoType
		}
	}
	s.FlagCount, s.FlagBlockedWin, s.FlagMove, s.FlagSafe = d.flagCount, d.flagBlockedWin, d.flagMove, d.flagSafe
	s.CheckCounting = d.checkCounting
	s.Insufficient, s.Fortress = d.insufficient, d.fortress
}

// extinction narrows the extinction rule. The * of its list is a count of its own: all pieces together.
func (n *narrowing) extinction(s *Spec) {
	d := n.d
	s.ExtinctionValue, s.ExtinctionClaim, s.ExtinctionRoyal = d.extinctionValue, d.extinctionClaim, d.extinctionRoyal
	s.ExtinctionTypes = n.set(d.extinctionTypes)
	s.ExtinctionAll = d.extinctionTypes.has(anySlot)
	s.ExtinctionCount, s.ExtinctionOpponent = d.extinctionCount, d.extinctionOpponent
}

// connect narrows the ways to win by connecting.
func (n *narrowing) connect(s *Spec) {
	d := n.d
	s.Connect = Connect{
		N: d.connectN, NxN: d.connectNxN, Collinear: d.collinearN, Types: n.set(d.connectTypes),
		Horizontal: d.connectHorizontal, Vertical: d.connectVertical, Diagonal: d.connectDiagonal,
		Region1: n.both(d.connectFrom), Region2: n.both(d.connectTo), Value: d.connectValue,
	}
}
