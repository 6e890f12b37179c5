package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/position"
	"buluo/rules"
)

// naively is forced by nothing but the rules: every move of every position, without a table, an order or a bound.
func (s *Searcher) naively(by board.Color, n int) bool {
	if o := s.p.Ended(); o.Over {
		return o.Winner == by
	}
	moves := s.gen.Legal(s.p, nil)
	if len(moves) == 0 {
		return s.gen.Outcome(s.p).Winner == by
	}
	if n == 0 {
		return false
	}
	attacks := s.p.Side() == by
	for _, m := range moves {
		s.p.Do(m)
		won := s.naively(by, n-1)
		s.p.Undo()
		if won == attacks {
			return won
		}
	}
	return !attacks
}

// scattered puts men anywhere on an empty board, at random, and returns nil where that makes no position.
func scattered(r *rules.Rules, rng *rand.Rand, men string, black bool) *position.Position {
	g := r.Geometry
	at := map[board.Square]rune{}
	for _, man := range men {
		sq := board.Square(rng.IntN(g.Size()))
		if at[sq] != 0 {
			return nil
		}
		at[sq] = man
	}
	var fen strings.Builder
	for rank := g.Ranks - 1; rank >= 0; rank-- {
		empty := 0
		for file := range g.Files {
			man := at[g.Square(file, rank)]
			if man == 0 {
				empty++
			}
			if empty > 0 && (man != 0 || file == g.Files-1) {
				fmt.Fprint(&fen, empty)
				empty = 0
			}
			if man != 0 {
				fen.WriteRune(man)
			}
		}
		if rank > 0 {
			fen.WriteByte('/')
		}
	}
	side := " w"
	if black {
		side = " b"
	}
	p, err := position.Parse(r, fen.String()+side+" - - 0 1")
	if err != nil {
		return nil
	}
	return p
}

// TestProof has the shortest wins of random endings, within four plies, said by a proof and by trying everything. The proof is told of a win in five,
// true or not. Small boards and few men make wins frequent; the horde's are those in which a proof counts what is left to take.
func TestProof(t *testing.T) {
	const far = 5
	for _, c := range []struct{ variant, men string }{
		{"horde-veteran-18-r1", "kVV"}, {"horde-veteran-18-r1", "krV"}, {"horde-veteran-18-r1", "krVV"}, {"horde-standard-18-r1", "kPPP"},
		{"horde-standard-18-r1", "krPP"}, {"horde-diagonal-36-r1", "krPP"}, {"horde-twomoves-27-r2", "kPP"}, {"chess", "KQQk"},
		{"xiangqi", "KRk"}, {"horde", "kqPP"},
	} {
		r := rulestest.Load(t, c.variant)
		s := New(r, Options{TableMB: 1})
		rng := rand.New(rand.NewPCG(1, 2))
		wins := 0
		for tried := 0; tried < 30; {
			p := scattered(r, rng, c.men, rng.IntN(2) == 0)
			if p == nil || s.gen.Outcome(p).Over {
				continue
			}
			tried++
			s.Clear()
			for by := range board.Color(2) {
				s.begin(p, Limits{})
				want := far
				for n := 1; n < want; n++ {
					if s.naively(by, n) {
						want = n
					}
				}
				res := Result{Score: Mate - far}
				if by != p.Side() {
					res.Score = -res.Score
				}
				s.prove(&res)
				if n, _ := IsMate(res.Score); max(n, -n) != want || (n > 0) != (by == p.Side()) {
					t.Errorf("%s: %s: %v wins within %d plies and not %d", c.variant, p.FEN(), by, want, n)
				}
				if want < far {
					wins++
				}
			}
		}
		if wins == 0 {
			t.Errorf("%s: %s: no win is no test", c.variant, c.men)
		}
	}
}

// TestExact has a win that a search finds too late shortened by what is left of the budget, and by that of a limit that can end a proof alone.
func TestExact(t *testing.T) {
	r := rulestest.Load(t, "horde-standard-18-r1")
	const fen = "8P/9/5k3/9/9/9/9/8P/5P3/9 b - - 0 1" // Red wins in 16 plies
	for _, c := range []struct {
		limits Limits
		want   int
	}{
		{Limits{Nodes: 100_000}, -20},
		{Limits{Nodes: 100_000, Exact: true}, -16},
		{Limits{Depth: 40, Exact: true}, -20},
	} {
		p, err := position.Parse(r, fen)
		if err != nil {
			t.Fatal(err)
		}
		s := New(r, Options{TableMB: 16})
		last := Info{}
		res := s.Run(p, c.limits, func(i Info) { last = i })
		if n, _ := IsMate(res.Score); n != c.want || last.Score != res.Score || len(res.PV) == 0 || res.PV[0] != res.Best {
			t.Errorf("%+v: ends in %d plies, told %d, line %v", c.limits, n, last.Score, res.PV)
		}
		if p.FEN() != fen {
			t.Errorf("%+v: left the position as %s", c.limits, p.FEN())
		}
	}
}

// TestProofOfPlayed has no win proven by a move that repeats the game to its end: the shortest by the board alone is a draw here.
func TestProofOfPlayed(t *testing.T) {
	r := rulestest.Load(t, "chess")
	for fen, moves := range map[string][]string{
		"8/8/8/2K5/k7/6R1/8/8 b - - 1 1":  {"a4a5", "c5c4", "a5a4", "c4c5", "a4a5", "c5c4", "a5a4"},
		"2k5/8/3K4/1R6/8/8/8/8 b - - 1 1": {"c8d8", "b5e5", "d8c8", "e5b5", "c8d8", "b5e5", "d8c8"},
	} {
		p, err := position.Parse(r, fen)
		if err != nil {
			t.Fatal(err)
		}
		s := New(r, Options{TableMB: 4})
		for _, text := range moves {
			i := slices.IndexFunc(s.gen.Legal(p, nil), func(m board.Move) bool { return r.UCI(m) == text })
			p.Do(s.gen.Legal(p, nil)[i])
		}
		before := p.FEN()
		res := s.Run(p, Limits{Nodes: 300_000, Exact: true}, nil)
		if n, _ := IsMate(res.Score); n != 5 || p.FEN() != before {
			t.Errorf("%s: %s wins in %d plies; now %s", before, r.UCI(res.Best), n, p.FEN())
		}
		p.Do(res.Best)
		if o := s.gen.Outcome(p); o.Over {
			t.Errorf("%s: %s: %v", before, r.UCI(res.Best), o.Reason)
		}
	}
}

// TestRoams has men that can be stuck not counted as men that must be taken: outside their region, where no step ahead or to the side is theirs, and
// where a check may not be given.
func TestRoams(t *testing.T) {
	for stanza, fen := range map[string]string{
		"mobilityRegionWhiteCustomPiece1 = *5 *6 *7 *8 *9 *10": "9/r8/8k/9/9/9/9/1V7/4V4/9 b - - 0 1",
		"checking = false": "6k1V/9/9/9/9/9/9/9/9/r8 b - - 0 1",
	} {
		r := rulestest.Stanza(t, "x", "[x:horde-veteran-18-r1]\n"+stanza+"\n")
		p, err := position.Parse(r, fen)
		if err != nil {
			t.Fatal(err)
		}
		s := New(r, Options{TableMB: 1})
		s.begin(p, Limits{})
		if s.beatenByTaking(board.White) {
			t.Errorf("%s: counted as beaten by taking alone", stanza)
		}
		res := Result{Score: Mate - 9}
		if s.prove(&res); res.Score != Mate-1 {
			t.Errorf("%s: %s: %d", stanza, fen, res.Score)
		}
	}
}
