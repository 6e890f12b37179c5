package report

import (
	"strings"
	"testing"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
)

// TestClues reads every figure of the study, and some word for word.
func TestClues(t *testing.T) {
	figures, err := Published()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures {
		if _, err := f.clues(); err != nil {
			t.Error(err)
		}
	}
	for _, c := range []struct{ reason, plies, want string }{
		{"", "", "[]"},
		{"extinction", "50-62", "[extinction 50-62]"},
		{"draw by repetition", "393", "[repetition 393]"},
		{"clock 714-966, smother 395", "", "[smother 395 clock 714-966]"},
		{"smother 961, 1027-1098", "", "[smother 961 1027-1098]"},
		{"", "293-394", "[293-394]"},
	} {
		f := Figure{Reason: c.reason, Plies: c.plies}
		list, err := f.clues()
		var words []string
		for _, x := range list {
			words = append(words, x.String())
		}
		if got := "[" + strings.Join(words, " ") + "]"; err != nil || got != c.want {
			t.Errorf("%q, %q: %s, %v; want %s", c.reason, c.plies, got, err, c.want)
		}
	}
	if _, err := (&Figure{Reason: "mate 2x"}).clues(); err == nil {
		t.Error("mate in 2x plies is taken")
	}
}

// TestChecks holds made-up games against three of the study's figures: four budgets of which two games are named, four of which the plies'
// range is, and one game.
func TestChecks(t *testing.T) {
	designs, err := design.Select([]string{"horde-standard-36-r3", "horde-standard-18-r1", "horde-standard-18-r1-c60"})
	if err != nil {
		t.Fatal(err)
	}
	army := func(plies int) ledger.Record {
		return record("", 0, plies, board.Win(design.Army, board.Extinction), match.ByRules)
	}
	horde := func(plies int, reason board.Reason) ledger.Record {
		return record("", 0, plies, board.Win(design.Horde, reason), match.ByRules)
	}
	budgets := []uint64{150_000, 200_000, 300_000, 500_000, 1_000_000}
	for i, c := range []struct {
		design string
		games  []ledger.Record
		want   Agreement
		why    string
	}{
		{"horde-standard-36-r3", []ledger.Record{army(212), horde(207, board.Smother), horde(233, board.Mate), army(196)}, Exact, ""},
		{"horde-standard-36-r3", []ledger.Record{army(212), horde(207, board.Smother), horde(234, board.Mate), army(196)}, SameResult, "no mate 233"},
		{"horde-standard-36-r3", []ledger.Record{army(212), horde(207, board.Smother)}, SoFar, "smother 207 is there, 2 of its games not played"},
		{"horde-standard-36-r3", []ledger.Record{army(212), army(207), army(9)}, Other, "horde-draw-army 0-0-3, published 2-0-2"},
		{"horde-standard-36-r3", []ledger.Record{record("", 0, 2000, board.Outcome{}, match.Capped)}, Other, "horde-draw-army 0-0-0+1, published 2-0-2"},
		{"horde-standard-18-r1", []ledger.Record{army(50), army(62), army(60), army(60)}, Exact, ""},
		{"horde-standard-18-r1", []ledger.Record{army(50), army(56), army(60), army(60)}, SameResult, "plies 50-60, not 50-62"},
		{"horde-standard-18-r1", []ledger.Record{army(64)}, SameResult, "extinction 64 is not extinction 50-62"},
		{"horde-standard-18-r1", []ledger.Record{army(52)}, SoFar, "3 of its games not played"},
	} {
		for k := range c.games {
			c.games[k].Variant, c.games[k].Budget = c.design, budgets[k]
		}
		tables := Tables{Designs: designs, Budgets: budgets, Records: c.games}
		checks, err := tables.Checks()
		if err != nil || len(checks) != 1 || checks[0].Agreement != c.want || checks[0].Why != c.why {
			t.Errorf("case %d: %+v, %v", i, checks, err)
		}
	}
	one := army(46)
	one.Variant, one.Budget = "horde-standard-18-r1-c60", 1_000_000
	tables := Tables{Designs: designs, Budgets: budgets, Records: []ledger.Record{one}}
	var text strings.Builder
	if err := tables.WriteFigures(&text); err != nil ||
		!strings.Contains(text.String(), "| horde-standard-18-r1 | 60 | 1M | army extinction 46 | 1M: army ext 46 | exact |\n\n1 figures: 1 exact, ") {
		t.Errorf("%v\n%s", err, text.String())
	}
}
