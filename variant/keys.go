package variant

import "buluo/board"

// key is one row of the table of keys. The parser, the checker, the writer, the docs and the error texts all read it.
type key struct {
	name string
	doc  string // one sentence fragment for the docs

	// at returns the fields the key sets, all to the same value. The first one's type is the key's kind of value.
	at func(*draft) []any
	// then runs after the fields are set, where a key means more than its fields.
	then func(*draft)

	own     bool   // not a key of the reference
	instead string // deprecated: the key that should be written now
	least   int    // the smallest number the key takes
	most    int    // the largest, 0 for no bound of its own
	notOne  bool   // the number 1 would end every game at its start
	onBoard bool   // the rank must be on the variant's board

	// refused marks a key of the reference that is not supported: only the values listed, under which it does
	// nothing, are accepted. kind describes its values for the docs.
	refused []string
	kind    string
}

// one is the at of a key that sets one field.
func one[T any](f func(*draft) *T) func(*draft) []any {
	return func(d *draft) []any { return []any{f(d)} }
}

// both is the at of a key that sets the same for both colours.
func both[T any](f func(*draft) *[2]T) func(*draft) []any {
	return func(d *draft) []any { p := f(d); return []any{&p[board.White], &p[board.Black]} }
}

// side is the at of a key that sets one colour of a pair.
func side[T any](c board.Color, f func(*draft) *[2]T) func(*draft) []any {
	return func(d *draft) []any { return []any{&f(d)[c]} }
}

// forBoth returns the rows of a key that sets both colours, and of the two that set one each and come after it.
func forBoth[T any](name, doc string, f func(*draft) *[2]T) []key {
	return append([]key{{name: name, doc: doc + ", both sides", at: both(f)}}, forEach(name, doc, f)...)
}

// forEach returns the rows of a key that exists for each colour only.
func forEach[T any](name, doc string, f func(*draft) *[2]T) []key {
	return []key{
		{name: name + "White", doc: doc + ", White", at: side(board.White, f)},
		{name: name + "Black", doc: doc + ", Black", at: side(board.Black, f)},
	}
}

// keyGroup is a part of the table under a heading of the docs.
type keyGroup struct {
	title string
	keys  []key
}

// boardKeys are read before the pieces.
func boardKeys() []key {
	return []key{
		{name: "maxRank", doc: "the number of ranks", at: one(func(d *draft) *rank { return &d.maxRank })},
		{name: "maxFile", doc: "the number of files", at: one(func(d *draft) *file { return &d.maxFile })},
	}
}

// ruleGroups are the implemented keys read after the pieces, in the reference's order of reading.
func ruleGroups() []keyGroup {
	return []keyGroup{
		{"Piece values", valueKeys()},
		{"Deprecated", oldKeys()},
		{"The variant as a whole", headKeys()},
		{"Promotion", promotionKeys()},
		{"Long steps and captures in passing", stepKeys()},
		{"Castling", castlingKeys()},
		{"Movement", movementKeys()},
		{"Clocks and repetition", clockKeys()},
		{"No legal move", mateKeys()},
		{"Extinction", extinctionKeys()},
		{"Flags and check counting", flagKeys()},
		{"Connection", connectKeys()},
		{"Beyond the reference", ownKeys()},
	}
}

// ruleKeys are the keys of all groups.
func ruleKeys() []key {
	var all []key
	for _, g := range ruleGroups() {
		all = append(all, g.keys...)
	}
	return all
}

// valueKeys are for evaluation only. They are parsed with the rules because the letters of pieces must be known.
func valueKeys() []key {
	return []key{
		{name: "pieceValueMg", doc: "piece values early in the game, in the reference's units",
			at: one(func(d *draft) *counts { return &d.valueMg })},
		{name: "pieceValueEg", doc: "piece values late in the game", at: one(func(d *draft) *counts { return &d.valueEg })},
	}
}

