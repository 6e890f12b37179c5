package game

import (
	"fmt"
	"slices"
	"strings"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
)

// Notation is a way to write moves. The zero Notation is UCI, which every move of every variant has.
type Notation uint8

// The notations.
const (
	UCI     Notation = iota // h3e3: files by letter, ranks from 1
	ICCS                    // h2e2 or H2-E2: ranks from 0; boards of ten ranks, and the xiangqi family
	WXF                     // C2=5: the World Xiangqi Federation's; the xiangqi family
	Chinese                 // 炮二平五; the xiangqi family
	SAN                     // Nf3, exd5, O-O: files by letter, ranks from 1
	numNotations
)

var notationNames = [numNotations]string{"uci", "iccs", "wxf", "chinese", "san"}

// looks shows what a move of each notation looks like, for errors.
var looks = [numNotations]string{"h3e3", "h2e2 or H2-E2", "C2=5 or 18+1", "炮二平五", "Nf3 or exd5"}

// String names the notation in lower case.
func (n Notation) String() string {
	if int(n) < len(notationNames) {
		return notationNames[n]
	}
	return "unknown"
}

// ParseNotation reads what String writes.
func ParseNotation(text string) (Notation, error) {
	for i, name := range notationNames {
		if strings.EqualFold(name, text) {
			return Notation(i), nil
		}
	}
	return UCI, fmt.Errorf("%q is no notation; there are %s", text, strings.Join(notationNames[:], ", "))
}

// xiangqiFamily is the variantTemplate that tells a program to show a variant as xiangqi.
const xiangqiFamily = "xiangqi"

// Defined reports whether the notation exists for a variant. Where it does not, Format and Parse speak UCI.
func (n Notation) Defined(r *rules.Rules) bool {
	xiangqi := r.Spec().Family == xiangqiFamily
	switch n {
	case UCI, SAN:
		return true
	case ICCS:
		return xiangqi || r.Geometry.Ranks == board.MaxRanks
	case WXF, Chinese:
		return xiangqi
	}
	return false
}

// Fault is what is wrong with a text that should be a move.
type Fault uint8

// The faults.
const (
	NoFault   Fault = iota
	Malformed       // not a move of the notation at all
	Illegal         // a move, but none that is legal here
	Ambiguous       // several legal moves fit
)

var faultNames = [...]string{"none", "malformed", "illegal", "ambiguous"}

// String names the fault in lower case.
func (f Fault) String() string {
	if int(f) < len(faultNames) {
		return faultNames[f]
	}
	return "unknown"
}

// ParseError says why a text is not a move of a position.
type ParseError struct {
	Fault    Fault
	Notation Notation
	Text     string
	FEN      string
	Moves    []string // what an ambiguous text could mean, in UCI
}

// Error writes the fault as a sentence.
func (e *ParseError) Error() string {
	text := clip(e.Text)
	switch e.Fault {
	case Malformed:
		return fmt.Sprintf("%q is not a move in %s notation, which looks like %s", text, e.Notation, looks[e.Notation%numNotations])
	case Ambiguous:
		return fmt.Sprintf("%q is ambiguous, it could be %s in %s", text, strings.Join(e.Moves, " or "), e.FEN)
	}
	return fmt.Sprintf("%q is not a legal move in %s", text, e.FEN)
}

// clip shortens a text that is no move to what an error can carry.
func clip(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}

// Format writes a legal move. Where the notation does not exist for the variant, or has one text for several legal moves, the move is
// written in UCI; so is a move that is not legal. A pass is --.
//
// One text for several moves happens in WXF and Chinese, which number steps and files alike: on file 2, a soldier that captures diagonally goes
// P2+1 to file 1 just as it goes P2+1 one point ahead. Both are written in UCI then, where the reference writes P2+1 twice.
func Format(n Notation, p *position.Position, m board.Move) string {
	legal := movegen.For(p.Rules()).Legal(p, make([]board.Move, 0, 128))
	// A move that is not legal has no rivals to be told from, and may not even have a piece: UCI needs neither.
	i := slices.Index(legal, m)
	if i < 0 {
		return uci(p.Rules(), m)
	}
	s := newScribe(n, p, legal)
	text := s.write(m)
	for _, other := range legal {
		if other != m && s.n != UCI && s.write(other) == text {
			return uci(s.r, m)
		}
	}
	return text + s.suffix(m)
}

