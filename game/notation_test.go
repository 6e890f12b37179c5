package game

import (
	"errors"
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

var allNotations = []Notation{UCI, ICCS, WXF, Chinese, SAN}

// roundTrip holds the promise of Format and Parse in one position and returns the number of texts: a text of its own for every legal move, which
// reads back as that move.
func roundTrip(t *testing.T, n Notation, p *position.Position) int {
	t.Helper()
	before := p.FEN()
	legal, texts := FormatAll(n, p)
	seen := map[string]bool{}
	for i, m := range legal {
		text := texts[i]
		if seen[text] {
			t.Errorf("%s: %s: %q is the text of two moves", n, p.FEN(), text)
		}
		seen[text] = true
		if one := Format(n, p, m); one != text {
			t.Errorf("%s: %s: %s is %q in a list and %q alone", n, p.FEN(), p.Rules().UCI(m), text, one)
		}
		if back, err := Parse(n, p, text); err != nil || back != m {
			t.Errorf("%s: %s: %s is written %q and read back as %s (%v)", n, p.FEN(), p.Rules().UCI(m), text, uci(p.Rules(), back), err)
		}
	}
	if p.FEN() != before {
		t.Errorf("%s: %s was left as %s", n, before, p.FEN())
	}
	return len(legal)
}

// TestRoundTrip samples the positions of the corpus, in every notation.
func TestRoundTrip(t *testing.T) {
	stride := 179 // a prime, so that both sides and all phases are met
	if testing.Short() {
		stride = 499
	}
	all := map[string]*rules.Rules{}
	texts, positions := 0, 0
	corpus(t, func(line int, name, start string, moves []string) {
		if all[name] == nil {
			all[name] = rulestest.Load(t, name)
		}
		p := parsed(t, all[name], start)
		for ply, text := range moves {
			if (ply+7*line)%stride == 0 {
				positions++
				for _, n := range allNotations {
					texts += roundTrip(t, n, p)
				}
			}
			p.Do(move(t, p, text))
		}
	})
	t.Logf("%d texts in %d positions", texts, positions)
}

// TestEveryVariant plays some random moves in every variant of the catalogue, long turns included, and holds the promise there.
func TestEveryVariant(t *testing.T) {
	names := variant.Names()
	if len(names) < 60 {
		t.Fatalf("%d variants in the catalogue", len(names))
	}
	for i, name := range names {
		p := position.Start(rulestest.Load(t, name))
		gen := movegen.For(p.Rules())
		random := rand.New(rand.NewPCG(7, uint64(i)))
		for ply := range 61 {
			if ply%30 == 0 {
				for _, n := range allNotations {
					roundTrip(t, n, p)
				}
			}
			legal := gen.Legal(p, nil)
			if len(legal) == 0 {
				break
			}
			p.Do(legal[random.IntN(len(legal))])
		}
	}
}

func TestUndefinedNotation(t *testing.T) {
	for _, c := range []struct {
		variant string
		n       Notation
		want    bool
	}{
		{"chess", UCI, true}, {"chess", SAN, true}, {"chess", ICCS, false}, {"chess", WXF, false}, {"chess", Chinese, false},
		{"xiangqi", ICCS, true}, {"xiangqi", WXF, true}, {"minixiangqi", ICCS, true}, {"manchu", Chinese, true},
		{"horde-veteran-36-r1", WXF, true}, {"horde", WXF, false}, {"xiangqi", numNotations, false},
	} {
		if got := c.n.Defined(rulestest.Load(t, c.variant)); got != c.want {
			t.Errorf("%s in %s: %v", c.n, c.variant, got)
		}
	}
	p := position.Start(rulestest.Load(t, "chess"))
	for _, n := range []Notation{ICCS, WXF, Chinese, numNotations} {
		if got := Format(n, p, move(t, p, "e2e4")); got != "e2e4" {
			t.Errorf("%s: %q", n, got)
		}
		roundTrip(t, n, p)
	}
}

func TestNotationNames(t *testing.T) {
	for _, n := range allNotations {
		if back, err := ParseNotation(n.String()); err != nil || back != n {
			t.Errorf("%s: %s, %v", n, back, err)
		}
	}
	if n, err := ParseNotation("WXF"); err != nil || n != WXF {
		t.Errorf("WXF: %s, %v", n, err)
	}
	_, err := ParseNotation("algebraic")
	if want := `"algebraic" is no notation; there are uci, iccs, wxf, chinese, san`; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	if got := numNotations.String() + " " + Ambiguous.String() + " " + Fault(9).String(); got != "unknown ambiguous unknown" {
		t.Error(got)
	}
}

// crowded has a red file of ten soldiers, one of three and one of two; and black soldiers 2 and 2.
const crowded = "k3V4/4V2pp/4V2pp/4V4/4V3V/1V2V3V/4V3V/1V2V4/4V4/4V4 w - - 0 1"

// written is a move with its texts; "" is not looked at.
type written struct{ variant, fen, uci, iccs, wxf, chinese, san string }

// check holds a move's texts against those written here, and reads each back.
func (w written) check(t *testing.T) {
	t.Helper()
	r := rulestest.Load(t, w.variant)
	p := parsed(t, r, w.fen)
	m := move(t, p, w.uci)
	for n, want := range map[Notation]string{UCI: w.uci, ICCS: w.iccs, WXF: w.wxf, Chinese: w.chinese, SAN: w.san} {
		got := Format(n, p, m)
		if want != "" && got != want {
			t.Errorf("%s: %s: %s is written %s in %s, want %s", w.variant, p.FEN(), w.uci, got, n, want)
		}
		if back, err := Parse(n, p, got); err != nil || back != m {
			t.Errorf("%s: %s: %s is read back as %s from %s (%v)", w.variant, p.FEN(), w.uci, uci(r, back), n, err)
		}
	}
}

// TestWrittenXiangqi is the writing of moves against texts made by hand: openings, pairs and crowds on a file, promotions.
func TestWrittenXiangqi(t *testing.T) {
	const (
		veteran = "horde-veteran-36-r1"
		black   = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1"
	)
	for _, w := range []written{
		{"xiangqi", "", "h3e3", "h2e2", "C2=5", "炮二平五", "Che3"},
		{"xiangqi", "", "b1c3", "b0c2", "H8+7", "马八进七", "Hc3"},
		{"xiangqi", "", "c4c5", "c3c4", "P7+1", "兵七进一", "Pc5"},
		{"xiangqi", "", "d1e2", "d0e1", "A6+5", "仕六进五", "Ade2"},
		{"xiangqi", "", "e1e2", "e0e1", "K5+1", "帅五进一", "Ke2"},
		{"xiangqi", "", "a1a3", "a0a2", "R9+2", "车九进二", "Ra3"},
		{"xiangqi", "", "h3h10", "h2h9", "C2+7", "炮二进七", "Cxh10"},
		{"xiangqi", black, "h10g8", "h9g7", "H8+7", "马８进７", "Hg8"},
		{"xiangqi", black, "b8e8", "", "C2=5", "炮２平５", ""},
		{"xiangqi", black, "c10e8", "", "E3+5", "象３进５", ""},
		{"xiangqi", black, "a7a6", "", "P1+1", "卒１进１", ""},
		// Pairs: the front one is +. Advisors on one file are told apart by where they can go.
		{"xiangqi", "3k5/9/9/2R6/9/9/9/2R6/9/4K4 w - - 0 1", "c7d7", "", "R+=6", "前车平六", "Rd7#"},
		{"xiangqi", "3k5/9/9/2R6/9/9/9/2R6/9/4K4 w - - 0 1", "c3c2", "", "R--1", "后车退一", "Rc2"},
		{"xiangqi", "3k5/9/9/2R6/9/9/9/2R6/9/4K4 w - - 0 1", "c7c10", "", "R++3", "前车进三", "Rc10+"},
		{"xiangqi", "3k5/9/9/9/9/9/9/3A5/9/3AK4 w - - 0 1", "d3e2", "", "A6-5", "仕六退五", "A3e2"},
		{"xiangqi", "3k5/9/9/9/9/9/9/3A5/9/3AK4 w - - 0 1", "d1e2", "", "A6+5", "仕六进五", "A1e2"},
		{"xiangqi", "3k5/9/9/9/9/2B6/9/9/9/2B1K4 w - - 0 1", "c1e3", "", "E7+5", "相七进五", ""},
		{"xiangqi", "3k5/9/2P6/9/2P6/9/9/9/9/4K4 w - - 0 1", "c8d8", "", "P+=6", "前兵平六", "Pd8"},
		{"xiangqi", "3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w - - 0 1", "c7d7", "", "27=6", "中兵平六", "Pd7"},
		{"xiangqi", "3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w - - 0 1", "c6d6", "", "37=6", "后兵平六", "Pd6"},
		{"xiangqi", "3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w - - 0 1", "c8b8", "", "17=8", "前七平八", "Pcb8"},
		{"xiangqi", "3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w - - 0 1", "a7b7", "", "29=8", "后九平八", "Pab7"},
		// Veterans crowd from the start.
		{veteran, "", "a4a5", "a3a4", "19+1", "一九进一", "Va5"},
		{veteran, "", "i4i5", "i3i4", "11+1", "一一进一", "Vi5"},
		{veteran, crowded, "e10f10", "e9f9", "15=4", "一五平四", "Vf10"},
		{veteran, crowded, "e1d1", "e0d0", "105=6", "十五平六", "Vd1"},
		{veteran, crowded, "i5h5", "i4h4", "21=2", "", ""},
		{veteran, crowded, "i6i7", "i5i6", "11+1", "前一进一", "Vi7"},
		{veteran, crowded, "i4h4", "i3h3", "31=2", "后一平二", "Vh4"},
		{veteran, crowded, "b5b6", "b4b5", "18+1", "前八进一", ""},
		{veteran, "k8/4V4/4V4/4V4/4V4/4V4/9/9/9/V8 w - - 0 1", "e6d6", "e5d5", "45=6", "四兵平六", "Vd6"},
		{veteran, "k8/4V4/4V4/4V4/4V4/4V4/9/9/9/V8 w - - 0 1", "a1a2", "a0a1", "V9+1", "兵九进一", "Va2"},
		// A soldier that captures diagonally to file n, and one that goes n points ahead, would be written alike.
		{"horde-cover-12-r4", "4k4/9/9/9/8p/7V1/9/9/9/9 w - - 0 1", "h5i6", "h4i5", "h5i6", "h5i6", "Vxi6"},
		{"horde-cover-12-r4", "4k4/9/9/9/8p/7V1/9/9/9/9 w - - 0 1", "h5h6", "h4h5", "h5h6", "h5h6", "Vh6"},
		{"horde-cover-12-r4", "4k4/9/9/9/8p/7V1/9/9/9/9 w - - 0 1", "h5g5", "h4g4", "V2=3", "兵二平三", "Vg5"},
		{"horde-promoting-36-r1", "4k4/V8/9/9/9/9/9/9/9/9 w - - 0 1", "a9a10+", "a8a9+", "V9+1=G", "兵九进一变金", "Va10=G"},
		{"horde-pawn-36-r1", "4k4/Q8/9/9/9/9/9/9/9/9 w - - 0 1", "a9a10r", "a8a9r", "Q9+1=R", "兵九进一变车", "a10=R+"},
		{"manchu", "", "a1b3", "a0b2", "M9+8", "旗九进八", "Mb3"},
	} {
		w.check(t)
	}
}

// TestWrittenSAN is the same for the games of the chess board: castling, promotion, capture in passing, every degree of
// disambiguation, check and mate.
func TestWrittenSAN(t *testing.T) {
	for _, c := range []struct{ variant, fen, uci, san string }{
		{"chess", "", "g1f3", "Nf3"},
		{"chess", "", "e2e4", "e4"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Rxa8+"},
		{"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
		{"chess", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"chess", "2k5/8/8/8/Q2Q4/8/8/Q3K3 w - - 0 1", "a1d1", "Q1d1"},
		{"chess", "2k5/8/8/8/Q2Q4/8/8/Q3K3 w - - 0 1", "a4b4", "Qab4"},
		{"chess", "2k5/8/8/8/Q2Q4/8/8/Q3K3 w - - 0 1", "a1b2", "Qab2"},
		{"chess", "1k6/8/8/8/Q2Q4/8/8/Q2K4 w - - 0 1", "a4b4", "Qab4+"},
		{"chess", "8/7k/8/8/Q2Q4/8/8/Q2QK3 w - - 0 1", "a1a3", "Q1a3"},
		{"chess", "5k2/8/8/8/Q2Q4/8/8/Q2QK3 w - - 0 1", "a4c2", "Qac2"},
		{"chess", "5k2/8/8/1Q1Q4/8/8/8/1Q2K3 w - - 0 1", "b5b3", "Qb5b3"},
		{"chess", "5k2/8/8/1Q1Q4/8/8/8/1Q2K3 w - - 0 1", "b5d3", "Qb5d3"},
		{"orda", "", "g1f3", "Nf3"},
		{"horde", "", "b5b6", "b6"},
	} {
		written{variant: c.variant, fen: c.fen, uci: c.uci, san: c.san}.check(t)
	}
}

// TestRead is the reading of what other programs and people write.
func TestRead(t *testing.T) {
	const (
		pair  = "3k5/9/2P6/9/2P6/9/9/9/9/4K4 w - - 0 1"
		black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1"
	)
	for _, c := range []struct {
		n                       Notation
		variant, fen, text, uci string
	}{
		{UCI, "xiangqi", "", " h3e3 ", "h3e3"},
		{UCI, "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8=Q", "a7a8q"},
		{ICCS, "xiangqi", "", "H2-E2", "h3e3"},
		{ICCS, "xiangqi", "", "h2-e2", "h3e3"},
		{ICCS, "xiangqi", "", "H9H8", ""},
		{ICCS, "horde-promoting-36-r1", "4k4/V8/9/9/9/9/9/9/9/9 w - - 0 1", "A8-A9+", "a9a10+"},
		{WXF, "xiangqi", "", "c2.5", "h3e3"},
		{WXF, "xiangqi", "", "N8+7", "b1c3"},
		{WXF, "xiangqi", "", "K+1", "e1e2"},
		{WXF, "xiangqi", "", "S7+1", "c4c5"},
		{WXF, "xiangqi", "", "h3e3", "h3e3"},
		{WXF, "xiangqi", pair, "P+=6", "c8d8"},
		{WXF, "xiangqi", pair, "+P=6", "c8d8"},
		{WXF, "xiangqi", pair, "27=6", "c6d6"},
		{WXF, "xiangqi", pair, "p-.6", "c6d6"},
		{WXF, "xiangqi", pair, "P++1", "c8c9"},
		{WXF, "horde-veteran-36-r1", "4k4/9/9/9/4V4/9/9/9/9/9 w - - 0 1", "P5+1", "e6e7"},
		{WXF, "horde-promoting-36-r1", "4k4/V8/9/9/9/9/9/9/9/9 w - - 0 1", "V9+1", "a9a10+"},
		{WXF, "horde-pawn-36-r1", "4k4/Q8/9/9/9/9/9/9/9/9 w - - 0 1", "Q9+1C", "a9a10c"},
		{Chinese, "xiangqi", "", "炮二平五", "h3e3"},
		{Chinese, "xiangqi", "", "砲2平5", "h3e3"},
		{Chinese, "xiangqi", "", "馬八進七", "b1c3"},
		{Chinese, "xiangqi", "", "傌８進７", "b1c3"},
		{Chinese, "xiangqi", "", "士六进五", "d1e2"},
		{Chinese, "xiangqi", "", "俥九進一", "a1a2"},
		{Chinese, "xiangqi", "", "帥五進一", "e1e2"},
		{Chinese, "xiangqi", black, "馬8進7", "h10g8"},
		{Chinese, "xiangqi", black, "砲八平五", "h8e8"},
		{Chinese, "xiangqi", black, "將5進1", "e10e9"},
		{Chinese, "xiangqi", pair, "一兵平六", "c8d8"},
		{Chinese, "xiangqi", pair, "後兵進一", "c6c7"},
		{Chinese, "xiangqi", pair, "二七平六", "c6d6"},
		{Chinese, "xiangqi", pair, "后七平六", "c6d6"},
		{Chinese, "horde-promoting-36-r1", "4k4/V8/9/9/9/9/9/9/9/9 w - - 0 1", "兵九进一變金", "a9a10+"},
		{SAN, "chess", "", "Ng1-f3", "g1f3"},
		{SAN, "chess", "", "Ngf3", "g1f3"},
		{SAN, "chess", "", "e2-e4!?", "e2e4"},
		{SAN, "chess", "", "Pe4", "e2e4"},
		{SAN, "chess", "", "e2e4", "e2e4"},
		{SAN, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1"},
		{SAN, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ra8", "a1a8"},
		{SAN, "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "R1xa8+", "a1a8"},
		{SAN, "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a7a8q"},
		{SAN, "chess", "5k2/8/8/1Q1Q4/8/8/8/1Q2K3 w - - 0 1", "Qb1d3", "b1d3"},
	} {
		p := parsed(t, rulestest.Load(t, c.variant), c.fen)
		m, err := Parse(c.n, p, c.text)
		if c.uci == "" {
			if err == nil {
				t.Errorf("%s %q in %s is read as %s", c.n, c.text, p.FEN(), p.Rules().UCI(m))
			}
			continue
		}
		if err != nil || p.Rules().UCI(m) != c.uci {
			t.Errorf("%s %q in %s is read as %s (%v), want %s", c.n, c.text, p.FEN(), uci(p.Rules(), m), err, c.uci)
		}
	}
}

// TestFaults tells the three kinds of bad text apart.
func TestFaults(t *testing.T) {
	const (
		pairs  = "3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w - - 0 1"
		queens = "5k2/8/8/1Q1Q4/8/8/8/1Q2K3 w - - 0 1"
	)
	for _, c := range []struct {
		n                  Notation
		variant, fen, text string
		want               Fault
	}{
		{UCI, "xiangqi", "", "", Malformed},
		{UCI, "xiangqi", "", "h3", Malformed},
		{UCI, "xiangqi", "", "h3e0", Malformed},
		{UCI, "xiangqi", "", "h3e11", Malformed},
		{UCI, "xiangqi", "", "h3e3z", Malformed},
		{UCI, "xiangqi", "", "h3e4", Illegal},
		{UCI, "xiangqi", "", "h3e3+", Illegal},
		{UCI, "xiangqi", "", "0000", Illegal},
		{UCI, "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", Illegal},
		{ICCS, "xiangqi", "", "h3e3", Illegal}, // h4e4 in UCI
		{ICCS, "xiangqi", "", "h2e10", Malformed},
		{ICCS, "xiangqi", "", "j2e2", Malformed},
		{ICCS, "xiangqi", "", "h2--e2", Malformed},
		{WXF, "xiangqi", "", "C2", Malformed},
		{WXF, "xiangqi", "", "C=5", Ambiguous},
		{WXF, "xiangqi", "", "C2=", Malformed},
		{WXF, "xiangqi", "", "X2=5", Malformed},
		{WXF, "xiangqi", "", "C0=5", Malformed},
		{WXF, "xiangqi", "", "C2=0", Malformed},
		{WXF, "xiangqi", "", "=5", Malformed},
		{WXF, "xiangqi", "", "C2+2+5", Malformed},
		{WXF, "xiangqi", "", "C2=8", Illegal},
		{WXF, "xiangqi", "", "C2=5=R", Illegal},
		{WXF, "xiangqi", "", "C++1", Illegal},
		{WXF, "xiangqi", pairs, "P+=8", Ambiguous},
		{WXF, "xiangqi", pairs, "P7=8", Ambiguous},
		{WXF, "xiangqi", pairs, "37=8", Illegal},
		{WXF, "xiangqi", pairs, "997=8", Malformed},
		{WXF, "horde-cover-12-r4", "4k4/9/9/9/8p/7V1/9/9/9/9 w - - 0 1", "V2+1", Ambiguous},
		{Chinese, "xiangqi", "", "炮二平", Malformed},
		{Chinese, "xiangqi", "", "炮二平五五五", Malformed},
		{Chinese, "xiangqi", "", "龙二平五", Malformed},
		{Chinese, "xiangqi", "", "炮平二五", Malformed},
		{Chinese, "xiangqi", "", "炮二平八", Illegal},
		{Chinese, "xiangqi", "", "前炮平五", Illegal},
		{Chinese, "xiangqi", "", "旗二平五", Malformed},
		{Chinese, "xiangqi", pairs, "前兵平八", Ambiguous},
		{Chinese, "xiangqi", pairs, "中兵平八", Illegal},
		{SAN, "chess", "", "", Malformed},
		{SAN, "chess", "", "Nf9", Malformed},
		{SAN, "chess", "", "Zf3", Malformed},
		{SAN, "chess", "", "Nxxf3", Malformed},
		{SAN, "chess", "", "Ng9f3", Malformed},
		{SAN, "chess", "", "+", Malformed},
		{SAN, "chess", "", "Nd4", Illegal},
		{SAN, "chess", "", "O-O", Illegal},
		{SAN, "chess", "", "--", Illegal},
		{SAN, "chess", queens, "Qd3", Ambiguous},
		{SAN, "chess", queens, "Qbd3", Ambiguous},
		{SAN, "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", Ambiguous},
	} {
		p := parsed(t, rulestest.Load(t, c.variant), c.fen)
		m, err := Parse(c.n, p, c.text)
		var e *ParseError
		if !errors.As(err, &e) || e.Fault != c.want {
			t.Errorf("%s %q in %s: %s, %v; want %s", c.n, c.text, p.FEN(), uci(p.Rules(), m), err, c.want)
		}
	}
}

func TestFaultSentences(t *testing.T) {
	p := parsed(t, rulestest.Load(t, "xiangqi"), "3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w - - 0 1")
	for text, want := range map[string]string{
		"hello": `"hello" is not a move in wxf notation, which looks like C2=5 or 18+1`,
		"K5+3":  `"K5+3" is not a legal move in 3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w - - 0 1`,
		"P7=8":  `"P7=8" is ambiguous, it could be c7b7 or c8b8 in 3k5/9/P1P6/P1P6/9/9/9/9/9/4K4 w - - 0 1`,
	} {
		if _, err := Parse(WXF, p, text); err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", text, err, want)
		}
	}
}

// TestPass writes and reads passes, which only some variants have.
func TestPass(t *testing.T) {
	r := rulestest.Stanza(t, "passing", "[passing:xiangqi]\npass = true\n")
	p := position.Start(r)
	for n, want := range map[Notation]string{UCI: "e1e1", ICCS: "e0e0", WXF: "--", Chinese: "--", SAN: "--"} {
		roundTrip(t, n, p)
		m := move(t, p, "e1e1")
		if got := Format(n, p, m); got != want {
			t.Errorf("%s: %q, want %q", n, got, want)
		}
	}
	if m, err := Parse(UCI, p, "0000"); err != nil || r.UCI(m) != "e1e1" {
		t.Errorf("0000: %v", err)
	}
}

// TestMixedSoldiers has two kinds of soldier on one file: they are numbered together, since their Chinese name is one.
func TestMixedSoldiers(t *testing.T) {
	r := rulestest.Stanza(t, "mixed", "[mixed:xiangqi]\ncustomPiece1 = v:fsW\n")
	p := parsed(t, r, "3k5/9/4V4/9/4P4/9/9/4V4/9/4K4 w - - 0 1")
	for text, want := range map[string][2]string{
		"e8e9": {"15+1", "前兵进一"}, "e6e7": {"25+1", "中兵进一"}, "e3d3": {"35=6", "后兵平六"},
	} {
		m := move(t, p, text)
		if got := [2]string{Format(WXF, p, m), Format(Chinese, p, m)}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	p = parsed(t, r, "3k5/9/4V4/9/4P4/9/9/9/9/4K4 w - - 0 1")
	if got := Format(WXF, p, move(t, p, "e6e7")); got != "P-+1" {
		t.Errorf("e6e7: %s", got)
	}
	roundTrip(t, WXF, p)
	roundTrip(t, Chinese, p)
}

// TestFormatIllegal gives Format every small number as a move: text comes back, whatever it is.
func TestFormatIllegal(t *testing.T) {
	for _, name := range []string{"xiangqi", "chess"} {
		p := position.Start(rulestest.Load(t, name))
		legal := movegen.For(p.Rules()).Legal(p, nil)
		for _, m := range legal {
			for kind := uint32(0); kind < 8; kind++ {
				for _, n := range allNotations {
					for _, bad := range []board.Move{m&0x3fff | board.Move(kind<<14), m | board.Move(kind<<17), m | 127<<7} {
						if Format(n, p, bad) == "" {
							t.Fatalf("%s: no text for %#x", n, uint32(bad))
						}
					}
				}
			}
		}
	}
}
