package game

import (
	"strconv"
	"strings"

	"buluo/board"
	"buluo/variant"
)

// soldiers returns the types that stand in for soldiers, whatever a design calls them: the soldier itself, the pawn, and every other
// piece that goes one point at a time and never back (initial double steps aside). The xiangqi notations number them along their file.
func soldiers(spec *variant.Spec) board.TypeSet {
	var ts board.TypeSet
	for i := range spec.Pieces {
		p := &spec.Pieces[i]
		if p.Soldier || p.Pawn || !p.Royal && shortForward(p.Steps) {
			ts = ts.With(board.PieceType(i + 1))
		}
	}
	return ts
}

// shortForward reports whether the steps lead forward and sideways only, and no further than a soldier's would.
func shortForward(steps []variant.Step) bool {
	forward := false
	for _, st := range steps {
		// A step forward and sideways at once is still a soldier's: designs let it capture so.
		far := st.Files > 1 || st.Files < -1 || st.Ranks > 1
		long := st.Kind == variant.Ride && st.Limit != 1 || st.Kind == variant.Hop
		if st.Ranks < 0 || (far || long) && !st.Initial {
			return false
		}
		forward = forward || st.Ranks > 0
	}
	return forward
}

// The relative directions of a move, as WXF writes them.
const (
	forward  = '+'
	backward = '-'
	sideways = '='
)

// stand is how a piece stands among its comrades: those of its side that the notation calls by the same name.
type stand struct {
	index   int  // on its file, from the front, from 1
	count   int  // on its file
	several bool // there are two files or more with two comrades or more
}

// comrades returns the pieces that are called by one name with a type of the side to move.
func (s *scribe) comrades(t board.PieceType) board.Bits {
	if !s.soldiers.Has(t) {
		return s.p.Pieces(s.p.Side(), t)
	}
	// A pawn and a soldier on one file are numbered together: on paper both are soldiers.
	var all board.Bits
	for u := board.PieceType(1); int(u) <= len(s.r.Spec().Pieces); u++ {
		if s.soldiers.Has(u) {
			all = all.Or(s.p.Pieces(s.p.Side(), u))
		}
	}
	return all
}

// stand looks at the comrades of the piece on a square. The side that looks is the one to move.
func (s *scribe) stand(from board.Square) stand {
	g := s.r.Geometry
	var perFile [board.MaxFiles]int
	st := stand{index: 1}
	crowded := 0
	for b := s.comrades(s.p.At(from).Type()); b.Any(); {
		sq := b.Pop()
		file := g.File(sq)
		if perFile[file]++; perFile[file] == 2 {
			crowded++
		}
		// Squares are numbered from White's side, so that of two on one file the larger is further ahead for White.
		ahead := sq > from
		if s.p.Side() == board.Black {
			ahead = sq < from
		}
		if ahead && file == g.File(from) {
			st.index++
		}
	}
	st.count, st.several = perFile[g.File(from)], crowded >= 2
	return st
}

// number returns a file as the side to move counts it: from its right, from 1.
func (s *scribe) number(file int) int {
	if s.p.Side() == board.White {
		return s.r.Geometry.Files - file
	}
	return file + 1
}

// course returns a move's direction and what follows it: the points gone where it stays on its file, the new file otherwise.
func (s *scribe) course(m board.Move) (op byte, dest int) {
	g := s.r.Geometry
	ranks := g.Rank(m.To()) - g.Rank(m.From())
	if s.p.Side() == board.Black {
		ranks = -ranks
	}
	op = sideways
	if ranks > 0 {
		op = forward
	} else if ranks < 0 {
		op = backward
	}
	if g.File(m.From()) == g.File(m.To()) {
		return op, max(ranks, -ranks)
	}
	return op, s.number(g.File(m.To()))
}

// twinCould reports whether the other piece of a pair on one file, moving likewise, would stay where it may stand. Of two advisors
// or elephants on one file it would not, so that their file is enough: A6+5 can only be the rear one.
func (s *scribe) twinCould(m board.Move) bool {
	g := s.r.Geometry
	from := m.From()
	twin := s.comrades(s.p.At(from).Type()).And(g.FileBits(g.File(from))).Drop(from).First()
	to, ok := g.Step(twin, g.File(m.To())-g.File(from), g.Rank(m.To())-g.Rank(from))
	return ok && s.r.Sides[s.p.Side()].Of[s.p.At(twin).Type()].Zone.Has(to)
}

