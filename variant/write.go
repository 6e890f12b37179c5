package variant

import (
	"fmt"
	"strconv"
	"strings"

	"buluo/board"
)

// INI writes the variant as one stanza without a template, which Parse reads back into an equal Spec (Template apart, which
// is then "").
func (s *Spec) INI() string {
	text, _ := s.ini(newDraft(), false)
	return text
}

// ReferenceINI writes the variant as one stanza that the reference can load. What it cannot express stands in the text as
// comments, and lost names it: the reference plays another game to that extent. Second FEN letters are lost too, but only
// change which FENs can be read; they are not listed. The stanza has the variant's own name: the reference ignores it if
// it has a variant of that name built in.
//
// The stanza has no template, but for the variants whose king is xiangqi's general. To the reference a king that a stanza
// gives moves to is a piece of another kind than that general, whatever the moves: its evaluation counts the danger to a
// general in the endgame as well, to any other king in the middle game alone. So those are written as what they change of
// a built-in variant with a general, and the reference searches them as it searches the same variant by anyone else's stanza.
func (s *Spec) ReferenceINI() (text string, lost []string) {
	return s.ini(s.referenceBase(), true)
}

// referenceBase returns the draft that the reference's stanza begins with: a built-in variant with a general for a variant that has one,
// else the defaults. The built-in variants are not written over themselves.
func (s *Spec) referenceBase() *draft {
	c, err := catalogue()
	if err != nil {
		return newDraft()
	}
	// The letter and the moves of the king are what a template must have in common; all else can be said on top.
	want := s.widen()
	for _, name := range []string{"xiangqi", "minixiangqi"} {
		base := c.draft(name)
		if base != nil && name != s.Name && base.letter[kingSlot] == want.letter[kingSlot] && base.moves[kingSlot] == want.moves[kingSlot] {
			return base.foreign()
		}
	}
	return newDraft()
}

// foreign returns the draft as the reference has it: our own keys were never said. The second letters are the reference's too.
func (d *draft) foreign() *draft {
	c, bare := *d, newDraft()
	for _, k := range ownKeys() {
		if k.name == "fenSynonyms" {
			continue
		}
		values := k.at(bare)
		for i, target := range k.at(&c) {
			d.read(d.format(values[i]), target)
		}
	}
	return &c
}

// writer writes a draft as the keys that lead to it from the defaults.
type writer struct {
	out       strings.Builder
	want      *draft
	now       *draft // what the lines so far amount to
	reference bool
	lost      []string
}

// ini writes the stanza over a base for one of the two readers. A base with a name is its template.
func (s *Spec) ini(base *draft, reference bool) (string, []string) {
	w := &writer{want: s.widen(), now: base.derive(s.Name), reference: reference}
	if !w.want.doubleStep {
		w.want.doubleStepRegion = w.now.doubleStepRegion // a region without double steps would only be refused
	}
	if s.Doc != "" {
		fmt.Fprintf(&w.out, "# %s\n", s.Doc)
	}
	head := s.Name
	if base.name != "" {
		head += ":" + base.name
	}
	fmt.Fprintf(&w.out, "[%s]\n", head)
	for _, k := range boardKeys() {
		want, now := k.at(w.want)[0], k.at(w.now)[0]
		// Each side formats its own size, since format cuts files down to its board.
		if value := w.want.format(want); value != w.now.format(now) {
			fmt.Fprintf(&w.out, "%s = %s\n", k.name, value)
		}
	}
	for p := pawnSlot; p < slots; p++ {
		w.piece(p)
	}
	for _, k := range ruleKeys() {
		// Deprecated keys, and the one that sets three others.
		if k.instead != "" || k.name == "pawnTypes" { // other keys say the same
			continue
		}
		if k.name == "noCaptureClock" && w.want.clockPlies%2 == 0 {
			continue // nMoveRule says it, and to the reference too
		}
		w.key(k)
	}
	return w.out.String(), w.lost
}

// piece writes a piece and its regions, or that the base's piece is gone.
func (w *writer) piece(p slot) {
	letter := w.want.letter[p]
	switch {
	case !p.exists() || letter == 0 && w.now.letter[p] == 0:
		return
	// A piece of the template's that this variant lacks.
	case letter == 0:
		fmt.Fprintf(&w.out, "%s = -\n", p.key())
		w.now.remove(p)
		return
	case letter != w.now.letter[p] || w.want.moves[p] != w.now.moves[p]:
		w.letter(p)
	}
	for c, name := range colorNames {
		m, now := w.want.mobility[c][p], w.now.mobility[c][p]
		if w.want.format(&m) != w.want.format(&now) || (m == region{}) != (now == region{}) {
			fmt.Fprintf(&w.out, "mobilityRegion%s%s = %s\n", name, p.capitalized(), w.want.format(&m))
			w.now.mobility[c][p] = m
		}
	}
}

// letter writes a piece's letter, with the moves where the key does not say them.
func (w *writer) letter(p slot) {
	letter := w.want.letter[p]
	value := string(letter)
	if p.custom() || p == kingSlot && w.want.moves[p] != "" {
		value += ":" + w.want.moves[p]
	}
	fmt.Fprintf(&w.out, "%s = %s\n", p.key(), value)
	w.now.add(p, letter)
	w.now.moves[p] = w.want.moves[p]
	// Reading the line back will do the same, and the keys that follow are written against what it leaves.
	if p.custom() && readBetza(w.want.moves[p]).passing {
		for c := range w.now.enPassantTypes {
			w.now.enPassantTypes[c] |= setOf(p)
		}
	}
}

