package variant

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"buluo/board"
)

// startFen checks the start against the finished Spec and puts its text into canonical form. What passes here every room above
// must be able to begin from.
func (r *reading) startFen(s *Spec) {
	a := &array{spec: s}
	a.read(s.Start)
	// The draft says whether castling was wanted; the Spec, whether the board has the files for it.
	if a.idle != "" && r.draft.castling && !s.Castling.On {
		a.fail("castling rights %s: castling leads to the files %c and %c, which the %dx%d board lacks; "+
			"set castlingKingsideFile and castlingQueensideFile, or castling = false",
			a.idle, 'a'+byte(r.draft.castlingFile[0]), 'a'+byte(r.draft.castlingFile[1]), s.Geometry.Files, s.Geometry.Ranks)
	}
	if len(a.problems) == 0 && len(r.problems) == r.sound { // with other mistakes it is not known how pieces move
		a.exposed()
	}
	if len(a.problems) == 0 {
		s.Start = a.String()
		r.array = a
		if a.idle != "" {
			r.remark([]string{"startFen",
				"castling"}, "the castling rights %s of the start have no effect, since castling is false", a.idle)
		}
		return
	}
	// A stanza that says nothing of its start has the template's, and its mistakes are told there.
	if r.excused("startFen") {
		return
	}
	from := ""
	if _, own := r.stanza.find("startFen"); !own && len(s.Pieces) > 0 {
		from = "the start taken over does not fit: "
	}
	for _, problem := range a.problems {
		r.fail(r.lineOf("startFen"), "startFen", "%s%s", from, problem)
	}
}

// array is a start position in the making.
type array struct {
	spec     *Spec
	problems []string
	reported [256]bool // letters already complained of
	unclear  bool      // the board has mistakes, so that other fields cannot be held against it

	at       [board.MaxSquares]board.Piece
	plus     board.Bits // promoted from another type: written with a + and the letter it came from
	side     board.Color
	castling string
	idle     string // castling rights that mean nothing, since there is no castling
	passing  string // the square behind a pawn that has just made a long step, or -
	checks   string
	half     int
	full     int
}

// fail notes a mistake.
func (a *array) fail(format string, args ...any) {
	a.problems = append(a.problems, fmt.Sprintf(format, args...))
}

// read takes a FEN apart. Fields may be missing at the end, and castling and en passant together, as in the reference.
func (a *array) read(text string) {
	fields := strings.Split(text, " ")
	for _, f := range fields {
		if f == "" {
			a.fail("two spaces in a row or one in front; write one between fields")
			return
		}
	}
	// What a FEN that breaks off leaves out.
	a.castling, a.passing, a.full = "-", "-", 1
	if len(a.spec.Pieces) == 0 {
		a.fail("the variant has no pieces: a stanza without a template starts with none; " +
			"give it some (rook = r), or a template ([name:xiangqi])")
		return
	}
	a.board(fields[0])
	a.unclear = len(a.problems) > 0
	if len(fields) > 1 {
		a.readSide(fields[1])
	}
	rest := fields[min(2, len(fields)):]
	// "w 0 1": a digit where castling rights should be says that both fields were left out.
	if skipped := len(fields) >= 4 && len(fields) <= 5 && isDigit(rest[0][0]); !skipped {
		rest = a.rights(rest)
	}
	rest = a.readChecks(rest)
	if len(rest) > 2 {
		a.fail("%d fields too many (%s); it ends with the two move counters", len(rest)-2, strings.Join(rest[2:], " "))
	}
	a.counters(rest)
}

// isDigit reports whether c is an ASCII digit.
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// rights reads the castling and en passant fields, where they are there, and returns what follows.
func (a *array) rights(rest []string) []string {
	if len(rest) > 0 {
		a.readCastling(rest[0])
		rest = rest[1:]
	}
	if len(rest) > 0 {
		a.readPassing(rest[0])
		rest = rest[1:]
	}
	return rest
}

// board reads the ranks from the far one to the near one.
func (a *array) board(text string) {
	g := a.spec.Geometry
	ranks := strings.Split(text, "/")
	if len(ranks) != g.Ranks {
		a.fail("has %d ranks, the board has %d", len(ranks), g.Ranks)
		return
	}
	for i, line := range ranks {
		rank := g.Ranks - 1 - i
		n, ok := a.rank(line, rank)
		if ok && n != g.Files {
			a.fail("rank %d (%s) has %d points, the board has %d files", rank+1, line, n, g.Files)
		}
	}
	if len(a.problems) == 0 {
		a.royals()
	}
}