// wxf writes a move. Pieces alone on their file are a letter and the file: C2=5. Of two, the front one is a letter and +, the rear one a letter
// and -, wherever both could go alike. From three on, and from two on where a second file is as crowded, they are numbered from the front,
// and the number stands in place of the letter, before the file (the rule of 2018): 18+1.
func (s *scribe) wxf(m board.Move) string {
	if m.Kind() == board.Pass {
		return passText
	}
	if m.Kind() == board.Castle {
		return uci(s.r, m)
	}
	st := s.stand(m.From())
	file := strconv.Itoa(s.number(s.r.Geometry.File(m.From())))
	text := string(s.letter(s.p.At(m.From()).Type()))
	switch {
	// The number takes the letter's place: 18 is the front one on file 8.
	case st.count >= 3 || st.several && st.count == 2:
		text = strconv.Itoa(st.index) + file
	case st.count == 2 && s.twinCould(m):
		text += string("+-"[st.index-1])
	default:
		text += file
	}
	op, dest := s.course(m)
	return text + string(op) + strconv.Itoa(dest) + s.becomeText(m)
}

// fitsCrowd holds a move against a want of the xiangqi notations.
func (w *want) fitsCrowd(s *scribe, m board.Move) bool {
	op, dest := s.course(m)
	if op != w.op || dest != w.dest || !says(w.file, s.number(s.r.Geometry.File(m.From()))) {
		return false
	}
	if w.index == 0 {
		return true
	}
	// A place in a file means nothing for a piece that is alone there: C++1 is no way to say C2+1.
	st := s.stand(m.From())
	// Counted from the front, or from the rear as -1, which is how a pair and a triple name their last.
	return st.count >= 2 && says(w.of, st.count) && (w.index == st.index || w.index == -1 && st.index == st.count)
}

// readWXF reads a move in any of the ways in use: C2=5, c2.5, P++1, +P+1, 18+1, P+1 (where there is one soldier that could).
func (s *scribe) readWXF(text string) ([]want, bool) {
	if text == passText {
		return []want{{pass: true}}, false
	}
	// A dot is playOK's sign for sideways.
	text = strings.ToUpper(strings.ReplaceAll(text, ".", "="))
	w := want{relative: true}
	if n := len(text); n > 2 && text[n-1] >= 'A' && text[n-1] <= 'Z' {
		if w.promotion = s.letterType(text[n-1]); w.promotion == board.NoType {
			return nil, true
		}
		text = strings.TrimSuffix(text[:n-1], "=")
	}
	// The direction and what follows it stand at the end; a + or - before them is the place in a pair.
	i := strings.LastIndexAny(text, "+-=")
	if i < 1 {
		return nil, true
	}
	dest, rest, ok := cutNumber(text[i+1:])
	if !ok || rest != "" || dest == 0 {
		return nil, true
	}
	// Who is meant is what is left.
	w.op, w.dest = text[i], dest
	return s.readWho(w, text[:i])
}

// readWho reads which piece a WXF text means.
func (s *scribe) readWho(w want, who string) ([]want, bool) {
	if who[0] >= '0' && who[0] <= '9' {
		return s.readNumbers(w, who)
	}
	// Both orders are in use, +P and P+.
	if (who[0] == '+' || who[0] == '-') && len(who) == 2 {
		who = who[1:] + who[:1]
	}
	if who[0] < 'A' || who[0] > 'Z' {
		return nil, true
	}
	if w.types = s.called(who[0]); w.types == 0 {
		return nil, true
	}
	switch who = who[1:]; who {
	case "":
		return []want{w}, false
	case "+":
		w.index = 1
		return []want{w}, false
	case "-":
		w.index = -1
		return []want{w}, false
	}
	file, rest, ok := cutNumber(who)
	if w.file = file; !ok || rest != "" || file < 1 || file > s.r.Geometry.Files {
		return nil, true
	}
	return []want{w}, false
}

// called returns the types that a letter may mean: its own, and every kind of soldier for S, P and the letter of another one.
func (s *scribe) called(letter byte) board.TypeSet {
	t := s.letterType(letter)
	if s.soldiers.Has(t) && t != board.NoType || t == board.NoType && (letter == 'P' || letter == 'S') {
		return s.soldiers
	}
	if t == board.NoType {
		return 0
	}
	return board.TypeSet(0).With(t)
}

// readNumbers reads a place in a file and the file, or the place alone. Where a board has ten files or more, the digits can be divided in more
// than one way, and all of them are wanted.
func (s *scribe) readNumbers(w want, digits string) ([]want, bool) {
	// One digit or two for the place, the rest for the file.
	var wants []want
	for i := 1; i <= len(digits) && i <= 2; i++ {
		index, rest, _ := cutNumber(digits[:i])
		// A file holds no more comrades than the board has ranks.
		if index < 1 || rest != "" || index > s.r.Geometry.Ranks {
			continue
		}
		w.index, w.file = index, 0
		if i < len(digits) {
			file, rest, ok := cutNumber(digits[i:])
			if !ok || rest != "" || file < 1 || file > s.r.Geometry.Files {
				continue
			}
			w.file = file
		}
		wants = append(wants, w)
	}
	return wants, len(wants) == 0
}
