package rules

import (
	"fmt"
	"math/bits"
	"strings"

	"buluo/board"
	"buluo/variant"
)

// Rules is a compiled variant: what a Spec says, as tables and lists that hot code reads without asking why. It is
// immutable and may be shared by any number of goroutines.
type Rules struct {
	spec     *variant.Spec
	Geometry board.Geometry
	Board    board.Bits    // every square
	Beyond   [2]board.Bits // the opponent's half, from each side; the middle rank of an odd number belongs to neither
	Dark     board.Bits    // squares of a1's colour
	Lines    *Lines
	Keys     *Keys
	Sides    [2]Side
	Ends     []End // immediate ends, in the order they are asked
	Lasting  bool  // no end shows on a board where both sides have pieces

	Facing      bool                    // generals may not see each other: both sides have one and the variant says so
	LongTurns   bool                    // some side makes more than one move a turn
	Turn        [2]uint8                // moves a turn
	PseudoRoyal bool                    // the last pieces of some types may not be left attacked
	CountChecks bool                    // checks are counted, so that every move needs to know whether it gives one
	Plus        bool                    // pieces are promoted to their one promoted type, so that FENs may hold +
	Passing     bool                    // captures in passing exist
	Ordinary    bool                    // a Normal move does nothing that castling or any of the above could ask for
	Royals      [2]board.Piece          // the royal piece of each side, of no type where it has none
	Castling    [4]Castle               // by right: White kingside, White queenside, Black kingside, Black queenside
	Rights      [board.MaxSquares]uint8 // castling rights that end when a move touches the square
}

// Side is one colour's half of the rules.
type Side struct {
	Color board.Color
	// Royal is the type that may not be left attacked; NoType for a side without one, whose every move is legal.
	Royal  board.PieceType
	Movers []*Mover               // by the variant's order of types
	Of     [board.MaxTypes]*Mover // the same by type, nil where there is none

	// Attackers lists what a square can be attacked by, for any square; Checkers only what can ever attack the
	// opponent's royal piece where it may stand (no elephant or advisor can), for check tests.
	Attackers []Source
	Checkers  []Source
	// The same, sorted for looking.
	Sight, CheckSight Sight

	// Watch tells, by the square of this side's royal piece, where a change of the board can begin or end an attack on it: where attackers
	// may stand, and what lies between.
	Watch [board.MaxSquares]board.Bits

	// Fast says that legality follows from pins and checks alone (see movegen): there is one royal piece at most,
	// everything that may attack it is a leaper or a plain line piece, and no further rule forbids moves.
	Fast bool

	Up           int // square delta of a pawn's step
	Promotion    board.Bits
	DoubleStep   board.Bits
	TripleStep   board.Bits
	EnPassant    board.Bits // where this colour may capture in passing
	ClockTypes   board.TypeSet
	Crossing     board.TypeSet // types that may stand in the opponent's half
	Major        board.TypeSet // types that may mate, the royal one left out
	Pass         bool
	PassStale    bool          // may pass only where it has no other move
	PassingTypes board.TypeSet // types of this colour that capture in passing
}

// Source is one way a type of one colour attacks squares, as the attacked square sees it.
type Source struct {
	Type board.PieceType
	Zone board.Bits
	*Pattern
	Bound bool // the zone is not the whole board
}

// Castle is one castling right: who goes where, and what must be empty.
type Castle struct {
	Exists           bool
	KingFrom, KingTo board.Square
	RookFrom, RookTo board.Square
	Empty            board.Bits // squares that must be empty apart from the two themselves
	Path             board.Bits // squares a royal king may not be attacked on: from (exclusive) to KingTo
}

// Castling rights as bits, in FEN order.
const (
	WhiteKingside = 1 << iota
	WhiteQueenside
	BlackKingside
	BlackQueenside
)

