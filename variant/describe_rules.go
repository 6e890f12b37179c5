package variant

import (
	"fmt"
	"strings"

	"buluo/board"
)

// ruleSentences says what the diagrams do not: special moves and restrictions.
func (s *Spec) ruleSentences() []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for c, n := range s.MovesPerTurn {
		if n > 1 {
			add("%s makes %d single moves a turn, each counted as a ply; a move that gives check, "+
				"or having no further move, ends the turn.", sideName(c), n)
		}
	}
	if s.FlyingGeneral {
		add("The %ss may not face each other on a file with nothing between them.", s.Piece(s.Royal()).Key)
	}
	if !s.Checking {
		add("Giving check is illegal.")
	}
	if s.ImmobilityBanned {
		add("No piece may move to where it could never move again.")
	}
	for c := range s.Pass {
		switch {
		case s.Pass[c]:
			add("%s may pass.", sideName(c))
		case s.PassOnStalemate[c]:
			add("%s passes where it has no other move.", sideName(c))
		}
	}
	out = append(out, s.stepSentences()...)
	out = append(out, s.promotionSentences()...)
	if s.Castling.On && s.canCastle() {
		add("Castling: the %s goes to file %c or %c and the partner beside it.",
			s.castler(), 'a'+s.Castling.KingsideFile, 'a'+s.Castling.QueensideFile)
		if s.Castling.Opposite {
			add("Castling on one wing takes the opponent's right to castle there.")
		}
	}
	return out
}

// sideName returns a side's name at the beginning of a sentence.
func sideName(c int) string { return colorNames[c] }

// canCastle reports whether anybody has the right to castle at the start.
func (s *Spec) canCastle() bool { return s.startArray().castling != "-" }

// castler names the piece that castles as the king.
func (s *Spec) castler() string {
	for _, t := range s.Castling.KingType {
		if p := s.Piece(t); p != nil {
			return p.Key
		}
	}
	return "king"
}

// squares writes a set of squares as people do: whole ranks, blocks with their corners, and else one by one.
func (s *Spec) squares(b board.Bits) string {
	g := s.Geometry
	if b == g.All() {
		return "the whole board"
	}
	if b.Any() {
		low, high := b.First(), b.Last()
		files, ranks := g.File(high)-g.File(low)+1, g.Rank(high)-g.Rank(low)+1
		// A block is what its two corners span; a single square is written as itself.
		whole := b.Count() > 1 && files > 0 && s.block(low, files, ranks) == b
		switch {
		case whole && files == g.Files && ranks == 1:
			return fmt.Sprintf("rank %d", g.Rank(low)+1)
		case whole && files == g.Files:
			return fmt.Sprintf("ranks %d to %d", g.Rank(low)+1, g.Rank(high)+1)
		case whole && files > 1 && ranks > 1:
			return g.Name(low) + " to " + g.Name(high)
		}
	}
	d := newDraft()
	d.maxFile, d.maxRank = file(g.Files-1), rank(g.Ranks-1)
	return d.formatRegion(board.Bits(d.region(b, g)))
}

// typeNames lists the pieces of a set.
func (s *Spec) typeNames(ts board.TypeSet) string {
	var names []string
	for t := range s.Pieces {
		if ts.Has(board.PieceType(t + 1)) {
			names = append(names, string(s.Pieces[t].Letter))
		}
	}
	return strings.Join(names, " ")
}

// sided says a thing once if it holds for both sides, and for each side otherwise. An empty text is left out.
func sided(text func(c int) string) []string {
	white, black := text(0), text(1)
	switch {
	case white == black && white == "":
		return nil
	case white == black:
		return []string{"Both sides: " + white}
	case black == "":
		return []string{"White: " + white}
	case white == "":
		return []string{"Black: " + black}
	}
	return []string{"White: " + white, "Black: " + black}
}

// has reports whether a side starts with a piece of the set.
func (s *Spec) has(c int, ts board.TypeSet) bool {
	for _, p := range s.startArray().at {
		if p != board.NoPiece && int(p.Color()) == c && ts.Has(p.Type()) {
			return true
		}
	}
	return false
}

