package game

import (
	"strings"

	"buluo/board"
)

// zhName is what pieces of some keys are called: Red's and Black's name, and what else they are called in the scripts and
// sets in use.
type zhName struct {
	keys       string
	red, black rune
	others     string
}

// zhNames lists the pieces that have a Chinese name. All soldiers share theirs, which stands first.
var zhNames = [...]zhName{
	{"soldier", '兵', '卒', ""},
	{"king", '帅', '将', "帥將"},
	{"fers", '仕', '士', ""},
	{"elephant", '相', '象', ""},
	{"horse knight", '马', '马', "馬傌"},
	{"rook", '车', '车', "車俥"},
	{"cannon", '炮', '炮', "砲包"},
	{"banner", '旗', '旗', ""},
	{"gold", '金', '金', ""},
	{"silver", '银', '银', "銀"},
}

// The numbers of both sides: Red counts in characters, Black in digits.
const (
	zhNumerals = "一二三四五六七八九十"
	zhDigits   = "０１２３４５６７８９"
)

// zhPromotes stands between a move and what its piece becomes.
const zhPromotes = "变"

// nameAll gives every type its name: the character of its kind for the first type of that kind, its letter for any other.
func (s *scribe) nameAll() {
	// Soldiers (row 0) may share their name, since they are numbered together. Two other kinds under one name could not be told apart.
	var taken [len(zhNames)]bool
	for i := range s.r.Spec().Pieces {
		t := board.PieceType(i + 1)
		s.names[t] = string(s.letter(t))
		k := s.zhKind(t)
		if k < 0 || k > 0 && taken[k] {
			continue
		}
		taken[k] = true
		if s.names[t] = string(zhNames[k].red); s.p.Side() == board.Black {
			s.names[t] = string(zhNames[k].black)
		}
	}
}

// zhKind returns the row of zhNames that a type belongs to, -1 for none.
func (s *scribe) zhKind(t board.PieceType) int {
	if s.soldiers.Has(t) {
		return 0
	}
	key := s.r.Spec().Piece(t).Key
	for k := range zhNames {
		for _, one := range strings.Fields(zhNames[k].keys) {
			if one == key {
				return k
			}
		}
	}
	return -1
}

// zhOrdinal writes a number from 1 to 99 in characters.
func zhOrdinal(n int) string {
	// Ten is a character of its own, so that 12 is ten two and 20 two ten, without a zero.
	numeral := func(i int) string { return string([]rune(zhNumerals)[i-1]) }
	switch {
	case n <= 10:
		return numeral(n)
	case n < 20:
		return numeral(10) + numeral(n-10)
	}
	text := numeral(n/10) + numeral(10)
	if n%10 > 0 {
		text += numeral(n % 10)
	}
	return text
}

// zhNumber writes a number as the side to move does.
func (s *scribe) zhNumber(n int) string {
	if s.p.Side() == board.White {
		return zhOrdinal(n)
	}
	// Black's digits are full width, as the characters between which they stand.
	digits := []rune(zhDigits)
	text := string(digits[n%10])
	if n > 9 {
		text = string(digits[n/10]) + text
	}
	return text
}

// zhPlace names a place in a file: front and rear of two, with a middle of three, and a numeral from the front of more.
func zhPlace(index, count int) string {
	switch {
	case count > 3:
		return zhOrdinal(index)
	case index == 1:
		return "前"
	case index == count:
		return "后"
	}
	return "中"
}

// chinese writes a move. A piece alone on its file is its name and the file: 炮二平五. Of several the place comes first: 前马进七, 三兵进一;
// where soldiers crowd on two files or more, the file takes the place of their name, as in WXF: 三五进一.
func (s *scribe) chinese(m board.Move) string {
	if m.Kind() == board.Pass {
		return passText
	}
	// No game of xiangqi castles and there is no word for it, but a variant of the family may.
	if m.Kind() == board.Castle {
		return uci(s.r, m)
	}
	t := s.p.At(m.From()).Type()
	st := s.stand(m.From())
	file := s.zhNumber(s.number(s.r.Geometry.File(m.From())))
	soldier := s.soldiers.Has(t)
	var who string
	switch {
	// Two advisors or elephants on one file need no place where the other could not go so; soldiers are always told apart by
	// it.
	case st.count == 1 || st.count == 2 && !soldier && !s.twinCould(m):
		who = s.names[t] + file
	case soldier && st.several:
		who = zhPlace(st.index, st.count) + file
	default:
		who = zhPlace(st.index, st.count) + s.names[t]
	}
	// The direction is one of WXF's three characters, in whose order zhOps stands.
	op, dest := s.course(m)
	text := who + zhOps[strings.IndexByte("+-=", op)] + s.zhNumber(dest)
	if to := promotedTo(s.r, s.p, m); to != board.NoType {
		text += zhPromotes + s.names[to]
	}
	return text
}

// zhOps are forward, backward and sideways.
var zhOps = [...]string{"进", "退", "平"}

// zhToken is a piece of a Chinese text.
type zhToken struct {
	kind  byte // n number, w name, p place, o direction, c promotes
	value int  // the number; the place: 1 front, -1 rear, 0 middle; the direction as WXF's character
	types board.TypeSet
}

