package variant

import (
	"fmt"
	"strings"
	"testing"

	"buluo/board"
)

// facts writes the parts of a Spec that a test asks for.
func facts(s *Spec, ask string) string {
	var out []string
	for _, f := range strings.Fields(ask) {
		out = append(out, f+"="+fact(s, f))
	}
	return strings.Join(out, " ")
}

func fact(s *Spec, f string) string {
	each := func(v [2]board.Bits) string {
		return strings.ReplaceAll(s.regionText(v[0])+"/"+s.regionText(v[1]), " ", ",")
	}
	sets := func(v [2]board.TypeSet) string {
		return strings.ReplaceAll(s.typeNames(v[0])+"/"+s.typeNames(v[1]), " ", "")
	}
	switch f {
	case "letters":
		return s.letters()
	case "double":
		return each(s.DoubleStepRegion)
	case "promotion":
		return each(s.PromotionRegion)
	case "flag":
		return each(s.FlagRegion)
	case "pawns":
		return sets(s.PromotionPawns)
	case "to":
		return sets(s.PromotionTypes)
	case "passing":
		return sets(s.EnPassantTypes)
	case "clock":
		return fmt.Sprintf("%d,%s", s.ClockPlies, sets(s.ClockTypes))
	case "rooks":
		return sets(s.Castling.RookTypes)
	case "king":
		return s.Piece(s.Royal()).Betza
	case "moves":
		return fmt.Sprint(s.MovesPerTurn[0], ",", s.MovesPerTurn[1])
	case "pass":
		return fmt.Sprint(s.Pass[0], ",", s.Pass[1], ",", s.PassOnStalemate[0], ",", s.PassOnStalemate[1])
	case "start":
		return strings.ReplaceAll(s.Start, " ", "_")
	case "board":
		return fmt.Sprintf("%dx%d", s.Geometry.Files, s.Geometry.Ranks)
	}
	return "?"
}

// regionText writes squares as a file does.
func (s *Spec) regionText(b board.Bits) string {
	d := newDraft()
	d.maxFile, d.maxRank = file(s.Geometry.Files-1), rank(s.Geometry.Ranks-1)
	return d.formatRegion(board.Bits(d.region(b, s.Geometry)))
}