// stepSentences says where long steps begin and who may capture a piece that has made one. It says nothing of regions that no
// piece of the variant can use.
func (s *Spec) stepSentences() []string {
	initial, pawns := false, false
	for i := range s.Pieces {
		pawns = pawns || s.Pieces[i].Pawn
		for _, st := range s.Pieces[i].Steps {
			initial = initial || st.Initial
		}
	}
	if !initial && !pawns {
		return nil
	}
	out := sided(func(c int) string {
		if s.DoubleStepRegion[c].Empty() {
			return ""
		}
		return fmt.Sprintf("double steps and other initial moves (i) begin on %s.", s.squares(s.DoubleStepRegion[c]))
	})
	out = append(out, sided(func(c int) string {
		if s.TripleStepRegion[c].Empty() || !pawns {
			return ""
		}
		return fmt.Sprintf("triple steps begin on %s.", s.squares(s.TripleStepRegion[c]))
	})...)
	if s.DoubleStepRegion == [2]board.Bits{} && s.TripleStepRegion == [2]board.Bits{} {
		return out
	}
	return append(out, sided(func(c int) string {
		// Nobody is captured in passing where the opponent never makes such a step.
		nothing := s.DoubleStepRegion[c^1].Empty() && s.TripleStepRegion[c^1].Empty()
		if s.EnPassantTypes[c] == 0 || s.EnPassantRegion[c].Empty() || nothing || !s.has(c, s.EnPassantTypes[c]) {
			return ""
		}
		where := ""
		if s.EnPassantRegion[c] != s.Geometry.All() {
			where = ", on " + s.squares(s.EnPassantRegion[c])
		}
		return fmt.Sprintf("%s may capture a piece that has just made such a step in passing%s.",
			s.typeNames(s.EnPassantTypes[c]), where)
	})...)
}

// promotionSentences says what becomes what, where, and whether it must.
func (s *Spec) promotionSentences() []string {
	out := sided(func(c int) string {
		if !s.has(c, s.PromotionPawns[c]) || s.PromotionTypes[c] == 0 || s.PromotionRegion[c].Empty() {
			return ""
		}
		must := "may"
		if s.MandatoryPawnPromotion {
			must = "must"
		}
		return fmt.Sprintf("%s %s become one of %s on %s.",
			s.typeNames(s.PromotionPawns[c]), must, s.typeNames(s.PromotionTypes[c]), s.squares(s.PromotionRegion[c]))
	})
	var pairs []string
	for t := range s.Pieces {
		if to := s.PromotedType[t+1]; to != board.NoType {
			pairs = append(pairs, fmt.Sprintf("%c to %c", s.Pieces[t].Letter, s.Piece(to).Letter))
		}
	}
	if len(pairs) > 0 {
		out = append(out, sided(func(c int) string {
			if s.PromotionRegion[c].Empty() {
				return ""
			}
			must, how := "may", ""
			if s.MandatoryPiecePromotion {
				must = "must"
			}
			if s.PromoteOnCapture {
				how = " with a capture"
			}
			return fmt.Sprintf("a move into, within or out of %s %s promote the piece%s: %s.",
				s.squares(s.PromotionRegion[c]), must, how, strings.Join(pairs, ", "))
		})...)
	}
	for t := range s.Pieces {
		if n := s.PromotionLimit[t+1]; n > 0 {
			out = append(out, fmt.Sprintf("No promotion to %c for a side that has %d of it.", s.Pieces[t].Letter, n))
		}
	}
	return out
}

// verdict says what a value means for the side named before it.
func verdict(v Value) string {
	switch v {
	case Win:
		return "wins"
	case Loss:
		return "loses"
	}
	return "draws"
}

// endSentences says each way a game ends, one sentence a rule, in the order in which they are looked for.
func (s *Spec) endSentences() []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	out = append(out, s.extinctionSentences()...)
	out = append(out, s.flagSentences()...)
	if s.CheckCounting {
		add("Check limit: who has given the number of checks counted in the FEN (%s at the start) wins.", s.startArray().checks)
	}
	out = append(out, s.connectSentences()...)
	if s.Pass[0] && s.Pass[1] {
		add("Passes: when both sides pass in turn the game is a draw.")
	}
	if s.Royal() != board.NoType || s.ExtinctionRoyal {
		add("Mate: a side that is in check and has no legal move %s.", verdict(s.CheckmateValue))
	}
	switch {
	case s.StalemateByCount:
		add("Stalemate: when the side to move is not in check and has no legal move, the side with fewer pieces %s.",
			verdict(s.StalemateValue))
	default:
		add("Stalemate: a side that is to move, is not in check and has no legal move %s.", verdict(s.StalemateValue))
	}
	return append(out, s.claimSentences()...)
}

// extinctionSentences says when a side has too little left.
func (s *Spec) extinctionSentences() []string {
	var out []string
	if s.ExtinctionRoyal {
		out = append(out, fmt.Sprintf(
			"Pseudo-royal: the last pieces of the kinds %s before fewer than %d are left may not be left attacked.",
			s.typeNames(s.ExtinctionTypes), s.ExtinctionCount+1))
		return out
	}
	if s.ExtinctionValue == None || s.ExtinctionTypes == 0 && !s.ExtinctionAll {
		return nil
	}
	limit := "no"
	if s.ExtinctionCount > 0 {
		limit = fmt.Sprintf("%d or fewer", s.ExtinctionCount)
	}
	what := "pieces of one of the kinds " + s.typeNames(s.ExtinctionTypes)
	if s.ExtinctionAll {
		if what = "pieces"; s.ExtinctionTypes != 0 {
			what += " in all, or of one of the kinds " + s.typeNames(s.ExtinctionTypes)
		}
	}
	text := fmt.Sprintf("Extinction: a side that has %s %s left %s", limit, what, verdict(s.ExtinctionValue))
	if s.ExtinctionOpponent > 0 {
		text += fmt.Sprintf(", if the opponent has %d or more", s.ExtinctionOpponent)
	}
	if s.ExtinctionClaim {
		text += "; for the side to move only if the opponent has one more than that"
	}
	return append(out, text+".")
}

