package crosscheck

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMoveRanks(t *testing.T) {
	for move, want := range map[string]string{
		"a1a2": "a0a1", "a9a10+": "a8a9+", "e7e8q": "e6e7q", "i10i9": "i9i8", "": "",
	} {
		got := moveRanks(move, -1)
		if got != want {
			t.Errorf("%s: got %s, want %s", move, got, want)
		}
		if back := moveRanks(got, 1); back != move {
			t.Errorf("%s and back: %s", move, back)
		}
	}
}

func TestCountsFrom0(t *testing.T) {
	set := func(moves ...string) map[string]uint64 {
		m := map[string]uint64{}
		for _, text := range moves {
			m[text] = 1
		}
		return m
	}
	ours := set("a1a2", "a10a9")
	for want, theirs := range map[bool]map[string]uint64{true: set("a0a1", "a9a8"), false: set("a0a1", "a9a7")} {
		if countsFrom0(ours, theirs) != want {
			t.Errorf("%v: want %v", theirs, want)
		}
	}
	if countsFrom0(ours, ours) || countsFrom0(nil, nil) {
		t.Error("ranks from 1, or none, taken for ranks from 0")
	}
}

func TestLighter(t *testing.T) {
	m := &match{}
	got := m.lighter("r3/1+P2 w K e3 5 9")
	want := []string{
		"r3/1+P2 w - e3 5 9", "r3/1+P2 w K - 5 9", "r3/1+P2 w K e3 0 9", "r3/1+P2 w K e3 5 1",
		"4/1+P2 w K e3 5 9", "r3/4 w K e3 5 9",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(- want, + got):\n%s", diff)
	}
}

// FuzzCells: a rank taken apart and put together again is the same rank.
func FuzzCells(f *testing.F) {
	for _, seed := range []string{"rnbakabnr", "9", "1+P7", "12", "p1p1p", "3+"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, rank string) {
		if strings.Contains(rank, "0") || len(rank) > 20 || digits(rank) > 2 {
			t.Skip("no rank of a FEN, or a very long one")
		}
		cells := cellsOf(rank)
		again := cellsOf(rankOf(cells))
		if !slices.Equal(cells, again) {
			t.Errorf("%q: %q, then %q", rank, cells, again)
		}
	})
}

// digits is the longest run of digits.
func digits(text string) int {
	longest, run := 0, 0
	for _, c := range text {
		if run++; c < '0' || c > '9' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

func TestTally(t *testing.T) {
	at := func(array bool, pieces, moves int) *Difference {
		return &Difference{Kind: Moves, Detail: "d", fromArray: array, pieces: pieces, Place: Place{Moves: make([]string, moves)}}
	}
	var list tally
	for _, d := range []*Difference{at(false, 9, 0), at(false, 5, 1), at(false, 5, 0), at(false, 7, 0)} {
		list.add(d)
	}
	if len(list.list) != 1 || list.list[0].pieces != 5 || len(list.list[0].Place.Moves) != 0 || list.list[0].Times != 4 {
		t.Errorf("the fewest pieces, then the fewest moves: %+v", list.list[0])
	}
	list.add(at(true, 32, 3))
	list.add(at(true, 32, 2))
	list.add(at(false, 2, 0))
	if d := list.list[0]; !d.fromArray || len(d.Place.Moves) != 2 || d.Times != 7 {
		t.Errorf("a line from the array goes first: %+v", d)
	}
	list.add(&Difference{Kind: Moves, Detail: "other", pieces: 1})
	if s := list.sorted(); len(s) != 2 || !s[0].fromArray {
		t.Errorf("sorted: %+v", s)
	}
}

func TestCommand(t *testing.T) {
	r := &Report{Engine: EngineID{Command: []string{"./e", "-x"}}}
	const begin = "buluo crosscheck --engine './e -x' "
	for want, pl := range map[string]Place{
		"--variants v --fen startpos --depth 1":                    {},
		"--variants v --fen startpos --moves a1a2 --depth 1":       {Moves: []string{"a1a2"}},
		"--variants v --fen '9/9 w' --moves 'a1a2 b1b2' --depth 1": {FEN: "9/9 w", Moves: []string{"a1a2", "b1b2"}},
	} {
		if got := r.Command("v", pl); got != begin+want {
			t.Errorf("got  %s\nwant %s", got, begin+want)
		}
	}
	r.File = "my designs.ini"
	if got, want := r.Command("v", Place{}), begin+"--file 'my designs.ini' --variants v --fen startpos --depth 1"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := quote("it's"); got != `'it'\''s'` {
		t.Error(got)
	}
}

func TestKindText(t *testing.T) {
	for k := NoKind; k < numKinds; k++ {
		text, err := k.MarshalText()
		var back Kind
		if err != nil || back.UnmarshalText(text) != nil || back != k {
			t.Errorf("%s: read back as %s", k, back)
		}
	}
	var k Kind
	if err := k.UnmarshalText([]byte("shape")); err == nil {
		t.Error("a kind called shape")
	}
	if numKinds.String() != "unknown" || numStyles.String() != "unknown" {
		t.Error("the string of what is out of range")
	}
}

func TestParseBuilt(t *testing.T) {
	list, err := parseBuilt("f", "# c\n\nname\t9/9 w\ta1a2 b1b2\tpurpose\n")
	want := Place{FEN: "9/9 w", Moves: []string{"a1a2", "b1b2"}}
	if err != nil || len(list) != 1 || list[0].name != "name" || !cmp.Equal(list[0].place, want) {
		t.Errorf("%+v, %v", list, err)
	}
	for _, bad := range []string{"name\t9/9 w", "\t9/9 w\t\tp", "name\t\t\tp", "a\tb\tc\td\te"} {
		if _, err := parseBuilt("f", "ok\t9 w\t\tp\n"+bad+"\n"); err == nil || !strings.HasPrefix(err.Error(), "f:2: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// FuzzReadCertificate: no text panics, and what is read is written and read as the same.
func FuzzReadCertificate(f *testing.F) {
	f.Add(`{"engine":{"name":"e","command":["e"],"hash":"00"},"depth":3,"variants":[{"name":"v","spec":"1","answers":"2"}]}`)
	f.Add(`{}`)
	f.Fuzz(func(t *testing.T, text string) {
		cert, err := ReadCertificate(strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := cert.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := ReadCertificate(&b)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(cert, again); diff != "" {
			t.Errorf("%s (- first, + again):\n%s", text, diff)
		}
	})
}
