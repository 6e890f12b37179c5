package variant

import (
	"fmt"
	"strings"
)

// Docs writes the manual of the format: every key with its values, default and meaning, every piece, and the catalogue. It
// is written from the tables that the parser reads.
func Docs() string {
	var b strings.Builder
	b.WriteString(docsIntro)
	b.WriteString("\n## Keys\n")
	d := docsDraft()
	docsTable(&b, "Board", d, boardKeys())
	for _, g := range ruleGroups() {
		var theirs, ours []key
		for _, k := range g.keys {
			if k.own {
				ours = append(ours, k)
			} else {
				theirs = append(theirs, k)
			}
		}
		docsTable(&b, g.title, d, theirs)
		docsTable(&b, g.title+" (ours: the reference skips these)", d, ours)
	}
	docsPieces(&b)
	docsRefused(&b)
	b.WriteString("\n## The catalogue\n\n| variant | what it is |\n|---|---|\n")
	for _, name := range Names() {
		if s, err := Load(name); err == nil {
			fmt.Fprintf(&b, "| `%s` | %s |\n", name, cell(Summary(s)))
		}
	}
	return b.String()
}

const docsIntro = `# Variants

<!-- Written by variant.Docs; a test keeps it in step with the key table. -->

A variant is a stanza of a text file in Fairy-Stockfish's variants.ini format:

    # a comment: the first character of the line is # or ;
    [name:template]
    key = value

The template is a variant of the catalogue or one further up in the file; the stanza says only what differs. A stanza
without a template starts from the rules of chess and no pieces. The comment right above a header describes the variant.

A file that the reference (Fairy-Stockfish) reads without complaint means the same here, with these exceptions, all of
them mistakes with a line number rather than another game:

- keys of rules that are not supported, unless set to the value under which they do nothing;
- what the reference skips or misreads in silence: unknown keys, lines without =, text behind a value or a header, white
  space behind true, false or another word, a second line for a key or stanza of a name, squares off the board, letters that
  no piece has, and moves of which it drops a part.

Keys apply in the order of the tables below, not of the file: a key for both colours comes before the keys for one.
Pieces come first, in the order of their table. A piece that is given a letter in use takes it, and its former holder
leaves the variant; a piece that is given its own letter again stops being among promotionPieceTypes.

Values: squares are written a1, *3 (a whole rank), c* (a whole file) or - (none). Piece letters are written together (qrb) or
apart, - is none. Results (win, loss, draw) are those of the side that the key speaks of, else of the side to move.

## Moves

A piece's moves are written in Betza's notation: atoms, each behind its modifiers.

| | |
|---|---|
| leaps | W one point straight, F one diagonally, K either; D two straight, A two diagonally, N a knight's leap; H three straight, L or C (3,1), J or Z (3,2), G three diagonally |
| rides | R along ranks and files, B along diagonals, Q both; NN a knight's leap repeated; WW, FF, or with a range W2, F3, R4, N2 |
| how | m moves only, c captures only, neither both; n lame: N, A, D, J and Z need an empty path; p hops over exactly one piece along R, B or Q (with a range: at most so far from the start); g lands right behind the piece hopped over; i only from doubleStepRegion, where it moves but never captures; e the piece may capture in passing |
| where | f forward, b back, l left, r right, v both ways along files, s both ways along ranks; two letters together select one half (fr) or quarter; on W, R and other straight atoms the letters count apart, so that fsW is forward and both sideways |

A later atom overrides an earlier one that goes the same way in the same manner, so that RW2 rides two points at most. An i
without an m drops its captures. ` + "`king = k:W`" + ` gives the royal piece its own moves; plain ` + "`king = k`" + ` is chess's
king, in a xiangqi variant too.
`

// docsDraft is a draft to write defaults with: the defaults themselves, with the letters of chess.
func docsDraft() *draft {
	d := newDraft()
	for p, c := range map[slot]byte{pawnSlot: 'p', knightSlot: 'n', bishopSlot: 'b', rookSlot: 'r', queenSlot: 'q', kingSlot: 'k'} {
		d.letter[p] = c
	}
	return d
}

// docsTable writes keys as a table with the defaults of the draft.
func docsTable(b *strings.Builder, title string, d *draft, keys []key) {
	if len(keys) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n| key | values | default | meaning |\n|---|---|---|---|\n", title)
	for _, k := range keys {
		target := k.at(d)[0]
		values, deflt := k.values(), d.format(target)
		// A region that is the whole board by default would be a list of all its ranks.
		if _, ok := target.(*region); ok && deflt == d.format(&newDraft().enPassantRegion[0]) {
			deflt = "everywhere"
		}
		if k.own && k.then != nil {
			deflt = "" // it shares its field with a key of the reference, whose default stands there
		}
		doc := k.doc
		if k.instead != "" {
			doc += "; write " + k.instead
			deflt = ""
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", k.name, cell(values), cell(deflt), cell(doc))
	}
}

// values describes what a key takes.
func (k key) values() string {
	target := k.at(newDraft())[0]
	switch t := target.(type) {
	case *int:
		switch {
		case k.most > 0:
			return fmt.Sprintf("%d to %d", k.least, k.most)
		case k.notOne:
			return "0, or 2 and more"
		case k.least > 0:
			return fmt.Sprintf("%d or more", k.least)
		}
	case *region:
		return "squares"
	default:
		return kindOf(t)
	}
	return kindOf(target)
}

// docsPieces writes the table of pieces.
func docsPieces(b *strings.Builder) {
	b.WriteString("\n## Pieces\n\n`key = letter` puts a piece into the variant and `key = -` takes it out. ")
	b.WriteString("`mobilityRegionWhite` or `mobilityRegionBlack` and the key with a capital first letter confine a piece: ")
	b.WriteString("`mobilityRegionWhiteElephant = *1 *2`; - lifts the restriction.\n\n| key | moves | |\n|---|---|---|\n")
	for p := pawnSlot; p < slots; p++ {
		switch {
		case p == firstCustom:
			fmt.Fprintf(b, "| `customPiece1` to `customPiece%d` | `letter:moves` | moves of its own |\n", customs)
		case p.exists() && !p.custom():
			doc := namedPieces[p].doc
			if n := namedPieces[p].needs; n != "" {
				doc += "; not supported, since it needs " + n
			}
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", p.key(), code(p.betza()), cell(doc))
		}
	}
}

// docsRefused writes the table of keys that are accepted only where they do nothing.
func docsRefused(b *strings.Builder) {
	b.WriteString("\n## Keys that are not supported\n\nThey are accepted with these values, under which they do nothing.\n\n")
	b.WriteString("| key | accepted | rule |\n|---|---|---|\n")
	for _, k := range refusedKeys() {
		accepted := strings.Join(k.refused, ", ")
		if accepted == "" {
			accepted = "nothing"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", k.name, cell(accepted), cell(k.doc))
	}
}

// code sets a text as code.
func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}

// cell keeps a text from breaking out of its cell or starting an emphasis.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "*", "\\*", "\n", " ").Replace(text)
}
