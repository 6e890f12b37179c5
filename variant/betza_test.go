package variant

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"buluo/board"
)

// ways writes steps in a short form for tables: kind and what it does (leap -, lame n, ride r, hop p; * both, o quiet, x
// capture; i in front for initial), the limit, and the directions as files,ranks.
func ways(steps []Step) string {
	by := map[string][]string{}
	for _, s := range steps {
		head := string("-nrp"[s.Kind])
		switch {
		case s.Quiet && s.Capture:
			head += "*"
		case s.Quiet:
			head += "o"
		default:
			head += "x"
		}
		if s.Initial {
			head = "i" + head
		}
		if s.Limit > 0 {
			head += fmt.Sprint(s.Limit)
		}
		by[head] = append(by[head], fmt.Sprintf("%d,%d", s.Files, s.Ranks))
	}
	var out []string
	for head, list := range by {
		sort.Strings(list)
		out = append(out, head+" "+strings.Join(list, " "))
	}
	sort.Strings(out)
	return strings.Join(out, "; ")
}

const (
	w8 = "-1,0 0,-1 0,1 1,0"                       // straight
	f8 = "-1,-1 -1,1 1,-1 1,1"                     // diagonal
	n8 = "-1,-2 -1,2 -2,-1 -2,1 1,-2 1,2 2,-1 2,1" // knight
	k8 = "-1,-1 -1,0 -1,1 0,-1 0,1 1,-1 1,0 1,1"   // king
	a4 = "-2,-2 -2,2 2,-2 2,2"                     // alfil
	d4 = "-2,0 0,-2 0,2 2,0"                       // dabbaba
	z8 = "-2,-3 -2,3 -3,-2 -3,2 2,-3 2,3 3,-2 3,2" // janggi elephant
	kn = "-1,-1 -1,-2 -1,0 -1,1 -1,2 -2,-1 -2,1 0,-1 0,1 1,-1 1,-2 1,0 1,1 1,2 2,-1 2,1"
)

// TestNamedMoves holds every named piece against its moves written out by hand.
func TestNamedMoves(t *testing.T) {
	want := map[string]string{
		"pawn":           "-o 0,1; -x -1,1 1,1",
		"knight":         "-* " + n8,
		"bishop":         "r* " + f8,
		"rook":           "r* " + w8,
		"queen":          "r* " + k8,
		"fers":           "-* " + f8,
		"alfil":          "-* " + a4,
		"fersAlfil":      "-* -1,-1 -1,1 -2,-2 -2,2 1,-1 1,1 2,-2 2,2",
		"silver":         "-* -1,-1 -1,1 0,1 1,-1 1,1",
		"aiwok":          "-* -1,-1 -1,-2 -1,1 -1,2 -2,-1 -2,1 1,-1 1,-2 1,1 1,2 2,-1 2,1; r* " + w8,
		"bers":           "-* " + f8 + "; r* " + w8,
		"archbishop":     "-* " + n8 + "; r* " + f8,
		"chancellor":     "-* " + n8 + "; r* " + w8,
		"amazon":         "-* " + n8 + "; r* " + k8,
		"knibis":         "-o " + n8 + "; rx " + f8,
		"biskni":         "-x " + n8 + "; ro " + f8,
		"kniroo":         "-o " + n8 + "; rx " + w8,
		"rookni":         "-x " + n8 + "; ro " + w8,
		"shogiPawn":      "-* 0,1",
		"lance":          "r* 0,1",
		"shogiKnight":    "-* -1,2 1,2",
		"gold":           "-* -1,0 -1,1 0,-1 0,1 1,0 1,1",
		"dragonHorse":    "-* " + w8 + "; r* " + f8,
		"clobber":        "-x " + w8,
		"breakthrough":   "-* -1,1 1,1; -o 0,1",
		"immobile":       "",
		"cannon":         "px " + w8 + "; ro " + w8,
		"janggiCannon":   "p* " + w8,
		"soldier":        "-* -1,0 0,1 1,0",
		"horse":          "n* " + n8,
		"elephant":       "n* " + a4,
		"janggiElephant": "n* " + z8,
		"banner":         "n* " + n8 + "; px " + w8 + "; r* " + w8,
		"wazir":          "-* " + w8,
		"commoner":       "-* " + k8,
		"centaur":        "-* " + kn,
		"king":           "-* " + k8,
	}
	if len(want) != 37 {
		t.Errorf("the table has %d pieces, want 37", len(want))
	}
	for key, moves := range want {
		p, ok := slotOf(key)
		if !ok {
			t.Errorf("no piece %s", key)
			continue
		}
		steps, passing, problems := parseBetza(p.betza())
		if got := ways(steps); got != moves || len(problems) > 0 {
			t.Errorf("%s (%s):\n got %s %v\nwant %s", key, p.betza(), got, problems, moves)
		}
		if passing != (key == "pawn") {
			t.Errorf("%s: en passant %v", key, passing)
		}
	}
}

