package variant

import "buluo/board"

// wide is the largest board. A draft keeps its squares on it, whatever the size of its own board, because a stanza may
// enlarge the board of its template: the reference's *2 is a whole rank of the largest board, and stays one.
var wide = board.Geometry{Files: board.MaxFiles, Ranks: board.MaxRanks}

// Kinds of value that a draft holds beside bool, int, string and the enums of Spec. The kind of a key is the type of the
// field it sets.
type (
	rank    int // from 0
	file    int // from 0
	region  board.Bits
	counts  [slots]int  // per piece
	promote [slots]slot // per piece: the piece it becomes, anySlot for none

	synonyms [slots]byte // per piece: a second FEN letter, 0 for none

	// Other ways to write a field, for the keys that need them.
	fullMoves  int     // plies, written as moves of both sides
	result     Value   // not none
	pieceOrAll slot    // one piece, or * for any
	setOrAll   slotSet // pieces, or * for all of them together
)

// draft is a variant half-way: what the stanzas so far have said, in the reference's own terms. It keeps what the
// reference keeps (regions of pieces that are not there, sets with pieces that may come back), since a stanza derived
// from it may still use them.
type draft struct {
	name, template string
	doc            string
	orphan         bool // its template, or that one's template, is missing: nothing is known of its board and pieces

	family, charTable string
	start             string
	maxRank           rank
	maxFile           file

	letter  [slots]byte // lower case; 0: not in the variant
	synonym synonyms
	moves   [slots]string // custom pieces and, where not "", the king

	mobility         [2][slots]region // empty: no restriction
	valueMg, valueEg counts

	promotionRegion             [2]region
	promotionPawns, promotionTo [2]slotSet
	promotionLimit              counts
	promoted                    promote
	promoteOnCapture            bool
	mandatoryPawn, mandatory    bool

	doubleStep             bool
	doubleStepRegion       [2]region
	tripleStepRegion       [2]region
	enPassantRegion        [2]region
	enPassantTypes         [2]slotSet
	castling               bool
	castlingRank           rank
	castlingFile           [2]file // of the king after castling: kingside, queenside
	castlingKingFile       file
	castlingRookFile       [2]file
	castlingKing           [2]slot
	castlingRooks          [2]slotSet
	oppositeCastling       bool
	flyingGeneral          bool
	soldierRank            rank
	checking               bool
	pass, passOnStalemate  [2]bool
	immobilityIllegal      bool
	movesPerTurn           [2]int
	clockTypes             [2]slotSet
	clockPlies             int
	fold                   int
	foldValue              Value
	foldAbsolute           bool
	perpetualCheck         bool
	chase                  Chase
	stalemateValue         Value
	stalemateByCount       bool
	checkmateValue         Value
	extinctionValue        Value
	extinctionClaim        bool
	extinctionRoyal        bool
	extinctionTypes        slotSet
	extinctionCount        int
	extinctionOpponent     int
	flagPiece              [2]pieceOrAll
	flagRegion             [2]region
	flagCount              int
	flagBlockedWin         bool
	flagMove, flagSafe     bool
	checkCounting          bool
	connectN, connectNxN   int
	collinearN             int
	connectTypes           slotSet
	connectHorizontal      bool
	connectVertical        bool
	connectDiagonal        bool
	connectFrom, connectTo [2]region
	connectValue           Value
	insufficient           Insufficient
	fortress               bool

	// old holds what deprecated keys were set to, on its way to the fields above.
	old struct{ promotionRank, doubleStepFrom, doubleStepTo rank }
}

// newDraft returns what a stanza without a template starts from: chess without pieces.
func newDraft() *draft {
	everywhere := region(wide.All())
	pawns := setOf(pawnSlot)
	both := func(white, black int) [2]region {
		return [2]region{region(wide.RankBits(white - 1)), region(wide.RankBits(black - 1))}
	}
	return &draft{
		family: "fairy", charTable: "-",
		start:   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		maxRank: 7, maxFile: 7,
		promotionRegion: both(8, 1), promotionPawns: [2]slotSet{pawns, pawns}, mandatoryPawn: true,
		doubleStep: true, doubleStepRegion: both(2, 7),
		enPassantRegion: [2]region{everywhere, everywhere}, enPassantTypes: [2]slotSet{pawns, pawns},
		castling: true, castlingFile: [2]file{6, 2}, castlingKingFile: 4, castlingRookFile: [2]file{board.MaxFiles - 1, 0},
		castlingKing: [2]slot{kingSlot, kingSlot}, castlingRooks: [2]slotSet{setOf(rookSlot), setOf(rookSlot)},
		checking: true, movesPerTurn: [2]int{1, 1},
		clockTypes: [2]slotSet{pawns, pawns}, clockPlies: 100, fold: 3, foldValue: DrawValue,
		stalemateValue: DrawValue, checkmateValue: Loss, flagCount: 1,
		connectTypes: ^slotSet(0), connectHorizontal: true, connectVertical: true, connectDiagonal: true, connectValue: Win,
	}
}

// derive returns a copy of d for a stanza that names it as its template.
func (d *draft) derive(name string) *draft {
	c := *d // every field is a value
	c.name, c.template, c.doc = name, d.name, ""
	return &c
}

// holder returns the slot that holds a letter of either case.
func (d *draft) holder(letter byte) (slot, bool) {
	letter = lower(letter)
	for p := pawnSlot; p < slots; p++ {
		if d.letter[p] != 0 && d.letter[p] == letter {
			return p, true
		}
	}
	return 0, false
}

// add puts a piece into the variant. Whoever held the letter leaves it; a piece that is given its own letter again leaves
// and returns, and so is no longer a promotion piece, exactly as in the reference.
func (d *draft) add(p slot, letter byte) {
	if old, held := d.holder(letter); held {
		d.remove(old)
	}
	d.letter[p] = lower(letter)
	d.synonym[p] = 0
}

// remove takes a piece out of the variant and out of the promotion pieces. Other sets keep it.
func (d *draft) remove(p slot) {
	d.letter[p], d.synonym[p] = 0, 0
	d.promotionTo[board.White] &^= setOf(p)
	d.promotionTo[board.Black] &^= setOf(p)
}

// betza returns a piece's moves as text.
func (d *draft) betza(p slot) string {
	if p.custom() || p == kingSlot && d.moves[p] != "" {
		return d.moves[p]
	}
	return p.betza()
}

// lower turns an ASCII letter into its lower case.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// isLetter reports whether c is an ASCII letter.
func isLetter(c byte) bool { c = lower(c); return c >= 'a' && c <= 'z' }

// zone returns the ranks from r on, forward, as a side counts them on this board.
func (d *draft) zone(c board.Color, r rank) region {
	var b board.Bits
	for n := int(r); n < wide.Ranks; n++ {
		at := n
		if c == board.Black {
			at = int(d.maxRank) - n
		}
		b = b.Or(wide.RankBits(at))
	}
	return region(b)
}

// oldDoubleStep sets the double-step regions to the ranks from one to another, as each side counts them.
func (d *draft) oldDoubleStep(from, to rank) {
	for c := range d.doubleStepRegion {
		beyond := board.Bits(d.zone(board.Color(c), to+1))
		d.doubleStepRegion[c] = region(board.Bits(d.zone(board.Color(c), from)).Without(beyond))
	}
}
