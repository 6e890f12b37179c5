package variant

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/board"
)

// update rewrites the golden files from what the code says now.
var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with a file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s is out of step (run the test with -update if the new text is right):\n%s", file, d)
	}
}

// sameSpec compares two Specs in all that matters to the game.
func sameSpec(t *testing.T, what string, want, got *Spec) {
	t.Helper()
	a, b := *want, *got
	for _, s := range []*Spec{&a, &b} {
		s.Name, s.Doc, s.Template, s.CharTable = "", "", "", ""
	}
	if d := cmp.Diff(a, b); d != "" {
		t.Errorf("%s:\n%s", what, d)
	}
}

func mustLoad(t *testing.T, name string) *Spec {
	t.Helper()
	s, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// mustParse reads one stanza, or the last of several.
func mustParse(t *testing.T, text string) *Spec {
	t.Helper()
	f, err := Parse("x.ini", text)
	if err != nil {
		t.Fatal(err)
	}
	return f.Specs[len(f.Specs)-1]
}

// wellFormed checks what every reader of Specs may rely on.
func wellFormed(s *Spec) error {
	g, all := s.Geometry, s.Geometry.All()
	if g.Files < 1 || g.Ranks < 1 || g.Files > board.MaxFiles || g.Ranks > board.MaxRanks {
		return fmt.Errorf("geometry %v", g)
	}
	if len(s.Pieces) == 0 || len(s.Pieces) > 26 {
		return fmt.Errorf("%d pieces", len(s.Pieces))
	}
	types := board.TypeSet(1<<(len(s.Pieces)+1) - 2)
	letters := map[byte]bool{}
	for i := range s.Pieces {
		p := &s.Pieces[i]
		if p.Letter < 'a' || p.Letter > 'z' || letters[p.Letter] || p.Synonym != 0 && letters[p.Synonym] {
			return fmt.Errorf("letters of %s", p.Key)
		}
		letters[p.Letter] = true
		for c, r := range p.Region {
			if !r.Within(all) || r.Empty() {
				return fmt.Errorf("region %d of %s", c, p.Key)
			}
		}
		if err := wellFormedSteps(p); err != nil {
			return err
		}
	}
	for _, r := range [][2]board.Bits{s.PromotionRegion, s.DoubleStepRegion, s.TripleStepRegion, s.EnPassantRegion,
		s.FlagRegion, s.Connect.Region1, s.Connect.Region2} {
		if !r[0].Within(all) || !r[1].Within(all) {
			return fmt.Errorf("a region leaves the board")
		}
	}
	for _, ts := range []board.TypeSet{s.PromotionPawns[0], s.PromotionPawns[1], s.PromotionTypes[0], s.PromotionTypes[1],
		s.EnPassantTypes[0], s.EnPassantTypes[1], s.ClockTypes[0], s.ClockTypes[1], s.ExtinctionTypes, s.Connect.Types,
		s.Castling.RookTypes[0], s.Castling.RookTypes[1]} {
		if ts&^types != 0 {
			return fmt.Errorf("a set names types that are not there")
		}
	}
	return wellFormedRest(s)
}

func wellFormedSteps(p *Piece) error {
	seen := map[string]bool{}
	for _, st := range p.Steps {
		key := fmt.Sprint(st.Files, st.Ranks, manner(st.Kind), st.Initial)
		for _, half := range []string{fmt.Sprint("q", st.Quiet), fmt.Sprint("c", st.Capture)} {
			if half[1] == 't' && seen[key+half] {
				return fmt.Errorf("%s (%s) goes one way twice: %+v", p.Key, p.Betza, st)
			}
			seen[key+half] = true
		}
		switch {
		case st.Files == 0 && st.Ranks == 0, abs(st.Files) > 3, abs(st.Ranks) > 3:
			return fmt.Errorf("%s: step %+v", p.Key, st)
		case !st.Quiet && !st.Capture, st.Initial && st.Capture:
			return fmt.Errorf("%s: step %+v does the wrong things", p.Key, st)
		case st.Limit < 0 || st.Limit > 9 || st.Limit > 0 && st.Kind != Ride && st.Kind != Hop:
			return fmt.Errorf("%s: step %+v has a wrong limit", p.Key, st)
		case st.Kind == Lame && max(abs(st.Files), abs(st.Ranks)) < 2:
			return fmt.Errorf("%s: step %+v has no path", p.Key, st)
		}
	}
	return nil
}

func wellFormedRest(s *Spec) error {
	royals := 0
	for i := range s.Pieces {
		if s.Pieces[i].Royal {
			royals++
		}
	}
	switch {
	case royals > 1:
		return fmt.Errorf("%d royal types", royals)
	case s.MovesPerTurn[0] < 1 || s.MovesPerTurn[1] < 1:
		return fmt.Errorf("moves per turn %v", s.MovesPerTurn)
	case s.FoldValue == None || s.StalemateValue == None || s.CheckmateValue == None || s.Connect.Value == None:
		return fmt.Errorf("an end is worth nothing")
	case s.SoldierRank < 1 || s.Fold == 1 || s.ClockPlies < 0:
		return fmt.Errorf("soldier rank %d, fold %d, clock %d", s.SoldierRank, s.Fold, s.ClockPlies)
	case s.FlyingGeneral && royals == 0:
		return fmt.Errorf("flying generals without generals")
	}
	a := &array{spec: s}
	if a.read(s.Start); len(a.problems) > 0 {
		return fmt.Errorf("start %s: %v", s.Start, a.problems)
	}
	if a.String() != s.Start {
		return fmt.Errorf("start %s is not canonical: %s", s.Start, a.String())
	}
	return nil
}
