package variant

import "buluo/board"

// Spec is what a stanza says, whole: its own keys over those of its templates over the defaults, with every value
// checked and resolved. A Spec is read-only once it has been returned; it may be shared by any number of goroutines.
//
// Sets of squares are on the Spec's own Geometry and never hold a square off the board. Piece types index Pieces:
// type t is Pieces[t-1].
type Spec struct {
	Name     string // the stanza's name
	Doc      string // the comment right above the stanza, on one line; "" without one
	Template string // the stanza it was derived from, "" for a built-in root
	Family   string // variantTemplate: what a GUI should take it for
	Geometry board.Geometry
	Start    string // startFen, in canonical form

	Pieces []Piece // in the reference's order of types; at most 26, since each has a letter of its own

	// Promotion. A pawn type that reaches PromotionRegion becomes one of PromotionTypes (Promotion moves); a type with a
	// PromotedType may become that one when it moves in, within or out of the region (PiecePromotion moves). The piece
	// called pawn is always in PromotionPawns and EnPassantTypes, as in the reference.
	PromotionRegion         [2]board.Bits
	PromotionPawns          [2]board.TypeSet
	PromotionTypes          [2]board.TypeSet
	PromotionLimit          [board.MaxTypes]int // at most so many of a type on the board by promotion; 0 is no limit
	PromotedType            [board.MaxTypes]board.PieceType
	PromoteOnCapture        bool // piecePromotionOnCapture: piece promotions only by captures
	MandatoryPawnPromotion  bool
	MandatoryPiecePromotion bool

	// Pawn steps. DoubleStepRegion also switches on the initial moves (Betza i) of any piece that stands in it.
	DoubleStepRegion [2]board.Bits // of the mover
	TripleStepRegion [2]board.Bits // of the mover; only for the piece called pawn
	EnPassantRegion  [2]board.Bits // squares on which this colour may capture in passing
	EnPassantTypes   [2]board.TypeSet

	Castling Castling

	// Movement.
	FlyingGeneral    bool // generals may not face each other on an open file; false unless each side has one
	SoldierRank      int  // soldierPromotionRank, from 1: soldiers go sideways from this rank on, as their side counts ranks
	Checking         bool // false: a move that gives check is illegal
	Pass             [2]bool
	PassOnStalemate  [2]bool
	ImmobilityBanned bool   // immobilityIllegal: no move to where the piece could never move again
	MovesPerTurn     [2]int // our key; 1 in every reference variant. A check or the end of the legal moves ends a turn early

	// Ends. A Value is from the side named in its comment.
	ClockTypes       [2]board.TypeSet // nMoveRuleTypes: types whose irreversible moves restart the clock, as captures do
	ClockPlies       int              // drawn after so many plies without one; 0 is never. nMoveRule counts two plies each
	Fold             int              // nFoldRule: occurrences that end the game; 0 is never. No stanza says 1, which means 2
	FoldValue        Value            // for the side to move, or for White where FoldAbsolute
	FoldAbsolute     bool
	PerpetualCheck   bool  // perpetualCheckIllegal: whoever only checks loses the repetition
	Chase            Chase // chasingRule
	StalemateValue   Value // for the side to move: no legal move, no check
	StalemateByCount bool  // stalematePieceCount: the value holds for the side with fewer pieces, its opposite for the side with more
	CheckmateValue   Value // for the side to move

	ExtinctionValue    Value // for the side that is down to the limit
	ExtinctionClaim    bool
	ExtinctionRoyal    bool // extinctionPseudoRoyal: the last ones may not be left attacked; extinction itself ends no game
	ExtinctionTypes    board.TypeSet
	ExtinctionAll      bool // extinctionPieceTypes has *: the count of all pieces
	ExtinctionCount    int
	ExtinctionOpponent int

	FlagAny        [2]bool // flagPiece*: any piece
	FlagPiece      [2]board.PieceType
	FlagRegion     [2]board.Bits
	FlagCount      int
	FlagBlockedWin bool
	FlagMove       bool
	FlagSafe       bool

	CheckCounting bool

	Connect Connect

	Insufficient Insufficient // our key
	Fortress     bool         // our key: neither side can ever make progress, after Lichess's horde

	// CharTable is pieceToCharTable as written, for GUIs.
	CharTable string
}

// Piece is one kind of piece of a variant.
type Piece struct {
	Key     string // the key that defines it: soldier, customPiece1
	Letter  byte   // its FEN letter, lower case
	Synonym byte   // a second letter that FENs may use, lower case; 0 for none
	Betza   string // its moves as text
	Steps   []Step // its moves, one entry a direction, as White makes them; Black's are turned round

	Royal   bool // the key king: may not be left attacked; never captured
	Soldier bool // the key soldier: only along its file before Spec.SoldierRank
	Pawn    bool // the key pawn: double and triple steps by regions

	Region [2]board.Bits // mobilityRegion: where it may go, and attack; the whole board where none was given
	Value  [2]int        // pieceValueMg, pieceValueEg in the reference's units; 0 where none was given
}