// key writes a key if its fields are not as they should be, and all its fields should be alike.
func (w *writer) key(k key) {
	want, now := k.at(w.want), k.at(w.now)
	differs := false
	value := w.want.format(want[0])
	for i := range want {
		text := w.want.format(want[i])
		if text != value {
			return // the keys for one colour will say it
		}
		differs = differs || w.want.format(now[i]) != text
	}
	if !differs {
		return
	}
	if b, ok := want[0].(*region); ok && w.reference && strings.HasPrefix(k.name, "flagRegion") {
		value = w.want.listRegion(board.Bits(*b))
	}
	comment := ""
	if k.own && w.reference {
		comment = "# "
		if k.name != "fenSynonyms" {
			w.lost = append(w.lost, k.name+" = "+value)
		}
	}
	fmt.Fprintf(&w.out, "%s%s = %s\n", comment, k.name, value)
	// A refusal here would mean that format and read disagree; the round-trip test over the catalogue would show it.
	for _, target := range now {
		w.want.read(value, target)
	}
	if k.then != nil {
		k.then(w.now)
	}
}

// format writes a field as a file does, as far as it concerns the draft's board and pieces. It is the inverse of read.
func (d *draft) format(target any) string {
	switch t := target.(type) {
	case *bool:
		return strconv.FormatBool(*t)
	case *int:
		return strconv.Itoa(*t)
	case *fullMoves:
		return strconv.Itoa(int(*t) / 2)
	case *rank:
		return strconv.Itoa(int(*t) + 1)
	case *file:
		return string(rune('a' + min(*t, d.maxFile)))
	case *string:
		return *t
	case *region:
		return d.formatRegion(board.Bits(*t))
	case *slotSet:
		return d.formatSet(*t)
	case *setOrAll:
		return d.formatSet(slotSet(*t))
	case *slot:
		return d.formatPiece(*t)
	case *pieceOrAll:
		return d.formatPiece(slot(*t))
	case *result:
		return Value(*t).String()
	case *counts:
		return d.formatPairs(func(p slot) string { return nonzero(t[p]) })
	case *promote:
		return d.formatPairs(func(p slot) string { return letterOf(d.letter[t[p]]) })
	case *synonyms:
		return d.formatPairs(func(p slot) string { return letterOf(t[p]) })
	case *Value:
		return t.String()
	case *Chase:
		return t.String()
	case *Insufficient:
		return t.String()
	}
	panic(fmt.Sprintf("variant: no format for %T", target)) // a row of the key table is wrong
}

// nonzero writes a number other than 0.
func nonzero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// letterOf writes a letter, and nothing for none.
func letterOf(c byte) string {
	if c == 0 {
		return ""
	}
	return string(c)
}

// listRegion writes a region square by square. The reference takes a whole rank or file to run over its largest board, and then never finds a flag
// region full (flagPieceBlockedWin) on a smaller one.
func (d *draft) listRegion(b board.Bits) string {
	g := d.geometry()
	var words []string
	for left := (&narrowing{g: g}).bits(region(b)); left.Any(); {
		words = append(words, g.Name(left.Pop()))
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}

// formatRegion writes whole ranks as *n, then whole files as c*, then what is left square by square.
func (d *draft) formatRegion(b board.Bits) string {
	g := d.geometry()
	all := (&narrowing{g: g}).bits(region(b))
	left := all
	var words []string
	// A line is written whole where the region has all of it and something of it is not written yet.
	take := func(line board.Bits, word string) {
		if line.Within(all) && line.Meets(left) {
			words = append(words, word)
			left = left.Without(line)
		}
	}
	for r := 0; r < g.Ranks; r++ {
		take(g.RankBits(r), fmt.Sprintf("*%d", r+1))
	}
	for f := 0; f < g.Files; f++ {
		take(g.FileBits(f), fmt.Sprintf("%c*", 'a'+f))
	}
	for left.Any() {
		words = append(words, g.Name(left.Pop()))
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}

// formatSet writes the letters of the pieces that the variant has.
func (d *draft) formatSet(s slotSet) string {
	if s.has(anySlot) && s&^setOf(anySlot) == 0 {
		return "*"
	}
	var b []byte
	for p := pawnSlot; p < slots; p++ {
		if s.has(p) && d.letter[p] != 0 {
			b = append(b, d.letter[p])
		}
	}
	if len(b) == 0 {
		return "-"
	}
	return string(b)
}

// formatPiece writes one letter, * for any piece, - for one that the variant lacks.
func (d *draft) formatPiece(p slot) string {
	switch {
	case p == anySlot:
		return "*"
	case d.letter[p] == 0:
		return "-"
	}
	return string(d.letter[p])
}

// formatPairs writes letter:value pairs for the pieces that have a value.
func (d *draft) formatPairs(value func(slot) string) string {
	var words []string
	for p := pawnSlot; p < slots; p++ {
		if v := value(p); d.letter[p] != 0 && v != "" {
			words = append(words, fmt.Sprintf("%c:%s", d.letter[p], v))
		}
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}
