package report

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
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
	if err := tables.Write(&got); err != nil {
		t.Fatal(err)
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
