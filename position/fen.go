package position

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/rules"
	"buluo/variant"
)

// maxCounter bounds the two counters of a FEN; no game comes near.
const maxCounter = 9999

// room is the history a new position has room for before it grows.
const room = 1024

// Refusal says why a FEN is not a position of the variant: which field, and what is wrong with it in a sentence.
type Refusal struct{ Field, Text string }

// Error returns the field and the sentence.
func (r *Refusal) Error() string { return "fen: " + r.Field + ": " + r.Text }

// refuse makes a Refusal. Every one says what would be right, or what the rules have instead.
func refuse(field, format string, args ...any) error {
	return &Refusal{Field: field, Text: fmt.Sprintf(format, args...)}
}

// Start returns the variant's start position. It panics if the start does not parse, which the variant's own check
// rules out.
func Start(r *rules.Rules) *Position {
	p, err := Parse(r, r.Spec().Start)
	if err != nil {
		panic(fmt.Sprintf("%s: startFen: %v", r.Spec().Name, err))
	}
	return p
}

// Parse reads a FEN. The fields are board, side (w, r or b; w:1 in the middle of a long turn), castling rights, squares
// to capture on in passing, checks still to give (3+3, only where checks are counted), clock and full-move number.
// Castling and passing may be left out together ("w 0 1"), and so may fields from the end. Nothing else is repaired:
// what the rules cannot make sense of is refused, with the one exception that a square to capture on in passing is
// dropped where nothing can capture there, as every writer of FENs has its own idea of when to give one. Pieces may
// stand outside their regions: problems are composed so.
func Parse(r *rules.Rules, fen string) (*Position, error) {
	p := &Position{r: r, lines: r.Lines, first: 1, hist: make([]state, 1, room)}
	p.st = &p.hist[0]
	fields := strings.Fields(fen)
	if len(fields) == 0 {
		return nil, refuse("board", "is empty; a position starts with %d ranks between slashes", r.Geometry.Ranks)
	}
	if err := p.parseBoard(fields[0]); err != nil {
		return nil, err
	}
	if len(fields) < 2 {
		return nil, refuse("side", "is missing; w or b should follow the board")
	}
	if err := p.parseSide(fields[1]); err != nil {
		return nil, err
	}
	// Castling and passing are left out where a number comes instead: no castling right and no square is one.
	rest := fields[2:]
	var castling, passed string
	if len(rest) > 0 && !number(rest[0]) {
		castling, passed = rest[0], "-"
		if rest = rest[1:]; len(rest) > 0 && !number(rest[0]) {
			passed, rest = rest[0], rest[1:]
		}
	}
	if err := p.parseCastling(castling); err != nil {
		return nil, err
	}
	if err := p.parsePassed(passed); err != nil {
		return nil, err
	}
	rest, err := p.parseChecks(rest)
	if err != nil {
		return nil, err
	}
	if err := p.parseCounters(rest); err != nil {
		return nil, err
	}
	if err := p.sane(); err != nil {
		return nil, err
	}
	// Last, since every field has its part in it.
	p.st.key = p.keyFromScratch()
	return p, nil
}

