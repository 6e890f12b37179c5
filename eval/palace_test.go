package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/rules"
)

// TestPalace holds what is counted against a general, White's less Black's, to what can be counted by hand.
func TestPalace(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	e := New(r, DefaultWeights())
	for _, tc := range []struct {
		name, fen string
		want      map[string]float64
	}{
		{
			"a chariot on the general's file, two pieces between, both advisors and elephants gone", "4k4/9/4p4/4p4/9/9/9/9/4R4/3K5 w - - 0 1",
			map[string]float64{"rook.aim0": 0, "rook.aim1": 0, "rook.aim2": 1, "rook.bared": 4},
		},
		{
			"a cannon that looks at the general", "3akab2/9/9/9/9/9/9/4C4/9/3K5 w - - 0 1",
			map[string]float64{"cannon.aim0": 1, "cannon.aim1": 0, "cannon.bared": 1},
		},
		{"whole guards", "2bakab2/9/9/9/9/9/9/9/4N4/3K5 w - - 0 1", map[string]float64{"horse.bared": 0}},
		{
			// Nothing of Black's roams: White's general has nothing to fear. The general in the corner has a ring of four points, of which the chariot
			// attacks two, both unguarded (22 + 2*8 + 2*14 - 20), and two points to give check from, a10 and d9 (45 + 15): 106.
			"a chariot on the second rank", "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", map[string]float64{"king.danger": -43, "king.alarm": -13},
		},
	} {
		got := e.counted(parsed(t, r, tc.fen))
		for name, want := range tc.want {
			if got[name] != want {
				t.Errorf("%s: %s counts %v, want %v", tc.name, name, got[name], want)
			}
		}
	}
}

// TestMirrors tells the patterns that look the same from both ends from those that do not.
func TestMirrors(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	for letter, want := range map[byte]bool{'r': true, 'c': true, 'n': false} {
		if got := mirrors(r.Sides[0].Of[r.Spec().Type(letter)].Capture); got != want {
			t.Errorf("%c: %v, want %v", letter, got, want)
		}
	}
}

// TestStrike takes most of a lead away where the leader has too little to attack with, for either side, and nothing where it has enough or the lead
// is against a horde.
func TestStrike(t *testing.T) {
	left := func(variant, fen string) float64 {
		r := rulestest.Load(t, variant)
		e, p := New(r, PlainWeights()), parsed(t, r, fen)
		var tr Trace
		e.Trace(p, &tr)
		score := e.Score(p)
		if p.Side() == board.Black {
			score = -score
		}
		if sum := tr.Score(e.Terms()); math.Abs(sum-float64(score)) > 2 {
			t.Errorf("%s scores %d, by its trace %.1f", fen, score, sum)
		}
		return float64(score) / tr.sum(e.Terms())
	}
	for _, tc := range []struct {
		variant, fen string
		low, high    float64
	}{
		{"xiangqi", "3k5/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1", 0.2, 0.25},                 // a horse
		{"xiangqi", "4k4/4n4/9/9/9/9/9/9/9/3K5 b - - 0 1", 0.2, 0.25},                 // the same turned round
		{"xiangqi", "3k5/9/9/4P4/9/9/9/9/4N4/4K4 w - - 0 1", 0.55, 0.6},               // and a soldier
		{"xiangqi", "3k5/9/9/4P1P2/9/9/9/9/4N4/4K4 w - - 0 1", 0.7, 0.75},             // and two
		{"xiangqi", "3k5/9/9/4P1P2/9/9/9/9/3NN4/4K4 w - - 0 1", 0.99, 1.01},           // two horses and two
		{"xiangqi", "3k5/9/9/9/9/9/9/4B4/4A4/2BAK4 w - - 0 1", 0.05, 0.07},            // guards alone
		{"horde-standard-36-r1", "3k5/4a4/4n4/9/9/9/9/9/9/4P4 w - - 0 1", 0.99, 1.01}, // a soldier is all that has to be taken
	} {
		if got := left(tc.variant, tc.fen); got < tc.low || got > tc.high {
			t.Errorf("%s: %s keeps %.2f of its score, want %.2f to %.2f", tc.variant, tc.fen, got, tc.low, tc.high)
		}
	}
}

// TestPosted counts guards once more where a post has counted them.
func TestPosted(t *testing.T) {
	// In the last one a queen that keeps to its palace guards too, which no post remembers.
	queen := rulestest.Stanza(t, "queen", "[queen:xiangqi]\ncustomPiece1 = x:Q\nmobilityRegionBlackCustomPiece1 = d10 e10 f10 d9 e9 f9 d8 e8 f8\n"+
		"mobilityRegionWhiteCustomPiece1 = d1 e1 f1 d2 e2 f2 d3 e3 f3\nstartFen = rnbakabnr/4x4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4X4/RNBAKABNR w - - 0 1\n")
	all := []*rules.Rules{queen}
	for _, name := range []string{"xiangqi", "minixiangqi", "horde-cover-12-r4"} {
		all = append(all, rulestest.Load(t, name))
	}
	for i, r := range all {
		name := r.Spec().Name
		e := New(r, DefaultWeights())
		if posted := e.camps[board.Black].palace.posted; posted != (r != queen) {
			t.Errorf("%s: the guards are those of the post: %v", name, posted)
		}
		m := e.NewMemo()
		random := rand.New(rand.NewPCG(uint64(i), 19))
		seen := map[int]bool{}
		for range 300 {
			p := walk(r, random, random.IntN(150))
			for c := range board.Color(2) {
				k := &e.camps[c].palace
				if !k.posted {
					continue
				}
				_, size := e.guarded(p, m, c)
				if want := k.standing(p, c); size != want {
					t.Fatalf("%s: %s: %d guards, want %d", name, p.FEN(), size, want)
				}
				seen[size] = true
			}
		}
		if name == "xiangqi" && len(seen) < 3 {
			t.Errorf("%s: the numbers of guards are %v", name, seen)
		}
	}
}
