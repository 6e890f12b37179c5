package game

import (
	"slices"
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/position"
)

// playAll plays UCI moves.
func playAll(t *testing.T, g *Game, moves string) {
	t.Helper()
	for _, m := range strings.Fields(moves) {
		if err := g.PlayUCI(m); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGame plays to a mate and back.
func TestGame(t *testing.T) {
	r := rulestest.Load(t, "chess")
	g := New(r)
	start := g.FEN()
	playAll(t, g, "f2f3 e7e5 g2g4")
	if o := g.Outcome(); o.Over {
		t.Fatalf("%+v after three plies", o)
	}
	if err := g.PlayText(SAN, "Qh4#"); err != nil {
		t.Fatal(err)
	}
	if o := g.Outcome(); o != board.Win(board.Black, board.Mate) {
		t.Errorf("%+v", o)
	}
	if got := strings.Join(g.Text(SAN), " "); got != "f3 e5 g4 Qh4#" || g.Len() != 4 {
		t.Errorf("%d moves: %s", g.Len(), got)
	}
	var fens []string
	for i, p := range g.Positions() {
		if p.Ply() != i {
			t.Errorf("position %d after %d plies", i, p.Ply())
		}
		fens = append(fens, p.FEN())
	}
	if len(fens) != 5 || fens[0] != start || fens[4] != g.FEN() || g.Start() != start {
		t.Errorf("%q", fens)
	}
	for range g.Positions() {
		break // a walk may be left
	}
	for i := 3; i >= 0; i-- {
		m, ok := g.Undo()
		if !ok || g.FEN() != fens[i] || g.Len() != i || g.Outcome().Over {
			t.Fatalf("undo %d of %s: %s", i, r.UCI(m), g.FEN())
		}
	}
	if _, ok := g.Undo(); ok {
		t.Error("a move was taken back at the start")
	}
}

// TestMovesAreCopies keeps callers from rewriting a game.
func TestMovesAreCopies(t *testing.T) {
	g := New(rulestest.Load(t, "xiangqi"))
	playAll(t, g, "h3e3 h10g8")
	g.Moves()[0] = board.NoMove
	if got := g.Text(UCI); !slices.Equal(got, []string{"h3e3", "h10g8"}) {
		t.Errorf("%v", got)
	}
	if n := len(g.Legal()); n == 0 || g.Rules() != g.Position().Rules() {
		t.Errorf("%d legal moves", n)
	}
}

// TestRefusals reads the sentences that moves are refused with.
func TestRefusals(t *testing.T) {
	r := rulestest.Load(t, "chess")
	g, err := FromFEN(r, "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	e4 := board.NewMove(r.Geometry.Square(4, 1), r.Geometry.Square(4, 3))
	refused := func(err error, want string) {
		t.Helper()
		if err == nil || err.Error() != want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	refused(g.Play(e4), "e2e4 is not a legal move in 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
	refused(g.PlayUCI("e2e4"), `"e2e4" is not a legal move in 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1`)
	refused(g.PlayText(SAN, "no"), `"no" is not a move in san notation, which looks like Nf3 or exd5`)
	playAll(t, g, "f7f8")
	over := "the game is over (1-0, mate): h8g8 cannot be played in 5Q1k/8/6K1/8/8/8/8/8 b - - 1 1"
	refused(g.PlayUCI("h8g8"), over)
	refused(g.Play(board.NewMove(r.Geometry.Square(7, 7), r.Geometry.Square(6, 7))), over)
	if g.Len() != 1 {
		t.Errorf("%d moves", g.Len())
	}
	if _, err := FromFEN(r, "8/8 w"); err == nil {
		t.Error("a torn FEN is a game")
	}
}

// TestRepetition ends a game by claim: there are legal moves, and Play takes none until one is taken back.
func TestRepetition(t *testing.T) {
	g := New(rulestest.Load(t, "chess"))
	cycle := "g1f3 g8f6 f3g1 f6g8 "
	playAll(t, g, cycle+cycle)
	if o := g.Outcome(); o != board.Draw(board.Repetition) {
		t.Fatalf("%+v", o)
	}
	if err := g.PlayUCI("e2e4"); err == nil || len(g.Legal()) != 20 {
		t.Errorf("%v", err)
	}
	g.Undo()
	playAll(t, g, "f6d5")
	if o := g.Outcome(); o.Over {
		t.Errorf("%+v", o)
	}
}

// TestLength refuses more moves than the positions' counters can take.
func TestLength(t *testing.T) {
	// Without a clock, a repetition or anything to capture a game never ends.
	r := rulestest.Stanza(t, "endless", "[endless:xiangqi]\nnMoveRule = 0\nnFoldRule = 0\ninsufficientMaterial = none\n")
	g, err := FromFEN(r, "3k5/9/9/9/9/9/9/9/9/5K3 w - - 9999 1")
	if err != nil {
		t.Fatal(err)
	}
	cycle := strings.Fields("f1f2 d10d9 f2f1 d9d10")
	for i := 0; i < MaxPlies; i++ {
		if err := g.PlayUCI(cycle[i%4]); err != nil {
			t.Fatalf("ply %d: %v", i, err)
		}
	}
	if err := g.PlayUCI(cycle[MaxPlies%4]); err == nil || !strings.HasPrefix(err.Error(), "the game has 50000 moves") {
		t.Errorf("%v", err)
	}
	if got := g.Position().Clock(); got != 9999+MaxPlies {
		t.Errorf("the clock stands at %d", got)
	}
}

// TestCorpusGames plays every recorded game through Play and takes it back: the record and its position must stay one.
func TestCorpusGames(t *testing.T) {
	games := 0
	corpus(t, func(line int, name, start string, moves []string) {
		if line%19 != 0 {
			return
		}
		games++
		r := rulestest.Load(t, name)
		g, err := FromFEN(r, start)
		if err != nil {
			t.Fatal(err)
		}
		for ply, text := range moves {
			if err := g.PlayUCI(text); err != nil {
				if g.Outcome().Over { // the reference played on past a claim of ours
					break
				}
				t.Fatalf("line %d, ply %d: %v", line, ply, err)
			}
		}
		last := ""
		for _, p := range g.Positions() {
			last = p.FEN()
		}
		if last != g.FEN() {
			t.Errorf("line %d: walked to %s, played to %s", line, last, g.FEN())
		}
		for g.Len() > 0 {
			g.Undo()
		}
		if want := position.Start(r).FEN(); g.FEN() != want && g.FEN() != g.Start() {
			t.Errorf("line %d: undone to %s, want %s", line, g.FEN(), want)
		}
	})
	if games < 20 {
		t.Errorf("%d games", games)
	}
}
