package match_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"buluo/board"
	"buluo/game"
	"buluo/internal/rulestest"
	"buluo/lab/match"
	"buluo/position"
)

// reciter plays random moves and says what it is told to, one score a ply of the game: centipawns for White, or - for no opinion.
type reciter struct {
	match.Player
	opening int
	script  []string
}

func (r *reciter) Choose(ctx context.Context, p *position.Position) match.Choice {
	c := r.Player.Choose(ctx, p)
	i := p.Ply() - r.opening
	if i >= len(r.script) || r.script[i] == "-" {
		return c
	}
	var white int
	if _, err := fmt.Sscan(r.script[i], &white); err != nil {
		panic(err)
	}
	c.Score, c.Depth = white, 1
	if p.Side() == board.Black {
		c.Score = -white
	}
	return c
}

// TestAdjudication recites scores and sees at which ply who is given the game.
func TestAdjudication(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	a := match.Adjudication{WinScore: 300, WinPlies: 4, DrawScore: 10, DrawPlies: 3, DrawAfter: 5}
	wins, draws := a, a
	wins.DrawPlies, draws.WinPlies = 0, 0
	for _, c := range []struct {
		terms   match.Adjudication
		opening int
		script  string
		plies   int // 20 is the cap
		result  string
	}{
		{a, 0, "300 300 300 300 0", 4, "1-0"},
		{a, 0, "0 0 -300 -400 -29999 -300", 6, "0-1"},
		{a, 0, "300 300 299 300 300 300 300", 7, "1-0"}, // the third says too little
		{a, 0, "300 300 -300 300 300 -300", 20, "*"},    // they do not agree
		{a, 0, "300 300 300 - 300 300 300 300", 8, "1-0"},
		{a, 0, "0 0 0 0 0 10 -10 0", 8, "1/2-1/2"}, // only from the sixth ply on
		{a, 0, "0 0 0 0 0 0 11 0 0 0", 10, "1/2-1/2"},
		{a, 2, "300 300 300 300", 6, "1-0"}, // the opening says nothing
		{draws, 6, "0 0 0", 9, "1/2-1/2"},   // ... not of a draw either
		{wins, 0, strings.Repeat("0 ", 20), 20, "*"},
		{draws, 0, strings.Repeat("900 ", 20), 20, "*"},
		{match.Adjudication{}, 0, strings.Repeat("900 ", 20), 20, "*"},
	} {
		g := game.New(r)
		for _, m := range []string{"a1a2", "a10a9", "a2a1", "a9a10", "i1i2", "i10i9"}[:c.opening] {
			if err := g.PlayUCI(m); err != nil {
				t.Fatal(err)
			}
		}
		p := &reciter{match.NewRandom(r, 5), c.opening, strings.Fields(c.script)}
		got, err := match.PlayOn(t.Context(), r, match.Terms{Opening: g.Moves(), Cap: 20, Adjudication: c.terms}, both(p))
		if err != nil {
			t.Fatal(err)
		}
		ruled := c.result != "*"
		if len(got.Moves) != c.plies || got.Final().Result() != c.result || got.Outcome.Over || ruled != (got.Termination == match.Adjudicated) {
			t.Errorf("%s after %d plies: %s by %s in %d plies, want %s in %d", c.script, c.opening, got.Final().Result(), got.Termination, len(got.Moves),
				c.result, c.plies)
		}
	}
}

// TestRulesFirst gives nothing that the rules have given already, however both players see it.
func TestRulesFirst(t *testing.T) {
	r := rulestest.Load(t, "chess")
	p := &reciter{&scripted{moves: strings.Fields("f2f3 e7e5 g2g4 d8h4")}, 0, strings.Fields("500 500 500 500")}
	g, err := match.PlayOn(t.Context(), r, match.Terms{Adjudication: match.Adjudication{WinScore: 300, WinPlies: 4}}, both(p))
	if err != nil || g.Termination != match.ByRules || g.Final() != board.Win(board.Black, board.Mate) {
		t.Errorf("%+v, %v", g, err)
	}
}

// scripted plays moves that it is given.
type scripted struct{ moves []string }

func (*scripted) Reset() {}

func (s *scripted) Choose(_ context.Context, p *position.Position) match.Choice {
	m, err := game.Parse(game.UCI, p, s.moves[p.Ply()])
	if err != nil {
		panic(err)
	}
	return match.Choice{Move: m}
}

// TestStart plays from a position that is not the variant's start, and refuses one that is none.
func TestStart(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-18-r1")
	const fen = "3k5/9/9/9/V8/9/4V4/9/9/8r b - - 0 1"
	g, err := match.PlayOn(t.Context(), r, match.Terms{Start: fen, Cap: 30}, both(match.NewRandom(r, 1)))
	if err != nil {
		t.Fatal(err)
	}
	replayed, err := game.FromFEN(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range g.Moves {
		if err := replayed.PlayUCI(m); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := match.PlayOn(t.Context(), r, match.Terms{Start: "9/9 w"}, both(match.NewRandom(r, 1))); err == nil || !strings.Contains(err.Error(), "start: ") {
		t.Errorf("a start that is none: %v", err)
	}
}

// TestWrongAdjudication refuses numbers that make no sense.
func TestWrongAdjudication(t *testing.T) {
	for _, a := range []match.Adjudication{
		{WinPlies: 4}, {WinScore: 100, WinPlies: 1}, {WinScore: -3, WinPlies: 4}, {DrawPlies: 1}, {DrawPlies: 4, DrawScore: -1}, {DrawPlies: 4, DrawAfter: -1},
	} {
		if a.Check() == nil {
			t.Errorf("%+v is taken", a)
		}
	}
	for _, a := range []match.Adjudication{{}, {WinScore: 500, WinPlies: 4}, {DrawPlies: 8}, {DrawScore: 10, DrawPlies: 8, DrawAfter: 80}} {
		if err := a.Check(); err != nil {
			t.Errorf("%+v: %v", a, err)
		}
	}
}
