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

// sought returns the plies of the win that a proof finds for a side of which no win is known, 0 where it finds none.
func (s *Searcher) sought(p *position.Position, by board.Color) int {
	s.Clear()
	s.begin(p, Limits{Nodes: 3000})
	res := Result{Score: clearLead}
	if by != p.Side() {
		res.Score = -clearLead
	}
	s.prove(&res, true)
	n, ok := IsMate(res.Score)
	if !ok || (n > 0) != (by == p.Side()) {
		return 0
	}
	return max(n, -n)
}

// TestProof has the shortest wins of random endings, within four plies, said by a proof and by trying everything. The proof is told of a win in five,
// true or not, or of none at all. Small boards and few men make wins frequent; the horde's are those in which a proof counts what is left to take.
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
				s.prove(&res, false)
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

// TestProofOfPlayed has no win proven by a move that repeats the game to its end: the shortest by the board alone, in three plies, is a draw here, and
// the shortest that is none takes five. Where the game would have a say nothing is proven at all, so that what the search finds stands, and that may be
// one of seven.
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
		if n, _ := IsMate(res.Score); n != 5 && n != 7 || p.FEN() != before {
			t.Errorf("%s: %s wins in %d plies; now %s", before, r.UCI(res.Best), n, p.FEN())
		}
		p.Do(res.Best)
		if o := s.gen.Outcome(p); o.Over {
			t.Errorf("%s: %s: %v", before, r.UCI(res.Best), o.Reason)
		}
	}
}

// TestSeek has a win proven that a search does not find, where few men are left and who is to win must take them all, and by nobody else. The distance
// is that of a search which was given a hundred times as much.
func TestSeek(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-18-r1")
	const fen = "9/V3k4/9/9/9/9/2r6/9/9/7V1 w - - 0 1"
	for _, c := range []struct {
		limits Limits
		want   int
	}{
		{Limits{Nodes: 600_000}, 0},
		{Limits{Nodes: 600_000, Exact: true}, -20},
		{Limits{Nodes: 600_000, Exact: true, Depth: 6}, 0}, // the search ends before it has had its chance
	} {
		p := parse(t, r, fen)
		res := New(r, Options{TableMB: 16}).Run(p, c.limits, nil)
		if n, _ := IsMate(res.Score); n != c.want || p.FEN() != fen {
			t.Errorf("%+v: ends in %d plies, want %d; now %s", c.limits, n, c.want, p.FEN())
		}
	}
}

// TestSeekClock has no win found that the clock would end before: the shortest takes five plies.
func TestSeekClock(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-18-r1")
	s := New(r, Options{TableMB: 1})
	for clock, want := range map[int]int{100: 5, 114: 5, 115: 0, 118: 0} {
		p := parse(t, r, fmt.Sprintf("4k4/9/9/9/9/9/9/9/V8/3r5 b - - %d 80", clock))
		if got := s.sought(p, board.Black); got != want {
			t.Errorf("%d plies into the clock: %d plies, want %d", clock, got, want)
		}
	}
}

// TestForeseen has what the table is told of a position told of the move that leads there, or nothing, in random games.
func TestForeseen(t *testing.T) {
	for _, name := range variety {
		r := rulestest.Load(t, name)
		s := New(r, Options{TableMB: 1})
		rng := rand.New(rand.NewPCG(5, 6))
		p := position.Start(r)
		for range 200 {
			moves := s.gen.Legal(p, nil)
			if len(moves) == 0 {
				break
			}
			s.begin(p, Limits{})
			s.prepare(board.White)
			m := moves[rng.IntN(len(moves))]
			p.Do(m)
			s.remember(proof{no: 4, yes: endless}, true, 7)
			p.Undo()
			k := s.foreseen(m)
			if k.no != -1 && (k.no != 4 || k.yes != 7) || k.no == -1 && (k.yes != endless || s.sure && m.Kind() == board.Normal) {
				t.Fatalf("%s: %s: %v: %+v", name, p.FEN(), m, k)
			}
			for n := 3; n < 9 && k.no == 4; n++ {
				good, bad := s.told(m, true, n)
				worse, better := s.told(m, false, n)
				if good != (n >= 7) || bad != (n <= 4) || worse != bad || better != good || good != (s.settles(true, moves, n) != board.NoMove) {
					t.Fatalf("%s: %s: %v within %d plies: %v %v %v %v", name, p.FEN(), m, n, good, bad, worse, better)
				}
			}
			s.Clear()
			p.Do(m)
		}
	}
}