// rank reads one rank and returns how many points it has, and false where that cannot be said.
func (a *array) rank(line string, rank int) (int, bool) {
	file, known := 0, true
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case isDigit(c):
			j := i
			for j < len(line) && isDigit(line[j]) {
				j++
			}
			n, ok := number(line[i:j])
			// Nothing behind such a number can be placed, so that the rank is given up.
			if c == '0' || !ok || n > board.MaxFiles {
				a.fail("rank %d (%s): %s empty points is no number from 1 to %d", rank+1, line, line[i:j], a.spec.Geometry.Files)
				return 0, false
			}
			file += n
			i = j - 1
		case c == '+' && i+1 < len(line):
			i++
			known = a.put(line[i], file, rank, true) && known
			file++
		case c == '+':
			a.fail("rank %d (%s): a + with no piece behind it", rank+1, line)
			known = false
		default:
			known = a.put(c, file, rank, false) && known
			file++
		}
	}
	return file, known
}

// put places a piece by its letter, and reports whether the letter stands for a point.
func (a *array) put(c byte, file, rank int, promoted bool) bool {
	s := a.spec
	t := s.Type(c)
	switch {
	// Walls, promoted pawns and hands are of the reference's FENs. Each is told once, as a line of walls is one mistake.
	case c == '*':
		a.once(c, "rank %d: * is a wall, which is not supported", rank+1)
		return true
	case c == '~':
		a.once(c, "rank %d: ~ marks a promoted pawn for drops, which are not supported; leave it out", rank+1)
		return false
	case c == '[' || c == ']':
		a.once('[', "rank %d: [ ] hold pieces in hand, which are not supported; leave them out", rank+1)
		return false
	case !isLetter(c) || t == board.NoType:
		a.once(lower(c), "rank %d: %q is no piece of this variant; its letters are %s", rank+1, string(c), s.letters())
		return true
	case promoted && s.PromotedType[t] == board.NoType:
		a.once(c, "rank %d: +%c stands for a promoted %s, but promotedPieceType gives it nothing to become",
			rank+1, c, s.Piece(t).Key)
		return true
	// The letter is sound and counts as a point.
	case !s.Geometry.On(file, rank):
		return true // the rank is too long, which its reader says
	}
	sq := s.Geometry.Square(file, rank)
	if promoted {
		t = s.PromotedType[t]
		a.plus = a.plus.With(sq)
	}
	a.at[sq] = board.MakePiece(colorOf(c), t)
	return true
}

// once reports a letter's mistake at its first occurrence only.
func (a *array) once(c byte, format string, args ...any) {
	if !a.reported[c] {
		a.reported[c] = true
		a.fail(format, args...)
	}
}

// colorOf returns the side whose pieces are written in the case of a letter.
func colorOf(letter byte) board.Color {
	if letter >= 'A' && letter <= 'Z' {
		return board.White
	}
	return board.Black
}

// letters lists the letters of the variant's pieces, for error texts.
func (s *Spec) letters() string {
	if len(s.Pieces) == 0 {
		return "not defined"
	}
	b := make([]byte, len(s.Pieces))
	for i := range s.Pieces {
		b[i] = s.Pieces[i].Letter
	}
	return string(b)
}

// royals counts the pieces that may not be lost, and those there are at all.
func (a *array) royals() {
	royal := a.spec.Royal()
	for c := board.White; c <= board.Black; c++ {
		// None is allowed: that is what makes a horde.
		if n := a.count(c, royal); royal != board.NoType && n > 1 {
			a.fail("%s has %d of the royal %s; one is the most", c, n, a.spec.Piece(royal).Key)
		}
		if a.total(c) == 0 {
			a.fail("%s has no piece", c)
		}
	}
}

// count returns how many pieces of a colour and a type stand in the array.
func (a *array) count(c board.Color, t board.PieceType) int {
	n := 0
	for _, p := range a.at {
		if p != board.NoPiece && p.Color() == c && p.Type() == t {
			n++
		}
	}
	return n
}

// total returns how many pieces of a colour stand in the array.
func (a *array) total(c board.Color) int {
	n := 0
	for _, p := range a.at {
		if p != board.NoPiece && p.Color() == c {
			n++
		}
	}
	return n
}

// readSide reads who moves first.
func (a *array) readSide(text string) {
	switch text {
	case "w":
	case "b":
		a.side = board.Black
	default:
		a.fail("the side to move %q must be w or b", text)
	}
}

