package referee

import (
	"fmt"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/variant"
)

// The FEN of a position is: board, side, castling, passing squares, checks still to give (only where checks count), clock
// and move number. The third and fourth may be left out together.

// parseFEN reads a position and refuses what no game could reach, with a sentence that says what would be right.
func parseFEN(spec *variant.Spec, fen string) (state, error) {
	s, err := readFEN(spec, fen)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return state{}, fmt.Errorf("FEN %q: %w", fen, err)
	}
	return s, nil
}

// readFEN reads the fields.
func readFEN(spec *variant.Spec, fen string) (state, error) {
	s := emptyState(spec)
	fields := strings.Fields(fen)
	names := []string{"board", "side", "castling", "passing", "checks", "clock", "number"}
	if !spec.CheckCounting {
		names = append(names[:4], names[5:]...)
	}
	if len(fields) == len(names)-2 && fields[2][0] >= '0' && fields[2][0] <= '9' {
		// "w 0 1" and "w 3+3 0 1" are common short forms: nobody may castle or capture in passing.
		fields = append(append(fields[:2:2], "-", "-"), fields[2:]...)
	}
	if len(fields) != len(names) {
		return s, fmt.Errorf("it has %d fields, it must have %d: %s (castling and passing may be left out together)",
			len(fields), len(names), strings.Join(names, ", "))
	}
	readers := map[string]func(string) error{
		"board": s.readBoard, "side": s.readSide, "castling": s.readCastling, "passing": s.readPassing,
		"checks": s.readChecks, "clock": s.readClock, "number": s.readNumber,
	}
	for i, name := range names {
		if err := readers[name](fields[i]); err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
	}
	return s, nil
}

// readBoard reads the piece placement, rank by rank from the top.
func (s *state) readBoard(text string) error {
	g := s.spec.Geometry
	rows := strings.Split(text, "/")
	if len(rows) != g.Ranks {
		return fmt.Errorf("it has %d ranks, this board has %d", len(rows), g.Ranks)
	}
	for i, row := range rows {
		if err := s.readRow(row, g.Ranks-1-i); err != nil {
			return fmt.Errorf("rank %d, %q: %w", g.Ranks-i, row, err)
		}
	}
	return nil
}

// readRow reads one rank: letters for pieces, + before the letter of a promoted one, numbers for empty squares.
func (s *state) readRow(row string, rank int) error {
	g := s.spec.Geometry
	file := 0
	for len(row) > 0 {
		n, rest := cutNumber(row)
		if n > 0 && n <= g.Files-file {
			file, row = file+n, rest
			continue
		}
		if rest != row {
			return fmt.Errorf("there is no room for %d empty squares after file %d, the board has %d files", n, file, g.Files)
		}
		piece, was, rest, err := s.cutPiece(row)
		if err != nil {
			return err
		}
		if file == g.Files {
			return fmt.Errorf("it has more than the board's %d files", g.Files)
		}
		sq := g.Square(file, rank)
		s.at[sq], s.was[sq] = piece, was
		file, row = file+1, rest
	}
	if file != g.Files {
		return fmt.Errorf("it covers %d files, this board has %d", file, g.Files)
	}
	return nil
}

// cutNumber reads a number at the front of text; a text without one comes back whole. Numbers too long for any board are
// cut down to one that is still too large.
func cutNumber(text string) (n int, rest string) {
	i := 0
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		n = min(n*10+int(text[i]-'0'), 1000)
		i++
	}
	return n, text[i:]
}

// cutPiece reads a piece at the front of text, and what it was before its promotion.
func (s *state) cutPiece(text string) (piece, was board.Piece, rest string, err error) {
	letter, plus := text[0], false
	rest = text[1:]
	if letter == '+' {
		if rest == "" {
			return 0, 0, rest, fmt.Errorf("+ stands before no piece, a letter must follow it")
		}
		letter, plus, rest = rest[0], true, rest[1:]
	}
	upper := letter >= 'A' && letter <= 'Z'
	t := board.NoType
	if upper || letter >= 'a' && letter <= 'z' {
		t = s.spec.Type(letter)
	}
	if t == board.NoType {
		return 0, 0, rest, fmt.Errorf("%q is no piece of this variant, it has %s", string(rune(letter)), s.letters())
	}
	c := board.Black
	if upper {
		c = board.White
	}
	piece = board.MakePiece(c, t)
	if !plus {
		return piece, board.NoPiece, rest, nil
	}
	becomes := s.spec.PromotedType[t]
	if becomes == board.NoType {
		return 0, 0, rest, fmt.Errorf("+%c: this piece does not promote, it is written without the +", letter)
	}
	return board.MakePiece(c, becomes), piece, rest, nil
}

// letters lists the variant's piece letters.
func (s *state) letters() string {
	var b strings.Builder
	for i := range s.spec.Pieces {
		b.WriteByte(s.spec.Pieces[i].Letter)
	}
	return b.String()
}

// readSide reads the side to move: w or b, r for w, and w:1 for a side with one move left of the several of its turn.
func (s *state) readSide(text string) error {
	name, left, some := strings.Cut(text, ":")
	switch name {
	case "w", "r":
		s.side = board.White
	case "b":
		s.side = board.Black
	default:
		return fmt.Errorf("%q is no side, it must be w (or r) or b", name)
	}
	turn := s.spec.MovesPerTurn[s.side]
	s.left = turn
	if !some {
		return nil
	}
	n, err := strconv.Atoi(left)
	if err != nil || n < 1 || n >= turn || strconv.Itoa(n) != left {
		return fmt.Errorf("%q moves left in this turn: the side has %d a turn, and only a turn begun is written, as 1 to %d",
			left, turn, turn-1)
	}
	s.left = n
	return nil
}