// oldKeys are the deprecated ones. The reference reads them first, so that the current keys override them.
func oldKeys() []key {
	return []key{
		{name: "promotionRank", onBoard: true, instead: "promotionRegionWhite and promotionRegionBlack",
			doc: "both promotion regions, from this rank on",
			at:  one(func(d *draft) *rank { return &d.old.promotionRank }), then: func(d *draft) {
				d.promotionRegion = [2]region{d.zone(board.White, d.old.promotionRank), d.zone(board.Black, d.old.promotionRank)}
			}},
		{name: "doubleStepRank", onBoard: true, instead: "doubleStepRegionWhite and doubleStepRegionBlack",
			doc:  "the last rank of the double-step region, which begins on rank 2",
			at:   one(func(d *draft) *rank { return &d.old.doubleStepTo }),
			then: func(d *draft) { d.oldDoubleStep(1, d.old.doubleStepTo) }},
		{name: "doubleStepRankMin", onBoard: true, instead: "doubleStepRegionWhite and doubleStepRegionBlack",
			doc:  "the first rank of the double-step region, which ends on rank 2",
			at:   one(func(d *draft) *rank { return &d.old.doubleStepFrom }),
			then: func(d *draft) { d.oldDoubleStep(d.old.doubleStepFrom, 1) }},
		{name: "whiteFlag", instead: "flagRegionWhite", doc: "White's flag region",
			at: side(board.White, func(d *draft) *[2]region { return &d.flagRegion })},
		{name: "blackFlag", instead: "flagRegionBlack", doc: "Black's flag region",
			at: side(board.Black, func(d *draft) *[2]region { return &d.flagRegion })},
		{name: "castlingRookPiece", instead: "castlingRookPieces", doc: "the pieces that castle with the king",
			at: both(func(d *draft) *[2]slotSet { return &d.castlingRooks })},
	}
}

// headKeys describe the variant as a whole.
func headKeys() []key {
	return []key{
		{name: "pawnTypes", doc: "the pieces taken for pawns at once in promotion, en passant and the n-move clock, " +
			"unless a key of those says otherwise",
			at: func(d *draft) []any {
				return []any{
					&d.promotionPawns[0], &d.promotionPawns[1], &d.enPassantTypes[0], &d.enPassantTypes[1],
					&d.clockTypes[0], &d.clockTypes[1],
				}
			}},
		{name: "variantTemplate", doc: "the family a GUI should take the variant for",
			at: one(func(d *draft) *string { return &d.family })},
		{name: "pieceToCharTable", doc: "the piece letters in XBoard's order, for GUIs",
			at: one(func(d *draft) *string { return &d.charTable })},
		{name: "startFen", doc: "the array and the state at the start", at: one(func(d *draft) *string { return &d.start })},
	}
}

// promotionKeys are about pawns, which choose among promotionPieceTypes, and about other pieces, which each have one promoted
// form.
func promotionKeys() []key {
	keys := forEach("promotionRegion", "where pawns and pieces promote", func(d *draft) *[2]region { return &d.promotionRegion })
	keys = append(keys, forBoth("promotionPawnTypes", "the pieces that promote to promotionPieceTypes (the pawn always does)",
		func(d *draft) *[2]slotSet { return &d.promotionPawns })...)
	keys = append(keys, forBoth("promotionPieceTypes", "what they may become",
		func(d *draft) *[2]slotSet { return &d.promotionTo })...)
	return append(keys, []key{
		{name: "promotionLimit", doc: "no promotion to a piece of which its side has so many; 0 is no limit",
			at: one(func(d *draft) *counts { return &d.promotionLimit })},
		{name: "promotedPieceType", doc: "the piece that each other piece may become",
			at: one(func(d *draft) *promote { return &d.promoted })},
		{name: "piecePromotionOnCapture", doc: "such a piece becomes it only with a capture",
			at: one(func(d *draft) *bool { return &d.promoteOnCapture })},
		{name: "mandatoryPawnPromotion", doc: "pawns must promote in the region",
			at: one(func(d *draft) *bool { return &d.mandatoryPawn })},
		{name: "mandatoryPiecePromotion", doc: "other pieces must", at: one(func(d *draft) *bool { return &d.mandatory })},
	}...)
}

