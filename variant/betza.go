package variant

import (
	"fmt"
	"slices"
	"strings"
)

// Betza's notation writes a piece as atoms (W one point straight, F one diagonally, N a knight's leap, ...), each behind
// its modifiers: how (m, c, i, n, p, g) and where to (f, b, l, r, v, s, h). The reader below understands the reference's
// subset and gives every text the reference's meaning; texts that the reference half ignores are mistakes.

// atom is a basic leap, or the two of K and Q. riding ones go on until something stops them.
type atom struct {
	leaps  [][2]int // length along one axis, then along the other
	riding bool
}

var atoms = map[byte]atom{
	'W': {leaps: [][2]int{{1, 0}}},
	'F': {leaps: [][2]int{{1, 1}}},
	'D': {leaps: [][2]int{{2, 0}}},
	'N': {leaps: [][2]int{{2, 1}}},
	'A': {leaps: [][2]int{{2, 2}}},
	'H': {leaps: [][2]int{{3, 0}}},
	'L': {leaps: [][2]int{{3, 1}}},
	'C': {leaps: [][2]int{{3, 1}}},
	'J': {leaps: [][2]int{{3, 2}}},
	'Z': {leaps: [][2]int{{3, 2}}},
	'G': {leaps: [][2]int{{3, 3}}},
	'K': {leaps: [][2]int{{1, 0}, {1, 1}}},
	'R': {leaps: [][2]int{{1, 0}}, riding: true},
	'B': {leaps: [][2]int{{1, 1}}, riding: true},
	'Q': {leaps: [][2]int{{1, 0}, {1, 1}}, riding: true},
}

const (
	verticals   = "fbvh"
	horizontals = "rlsh"
)

// octant is one of the eight images of a leap, and the direction words that select it. The words are the reference's own
// table: it, not the notation's theory, decides what fsN means.
type octant struct {
	longFiles bool // the longer length runs along the files
	files     int  // signs
	ranks     int
	words     []string
}

var octants = []octant{
	{false, 1, 1, []string{"ff", "vv", "rf", "rv", "fh", "rh", "hr"}},
	{false, -1, 1, []string{"ff", "vv", "lf", "lv", "fh", "lh", "hl"}},
	{true, 1, 1, []string{"rr", "ss", "fr", "fs", "fh", "rh", "hl"}},
	{true, 1, -1, []string{"rr", "ss", "br", "bs", "bh", "rh", "hr"}},
	{false, 1, -1, []string{"bb", "vv", "rb", "rv", "bh", "rh", "hl"}},
	{false, -1, -1, []string{"bb", "vv", "lb", "lv", "bh", "lh", "hr"}},
	{true, -1, -1, []string{"ll", "ss", "bl", "bs", "bh", "lh", "hl"}},
	{true, -1, 1, []string{"ll", "ss", "fl", "fs", "fh", "lh", "hr"}},
}

// leap returns the octant's image of a leap.
func (o octant) leap(length [2]int) (files, ranks int) {
	if o.longFiles {
		return o.files * length[0], o.ranks * length[1]
	}
	return o.files * length[1], o.ranks * length[0]
}

// betzaReader turns a text into steps.
type betzaReader struct {
	text     string
	at       int
	problems []string
	steps    []Step
	passing  bool // an e was seen: the piece may capture in passing

	quiet, capture, hopper, grasshopper, lame, initial bool
	directions                                         []string // pairs of letters
	modifiers                                          int      // letters since the last atom
}

// readBetza reads a piece's moves.
func readBetza(text string) *betzaReader {
	b := &betzaReader{text: text}
	for b.at < len(text) {
		b.next()
	}
	return b
}

// parseBetza reads and checks a piece's moves. passing reports whether the text has an e in it.
func parseBetza(text string) (steps []Step, passing bool, problems []string) {
	b := readBetza(text)
	if b.modifiers > 0 {
		b.fail("ends in the modifier %q without an atom to change; end it with one of WFDNAHLCJZGKRBQ",
			text[len(text)-b.modifiers:])
	}
	for _, s := range mixedRiders(b.steps) {
		b.fail("%s", s)
	}
	return b.steps, b.passing, b.problems
}

