package variant

import (
	"fmt"
	"strconv"
	"strings"

	"buluo/board"
)

// The value kinds. What a key takes follows from the field it sets: read and format switch on the pointer's type, and
// kindOf names the kind for error texts and docs.

// kindOf describes what a value of the target's kind looks like.
func kindOf(target any) string {
	switch t := target.(type) {
	case *bool:
		return "true or false"
	case *int:
		return "a whole number, 0 or more"
	case *fullMoves:
		return "a whole number of full moves, 0 or more"
	case *rank:
		return fmt.Sprintf("a rank, 1 to %d", board.MaxRanks)
	case *file:
		return fmt.Sprintf("a file, a to %c or 1 to %d", 'a'+board.MaxFiles-1, board.MaxFiles)
	case *string:
		return "text"
	case *region:
		return "squares: a1 and the like, *3 (a whole rank), c* (a whole file), or - (none)"
	case *slotSet:
		return "piece letters, or - (none)"
	case *setOrAll:
		return "piece letters, * (all together), or - (none)"
	case *slot:
		return "one piece letter"
	case *pieceOrAll:
		return "one piece letter, or * (any)"
	case *result:
		return oneOf(valueWords[Win:])
	case *counts:
		return "letter:number pairs"
	case *promote:
		return "letter:letter pairs, - for no promotion"
	case *synonyms:
		return "letter:letter pairs, - for no second letter"
	case *Value:
		return oneOf(valueWords)
	case *Chase:
		return oneOf(chaseWords)
	case *Insufficient:
		return oneOf(insufficientWords)
	default:
		return fmt.Sprintf("%T", t)
	}
}