// stepKeys are about initial moves and the captures they allow.
func stepKeys() []key {
	keys := []key{{name: "doubleStep", doc: "initial moves: the pawn's double step and any Betza i",
		at: one(func(d *draft) *bool { return &d.doubleStep })}}
	keys = append(keys, forEach("doubleStepRegion", "where initial moves may begin",
		func(d *draft) *[2]region { return &d.doubleStepRegion })...)
	keys = append(keys, forEach("tripleStepRegion", "where the pawn's triple step may begin",
		func(d *draft) *[2]region { return &d.tripleStepRegion })...)
	keys = append(keys, forBoth("enPassantRegion", "where captures in passing may land",
		func(d *draft) *[2]region { return &d.enPassantRegion })...)
	return append(keys, forBoth("enPassantTypes",
		"the pieces that may capture in passing (the pawn always may); an e in a custom piece's moves adds it",
		func(d *draft) *[2]slotSet { return &d.enPassantTypes })...)
}

// castlingKeys describe the geometry of castling. They do nothing where no castling right is in the FEN.
func castlingKeys() []key {
	keys := []key{
		{name: "castling", doc: "castling exists", at: one(func(d *draft) *bool { return &d.castling })},
		{name: "castlingKingsideFile", doc: "where the king goes, kingside",
			at: one(func(d *draft) *file { return &d.castlingFile[0] })},
		{name: "castlingQueensideFile", doc: "where the king goes, queenside",
			at: one(func(d *draft) *file { return &d.castlingFile[1] })},
		{name: "castlingRank", doc: "the rank of castling, as each side counts",
			at: one(func(d *draft) *rank { return &d.castlingRank })},
		{name: "castlingKingFile", doc: "where the castling king stands if its side has several on the rank",
			at: one(func(d *draft) *file { return &d.castlingKingFile })},
	}
	keys = append(keys, forBoth("castlingKingPiece", "the piece that castles as the king",
		func(d *draft) *[2]slot { return &d.castlingKing })...)
	keys = append(keys,
		key{name: "castlingRookKingsideFile", doc: "where the search for the kingside partner begins, towards the king",
			at: one(func(d *draft) *file { return &d.castlingRookFile[0] })},
		key{name: "castlingRookQueensideFile", doc: "where the search for the queenside partner begins",
			at: one(func(d *draft) *file { return &d.castlingRookFile[1] })})
	keys = append(keys, forBoth("castlingRookPieces", "the pieces that castle with the king",
		func(d *draft) *[2]slotSet { return &d.castlingRooks })...)
	return append(keys, key{name: "oppositeCastling", doc: "castling on one wing takes the opponent's right to that wing",
		at: one(func(d *draft) *bool { return &d.oppositeCastling })})
}

// movementKeys allow and forbid moves.
func movementKeys() []key {
	keys := []key{
		{name: "checking", doc: "giving check is legal", at: one(func(d *draft) *bool { return &d.checking })},
		{name: "immobilityIllegal", doc: "no piece may go where it could never move again",
			at: one(func(d *draft) *bool { return &d.immobilityIllegal })},
	}
	keys = append(keys, forBoth("pass", "passing is legal", func(d *draft) *[2]bool { return &d.pass })...)
	keys = append(keys, forBoth("passOnStalemate", "passing is legal where there is no other move",
		func(d *draft) *[2]bool { return &d.passOnStalemate })...)
	return append(keys,
		key{name: "flyingGeneral", doc: "the generals may not face each other on an open file",
			at: one(func(d *draft) *bool { return &d.flyingGeneral })},
		key{name: "soldierPromotionRank", doc: "the rank from which soldiers also go sideways, as each side counts",
			at: one(func(d *draft) *rank { return &d.soldierRank })})
}

