package variant

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"buluo/board"
)

// TestCatalogue loads every shipped variant and checks it.
func TestCatalogue(t *testing.T) {
	names := Names()
	if len(names) < 80 {
		t.Fatalf("%d variants", len(names))
	}
	seen := map[string]bool{}
	for _, name := range names {
		s := mustLoad(t, name)
		if seen[name] {
			t.Errorf("%s is there twice", name)
		}
		seen[name] = true
		if err := wellFormed(s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if s.Doc == "" {
			t.Errorf("%s has no comment", name)
		}
	}
	for _, name := range strings.Fields(`chess horde horde-lichess orda minixiangqi xiangqi xiangqi-tournament xiangqi-casual manchu
		five-tigers nine-pieces horde-standard-36-r1-stalemate horde-veteran-36-r1-stalemate`) {
		if !seen[name] {
			t.Errorf("%s is missing", name)
		}
	}
	for _, kind := range strings.Fields("standard veteran diagonal doublestep promoting pawn cover sidecover twomoves") {
		for _, array := range strings.Fields("36-r1 36-r2 27-r2") {
			if name := "horde-" + kind + "-" + array; !seen[name] {
				t.Errorf("%s is missing", name)
			}
		}
	}
	c, _ := catalogue()
	for _, n := range c.Notes {
		// The one variant that is kept as it was tried: its region has no effect.
		if !strings.Contains(n.String(), "doubleStepRegionWhite: has no effect") {
			t.Errorf("the catalogue has a key without effect: %v", n)
		}
	}
}

// TestPublishedDesigns holds the catalogue against the stanzas as they were published and tried with the reference.
func TestPublishedDesigns(t *testing.T) {
	for file, stanzas := range map[string]int{"designs.ini": 48, "candidates.ini": 8} {
		text, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse(file, string(text))
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Specs) != stanzas {
			t.Errorf("%s has %d variants, want %d", file, len(f.Specs), stanzas)
		}
		for _, s := range f.Specs {
			sameSpec(t, s.Name, s, mustLoad(t, s.Name))
		}
	}
}

// TestRoundTrip writes every variant as a stanza without a template and reads it back.
func TestRoundTrip(t *testing.T) {
	for _, name := range Names() {
		s := mustLoad(t, name)
		f, err := parse("x.ini", s.INI(), &File{})
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, s.INI())
			continue
		}
		got := f.Specs[0]
		sameSpec(t, name, s, got)
		if got.Name != s.Name || got.CharTable != s.CharTable || got.Doc != s.Doc || got.Template != "" {
			t.Errorf("%s: %q %q %q %q", name, got.Name, got.CharTable, got.Doc, got.Template)
		}
	}
}

// TestReferenceINI sees that nothing but comments stands for our own keys, and that they are named as lost.
func TestReferenceINI(t *testing.T) {
	own := regexp.MustCompile(`(?m)^(movesPerTurn|noCaptureClock|insufficientMaterial|fortressDraw|fenSynonyms)`)
	for _, name := range Names() {
		text, _ := mustLoad(t, name).ReferenceINI()
		if m := own.FindString(text); m != "" {
			t.Errorf("%s: the reference's stanza has our key %s", name, m)
		}
	}
	for name, want := range map[string]string{
		"xiangqi": "insufficientMaterial = xiangqi", "orda": "", "horde-veteran-36-r1": "", "horde-twomoves-36-r1": "movesPerTurnWhite = 2",
		"horde-lichess": "insufficientMaterial = horde, fortressDraw = true",
	} {
		if _, lost := mustLoad(t, name).ReferenceINI(); strings.Join(lost, ", ") != want {
			t.Errorf("%s loses %q, want %q", name, lost, want)
		}
	}
	s := mustParse(t, "[x:xiangqi]\nnoCaptureClock = 121\ninsufficientMaterial = none\n")
	if text, lost := s.ReferenceINI(); len(lost) != 1 || !strings.Contains(text, "# noCaptureClock = 121") {
		t.Errorf("an odd clock: lost %q\n%s", lost, text)
	}
}