// Compile turns a checked Spec into Rules. It errs only where the Spec asks for what the rooms above cannot play; the
// parser refuses such stanzas by itself, so that an error here means a Spec built by hand.
func Compile(spec *variant.Spec) (*Rules, error) {
	if err := check(spec); err != nil {
		return nil, fmt.Errorf("%s: %w", spec.Name, err)
	}
	g := spec.Geometry
	r := &Rules{spec: spec, Geometry: g, Board: g.All(), Lines: newLines(g)}
	r.Turn = [2]uint8{uint8(max(1, spec.MovesPerTurn[0])), uint8(max(1, spec.MovesPerTurn[1]))}
	r.LongTurns = r.Turn[0] > 1 || r.Turn[1] > 1
	for b := r.Board; b.Any(); {
		if s := b.Pop(); (g.File(s)+g.Rank(s))%2 == 0 {
			r.Dark = r.Dark.With(s)
		}
	}
	// The middle rank of an odd number, as in minixiangqi, is in neither half.
	for rank := 0; rank < g.Ranks; rank++ {
		if 2*rank >= g.Ranks {
			r.Beyond[board.White] = r.Beyond[board.White].Or(g.RankBits(rank))
		}
		if 2*rank+2 <= g.Ranks {
			r.Beyond[board.Black] = r.Beyond[board.Black].Or(g.RankBits(rank))
		}
	}
	for c := range r.Sides {
		r.compileSide(board.Color(c))
	}
	// The order matters from here on: what a side attacks with is shared before it is sorted for looking, checks need both
	// sides' movers, and legality needs both sides' checks.
	r.shareTables()
	r.Facing = spec.FlyingGeneral && r.Sides[0].Royal != board.NoType && r.Sides[1].Royal != board.NoType
	for c := range r.Sides {
		r.compileChecks(&r.Sides[c], &r.Sides[1-c])
	}
	for c := range r.Sides {
		r.Sides[c].Fast = r.fast(&r.Sides[c], &r.Sides[1-c])
	}
	r.CountChecks, r.PseudoRoyal = spec.CheckCounting, spec.ExtinctionRoyal
	r.compileCastling()
	r.compileOrdinary()
	r.compileEnds()
	r.Keys = newKeys()
	return r, nil
}

// Spec returns what the rules were compiled from.
func (r *Rules) Spec() *variant.Spec { return r.spec }

// Royal returns the type that a side may not leave attacked, NoType for a side without one.
func (r *Rules) Royal(c board.Color) board.PieceType { return r.Sides[c].Royal }

// compileSide fills in what a side's own half of the Spec says; what depends on the opponent comes later.
func (r *Rules) compileSide(c board.Color) {
	spec, side := r.spec, &r.Sides[c]
	side.Color = c
	side.Up = r.Geometry.Files
	if c == board.Black {
		side.Up = -side.Up
	}
	side.Promotion, side.DoubleStep, side.TripleStep = spec.PromotionRegion[c], spec.DoubleStepRegion[c], spec.TripleStepRegion[c]
	side.EnPassant, side.ClockTypes = spec.EnPassantRegion[c], spec.ClockTypes[c]
	side.Pass, side.PassStale = spec.Pass[c] || spec.PassOnStalemate[c], spec.PassOnStalemate[c]
	side.PassingTypes = spec.EnPassantTypes[c]
	for i := range spec.Pieces {
		m := r.compileMover(&spec.Pieces[i], board.PieceType(i+1), c)
		side.Movers = append(side.Movers, m)
		side.Of[m.Type] = m
		if m.Zone.Meets(r.Beyond[c]) {
			side.Crossing = side.Crossing.With(m.Type)
		}
		if m.Minor == Major && !m.Royal {
			side.Major = side.Major.With(m.Type)
		}
		// A variant's royal type belongs to a side only if the start gives it one: the horde has none.
		if m.Royal && startCount(spec, m.Type, c) > 0 {
			side.Royal = m.Type
		}
		r.Plus = r.Plus || m.PromotedTo != board.NoType
		r.Passing = r.Passing || m.Passing || m.Initial != nil
	}
}

// shareTables lets the two sides use one table where they have equal ones, as they do of pieces that know no forward and no zone: half the memory
// is half the misses.
func (r *Rules) shareTables() {
	for t := range r.Sides[board.Black].Of {
		white, black := r.Sides[board.White].Of[t], r.Sides[board.Black].Of[t]
		if white == nil || black == nil {
			continue
		}
		white.Quiet.share(black.Quiet)
		white.Capture.share(black.Capture)
	}
}

// startCount counts a piece in the start position. Whether a side has a royal piece is a fact of the variant: every FEN
// of it must agree with the start, as in the reference.
func startCount(spec *variant.Spec, t board.PieceType, c board.Color) int {
	letter := spec.Piece(t).Letter
	if c == board.White {
		letter -= 'a' - 'A'
	}
	n := 0
	for i := 0; i < len(spec.Start) && spec.Start[i] != ' '; i++ {
		if spec.Start[i] == letter {
			n++
		}
	}
	return n
}