// FormatAll writes every legal move of a position: the moves, and a text for each as Format would write it.
func FormatAll(n Notation, p *position.Position) ([]board.Move, []string) {
	legal := movegen.For(p.Rules()).Legal(p, nil)
	s := newScribe(n, p, legal)
	texts := s.all()
	for i, m := range legal {
		texts[i] += s.suffix(m)
	}
	return legal, texts
}

// Parse returns the legal move that a text means. It reads what Format writes, UCI in every notation but ICCS (whose ranks it would
// shift), and the usual other spellings: castling with zeros, missing or needless marks of capture and check, full-width and
// traditional characters, playOK's lower case and dots. Any other text gives a *ParseError.
func Parse(n Notation, p *position.Position, text string) (board.Move, error) {
	legal := movegen.For(p.Rules()).Legal(p, make([]board.Move, 0, 128))
	s := newScribe(n, p, legal)
	bare := strings.TrimSpace(text)
	// Marks of check, mate and quality are not held to the truth.
	if s.n == SAN {
		bare = strings.TrimRight(bare, "+#!?")
	}
	// What would be written comes first, so that a text that is one move's own never means another's by a looser reading.
	found := s.exact(bare)
	malformed := false
	if len(found) == 0 {
		var wants []want
		if wants, malformed = s.read(bare); !malformed {
			found = s.fitting(wants)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case malformed:
		return board.NoMove, &ParseError{Fault: Malformed, Notation: s.n, Text: text}
	case len(found) == 0:
		return board.NoMove, &ParseError{Fault: Illegal, Notation: s.n, Text: text, FEN: p.FEN()}
	}
	e := &ParseError{Fault: Ambiguous, Notation: s.n, Text: text, FEN: p.FEN()}
	// In UCI, which can be used to say the one that was meant.
	for _, m := range found {
		e.Moves = append(e.Moves, s.r.UCI(m))
	}
	return board.NoMove, e
}

// scribe writes and reads the legal moves of one position in one notation.
type scribe struct {
	n     Notation // UCI where the one asked for is not defined
	p     *position.Position
	r     *rules.Rules
	legal []board.Move

	soldiers board.TypeSet          // WXF and Chinese: the types that are written as one kind
	names    [board.MaxTypes]string // Chinese: what the pieces of the side to move are called
}

// newScribe prepares what a notation needs of the position. A notation that the variant does not have is UCI.
func newScribe(n Notation, p *position.Position, legal []board.Move) *scribe {
	s := &scribe{n: n, p: p, r: p.Rules(), legal: legal}
	if !n.Defined(s.r) {
		s.n = UCI
	}
	if s.n == WXF || s.n == Chinese {
		s.soldiers = soldiers(s.r.Spec())
	}
	if s.n == Chinese {
		s.nameAll()
	}
	return s
}

// passText is a pass in every notation but UCI and ICCS, where it is a square twice.
const passText = "--"

// write returns a legal move's text, which may be that of another one too, without SAN's mark of check.
func (s *scribe) write(m board.Move) string {
	switch s.n {
	case ICCS:
		return s.iccs(m)
	case WXF:
		return s.wxf(m)
	case Chinese:
		return s.chinese(m)
	case SAN:
		return s.san(m)
	}
	return uci(s.r, m)
}

// all writes the legal moves, in UCI those that would share a text.
func (s *scribe) all() []string {
	texts := make([]string, len(s.legal))
	seen := make(map[string]int, len(s.legal))
	for i, m := range s.legal {
		texts[i] = s.write(m)
		seen[texts[i]]++
	}
	for i, m := range s.legal {
		if seen[texts[i]] > 1 {
			texts[i] = uci(s.r, m)
		}
	}
	return texts
}

// exact returns the moves that are written like that, or else the one whose UCI text it is.
func (s *scribe) exact(text string) []board.Move {
	var found []board.Move
	for _, m := range s.legal {
		if s.write(m) == text {
			found = append(found, m)
		}
	}
	// In ICCS the same text is another move, one rank further down.
	if len(found) == 0 && s.n != ICCS {
		for _, m := range s.legal {
			if uci(s.r, m) == text {
				found = append(found, m)
			}
		}
	}
	return found
}

// suffix returns what follows a move's text once it is known to be the only one: SAN's mark of check or mate.
func (s *scribe) suffix(m board.Move) string {
	if s.n != SAN {
		return ""
	}
	return s.checkMark(m)
}

// read parses a text that is nobody's exact one into what it may mean.
func (s *scribe) read(text string) (wants []want, malformed bool) {
	switch s.n {
	case ICCS:
		return s.readICCS(text)
	case WXF:
		return s.readWXF(text)
	case Chinese:
		return s.readChinese(text)
	case SAN:
		return s.readSAN(text)
	}
	return s.readUCI(text)
}

// fitting returns the legal moves that fit one of the wants.
func (s *scribe) fitting(wants []want) []board.Move {
	var found []board.Move
	for _, m := range s.legal {
		if slices.ContainsFunc(wants, func(w want) bool { return w.fits(s, m) }) {
			found = append(found, m)
		}
	}
	return found
}

// want is what a text says about a move. Zero fields say nothing.
type want struct {
	pass      bool
	castle    int // 1 kingside, 2 queenside
	types     board.TypeSet
	promotion board.PieceType // what the piece becomes
	plus      bool            // a piece promotion

	// Coordinates, plus one.
	fromFile, fromRank, toFile, toRank int

	// What the xiangqi notations say instead, in numbers of the mover. Index counts the comrades on the file from the front, -1 is the last;
	// where it is given there must be several, and exactly so many where of is given.
	relative   bool
	file, dest int
	index, of  int
	op         byte // = + -
}

// fits reports whether a legal move is what the text says. What it leaves unsaid fits, so that a short text fits several
// moves and is told as ambiguous.
func (w *want) fits(s *scribe, m board.Move) bool {
	if w.pass || m.Kind() == board.Pass {
		return w.pass && m.Kind() == board.Pass
	}
	// In the castling's own notation a kingside one goes up the files.
	if w.castle != 0 {
		return m.Kind() == board.Castle && (w.castle == 1) == (m.To() > m.From())
	}
	if !s.becomes(w, m) {
		return false
	}
	// A text that names no piece (coordinates, or a place in a file) leaves the type open.
	if w.types != 0 && !w.types.Has(s.p.At(m.From()).Type()) {
		return false
	}
	if w.relative {
		return w.fitsCrowd(s, m)
	}
	g := s.r.Geometry
	return says(w.fromFile, g.File(m.From())+1) && says(w.fromRank, g.Rank(m.From())+1) &&
		says(w.toFile, g.File(m.To())+1) && says(w.toRank, g.Rank(m.To())+1)
}

// becomes reports whether a move promotes to what is wanted. A want that names no promotion fits every move, so that it is ambiguous
// where there is a choice, save that UCI and ICCS always name one.
func (s *scribe) becomes(w *want, m board.Move) bool {
	if w.plus {
		return m.Kind() == board.PiecePromotion
	}
	if w.promotion != board.NoType {
		return promotedTo(s.r, s.p, m) == w.promotion
	}
	return s.n != UCI && s.n != ICCS || promotedTo(s.r, s.p, m) == board.NoType
}

// says holds what a text says, 0 for nothing, against what is.
func says(wanted, is int) bool { return wanted == 0 || wanted == is }

// promotedTo returns the type that a move's piece becomes, NoType where it stays what it is.
func promotedTo(r *rules.Rules, p *position.Position, m board.Move) board.PieceType {
	switch m.Kind() {
	case board.Promotion:
		return m.Promotion()
	case board.PiecePromotion:
		return r.Spec().PromotedType[p.At(m.From()).Type()]
	}
	return board.NoType
}
