package solver

import (
	"errors"
	"slices"
	"testing"

	"buluo/board"
	"buluo/variant"
)

// place sets a position of a variant up.
func place(t testing.TB, name, fen string) Referee {
	t.Helper()
	spec, err := variant.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if fen == "" {
		fen = spec.Start
	}
	b, err := NewReferee(spec, fen)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// moves reads moves of a position.
func moves(t testing.TB, b Referee, texts ...string) []board.Move {
	t.Helper()
	var list []board.Move
	for _, text := range texts {
		m, err := b.ParseUCI(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

// TestDistance counts forced wins whose length anybody can check.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		want         int
		end          board.Reason
	}{
		{"chess", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", 1, board.Mate},
		{"chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 3, board.Mate},          // Ra7, the king steps, Rb8
		{"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, board.Mate},        // Morphy's: Ra6
		{"chess", "7k/8/8/8/8/8/8/K7 w - - 0 1", 0, board.NoReason},          // drawn at once
		{"chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", 0, board.NoReason},        // stalemate
		{"xiangqi", "3k5/9/9/9/9/9/9/9/1R7/4K4 w - - 0 1", 1, board.Smother}, // on the ninth rank, or mate on the tenth
		{"horde-standard-18-r1", "4k4/9/9/9/9/9/9/r8/9/P8 b - - 0 1", 1, board.Extinction},
		{"horde-standard-18-r1", "4k4/9/9/9/9/9/9/9/r8/2P6 b - - 0 1", 3, board.Extinction}, // behind it, and then it is taken
	} {
		s := New(place(t, c.variant, c.fen))
		n, err := s.Distance(5)
		if n != c.want || err != nil {
			t.Errorf("%s: %d, %v; want %d", c.fen, n, err, c.want)
		}
		if c.want == 0 {
			continue
		}
		line, end, err := s.Line(n)
		if err != nil || len(line) != n || c.want > 1 && end.Reason != c.end {
			t.Errorf("%s: %d moves, %v, %v", c.fen, len(line), end, err)
		}
	}
}

// plain is force without memory or order.
func plain(b Board, attacker board.Color, n int) bool {
	if o := b.Outcome(); o.Over {
		return o.Winner == attacker
	}
	if n == 0 {
		return false
	}
	ours := b.Side() == attacker
	for _, m := range slices.Clone(b.Legal()) {
		b.Play(m)
		won := plain(b, attacker, n-1)
		b.Undo()
		if won == ours {
			return ours
		}
	}
	return !ours
}

// TestPlain holds the solver against a search that remembers nothing, for both sides and all small depths.
func TestPlain(t *testing.T) {
	for _, c := range [][2]string{
		{"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"},
		{"minixiangqi", ""},
		{"xiangqi", "3k5/4P4/9/9/9/9/9/9/9/4K1R2 w - - 0 1"},
		{"horde-veteran-18-r1", "3k5/3V5/2V6/9/9/9/9/9/9/5r3 b - - 0 1"},
		{"horde-twomoves-36-r1", "4k4/9/3P5/9/9/9/9/9/9/9 w - - 0 1"},
	} {
		b := place(t, c[0], c[1])
		s := New(b)
		for n := range 4 {
			for _, side := range []board.Color{board.White, board.Black} {
				got, err := s.Wins(side, n)
				if want := plain(b, side, n); got != want || err != nil {
					t.Errorf("%s %s: %s wins within %d: %v, %v; want %v", c[0], c[1], side, n, got, err, want)
				}
			}
		}
	}
}

// TestClaims accepts what is right and refuses everything near it.
func TestClaims(t *testing.T) {
	const morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
	const only = "R6k/8/6K1/8/8/8/8/r7 b - - 0 1" // in check: taking the rook is all there is
	for _, c := range []struct {
		name, variant, fen string
		kind               Kind
		plies              int
		answer             []string
		right              bool
	}{
		{"the problem", "chess", morphy, Win, 3, []string{"a1a6"}, true},
		{"another move", "chess", morphy, Win, 3, []string{"a1a5"}, false},
		{"too short", "chess", morphy, Win, 1, []string{"a1a6"}, false},
		{"too long", "chess", morphy, Win, 5, []string{"a1a6"}, false},
		{"no answer", "chess", morphy, Win, 3, nil, false},
		{"beyond the horizon", "chess", morphy, Win, 9, []string{"a1a6"}, false},
		{"two moves win", "xiangqi", "3k5/9/9/9/9/9/9/9/1R7/4K4 w - - 0 1", Win, 1, []string{"b2b9"}, false},
		{"a save", "chess", "6rk/6pp/8/6N1/8/8/8/K5R1 b - - 0 1", Save, 2, []string{"g8f8"}, false},
		{"taking is all", "chess", only, Save, 2, []string{"a1a8"}, true},
		{"an avoidable move", "chess", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1", Avoid, 2, []string{"a2a3"}, true},
		{"it does not lose", "chess", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1", Avoid, 2, []string{"g7g6"}, false},
		{"nothing", "chess", morphy, NoKind, 3, []string{"a1a6"}, false},
	} {
		b := place(t, c.variant, c.fen)
		claim := Claim{Kind: c.kind, Plies: c.plies, Moves: moves(t, b, c.answer...)}
		if _, err := claim.Prove(b); (err == nil) != c.right {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// stubborn is a board that refuses what it offers.
type stubborn struct{ Referee }

var errStubborn = errors.New("no")

func (stubborn) Play(board.Move) error { return errStubborn }

// TestRefusal passes a board's refusal on instead of calling it a result.
func TestRefusal(t *testing.T) {
	b := stubborn{place(t, "chess", "")}
	if _, err := (Claim{Win, 1, []board.Move{b.Legal()[0]}}).Prove(b); !errors.Is(err, errStubborn) {
		t.Error(err)
	}
	if _, _, err := New(b).Line(1); !errors.Is(err, errStubborn) {
		t.Error(err)
	}
}

func TestKinds(t *testing.T) {
	for k := Win; k < numKinds; k++ {
		if got, ok := ParseKind(k.String()); got != k || !ok {
			t.Errorf("%s is read as %s", k, got)
		}
	}
	if _, ok := ParseKind("none"); ok || Kind(99).String() != "unknown" {
		t.Error("what is no kind is one")
	}
}