// compileMover compiles one type of one colour. Whether its moves need a second look (Plain) and whether all its pieces can
// be moved at once (Steps) are settled here, once, and not at every move.
func (r *Rules) compileMover(p *variant.Piece, t board.PieceType, c board.Color) *Mover {
	spec := r.spec
	m := &Mover{Type: t, Zone: zone(spec, p, c), Royal: p.Royal, Pawn: p.Pawn}
	m.Quiet = r.compilePattern(p, c, func(st variant.Step) bool { return st.Quiet && !st.Initial })
	m.Capture = r.compilePattern(p, c, func(st variant.Step) bool { return st.Capture && !st.Initial })
	m.Minor = minor(p)
	if p.Pawn {
		m.PassFrom = r.passFrom(p, c)
	}
	m.Same = true
	for _, st := range p.Steps {
		m.Same = m.Same && st.Quiet == st.Capture && !st.Initial
	}
	if m.Same {
		m.Capture = m.Quiet // one table to keep near, for moves and for attacks
	}
	// A pawn's double step is a push, which the generator makes itself; everybody else's initial moves are a pattern of
	// their own, asked of pieces in the double-step region. Without a region there is nowhere to make them from.
	if !p.Pawn {
		initial := r.compilePattern(p, c, func(st variant.Step) bool { return st.Quiet && st.Initial })
		if initial.Shape != Nothing && spec.DoubleStepRegion[c].Any() {
			m.Initial = initial
		}
	}
	if spec.PromotionPawns[c].Has(t) {
		m.PromotesTo = spec.PromotionTypes[c]
	}
	m.PromotedTo = spec.PromotedType[t]
	m.Passing = spec.EnPassantTypes[c].Has(t) && (p.Pawn || !m.Same)
	m.Plain = m.PromotesTo == 0 && m.PromotedTo == board.NoType && !m.Passing && m.Initial == nil && !p.Pawn &&
		!spec.ImmobilityBanned
	if !p.Royal && (m.Plain || p.Pawn) {
		m.Steps = r.setSteps(p, c)
	}
	m.Manner = m.manner()
	m.Reach = r.emptyReach(p, c, false)
	if m.Initial != nil {
		m.Jump = r.emptyReach(p, c, true)
	}
	for b := r.Board; b.Any(); {
		if s := b.Pop(); m.Reach[s].Empty() {
			m.Immobile = m.Immobile.With(s)
		}
	}
	return m
}

// passFrom returns, for every square, where a pawn of a colour stands that could capture there.
func (r *Rules) passFrom(p *variant.Piece, c board.Color) *[board.MaxSquares]board.Bits {
	from := new([board.MaxSquares]board.Bits)
	for _, st := range p.Steps {
		if !st.Capture {
			continue
		}
		files, ranks := turned(st, c)
		for b := r.Board; b.Any(); {
			s := b.Pop()
			if t, ok := r.Geometry.Step(s, files, ranks); ok {
				from[t] = from[t].With(s)
			}
		}
	}
	return from
}

// emptyReach returns the quiet targets of a type on an empty board, of its initial moves or of the others, whatever its
// zone and its rank.
func (r *Rules) emptyReach(p *variant.Piece, c board.Color, initial bool) *[board.MaxSquares]board.Bits {
	reach := new([board.MaxSquares]board.Bits)
	for _, st := range p.Steps {
		if !st.Quiet || st.Initial != initial {
			continue
		}
		files, ranks := turned(st, c)
		once := st.Kind == variant.Leap || st.Kind == variant.Lame
		for b := r.Board; b.Any(); {
			s := b.Pop()
			n := 0
			for t, ok := r.Geometry.Step(s, files, ranks); ok; t, ok = r.Geometry.Step(t, files, ranks) {
				reach[s] = reach[s].With(t)
				if n++; once || st.Limit > 0 && n >= st.Limit {
					break
				}
			}
		}
	}
	return reach
}

