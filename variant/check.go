package variant

import (
	"fmt"
	"slices"
	"strings"

	"buluo/board"
)

// excused reports whether a mistake about a key is the template's and not this stanza's: the template has mistakes, and
// the stanza says nothing about the key.
func (r *reading) excused(names ...string) bool {
	if !r.inherited {
		return false
	}
	for _, n := range names {
		if _, own := r.stanza.find(n); own {
			return false
		}
	}
	return true
}

// first returns the first of the keys that the stanza has a line for, and whether there is one.
func (r *reading) first(names ...string) (string, bool) {
	for _, n := range names {
		if _, own := r.stanza.find(n); own {
			return n, true
		}
	}
	return names[0], false
}

// against reports a mistake that several keys make together, at the line of the first that the stanza has.
func (r *reading) against(names []string, format string, args ...any) {
	if r.excused(names...) {
		return
	}
	name, _ := r.first(names...)
	r.fail(r.lineOf(name), name, format, args...)
}

// remark notes that a key of the stanza has no effect. It is said once, though it may hold for both colours.
func (r *reading) remark(names []string, format string, args ...any) {
	name, own := r.first(names...)
	if !own || r.inherited {
		return
	}
	p := Problem{r.file, r.lineOf(name), name, fmt.Sprintf(format, args...)}
	if !slices.Contains(r.notes, p) {
		r.notes = append(r.notes, p)
	}
}

// contradictions looks for keys that cannot be meant together, before the draft is settled.
func (r *reading) contradictions() {
	r.rivals()
	r.steps()
	r.extinction()
	r.flags()
	r.connections()
	r.repetition()
	r.promotions()
	r.pawns()
	d := r.draft
	if d.checkCounting && !d.checking {
		r.against([]string{"checkCounting",
			"checking"}, "checks are counted (checkCounting = true) but may not be given (checking = false); change one")
	}
	// The files are the king's two goals.
	if d.castling && d.castlingFile[1] > d.castlingFile[0] {
		r.against([]string{"castlingQueensideFile",
			"castlingKingsideFile"}, "the queenside file %c lies beyond the kingside file %c; exchange them",
			'a'+byte(d.castlingFile[1]), 'a'+byte(d.castlingFile[0]))
	}
	if d.castling && d.castlingRank > d.maxRank {
		r.against([]string{"castlingRank", "maxRank"}, "rank %d is not on the board of %d ranks", d.castlingRank+1, d.maxRank+1)
	}
	for p := pawnSlot; p < slots; p++ {
		r.confined(p)
	}
}

// rivals are pairs of keys that set one thing in two ways. The reference lets one of them win silently.
func (r *reading) rivals() {
	const clocks = "is a second clock beside %s; keep one of the two"
	const old = "sets the same as the deprecated %s; keep this one"
	const ignored = "is not even read beside %s; write doubleStepRegionWhite and doubleStepRegionBlack"
	const passing = "lets pass only where there is no other move, while %s lets pass always; keep one of the two"
	for _, p := range [][3]string{
		{"nMoveRule", "noCaptureClock", clocks}, {"doubleStepRank", "doubleStepRankMin", ignored},
		{"pass", "passOnStalemate", passing}, {"passWhite", "passOnStalemateWhite", passing}, {"passBlack", "passOnStalemateBlack",
			passing},
		{"promotionRank", "promotionRegionWhite", old}, {"promotionRank", "promotionRegionBlack", old},
		{"doubleStepRank", "doubleStepRegionWhite", old}, {"doubleStepRank", "doubleStepRegionBlack", old},
		{"doubleStepRankMin", "doubleStepRegionWhite", old}, {"doubleStepRankMin", "doubleStepRegionBlack", old},
		{"whiteFlag", "flagRegion", old}, {"whiteFlag", "flagRegionWhite", old},
		{"blackFlag", "flagRegion", old}, {"blackFlag", "flagRegionBlack", old},
		{"castlingRookPiece", "castlingRookPieces", old}, {"castlingRookPiece", "castlingRookPiecesWhite", old},
		{"castlingRookPiece", "castlingRookPiecesBlack", old},
	} {
		a, okA := r.stanza.find(p[0])
		b, okB := r.stanza.find(p[1])
		// Passing may be switched off by both.
		if okA && okB && (p[2] != passing || a.value == "true" && b.value == "true") {
			r.fail(b.line, p[1], p[2], p[0])
		}
	}
}