// TestReading holds stanzas against what the reference makes of them.
func TestReading(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"derived", "[a:chess]\nmaxFile = 10\nstartFen = rnbqkbnrnn/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKBNRNN w - - 0 1\n[b:a]\n",
			"board=10x8 letters=pnbrqk double=*2/*7"},
		{"crlf and spaces", "[a:chess]\r\n  \r\nnMoveRule   =    30\r\n# comment\r\n; comment\r\n", "clock=60,p/p"},
		{"colours", "[a:chess]\npromotionPieceTypesBlack = n\npromotionPieceTypes = q r\n", "to=rq/n"},
		{"own letter again", "[a:chess]\nqueen = q\n", "letters=pnbrqk to=nbr/nbr"},
		{"own letter, promotion kept by saying so", "[a:chess]\nqueen = q\npromotionPieceTypes = qn\n", "to=nq/nq"},
		{"stealing", "[a:chess]\ncentaur = n\n", "letters=pbrqnk to=brq/brq"},
		{"stealing in the order of slots", "[a:chess]\nknight = b\nbishop = n\n", "letters=pbnrqk to=brq/brq"},
		{"removal", "[a:chess]\nqueen = -\nstartFen = rnb1kbnr/8/8/8/8/8/8/RNB1KBNR w - - 0 1\n", "letters=pnbrk to=nbr/nbr"},
		{"a chess king in xiangqi", "[a:xiangqi]\nking = k\n", "king=K"},
		{"the general kept", "[a:xiangqi]\n", "king=W"},
		{"a king of its own", "[a:chess]\nking = k:KN\n[b:a]\n", "king=KN"},
		{"and back", "[a:chess]\nking = k:KN\n[b:a]\nking = k\n", "king=K"},
		{"an e in the moves", "[a:chess]\ncustomPiece1 = x:fceF\n", "passing=px/px"},
		{"an e overridden", "[a:chess]\ncustomPiece1 = x:fceF\nenPassantTypes = p\n", "passing=p/p"},
		{"pawnTypes", "[a:chess]\nshogiPawn = s\npawnTypes = ps\nnMoveRuleTypesBlack = p\n", "pawns=ps/ps passing=ps/ps clock=100,ps/p"},
		{"the pawn always", "[a:chess]\npromotionPawnTypes = -\nenPassantTypesWhite = -\n", "pawns=p/p passing=p/p clock=100,p/p"},
		{"double steps off", "[a:chess]\ndoubleStep = false\n", "double=-/-"},
		{"and off for good", "[a:xiangqi]\npawn = q\ndoubleStepRegionWhite = *4\n", "double=-/-"},
		{"and on again", "[a:xiangqi]\npawn = q\ndoubleStep = true\ndoubleStepRegionWhite = *4\n", "double=*4/-"},
		{"off in the template", "[a:chess]\ndoubleStep = false\n[b:a]\ndoubleStep = true\n", "double=-/-"},
		{"no regions is off", "[a:chess]\ndoubleStepRegionWhite = -\ndoubleStepRegionBlack = -\n[b:a]\ndoubleStepRegionWhite = *2\n", "double=-/-"},
		{"promotionRank", "[a:chess]\npromotionRank = 6\n", "promotion=*6,*7,*8/*1,*2,*3"},
		{"doubleStepRank", "[a:chess]\ndoubleStepRank = 3\n", "double=*2,*3/*6,*7"},
		{"doubleStepRankMin", "[a:chess]\ndoubleStepRankMin = 1\n", "double=*1,*2/*7,*8"},
		{"flags of old", "[a:chess]\nwhiteFlag = *8\nblackFlag = a1 B2 c*\nflagPiece = k\n", "flag=*8/c*,a1,b2"},
		{"castlingRookPiece", "[a:chess]\ncastlingRookPiece = q\nstartFen = 4k3/8/8/8/8/8/8/4K2Q w K - 0 1\n", "rooks=q/q"},
		{"colour before both", "[a:chess]\nflagRegionBlack = *1\nflagRegion = *8\nflagPiece = k\n", "flag=*8/*1"},
		{"moves per turn", "[a:chess]\nmovesPerTurn = 2\nmovesPerTurnBlack = 3\n", "moves=2,3"},
		{"no-capture clock", "[a:chess]\nnoCaptureClock = 81\n", "clock=81,/"},
		{"no-capture clock under a child", "[a:chess]\nnoCaptureClock = 81\n[b:a]\nnMoveRule = 50\n", "clock=100,/"},
		{"no-capture clock and types", "[a:chess]\nnoCaptureClock = 81\nnMoveRuleTypes = p\n", "clock=81,p/p"},
		{"passing", "[a:chess]\npass = true\npassOnStalemateBlack = true\n", "pass=true,false,false,true"},
		{"short start", "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3\n", "start=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1"},
		{"start without castling fields", "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 b 3 12\n", "start=4k3/8/8/8/8/8/8/4K3_b_-_-_3_12"},
		{"start made canonical", "[a:xiangqi]\nstartFen = rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/54/RHEAKAEHR w - - 0 1\n",
			"?"},
		{"synonyms in the start", "[a:xiangqi]\nstartFen = rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1\n",
			"start=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w_-_-_0_1"},
		{"rights put in order", "[a:chess]\nstartFen = r3k2r/8/8/8/8/8/8/R3K2R w qQk - 0 1\n", "start=r3k2r/8/8/8/8/8/8/R3K2R_w_Qkq_-_0_1"},
		{"rights without castling", "[a:chess]\ncastling = false\n", "start=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_-_-_0_1"},
		{"a promoted piece in the start", "[a:chess]\nsilver = s\ngold = g\npromotedPieceType = s:g\nstartFen = 4k3/8/8/8/8/8/8/+s+S2K3 w - - 0 1\n",
			"start=4k3/8/8/8/8/8/8/+s+S2K3_w_-_-_0_1"},
		{"just passed", "[a:chess]\nstartFen = 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\n", "start=4k3/8/8/3pP3/8/8/8/4K3_w_-_d6_0_2"},
	} {
		f, err := Parse("x.ini", c.text)
		if c.want == "?" {
			if err == nil {
				t.Errorf("%s: no error", c.name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var ask []string
		for _, w := range strings.Fields(c.want) {
			ask = append(ask, strings.SplitN(w, "=", 2)[0])
		}
		if got := facts(f.Specs[len(f.Specs)-1], strings.Join(ask, " ")); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestRegions sees that wildcards belong to the largest board: a child with more files inherits whole ranks.
func TestRegions(t *testing.T) {
	s := mustParse(t, "[a:minixiangqi]\nmaxFile = 12\nstartFen = 3k8/12/12/12/12/12/4K7 w - - 0 1\nflagRegion = *2 c* a1\nflagPiece = k\n[b:a]\nmaxFile = 5\n"+
		"startFen = 3k1/5/5/5/5/5/2K2 w - - 0 1\n")
	if got := fact(s, "flag"); got != "*2,c*,a1/*2,c*,a1" {
		t.Errorf("%s", got)
	}
	if k := s.Piece(s.Royal()); k.Region[0].Count() != 9 {
		t.Errorf("the palace %s", s.regionText(k.Region[0]))
	}
}

// TestSynonyms sees that a letter in use is no synonym any more.
func TestSynonyms(t *testing.T) {
	s := mustParse(t, "[a:xiangqi]\ncustomPiece1 = e:W\n")
	if p := s.Piece(s.Type('e')); p.Key != "customPiece1" {
		t.Errorf("e is %s", p.Key)
	}
	if p := s.Piece(s.Type('B')); p.Key != "elephant" || p.Synonym != 0 {
		t.Errorf("b is %+v", p)
	}
}

// TestNotes lists what is legal and without effect.
func TestNotes(t *testing.T) {
	for text, want := range map[string]string{
		"[a:xiangqi]\ndoubleStepRegionWhite = *4\n":                                       "doubleStepRegionWhite: has no effect",
		"[a:xiangqi]\ndoubleStep = true\n":                                                "no double-step region is set",
		"[a:chess]\nextinctionPieceTypes = q\n":                                           "without extinctionValue",
		"[a:chess]\nextinctionValue = loss\n":                                             "without extinctionPieceTypes",
		"[a:chess]\nflagPiece = k\n":                                                      "without a flagRegion",
		"[a:xiangqi]\nnFoldRule = 0\n":                                                    "never judged",
		"[a:chess]\npromotionRank = 7\n":                                                  "deprecated; write promotionRegionWhite",
		"[a:chess]\ncentaur = n\n":                                                        "takes the letter n from knight",
		"[a:chess]\ncastling = false\n":                                                   "castling rights KQkq of the start have no effect",
		"[a:chess]\npromotionPawnTypes = -\n":                                             "the piece called pawn always promotes",
		"[a:chess]\nmobilityRegionWhiteHorse = *1\n":                                      "the variant has no horse",
		"[a:xiangqi]\npawn = q\nstartFen = 3k5/9/9/9/9/9/9/9/9/Q4K3 w - - 0 1\n":          "can never enter the promotion region",
		"[a:chess]\nbishop = n\nknight = b\npromotionPieceTypes = nbrq\nnMoveRule = 50\n": "",
	} {
		f, err := Parse("x.ini", text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := f.Notes.Error()
		if want == "" && got != "" || !strings.Contains(got, want) || strings.Count(got, "\n") > 0 {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestFile sees that a file's variants come before the catalogue's, and that it may call one by a design's name.
func TestFile(t *testing.T) {
	f, err := Parse("x.ini", "[horde-veteran-36-r1:xiangqi]\nnMoveRule = 7\n[b:horde-veteran-36-r1]\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, plies := range map[string]int{"horde-veteran-36-r1": 14, "b": 14, "horde-veteran-36-r2": 120} {
		if s, err := f.Find(name); err != nil || s.ClockPlies != plies {
			t.Errorf("%s: %v %v", name, s, err)
		}
	}
	if _, err := f.Find("c"); err == nil {
		t.Error("a variant that is not there was found")
	}
}