// oneOf lists words for a sentence.
func oneOf(words []string) string {
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// read reads a value into a field of the draft, whose board and pieces it may refer to. It returns what is wrong, each as
// a sentence; a wrong part leaves the field as far as it could be read.
//
// White space behind a value is a mistake only where it changes what the reference reads: behind words.
func (d *draft) read(text string, target any) []string {
	exact := text
	text = strings.TrimRight(text, " \t")
	switch t := target.(type) {
	case *bool:
		return readBool(exact, t)
	case *int:
		return readInt(exact, t)
	case *fullMoves:
		return readFullMoves(exact, t)
	case *rank:
		return readRank(exact, t)
	case *file:
		return readFile(exact, t)
	case *string:
		*t = text
		return nil
	case *Value:
		return readWord(exact, valueWords, t)
	case *result:
		return readResult(exact, t)
	case *Chase:
		return readWord(exact, chaseWords, t)
	case *Insufficient:
		return readWord(exact, insufficientWords, t)
	}
	return d.readPieces(text, target)
}

// readPieces reads the kinds of value that need the draft's board or pieces.
func (d *draft) readPieces(text string, target any) []string {
	switch t := target.(type) {
	case *region:
		return d.readRegion(text, t)
	case *slotSet:
		return d.readSet(text, t)
	case *setOrAll:
		if text == "*" {
			*t = setOrAll(setOf(anySlot))
			return nil
		}
		return d.readSet(text, (*slotSet)(t))
	case *slot:
		return d.readPiece(text, t)
	case *pieceOrAll:
		if text == "*" {
			*t = pieceOrAll(anySlot)
			return nil
		}
		return d.readPiece(text, (*slot)(t))
	case *counts:
		return d.readCounts(text, t)
	case *promote:
		return d.readPromote(text, t)
	case *synonyms:
		return d.readSynonyms(text, t)
	}
	panic(fmt.Sprintf("variant: no reader for %T", target)) // a row of the key table is wrong
}

// readBool reads the two words of the reference, in its spelling only.
func readBool(exact string, target *bool) []string {
	if exact != "true" && exact != "false" {
		return notA(exact, kindOf(target))
	}
	*target = exact == "true"
	return nil
}

// readInt reads a whole number.
func readInt(exact string, target *int) []string {
	n, ok := number(strings.TrimRight(exact, " \t"))
	if !ok {
		return notA(exact, numberKind)
	}
	*target = n
	return nil
}

// readFullMoves reads moves of both sides, which are kept as plies.
func readFullMoves(exact string, target *fullMoves) []string {
	var n int
	problems := readInt(exact, &n)
	// Kept as plies, so that a clock of an odd number (noCaptureClock) has its place in the same field.
	*target = fullMoves(2 * n)
	return problems
}

// readRank reads a rank of the largest board.
func readRank(exact string, target *rank) []string {
	n, ok := number(strings.TrimRight(exact, " \t"))
	if !ok || n < 1 || n > board.MaxRanks {
		return notA(exact, kindOf(target))
	}
	*target = rank(n - 1)
	return nil
}

// readResult reads a Value that is not none.
func readResult(exact string, target *result) []string {
	var v Value
	problems := readWord(exact, valueWords[Win:], &v)
	// The words are those of Value without the first, none.
	*target = result(v) + result(Win)
	return problems
}

// maxNumber bounds every number in a file; sums and doubles of it stay far from overflow.
const maxNumber = 100000

var numberKind = fmt.Sprintf("a whole number from 0 to %d", maxNumber)

// number reads digits and nothing but digits.
func number(text string) (int, bool) {
	if text == "" || !isDigit(text[0]) {
		return 0, false
	}
	// The reference takes what begins as a number for one (60abc is 60).
	n, err := strconv.Atoi(text)
	return n, err == nil && n <= maxNumber
}

// notA says that a value is not of its kind, and names the usual culprits.
func notA(text, kind string) []string {
	s := fmt.Sprintf("%q is not %s", text, kind)
	trimmed := strings.TrimRight(text, " \t")
	if trimmed != text {
		s += "; take the white space behind it away"
	}
	return []string{s}
}

// readWord reads a constant by its word.
func readWord[E ~uint8](text string, words []string, target *E) []string {
	for i, w := range words {
		if w == text {
			*target = E(i)
			return nil
		}
	}
	return notA(text, oneOf(words))
}

// readFile reads a file as a letter or as a number.
func readFile(exact string, target *file) []string {
	text := strings.TrimRight(exact, " \t")
	n, ok := number(text)
	if !ok && len(text) == 1 {
		n = int(text[0]-'a') + 1
	}
	if n < 1 || n > board.MaxFiles {
		return notA(exact, kindOf(target))
	}
	*target = file(n - 1)
	return nil
}

// geometry returns the draft's own board.
func (d *draft) geometry() board.Geometry {
	return board.Geometry{Files: int(d.maxFile) + 1, Ranks: int(d.maxRank) + 1}
}

// readRegion reads a list of squares. Wildcards take the whole rank or file of the largest board along.
func (d *draft) readRegion(text string, target *region) []string {
	var problems []string
	var b board.Bits
	words := strings.Fields(text)
	// Good squares count though others are wrong, so that what follows from the region is not complained of, too.
	for _, w := range words {
		bits, problem := d.readSquares(w, len(words) == 1)
		if problem != "" {
			problems = append(problems, problem)
		}
		b = b.Or(bits)
	}
	*target = region(b)
	return problems
}

// readSquares reads one word of a list of squares. alone says that it is the whole list.
func (d *draft) readSquares(w string, alone bool) (board.Bits, string) {
	g := d.geometry()
	if w == "-" {
		if !alone {
			return board.Bits{}, `"-" means no squares, and what follows it is not read; take it away`
		}
		return board.Bits{}, ""
	}
	if len(w) < 2 {
		return board.Bits{}, fmt.Sprintf("%q is not a square; write a1, *3 for a rank, c* for a file or - for none", w)
	}
	f, r := int(lower(w[0]))-'a', 0
	if w[1:] != "*" {
		var ok bool
		r, ok = number(w[1:])
		if !ok || w[1] == '0' || w[0] != '*' && !isLetter(w[0]) {
			return board.Bits{}, fmt.Sprintf("%q is not a square; write a1, *3 for a rank, c* for a file or - for none", w)
		}
	}
	if d.orphan {
		g = wide // a stanza may have made the unknown board smaller
	}
	fileOn, rankOn := g.On(f, 0), g.On(0, r-1)
	switch {
	// Lines run over the largest board: a stanza built on this one may have a wider one, and its rank is to be whole as
	// well.
	case w[0] == '*' && w[1] != '*' && rankOn:
		return wide.RankBits(r - 1), ""
	case w[1:] == "*" && fileOn:
		return wide.FileBits(f), ""
	case w[0] != '*' && w[1] != '*' && fileOn && rankOn:
		return board.Bit(wide.Square(f, r-1)), ""
	}
	return board.Bits{}, fmt.Sprintf("%q is not on the %dx%d board (a1 to %s)",
		w, g.Files, g.Ranks, g.Name(board.Square(g.Size()-1)))
}

// readLetter finds the piece a letter stands for.
func (d *draft) readLetter(c byte) (slot, string) {
	// Of a variant whose template is missing every letter might be a piece.
	if d.orphan && isLetter(c) {
		return pawnSlot, ""
	}
	if p, ok := d.holder(c); ok && isLetter(c) {
		return p, ""
	}
	return 0, fmt.Sprintf("%q is no piece of this variant; its letters are %s", string(c), d.letters())
}

// letters lists the letters in use, in the order of slots.
func (d *draft) letters() string {
	var out []byte
	for p := pawnSlot; p < slots; p++ {
		if d.letter[p] != 0 {
			out = append(out, d.letter[p])
		}
	}
	if len(out) == 0 {
		return "not defined"
	}
	return string(out)
}

// readSet reads piece letters, with white space between them or not.
func (d *draft) readSet(text string, target *slotSet) []string {
	var problems []string
	*target = 0
	if text == "-" {
		return nil
	}
	for _, w := range strings.Fields(text) {
		for i := 0; i < len(w); i++ {
			// The kinds of value that know the star read it before they come here.
			if w[i] == '*' {
				problems = append(problems, "* is not every piece here (beside other letters it is nothing at all to the reference); "+
					"list the letters")
				continue
			}
			if w[i] == '-' {
				problems = append(problems, `"-" is no pieces and stands alone; what follows it would not be read`)
				continue
			}
			p, problem := d.readLetter(w[i])
			if problem != "" {
				problems = append(problems, problem)
				continue
			}
			*target |= setOf(p)
		}
	}
	return problems
}

// readPiece reads one piece letter.
func (d *draft) readPiece(text string, target *slot) []string {
	if len(text) != 1 || !isLetter(text[0]) {
		return notA(text, "one piece letter")
	}
	p, problem := d.readLetter(text[0])
	if problem != "" {
		return []string{problem}
	}
	*target = p
	return nil
}

// pairs splits `p:1 q:2` and hands on each letter's slot and what stands behind its colon.
func (d *draft) pairs(text, example string, each func(p slot, value string) string) []string {
	var problems []string
	for _, w := range strings.Fields(text) {
		letter, value, ok := strings.Cut(w, ":")
		if !ok || len(letter) != 1 || value == "" {
			problems = append(problems, fmt.Sprintf("%q is not a pair like %s", w, example))
			continue
		}
		p, problem := d.readLetter(letter[0])
		if problem == "" {
			problem = each(p, value)
		}
		if problem != "" {
			problems = append(problems, problem)
		}
	}
	return problems
}

// readCounts reads letter:number pairs. Pieces that it does not name keep what the template gave them.
func (d *draft) readCounts(text string, target *counts) []string {
	return d.pairs(text, "p:100", func(p slot, value string) string {
		n, ok := number(value)
		if !ok {
			return notA(value, numberKind)[0]
		}
		target[p] = n
		return ""
	})
}

// readPromote reads letter:letter pairs. Pieces that it does not name keep what the template gave them.
func (d *draft) readPromote(text string, target *promote) []string {
	return d.pairs(text, "p:g", func(p slot, value string) string {
		if value == "-" {
			target[p] = anySlot
			return ""
		}
		if len(value) != 1 {
			return fmt.Sprintf("%q is not one piece letter", value)
		}
		to, problem := d.readLetter(value[0])
		if problem == "" {
			target[p] = to
		}
		return problem
	})
}

// readSynonyms reads letter:letter pairs, in which every second letter must be free.
func (d *draft) readSynonyms(text string, target *synonyms) []string {
	return d.pairs(text, "n:h", func(p slot, value string) string {
		if len(value) != 1 || value != "-" && !isLetter(value[0]) {
			return fmt.Sprintf("%q is not one letter", value)
		}
		c := lower(value[0])
		if held, taken := d.holder(c); taken {
			return fmt.Sprintf("%q is the letter of the %s already", value, held.key())
		}
		for q := range target {
			if target[q] == c && slot(q) != p {
				return fmt.Sprintf("%q is the second letter of the %s already", value, slot(q).key())
			}
		}
		if target[p] = c; c == '-' {
			target[p] = 0
		}
		return ""
	})
}