// readChinese reads a move in simplified or traditional characters, numbers of either side and either width.
func (s *scribe) readChinese(text string) ([]want, bool) {
	if text == passText {
		return []want{{pass: true}}, false
	}
	tokens, ok := s.zhTokens(text)
	if !ok || len(tokens) < 4 || tokens[2].kind != 'o' || tokens[3].kind != 'n' {
		return nil, true
	}
	w := want{relative: true, op: byte(tokens[2].value), dest: tokens[3].value}
	switch len(tokens) {
	// Who, which of them or where, the direction, and how far: four tokens. A promotion adds two.
	case 4:
	case 6:
		if tokens[4].kind != 'c' || tokens[5].kind != 'w' {
			return nil, true
		}
		// A name may stand for several types, of which the first has the character in this notation and the others letters
		// (see nameAll).
		for t := board.PieceType(1); int(t) <= len(s.r.Spec().Pieces); t++ {
			if tokens[5].types.Has(t) {
				w.promotion = t
				break
			}
		}
	default:
		return nil, true
	}
	if !w.zhWho(tokens[0], tokens[1]) {
		return nil, true
	}
	return []want{w}, false
}

// zhWho reads which piece is meant: name and file, place and name, or place and file, where a number may be a place.
func (w *want) zhWho(a, b zhToken) bool {
	switch {
	case a.kind == 'w' && b.kind == 'n':
		w.types, w.file = a.types, b.value
		return b.value > 0
	case a.kind == 'p':
		// The middle one is the second of exactly three.
		if w.index = a.value; a.value == 0 {
			w.index, w.of = 2, 3
		}
	// From four comrades on they are counted from the front.
	case a.kind == 'n' && a.value > 0:
		w.index = a.value
	default:
		return false
	}
	switch b.kind {
	case 'w':
		w.types = b.types
	case 'n':
		w.file = b.value
		return b.value > 0
	default:
		return false
	}
	return true
}

// zhTokens cuts a text into tokens; false where a character has no meaning.
func (s *scribe) zhTokens(text string) ([]zhToken, bool) {
	var tokens []zhToken
	for _, ch := range text {
		// No move has more than six. A text without end is not read to its end.
		if len(tokens) > 8 {
			return nil, false
		}
		if n, ok := zhDigit(ch); ok {
			// Digits in a row are one number; so are ten and what follows it. Characters are numbers of their own otherwise.
			if last := len(tokens) - 1; last >= 2 && tokens[last].kind == 'n' && tokens[last].value <= 10 {
				if tokens[last].value == 10 && strings.ContainsRune(zhNumerals, ch) {
					tokens[last].value += n
					continue
				}
				if !strings.ContainsRune(zhNumerals, ch) && tokens[last].value < 10 {
					tokens[last].value = tokens[last].value*10 + n
					continue
				}
			}
			tokens = append(tokens, zhToken{kind: 'n', value: n})
			continue
		}
		tok, ok := s.zhWord(ch)
		if !ok {
			return nil, false
		}
		tokens = append(tokens, tok)
	}
	return tokens, true
}

// zhDigit returns the value of a digit in any of the three scripts.
func zhDigit(ch rune) (int, bool) {
	if ch >= '0' && ch <= '9' {
		return int(ch - '0'), true
	}
	// The index counts bytes, of which every character in these two rows takes as many as the first.
	if i := strings.IndexRune(zhDigits, ch); i >= 0 {
		return i / len("０"), true
	}
	if i := strings.IndexRune(zhNumerals, ch); i >= 0 {
		return i/len("一") + 1, true
	}
	return 0, false
}

// zhWord returns the token of any other character.
func (s *scribe) zhWord(ch rune) (zhToken, bool) {
	switch ch {
	case '前':
		return zhToken{kind: 'p', value: 1}, true
	case '中':
		return zhToken{kind: 'p', value: 0}, true
	case '后', '後':
		return zhToken{kind: 'p', value: -1}, true
	case '进', '進':
		return zhToken{kind: 'o', value: forward}, true
	case '退':
		return zhToken{kind: 'o', value: backward}, true
	case '平':
		return zhToken{kind: 'o', value: sideways}, true
	case '变', '變':
		return zhToken{kind: 'c'}, true
	}
	// Pieces that have no Chinese name are written by their letters.
	if ch < 0x80 {
		types := board.TypeSet(0)
		if ch >= 'A' && ch <= 'Z' || ch >= 'a' && ch <= 'z' {
			if t := s.letterType(byte(ch)); t != board.NoType {
				types = types.With(t)
			}
		}
		return zhToken{kind: 'w', types: types}, types != 0
	}
	return s.zhPiece(ch)
}

// zhPiece returns the token of a piece's name, whichever side's it is.
func (s *scribe) zhPiece(ch rune) (zhToken, bool) {
	tok := zhToken{kind: 'w'}
	for k := range zhNames {
		if n := &zhNames[k]; ch != n.red && ch != n.black && !strings.ContainsRune(n.others, ch) {
			continue
		}
		for i := range s.r.Spec().Pieces {
			// All types of the kind: what else distinguishes the move decides between them.
			if t := board.PieceType(i + 1); s.zhKind(t) == k {
				tok.types = tok.types.With(t)
			}
		}
	}
	return tok, tok.types != 0
}