// steps sets regions for long steps against the switch that turns them on. A switch in the same stanza contradicts them; one
// that the template turned off is easily overlooked, and a stanza that did so is known, so that it only gets a note.
func (r *reading) steps() {
	d := r.draft
	regions := []string{"doubleStepRegionWhite", "doubleStepRegionBlack", "doubleStepRank", "doubleStepRankMin"}
	switch name, own := r.first(regions...); {
	case d.doubleStep && d.doubleStepRegion == [2]region{}:
		r.remark([]string{"doubleStep"}, "no double-step region is set, so there are no double steps")
	case d.doubleStep || d.doubleStepRegion == [2]region{} || !own:
	default:
		if _, here := r.stanza.find("doubleStep"); here {
			r.fail(r.lineOf(name), name, "a region for double steps, which doubleStep = false switches off; keep one of the two")
			return
		}
		r.remark(regions, "has no effect, since the template switches double steps off; add doubleStep = true")
	}
}

// extinction sets the kinds of extinction against each other: royal pieces must be named, and a list needs a value.
func (r *reading) extinction() {
	d := r.draft
	types, value := []string{"extinctionPieceTypes", "extinctionPseudoRoyal", "extinctionValue"}, []string{"extinctionValue",
		"extinctionPieceTypes"}
	switch {
	case d.extinctionRoyal && d.extinctionTypes == 0:
		r.against(types, "no pieces are named to be royal; set extinctionPieceTypes")
	case d.extinctionRoyal && d.extinctionTypes.has(anySlot):
		r.against(types, "* cannot be royal (extinctionPseudoRoyal); list the letters")
	case d.extinctionValue != None && d.extinctionTypes == 0:
		r.remark(value, "has no effect without extinctionPieceTypes")
	case d.extinctionValue == None && d.extinctionTypes != 0 && !d.extinctionRoyal:
		r.remark(types, "has no effect without extinctionValue")
	}
}

// flags refuses flag regions that can never hold what they ask for.
func (r *reading) flags() {
	d := r.draft
	for c, name := range colorNames {
		// A region may have been given on a larger board, of which this one has a part, or none.
		squares := board.Bits(d.flagRegion[c]).Count()
		here := (&narrowing{g: d.geometry()}).bits(d.flagRegion[c]).Count()
		keys := []string{"flagRegion" + name, "flagRegion", "flagPieceCount"}
		switch {
		case squares > 0 && here == 0:
			r.against(keys, "no point of %s's flag region is on the %dx%d board", strings.ToLower(name), d.maxFile+1, d.maxRank+1)
		case here > 0 && here < d.flagCount && !d.flagBlockedWin:
			r.against(keys, "%s's flag region has %d points, too few for flagPieceCount = %d",
				strings.ToLower(name), here, d.flagCount)
		}
	}
	if d.flagRegion == [2]region{} {
		r.remark([]string{"flagPiece", "flagPieceWhite", "flagPieceBlack", "flagPieceCount", "flagMove",
			"flagPieceSafe"}, "has no effect without a flagRegion")
	}
}

// connections refuses connections that can never be made.
func (r *reading) connections() {
	d := r.draft
	directions := []string{"connectHorizontal", "connectVertical", "connectDiagonal"}
	regions := d.connectFrom != [2]region{}
	if (d.connectN > 0 || d.collinearN > 0 || regions) && !d.connectHorizontal && !d.connectVertical && !d.connectDiagonal {
		r.against(directions, "no direction is left to connect in; set one of connectHorizontal, connectVertical and connectDiagonal")
	}
	for c, name := range colorNames {
		one, two := "connectRegion1"+name, "connectRegion2"+name
		if (d.connectFrom[c] == region{}) != (d.connectTo[c] == region{}) {
			r.against([]string{one, two}, "a chain has two ends; set %s and %s", one, two)
		}
	}
}

