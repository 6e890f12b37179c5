package board_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"buluo/board"
)

// model is a set of squares without any bits: the slow twin of board.Bits and board.Low.
type model map[board.Square]bool

// set is what both sorts of set do.
type set[S any] interface {
	comparable
	Wide() board.Bits
	Has(board.Square) bool
	Any() bool
	Empty() bool
	Count() int
	Many() bool
	And(S) S
	Or(S) S
	Xor(S) S
	Without(S) S
	With(board.Square) S
	Drop(board.Square) S
	Meets(S) bool
	Within(S) bool
	First() board.Square
	Last() board.Square
	Up(uint) S
	Down(uint) S
	Shift(int) S
}

// poppable is a set that may be emptied.
type poppable[S any] interface {
	*S
	Pop() board.Square
}

// modelled returns a model as a set.
func modelled[S set[S]](m model) S {
	var b S
	for s := range m {
		b = b.With(s)
	}
	return b
}

func drawModel(t *rapid.T, name string, size int) model {
	m := model{}
	for _, s := range rapid.SliceOfN(rapid.IntRange(0, size-1), 0, 60).Draw(t, name) {
		m[board.Square(s)] = true
	}
	return m
}

func (m model) squares() []board.Square {
	var list []board.Square
	for s := range m {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

// TestBitsModel holds every operation on sets against a map.
func TestBitsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { holdModel[board.Bits](t, board.Bit, board.MaxSquares) })
}

// TestLowModel does so for sets of one word.
func TestLowModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { holdModel[board.Low](t, board.BitLow, 64) })
}

// holdModel holds one sort of set, of so many squares, against the model.
func holdModel[S set[S], P poppable[S]](t *rapid.T, bit func(board.Square) S, size int) {
	x, y := drawModel(t, "x", size), drawModel(t, "y", size)
	a, b := modelled[S](x), modelled[S](y)
	n := rapid.IntRange(-63, 63).Draw(t, "n")
	and, or, xor, without, shifted := model{}, model{}, model{}, model{}, model{}
	for i := range size {
		s := board.Square(i)
		and[s], or[s], xor[s], without[s] = x[s] && y[s], x[s] || y[s], x[s] != y[s], x[s] && !y[s]
		if to := i + n; x[s] && to >= 0 && to < size {
			shifted[board.Square(to)] = true
		}
		if a.Has(s) != x[s] || a.Wide().Has(s) != x[s] || bit(s) != a.Without(a).With(s) || a.Drop(s).Has(s) || a.Drop(s).With(s) != a.With(s) {
			t.Fatalf("Has(%d) = %v, or what puts it in and out is wrong", s, a.Has(s))
		}
	}
	moved := a.Up(uint(max(n, 0))).Down(uint(max(-n, 0)))
	for name, c := range map[string]struct {
		got  S
		want model
	}{
		"and": {a.And(b), and}, "or": {a.Or(b), or}, "xor": {a.Xor(b), xor}, "without": {a.Without(b), without}, "shift": {a.Shift(n), shifted},
		"up or down": {moved, shifted},
	} {
		for i := range size {
			if s := board.Square(i); c.got.Has(s) != c.want[s] {
				t.Fatalf("%s of %v and %v by %d: square %d is %v", name, x.squares(), y.squares(), n, s, c.got.Has(s))
			}
		}
	}
	list := x.squares()
	if a.Count() != len(list) || a.Any() != (len(list) > 0) || a.Empty() == a.Any() || a.Many() != (len(list) > 1) || a.Wide().Count() != len(list) {
		t.Fatalf("counts of %v are wrong", list)
	}
	if len(list) > 0 && (a.First() != list[0] || a.Last() != list[len(list)-1]) {
		t.Fatalf("ends of %v are %d and %d", list, a.First(), a.Last())
	}
	var popped []board.Square
	for c := a; c.Any(); {
		popped = append(popped, P(&c).Pop())
	}
	if !slices.Equal(popped, list) {
		t.Fatalf("popping %v gives %v", list, popped)
	}
	if a.Meets(b) != a.And(b).Any() || a.Within(b) != a.Without(b).Empty() {
		t.Fatal("Meets and Within disagree with And and Without")
	}
}

