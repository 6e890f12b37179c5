package position_test

import (
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
)

// TestPassedSquaresWithoutPrey makes a long diagonal step that ends outside the region for captures in passing. What
// stands behind the square that it passed has nothing to do with it: the reference takes it all the same, but a general
// is never prey, and neither is nothing.
func TestPassedSquaresWithoutPrey(t *testing.T) {
	r := rulestest.Stanza(t, "diagonal", `
[diagonal:chess]
customPiece1 = a:fWifF2fcF
enPassantTypes = a p
enPassantRegion = *3 *6
castling = false
startFen = 4k3/8/8/8/3a4/8/AA6/4K3 w - - 0 1
`)
	g := movegen.For(r)
	for fen, want := range map[string]bool{
		"4k3/8/8/8/1a6/8/1A6/4K3 w - - 0 1":   false,
		"4k3/8/2K5/8/1a6/8/1A6/8 w - - 0 1":   false,
		"4k3/8/2N5/8/1a6/8/1A6/4K3 w - - 0 1": true,
	} {
		p, err := position.Parse(r, fen)
		if err != nil {
			t.Fatal(err)
		}
		p.Do(board.NewMove(board.Square(9), board.Square(27))) // b2d4
		if p.Passed() != board.Bit(18) || p.Takeable().Any() != want {
			t.Errorf("%s: passed %v, to be taken on %v", p.FEN(), p.Passed(), p.Takeable())
		}
		capture := board.NewMoveKind(25, 18, board.EnPassant)
		if got := g.IsLegal(p, capture); got != want {
			t.Errorf("%s: b4c3 is legal: %v, want %v", p.FEN(), got, want)
		}
		if _, err := position.Parse(r, p.FEN()); err != nil {
			t.Errorf("%s is refused: %v", p.FEN(), err)
		}
	}
}

// TestPassedInTheMiddleOfATurn leaves nothing to capture in passing to the side that made the long step and moves on.
func TestPassedInTheMiddleOfATurn(t *testing.T) {
	r := rulestest.Stanza(t, "twostep", "[twostep:chess]\nmovesPerTurnWhite = 2\n")
	p := played(t, r, "4k3/8/8/8/2p5/8/1P1P4/4K3 w - - 0 1", []string{"d2d4"})
	if want := "4k3/8/8/8/2pP4/8/1P6/4K3 w:1 - - 0 1"; p.FEN() != want {
		t.Errorf("%s, want %s", p.FEN(), want)
	}
	if err := p.Verify(); err != nil {
		t.Error(err)
	}
	p = played(t, r, "4k3/8/8/8/2p5/8/1P1P4/4K3 w - - 0 1", []string{"e1f1", "d2d4"})
	if want := "4k3/8/8/8/2pP4/8/1P6/5K2 b - d3 0 1"; p.FEN() != want {
		t.Errorf("%s, want %s", p.FEN(), want)
	}
}

// TestParsePassed holds the reader of FENs to squares that something can just have passed.
func TestParsePassed(t *testing.T) {
	chess := rulestest.Load(t, "chess")
	twomoves := rulestest.Stanza(t, "twostep", "[twostep:chess]\nmovesPerTurn = 2\n")
	for fen, wrong := range map[string]string{
		"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1":   "",
		"4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1":   "e6",
		"4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1": "e3 is occupied",
		"4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1": "e3", // the pawn cannot have come from e2
		"4k3/8/8/8/3pR3/8/8/4K3 b - e3 0 1":   "e3",
		"k7/8/8/8/3p4/8/8/8/K7 b - e3 0 1":    "ranks",
		"4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1":    "e3",
		"4k3/8/4P3/8/3p4/8/8/4K3 b - e3 0 1":  "e3", // a pawn three squares further on
		"8/8/8/3P4/8/8/4k3/K7 w - e6 0 1":     "e6", // a king far behind
		"4k3/8/8/8/3p4/8/4P3/4K3 b - e3x 0 1": `"x" is no square`,
	} {
		p, err := position.Parse(chess, fen)
		if wrong == "" {
			if err != nil || p.FEN() != fen {
				t.Errorf("%s: %v", fen, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v, want a sentence with %q", fen, err, wrong)
		}
	}
	if _, err := position.Parse(twomoves, "4k3/8/8/8/3pP3/8/8/4K3 b:1 - e3 0 1"); err == nil {
		t.Error("a square is passed in the middle of the capturing side's turn")
	}
}

// TestParseRoyals refuses royal pieces that the rules have no answer to.
func TestParseRoyals(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	for fen, wrong := range map[string]string{
		"4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1":    "",
		"9/9/9/9/9/9/9/9/9/3K5 w - - 0 1":      "black has 0 of the royal piece",
		"4kk3/9/9/9/9/9/9/9/9/3K5 w - - 0 1":   "black has 2 of the royal piece",
		"9/9/9/9/9/5A3/6k2/9/9/3K5 w - - 0 1":  "the royal piece k of black is on g4, outside its own region and inside that of white's b",
		"k8/9/9/9/9/9/9/9/9/3K1B3 w - - 0 1":   "", // in its own half no elephant attacks it
		"4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1":    "could capture the royal piece on e10",
		"4k4/4R4/9/9/9/9/9/9/9/3K5 w - - 0 1":  "could capture the royal piece on e10",
		"4k4/9/4R4/9/9/9/9/9/9/3K5 b - - 0 1":  "",
		"4k4/9/4R4/9/9/9/9/9/9/3K5 b:1 - - 3":  "",
		"4k4/9/4R4/9/9/9/9/9/9/3K5 b:2 - - 3":  "1 moves a turn",
		"4k4/9/4R4/9/9/9/9/9/9/3K5 b K - 0 1":  "no castling that K could stand for",
		"4k4/9/4+R4/9/9/9/9/9/9/3K5 b - - 0 1": "no promoted form",
	} {
		_, err := position.Parse(r, fen)
		if wrong == "" && err != nil || wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)) {
			t.Errorf("%s: %v, want %q", fen, err, wrong)
		}
	}
}