// readCastling reads the castling rights and finds the pieces that they belong to.
func (s *state) readCastling(text string) error {
	if text == "-" {
		return nil
	}
	for i := 0; i < len(text); i++ {
		k := strings.IndexByte("KQkq", text[i])
		if k < 0 || strings.IndexByte(text[:i], text[i]) >= 0 {
			return fmt.Errorf("%q must be - or some of KQkq, each once", text)
		}
		if !s.spec.Castling.On {
			return fmt.Errorf("%q: nobody castles in this variant, it must be -", text)
		}
		if err := s.grant(board.Color(k/2), k%2); err != nil {
			return fmt.Errorf("%c: %w", text[i], err)
		}
	}
	return nil
}

// grant gives a castling right. The king is the only one on its rank, or the one on the king's file; its partner is the
// first piece of the right kind from the wing's corner inwards.
func (s *state) grant(c board.Color, wing int) error {
	cs, g := s.spec.Castling, s.spec.Geometry
	rank := s.relativeRank(cs.Rank, c)
	home := board.NoSquare
	kings := 0
	for file := 0; file < g.Files; file++ {
		if sq := g.Square(file, rank); s.owned(sq, c) && s.at[sq].Type() == cs.KingType[c] {
			home = sq
			kings++
		}
	}
	if kings > 1 {
		home = g.Square(cs.KingFile, rank)
		if !s.owned(home, c) || s.at[home].Type() != cs.KingType[c] {
			home = board.NoSquare
		}
	}
	if home == board.NoSquare {
		return fmt.Errorf("%s has no piece on rank %d that castles", c, rank+1)
	}
	file, inwards := cs.RookKingsideFile, -1
	if wing == queenside {
		file, inwards = cs.RookQueensideFile, 1
	}
	for ; g.On(file, rank) && file != g.File(home); file += inwards {
		if sq := g.Square(file, rank); s.owned(sq, c) && cs.RookTypes[c].Has(s.at[sq].Type()) {
			s.home[c], s.rooks[c][wing] = home, sq
			return nil
		}
	}
	return fmt.Errorf("%s has no partner to castle with on that side of %s", c, g.Name(home))
}

// readPassing reads the squares on which a piece may be captured in passing.
func (s *state) readPassing(text string) error {
	if text == "-" {
		return nil
	}
	g := s.spec.Geometry
	for rest := text; rest != ""; {
		sq, next, ok := g.CutSquare(rest)
		if !ok {
			return fmt.Errorf("%q must be - or squares of this board", text)
		}
		if s.passing.Has(sq) {
			return fmt.Errorf("%s is there twice", g.Name(sq))
		}
		s.passing, rest = s.passing.With(sq), next
	}
	return s.checkPassing()
}

// readChecks reads the checks that each side still has to give.
func (s *state) readChecks(text string) error {
	white, black, ok := strings.Cut(text, "+")
	w, err1 := count(white)
	b, err2 := count(black)
	if !ok || err1 != nil || err2 != nil {
		return fmt.Errorf("%q must be two numbers, the checks that White and Black still have to give, as in 3+3", text)
	}
	s.checks = [2]int{w, b}
	return nil
}

func (s *state) readClock(text string) (err error) {
	if s.clock, err = count(text); err != nil {
		return fmt.Errorf("%q must be the number of plies since the last capture", text)
	}
	return nil
}

func (s *state) readNumber(text string) (err error) {
	if s.number, err = count(text); err != nil || s.number == 0 {
		return fmt.Errorf("%q must be the number of the move, from 1", text)
	}
	return nil
}

// count reads a plain number of at most six digits.
func count(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || len(text) > 6 || text[0] == '+' {
		return 0, fmt.Errorf("%q is no number", text)
	}
	return int(n), nil
}

// fen writes the position.
func (s *state) fen() string {
	var b strings.Builder
	g := s.spec.Geometry
	for rank := g.Ranks - 1; rank >= 0; rank-- {
		s.writeRow(&b, rank)
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	fmt.Fprintf(&b, " %c", "wb"[s.side])
	if s.midTurn() {
		fmt.Fprintf(&b, ":%d", s.left)
	}
	rights := ""
	for i, letter := range "KQkq" {
		if s.rooks[i/2][i%2] != board.NoSquare {
			rights += string(letter)
		}
	}
	passing := ""
	for p := s.passing; p.Any(); {
		passing += g.Name(p.Pop())
	}
	fmt.Fprintf(&b, " %s %s", orDash(rights), orDash(passing))
	if s.spec.CheckCounting {
		fmt.Fprintf(&b, " %d+%d", s.checks[board.White], s.checks[board.Black])
	}
	fmt.Fprintf(&b, " %d %d", s.clock, s.number)
	return b.String()
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func (s *state) writeRow(b *strings.Builder, rank int) {
	empty := 0
	flush := func() {
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
			empty = 0
		}
	}
	for file := 0; file < s.spec.Geometry.Files; file++ {
		sq := s.spec.Geometry.Square(file, rank)
		p := s.at[sq]
		if p == board.NoPiece {
			empty++
			continue
		}
		flush()
		if s.was[sq] != board.NoPiece {
			b.WriteByte('+')
			p = s.was[sq]
		}
		letter := s.spec.Piece(p.Type()).Letter
		if p.Color() == board.White {
			letter -= 'a' - 'A'
		}
		b.WriteByte(letter)
	}
	flush()
}
