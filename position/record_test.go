package position

import (
	"buluo/internal/rulestest"
	"math/rand/v2"
	"testing"
)

// TestRecord plays what a record says and arrives at the same position.
func TestRecord(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-36-r1")
	rng := rand.New(rand.NewPCG(9, 9))
	p := Start(r)
	for range 40 {
		m, ok := randomMove(p, rng)
		if !ok {
			break
		}
		p.Do(m)
	}
	fen := p.FEN()
	start, moves := p.Record()
	if p.FEN() != fen || start != r.Spec().Start || len(moves) != p.Ply() {
		t.Fatalf("%s with %d moves leaves %s", start, len(moves), p.FEN())
	}
	q := Start(r)
	for _, m := range moves {
		q.Do(m)
	}
	if q.FEN() != fen || q.Key() != p.Key() {
		t.Errorf("the record leads to %s, not %s", q.FEN(), fen)
	}
}