// compileChecks fills what this side attacks with, and of that what can ever attack the opponent's royal piece.
func (r *Rules) compileChecks(side, them *Side) {
	// The set stays empty where they have no royal piece: then nothing gives check, and the list of checkers is empty.
	reach := board.Bits{} // where their royal piece may stand
	if them.Royal != board.NoType {
		reach = them.Of[them.Royal].Zone
	}
	for _, m := range side.Movers {
		if m.Capture.Shape == Nothing {
			continue
		}
		src := Source{Type: m.Type, Zone: m.Zone, Pattern: m.Capture, Bound: m.Zone != r.Board}
		side.Attackers = append(side.Attackers, src)
		// An elephant never checks across the river and an advisor never outside its palace: of xiangqi's seven types four
		// are left to be asked.
		if reach.Any() && m.Capture.reaches(reach) && m.Zone.Meets(reach) {
			side.Checkers = append(side.Checkers, src)
			for b := r.Board; b.Any(); { // a general may be set up outside its palace
				s := b.Pop()
				them.Watch[s] = them.Watch[s].Or(r.watched(&src, s))
			}
		}
	}
	side.Sight, side.CheckSight = newSight(side.Attackers, r.Board), newSight(side.Checkers, r.Board)
}

// watched returns the squares that whether a source attacks a square can depend on.
func (r *Rules) watched(src *Source, s board.Square) board.Bits {
	// These are rare and follow no table: anything may matter to them.
	if src.HopX || len(src.Rays) > 0 {
		return r.Board
	}
	var b board.Bits
	if src.LeapFrom != nil {
		b = b.Or(src.LeapFrom[s])
	}
	if src.LegFrom != nil {
		for from := src.LegFrom[s]; from.Any(); {
			at := from.Pop()
			b = b.With(at)
			for _, way := range src.Legs[at].Ways {
				if way.To.Has(s) {
					b = b.Or(way.Path)
				}
			}
		}
	}
	if src.Orth || src.Hop {
		b = b.Or(r.Lines.Orth[s])
	}
	if src.Diag {
		b = b.Or(r.Lines.Diag[s])
	}
	return b
}

// reaches reports whether the pattern can attack any square of a set from anywhere.
func (p *Pattern) reaches(set board.Bits) bool {
	// A line reaches every square from somewhere. A ray might not, but the answer only saves work.
	if p.Orth || p.Diag || p.Hop || p.HopX || len(p.Rays) > 0 {
		return true
	}
	for b := set; b.Any(); {
		s := b.Pop()
		if p.LeapFrom != nil && p.LeapFrom[s].Any() || p.LegFrom != nil && p.LegFrom[s].Any() {
			return true
		}
	}
	return false
}

// fast decides whether this side's legal moves follow from pins and checks alone.
func (r *Rules) fast(side, them *Side) bool {
	spec := r.spec
	// Each of these forbids moves for a reason that no pin or check shows: checks that may not be given, squares that may
	// not be gone to, pieces beside the king that may not be lost, and passes, which are legal only out of check.
	if !spec.Checking || spec.ImmobilityBanned || spec.ExtinctionRoyal || side.Pass {
		return false
	}
	if side.Royal == board.NoType {
		return true
	}
	// A pinned piece is found by looking outwards from the king along whole lines and over one screen. A rider that may not
	// stand everywhere on its line, or one that goes by other ways, would pin where nobody looks.
	for _, src := range them.Checkers {
		if len(src.Rays) > 0 || src.HopX || src.Bound && (src.Orth || src.Diag || src.Hop) {
			return false
		}
	}
	return true
}

// compileCastling settles each right: where king and partner start and end, what must be empty between, and which moves end
// the right. A right whose squares are not on the board does not exist.
func (r *Rules) compileCastling() {
	cs := r.spec.Castling
	if !cs.On {
		return
	}
	for i := range r.Castling {
		c, king := board.Color(i/2), i%2 == 0
		rank := cs.Rank
		if c == board.Black {
			rank = r.Geometry.Ranks - 1 - cs.Rank
		}
		rookFile, kingTo, beside := cs.RookQueensideFile, cs.QueensideFile, 1
		if king {
			rookFile, kingTo, beside = cs.RookKingsideFile, cs.KingsideFile, -1
		}
		g := r.Geometry
		kingFile, rookFile := r.castlers(c, rank, rookFile, king)
		if cs.KingType[c] == board.NoType || cs.RookTypes[c] == 0 ||
			!g.On(kingFile, rank) || !g.On(rookFile, rank) || !g.On(kingTo, rank) || !g.On(kingTo+beside, rank) {
			continue
		}
		k := Castle{
			Exists:   true,
			KingFrom: g.Square(kingFile, rank), KingTo: g.Square(kingTo, rank),
			RookFrom: g.Square(rookFile, rank), RookTo: g.Square(kingTo+beside, rank),
		}
		// Both may pass over each other's square, and either may stand where the other goes, as when a king goes one square
		// towards its partner.
		span := r.Lines.Between(k.RookFrom, k.RookTo).With(k.RookTo).Or(r.Lines.Between(k.KingFrom, k.KingTo).With(k.KingTo))
		k.Empty = span.Drop(k.KingFrom).Drop(k.RookFrom)
		// A king that does not move passes no square; the one where it stands is looked at in any case.
		if k.KingTo != k.KingFrom {
			k.Path = r.Lines.Between(k.KingFrom, k.KingTo).With(k.KingTo)
		}
		r.Castling[i] = k
		r.Rights[k.KingFrom] |= 1 << i
		r.Rights[k.RookFrom] |= 1 << i
	}
}