// readPassing reads the square behind a pawn that has just made a long step.
func (a *array) readPassing(text string) {
	if text == "-" {
		return
	}
	s := a.spec
	sq, err := s.Geometry.ParseSquare(text)
	if err != nil {
		a.fail("en passant %v; write - for none", err)
		return
	}
	// The pawn went on past the square: up the board if it is White's, which is when Black is on move.
	back := 1 // from the square towards the pawn that passed it
	if a.side == board.White {
		back = -1
	}
	// On a board with mistakes the pawn may only be missing.
	if !a.unclear && !a.passed(sq, back) {
		a.fail("en passant %s: no piece of %s has just passed over that point; write - for none", text, a.side.Other())
	}
	a.passing = text
}

// passed reports whether the side that is not on move may just have passed over a square, where back is the way it went on: it is
// empty, and beyond it stands a pawn that came from an empty square. Pieces with initial moves may have come from anywhere.
func (a *array) passed(sq board.Square, back int) bool {
	s := a.spec
	pawn, ok := s.Geometry.Step(sq, 0, back)
	if a.at[sq] != board.NoPiece || !ok || a.at[pawn] == board.NoPiece || a.at[pawn].Color() == a.side {
		return false
	}
	for i := range s.Pieces {
		p := &s.Pieces[i]
		initial := slices.ContainsFunc(p.Steps, func(st Step) bool { return st.Initial && st.Quiet })
		if initial && !p.Pawn && s.DoubleStepRegion[a.side.Other()].Any() && a.count(a.side.Other(), board.PieceType(i+1)) > 0 {
			return true
		}
	}
	from, ok := s.Geometry.Step(sq, 0, -back)
	return ok && a.at[from] == board.NoPiece && s.Piece(a.at[pawn].Type()).Pawn
}

// readChecks reads the checks left, W+B, where the variant counts them, and returns what follows.
func (a *array) readChecks(rest []string) []string {
	field := ""
	if len(rest) > 0 {
		field = rest[0]
	}
	// The reference reads one digit a side.
	isCount := len(field) == 3 && isDigit(field[0]) && field[1] == '+' && isDigit(field[2])
	switch {
	// What it looks like is clear enough for the message to be about checks, and for the rest to be read on.
	case !a.spec.CheckCounting && strings.Contains(field, "+"):
		a.fail("%q counts checks, but checkCounting is false; take the field away", field)
		return rest[1:]
	case !a.spec.CheckCounting:
		return rest
	case !isCount:
		a.fail("checkCounting needs the checks left to White and to Black, such as 3+3, before the move counters")
		if strings.Contains(field, "+") {
			return rest[1:]
		}
		return rest
	case field[0] == '0' || field[2] == '0':
		a.fail("%s: the game is over before it starts; give each side 1 check or more", field)
	}
	a.checks = field
	return rest[1:]
}

// counters reads the clock and the move number.
func (a *array) counters(rest []string) {
	if len(rest) > 0 {
		a.half = a.counter(rest[0], "half-move clock", 0)
	}
	if len(rest) > 1 {
		a.full = a.counter(rest[1], "move number", 1)
	}
}

// counter reads one of the two counters.
func (a *array) counter(text, what string, least int) int {
	n, ok := number(text)
	if !ok || n < least {
		a.fail("the %s %q must be a number from %d to %d", what, text, least, maxNumber)
		return least
	}
	return n
}

// String writes the array as a FEN with every field.
func (a *array) String() string {
	s := a.spec
	var b strings.Builder
	for rank := s.Geometry.Ranks - 1; rank >= 0; rank-- {
		empty := 0
		for file := 0; file < s.Geometry.Files; file++ {
			sq := s.Geometry.Square(file, rank)
			if a.at[sq] == board.NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			b.WriteString(a.letter(sq))
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	fmt.Fprintf(&b, " %c %s %s ", a.side.String()[0], a.castling, a.passing)
	if a.checks != "" {
		b.WriteString(a.checks + " ")
	}
	fmt.Fprintf(&b, "%d %d", a.half, a.full)
	return b.String()
}

// letter writes the piece on a square.
func (a *array) letter(sq board.Square) string {
	p, s := a.at[sq], a.spec
	t, plus := p.Type(), ""
	// Of several types that are promoted to this one the first is as good as any: what the piece was is not kept.
	if a.plus.Has(sq) {
		plus = "+"
		for from := 1; from <= len(s.Pieces); from++ {
			if s.PromotedType[from] == t {
				t = board.PieceType(from)
				break
			}
		}
	}
	c := s.Piece(t).Letter
	if p.Color() == board.White {
		c -= 'a' - 'A'
	}
	return plus + string(c)
}
