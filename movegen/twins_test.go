package movegen

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// everyRules compiles the catalogue.
func everyRules(t testing.TB) []*rules.Rules {
	t.Helper()
	var all []*rules.Rules
	for _, name := range variant.Names() {
		r := rulestest.Load(t, name)
		all = append(all, r)
	}
	return all
}

// TestPlansAgree holds each side's own plan against the plan that tries every move, and counting against listing.
func TestPlansAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, r := range everyRules(t) {
		g := For(r)
		for range 3 {
			p := position.Start(r)
			for range 120 {
				legal := g.Legal(p, nil)
				if g.Any(p) != (len(legal) > 0) {
					t.Fatalf("%s: %s: %d moves are listed, and any: %v", r.Spec().Name, p.FEN(), len(legal), g.Any(p))
				}
				if len(legal) == 0 {
					break
				}
				if side := &r.Sides[p.Side()]; side.Fast {
					if m := g.plainly(p, side); m != board.NoMove && !slices.Contains(legal, m) {
						t.Fatalf("%s: %s: %v is no plain move", r.Spec().Name, p.FEN(), m)
					}
				}
				m := legal[rng.IntN(len(legal))]
				if !p.Ended().Over && !(len(legal) == 1 && legal[0].Kind() == board.Pass) {
					tried := g.tested(p, &r.Sides[p.Side()], nil, all)
					slices.Sort(tried)
					sorted := slices.Clone(legal)
					slices.Sort(sorted)
					if !slices.Equal(tried, sorted) {
						t.Fatalf("%s: %s: the plan lists %d moves, trying all finds %d", r.Spec().Name, p.FEN(), len(sorted), len(tried))
					}
				}
				if n := g.Count(p); n != len(legal) {
					t.Fatalf("%s: %s: counted %d, listed %d", r.Spec().Name, p.FEN(), n, len(legal))
				}
				if (rng.IntN(8) == 0 || p.Passed().Any() && rng.IntN(2) == 0) && !p.InCheck() && !p.Ended().Over {
					holdNull(t, g, p)
					continue
				}
				p.Do(m)
			}
		}
	}
}

// holdNull makes a null move, as a search does, and holds what is listed then against the same position set up: the other side at the
// beginning of its turn, with nothing to capture in passing.
func holdNull(t *testing.T, g *Generator, p *position.Position) {
	t.Helper()
	fields := strings.Fields(p.FEN())
	fields[1], fields[3] = map[byte]string{'w': "b", 'b': "w"}[fields[1][0]], "-"
	fresh, err := position.Parse(g.r, strings.Join(fields, " "))
	if err != nil {
		t.Fatalf("%s: %s, after a null move: %v", g.r.Spec().Name, p.FEN(), err)
	}
	p.DoNull()
	got, want := g.Legal(p, nil), g.Legal(fresh, nil)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || g.Count(p) != len(want) {
		t.Fatalf("%s: %s: %d moves are listed and %d counted after a null move, %d where it is set up", g.r.Spec().Name, p.FEN(), len(got), g.Count(p),
			len(want))
	}
}

// TestNothingAllocates holds generation and counting to no allocation, in and out of check and with pieces pinned.
func TestNothingAllocates(t *testing.T) {
	for _, c := range []struct{ variant, fen string }{
		{"xiangqi", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"},
		{"xiangqi", "4k4/9/9/9/9/9/9/4n4/3A5/3K5 w - - 0 1"},
		{"horde-veteran-36-r1", "r3kc3/r1V1V4/4V4/9/9/9/9/9/9/9 b - - 0 1"},
		{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
	} {
		r := rulestest.Load(t, c.variant)
		p, err := position.Parse(r, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		g, buf := For(r), make([]board.Move, 0, board.MaxMoves)
		if n := testing.AllocsPerRun(50, func() {
			g.Legal(p, buf)
			g.Noisy(p, buf)
			g.Count(p)
			g.Outcome(p)
			p.InCheck()
		}); n != 0 {
			t.Errorf("%s: %s: %v allocations", c.variant, c.fen, n)
		}
	}
}

// TestMemoAndThreads holds the table and the threads to the plain count.
func TestMemoAndThreads(t *testing.T) {
	for _, name := range []string{"xiangqi", "horde-doublestep-36-r1", "chess"} {
		r := rulestest.Load(t, name)
		g, p := For(r), position.Start(r)
		want := Perft(g, p, 4)
		for _, opt := range []PerftOptions{{Threads: 2}, {HashMB: 1}, {Threads: 3, HashMB: 4}} {
			if got := counted(t, g, p, opt); got != want {
				t.Errorf("%s: %+v counts %d, want %d", name, opt, got, want)
			}
		}
	}
}

// counted adds up the branches of a count to four plies.
func counted(t *testing.T, g *Generator, p *position.Position, opt PerftOptions) (n uint64) {
	t.Helper()
	branches, err := PerftWith(t.Context(), g, p, 4, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range branches {
		n += b.Nodes
	}
	return n
}

// TestMemoKnowsPasses holds the table to the plain count where a second pass ends the game, which no key shows.
func TestMemoKnowsPasses(t *testing.T) {
	r := rulestest.Stanza(t, "passes", "[passes:chess]\npass = true\nmovesPerTurn = 2\n")
	g, p := For(r), position.Start(r)
	want := Perft(g, p, 4)
	if got := counted(t, g, p, PerftOptions{HashMB: 4}); got != want {
		t.Errorf("%d with the table, %d without", got, want)
	}
}