// TestReferenceBase reads every stanza for the reference back, with what it loses left to us, and sees that a general is
// never written as a king with moves of its own: the reference would search another game.
func TestReferenceBase(t *testing.T) {
	specs := []*Spec{}
	for _, name := range Names() {
		specs = append(specs, mustLoad(t, name))
	}
	for _, text := range []string{
		"[x]\nking = g:W\nrook = r\nstartFen = 4r2g/8/8/8/8/8/8/4R2G w - - 0 1\n", // by another letter it cannot be the general
		"[x:xiangqi]\nrook = n\nhorse = r\ncannon = -\nmobilityRegionWhiteFers = -\nstartFen = 4k4/9/9/9/9/9/9/9/9/RN1K5 w - - 0 1\n",
		"[x:minixiangqi]\nsoldier = c\ncannon = p\nking = k:N\nmobilityRegionWhiteKing = -\nflyingGeneral = false\n" +
			"startFen = rpnknpr/c1ccc1c/7/7/7/C1CCC1C/RPNKNPR w - - 0 1\n",
		"[x]\nmaxRank = 5\nmaxFile = e\nking = k:W\nsoldier = s\npawn = p\nstartFen = 3ks/ppppp/5/PPPPP/SK3 w - - 0 1\n" +
			"castling = false\n",
	} {
		specs = append(specs, mustParse(t, text))
	}
	for _, s := range specs {
		text, _ := s.ReferenceINI()
		ours := regexp.MustCompile(`(?m)^# (\w+ = )`).ReplaceAllString(text, "$1")
		if !strings.Contains(ours, "insufficientMaterial = ") { // which our built-in variants have, and the reference's have not
			ours += fmt.Sprintf("insufficientMaterial = %v\n", s.Insufficient)
		}
		f, err := Parse("x.ini", strings.Replace(ours, "["+s.Name, "[our-"+s.Name, 1))
		if err != nil {
			t.Errorf("%s: %v\n%s", s.Name, err, ours)
			continue
		}
		sameSpec(t, s.Name, s, f.Specs[0])
		if strings.Contains(text, "king = k:W") {
			t.Errorf("%s: its general is written as a king of another kind:\n%s", s.Name, text)
		}
	}
}

// TestINI holds what is written against golden files: no more lines than it takes.
func TestINI(t *testing.T) {
	for _, name := range []string{"chess", "xiangqi", "horde-promoting-36-r1"} {
		golden(t, "testdata/ini/"+name+".ini", mustLoad(t, name).INI())
	}
	for _, name := range []string{"orda", "horde-twomoves-36-r1"} {
		text, _ := mustLoad(t, name).ReferenceINI()
		golden(t, "testdata/ini/"+name+".reference.ini", text)
	}
}

// TestXiangqi spells out the variant that most others are built on.
func TestXiangqi(t *testing.T) {
	s := mustLoad(t, "xiangqi")
	g := board.Geometry{Files: 9, Ranks: 10}
	palace := func(low string) board.Bits {
		sq, _ := g.ParseSquare(low)
		return s.block(sq, 3, 3)
	}
	half := func(from int) board.Bits {
		var b board.Bits
		for r := from; r < from+5; r++ {
			b = b.Or(g.RankBits(r))
		}
		return b
	}
	for _, c := range []struct {
		letter  byte
		key     string
		betza   string
		regions [2]board.Bits
	}{
		{'k', "king", "W", [2]board.Bits{palace("d1"), palace("d8")}},
		{'a', "fers", "F", [2]board.Bits{palace("d1"), palace("d8")}},
		{'b', "elephant", "nA", [2]board.Bits{half(0), half(5)}},
		{'e', "elephant", "nA", [2]board.Bits{half(0), half(5)}},
		{'n', "horse", "nN", [2]board.Bits{g.All(), g.All()}},
		{'h', "horse", "nN", [2]board.Bits{g.All(), g.All()}},
		{'r', "rook", "R", [2]board.Bits{g.All(), g.All()}},
		{'c', "cannon", "mRcpR", [2]board.Bits{g.All(), g.All()}},
		{'p', "soldier", "fsW", [2]board.Bits{g.All(), g.All()}},
	} {
		p := s.Piece(s.Type(c.letter))
		if p == nil || p.Key != c.key || p.Betza != c.betza || p.Region != c.regions {
			t.Errorf("%c: %+v", c.letter, p)
		}
	}
	if s.Geometry != g || s.SoldierRank != 6 || !s.FlyingGeneral || s.Chase != AXF || !s.PerpetualCheck || s.ClockPlies != 100 ||
		s.ClockTypes != [2]board.TypeSet{} || s.Fold != 3 || s.FoldValue != DrawValue || s.StalemateValue != Loss ||
		s.CheckmateValue != Loss || s.Castling.On || s.DoubleStepRegion != [2]board.Bits{} || s.ExtinctionValue != None ||
		s.PromotionTypes != [2]board.TypeSet{} || s.Family != "xiangqi" || s.MovesPerTurn != [2]int{1, 1} {
		t.Errorf("%+v", s)
	}
}

