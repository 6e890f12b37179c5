package eval

import (
	"math/rand/v2"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/rules"
)

// TestGaits scores positions once more with no gait known, so that every piece is looked at by its patterns: the scores are the same, with chariots,
// cannons and horses that may go everywhere, and where some of them may not cross the river, which takes their gait from them.
func TestGaits(t *testing.T) {
	home := rulestest.Stanza(t, "home", "[home:xiangqi]\nmobilityRegionWhiteRook = *1 *2 *3 *4 *5\n"+
		"mobilityRegionBlackCannon = *6 *7 *8 *9 *10\nmobilityRegionBlackHorse = *6 *7 *8 *9 *10\n")
	all := []*rules.Rules{home}
	for _, name := range []string{"xiangqi", "minixiangqi", "horde-veteran-36-r1", "horde-standard-27-r4", "horde-cover-12-r4"} {
		all = append(all, rulestest.Load(t, name))
	}
	for i, r := range all {
		name := r.Spec().Name
		e, slow := New(r, DefaultWeights()), New(r, DefaultWeights())
		known := map[gait]bool{}
		for c := range slow.camps {
			for j := range slow.camps[c].moving {
				f := &slow.camps[c].moving[j]
				known[f.gait] = true
				if bound := f.m.Zone != r.Board; bound && f.gait != other {
					t.Errorf("%s: %s has a gait and may not go everywhere", name, pieceName(r, f.t))
				}
				f.gait = other
			}
		}
		if !known[rides] || !known[hops] || !known[leaps] {
			t.Errorf("%s: the gaits are %v", name, known)
		}
		random := rand.New(rand.NewPCG(uint64(i), 17))
		for range 200 {
			if p := walk(r, random, random.IntN(150)); e.Score(p) != slow.Score(p) {
				t.Fatalf("%s: %s scores %d, want %d", name, p.FEN(), e.Score(p), slow.Score(p))
			}
		}
	}
}

// TestGoes asks for checks once more of all pieces, wherever a scan has seen that they may go: the danger is the same. Chariots, cannons and horses that may
// not go everywhere are among them, and more types than a scan has room for.
func TestGoes(t *testing.T) {
	home := rulestest.Stanza(t, "home", "[home:xiangqi]\nmobilityRegionWhiteRook = *1 *2 *3 *4 *5 *6 *7\nmobilityRegionBlackCannon = *3 *4 *5 *6 *7 *8 *9 *10\n")
	many := rulestest.Stanza(t, "many", "[many:xiangqi]\ncustomPiece1 = x:W2\ncustomPiece2 = y:NA\ncustomPiece3 = z:RN\n"+
		"startFen = rnbakabnr/x1y3z2/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/2Z3Y1X/RNBAKABNR w - - 0 1\n")
	for i, r := range []*rules.Rules{home, many, rulestest.Load(t, "xiangqi"), rulestest.Load(t, "minixiangqi")} {
		name := r.Spec().Name
		e := New(r, DefaultWeights())
		everywhere := [4]board.Bits{r.Board, r.Board, r.Board, r.Board}
		if name == "many" && len(e.camps[board.White].moving) <= len(everywhere) {
			t.Errorf("%s: there is room for all %d types", name, len(e.camps[board.White].moving))
		}
		random := rand.New(rand.NewPCG(uint64(i), 18))
		found := 0
		for range 400 {
			p := walk(r, random, random.IntN(150))
			for c := range board.Color(2) {
				var at attacks
				e.scan(p, nil, nil, c, &at)
				king := p.Royal(c.Other())
				got, want := e.checks(p, c, king, board.Bits{}, &at.goes), e.checks(p, c, king, board.Bits{}, &everywhere)
				if got != want {
					t.Fatalf("%s: %s: checks by %v are a danger of %d, want %d", name, p.FEN(), c, got, want)
				}
				found += min(want, 1)
			}
		}
		if found < 50 {
			t.Errorf("%s: only %d times checks", name, found)
		}
	}
}

// TestBehind asks of every roaming piece by itself whether it has got behind a horde.
func TestBehind(t *testing.T) {
	for i, name := range []string{"horde-veteran-36-r1", "horde-standard-27-r4", "horde-cover-12-r4"} {
		r := rulestest.Load(t, name)
		e := New(r, DefaultWeights())
		random := rand.New(rand.NewPCG(uint64(i), 20))
		found := 0
		for range 400 {
			p := walk(r, random, random.IntN(200))
			for c := range board.Color(2) {
				var got, want counts
				for j := range e.camps[c].moving {
					f := &e.camps[c].moving[j]
					if !f.roams {
						continue
					}
					for men := p.Pieces(c, f.t); men.Any(); {
						want[f.rear] += int32(e.frame.behind(e, p, c.Other(), men.Pop()))
					}
					found += int(want[f.rear])
				}
				if e.behind(p, &got, c); got != want {
					t.Fatalf("%s: %s: other pieces of %v are behind", name, p.FEN(), c)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: no piece behind", name)
		}
	}
}