// TestBetza holds texts beyond the named pieces against the reference's reading of them.
func TestBetza(t *testing.T) {
	for text, want := range map[string]string{
		"fsW":        "-* -1,0 0,1 1,0", // the letters of a straight atom count apart
		"fsK":        "-* -1,0 -1,1 1,0 1,1",
		"fsN":        "-* -2,1 2,1",
		"ffN":        "-* -1,2 1,2",
		"fN":         "-* -1,2 1,2",
		"frN":        "-* 2,1",
		"rfN":        "-* 1,2",
		"rN":         "-* 2,-1 2,1",
		"vN":         "-* -1,-2 -1,2 1,-2 1,2",
		"sN":         "-* -2,-1 -2,1 2,-1 2,1",
		"bhN":        "-* -1,-2 -2,-1 1,-2 2,-1",
		"hrN":        "-* -1,-2 -2,1 1,2 2,-1",
		"hlN":        "-* -1,2 -2,-1 1,-2 2,1",
		"rhN":        "-* 1,-2 1,2 2,-1 2,1",
		"rvN":        "-* 1,-2 1,2",
		"lF":         "-* -1,-1 -1,1",
		"fF":         "-* -1,1 1,1",
		"rfF":        "-* 1,1",
		"fmWfcF":     "-o 0,1; -x -1,1 1,1",
		"fsWifmnD":   "-* -1,0 0,1 1,0; ino 0,2",
		"fmWsWcfF":   "-* -1,0 1,0; -o 0,1; -x -1,1 1,1",
		"fsmWfceF":   "-o -1,0 0,1 1,0; -x -1,1 1,1",
		"iW":         "i-o " + w8, // the initial captures are dropped
		"W2":         "r*2 " + w8,
		"WW":         "r* " + w8,
		"RW2":        "r*2 " + w8, // a later atom overrides
		"W2R":        "r* " + w8,
		"mRcW2":      "ro " + w8 + "; rx2 " + w8,
		"WfF2":       "-* " + w8 + "; r*2 -1,1 1,1",
		"NN":         "r* " + n8,
		"N2":         "r*2 " + n8,
		"nNfN":       "-* -1,2 1,2; n* -1,-2 -2,-1 -2,1 1,-2 2,-1 2,1", // leaping overrides the leg
		"gQ":         "p*1 " + k8,
		"pR3":        "p*3 " + w8,
		"mBcpB":      "px " + f8 + "; ro " + f8,
		"nD":         "n* " + d4,
		"nJ":         "n* " + z8,
		"H":          "-* -3,0 0,-3 0,3 3,0",
		"C":          "-* -1,-3 -1,3 -3,-1 -3,1 1,-3 1,3 3,-1 3,1",
		"L":          "-* -1,-3 -1,3 -3,-1 -3,1 1,-3 1,3 3,-1 3,1",
		"G":          "-* -3,-3 -3,3 3,-3 3,3",
		"cWmW":       "-* " + w8, // the halves meet again
		"mfFcfeWimf": "?",
	} {
		steps, _, problems := parseBetza(text)
		if want == "?" {
			if len(problems) == 0 {
				t.Errorf("%s: no problem found", text)
			}
			continue
		}
		if got := ways(steps); got != want || len(problems) > 0 {
			t.Errorf("%s:\n got %s %v\nwant %s", text, got, problems, want)
		}
	}
}

