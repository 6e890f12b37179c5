package variant

import (
	"fmt"
	"slices"
	"strings"

	"buluo/board"
)

// File is what a text of stanzas says.
type File struct {
	Specs []*Spec // in the order of the file
	Notes Errors  // what is legal but without effect, or deprecated

	drafts []*draft
	under  *File // what it was read over, down to the catalogue; nil for the catalogue itself
	fixed  int   // so many of the first Specs are the reference's own
}

// Parse reads a text of stanzas, which may build on the catalogue's variants and on each other. The file name only
// addresses problems. If anything is wrong the error is an [Errors] with every mistake of the text.
func Parse(file, text string) (*File, error) {
	under, err := catalogue()
	if err != nil {
		return nil, err
	}
	return parse(file, text, under)
}

// Parse reads a further text, which may build on all that f can find, too. Where it has a name of f's again, its own counts; what was
// derived from the earlier one stays as it is.
func (f *File) Parse(file, text string) (*File, error) { return parse(file, text, f) }

// Find returns the variant of that name, from the file or else from what it was read over, the catalogue last.
func (f *File) Find(name string) (*Spec, error) {
	for g := f; g != nil; g = g.under {
		for _, s := range g.Specs {
			if s.Name == name {
				return s, nil
			}
		}
	}
	return nil, fmt.Errorf("no variant is called %q%s", name, didYouMean(name, f.Names()))
}

