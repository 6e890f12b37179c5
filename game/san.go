package game

import (
	"strings"

	"buluo/board"
	"buluo/movegen"
)

// upper turns a FEN letter into White's.
func upper(letter byte) byte {
	if letter >= 'a' && letter <= 'z' {
		letter -= 'a' - 'A'
	}
	return letter
}

// letter returns the capital that stands for a type in a move: its synonym where it has one, so that xiangqi's horse is H and
// not the N of its FEN. (A synonym that is another piece's own letter is none: where E is a soldier, the elephant stays B.)
func (s *scribe) letter(t board.PieceType) byte {
	def := s.r.Spec().Piece(t)
	if def.Synonym != 0 {
		return upper(def.Synonym)
	}
	return upper(def.Letter)
}

// becomeText is what follows a promotion, with the equals sign; "" for other moves.
func (s *scribe) becomeText(m board.Move) string {
	t := promotedTo(s.r, s.p, m)
	if t == board.NoType {
		return ""
	}
	return "=" + string(upper(s.r.Spec().Piece(t).Letter))
}

// san writes a move without its mark of check.
func (s *scribe) san(m board.Move) string {
	switch m.Kind() {
	case board.Pass:
		return passText
	case board.Castle:
		if m.To() > m.From() {
			return "O-O"
		}
		return "O-O-O"
	}
	t := s.p.At(m.From()).Type()
	var text strings.Builder
	// A pawn's capture names its file even where no other could make it.
	pawn, capture := s.r.Spec().Piece(t).Pawn, s.p.Captured(m) != board.NoPiece
	if !pawn {
		text.WriteByte(s.letter(t))
	}
	if pawn && capture {
		text.WriteByte(byte('a' + s.r.Geometry.File(m.From())))
	} else {
		text.WriteString(s.origin(m, t))
	}
	if capture {
		text.WriteByte('x')
	}
	text.WriteString(s.r.Geometry.Name(m.To()))
	text.WriteString(s.becomeText(m))
	return text.String()
}

// origin returns as much of a move's origin as tells it from the other pieces of its type that could make it: nothing, the file, the
// rank, or both, in this order of preference.
func (s *scribe) origin(m board.Move, t board.PieceType) string {
	g := s.r.Geometry
	var rivals, sameFile, sameRank bool
	for _, o := range s.legal {
		// Legal moves alone count: a knight that is pinned is no rival, as in the standard.
		if o.From() == m.From() || o.To() != m.To() || o.Kind() != m.Kind() || o.Promotion() != m.Promotion() || s.p.At(o.From()).Type() != t {
			continue
		}
		rivals = true
		sameFile = sameFile || g.File(o.From()) == g.File(m.From())
		sameRank = sameRank || g.Rank(o.From()) == g.Rank(m.From())
	}
	name := g.Name(m.From())
	switch {
	case !rivals:
		return ""
	// The file is one letter; the rank may be two digits.
	case !sameFile:
		return name[:1]
	case !sameRank:
		return name[1:]
	}
	return name
}

// checkMark returns + for a move that gives check and # where nothing can be played after it.
func (s *scribe) checkMark(m board.Move) string {
	s.p.Do(m)
	defer s.p.Undo()
	switch {
	case !s.p.InCheck():
		return ""
	// Only mate has the mark: a game that ends otherwise by a move with check is told by its result.
	case movegen.For(s.r).Any(s.p):
		return "+"
	}
	return "#"
}

// readSAN reads a move from which the marks of check and comment have been cut. Captures need no x, and any part of the origin may be
// given: Nb1-c3 is as good as Nc3.
func (s *scribe) readSAN(text string) ([]want, bool) {
	switch text {
	case "O-O", "0-0":
		return []want{{castle: 1}}, false
	case "O-O-O", "0-0-0":
		return []want{{castle: 2}}, false
	case passText, "0000", "Z0", "null":
		return []want{{pass: true}}, false
	}
	var w want
	// A capital at the end is a promotion: every other move ends in its rank.
	if n := len(text); n > 2 && text[n-1] >= 'A' && text[n-1] <= 'Z' {
		if w.promotion = s.r.Spec().Type(text[n-1]); w.promotion == board.NoType {
			return nil, true
		}
		text = strings.TrimSuffix(text[:n-1], "=")
	}
	if text == "" {
		return nil, true
	}
	// Without a capital it is a pawn's; the small letters are files.
	if text[0] >= 'A' && text[0] <= 'Z' {
		t := s.letterType(text[0])
		if t == board.NoType {
			return nil, true
		}
		w.types, text = w.types.With(t), text[1:]
	} else {
		w.types = s.pawns()
	}
	if !s.readSquares(&w, text) {
		return nil, true
	}
	return []want{w}, false
}

// pawns returns the types whose moves have no letter.
func (s *scribe) pawns() board.TypeSet {
	var ts board.TypeSet
	for i := range s.r.Spec().Pieces {
		if s.r.Spec().Pieces[i].Pawn {
			ts = ts.With(board.PieceType(i + 1))
		}
	}
	if ts == 0 {
		ts = 1 << board.NoType // no types at all would fit every piece, this fits none
	}
	return ts
}

// letterType returns the type that a capital stands for: what letter writes comes before what FENs write, so that every text means
// what it would be written for.
func (s *scribe) letterType(letter byte) board.PieceType {
	for i := range s.r.Spec().Pieces {
		if t := board.PieceType(i + 1); s.letter(t) == upper(letter) {
			return t
		}
	}
	return s.r.Spec().Type(letter)
}

// readSquares reads [file][rank][x]square.
func (s *scribe) readSquares(w *want, text string) bool {
	g := s.r.Geometry
	// The last file letter begins the square that is reached; what stands before it says where from.
	i := strings.LastIndexFunc(text, func(r rune) bool { return r >= 'a' && r <= 'l' })
	if i < 0 {
		return false
	}
	to, rest, ok := g.CutSquare(text[i:])
	if !ok || rest != "" {
		return false
	}
	w.toFile, w.toRank = g.File(to)+1, g.Rank(to)+1
	// A capture may be written with x or a colon, a quiet move with a dash, but not with two of them.
	from := strings.TrimRight(text[:i], "x-:")
	if len(text[:i])-len(from) > 1 {
		return false
	}
	if from != "" && from[0] >= 'a' && from[0] <= 'l' {
		w.fromFile, from = int(from[0]-'a')+1, from[1:]
	}
	if from == "" {
		return true
	}
	rank, rest, ok := cutNumber(from)
	w.fromRank = rank
	return ok && rest == "" && rank >= 1 && rank <= g.Ranks
}

// cutNumber reads a number of at most two digits at the front of a text.
func cutNumber(text string) (n int, rest string, ok bool) {
	i := 0
	for i < len(text) && i < 2 && text[i] >= '0' && text[i] <= '9' {
		n = n*10 + int(text[i]-'0')
		i++
	}
	return n, text[i:], i > 0
}
