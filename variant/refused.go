package variant

// refusedKeys are the reference's keys for rules that this engine does not play. Each lists the values under which the
// rule is off, which are accepted; anything else is a mistake.
func refusedKeys() []key {
	off, none, square := []string{"false"}, []string{"none"}, []string{"-"}
	row := func(name, kind string, inert []string, doc string) key {
		return key{name: name, kind: kind, refused: inert, doc: doc}
	}
	flag := func(name, doc string) key { return row(name, "true or false", off, doc) }
	return []key{
		row("pocketSize", "a whole number", []string{"0"}, "pockets a GUI shows"),
		flag("chess960", "castling from any array"),
		flag("twoBoards", "pieces that come from a second board"),
		flag("sittuyinPromotion", "promotion as in sittuyin"),
		flag("pieceDemotion", "promoted pieces turn back"),
		flag("blastOnCapture", "captures explode"),
		row("blastImmuneTypes", "piece letters", square, "pieces that explosions spare"),
		row("mutuallyImmuneTypes", "piece letters", square, "pieces that cannot capture their own kind"),
		row("petrifyOnCaptureTypes", "piece letters", square, "pieces that turn into walls when they capture"),
		flag("petrifyBlastPieces", "exploded pieces turn into walls"),
		flag("castlingDroppedPiece", "castling with dropped pieces"),
		row("castlingWins", "castling letters", square, "castling that wins"),
		row("dropChecks", "true or false", []string{"true"}, "drops may give check"),
		flag("mustCapture", "captures are compulsory"),
		flag("mustDrop", "drops are compulsory"),
		row("mustDropType", "one piece letter", []string{"*"}, "the piece that must be dropped"),
		flag("pieceDrops", "pieces in hand may be dropped"),
		flag("dropLoop", "captured promoted pieces stay promoted"),
		flag("capturesToHand", "captured pieces go to the captor's hand"),
		flag("firstRankPawnDrops", "pawn drops on the first rank"),
		flag("promotionZonePawnDrops", "pawn drops in the promotion region"),
		row("enclosingDrop", "an enclosing rule", none, "drops must enclose"),
		row("enclosingDropStart", "squares", square, "drops that need not enclose"),
		row("dropRegionWhite", "squares", nil, "where White may drop"),
		row("dropRegionBlack", "squares", nil, "where Black may drop"),
		row("whiteDropRegion", "squares", nil, "where White may drop (deprecated)"),
		row("blackDropRegion", "squares", nil, "where Black may drop (deprecated)"),
		flag("dropOnTop", "enclosingDrop = top (deprecated)"),
		flag("sittuyinRookDrop", "rook drops on the first rank only"),
		flag("dropOppositeColoredBishop", "bishop drops on squares of both colours"),
		flag("dropPromoted", "promoted drops"),
		row("dropNoDoubled", "one piece letter", square, "the piece of which a file holds few"),
		row("dropNoDoubledCount", "a whole number", []string{"1"}, "how few"),
		flag("gating", "pieces enter behind moving ones"),
		flag("seirawanGating", "gating from the hand"),
		row("wallingRule", "a walling rule", none, "moves put up walls"),
		row("wallingRegion", "squares", nil, "where walls may stand"),
		row("wallingRegionWhite", "squares", nil, "where White may put walls"),
		row("wallingRegionBlack", "squares", nil, "where Black may put walls"),
		flag("wallOrMove", "a wall instead of a move"),
		flag("cambodianMoves", "initial moves of Cambodian chess"),
		row("diagonalLines", "squares", square, "janggi's palace diagonals"),
		flag("makpongRule", "the king may not walk out of check"),
		row("flipEnclosedPieces", "an enclosing rule", none, "enclosed pieces change sides"),
		flag("moveRepetitionIllegal", "no moving to and fro"),
		flag("shogiPawnDropMateIllegal", "no mate by a dropped pawn"),
		flag("shatarMateRule", "mates as in shatar"),
		flag("bikjangRule", "facing generals as in janggi"),
		flag("dupleCheck", "attacking all pseudo-royal pieces is check"),
		row("materialCounting", "a counting rule", none, "material decides games that would be drawn"),
		flag("adjudicateFullBoard", "material decides on a full board"),
		row("countingRule", "a counting rule", none, "counting as in makruk"),
	}
}