// Names lists every variant that can be found, each once: the catalogue's in its order, then the others' as they were read.
func (f *File) Names() []string {
	var names []string
	if f.under != nil {
		names = f.under.Names()
	}
	for _, s := range f.Specs {
		if !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}

// draft returns the draft of that name, nil where there is none.
func (f *File) draft(name string) *draft {
	for g := f; g != nil; g = g.under {
		for _, d := range g.drafts {
			if d.name == name {
				return d
			}
		}
	}
	return nil
}

// parse is Parse over a given catalogue, which is how the catalogue itself is read.
func parse(file, text string, under *File) (*File, error) {
	f := &File{under: under}
	stanzas, problems := lex(file, text)
	p := &parser{file: file, into: f, stanzas: stanzas, problems: problems}
	for i, s := range stanzas {
		p.stanza(i, s)
	}
	if len(p.problems) > 0 {
		return nil, p.problems.sorted()
	}
	f.Notes = p.notes.sorted()
	return f, nil
}

// parser carries one Parse.
type parser struct {
	file     string
	into     *File
	stanzas  []*stanza
	problems Errors
	notes    Errors
	broken   []string // names of the stanzas in which something was wrong
}

// fail reports a mistake, once: a value may have the same one in several places.
func (p *parser) fail(line int, key, format string, args ...any) {
	if q := (Problem{p.file, line, key, fmt.Sprintf(format, args...)}); !slices.Contains(p.problems, q) {
		p.problems = append(p.problems, q)
	}
}

// note reports something legal that is worth a look.
func (p *parser) note(line int, key, format string, args ...any) {
	p.notes = append(p.notes, Problem{p.file, line, key, fmt.Sprintf(format, args...)})
}

// stanza reads stanza number i, whose templates have all been read.
func (p *parser) stanza(i int, s *stanza) {
	before := len(p.problems)
	d := p.base(i, s)
	d.doc = s.doc
	r := &reading{parser: p, stanza: s, draft: d}
	r.keys()
	// What the template got wrong is reported there. What the stanza leaves as it is does not become its own mistake.
	r.sound = before
	r.inherited = slices.Contains(p.broken, s.template)
	// Without its template a stanza is half read, and no variant.
	if d.orphan {
		p.broken = append(p.broken, s.name)
		p.into.drafts = append(p.into.drafts, d)
		return
	}
	spec := r.conclude()
	if len(p.problems) > before || r.inherited {
		p.broken = append(p.broken, s.name)
	}
	p.into.drafts = append(p.into.drafts, d)
	p.into.Specs = append(p.into.Specs, spec)
}

// base returns the draft that a stanza starts from, and checks its name.
func (p *parser) base(i int, s *stanza) *draft {
	header := "[" + s.name + "]"
	if s.broken {
		return orphan(s.name)
	}
	for _, other := range p.stanzas[:i] {
		if other.name == s.name && s.name != "" {
			p.fail(s.line, header, "is already defined in line %d; give one of them another name", other.line)
		}
	}
	if p.into.under.builtin(s.name) {
		p.fail(s.line, header, "is built in, here and in the reference; give the stanza another name, such as [my-%s:%s]",
			s.name, s.name)
	}
	if s.template == "" {
		return newDraft().derive(s.name)
	}
	if d := p.into.draft(s.template); d != nil {
		return d.derive(s.name)
	}
	if s.template == s.name {
		p.fail(s.line, header, "cannot be its own template; name the variant it differs from")
		return orphan(s.name)
	}
	// The reference reads from the top and skips a stanza whose template comes later; a designer gets to know which.
	for _, other := range p.stanzas[i:] {
		if other.name == s.template {
			p.fail(s.line, header, "its template %s is only defined in line %d; move it above", s.template, other.line)
			return orphan(s.name)
		}
	}
	p.fail(s.line, header, "its template %s is neither in the catalogue nor above in this file%s", s.template,
		didYouMean(s.template, p.into.Names()))
	return orphan(s.name)
}

// orphan returns a draft in place of one whose template is missing. Every letter and every square goes: what the template
// would have said about them is unknown.
func orphan(name string) *draft {
	d := newDraft().derive(name)
	d.orphan, d.maxFile, d.maxRank = true, board.MaxFiles-1, board.MaxRanks-1
	return d
}

// reading carries one stanza over its draft.
type reading struct {
	*parser
	stanza    *stanza
	draft     *draft
	set       []string // keys seen
	inherited bool     // the template has mistakes of its own
	array     *array   // the start, once it has been read
	robbed    []robbery
	sound     int // mistakes found in the file before this stanza
}

// lineOf returns the line of a key of this stanza, or of its header where it has no such key.
func (r *reading) lineOf(name string) int {
	if e, ok := r.stanza.find(name); ok {
		return e.line
	}
	return r.stanza.line
}

// keys applies the stanza's lines in the reference's order, and then looks for lines that no key claimed.
func (r *reading) keys() {
	// The order is the reference's: squares need the board, sets of pieces need the pieces, and a key for both colours is
	// overridden by one for one of them wherever the two stand in the file.
	for _, k := range boardKeys() {
		r.apply(k)
	}
	r.pieces()
	for _, k := range ruleKeys() {
		r.apply(k)
	}
	for _, k := range refusedKeys() {
		r.refuse(k)
	}
	for _, e := range r.stanza.entries {
		if !slices.Contains(r.set, e.key) {
			r.fail(e.line, e.key, "is no key of this format%s", didYouMean(e.key, keyNames()))
		}
	}
}

// take returns the stanza's line for a key and marks it as read.
func (r *reading) take(name string) (entry, bool) {
	e, ok := r.stanza.find(name)
	if ok {
		r.set = append(r.set, name)
	}
	return e, ok
}

// apply sets the fields of an implemented key.
func (r *reading) apply(k key) {
	e, ok := r.take(k.name)
	if !ok {
		return
	}
	e = r.uncomment(e)
	targets := k.at(r.draft)
	// A key for both colours sets two fields alike and has its mistakes once.
	for i, target := range targets {
		for _, problem := range r.draft.read(e.value, target) {
			if i == 0 {
				r.fail(e.line, e.key, "%s", problem)
			}
		}
	}
	r.bounds(k, e, targets[0])
	if k.then != nil {
		k.then(r.draft)
	}
	if k.instead != "" {
		r.note(e.line, e.key, "is deprecated; write %s", k.instead)
	}
}

// uncomment takes a comment off the end of a value, where the reference would read it as a part of the value.
func (r *reading) uncomment(e entry) entry {
	for i := 1; i < len(e.value); i++ {
		// Only behind white space: a # may be part of a word.
		if c := e.value[i]; (c == '#' || c == ';') && (e.value[i-1] == ' ' || e.value[i-1] == '\t') {
			r.fail(e.line, e.key, "%q is read as a part of the value; give a comment a line of its own", e.value[i:])
			e.value = strings.TrimRight(e.value[:i], " \t")
			break
		}
	}
	return e
}

// bounds checks what a key asks of its value beyond its kind.
func (r *reading) bounds(k key, e entry, target any) {
	switch t := target.(type) {
	case *rank:
		if k.onBoard && *t > r.draft.maxRank {
			r.fail(e.line, e.key, "rank %d is not on the board of %d ranks", *t+1, r.draft.maxRank+1)
		}
	case *int:
		switch {
		case k.most > 0 && (*t < k.least || *t > k.most):
			r.fail(e.line, e.key, "%d is out of range; %d to %d would do", *t, k.least, k.most)
		case *t < k.least:
			r.fail(e.line, e.key, "%d is too little; it must be %d or more", *t, k.least)
		}
		if k.notOne && *t == 1 {
			r.fail(e.line, e.key, "1 would end every game where it starts; write 0 for no such rule, or 2 and more")
		}
	}
}

// refuse accepts a key that is not supported only where it is switched off.
func (r *reading) refuse(k key) {
	e, ok := r.take(k.name)
	if !ok {
		return
	}
	if e = r.uncomment(e); slices.Contains(k.refused, e.value) {
		return
	}
	instead := "take the line away"
	if len(k.refused) > 0 {
		instead += " or write " + strings.Join(k.refused, " or ")
	}
	r.fail(e.line, e.key, "this rule (%s) is not supported; %s", k.doc, instead)
}

// pieces applies the piece keys and, right after each, the mobility regions of the piece.
func (r *reading) pieces() {
	// In the order of slots, not of the file, as the reference does.
	letters := map[byte]slot{}
	for p := pawnSlot; p < slots; p++ {
		if !p.exists() {
			continue
		}
		if e, ok := r.take(p.key()); ok {
			r.piece(p, r.uncomment(e), letters)
		}
		for c, name := range colorNames {
			r.apply(key{name: "mobilityRegion" + name + p.capitalized(),
				at: func(d *draft) []any { return []any{&d.mobility[c][p]} }})
		}
	}
	for _, b := range r.robbed {
		if r.draft.letter[b.loser] == 0 {
			r.note(r.lineOf(b.winner.key()), b.winner.key(), "takes the letter %c from %s, which leaves the variant",
				r.draft.letter[b.winner], b.loser.key())
		}
	}
}

// robbery is one piece taking another's letter.
type robbery struct{ winner, loser slot }

var colorNames = [2]string{board.White: "White", board.Black: "Black"}

// piece reads `key = letter`, `key = letter:betza` or `key = -`.
func (r *reading) piece(p slot, e entry, letters map[byte]slot) {
	value := strings.TrimRight(e.value, " \t")
	letter, moves, hasMoves := value[0], "", len(value) > 1
	switch {
	case value == "-":
		r.draft.remove(p)
		return
	case !isLetter(letter):
		r.fail(e.line, e.key, "%q is not a letter; write one letter%s, or - for no such piece", string(letter), r.movesHint(p))
		return
	case hasMoves && value[1] != ':':
		r.fail(e.line, e.key, "%q after the letter; write one letter%s", value[1:], r.movesHint(p))
		return
	case hasMoves:
		moves = value[2:]
	}
	if other, twice := letters[lower(letter)]; twice {
		r.fail(e.line, e.key, "the letter %c is given to %s in line %d as well; every piece needs its own",
			lower(letter), other.key(), r.lineOf(other.key()))
	}
	letters[lower(letter)] = p
	if n := r.needs(p); n != "" {
		r.fail(e.line, e.key, "this piece is not supported, since it needs %s; take the line away", n)
	}
	// Taking a letter from a piece of the template is how a stanza replaces it; that is told as a note.
	if loser, held := r.draft.holder(letter); held && loser != p {
		r.robbed = append(r.robbed, robbery{p, loser})
	}
	r.draft.add(p, letter)
	r.moves(p, e, moves, hasMoves)
}

// needs returns the rule that keeps a piece from being implemented, "" for none.
func (r *reading) needs(p slot) string {
	if p.custom() {
		return ""
	}
	return namedPieces[p].needs
}

// movesHint says what a custom piece needs beside its letter.
func (r *reading) movesHint(p slot) string {
	if p.custom() {
		return ", a colon and its moves"
	}
	return ""
}

// moves sets the moves of a custom piece or a king with moves of its own.
func (r *reading) moves(p slot, e entry, moves string, hasMoves bool) {
	r.draft.moves[p] = ""
	switch {
	case !p.custom() && p != kingSlot && hasMoves:
		r.fail(e.line, e.key, "its moves are fixed (%s); take %q away or use a customPiece", p.betza(), ":"+moves)
		return
	case !p.custom() && p != kingSlot || !hasMoves && p == kingSlot:
		return
	case moves == "":
		r.fail(e.line, e.key, "has no moves; write %s = %c:BETZA%s", p.key(), lower(r.draft.letter[p]), immobileHint(p))
		return
	}
	_, passing, problems := parseBetza(moves)
	for _, problem := range problems {
		r.fail(e.line, e.key, "%s", problem)
	}
	r.draft.moves[p] = moves
	// The e in a text is heard for pieces of the stanza's own only, never for a king's moves.
	if passing && p.custom() {
		r.draft.enPassantTypes[board.White] |= setOf(p)
		r.draft.enPassantTypes[board.Black] |= setOf(p)
	}
}

// immobileHint offers the piece that has no moves to who gave none.
func immobileHint(p slot) string {
	if p.custom() {
		return ", or use the key immobile for a piece that never moves"
	}
	return ""
}

// keyNames lists every key, for hints.
func keyNames() []string {
	var names []string
	for _, group := range [][]key{boardKeys(), ruleKeys(), refusedKeys()} {
		for _, k := range group {
			names = append(names, k.name)
		}
	}
	for p := pawnSlot; p < slots; p++ {
		if p.exists() {
			names = append(names, p.key())
			for _, c := range colorNames {
				names = append(names, "mobilityRegion"+c+p.capitalized())
			}
		}
	}
	return names
}