// repetition notes rulings on repetitions that are never looked for.
func (r *reading) repetition() {
	d := r.draft
	if d.fold == 0 && (d.perpetualCheck || d.chase != NoChase) {
		r.remark([]string{"perpetualCheckIllegal", "chasingRule", "nFoldRule"}, "repetitions are never judged while nFoldRule is 0")
	}
}

// promotions refuses what would make or unmake a royal piece.
func (r *reading) promotions() {
	d := r.draft
	if d.letter[kingSlot] == 0 {
		return
	}
	// There is one royal piece to a side, always the same: attack tables, checks and FENs rest on it.
	if (d.promotionTo[0] | d.promotionTo[1]).has(kingSlot) {
		r.against([]string{"promotionPieceTypes", "promotionPieceTypesWhite",
			"promotionPieceTypesBlack"}, "nothing may become the royal king; leave %c out", d.letter[kingSlot])
	}
	if (d.promotionPawns[0] | d.promotionPawns[1]).has(kingSlot) {
		r.against([]string{"promotionPawnTypes", "promotionPawnTypesWhite", "promotionPawnTypesBlack",
			"pawnTypes"}, "the royal king may become nothing else; leave %c out", d.letter[kingSlot])
	}
	for p, to := range d.promoted {
		if to != anySlot && d.letter[p] != 0 && (slot(p) == kingSlot || to == kingSlot) {
			r.against([]string{"promotedPieceType"}, "the royal king neither promotes nor is promoted to; leave it out")
		}
	}
}

// pawns notes sets that leave out the piece called pawn, which belongs to them whatever they say.
func (r *reading) pawns() {
	d := r.draft
	if d.letter[pawnSlot] == 0 {
		return
	}
	for c, name := range colorNames {
		if !d.promotionPawns[c].has(pawnSlot) {
			r.remark([]string{"promotionPawnTypes" + name, "promotionPawnTypes",
				"pawnTypes"}, "leaves out %c, but the piece called pawn always promotes", d.letter[pawnSlot])
		}
		if !d.enPassantTypes[c].has(pawnSlot) {
			r.remark([]string{"enPassantTypes" + name, "enPassantTypes",
				"pawnTypes"}, "leaves out %c, but the piece called pawn always captures in passing", d.letter[pawnSlot])
		}
	}
}

// confined refuses a mobility region of which the board has nothing left.
func (r *reading) confined(p slot) {
	d := r.draft
	n := &narrowing{g: d.geometry()}
	for c, name := range colorNames {
		if d.letter[p] == 0 {
			if p.exists() {
				r.remark([]string{"mobilityRegion" + name + p.capitalized()}, "has no effect, since the variant has no %s", p.key())
			}
			continue
		}
		if m := d.mobility[c][p]; m != (region{}) && n.bits(m).Empty() {
			r.against([]string{"mobilityRegion" + name + p.capitalized()},
				"no point of the region of %s's %s is on the %dx%d board; give it another, or - for none",
				strings.ToLower(name), p.key(), d.maxFile+1, d.maxRank+1)
		}
	}
}

// material checks the start against the rules: what needs a general has one, and the game is not over before it begins.
func (r *reading) material(s *Spec) {
	if r.array == nil {
		return
	}
	a := r.array
	royal := [2]bool{}
	for c := range royal {
		royal[c] = s.Royal() != board.NoType && a.count(board.Color(c), s.Royal()) > 0
	}
	two := royal[0] && royal[1]
	s.FlyingGeneral = s.FlyingGeneral && two
	if s.Chase != NoChase && !two {
		r.against([]string{"chasingRule",
			"startFen"}, "judging chases (%s) needs a royal piece on both sides; write chasingRule = none", s.Chase)
	}
	r.insufficient(s, two)
	if s.Insufficient == HordeInsufficient && royal[0] == royal[1] {
		r.against([]string{"insufficientMaterial",
			"startFen"}, "horde judges one side with a royal piece and one without; write insufficientMaterial = none")
	}
	r.extinct(s, a)
	r.camped(s, a)
	r.stuck(s)
}