// TestSquareNames holds names and their parsing together on every board size, two squares run together included.
func TestSquareNames(t *testing.T) {
	for files := 1; files <= board.MaxFiles; files++ {
		for ranks := 1; ranks <= board.MaxRanks; ranks++ {
			g := board.Geometry{Files: files, Ranks: ranks}
			for i := 0; i < g.Size(); i++ {
				s := board.Square(i)
				if got, err := g.ParseSquare(g.Name(s)); err != nil || got != s {
					t.Fatalf("%dx%d: %s reads as %d, %v", files, ranks, g.Name(s), got, err)
				}
				other := board.Square((i * 7) % g.Size())
				got, rest, ok := g.CutSquare(g.Name(s) + g.Name(other))
				if !ok || got != s || rest != g.Name(other) {
					t.Fatalf("%dx%d: %s%s is cut into %s and %q", files, ranks, g.Name(s), g.Name(other), g.Name(got), rest)
				}
			}
			for _, bad := range []string{"", "a", "a0", "1a", "m1", "a11", "a1 ", "A1", "-", "a01"} {
				if s, err := g.ParseSquare(bad); err == nil {
					t.Errorf("%dx%d: %q reads as %s", files, ranks, bad, g.Name(s))
				}
			}
		}
	}
}

// TestMovePacking holds every field of a move to what it was made of.
func TestMovePacking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := board.Square(rapid.IntRange(0, 127).Draw(t, "from"))
		to := board.Square(rapid.IntRange(0, 127).Draw(t, "to"))
		kind := board.MoveKind(rapid.IntRange(0, int(board.Pass)).Draw(t, "kind"))
		p := board.PieceType(rapid.IntRange(1, board.MaxTypes-1).Draw(t, "type"))
		m := board.NewMoveKind(from, to, kind)
		if m.From() != from || m.To() != to || m.Kind() != kind || m.Promotion() != board.NoType {
			t.Fatalf("%x holds %d %d %d %d", m, m.From(), m.To(), m.Kind(), m.Promotion())
		}
		m = board.NewPromotion(from, to, p)
		if m.From() != from || m.To() != to || m.Kind() != board.Promotion || m.Promotion() != p {
			t.Fatalf("%x holds %d %d %d %d", m, m.From(), m.To(), m.Kind(), m.Promotion())
		}
	})
}

// TestOutcomes holds reasons to their names and results to the records' four.
func TestOutcomes(t *testing.T) {
	for r := board.NoReason; r <= board.Fortress; r++ {
		if got, ok := board.ParseReason(r.String()); !ok || got != r {
			t.Errorf("%s reads as %s", r, got)
		}
	}
	named := map[string]bool{"": true}
	for k := board.Normal; k <= board.Pass; k++ {
		if named[k.String()] {
			t.Errorf("kind %d is called %q", k, k)
		}
		named[k.String()] = true
	}
	if board.MoveKind(7).String() != "unknown" {
		t.Error("a kind of move that is none has a name")
	}
	if board.Reason(200).String() != "unknown" {
		t.Error("a reason that is none has a name")
	}
	for want, o := range map[string]board.Outcome{
		"*": {}, "1-0": board.Win(board.White, board.Mate), "0-1": board.Win(board.Black, board.Smother), "1/2-1/2": board.Draw(board.Clock),
	} {
		if o.Result() != want {
			t.Errorf("%+v is written %s", o, o.Result())
		}
	}
}

// TestAround holds the squares around one against the definition, on boards of several shapes.
func TestAround(t *testing.T) {
	for _, g := range []board.Geometry{{Files: 9, Ranks: 10}, {Files: 8, Ranks: 8}, {Files: 1, Ranks: 4}} {
		for s := range board.Square(g.Size()) {
			for distance := range 3 {
				around := g.Around(s, distance)
				for to := range board.Square(g.Size()) {
					files, ranks := g.File(s)-g.File(to), g.Rank(s)-g.Rank(to)
					if want := max(files, -files, ranks, -ranks) <= distance; around.Has(to) != want {
						t.Errorf("%v: %d within %d of %d: %v, want %v", g, to, distance, s, !want, want)
					}
				}
			}
		}
	}
}
