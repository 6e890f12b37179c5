package variant

import (
	"fmt"
	"strings"
)

// A slot is a place in the reference's list of piece types. Its order is the order in which definitions are applied and in
// which a Spec numbers its types. Slot 0 stands for all pieces (the * of piece sets).
type slot uint8

const (
	anySlot     slot = 0
	pawnSlot    slot = 1
	knightSlot  slot = 2
	bishopSlot  slot = 3
	rookSlot    slot = 4
	queenSlot   slot = 5
	firstCustom slot = 37
	customs          = 25
	kingSlot    slot = 63 // slot 62 is where the reference keeps the moves of `king = k:betza`
	slots            = 64
)

// slotSet is a set of slots; bit 0 is *.
type slotSet uint64

// has reports whether a slot is in the set.
func (s slotSet) has(p slot) bool { return s>>p&1 != 0 }

// setOf returns the set of some slots.
func setOf(list ...slot) slotSet {
	var s slotSet
	for _, p := range list {
		s |= 1 << p
	}
	return s
}

// named is a piece that the format knows by a key of its own.
type named struct {
	key, betza, doc string
	needs           string // a rule of this piece that is not supported; "" for none
}

// namedPieces lists the named pieces by slot. King stands last, in kingSlot.
var namedPieces = []named{
	pawnSlot:   {key: "pawn", betza: "fmWfceF", doc: "chess pawn; double and triple steps come from their regions"},
	knightSlot: {key: "knight", betza: "N", doc: "chess knight"},
	bishopSlot: {key: "bishop", betza: "B", doc: "chess bishop"},
	rookSlot:   {key: "rook", betza: "R", doc: "chess rook, xiangqi chariot"},
	queenSlot:  {key: "queen", betza: "Q", doc: "chess queen"},
	6:          {key: "fers", betza: "F", doc: "one point diagonally: the xiangqi advisor"},
	7:          {key: "alfil", betza: "A", doc: "leaps two points diagonally"},
	8:          {key: "fersAlfil", betza: "FA", doc: "one or two points diagonally, leaping"},
	9:          {key: "silver", betza: "FfW", doc: "one point diagonally or straight forward"},
	10:         {key: "aiwok", betza: "RNF", doc: "rook, knight and fers"},
	11:         {key: "bers", betza: "RF", doc: "rook and fers"},
	12:         {key: "archbishop", betza: "BN", doc: "bishop and knight"},
	13:         {key: "chancellor", betza: "RN", doc: "rook and knight"},
	14:         {key: "amazon", betza: "QN", doc: "queen and knight"},
	15:         {key: "knibis", betza: "mNcB", doc: "moves as a knight, captures as a bishop"},
	16:         {key: "biskni", betza: "mBcN", doc: "moves as a bishop, captures as a knight"},
	17:         {key: "kniroo", betza: "mNcR", doc: "moves as a knight, captures as a rook"},
	18:         {key: "rookni", betza: "mRcN", doc: "moves as a rook, captures as a knight"},
	19:         {key: "shogiPawn", betza: "fW", doc: "one point straight forward"},
	20:         {key: "lance", betza: "fR", doc: "straight forward, any distance"},
	21:         {key: "shogiKnight", betza: "fN", doc: "the two forward knight leaps"},
	22:         {key: "gold", betza: "WfF", doc: "one point straight, or diagonally forward"},
	23:         {key: "dragonHorse", betza: "BW", doc: "bishop and one point straight"},
	24:         {key: "clobber", betza: "cW", doc: "captures one point straight; never moves otherwise"},
	25:         {key: "breakthrough", betza: "fmWfF", doc: "one point forward or diagonally forward; captures only diagonally"},
	26:         {key: "immobile", betza: "", doc: "never moves"},
	27:         {key: "cannon", betza: "mRcpR", doc: "moves as a rook, captures over exactly one piece"},
	28: {key: "janggiCannon", betza: "pR", doc: "moves and captures over exactly one piece that is no cannon",
		needs: "janggi's rule for cannons"},
	29:       {key: "soldier", betza: "fsW", doc: "one point forward, and sideways from soldierPromotionRank on"},
	30:       {key: "horse", betza: "nN", doc: "a knight whose leg can be blocked"},
	31:       {key: "elephant", betza: "nA", doc: "two points diagonally whose eye can be blocked"},
	32:       {key: "janggiElephant", betza: "nZ", doc: "one point straight, then two diagonally, over empty points"},
	33:       {key: "banner", betza: "RcpRnN", doc: "rook, cannon and horse in one"},
	34:       {key: "wazir", betza: "W", doc: "one point straight"},
	35:       {key: "commoner", betza: "K", doc: "moves as a king, and may be captured"},
	36:       {key: "centaur", betza: "KN", doc: "king and knight"},
	kingSlot: {key: "king", betza: "K", doc: "royal: may not be left attacked; `king = k:betza` gives it other moves"},
}

// custom reports whether a slot holds a piece whose moves the file gives.
func (p slot) custom() bool { return p >= firstCustom && p < firstCustom+customs }

// exists reports whether a slot can hold a piece that files can name.
func (p slot) exists() bool { return p >= pawnSlot && (p < firstCustom+customs || p == kingSlot) }

// key returns the key that fills the slot.
func (p slot) key() string {
	if p.custom() {
		return fmt.Sprintf("customPiece%d", p-firstCustom+1)
	}
	return namedPieces[p].key
}

// betza returns a named piece's own moves, "" for a custom one.
func (p slot) betza() string {
	if p.custom() {
		return ""
	}
	return namedPieces[p].betza
}

// capitalized returns the key as it ends a mobilityRegion key: CustomPiece1.
func (p slot) capitalized() string {
	k := p.key()
	return strings.ToUpper(k[:1]) + k[1:]
}

// slotOf returns the slot of a piece key.
func slotOf(key string) (slot, bool) {
	for p := pawnSlot; p < slots; p++ {
		if p.exists() && p.key() == key {
			return p, true
		}
	}
	return 0, false
}