// fail notes a mistake together with the text it is in, since a value may hold several pieces of notation.
func (b *betzaReader) fail(format string, args ...any) {
	b.problems = append(b.problems, fmt.Sprintf("moves %q: ", b.text)+fmt.Sprintf(format, args...))
}

// next reads one letter, or a pair of direction letters, or an atom with its range.
func (b *betzaReader) next() {
	c := b.text[b.at]
	b.at++
	b.modifiers++
	switch {
	case c == 'm':
		b.quiet = true
	case c == 'c':
		b.capture = true
	case c == 'p':
		b.hopper = true
	case c == 'g':
		b.hopper, b.grasshopper = true, true
	case c == 'n':
		b.lame = true
	case c == 'i':
		b.initial = true
	case c == 'e':
		b.passing = true
	case strings.IndexByte(verticals+horizontals, c) >= 0:
		b.direction(c)
	default:
		if a, ok := atoms[c]; ok {
			b.atom(c, a)
			return
		}
		b.modifiers--
		b.fail("%q is neither an atom (WFDNAHLCJZGKRBQ, the last three riding) nor a modifier (mcinpge and fblrvsh)", string(c))
	}
}

// direction reads one direction word: two letters that belong together (a vertical and a horizontal one, or the same
// twice), or one, which counts as doubled.
func (b *betzaReader) direction(c byte) {
	if b.at < len(b.text) {
		d := b.text[b.at]
		up, across := strings.IndexByte(verticals, c) >= 0, strings.IndexByte(horizontals, c) >= 0
		if d == c || up && strings.IndexByte(horizontals, d) >= 0 || across && strings.IndexByte(verticals, d) >= 0 {
			b.directions = append(b.directions, string([]byte{c, d}))
			b.at++
			b.modifiers++
			return
		}
	}
	b.directions = append(b.directions, string([]byte{c, c}))
}

// atom reads what may follow an atom (itself again, or a digit: it rides, at most so far) and adds its steps.
func (b *betzaReader) atom(c byte, a atom) {
	kind, limit := Leap, 0
	if a.riding {
		kind = Ride
	}
	if b.at < len(b.text) {
		switch d := b.text[b.at]; {
		case d >= '0' && d <= '9':
			kind, limit = Ride, int(d-'0')
			b.at++
			if b.at < len(b.text) && b.text[b.at] >= '0' && b.text[b.at] <= '9' || d == '0' {
				b.fail("the range after %c must be one digit from 1 to 9; leave it out for no limit", c)
				for b.at < len(b.text) && b.text[b.at] >= '0' && b.text[b.at] <= '9' {
					b.at++
				}
			}
		case d == c:
			kind = Ride
			b.at++
		}
	}
	b.check(c, a, kind, limit)
	switch {
	case b.hopper:
		kind = Hop
		if b.grasshopper {
			limit = 1
		}
	case b.lame:
		kind = Lame
	}
	b.add(a, kind, limit)
	b.quiet, b.capture, b.hopper, b.grasshopper, b.lame, b.initial = false, false, false, false, false, false
	b.directions, b.modifiers = nil, 0
}

// check refuses what the reference takes for something else than it says.
func (b *betzaReader) check(c byte, a atom, kind StepKind, limit int) {
	straight := strings.IndexByte("WFKRBQ", c) >= 0
	switch {
	case b.hopper && b.lame:
		b.fail("p or g and n before the same %c: a hopper has no leg to block; take one away", c)
	case b.hopper && !straight:
		b.fail("a hopper runs along a line: pR, pB, pQ, gR, gB and gQ exist, %c does not", c)
	case b.grasshopper && limit > 0:
		b.fail("g lands right behind what it hops over, so a range after %c means nothing; take the digit away or write p", c)
	case b.hopper && limit == 1:
		b.fail("p%c1 can never hop, it only gets one point far; write g%c to land right behind the hurdle", c, c)
	case b.lame && kind == Ride:
		b.fail("n before the rider %c means nothing; take it away, or let %c leap once", c, c)
	case b.lame && strings.IndexByte("NADJZ", c) < 0:
		b.fail("n blocks the leg of N, A, D, J and Z only, not of %c", c)
	case !b.hopper && kind == Ride && !straight && c != 'N':
		b.fail("%c does not ride: only W, F, K and N may be doubled or have a range, and R, B, Q ride of themselves", c)
	case b.initial && b.capture && !b.quiet:
		b.fail("an initial capture does not exist: an i piece only moves; take ic%c away", c)
	}
}

