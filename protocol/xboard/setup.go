package xboard

import (
	"fmt"
	"strings"

	"buluo/board"
	"buluo/engine"
	"buluo/rules"
	"buluo/variant"
)

// Setup describes a variant that the program does not know: its table of letters, its board, the variant whose other rules it
// takes over, and the start.
type Setup struct {
	Table        string
	Files, Ranks int
	Parent       string
	FEN          string
}

// String writes the reply.
func (r Setup) String() string {
	return fmt.Sprintf("setup (%s) %dx%d+0_%s %s", r.Table, r.Files, r.Ranks, r.Parent, r.FEN)
}

// Piece says how a piece of both sides moves, by Betza's notation.
type Piece struct{ ID, Moves string }

// String writes the reply.
func (r Piece) String() string { return "piece " + r.ID + "& " + r.Moves }

func parseSetup(text string) (Reply, error) {
	var r Setup
	table, rest, ok := strings.Cut(strings.TrimPrefix(text, "("), ") ")
	size, fen, found := strings.Cut(rest, " ")
	size, r.Parent, _ = strings.Cut(size, "_")
	if n, err := fmt.Sscanf(size, "%dx%d+0", &r.Files, &r.Ranks); !ok || !found || n != 2 || err != nil {
		return nil, fmt.Errorf("%q is no setup", engine.Clip(text))
	}
	r.Table, r.FEN = table, fen
	return r, nil
}

// Names of variants that the program knows by another name or by the same, with our own.
var theirNames = map[string]string{"normal": "chess", "xiangqi": "xiangqi"}

// known are the names that the program finds in the names of variants: those before the empty one anywhere, the others at the
// beginning, unless a letter follows.
var known = []string{
	"normal", "wildcastle", "nocastle", "fischerandom", "bughouse", "crazyhouse", "losers", "suicide", "giveaway", "twokings", "kriegspiel",
	"atomic", "3check", "shatranj", "wild", "",
	"shogi", "chu", "courier", "gothic", "capablanca", "knightmate", "fairy", "cylinder", "falcon", "caparandom", "berolina", "janus", "super",
	"great", "twilight", "makruk", "seirawan", "grand", "spartan", "xiangqi", "asean", "lion", "elven", "unknown",
}

// prefix goes before names that would be mistaken.
const prefix = "buluo-"

// theirName returns what a variant of ours is called to the program.
func theirName(ours string) string {
	for theirs, name := range theirNames {
		if name == ours {
			return theirs
		}
	}
	if mistaken(ours) {
		return prefix + ours
	}
	return ours
}

// ourName is the inverse of theirName.
func ourName(theirs string) string {
	if name, ok := theirNames[theirs]; ok {
		return name
	}
	return strings.TrimPrefix(theirs, prefix)
}

// mistaken reports whether the program would take a name for a variant of its own.
func mistaken(name string) bool {
	anywhere := true
	for _, k := range known {
		switch {
		case k == "":
			anywhere = false
		case anywhere && strings.Contains(name, k):
			return true
		case !anywhere && strings.HasPrefix(name, k):
			if rest := name[len(k):]; rest == "" || rest[0] < 'a' || rest[0] > 'z' {
				return true
			}
		}
	}
	return false
}

// offered lists the variants that the program can play, by its names.
func offered(e *engine.Engine) string {
	var names []string
	for _, name := range e.Variants() {
		spec, err := e.Variant(name)
		if err == nil && spec.MovesPerTurn[0] < 2 && spec.MovesPerTurn[1] < 2 {
			names = append(names, theirName(name))
		}
	}
	return strings.Join(names, ",")
}

// describe returns what the program must be told of a variant.
func describe(r *rules.Rules) []Reply {
	spec := r.Spec()
	if theirNames[theirName(spec.Name)] == spec.Name {
		return nil
	}
	replies := []Reply{Setup{table(r), spec.Geometry.Files, spec.Geometry.Ranks, spec.Family, spec.Start}}
	for i := range spec.Pieces {
		p, t := &spec.Pieces[i], board.PieceType(i+1)
		if p.Betza == "" || spec.Family == "xiangqi" && standard(spec, p) {
			continue
		}
		replies = append(replies, Piece{letter(p), moves(spec, p, t)})
		if to := spec.Piece(spec.PromotedType[t]); to != nil {
			replies = append(replies, Piece{"+" + letter(p), to.Betza})
		}
	}
	return replies
}