// clockKeys end games that go on without progress. noCaptureClock comes first, so that a list of types beside it counts.
func clockKeys() []key {
	keys := []key{{name: "noCaptureClock",
		doc: "a draw after so many plies (single moves) without a capture; empties nMoveRuleTypes; 0 is never", own: true,
		at: one(func(d *draft) *int { return &d.clockPlies }), then: func(d *draft) { d.clockTypes = [2]slotSet{} }}}
	keys = append(keys, forBoth("nMoveRuleTypes", "the pieces whose moves restart the n-move clock, as captures do",
		func(d *draft) *[2]slotSet { return &d.clockTypes })...)
	return append(keys, []key{
		{name: "nMoveRule", doc: "a draw after so many moves of each side without a restart; 0 is never",
			at: one(func(d *draft) *fullMoves { return (*fullMoves)(&d.clockPlies) })},
		{name: "nFoldRule", doc: "the occurrence of a position that ends the game; 0 is never",
			at: one(func(d *draft) *int { return &d.fold }), notOne: true},
		{name: "nFoldValue", doc: "what that is worth to the side to move",
			at: one(func(d *draft) *result { return (*result)(&d.foldValue) })},
		{name: "nFoldValueAbsolute", doc: "nFoldValue is White's instead",
			at: one(func(d *draft) *bool { return &d.foldAbsolute })},
		{name: "perpetualCheckIllegal", doc: "who gives nothing but checks loses the repetition",
			at: one(func(d *draft) *bool { return &d.perpetualCheck })},
		{name: "chasingRule", doc: "how perpetual chases are judged", at: one(func(d *draft) *Chase { return &d.chase })},
	}...)
}

// mateKeys say what having no legal move is worth.
func mateKeys() []key {
	return []key{
		{name: "stalemateValue", doc: "what having no move, not in check, is worth",
			at: one(func(d *draft) *result { return (*result)(&d.stalemateValue) })},
		{name: "stalematePieceCount", doc: "stalemateValue goes to the side with fewer pieces, its opposite to the other",
			at: one(func(d *draft) *bool { return &d.stalemateByCount })},
		{name: "checkmateValue", doc: "what having no move in check is worth",
			at: one(func(d *draft) *result { return (*result)(&d.checkmateValue) })},
	}
}

// extinctionKeys end games for want of pieces.
func extinctionKeys() []key {
	return []key{
		{name: "extinctionValue", doc: "what the extinction of its listed pieces is worth to a side; none is no such end",
			at: one(func(d *draft) *Value { return &d.extinctionValue })},
		{name: "extinctionClaim", doc: "the extinction of the side to move needs one piece more of the opponent's",
			at: one(func(d *draft) *bool { return &d.extinctionClaim })},
		{name: "extinctionPseudoRoyal", doc: "the last pieces before extinction may not be left attacked",
			at: one(func(d *draft) *bool { return &d.extinctionRoyal })},
		{name: "extinctionPieceTypes", doc: "the listed pieces, each counted alone; * counts all pieces together",
			at: one(func(d *draft) *setOrAll { return (*setOrAll)(&d.extinctionTypes) })},
		{name: "extinctionPieceCount", doc: "extinct means so many or fewer",
			at: one(func(d *draft) *int { return &d.extinctionCount })},
		{name: "extinctionOpponentPieceCount", doc: "the opponent must have so many of the kind",
			at: one(func(d *draft) *int { return &d.extinctionOpponent })},
	}
}

