package lab

import (
	"path/filepath"
	"strings"
	"testing"

	"buluo/lab/ledger"
	"buluo/lab/store"
)

// chess is a record of a game of chess.
func chess(moves, result, reason, termination string) ledger.Record {
	n := len(strings.Fields(moves))
	return ledger.Record{
		Variant: "chess", Start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Moves: moves, Result: result, Reason: reason,
		Termination: termination, Plies: n, Cap: 9, Engine: "somebody",
		Scores: make([]int, n), Depths: make([]int, n), Nodes: make([]uint64, n),
	}
}

const (
	shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8" // the third time at the start
	fool    = "f2f3 e7e5 g2g4 d8h4"
)

// TestJudge puts records before the referee.
func TestJudge(t *testing.T) {
	j := newJudge()
	for _, c := range []struct {
		rec  ledger.Record
		want string
	}{
		{chess(fool, "0-1", "mate", "rules"), ""},
		{chess(shuffle, "1/2-1/2", "repetition", "rules"), ""},
		{chess("e2e4", "*", "none", "unfinished"), ""},
		{chess(shuffle+" e2e4", "*", "none", "cap"), "ply 9: e2e4 is played after the game has ended, 1/2-1/2 by repetition"},
		{chess(fool, "1-0", "mate", "rules"), "recorded 1-0 by mate, the referee says 0-1 by mate"},
		{chess(fool, "0-1", "stalemate", "rules"), "recorded 0-1 by stalemate"},
		{chess(fool, "*", "none", "unfinished"), "the referee says 0-1 by mate"},
		{chess(fool, "0-1", "mate", "cap"), "recorded as cap"},
		{chess("e2e4", "*", "none", "rules"), "recorded as rules, the referee says * by none"},
		{chess("e2e4", "*", "none", "cap"), "left at the cap of 9 plies after 1"},
		{chess("e2e5", "*", "none", "unfinished"), "ply 1"},
		{chess("e2e4 e2e4", "*", "none", "unfinished"), "ply 2"},
	} {
		n, err := j.check(&c.rec)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s by %s (%s): %v, want %q", c.rec.Moves, c.rec.Result, c.rec.Reason, c.rec.Termination, err, c.want)
		}
		if err == nil && n != c.rec.Plies+1 {
			t.Errorf("%s: %d positions", c.rec.Moves, n)
		}
	}
}

// TestImportPGN takes games as people write them: one that is over, one that was resigned, one that lies, one with an illegal move, one from
// another start, one of no variant.
func TestImportPGN(t *testing.T) {
	const text = `[White "A"]
[Black "B"]
[Variant "chess"]
[Result "0-1"]

1. f3 e5 2. g4?? {oh} Qh4# 0-1

[Variant "chess"]
[Result "1-0"]

1. e4 resigns 1-0

[Variant "chess"]
[Result "1-0"]

1. e4 e5 1-0

[Variant "chess"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4 1-0

[Variant "chess"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. Rh8+ *

[Variant "nothing"]

1. e4 *
`
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, fate := range []store.Fate{store.Kept, store.Known} {
		res, err := ImportPGN(t.Context(), s, "x.pgn", strings.NewReader(text))
		if err != nil || res.Fates[fate] != 3 || len(res.Notes) != 1 || len(res.Wrong) != 3 {
			t.Fatalf("time %d: %+v, %v", i, res, err)
		}
		all := res.Notes[0].String()
		for _, w := range res.Wrong {
			all += "\n" + w.String()
		}
		for _, want := range []string{
			"x.pgn: game 3: its Result is 1-0, but the board has not ended it; it is kept as unfinished", "x.pgn: game 2: line", "the board says 0-1 by mate",
			"nothing",
		} {
			if !strings.Contains(all, want) {
				t.Errorf("not said: %s; but\n%s", want, all)
			}
		}
	}
	for g, err := range s.Games(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if g.Termination == "rules" && (g.Engine != "A against B" || g.Reason != "mate" || g.Result != "0-1") {
			t.Errorf("%s: %s by %s", g.Engine, g.Result, g.Reason)
		}
	}
	if p, err := VerifyStore(t.Context(), s, 1); err != nil || p.Games != 3 || len(p.Wrong) > 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestImportRecords takes bare records in: a stranger's, and one that is not as it says.
func TestImportRecords(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	records := []ledger.Record{chess(fool, "0-1", "mate", "rules"), chess(fool, "1-0", "mate", "rules")}
	res, err := ImportRecords(t.Context(), s, "x", records)
	if err != nil || res.Fates[store.Kept] != 1 || len(res.Wrong) != 1 || !strings.Contains(res.Wrong[0].String(), "x: game 2, chess: recorded 1-0") {
		t.Errorf("%+v, %v", res, err)
	}
	// Other thoughts on the same moves are another result of the same job.
	records[0].Depths[0]++
	if res, err = ImportRecords(t.Context(), s, "x", records[:1]); err != nil || res.Fates[store.Conflict] != 1 {
		t.Errorf("%+v, %v", res, err)
	}
}
