package position_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
)

// played returns the position after moves in UCI text, each of which must be legal, and fails where the game is over
// before the last.
func played(t testing.TB, r *rules.Rules, fen string, moves []string) *position.Position {
	t.Helper()
	p, err := position.Parse(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	g := movegen.For(r)
	for i, text := range moves {
		if o := g.Outcome(p); o.Over {
			t.Fatalf("over before ply %d: %s", i+1, o.Reason)
		}
		m := board.NoMove
		for _, legal := range g.Legal(p, nil) {
			if r.UCI(legal) == text {
				m = legal
			}
		}
		if m == board.NoMove {
			t.Fatalf("ply %d: %s is not legal in %s", i+1, text, p.FEN())
		}
		p.Do(m)
	}
	return p
}

// twice returns the moves that lead to the third occurrence of a cycle's start.
func twice(cycle string) []string {
	once := strings.Fields(cycle)
	return append(once, once...)
}

// table returns the rows of a tab-separated file, without comments; nil where there is no such file.
func table(t testing.TB, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows [][]string
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		if line := sc.Text(); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestRepetitions judges our own cases: one of every kind that the rules name, and mostly its nearest opposite.
func TestRepetitions(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	g := movegen.For(r)
	rows := table(t, "../testdata/repetition.tsv")
	if len(rows) < 20 {
		t.Fatalf("only %d cases", len(rows))
	}
	for _, row := range rows {
		t.Run(row[0], func(t *testing.T) {
			p := played(t, r, row[1], twice(row[2]))
			fen, key := p.FEN(), p.Key()
			o := g.Outcome(p)
			if o.Result() != row[3] || o.Reason.String() != row[4] {
				t.Errorf("%s (%s), want %s (%s)", o.Result(), o.Reason, row[3], row[4])
			}
			if p.FEN() != fen || p.Key() != key {
				t.Errorf("judging changed the position from %s to %s", fen, p.FEN())
			}
		})
	}
}

// TestRuleBook judges the diagrams of the Asian rule book and the reference's own cases, where they lie beside the
// repository. Disputed cases are only told.
func TestRuleBook(t *testing.T) {
	rows := table(t, "../../shared/data/repetition.tsv")
	if rows == nil {
		t.Skip("no rule book here")
	}
	results := map[string]string{"Red loses": "0-1", "Black loses": "1-0", "draw": "1/2-1/2"}
	r := rulestest.Load(t, "xiangqi")
	g := movegen.For(r)
	judged := 0
	for _, row := range rows[1:] {
		id, source, want := row[0], row[1], results[row[5]]
		p := played(t, r, row[3], strings.Fields(row[4]))
		o := g.Outcome(p)
		if source == "MISC" || want == "" {
			t.Logf("%s, %s: %s (%s)", id, row[5], o.Result(), o.Reason)
			continue
		}
		judged++
		if o.Result() != want {
			t.Errorf("%s: %s (%s), want %s (%s)", id, o.Result(), o.Reason, want, row[2])
		}
	}
	if judged != 151 {
		t.Errorf("%d cases judged, want the 122 of the book and 29 of the reference", judged)
	}
}

// TestChaseOwnPieces pins the default for pieces of a variant's own: they are ordinary prey, a soldier of another name
// included, as in the reference.
func TestChaseOwnPieces(t *testing.T) {
	const text = `
[veterans:xiangqi]
customPiece1 = v:fsW
startFen = 4k4/9/9/9/9/9/9/V8/r8/3K5 w - - 0 1
`
	r := rulestest.Stanza(t, "veterans", text)
	p := played(t, r, r.Spec().Start, twice("a3b3 a2b2 b3a3 b2a2"))
	want := board.Win(board.White, board.PerpetualChase)
	if got := movegen.For(r).Outcome(p); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestChaseLongTurns judges a side's turn of two moves as one: the first attacks, the second does something else.
func TestChaseLongTurns(t *testing.T) {
	const text = `
[twostep:xiangqi]
movesPerTurnWhite = 2
`
	r := rulestest.Stanza(t, "twostep", text)
	p := played(t, r, "5k3/9/9/9/8R/9/n8/9/3K5/9 w - - 0 1", twice("i6i4 d2d3 a4b6 i4i6 d3d2 b6a4"))
	want := board.Win(board.Black, board.PerpetualChase)
	if got := movegen.For(r).Outcome(p); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestRepetitionsWithinTurns judges repetitions that begin within a long turn.
func TestRepetitionsWithinTurns(t *testing.T) {
	rows := table(t, "../testdata/repetition-turns.tsv")
	if len(rows) < 4 {
		t.Fatalf("only %d cases", len(rows))
	}
	for _, row := range rows {
		r := rulestest.Stanza(t, "twostep", "[twostep:xiangqi]\nmovesPerTurnWhite = 2\nnFoldRule = "+row[1]+"\n")
		moves := strings.Fields(row[3] + strings.Repeat(" "+row[4], int(row[1][0]-'1')))
		p := played(t, r, row[2], moves)
		fen := p.FEN()
		if o := movegen.For(r).Outcome(p); o.Result() != row[5] || o.Reason.String() != row[6] || !p.MidTurn() {
			t.Errorf("%s: %s (%s), want %s (%s)", row[0], o.Result(), o.Reason, row[5], row[6])
		}
		if p.FEN() != fen || p.Ply() != len(moves) {
			t.Errorf("%s: judging changed %s to %s", row[0], fen, p.FEN())
		}
		if err := p.Verify(); err != nil {
			t.Errorf("%s: %v", row[0], err)
		}
	}
}

// TestChased asks what single turns threaten anew.
func TestChased(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	const fen = "5k3/9/9/9/8R/9/n8/9/3K5/9 w - - 0 1"
	for moves, want := range map[string]string{
		"":               "",   // no turn
		"i6i4":           "a4", // along the rank
		"i6i4 a4b6":      "",   // a horse that flees
		"i6a6":           "a4", // along the file
		"i6a6 a4c5":      "a6", // a horse wins a chariot
		"i6a6 a4b6 a6b6": "",   // a capture is no threat
	} {
		b, got := played(t, r, fen, strings.Fields(moves)).Chased(), ""
		for b.Any() {
			got += r.Geometry.Name(b.Pop())
		}
		if got != want {
			t.Errorf("%q chases %q, want %q", moves, got, want)
		}
	}
}

// TestChasedByLongTurns asks the same of turns of two moves: a turn that cannot be repeated as a whole chases nothing.
func TestChasedByLongTurns(t *testing.T) {
	r := rulestest.Stanza(t, "twostep", "[twostep:xiangqi]\nmovesPerTurnWhite = 2\n")
	const fen = "5k3/9/9/9/8R/9/n8/9/3K5/3p5 "
	for _, c := range [][3]string{
		{"w - - 0 1", "i6i4", ""}, // not over yet
		{"w - - 0 1", "i6i4 d2e2", "a4"},
		{"w - - 0 1", "d2e2 i6i4", "a4"},
		{"w - - 0 1", "d2d1 i6i4", ""},           // the first move captures
		{"w - - 0 1", "i6i4 d2d1", ""},           // the second does
		{"w - - 0 1", "d2d1 i6i5 a4b6 i5i6", ""}, // ... long ago, but the turn goes on
		{"w - - 0 1", "d2d1 i6i5 a4b6 i5i6 d1d2", "b6"},
		{"w:1 - - 0 1", "i6i4", ""}, // begun before the set-up
		{"w:1 - - 0 1", "i6i5 a4b6 i5i6 d2e2", "b6"},
	} {
		p := played(t, r, fen+c[0], strings.Fields(c[1]))
		b, got := p.Chased(), ""
		for b.Any() {
			got += r.Geometry.Name(b.Pop())
		}
		if got != c[2] {
			t.Errorf("%q after %q chases %q, want %q", c[1], c[0], got, c[2])
		}
	}
}

// TestJudgingAllocatesNothing holds the judges of a repetition to the position's own room.
func TestJudgingAllocatesNothing(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	p := played(t, r, "5k3/9/9/9/8R/9/n8/9/3K5/9 w - - 0 1", twice("i6i4 a4b6 i4i6 b6a4"))
	p.Claim() // the first walk back makes room for the moves
	if n := testing.AllocsPerRun(100, func() { p.Claim(); p.Chased() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkChase(b *testing.B) {
	r := rulestest.Load(b, "xiangqi")
	const fen = "2bakab2/6c2/2C3c2/p1N1p3p/1R1P5/5r3/P2CP1n1P/4B1p2/4A4/4KAB2 w - - 0 1"
	p := played(b, r, fen, twice("b6b7 f10e9 b7b6 e9f10"))
	for b.Loop() {
		p.Claim()
	}
}

// TestCheckOutsidePalace has checks of a general seen that was set up outside its palace, after moves as well as at once.
func TestCheckOutsidePalace(t *testing.T) {
	p := played(t, rulestest.Load(t, "horde-veteran-18-r1"), "9/1k7/2V6/9/9/9/9/4r4/9/9 b - - 0 1", []string{"e3e2", "c8b8"})
	if !p.InCheck() {
		t.Errorf("no check in %s", p.FEN())
	}
}