// TestMixedRiders holds the texts that the reference would widen apart from those it would not.
func TestMixedRiders(t *testing.T) {
	for text, refused := range map[string]bool{
		"fRpbR":   true, // would ride and hop both ways
		"W2pR":    true, // would ride without the limit
		"fnNbNN":  true, // would leap forward without a leg
		"vnDpR":   true, // would step sideways by two
		"fnDbpR":  true, // would hop where it should walk
		"fnDfpR":  false,
		"RpR":     false, // all ways alike
		"RcpRnN":  false, // the banner
		"fRbW":    false, // a single step is a ride of one
		"fRbW2":   false, // ranges differ by direction, not by manner
		"mRcpR":   false, // the cannon
		"fBbF":    false,
		"RcgR":    false, // captures and moves have tables of their own
		"fRbnD":   false, // a lame step of two is a ride of two
		"fpRbpR3": false,
	} {
		_, _, problems := parseBetza(text)
		if (len(problems) > 0) != refused {
			t.Errorf("%s: refused %v, want %v %v", text, len(problems) > 0, refused, problems)
		}
	}
}

// TestMixedRidersIsExact compares mixedRiders' question with its answer on every small board: a text that is not refused
// reaches the same points with the reference's tables as with its own steps.
func TestMixedRidersIsExact(t *testing.T) {
	texts := []string{"fRpbR", "W2pR", "RpR", "fRbW", "fRbW2", "mRcpR", "fRbnD", "vnDpR", "fpRbpR3", "gRfR", "fgRbpR", "sRvgR"}
	for _, text := range texts {
		steps, _, problems := parseBetza(text)
		differs := false
		for mask := 0; mask < 1<<8; mask++ {
			occupied := func(o offset) bool { // two points on each of the four arms may be occupied
				arms := map[offset]int{{0, 1}: 0, {0, 2}: 1, {0, -1}: 2, {0, -2}: 3, {1, 0}: 4, {2, 0}: 5, {-1, 0}: 6, {-2, 0}: 7}
				bit, ok := arms[o]
				return ok && mask>>bit&1 != 0
			}
			differs = differs || !sameReach(steps, occupied)
		}
		if refused := len(problems) > 0; refused != differs {
			t.Errorf("%s: refused %v, but with the reference's tables it differs %v", text, refused, differs)
		}
	}
}

// sameReach compares a piece's points with what the reference's tables and its reach have in common.
func sameReach(steps []Step, occupied func(offset) bool) bool {
	said, tables, ever := map[offset]bool{}, map[offset]bool{}, map[offset]bool{}
	for _, s := range steps {
		if s.Quiet { // the texts under test differ alike in moves and captures
			reachInto(said, s, occupied)
			for _, d := range lineDirections(s) {
				full := s
				full.Files, full.Ranks = d.files, d.ranks
				if full.Limit > 1 || s.Kind == Ride {
					full.Limit = 0
				}
				if s.Kind == Leap {
					full = s
				}
				reachInto(tables, full, occupied)
			}
			for k := 1; k <= s.reach(); k++ {
				ever[offset{k * s.Files, k * s.Ranks}] = true
			}
		}
	}
	for o := range tables {
		if ever[o] && !said[o] {
			return false
		}
	}
	return true
}

func reachInto(out map[offset]bool, s Step, occupied func(offset) bool) {
	hurdle, most := false, s.reach()
	if s.Kind == Lame {
		for _, o := range lamePath(s) {
			if occupied(o) {
				return
			}
		}
	}
	for k := 1; k <= most; k++ {
		o := offset{k * s.Files, k * s.Ranks}
		switch {
		case s.Kind != Hop:
			out[o] = true
			if occupied(o) {
				return
			}
		case hurdle:
			out[o] = true
			if occupied(o) || s.Limit == 1 {
				return
			}
		case occupied(o):
			hurdle = true
		}
	}
}

// TestLamePath spells out the paths of the lame leaps.
func TestLamePath(t *testing.T) {
	for _, c := range []struct {
		files, ranks int
		want         string
	}{
		{1, 2, "[{0 1}]"}, {-2, 1, "[{-1 0}]"}, {2, 2, "[{1 1}]"}, {0, -2, "[{0 -1}]"},
		{2, 3, "[{0 1} {1 2}]"}, {-3, -2, "[{-1 0} {-2 -1}]"},
	} {
		if got := fmt.Sprint(lamePath(Step{Files: c.files, Ranks: c.ranks, Kind: Lame})); got != c.want {
			t.Errorf("%d,%d: %s, want %s", c.files, c.ranks, got, c.want)
		}
	}
	_ = board.White
}
