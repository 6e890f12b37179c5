package position_test

import (
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
)

// TestChecksLengthenTheClock gives eleven checks, of which the eleventh does not count where chases are judged: with
// the move that answers it, it lengthens the clock by two plies.
func TestChecksLengthenTheClock(t *testing.T) {
	for name, want := range map[string]int{"axf": 32, "none": 30} {
		r := rulestest.Stanza(t, "clock", "[clock:xiangqi]\nnMoveRule = 15\nnFoldRule = 0\nchasingRule = "+name+"\n")
		g, p := movegen.For(r), played(t, r, "3k5/9/9/9/9/9/9/R8/9/5K3 w - - 0 1", strings.Fields("a3a10 d10d9"))
		moves := strings.Fields(strings.Repeat("a10a9 d9d10 a9a10 d10d9 ", 5) + strings.Repeat("f1f2 d9d8 f2f1 d8d9 ", 5))
		for !g.Outcome(p).Over {
			from, rest, _ := r.Geometry.CutSquare(moves[p.Ply()-2])
			to, _, _ := r.Geometry.CutSquare(rest)
			p.Do(board.NewMove(from, to))
		}
		if p.Ply() != want || g.Outcome(p) != board.Draw(board.Clock) {
			t.Errorf("chasingRule %s: %+v after %d plies, want %d", name, g.Outcome(p), p.Ply(), want)
		}
	}
}

// TestFolds plays a cycle until the rules end the game. A Spec made by hand may say that one occurrence is enough, which
// no stanza may; the second ends the game then too.
func TestFolds(t *testing.T) {
	cycle := strings.Fields("g1f3 g8f6 f3g1 f6g8")
	for fold, want := range map[int]int{0: 0, 1: 4, 2: 4, 3: 8, 4: 12} {
		spec := *rulestest.Load(t, "chess").Spec()
		spec.Fold = fold
		r, err := rules.Compile(&spec)
		if err != nil {
			t.Fatal(err)
		}
		g, p := movegen.For(r), position.Start(r)
		for p.Ply() < 40 && !g.Outcome(p).Over {
			from, rest, _ := r.Geometry.CutSquare(cycle[p.Ply()%4])
			to, _, _ := r.Geometry.CutSquare(rest)
			p.Do(board.NewMove(from, to))
		}
		if want == 0 && g.Outcome(p).Over || want > 0 && (p.Ply() != want || g.Outcome(p) != board.Draw(board.Repetition)) {
			t.Errorf("nFoldRule %d: %+v after %d plies, want a draw after %d", fold, g.Outcome(p), p.Ply(), want)
		}
	}
}

// TestPerpetualCheckOnLongTurns has a chariot check a side that answers with the first of its two moves: that it is out
// of check in the middle of its turn does not end the series.
func TestPerpetualCheckOnLongTurns(t *testing.T) {
	r := rulestest.Stanza(t, "twostep", "[twostep:xiangqi]\nmovesPerTurnWhite = 2\n")
	p := played(t, r, "5k3/9/9/9/9/9/8C/3r5/5r3/4K4 b - - 0 1", twice("d3e3 e1d1 i4i3 e3d3 d1e1 i3i4"))
	want := board.Win(board.White, board.PerpetualCheck)
	if got := movegen.For(r).Outcome(p); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestCastlingUncoversAnAttack looks at the goal of a castling without its partner, which may have stood in the way.
func TestCastlingUncoversAnAttack(t *testing.T) {
	const start = "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"
	r := rulestest.Stanza(t, "inner", "[inner:chess]\ncastlingRookQueensideFile = b\nstartFen = "+start+"\n")
	castle := board.NewMoveKind(4, 2, board.Castle)
	for fen, want := range map[string]bool{start: true, "4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1": false} {
		p, err := position.Parse(r, fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := movegen.For(r).IsLegal(p, castle); got != want {
			t.Errorf("%s: castling is legal: %v, want %v", fen, got, want)
		}
	}
}