// StepKind says how a Step gets where it goes.
type StepKind uint8

// The kinds of step.
const (
	Leap StepKind = iota // straight there

	// Lame is a leap that needs an empty path. The path goes from the start to the target point by point: along the
	// longer of the two remaining axes while they differ, diagonally once they are equal. Every point before the target
	// must be empty: the horse's leg, the elephant's eye, the middle of a two-point step.
	Lame

	Ride // repeated until blocked, at most Limit times

	// Hop goes along a line over exactly one piece, as far as the next one. Limit 1 lands right behind the piece hopped
	// over, however far away it is (grasshopper); Limit n > 1 gets at most n points away from the start, the hurdle
	// included.
	Hop
)

// Step is one direction of a piece's moves, as White makes them (positive ranks are forward). Black's are both deltas
// negated, as the reference turns them.
type Step struct {
	Files, Ranks   int
	Kind           StepKind
	Limit          int  // Ride, Hop: 0 is no limit; 0 for the other kinds
	Quiet, Capture bool // which moves it makes; at least one
	Initial        bool // only from the DoubleStepRegion, and only Quiet ("initial captures" do not exist in the reference)
}

// Value is what an end is worth to the side that its key speaks of.
type Value uint8

// The values. None is "this end does not exist".
const (
	None Value = iota
	Win
	Loss
	DrawValue
)

// Chase says how perpetual chases are judged.
type Chase uint8

// The chasing rules.
const (
	NoChase Chase = iota
	AXF           // Asian Xiangqi Federation
)

// Insufficient says which material is judged unable to win.
type Insufficient uint8

// The insufficiency rules.
const (
	NeverInsufficient   Insufficient = iota
	XiangqiInsufficient              // neither side has a piece that can cross the river
	HordeInsufficient                // Lichess's table for horde
	ChessInsufficient                // royals bare, with one knight in all, or with bishops on squares of one colour
)

// Castling is the geometry of castling, per colour where the reference allows it. It is all zero where there is none.
type Castling struct {
	On                bool
	Rank              int // from 0, as White counts; Black's is mirrored
	KingFile          int // from 0
	KingsideFile      int // where the king goes
	QueensideFile     int
	KingType          [2]board.PieceType // NoType where the variant lacks the piece
	RookTypes         [2]board.TypeSet
	RookKingsideFile  int
	RookQueensideFile int
	Opposite          bool // oppositeCastling: one side's castling takes the other's right on the same wing
}

// Connect is the ways to win by connecting pieces.
type Connect struct {
	N                              int // connectN in a row; 0 is off
	NxN                            int
	Collinear                      int
	Types                          board.TypeSet
	Horizontal, Vertical, Diagonal bool
	Region1, Region2               [2]board.Bits
	Value                          Value // for the side that connected
}

// Type returns the piece type with a FEN letter in either case (synonyms included), and NoType where there is none.
func (s *Spec) Type(letter byte) board.PieceType {
	if letter >= 'A' && letter <= 'Z' {
		letter += 'a' - 'A'
	}
	for i := range s.Pieces {
		if p := &s.Pieces[i]; p.Letter == letter || p.Synonym != 0 && p.Synonym == letter {
			return board.PieceType(i + 1)
		}
	}
	return board.NoType
}

// Piece returns the definition of a type, nil for NoType and for types the variant lacks.
func (s *Spec) Piece(t board.PieceType) *Piece {
	if t == board.NoType || int(t) > len(s.Pieces) {
		return nil
	}
	return &s.Pieces[t-1]
}

// Royal returns the type that may not be left attacked (the key king), NoType where the variant has none.
func (s *Spec) Royal() board.PieceType {
	for i := range s.Pieces {
		if s.Pieces[i].Royal {
			return board.PieceType(i + 1)
		}
	}
	return board.NoType
}

// MateOnly reports whether a game is won by mate or stalemate alone: nothing is won by capturing, by getting somewhere, by counted checks or by
// a connection.
func (s *Spec) MateOnly() bool {
	return s.ExtinctionValue == None && s.ExtinctionOnly()
}

// ExtinctionOnly reports whether nothing on the board ends a game but mate, stalemate and extinction.
func (s *Spec) ExtinctionOnly() bool {
	return s.FlagRegion == [2]board.Bits{} && !s.CheckCounting && !s.Connect.on()
}

// on reports whether there is any way to win by connecting pieces.
func (c *Connect) on() bool {
	return c.N > 0 || c.NxN > 0 || c.Collinear > 0 || c.Region1 != [2]board.Bits{}
}
