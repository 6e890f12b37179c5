package referee

import (
	"slices"
	"strings"
	"testing"

	"buluo/board"
	"buluo/variant"
)

func TestPlayAndUndo(t *testing.T) {
	g := play(t, load(t, "chess"), load(t, "chess").Start, "")
	fens := []string{g.FEN()}
	for _, text := range strings.Fields("e2e4 e7e5 g1f3 g8f6 f1b5 f6e4 e1g1 a7a6 d2d4 a6b5 d4d5 c7c5 d5c6") {
		m, err := g.ParseUCI(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		fens = append(fens, g.FEN())
	}
	if want := "rnbqkb1r/1p1p1ppp/2P5/1p2p3/4n3/5N2/PPP2PPP/RNBQ1RK1 b kq - 0 7"; g.FEN() != want {
		t.Errorf("after castling and a capture in passing: %s, want %s", g.FEN(), want)
	}
	if g.Ply() != len(fens)-1 {
		t.Errorf("ply %d, want %d", g.Ply(), len(fens)-1)
	}
	for i := len(fens) - 1; i >= 0; i-- {
		if g.FEN() != fens[i] {
			t.Errorf("taken back to ply %d: %s, want %s", i, g.FEN(), fens[i])
		}
		g.Undo()
	}
	if g.Ply() != 0 || g.FEN() != fens[0] {
		t.Error("undo at the set-up must do nothing")
	}
}

func TestLegalIsSorted(t *testing.T) {
	for _, name := range []string{"chess", "manchu", "horde-twomoves-36-r1"} {
		g := play(t, load(t, name), load(t, name).Start, "")
		if legal := g.Legal(); len(legal) == 0 || !slices.IsSorted(legal) || len(slices.Compact(slices.Clone(legal))) != len(legal) {
			t.Errorf("%s: %v", name, legal)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, tt := range []struct{ variant, fen, move, want string }{
		{"chess", "", "e2e5", "does not go there"},
		{"chess", "", "e3e4", "no piece on e3"},
		{"chess", "", "e7e5", "black's and white is to move"},
		{"chess", "", "e2", "two squares"},
		{"chess", "", "e2e4q", "no such promotion"},
		{"chess", "", "e2i4", "two squares"},
		{"chess", "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1g1", "does not go there"},
		{"chess", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1f1", "a rule forbids it"},
		{"chess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "a rule forbids it"},
		{"horde", "4k3/8/8/8/8/8/8/r7 w - - 0 1", "a1a2", "the game is over (0-1, extinction)"},
		{"xiangqi", "", "e1d1", "does not go there"},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/3A5/3K5 w - - 0 1", "d2e3", "a rule forbids it"},
	} {
		spec := load(t, tt.variant)
		if tt.fen == "" {
			tt.fen = spec.Start
		}
		g := play(t, spec, tt.fen, "")
		if _, err := g.ParseUCI(tt.move); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %s, %s: %v, want a sentence with %q", tt.variant, tt.fen, tt.move, err, tt.want)
		}
		if g.FEN() != play(t, spec, tt.fen, "").FEN() {
			t.Error("a refused move must change nothing")
		}
	}
	g := play(t, load(t, "chess"), load(t, "chess").Start, "")
	for _, m := range []board.Move{board.NoMove, board.NewMove(127, 0), board.NewMoveKind(4, 6, board.Castle), ^board.Move(0)} {
		if err := g.Play(m); err == nil {
			t.Errorf("move %#x was played", uint32(m))
		}
	}
}

func TestUCI(t *testing.T) {
	for _, tt := range []struct{ variant, fen, moves string }{
		{"chess", "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "a7a8n a7a8q e1c1 e1g1"},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "a1a10 a1a9"},
		{"horde-promoting-36-r1", "4k4/V8/9/9/9/9/9/9/9/9 w - - 0 1", "a9a10+ a9b9"},
		// The king two squares from its partner: a step and castling share their squares.
		{"chess", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1 f1h1"},
	} {
		g := play(t, load(t, tt.variant), tt.fen, "")
		var texts []string
		for _, m := range g.Legal() {
			texts = append(texts, g.UCI(m))
			if back, err := g.ParseUCI(g.UCI(m)); err != nil || back != m {
				t.Errorf("%s: %s comes back as %v, %v", tt.variant, g.UCI(m), back, err)
			}
		}
		for _, want := range strings.Fields(tt.moves) {
			if !slices.Contains(texts, want) {
				t.Errorf("%s, %s: %s is missing in %v", tt.variant, tt.fen, want, texts)
			}
		}
	}
	g := play(t, load(t, "chess"), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "")
	if m, err := g.ParseUCI("a7a8Q"); err != nil || g.UCI(m) != "a7a8q" {
		t.Errorf("a promotion in upper case: %v", err)
	}
}

// twice returns chess with a number of moves a turn for White.
func twice(t *testing.T, n int) *variant.Spec {
	spec := *load(t, "chess")
	spec.MovesPerTurn[board.White] = n
	return &spec
}

func TestTwoMovesATurn(t *testing.T) {
	spec := twice(t, 2)
	for _, tt := range []struct{ name, fen, moves, want string }{
		{"mid-turn", spec.Start, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w:1 KQkq - 0 1"},
		{"a turn", spec.Start, "e2e4 d2d4", "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 1"},
		{"both sides", spec.Start, "e2e4 d2d4 e7e5", "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 2"},
		{"a check ends the turn", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "R3k3/8/8/8/8/8/8/4K3 b - - 1 1"},
		{"a second move from mid-turn", "4k3/8/8/8/8/8/8/R3K3 w:1 - - 3 9", "a1a2", "4k3/8/8/8/8/8/R7/4K3 b - - 4 9"},
	} {
		g := play(t, spec, tt.fen, tt.moves)
		if g.FEN() != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, g.FEN(), tt.want)
		}
	}
}

// TestForcedPass: a side that cannot make the second move of its turn gives it up by the one legal move, a pass.
func TestForcedPass(t *testing.T) {
	spec := load(t, "horde-twomoves-36-r1")
	g := play(t, spec, "P3k4/9/9/9/9/9/9/9/9/9 w:1 - - 4 1", "a10b10")
	if g.Side() != board.Black {
		t.Error("the turn goes over after its last move")
	}
	blocked := *spec
	blocked.Pieces = slices.Clone(spec.Pieces)
	soldier := spec.Type('p')
	blocked.Pieces[soldier-1].Region[board.White] = board.Bit(0).With(9) // a1 and a2: nowhere else to go
	g = play(t, &blocked, "4k4/9/9/9/9/9/9/9/P8/9 w:1 - - 4 7", "")
	legal := g.Legal()
	if len(legal) != 1 || legal[0] != board.NewMoveKind(9, 9, board.Pass) || g.UCI(legal[0]) != "a2a2" {
		t.Fatalf("%v, want the pass a2a2 alone", legal)
	}
	if out := g.Outcome(); out.Over {
		t.Errorf("%v: a side in the middle of its turn is not stuck", out)
	}
	if err := g.Play(legal[0]); err != nil {
		t.Fatal(err)
	}
	if want := "4k4/9/9/9/9/9/9/9/P8/9 b - - 5 7"; g.FEN() != want {
		t.Errorf("%s, want %s", g.FEN(), want)
	}

	// A side with a general names the pass after it, as it does any other.
	both := *load(t, "xiangqi")
	both.MovesPerTurn[board.White] = 2
	g = play(t, &both, "5k3/9/9/9/9/9/9/r8/3K1p1p1/r5B2 w:1 - - 4 7", "")
	if legal := g.Legal(); len(legal) != 1 || legal[0].Kind() != board.Pass || g.UCI(legal[0]) != "d2d2" {
		t.Errorf("%v, want the pass d2d2 alone", legal)
	}
}