// standard reports whether XBoard knows a piece of the xiangqi family by itself, with palace, river and all. Its soldiers turn
// sideways once they are over the middle of the board; of others it can only be told that they always do.
func standard(spec *variant.Spec, p *variant.Piece) bool {
	switch p.Key {
	case "rook", "horse", "elephant", "fers", "king", "cannon":
		return true
	case "soldier":
		return spec.SoldierRank == spec.Geometry.Ranks/2+1
	}
	return false
}

func letter(p *variant.Piece) string { return strings.ToUpper(string(rune(p.Letter))) }

// moves returns a piece's moves with those that rules elsewhere give it.
func moves(spec *variant.Spec, p *variant.Piece, t board.PieceType) string {
	text := p.Betza
	if p.Pawn && (spec.DoubleStepRegion[0].Any() || spec.DoubleStepRegion[1].Any()) {
		text += "ifmnD"
	}
	if c := &spec.Castling; c.On && c.KingType[0] == t {
		text += fmt.Sprintf("O%d", (c.KingsideFile-c.QueensideFile)/2)
	}
	return text
}

// table returns the letters of a variant in XBoard's order of pictures, White's then Black's: the variant's own table where it
// holds every letter, else one that is made up. A side without a royal piece has no letter for it: by that XBoard knows that
// the side cannot be in check, where it would else call a board without its king a check to it.
func table(r *rules.Rules) string {
	spec := r.Spec()
	text := []byte(letters(spec))
	royal := spec.Piece(spec.Royal())
	for c := board.White; royal != nil && c <= board.Black; c++ {
		if r.Royal(c) != board.NoType {
			continue
		}
		half := text[int(c)*len(text)/2:][:len(text)/2]
		if at := strings.IndexByte(strings.ToUpper(string(half)), letter(royal)[0]); at >= 0 {
			half[at] = '.'
		}
	}
	return string(text)
}

// letters returns the table before anything is struck out.
func letters(spec *variant.Spec) string {
	const least, most = 12, 132
	whole := len(spec.CharTable)%2 == 0 && len(spec.CharTable) >= least && len(spec.CharTable) <= most
	for i := range spec.Pieces {
		l := letter(&spec.Pieces[i])
		whole = whole && spec.PromotedType[i+1] == board.NoType && // these want places that tables for other programs do not care for
			strings.Contains(spec.CharTable, l) && strings.Contains(spec.CharTable, strings.ToLower(l))
	}
	if whole {
		return spec.CharTable
	}
	return invent(spec)
}

// pictures are the places in XBoard's order for pieces that look like themselves there. The general of xiangqi stands where a
// wazir does; a king elsewhere takes the last place.
var pictures = map[string]int{
	"pawn": 0, "soldier": 0, "shogiPawn": 0, "knight": 1, "horse": 1, "bishop": 2, "rook": 3, "queen": 4, "fers": 5,
	"alfil": 6, "elephant": 6, "archbishop": 7, "chancellor": 8, "wazir": 9, "commoner": 10, "centaur": 10,
	"cannon": 11, "silver": 16, "lance": 18,
}

// places is how many pictures a made-up table has room for, the king's last: more than there are letters. XBoard promotes only
// what stands in the places up to lastPromoting.
const (
	places        = 40
	lastPromoting = 10
)

// invent makes a table: pieces with a picture of their own take it, the others what is left. The promoted form of a piece is
// written with a caret and the piece's letter.
func invent(spec *variant.Spec) string {
	row := make([]string, places)
	put := func(text string, from int) {
		for row[from] != "" {
			from--
		}
		row[from] = text
	}
	var homeless []int
	for i := range spec.Pieces {
		p := &spec.Pieces[i]
		at, ok := pictures[p.Key]
		if p.Royal {
			if at, ok = places-1, true; spec.Family == "xiangqi" {
				at = pictures["wazir"]
			}
		}
		if !ok || row[at] != "" || spec.PromotedType[i+1] != board.NoType && at > lastPromoting {
			homeless = append(homeless, i)
			continue
		}
		row[at] = letter(p)
	}
	for _, i := range homeless {
		if spec.PromotedType[i+1] != board.NoType {
			put(letter(&spec.Pieces[i]), lastPromoting)
		} else {
			put(letter(&spec.Pieces[i]), places-2)
		}
	}
	for i := range spec.Pieces {
		if spec.PromotedType[i+1] != board.NoType {
			put("^"+letter(&spec.Pieces[i]), places-2)
		}
	}
	var b strings.Builder
	for _, text := range row {
		if text == "" {
			text = "."
		}
		b.WriteString(text)
	}
	return b.String() + strings.ToLower(b.String())
}