// flagKeys end games by arriving somewhere, and by checks.
func flagKeys() []key {
	keys := forBoth("flagPiece", "the piece that must reach the flag region; * is any",
		func(d *draft) *[2]pieceOrAll { return &d.flagPiece })
	keys = append(keys, forBoth("flagRegion", "where it must get to", func(d *draft) *[2]region { return &d.flagRegion })...)
	return append(keys, []key{
		{name: "flagPieceCount", doc: "how many of them must be there",
			at: one(func(d *draft) *int { return &d.flagCount }), least: 1},
		{name: "flagPieceBlockedWin", doc: "one is enough if pieces stand on the rest of the region",
			at: one(func(d *draft) *bool { return &d.flagBlockedWin })},
		{name: "flagMove", doc: "the opponent has one more move to reach its own",
			at: one(func(d *draft) *bool { return &d.flagMove })},
		{name: "flagPieceSafe", doc: "the piece must not be attacked there", at: one(func(d *draft) *bool { return &d.flagSafe })},
		{name: "checkCounting", doc: "the last of the checks counted in the FEN wins",
			at: one(func(d *draft) *bool { return &d.checkCounting })},
	}...)
}

// connectKeys end games by patterns of pieces.
func connectKeys() []key {
	keys := []key{
		{name: "connectN", doc: "so many pieces in an unbroken row win; 0 is off",
			at: one(func(d *draft) *int { return &d.connectN }), notOne: true},
		{name: "connectPieceTypes", doc: "the pieces that count", at: one(func(d *draft) *slotSet { return &d.connectTypes })},
		{name: "connectHorizontal", doc: "rows along ranks count", at: one(func(d *draft) *bool { return &d.connectHorizontal })},
		{name: "connectVertical", doc: "rows along files count", at: one(func(d *draft) *bool { return &d.connectVertical })},
		{name: "connectDiagonal", doc: "rows along diagonals count", at: one(func(d *draft) *bool { return &d.connectDiagonal })},
	}
	from := func(d *draft) *[2]region { return &d.connectFrom }
	to := func(d *draft) *[2]region { return &d.connectTo }
	return append(keys, []key{
		{name: "connectRegion1White", doc: "a chain from here to connectRegion2White wins", at: side(board.White, from)},
		{name: "connectRegion2White", doc: "the other end", at: side(board.White, to)},
		{name: "connectRegion1Black", doc: "a chain from here to connectRegion2Black wins", at: side(board.Black, from)},
		{name: "connectRegion2Black", doc: "the other end", at: side(board.Black, to)},
		{name: "connectNxN", doc: "a full square of this size wins; 0 is off",
			at: one(func(d *draft) *int { return &d.connectNxN }), notOne: true},
		{name: "collinearN", doc: "so many pieces on one line win, gaps allowed; 0 is off",
			at: one(func(d *draft) *int { return &d.collinearN }), notOne: true},
		{name: "connectValue", doc: "what connecting is worth",
			at: one(func(d *draft) *result { return (*result)(&d.connectValue) })},
	}...)
}

// ownKeys say what the reference cannot. Its loader skips them.
func ownKeys() []key {
	keys := forBoth("movesPerTurn", "single moves in a turn; a check or the end of the legal moves ends the turn early",
		func(d *draft) *[2]int { return &d.movesPerTurn })
	keys = append(keys,
		key{name: "insufficientMaterial",
			doc: "which material is judged unable to win: xiangqi (no piece is left that can cross the river), " +
				"chess (kings, with one knight in all or with bishops on squares of one colour) or horde (Lichess's " +
				"table); the first two are inherited only by variants that are won by mate alone",
			at: one(func(d *draft) *Insufficient { return &d.insufficient })},
		key{name: "fortressDraw", doc: "a draw where neither side can ever make progress, as Lichess judges horde",
			at: one(func(d *draft) *bool { return &d.fortress })},
		key{name: "fenSynonyms", doc: "second letters that FENs may use for pieces",
			at: one(func(d *draft) *synonyms { return &d.synonym })},
	)
	for i := range keys {
		keys[i].own = true
		if keys[i].name[:5] == "moves" {
			keys[i].least, keys[i].most = 1, maxMovesPerTurn
		}
	}
	return keys
}

// maxMovesPerTurn bounds movesPerTurn: a position must be able to say how many are left in one digit.
const maxMovesPerTurn = 9
