package referee

import (
	"testing"

	"buluo/board"
)

// TestHordeMaterial samples Lichess's table: what a horde needs, given what the army has.
func TestHordeMaterial(t *testing.T) {
	spec := load(t, "horde-lichess")
	for _, tt := range []struct {
		fen  string
		weak bool
	}{
		{"8/2k5/3q4/8/8/8/1P6/8 b - - 0 1", true},     // a pawn against king and queen
		{"k7/ppP5/brp5/8/8/8/8/8 b - - 0 1", false},   // a pawn that smothers as a knight or mates as a queen
		{"8/2k5/3q4/8/8/1Q6/8/8 b - - 0 1", true},     // a queen against king and queen
		{"8/p1k5/8/8/8/1Q6/8/8 b - - 0 1", false},     // with a pawn in its way the king can be mated
		{"8/2k5/3b4/8/8/1Q6/8/1b6 b - - 0 1", true},   // bishops of either shade do not block
		{"8/2k5/3q4/8/8/1B2N3/8/8 b - - 0 1", true},   // two minor pieces
		{"8/2k5/3q4/8/8/3B4/4NB2/8 b - - 0 1", false}, // three
		{"8/2k5/8/8/8/3R4/8/8 b - - 0 1", true},       // a rook against a bare king
		{"8/2k5/8/8/8/3R4/2B5/8 b - - 0 1", true},     // rook and bishop against a bare king
		{"8/2k5/8/8/8/3R4/2N5/8 b - - 0 1", false},    // rook and knight
		{"r6k/pp6/8/8/8/8/6N1/8 b - - 0 1", false},    // a knight among four men
		{"rr5k/8/8/8/8/8/6N1/8 b - - 0 1", true},      // rooks alone do not smother
		{"8/2k5/8/8/8/1N2N3/8/8 b - - 0 1", true},     // two knights against a bare king
		{"8/1nk5/8/8/8/1N2N3/8/8 b - - 0 1", false},   // against a king with a knight beside it
		{"7B/6k1/8/8/8/8/8/8 b - - 0 1", true},        // a bishop
		{"7B/pp4k1/8/8/8/8/8/8 b - - 0 1", false},     // with two pawns in the way
		{"8/8/8/7k/7P/7P/8/8 b - - 0 1", false},       // two pawns
		{"8/2k5/8/8/8/PPPP4/8/8 b - - 0 1", false},    // four men
		{"rnq4k/8/8/8/8/8/6N1/8 b - - 0 1", false},    // a rook, a knight and one more do
		{"8/2k5/8/8/4b3/3R4/2B5/8 b - - 0 1", true},   // rook and bishop against a bishop of the same shade
		{"8/2k5/8/8/3b4/3R4/2B5/8 b - - 0 1", false},  // of the other shade
		{"B1B5/1kb5/8/8/8/8/8/8 b - - 0 1", true},     // bishops of one shade, nobody of the other
		{"B1B5/1kn1n3/8/8/8/8/8/8 b - - 0 1", false},  // knights block
	} {
		g := play(t, spec, tt.fen, "")
		if g.CannotWin(board.White) != tt.weak {
			t.Errorf("%s: the horde cannot win: %v, want %v", tt.fen, !tt.weak, tt.weak)
		}
		if g.CannotWin(board.Black) {
			t.Errorf("%s: the army can always win", tt.fen)
		}
		if out := g.Outcome(); out.Reason == board.Insufficient {
			t.Errorf("%s: one side's weakness does not end the game", tt.fen)
		}
	}
}

func TestFortress(t *testing.T) {
	lichess, plain := load(t, "horde-lichess"), load(t, "horde")
	for _, tt := range []struct{ fen, want string }{
		{"8/p7/pk6/P7/P7/8/8/8 b - - 0 1", "1/2-1/2 fortress"},
		{"b7/pk6/P7/P7/8/8/8/8 b - - 0 1", "1/2-1/2 fortress"},
		{"krb5/pb1p4/P2Pp3/P3Pp2/5Pp1/6Pp/7P/8 b - - 0 1", "1/2-1/2 fortress"},
		{"8/p7/P7/P7/8/2q5/8/7k b - - 0 1", "1/2-1/2 fortress"},
		{"7B/6k1/8/8/8/8/8/8 b - - 0 1", "*"},                    // the last piece can be taken
		{"8/8/8/p7/Pk6/8/8/8 b - - 0 1", "*"},                    // and here it can only be taken or stay stuck
		{"8/8/8/7k/7P/7P/8/8 b - - 0 1", "*"},                    // the king must let a pawn go
		{"8/p7/P7/P7/8/8/8/6qk b - - 0 1", "*"},                  // the queen may offer itself on b6
		{"k7/p2p4/P2Pp1p1/P3PpPp/5PpP/6Pp/7P/7n b - - 0 1", "*"}, // the knight may be captured
		{"8/p7/p1k5/P7/P7/8/8/8 w - - 0 1", "1/2-1/2 stalemate"}, // the horde itself to move
	} {
		settle(t, lichess, tt.fen, "", tt.want)
		if want := tt.want; want == "1/2-1/2 fortress" {
			settle(t, plain, tt.fen, "", "*")
		}
	}
}

// TestXiangqiMaterial: what cannot cross the river cannot win.
func TestXiangqiMaterial(t *testing.T) {
	spec := load(t, "xiangqi-tournament")
	for _, tt := range []struct {
		fen          string
		white, black bool // cannot win
	}{
		{"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", true, true},
		{"3k5/9/4b4/9/9/9/9/4B4/4A4/4K4 w - - 0 1", true, true},
		{"3k5/9/4b4/9/9/9/P8/9/9/4K4 w - - 0 1", false, true},
		{"3k5/9/4b4/p8/9/9/9/9/9/4K4 w - - 0 1", true, false},
		{"3k5/9/4b4/9/9/9/9/9/9/2p1K4 w - - 0 1", true, false},
		{"3k5/9/9/9/9/9/9/9/9/C3K3n w - - 0 1", false, false},
	} {
		g := play(t, spec, tt.fen, "")
		if g.CannotWin(board.White) != tt.white || g.CannotWin(board.Black) != tt.black {
			t.Errorf("%s: %v, %v", tt.fen, g.CannotWin(board.White), g.CannotWin(board.Black))
		}
	}
}