// TestEscapes holds the look for a move after which no man is attacked to making every move and asking of every man.
func TestEscapes(t *testing.T) {
	for _, c := range []struct{ variant, men string }{
		{"horde-veteran-18-r1", "krrVV"}, {"horde-veteran-18-r1", "kcnVVV"}, {"horde-standard-18-r1", "kraaPP"}, {"horde-diagonal-36-r1", "krcbPP"},
	} {
		r := rulestest.Load(t, c.variant)
		s := New(r, Options{TableMB: 1})
		rng := rand.New(rand.NewPCG(3, 4))
		found := map[bool]int{}
		for tried := 0; tried < 2000; {
			p := scattered(r, rng, c.men, false)
			if p == nil || s.gen.Outcome(p).Over {
				continue
			}
			tried++
			s.begin(p, Limits{})
			moves := s.gen.Legal(p, nil)
			want := slices.ContainsFunc(moves, func(m board.Move) bool {
				p.Do(m)
				defer p.Undo()
				for men := p.Of(board.White); men.Any(); {
					if p.Attackers(men.Pop(), board.Black).Any() {
						return false
					}
				}
				return true
			})
			if got := s.escapes(board.Black, moves); got != want {
				t.Fatalf("%s: %s: escapes: %v, want %v", c.variant, p.FEN(), got, want)
			}
			found[want]++
		}
		if found[true] < 20 || found[false] < 20 {
			t.Errorf("%s: %s: %v is no test", c.variant, c.men, found)
		}
	}
}

// TestProvesBetter has a proof take over from the search only where it has something to go by.
func TestProvesBetter(t *testing.T) {
	const army, horde = "4k4/9/9/9/r8/9/9/2V6/9/5V3 b - - 0 1", "4k4/9/9/9/r8/9/9/2V6/9/5V3 w - - 0 1"
	for _, c := range []struct {
		variant, fen string
		score        int
		nodes        uint64
		want         bool
	}{
		{"horde-veteran-18-r1", army, clearLead, seekAfter, true},
		{"horde-veteran-18-r1", horde, -clearLead, seekAfter, true},
		{"horde-veteran-18-r1", army, clearLead, seekAfter - 1, false},
		{"horde-veteran-18-r1", army, clearLead - 1, seekAfter, false},
		{"horde-veteran-18-r1", army, -clearLead, seekAfter, false}, // the army is to lose: it has a general
		{"horde-veteran-18-r1", army, Mate - 20, 0, true},
		{"horde-veteran-18-r1", army, 20 - Mate, 0, false},
		{"horde-veteran-18-r1", "3ak4/9/9/9/r8/9/9/2V6/9/5V3 b - - 0 1", clearLead, seekAfter, false}, // five men
		{"horde-veteran-18-r1", "3aka3/9/9/9/r8/9/9/2V6/9/5V3 b - - 0 1", Mate - 20, 0, true},
		{"horde-veteran-18-r1", "3aka3/9/4b4/9/r8/9/9/2V6/9/5V3 b - - 0 1", Mate - 20, 0, false}, // seven
		{"chess", "4k3/8/8/8/8/8/8/K6Q w - - 0 1", clearLead, seekAfter, false},
	} {
		r := rulestest.Load(t, c.variant)
		s := New(r, Options{TableMB: 1})
		s.begin(parse(t, r, c.fen), Limits{})
		s.nodes = c.nodes
		if got := s.provesBetter(c.score); got != c.want {
			t.Errorf("%s: score %d after %d nodes: %v", c.fen, c.score, c.nodes, got)
		}
	}
	r := rulestest.Load(t, "horde-veteran-18-r1")
	s, p := New(r, Options{TableMB: 1}), parse(t, r, army)
	for _, text := range []string{"a6a7", "c3d3", "a7a6", "d3c3"} {
		moves := s.gen.Legal(p, nil)
		p.Do(moves[slices.IndexFunc(moves, func(m board.Move) bool { return r.UCI(m) == text })])
	}
	s.begin(p, Limits{})
	if s.provesBetter(Mate - 20) {
		t.Error("a proof is to take over where the game has brought the position twice")
	}
}

// parse reads a position that makes sense.
func parse(t *testing.T, r *rules.Rules, fen string) *position.Position {
	t.Helper()
	p, err := position.Parse(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
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
		if s.prove(&res, false); res.Score != Mate-1 {
			t.Errorf("%s: %s: %d", stanza, fen, res.Score)
		}
	}
}
