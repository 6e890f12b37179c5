package referee

import (
	"os"
	"strings"
	"testing"

	"buluo/board"
	"buluo/variant"
)

func TestFENRefusals(t *testing.T) {
	for _, tt := range []struct{ variant, fen, want string }{
		{"chess", "", "it has 0 fields"},
		{"chess", "8/8/8/8/8/8/8/8 w - -", "it has 4 fields"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "it has 7 fields"},
		{"chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", "it has 7 ranks, this board has 8"},
		{"chess", "4k3/9/8/8/8/8/8/4K3 w - - 0 1", `rank 7, "9": there is no room for 9 empty squares`},
		{"chess", "4k3/7/8/8/8/8/8/4K3 w - - 0 1", `rank 7, "7": it covers 7 files, this board has 8`},
		{"chess", "4k3/8/8/8/8/8/8/4K4 w - - 0 1", "no room for 4 empty squares after file 5"},
		{"chess", "4k3/8/8/8/8/8/PPPPPPPPP/4K3 w - - 0 1", "more than the board's 8 files"},
		{"chess", "4k3/8/8/8/8/8/0PPPPPPPP/4K3 w - - 0 1", "no room for 0 empty squares"},
		{"chess", "4k3/8/99999999999999999999/8/8/8/8/4K3 w - - 0 1", "no room for"},
		{"chess", "4k3/8/8/8/3x4/8/8/4K3 w - - 0 1", `"x" is no piece of this variant, it has pnbrqk`},
		{"chess", "4k3/8/8/8/3+4/8/8/4K3 w - - 0 1", "is no piece"},
		{"chess", "4k3/8/8/8/7+/8/8/4K3 w - - 0 1", "stands before no piece"},
		{"chess", "4k3/8/8/8/3+P4/8/8/4K3 w - - 0 1", "does not promote"},
		{"chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "white has 0 royal pieces, this variant gives it 1"},
		{"chess", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "white has 2 royal pieces"},
		{"horde", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "white has 1 royal pieces, this variant gives it 0"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", `"x" is no side`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w:1 - - 0 1", "the side has 1 a turn"},
		{"horde-twomoves-36-r1", "4k4/9/9/9/9/9/9/9/9/P8 w:2 - - 0 1", "only a turn begun is written, as 1 to 1"},
		{"horde-twomoves-36-r1", "4k4/9/9/9/9/9/9/9/9/P8 w:+1 - - 0 1", "moves left in this turn"},
		{"horde-twomoves-36-r1", "4k4/9/9/9/9/9/9/9/9/P8 b:1 - - 0 1", "the side has 1 a turn"},
		{"chess", "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", "could capture the general"},
		{"xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "face each other"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", "each once"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w AH - 0 1", "some of KQkq"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "no partner to castle with on that side of e1"},
		{"chess", "4k3/8/8/8/8/4K3/8/R6R w K - 0 1", "no piece on rank 1 that castles"},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w K - 0 1", "nobody castles in this variant"},
		{"chess", "4k3/8/8/8/4P3/8/8/4K3 b - e9 0 1", "squares of this board"},
		{"chess", "4k3/8/8/8/4P3/8/8/4K3 b - e3e3 0 1", "e3 is there twice"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "no pawn of white has just passed over e3"},
		{"chess", "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", "e3 is not empty"},
		{"chess", "4k3/8/8/8/4p3/4P3/8/4K3 b - e3 0 1", "e3 is not empty"},
		{"chess", "4k3/8/8/8/4p3/4p3/8/4K3 b - e3 0 1", "e3 holds a piece"},
		{"chess", "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", "must have come from the empty square"},
		{"horde", "4k3/8/8/8/8/1p6/P7/8 b - a2 0 1", "a2 is not where black may capture in passing"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - x 1", `clock: "x" must be the number of plies`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "clock"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", `number: "0" must be the number of the move, from 1`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 9999999", "number"},
	} {
		_, err := FromFEN(load(t, tt.variant), tt.fen)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %q: %v, want a sentence with %q", tt.variant, tt.fen, err, tt.want)
		}
	}
}

func TestPassingSquaresOfInitialMoves(t *testing.T) {
	spec, err := corners(t).Find("corner-passing")
	if err != nil {
		t.Fatal(err)
	}
	g := play(t, spec, spec.Start, "e2e4")
	if want := "rnbqkbnr/ssssssss/8/8/4S3/8/SSSS1SSS/RNBQKBNR b KQkq e3e4 1 1"; g.FEN() != want {
		t.Errorf("%s, want %s", g.FEN(), want)
	}
	if _, err := FromFEN(spec, g.FEN()); err != nil {
		t.Error(err)
	}
	two := "rnbqkbnr/ssssssss/8/8/3SS3/8/SSS2SSS/RNBQKBNR b KQkq d4e4 1 1"
	if _, err := FromFEN(spec, two); err == nil || !strings.Contains(err.Error(), "only one piece has just moved") {
		t.Errorf("%s: %v", two, err)
	}
}

func TestCheckCountFields(t *testing.T) {
	file := corners(t)
	spec, err := file.Find("corner-threecheck")
	if err != nil {
		t.Fatal(err)
	}
	g := play(t, spec, "4k3/8/8/8/8/8/8/R3K3 w - - 3+1 0 1", "a1a8")
	if want := "R3k3/8/8/8/8/8/8/4K3 b - - 2+1 1 1"; g.FEN() != want {
		t.Errorf("%s, want %s", g.FEN(), want)
	}
	if g := play(t, spec, "4k3/8/8/8/8/8/8/R3K3 w 3+1 0 1", ""); !strings.Contains(g.FEN(), " w - - 3+1 0 1") {
		t.Errorf("the short form: %s", g.FEN())
	}
	for _, checks := range []string{"", "3-1 ", "+3 ", "3+ ", "3+x ", "3+3+3 "} {
		if _, err := FromFEN(spec, "4k3/8/8/8/8/8/8/R3K3 w - - "+checks+"0 1"); err == nil {
			t.Errorf("the checks %q were accepted", checks)
		}
	}
}

func TestFENForms(t *testing.T) {
	for _, tt := range []struct{ variant, fen, want string }{
		// Letters of other conventions, red for white, the short form.
		{"xiangqi", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r 0 1",
			"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 b 12 34", "4k3/8/8/8/8/8/8/4K3 b - - 12 34"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		// A square that nobody can use is not part of the position, one that somebody can use is.
		{"chess", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{"chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
		{"horde-promoting-36-r1", "4k1+V2/9/9/9/9/9/9/9/9/9 w - - 0 1", "4k1+V2/9/9/9/9/9/9/9/9/9 w - - 0 1"},
	} {
		g, err := FromFEN(load(t, tt.variant), tt.fen)
		if err != nil {
			t.Error(err)
			continue
		}
		if g.FEN() != tt.want {
			t.Errorf("%s: %s, want %s", tt.fen, g.FEN(), tt.want)
		}
	}
}

// corners returns the stanzas of testdata/corners.ini.
func corners(t testing.TB) *variant.File {
	t.Helper()
	text, err := os.ReadFile("testdata/corners.ini")
	if err != nil {
		t.Fatal(err)
	}
	file, err := variant.Parse("testdata/corners.ini", string(text))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// FuzzFEN: no text makes the reader panic, and what it accepts it writes in a form that it reads back as the same.
func FuzzFEN(f *testing.F) {
	var specs []*variant.Spec
	for _, name := range []string{"chess", "xiangqi", "horde-promoting-36-r1", "horde-twomoves-36-r1"} {
		specs = append(specs, load(f, name))
	}
	for _, name := range []string{"threecheck", "triple", "passing", "capablanca", "castling-rank"} {
		spec, err := corners(f).Find("corner-" + name)
		if err != nil {
			f.Fatal(err)
		}
		specs = append(specs, spec)
	}
	for i, spec := range specs {
		f.Add(i, spec.Start)
		f.Add(i, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
		f.Add(i, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 2+2 7 9")
	}
	f.Fuzz(func(t *testing.T, which int, fen string) {
		spec := specs[(which%len(specs)+len(specs))%len(specs)]
		g, err := FromFEN(spec, fen)
		if err != nil {
			return
		}
		again, err := FromFEN(spec, g.FEN())
		if err != nil {
			t.Fatalf("%q was accepted, but its own form %q is not: %v", fen, g.FEN(), err)
		}
		if *again.now() != *g.now() {
			t.Fatalf("%q does not come back from %q", fen, g.FEN())
		}
		// Whatever was accepted can be judged and played.
		g.Outcome()
		for _, m := range g.Legal() {
			if g.Side() == board.NoColor || g.Play(m) != nil {
				t.Fatalf("%q: %s cannot be played", fen, g.UCI(m))
			}
			if h, err := FromFEN(spec, g.FEN()); err != nil {
				t.Fatalf("%q after a move: %v", fen, err)
			} else if h.FEN() != g.FEN() {
				t.Fatalf("%q after a move: %s is read as %s", fen, g.FEN(), h.FEN())
			}
			g.Undo()
		}
	})
}