// TestChess spells out the defaults.
func TestChess(t *testing.T) {
	s := mustLoad(t, "chess")
	g := s.Geometry
	types := func(letters string) [2]board.TypeSet {
		var ts board.TypeSet
		for i := range letters {
			ts = ts.With(s.Type(letters[i]))
		}
		return [2]board.TypeSet{ts, ts}
	}
	ranks := func(white, black int) [2]board.Bits {
		return [2]board.Bits{g.RankBits(white - 1), g.RankBits(black - 1)}
	}
	king := s.Type('k')
	if s.PromotionRegion != ranks(8, 1) || s.PromotionPawns != types("p") || s.PromotionTypes != types("nbrq") ||
		!s.MandatoryPawnPromotion || s.DoubleStepRegion != ranks(2, 7) || s.EnPassantTypes != types("p") ||
		s.EnPassantRegion != [2]board.Bits{g.All(), g.All()} || s.ClockTypes != types("p") || s.ClockPlies != 100 {
		t.Errorf("%+v", s)
	}
	want := Castling{On: true, KingFile: 4, KingsideFile: 6, QueensideFile: 2, KingType: [2]board.PieceType{king, king},
		RookTypes: types("r"), RookKingsideFile: 7, RookQueensideFile: 0}
	if s.Castling != want {
		t.Errorf("castling %+v, want %+v", s.Castling, want)
	}
}

// TestLoadHints sees that a slip in a name is answered with the name.
func TestLoadHints(t *testing.T) {
	_, err := Load("xianqi")
	if err == nil || !strings.Contains(err.Error(), `did you mean "xiangqi"?`) {
		t.Errorf("%v", err)
	}
	if _, err := Load("zzzzzzzzzzzz"); err == nil || strings.Contains(err.Error(), "did you mean") {
		t.Errorf("%v", err)
	}
}

// TestInheritedInsufficiency sees that a rule on material that presumes two generals does not reach a stanza that merely derives from
// xiangqi and has one, which the reference's users write without a thought of it.
func TestInheritedInsufficiency(t *testing.T) {
	horde := "startFen = 4k4/9/9/9/9/9/9/9/9/PPPPPPPPP w - - 0 1\nextinctionValue = loss\nextinctionPieceTypes = *\nchasingRule = none\n"
	if s := mustParse(t, "[x:xiangqi]\n"+horde); s.Insufficient != NeverInsufficient {
		t.Errorf("a horde inherits %s", s.Insufficient)
	}
	if s := mustParse(t, "[x:xiangqi]\nnMoveRule = 60\n"); s.Insufficient != XiangqiInsufficient {
		t.Errorf("xiangqi with another clock has %s", s.Insufficient)
	}
	if s := mustParse(t, "[x:chess]\nflagRegionWhite = *8\nflagPiece = k\n"); s.Insufficient != NeverInsufficient {
		t.Errorf("a race inherits %s", s.Insufficient)
	}
}