// flagSentences says what each side must bring where.
func (s *Spec) flagSentences() []string {
	return sided(func(c int) string {
		if s.FlagRegion[c].Empty() {
			return ""
		}
		text := fmt.Sprintf("campmate, bringing %s to %s, wins", s.flagPieces(c), s.squares(s.FlagRegion[c]))
		if s.FlagBlockedWin {
			text += ", one being enough when the rest of that region is occupied"
		}
		if s.FlagSafe {
			text += ", if it is not attacked there"
		}
		if s.FlagMove {
			text += ", unless the opponent does the same with the next move"
		}
		return text + "."
	})
}

// flagPieces names what a side must bring to its flag region.
func (s *Spec) flagPieces(c int) string {
	kind, article := "piece", "any"
	if !s.FlagAny[c] {
		p := s.Piece(s.FlagPiece[c])
		if kind, article = p.Key, "a"; p.Royal {
			article = "the"
		}
	}
	if s.FlagCount > 1 {
		return fmt.Sprintf("%d %ss", s.FlagCount, kind)
	}
	return article + " " + kind
}

// connectSentences has a sentence for each way to connect.
func (s *Spec) connectSentences() []string {
	c := &s.Connect
	var ways []string
	for _, w := range []struct {
		on   bool
		name string
	}{{c.Horizontal, "ranks"}, {c.Vertical, "files"}, {c.Diagonal, "diagonals"}} {
		if w.on {
			ways = append(ways, w.name)
		}
	}
	along := strings.Join(ways, ", ")
	var out []string
	add := func(format string, args ...any) {
		out = append(out, fmt.Sprintf("Connection: %s, with pieces of the kinds %s, %s.",
			fmt.Sprintf(format, args...), s.typeNames(c.Types), verdict(c.Value)))
	}
	if c.N > 0 {
		add("a row of %d along %s", c.N, along)
	}
	if c.NxN > 0 {
		add("a full square of %dx%d", c.NxN, c.NxN)
	}
	if c.Collinear > 0 {
		add("%d on one line along %s, gaps allowed", c.Collinear, along)
	}
	for side := range c.Region1 {
		if c.Region1[side].Any() {
			add("for %s a chain along %s from %s to %s",
				strings.ToLower(sideName(side)), along, s.squares(c.Region1[side]), s.squares(c.Region2[side]))
		}
	}
	return out
}

// claimSentences are the ends that depend on more than the board.
func (s *Spec) claimSentences() []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if s.ClockPlies > 0 {
		restart := "a capture"
		if ts := s.ClockTypes[0] | s.ClockTypes[1]; ts != 0 {
			restart += " or a move of " + s.typeNames(ts)
		}
		add("Clock: %d plies (single moves) without %s are a draw.", s.ClockPlies, restart)
	}
	if s.Fold > 0 {
		out = append(out, s.repetitionSentences()...)
	}
	switch s.Insufficient {
	case XiangqiInsufficient:
		add("Insufficient material: a draw when neither side has a piece left that can cross the river.")
	case ChessInsufficient:
		add("Insufficient material: a draw when kings are left alone, with one knight in all, or with bishops on squares of one colour.")
	case HordeInsufficient:
		add("Insufficient material: a side that cannot mate by Lichess's table for horde does not win on time; no game ends by it.")
	}
	if s.Fortress {
		add("Fortress: a draw when neither side can ever make progress.")
	}
	return out
}

// repetitionSentences says what a repetition is worth, and to whom it is worth less.
func (s *Spec) repetitionSentences() []string {
	result := "is a draw"
	if s.FoldValue != DrawValue {
		who := "the side to move"
		if s.FoldAbsolute {
			who = "White"
		}
		result = fmt.Sprintf("ends the game: %s %s", who, verdict(s.FoldValue))
	}
	out := []string{fmt.Sprintf("Repetition: the %s occurrence of a position %s.", ordinal(s.Fold), result)}
	if s.PerpetualCheck {
		out = append(out, "Perpetual check: a side whose every move in the repetition gave check loses instead; "+
			"if both did, it is a draw.")
	}
	if s.Chase == AXF {
		out = append(out, "Perpetual chase: a side whose every move chased the same piece loses instead (Asian rules); "+
			"check weighs more than chase.")
	}
	return out
}

// ordinal writes 1st, 2nd, 3rd, 4th and so on.
func ordinal(n int) string {
	switch {
	// 11th to 19th, also of every later hundred.
	case n%100/10 == 1:
	case n%10 == 1:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}
