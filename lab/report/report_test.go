package report

import (
	"bytes"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestPublished checks that the embedded figures are whole: every design exists, every row's tally counts its games.
func TestPublished(t *testing.T) {
	figures, err := Published()
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for _, f := range figures {
		if _, err := design.Load(f.Design); err != nil {
			t.Error(err)
		}
		tally, err := f.Tally()
		if err != nil {
			t.Error(err)
		}
		want := 1
		if f.Several() {
			want = 4
		}
		if tally.Finished() != want {
			t.Errorf("%s at %s: %s is %d games, want %d", f.Design, f.Budgets, f.Winner, tally.Finished(), want)
		}
		games += tally.Finished()
	}
	names, err := PublishedDesigns()
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 24 || games != 24*5+4 {
		t.Errorf("%d designs and %d games, want 24 and 124", len(names), games)
	}
}

// TestBadTally refuses figures that cannot be counted.
func TestBadTally(t *testing.T) {
	for _, winner := range []string{"", "nobody 4", "army four", "army 3 draw 1"} {
		f := Figure{Design: "d", Budgets: "1M", Winner: winner}
		if tally, err := f.Tally(); err == nil {
			t.Errorf("%q counts as %s", winner, tally)
		}
	}
}

func record(name string, budget uint64, plies int, o board.Outcome, how match.Termination) ledger.Record {
	g := &match.Game{Outcome: o, Termination: how}
	for range plies {
		g.Moves = append(g.Moves, "a1a2")
		g.Choices = append(g.Choices, match.Choice{})
	}
	return ledger.Of(name, "", "", budget, 2000, g)
}

// TestTables compares the tables of a small run with the golden file: several kinds of designs, a capped game, a missing one.
func TestTables(t *testing.T) {
	designs, err := design.Select([]string{
		"horde-standard-36-r1", "horde-standard-31-parent", "horde-veteran-36-r2", "horde-veteran-36-r3", "horde-standard-36-r1-c60", "minixiangqi",
	})
	if err != nil {
		t.Fatal(err)
	}
	army, horde := board.Win(design.Army, board.Extinction), board.Win(design.Horde, board.Smother)
	tables := Tables{
		Designs: designs, Budgets: []uint64{20_000, 1500, 1_000_000}, Published: true,
		Records: []ledger.Record{
			record("horde-standard-36-r1", 1500, 134, army, match.ByRules),
			record("horde-standard-36-r1", 20_000, 150, army, match.ByRules),
			record("horde-standard-36-r1", 1_000_000, 112, army, match.ByRules),
			record("horde-standard-31-parent", 1500, 99, board.Win(design.Horde, board.Mate), match.ByRules),
			record("horde-veteran-36-r2", 1500, 435, horde, match.ByRules),
			record("horde-veteran-36-r2", 20_000, 2000, board.Outcome{}, match.Capped),
			record("horde-veteran-36-r3", 20_000, 703, board.Draw(board.Repetition), match.ByRules),
			record("horde-standard-36-r1-c60", 1500, 134, army, match.ByRules),
			record("minixiangqi", 1500, 60, board.Draw(board.Clock), match.ByRules),
		},
	}
	var got bytes.Buffer
	for _, write := range []func(io.Writer) error{tables.Write, tables.WriteMarkdown, tables.WriteCSV, tables.WriteJSON} {
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
	}
	const golden = "testdata/tables.golden"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the tables differ from %s:\n%s", golden, got.String())
	}
	tables.Published = false
	got.Reset()
	if err := tables.Write(&got); err != nil || strings.Contains(got.String(), "ublished") {
		t.Errorf("published figures shown unasked, error %v:\n%s", err, got.String())
	}
}

// TestAgreement compares games with the study's figures for one game: 46 plies of extinction at a million nodes, and a draw.
func TestAgreement(t *testing.T) {
	designs, err := design.Select([]string{"horde-standard-18-r1-c60", "horde-standard-36-r3-c60"})
	if err != nil {
		t.Fatal(err)
	}
	army := board.Win(design.Army, board.Extinction)
	for _, c := range []struct {
		design, budget int
		plies          int
		outcome        board.Outcome
		want           Agreement
	}{
		{0, 1_000_000, 46, army, Exact},
		{0, 1_000_000, 48, army, SameResult},
		{0, 1_000_000, 46, board.Win(design.Army, board.Mate), SameResult},
		{0, 1_000_000, 46, board.Win(design.Horde, board.Mate), Other},
		{0, 1_000_000, 46, board.Outcome{}, Other},
		{0, 150_000, 50, army, NoFigure},
		{1, 5_000_000, 104, board.Draw(board.Repetition), Exact},
	} {
		name := designs[c.design].Name()
		rec := record(name, uint64(c.budget), c.plies, c.outcome, match.ByRules)
		tables := Tables{Designs: designs, Budgets: []uint64{rec.Budget}, Records: []ledger.Record{rec}, Published: true}
		rows, err := tables.Rows()
		if err != nil || len(rows) != 1 || rows[0].Agreement != c.want {
			t.Errorf("%+v: %+v, %v", c, rows, err)
		}
	}
}

// TestBest chooses among the games of one cell.
func TestBest(t *testing.T) {
	game := func(capPlies int, o board.Outcome, after string) ledger.Record {
		r := record("d", 5, 3, o, match.ByRules)
		r.Cap, r.Job = capPlies, &schedule.Job{After: after}
		return r
	}
	var none board.Outcome
	win := board.Draw(board.Clock)
	for i, c := range []struct {
		games []ledger.Record
		want  int
	}{
		{[]ledger.Record{game(400, none, ""), game(1000, none, "x")}, 0},
		{[]ledger.Record{game(400, none, ""), game(1000, win, "x")}, 1},
		{[]ledger.Record{game(400, none, ""), game(1000, win, "x"), game(2000, win, "")}, 2},
		{[]ledger.Record{game(0, none, ""), game(1000, none, "")}, 0},
		{[]ledger.Record{game(400, none, ""), game(1000, none, "")}, 1},
	} {
		for range 2 {
			best := Best(c.games)
			if len(best) != 1 || best[0].Cap != c.games[c.want].Cap || best[0].Job.After != c.games[c.want].Job.After {
				t.Errorf("case %d: %+v", i, best)
			}
		}
	}
}