// insufficient settles a rule on material that presumes two royal pieces and no other way to win than mate. A stanza that asks for it
// without them is wrong; one that only inherits it, as any horde does from xiangqi, goes without, since the reference's own
// stanzas must run here unchanged.
func (r *reading) insufficient(s *Spec, two bool) {
	if s.Insufficient != XiangqiInsufficient && s.Insufficient != ChessInsufficient {
		return
	}
	mateOnly := two && s.MateOnly()
	if _, own := r.stanza.find("insufficientMaterial"); !own {
		if !mateOnly {
			s.Insufficient, r.draft.insufficient = NeverInsufficient, NeverInsufficient
		}
		return
	}
	if !two {
		r.against([]string{"insufficientMaterial",
			"startFen"}, "%s judges two sides with a royal piece each; write insufficientMaterial = none", s.Insufficient)
	}
}

// extinct refuses a start in which a side is extinct already.
func (r *reading) extinct(s *Spec, a *array) {
	if s.ExtinctionValue == None || s.ExtinctionRoyal {
		return
	}
	for c := board.White; c <= board.Black; c++ {
		// The same count as in play, so that a start is over if and only if the first look at it says so.
		least := s.ExtinctionOpponent
		if s.ExtinctionClaim && c == a.side {
			least++
		}
		keys := []string{"extinctionPieceTypes", "extinctionPieceCount", "startFen"}
		if s.ExtinctionAll && a.total(c) <= s.ExtinctionCount && a.total(c.Other()) >= least {
			r.against(keys, "the game is over before it starts: %s has %d pieces, and %d or fewer are extinction",
				c, a.total(c), s.ExtinctionCount)
		}
		for t := board.PieceType(1); int(t) <= len(s.Pieces); t++ {
			if n := a.count(c, t); s.ExtinctionTypes.Has(t) && n <= s.ExtinctionCount && a.count(c.Other(), t) >= least {
				r.against(keys, "the game is over before it starts: %s has %d of %c, and %d or fewer are extinction; "+
					"list kinds that both sides have, or * for all pieces together",
					c, n, s.Piece(t).Letter, s.ExtinctionCount)
			}
		}
	}
}

// camped refuses a start in which the side that has just moved stands in its flag region.
func (r *reading) camped(s *Spec, a *array) {
	if s.FlagMove || s.FlagSafe { // the opponent may have an answer
		return
	}
	c := a.side.Other()
	n := 0
	for b := s.FlagRegion[c]; b.Any(); {
		p := a.at[b.Pop()]
		if p != board.NoPiece && p.Color() == c && (s.FlagAny[c] || p.Type() == s.FlagPiece[c]) {
			n++
		}
	}
	if s.FlagRegion[c].Any() && n >= s.FlagCount {
		r.against([]string{"flagRegion" + colorNames[c], "flagRegion",
			"startFen"}, "the game is over before it starts: %s's flag piece stands in its flag region", c)
	}
}

// stuck notes pawns that can never enter their promotion region, because they must promote there and have nothing to
// become. The reference plays it so.
func (r *reading) stuck(s *Spec) {
	for c := range s.PromotionPawns {
		if s.MandatoryPawnPromotion && s.has(c, s.PromotionPawns[c]) && s.PromotionRegion[c].Any() && s.PromotionTypes[c] == 0 {
			r.remark([]string{"promotionPieceTypes", "promotionPieceTypes" + colorNames[c], "promotionPawnTypes", "pawnTypes",
				"pawn"},
				"%s's pawns can never enter the promotion region: promotion is compulsory, and promotionPieceTypes is empty",
				board.Color(c))
		}
	}
}
