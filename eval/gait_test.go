package eval

import (
	"math/rand/v2"
	"testing"

	"buluo/internal/rulestest"
	"buluo/rules"
)

// TestGaits scores positions once more with no gait known, so that every piece is looked at by its patterns: the scores are the same, with chariots, cannons and
// horses that may go everywhere, and where some of them may not cross the river, which takes their gait from them.
func TestGaits(t *testing.T) {
	home := rulestest.Stanza(t, "home", "[home:xiangqi]\nmobilityRegionWhiteRook = *1 *2 *3 *4 *5\nmobilityRegionBlackCannon = *6 *7 *8 *9 *10\nmobilityRegionBlackHorse = *6 *7 *8 *9 *10\n")
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