// compileOrdinary settles, once all is known that may make them extraordinary, whether moves are ordinary, and notes the royal pieces.
func (r *Rules) compileOrdinary() {
	r.Ordinary = !r.LongTurns && !r.CountChecks && !r.Plus && !r.Passing
	for c := range r.Sides {
		r.Royals[c] = board.MakePiece(board.Color(c), r.Sides[c].Royal)
	}
	for i := range r.Castling {
		r.Ordinary = r.Ordinary && !r.Castling[i].Exists
	}
}

// castlers returns the files of the two pieces of a castling. The reference takes them from each FEN: the only castling
// king on the rank, wherever it is, and the first partner from a file inwards. The start array settles it here for the
// variant.
func (r *Rules) castlers(c board.Color, rank, rookFile int, kingside bool) (king, rook int) {
	cs, g := &r.spec.Castling, r.Geometry
	row := r.startRow(rank)
	is := func(file int, ts board.TypeSet) bool {
		pc := row[file]
		return pc != board.NoPiece && pc.Color() == c && ts.Has(pc.Type())
	}
	king = cs.KingFile
	var found []int
	for f := 0; f < g.Files; f++ {
		if is(f, board.TypeSet(0).With(cs.KingType[c])) {
			found = append(found, f)
		}
	}
	if len(found) == 1 {
		king = found[0]
	}
	step := 1
	if kingside {
		step = -1
	}
	for f := rookFile; f >= 0 && f < g.Files; f += step {
		if is(f, cs.RookTypes[c]) {
			return king, f
		}
	}
	return king, rookFile
}

// startRow reads one rank of the start array.
func (r *Rules) startRow(rank int) [board.MaxFiles]board.Piece {
	var row [board.MaxFiles]board.Piece
	array, _, _ := strings.Cut(r.spec.Start, " ")
	rows := strings.Split(array, "/")
	if rank < 0 || rank >= len(rows) {
		return row
	}
	file := 0
	// A FEN lists ranks from the top, and runs of empty squares may have two digits on wide boards.
	for text := rows[len(rows)-1-rank]; text != "" && file < board.MaxFiles; text = text[1:] {
		ch := text[0]
		if ch >= '0' && ch <= '9' {
			n := int(ch - '0')
			if len(text) > 1 && text[1] >= '0' && text[1] <= '9' {
				n = 10*n + int(text[1]-'0')
				text = text[1:]
			}
			file += n
			continue
		}
		if ch == '+' {
			continue
		}
		color := board.White
		if ch >= 'a' {
			color = board.Black
		}
		row[file] = board.MakePiece(color, r.spec.Type(ch))
		file++
	}
	return row
}

// UCI writes a move as the reference's UCI does: e2e4, e7e8q, and a9a10+ for a piece promotion. A pass is a square
// twice.
func (r *Rules) UCI(m board.Move) string {
	text := r.Geometry.Name(m.From()) + r.Geometry.Name(m.To())
	switch m.Kind() {
	case board.Promotion:
		return text + string(r.spec.Piece(m.Promotion()).Letter)
	case board.PiecePromotion:
		return text + "+"
	}
	return text
}

// Letter returns the FEN letter of a piece: upper case for White.
func (r *Rules) Letter(p board.Piece) byte {
	letter := r.spec.Piece(p.Type()).Letter
	if p.Color() == board.White {
		letter -= 'a' - 'A'
	}
	return letter
}

// types lists a set's members.
func types(ts board.TypeSet) []board.PieceType {
	var list []board.PieceType
	for ; ts != 0; ts &= ts - 1 {
		list = append(list, board.PieceType(bits.TrailingZeros32(uint32(ts))))
	}
	return list
}
