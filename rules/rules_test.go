package rules_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/rules"
	"buluo/variant"
)

var update = flag.Bool("update", false, "write testdata/rules.golden anew")

// TestDump pins which plan, shapes and ends the variants compile to: a lost fast path is a performance bug that no
// other test sees.
func TestDump(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{
		"horde-standard-36-r1", "horde-veteran-36-r1", "horde-pawn-36-r1", "horde-doublestep-36-r1", "horde-promoting-36-r1",
		"xiangqi", "minixiangqi", "manchu", "chess", "horde", "orda",
	} {
		b.WriteString(rulestest.Load(t, name).String() + "\n")
	}
	const file = "testdata/rules.golden"
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestLines holds the line tables against walking, square by square, on every occupancy of a scattering.
func TestLines(t *testing.T) {
	for _, name := range []string{"xiangqi", "chess", "minixiangqi"} {
		r := rulestest.Load(t, name)
		g := r.Geometry
		x := uint64(88172645463325252)
		for range 400 {
			var occ board.Bits
			for b := r.Board; b.Any(); {
				s := b.Pop()
				x ^= x << 13
				x ^= x >> 7
				x ^= x << 17
				if x%3 == 0 {
					occ = occ.With(s)
				}
			}
			for b := r.Board; b.Any(); {
				s := b.Pop()
				rank, file := words(g, s, occ)
				ride, hop := walked(g, s, occ, [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
				if got := r.Lines.Ride(s, rank, file); got != ride || r.Lines.RideOrth(s, occ) != ride {
					t.Fatalf("%s: ride from %s is %v, want %v", name, g.Name(s), got, ride)
				}
				if got := r.Lines.HopOver(s, rank, file); got != hop || r.Lines.HopOrth(s, occ) != hop {
					t.Fatalf("%s: hop from %s is %v, want %v", name, g.Name(s), got, hop)
				}
				ride, hop = walked(g, s, occ, [][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}})
				if r.Lines.RideDiag(s, occ) != ride || r.Lines.HopDiag(s, occ) != hop {
					t.Fatalf("%s: diagonals from %s differ", name, g.Name(s))
				}
			}
		}
	}
}

// words returns the occupancy words of a square's rank and file, which have no bits for the edges.
func words(g board.Geometry, s board.Square, occ board.Bits) (rank, file uint16) {
	for f := 1; f < g.Files-1; f++ {
		if occ.Has(g.Square(f, g.Rank(s))) {
			rank |= 1 << (f - 1)
		}
	}
	for r := 1; r < g.Ranks-1; r++ {
		if occ.Has(g.Square(g.File(s), r)) {
			file |= 1 << (r - 1)
		}
	}
	return rank, file
}

// walked returns what a rider and a hopper reach, by stepping.
func walked(g board.Geometry, s board.Square, occ board.Bits, dirs [][2]int) (ride, hop board.Bits) {
	for _, d := range dirs {
		hurdles := 0
		for t, ok := g.Step(s, d[0], d[1]); ok && hurdles < 2; t, ok = g.Step(t, d[0], d[1]) {
			if hurdles == 0 {
				ride = ride.With(t)
			} else {
				hop = hop.With(t)
			}
			if occ.Has(t) {
				hurdles++
			}
		}
	}
	return ride, hop
}

// TestCompileRefuses holds Compile to sentences, not panics, on Specs built by hand.
func TestCompileRefuses(t *testing.T) {
	for _, spec := range []*variant.Spec{
		{Name: "large", Geometry: board.Geometry{Files: 13, Ranks: 10}},
		{Name: "none"},
		{Name: "many", Geometry: board.Geometry{Files: 8, Ranks: 8}, Pieces: make([]variant.Piece, board.MaxTypes)},
		small("slow", func(s *variant.Spec) { s.MovesPerTurn[1] = 16 }),
		small("backwards", func(s *variant.Spec) { s.MovesPerTurn[0] = -1 }),
		small("treadmill", func(s *variant.Spec) { s.Pieces[0].Steps = []variant.Step{{Kind: variant.Ride, Quiet: true}} }),
		small("gliding pawn", func(s *variant.Spec) {
			s.Pieces[0] = variant.Piece{Letter: 'p', Pawn: true, Steps: []variant.Step{{Ranks: 1, Kind: variant.Ride, Quiet: true}}}
		}),
		small("promoted to nothing", func(s *variant.Spec) { s.PromotionTypes[0] = s.PromotionTypes[0].With(2) }),
		small("promoted to no type", func(s *variant.Spec) { s.PromotedType[1] = 2 }),
	} {
		if _, err := rules.Compile(spec); err == nil || !strings.HasPrefix(err.Error(), spec.Name+": ") {
			t.Errorf("%s: error %v", spec.Name, err)
		}
	}
	// A castling without a rank in the start array to look at is no castling, not a panic.
	for _, rank := range []int{-1, 0, 5, 12} {
		spec := small("castling", func(s *variant.Spec) {
			s.Castling = variant.Castling{On: true, Rank: rank, KingType: [2]board.PieceType{1, 1}, RookTypes: [2]board.TypeSet{2, 2}}
		})
		if _, err := rules.Compile(spec); err != nil {
			t.Error(err)
		}
	}
}

// small returns a Spec built by hand: a leaper on 12x10 points, changed to taste.
func small(name string, change func(*variant.Spec)) *variant.Spec {
	spec := &variant.Spec{Name: name, Geometry: board.Geometry{Files: 12, Ranks: 10}, Pieces: []variant.Piece{
		{Key: "leaper", Letter: 'l', Steps: []variant.Step{{Ranks: 6, Quiet: true, Capture: true}}},
	}}
	change(spec)
	return spec
}

// TestLongLeaps moves a piece further than sets of squares are shifted one by one.
func TestLongLeaps(t *testing.T) {
	r, err := rules.Compile(small("leaping", func(*variant.Spec) {}))
	if err != nil {
		t.Fatal(err)
	}
	m := r.Sides[board.White].Of[1]
	if m.Steps != nil || m.Quiet.Leaps[0] != board.Bit(72) {
		t.Errorf("steps at once %v, reaches %v", m.Steps, m.Quiet.Leaps[0])
	}
}

// TestLegs holds the tables of lame leaps to walking their paths.
func TestLegs(t *testing.T) {
	x := uint64(88172645463325252)
	random := func() uint64 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		return x
	}
	for _, name := range variant.Names() {
		r := rulestest.Load(t, name)
		for c := range r.Sides {
			for _, m := range r.Sides[c].Movers {
				if m.Capture.Legs == nil {
					continue
				}
				for s := range m.Capture.Legs {
					legs := &m.Capture.Legs[s]
					for range 40 {
						occ := r.Board
						for range 2 { // a quarter of all points
							occ = occ.And(board.Bits{Lo: random(), Hi: random()})
						}
						var want board.Bits
						for _, way := range legs.Ways {
							if !way.Path.Meets(occ) {
								want = want.Or(way.To)
							}
						}
						if got := legs.Reach(occ); got != want {
							t.Fatalf("%s: type %d on %d reaches %v, want %v", name, m.Type, s, got, want)
						}
					}
				}
			}
		}
	}
}