// number reports whether a field is one of the two counters.
func number(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// parseBoard reads the ranks, which a FEN has from the top down.
func (p *Position) parseBoard(text string) error {
	g := p.r.Geometry
	rows := strings.Split(text, "/")
	if len(rows) != g.Ranks {
		return refuse("board", "has %d ranks, the board has %d", len(rows), g.Ranks)
	}
	for i, row := range rows {
		rank := g.Ranks - 1 - i
		if err := p.parseRow(row, rank); err != nil {
			return err
		}
	}
	return nil
}

// parseRow reads one rank. Numbers may have two digits on boards with ten files or more.
func (p *Position) parseRow(row string, rank int) error {
	g := p.r.Geometry
	file := 0
	for i := 0; i < len(row); i++ {
		ch := row[i]
		if ch >= '0' && ch <= '9' {
			n := int(ch - '0')
			// Digits are read as far as they may still make a number that fits somewhere; a longer one is as wrong as a
			// hundred.
			for i+1 < len(row) && row[i+1] >= '0' && row[i+1] <= '9' && n < 100 {
				i++
				n = n*10 + int(row[i]-'0')
			}
			if n == 0 {
				return refuse("board", "rank %d has a run of 0 empty points", rank+1)
			}
			if file += n; file > g.Files {
				return refuse("board", "rank %d is longer than %d points", rank+1, g.Files)
			}
			continue
		}
		plus := ch == '+'
		if plus {
			if i++; i == len(row) {
				return refuse("board", "rank %d ends in +; the letter of the promoted piece should follow", rank+1)
			}
			ch = row[i]
		}
		if file >= g.Files {
			return refuse("board", "rank %d is longer than %d points", rank+1, g.Files)
		}
		if err := p.parsePiece(ch, plus, g.Square(file, rank)); err != nil {
			return err
		}
		file++
	}
	if file != g.Files {
		return refuse("board", "rank %d has %d points, the board has %d", rank+1, file, g.Files)
	}
	return nil
}

// parsePiece puts a piece on the board. With a plus it is the promoted form of the letter, which is remembered: FEN writes
// it so again.
func (p *Position) parsePiece(letter byte, plus bool, s board.Square) error {
	t := p.r.Spec().Type(letter)
	if t == board.NoType {
		return refuse("board", "%q is no piece of %s; its pieces are %s", string(letter), p.r.Spec().Name, letters(p.r.Spec()))
	}
	c := board.White
	if letter >= 'a' {
		c = board.Black
	}
	if plus {
		to := p.r.Sides[c].Of[t].PromotedTo
		if to == board.NoType {
			return refuse("board", "+%c stands for a promoted piece, but %c has no promoted form", letter, letter)
		}
		p.plus[s] = t
		t = to
	}
	p.put(board.MakePiece(c, t), s)
	return nil
}

// letters lists a variant's letters, to say what would be right.
func letters(spec *variant.Spec) string {
	var list []byte
	for i := range spec.Pieces {
		list = append(list, spec.Pieces[i].Letter)
	}
	return string(list)
}

// parseSide reads who moves, r being Red, and how many moves are left of a turn that has begun. A number in a game of
// ordinary turns can only be 1, and says nothing.
func (p *Position) parseSide(text string) error {
	side, left, long := strings.Cut(text, ":")
	switch side {
	case "w", "r":
		p.side = board.White
	case "b":
		p.side = board.Black
	default:
		return refuse("side", "is %q; it should be w or b", text)
	}
	p.st.left = p.r.Turn[p.side]
	if long {
		n, err := strconv.Atoi(left)
		if err != nil || n < 1 || n > int(p.r.Turn[p.side]) {
			return refuse("side", "is %q; %s makes %d moves a turn, so 1 to %d can be left", text, p.side, p.r.Turn[p.side], p.r.Turn[p.side])
		}
		p.st.left = uint8(n)
	}
	p.st.side = p.side
	return nil
}

// parseCastling gives rights. A right is refused where its two pieces are not at home, rather than dropped: whoever wrote it
// meant another position.
func (p *Position) parseCastling(text string) error {
	if text == "-" || text == "" {
		return nil
	}
	for i := 0; i < len(text); i++ {
		n := strings.IndexByte("KQkq", text[i])
		if n < 0 {
			return refuse("castling", "%q is no castling right; they are KQkq, or - for none", string(text[i]))
		}
		c, k := board.Color(n/2), &p.r.Castling[n]
		spec := p.r.Spec()
		if !k.Exists {
			return refuse("castling", "%s has no castling that %c could stand for", spec.Name, text[i])
		}
		if p.at[k.KingFrom] != board.MakePiece(c, spec.Castling.KingType[c]) {
			return refuse("castling", "%c needs the castling piece of %s on %s", text[i], c, p.r.Geometry.Name(k.KingFrom))
		}
		if rook := p.at[k.RookFrom]; rook == board.NoPiece || rook.Color() != c || !spec.Castling.RookTypes[c].Has(rook.Type()) {
			return refuse("castling", "%c needs a castling partner of %s on %s", text[i], c, p.r.Geometry.Name(k.RookFrom))
		}
		p.st.rights |= 1 << n
	}
	return nil
}

// parsePassed reads the squares that may be captured on in passing. Outside the region where the side to move may do so they
// mean nothing; inside it something must be able to have passed them.
func (p *Position) parsePassed(text string) error {
	if text == "-" || text == "" {
		return nil
	}
	us := &p.r.Sides[p.side]
	for rest := text; rest != ""; {
		s, after, ok := p.r.Geometry.CutSquare(rest)
		if !ok {
			return refuse("passing", "%q is no square to capture on in passing; - stands for none", rest)
		}
		rest = after
		// Only a piece that is no pawn stands on what it passed: its last square counts, too (see passedBy).
		if pc := p.at[s]; pc != board.NoPiece && (pc.Color() == p.side || p.r.Sides[pc.Color()].Of[pc.Type()].Initial == nil) {
			return refuse("passing", "%s is occupied; what passed it would stand beyond it", p.r.Geometry.Name(s))
		}
		if us.EnPassant.Has(s) {
			p.st.passed = p.st.passed.With(s)
		}
	}
	// Within a turn the opponent moved longer ago than the last move.
	if p.st.passed.Any() && p.MidTurn() {
		return refuse("passing", "%s is in the middle of its turn, so nothing of %s has just passed %s",
			p.side, p.side.Other(), text)
	}
	for b := p.st.passed; b.Any(); {
		if s := b.Pop(); !p.passable(s) {
			return refuse("passing", "no piece of %s can just have passed %s", p.side.Other(), p.r.Geometry.Name(s))
		}
	}
	p.st.passed = p.useful(p.st.passed)
	return nil
}

// passable reports whether something may just have passed s: a pawn that stands one or two squares behind it, with
// nothing where it came from. Pieces of a variant's own with initial moves pass almost anything.
func (p *Position) passable(s board.Square) bool {
	them := &p.r.Sides[p.side.Other()]
	for _, m := range them.Movers {
		if m.Initial != nil && p.Pieces(them.Color, m.Type).Any() {
			return true
		}
	}
	from, ok := p.r.Geometry.Step(s, 0, -them.Up/p.r.Geometry.Files)
	victim := p.victim(s)
	return ok && p.at[from] == board.NoPiece && victim != board.NoSquare && them.Of[p.at[victim].Type()].Pawn &&
		p.lines.Between(s, victim).Count() < 2
}

// useful drops squares where no pawn stands ready, in variants where only pawns capture in passing.
func (p *Position) useful(passed board.Bits) board.Bits {
	spec := p.r.Spec()
	for i := range spec.Pieces {
		if spec.Pieces[i].Pawn {
			t := board.PieceType(i + 1)
			if p.r.Sides[p.side].PassingTypes&^(1<<t) != 0 {
				return passed
			}
			return p.ready(passed, t, p.side.Other())
		}
	}
	return passed
}

// parseChecks reads the checks still to give and returns the fields after them.
func (p *Position) parseChecks(fields []string) ([]string, error) {
	if !p.r.CountChecks {
		return fields, nil
	}
	p.st.checks = [2]uint8{1, 1} // the reference's reading of a FEN that does not say
	if len(fields) == 0 || number(fields[0]) {
		return fields, nil
	}
	w, b, ok := strings.Cut(fields[0], "+")
	nw, errW := strconv.Atoi(w)
	nb, errB := strconv.Atoi(b)
	if !ok || errW != nil || errB != nil || nw < 0 || nb < 0 || nw > 31 || nb > 31 {
		return nil, refuse("checks", "is %q; it should be the checks that White and Black have still to give, such as 3+3", fields[0])
	}
	p.st.checks = [2]uint8{uint8(nw), uint8(nb)}
	return fields[1:], nil
}

// parseCounters reads the clock and the number of the move, either of which may be missing.
func (p *Position) parseCounters(fields []string) error {
	if len(fields) > 2 {
		return refuse("end", "%q is one field too many", fields[2])
	}
	values := [2]int{0, 1}
	for i, name := range [2]string{"clock", "move number"} {
		if i >= len(fields) {
			break
		}
		n, err := strconv.Atoi(fields[i])
		if err != nil || n < 0 || n > maxCounter {
			return refuse(name, "is %q; it should be a number from 0 to %d", fields[i], maxCounter)
		}
		values[i] = n
	}
	p.st.clock = uint16(values[0])
	p.first = max(1, values[1]) // a full-move number of 0 is a common slip and harmless
	return nil
}

// sane refuses what the rules cannot play: a wrong number of royal pieces, one where an attack on it would be overlooked,
// or an opponent left in check. Pseudo-royal pieces of the opponent may be left attacked, as play leaves them: a pawn that
// promotes may make the pawns that remain the last ones.
func (p *Position) sane() error {
	spec := p.r.Spec()
	for c := board.White; c <= board.Black; c++ {
		for i := range spec.Pieces {
			t := board.PieceType(i + 1)
			if !spec.Pieces[i].Royal {
				continue
			}
			want := 0
			if p.r.Sides[c].Royal == t {
				want = 1
			}
			letter, n := spec.Pieces[i].Letter, p.Count(c, t)
			if n != want {
				return refuse("board", "%s has %d of the royal piece %c; in %s it has %d", c, n, letter, spec.Name, want)
			}
			// A general may be set up outside its palace, as problems have it, but not where a check would go unseen.
			if hunter := p.overlooked(c); hunter != board.NoType {
				return refuse("board", "the royal piece %c of %s is on %s, outside its own region and inside that of %s's %c",
					letter, c, p.r.Geometry.Name(p.Royal(c)), c.Other(), spec.Piece(hunter).Letter)
			}
		}
	}
	// This also keeps generals from seeing each other: the one on move could take the other.
	us, them := p.side, p.side.Other()
	if p.r.Sides[them].Royal != board.NoType && p.Attacked(p.Royal(them), them, p.Occupied(), board.NoSquare) {
		return refuse("board", "%s is on move and could capture the royal piece on %s", us, p.r.Geometry.Name(p.Royal(them)))
	}
	return nil
}

// overlooked returns a type of the opponent that could attack a side's royal piece where it stands, but not where its
// region lets it stand, so that checks are not looked for from there; NoType where there is none.
func (p *Position) overlooked(c board.Color) board.PieceType {
	side, them := &p.r.Sides[c], &p.r.Sides[c.Other()]
	if side.Royal == board.NoType || side.Of[side.Royal].Zone.Has(p.Royal(c)) {
		return board.NoType
	}
	for i := range them.Attackers {
		src := &them.Attackers[i]
		looked := slices.ContainsFunc(them.Checkers, func(ck rules.Source) bool { return ck.Type == src.Type })
		if !looked && src.Zone.Has(p.Royal(c)) {
			return src.Type
		}
	}
	return board.NoType
}

// keyFromScratch hashes the position anew: the slow twin of the key that Do keeps up to date.
func (p *Position) keyFromScratch() uint64 {
	k := p.r.Keys
	var key uint64
	for b := p.Occupied(); b.Any(); {
		s := b.Pop()
		key ^= k.Piece[p.at[s]&63][s]
	}
	// As the moves do it: full turns and games without counted checks hash nothing for them.
	key ^= k.Castling[p.st.rights&15] ^ p.passedKey(p.st.passed)
	if p.side == board.Black {
		key ^= k.Black
	}
	if p.st.left < p.r.Turn[p.side] {
		key ^= k.Left[p.st.left&15]
	}
	if p.r.CountChecks {
		key ^= k.Checks[0][p.st.checks[0]&31] ^ k.Checks[1][p.st.checks[1]&31]
	}
	return key
}

// FEN writes the position as Parse reads it and the reference writes it.
func (p *Position) FEN() string {
	var b strings.Builder
	g := p.r.Geometry
	for rank := g.Ranks - 1; rank >= 0; rank-- {
		p.writeRow(&b, rank)
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	b.WriteByte(' ')
	b.WriteByte("wb"[p.side])
	if p.MidTurn() {
		fmt.Fprintf(&b, ":%d", p.st.left)
	}
	b.WriteByte(' ')
	// The bits are in FEN's order.
	for i := 0; i < 4; i++ {
		if p.st.rights>>i&1 != 0 {
			b.WriteByte("KQkq"[i])
		}
	}
	if p.st.rights == 0 {
		b.WriteByte('-')
	}
	b.WriteByte(' ')
	for passed := p.st.passed; passed.Any(); {
		b.WriteString(g.Name(passed.Pop()))
	}
	if p.st.passed.Empty() {
		b.WriteByte('-')
	}
	if p.r.CountChecks {
		fmt.Fprintf(&b, " %d+%d", p.st.checks[0], p.st.checks[1])
	}
	fmt.Fprintf(&b, " %d %d", p.st.clock, p.first+int(p.st.turns))
	return b.String()
}

// writeRow writes a rank. A piece that was promoted to its one promoted form is written as it was, after a plus.
func (p *Position) writeRow(b *strings.Builder, rank int) {
	empty := 0
	flush := func() {
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
			empty = 0
		}
	}
	for file := 0; file < p.r.Geometry.Files; file++ {
		s := p.r.Geometry.Square(file, rank)
		pc := p.at[s]
		if pc == board.NoPiece {
			empty++
			continue
		}
		flush()
		if was := p.plus[s]; was != board.NoType {
			b.WriteByte('+')
			pc = board.MakePiece(pc.Color(), was)
		}
		b.WriteByte(p.r.Letter(pc))
	}
	flush()
}