// add adds an atom's steps in the octants its directions select. A later atom replaces an earlier one that went the same
// way in the same manner (RW2 rides two points at most), as in the reference.
func (b *betzaReader) add(a atom, kind StepKind, limit int) {
	quiet, capture := b.quiet, b.capture
	if !quiet && !capture {
		quiet, capture = true, true
	}
	if b.initial {
		capture = false
	}
	for _, length := range a.leaps {
		words := b.directions
		if len(a.leaps) == 1 && length[1] == 0 {
			words = split(words)
		}
		for _, w := range words {
			if !slices.ContainsFunc(octants, func(o octant) bool { return o.selected([]string{w}) }) {
				b.fail("%q is no direction of a (%d,%d) leap; write single letters, or a pair such as fs, fr, rf, rv, fh or hr",
					w, length[0], length[1])
			}
		}
		for _, o := range octants {
			if !o.selected(words) {
				continue
			}
			files, ranks := o.leap(length)
			b.put(Step{Files: files, Ranks: ranks, Kind: kind, Limit: limit, Quiet: quiet, Capture: capture, Initial: b.initial})
		}
	}
}

// split takes mixed direction pairs apart for a single straight atom: fsW is fW and sW, not the diagonal pair fs.
func split(words []string) []string {
	var out []string
	for _, w := range words {
		if w[0] == w[1] {
			out = append(out, w)
			continue
		}
		out = append(out, w[:1]+w[:1], w[1:]+w[1:])
	}
	return out
}

// selected reports whether one of the direction words takes this image of a leap. No words take all of them.
func (o octant) selected(words []string) bool {
	if len(words) == 0 {
		return true
	}
	for _, w := range words {
		if slices.Contains(o.words, w) {
			return true
		}
	}
	return false
}

// put adds a step to the list, merging it with what is there: the same way in the same manner again overrides (manner:
// leaping, riding or hopping, initial or not), and a quiet and a capturing step that agree in all else become one.
func (b *betzaReader) put(s Step) {
	for _, quiet := range []bool{true, false} {
		half := s
		half.Quiet, half.Capture = quiet && s.Quiet, !quiet && s.Capture
		if half.Quiet || half.Capture {
			b.override(half)
			b.merge(half)
		}
	}
}

// manner puts the kinds of step in the reference's three tables.
func manner(k StepKind) int {
	switch k {
	case Ride:
		return 1
	case Hop:
		return 2
	}
	return 0
}

// sameWay reports whether two steps share an entry of the reference's tables, so that the later one replaces the earlier.
func (s Step) sameWay(t Step) bool {
	return s.Files == t.Files && s.Ranks == t.Ranks && manner(s.Kind) == manner(t.Kind) && s.Initial == t.Initial
}

// override takes the half of a step (its moves or its captures) away from those that went the same way before.
func (b *betzaReader) override(half Step) {
	kept := b.steps[:0]
	for _, old := range b.steps {
		if old.sameWay(half) {
			old.Quiet = old.Quiet && !half.Quiet
			old.Capture = old.Capture && !half.Capture
		}
		if old.Quiet || old.Capture {
			kept = append(kept, old)
		}
	}
	b.steps = kept
}

// merge adds half a step, to its other half where that is there and agrees in all else.
func (b *betzaReader) merge(half Step) {
	for i, old := range b.steps {
		if old.sameWay(half) && old.Kind == half.Kind && old.Limit == half.Limit {
			b.steps[i].Quiet = old.Quiet || half.Quiet
			b.steps[i].Capture = old.Capture || half.Capture
			return
		}
	}
	b.steps = append(b.steps, half)
}
