package explain

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/board"
	"buluo/game"
	"buluo/internal/rulestest"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/variant"
)

// told plays moves from a position and tells the story. Every piece is worth a pawn but chariots, which are worth nine.
func told(t *testing.T, name, fen, moves string) *Story {
	t.Helper()
	r := rulestest.Load(t, name)
	g, err := game.FromFEN(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range strings.Fields(moves) {
		if err := g.PlayUCI(m); err != nil {
			t.Fatal(err)
		}
	}
	end := match.Game{Moves: g.Text(game.UCI), Outcome: g.Outcome(), Termination: match.Capped}
	end.Choices = make([]match.Choice, len(end.Moves))
	if end.Outcome.Over {
		end.Termination = match.ByRules
	}
	rec := ledger.Of(name, g.Start(), "somebody", 500, 0, &end)
	story, err := Game(r, &rec, Options{Price: func(pc board.Piece) int {
		if pc.Type() == r.Spec().Type('r') {
			return 900
		}
		return 100
	}})
	if err != nil {
		t.Fatal(err)
	}
	return story
}

// TestStory tells a short game of four soldiers and a chariot: it drops behind them, a soldier crosses, one is taken.
func TestStory(t *testing.T) {
	s := told(t, "horde-standard-18-r1", "r2k5/9/9/9/9/3P5/2PPP4/9/9/9 w - - 0 1", "d5d6 a10a2 d6e6 a2d2 e4e5 d2d4 c4c5 d4d7")
	want := &Story{
		Variant: "horde-standard-18-r1", Players: "somebody", Budget: 500, Result: "*", Reason: "none", Termination: "cap", Plies: 8,
		Sides: [2]string{"horde", "army"}, Start: [2]int{4, 2}, Opening: 400 - 1000,
		Balances: []int{-600, -600, -600, -600, -600, -700, -700, -700},
		Captures: []Capture{{Event{6, "d2d4", "army", "chariot", "d4"}, "soldier", [2]int{3, 2}, -700}},
		Takers:   []Taker{{"army", "chariot", 1, map[string]int{"soldier": 1}}},
		Behind:   &Chariot{Event{2, "a10a2", "army", "chariot", "a2"}, 1},
		Crossings: [2]*Event{
			{1, "d5d6", "horde", "soldier", "d6"},
			{2, "a10a2", "army", "chariot", "a2"},
		},
		Longest: Quiet{1, 5, 5}, Final: s.Final,
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("the story is another (-want +got):\n%s", diff)
	}
	if _, err := json.Marshal(s); err != nil {
		t.Error(err)
	}
	var b strings.Builder
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"Not finished (cap), 8 plies", "Behind the block: ply 2, a10a2 (army chariot to a2); chariots took 1 from then on",
		"First crossing of the river, horde: ply 1, d5d6 (horde soldier to d6)", "Longest run without a capture: 5 plies, 1 to 5",
		"Material, horde less army: -6.0 at the start, -7.0 at the end", "army chariot: 1 (1 soldier)",
		"     6  d2d4        army chariot takes soldier on d4                 3:2      -7.0",
	} {
		if !strings.Contains(b.String(), text) {
			t.Errorf("the text lacks %q:\n%s", text, b.String())
		}
	}
}

// TestBehind says when a chariot is behind a block: not beside it, not behind a soldier that ran ahead, and nowhere where both sides have a general.
func TestBehind(t *testing.T) {
	const veterans = "horde-veteran-18-r1"
	for _, c := range []struct {
		variant, fen, moves string
		ply                 int // 0: never
	}{
		{veterans, "r2k5/9/9/9/9/9/2VVV4/9/9/9 w - - 0 1", "e4e5 a10a4", 0},           // on their own rank
		{veterans, "r2k5/9/9/9/9/9/2VVV4/9/9/9 w - - 0 1", "e4e5 a10a3", 2},           // one rank back
		{veterans, "r2k5/9/9/9/9/9/2VVV4/9/9/1V7 w - - 0 1", "e4e5 a10a2", 2},         // one of four stands further back: a quarter
		{veterans, "r2k5/9/9/9/9/9/2VV5/9/9/1V7 w - - 0 1", "d4d5 a10a2", 0},          // one of three does
		{veterans, "r2k5/9/9/9/9/9/2V6/V8/9/9 w - - 0 1", "c4c5 a10a7 c5c6 a7b7", 0},  // two are no block
		{veterans, "r2k5/9/9/9/9/4VV3/2V6/8V/9/9 w - - 0 1", "e5e6 a10a4", 0},         // two of four are before it, two are not
		{veterans, "c2k5/9/9/9/9/9/2VVV4/9/9/9 w - - 0 1", "e4e5 a10a1", 0},           // a cannon is no chariot
		{"xiangqi-casual", "r2k5/9/9/9/9/9/2PPP4/9/9/4K4 w - - 0 1", "e4e5 a10a1", 0}, // both have a general
	} {
		s := told(t, c.variant, c.fen, c.moves)
		got := 0
		if s.Behind != nil {
			got = s.Behind.Ply
		}
		if got != c.ply {
			t.Errorf("%s, %s: behind at ply %d, want %d", c.fen, c.moves, got, c.ply)
		}
	}
}

// TestWords names pieces and sides as their family does.
func TestWords(t *testing.T) {
	for name, want := range map[string]map[byte]string{
		"horde-veteran-18-r1": {'v': "veteran soldier", 'r': "chariot", 'k': "general", 'a': "advisor", 'b': "elephant", 'p': "soldier"},
		"chess":               {'r': "rook", 'k': "king", 'b': "bishop", 'n': "knight"},
		"horde-cover-16-r2":   {'v': "cover soldier"},
	} {
		spec, err := variant.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		n := nameAll(spec)
		for letter, word := range want {
			if got := n.of(board.MakePiece(board.White, spec.Type(letter))); got != word {
				t.Errorf("%s: %c is called %q, want %q", name, letter, got, word)
			}
		}
		if got := n.side(board.White); (got == "horde") != strings.HasPrefix(name, "horde-") {
			t.Errorf("%s: White is called %s", name, got)
		}
	}
}

// TestRefused tells no story of a record that is no game.
func TestRefused(t *testing.T) {
	r := rulestest.Load(t, "chess")
	const fool = "f2f3 e7e5 g2g4 d8h4"
	for want, rec := range map[string]ledger.Record{
		"ply 2: ": {Start: r.Spec().Start, Moves: "e2e4 e7e4"},
		"fen":     {Start: "nonsense"},
		"the record says 1-0 by mate after 4 plies, its moves say 0-1 by mate after 4":    {Moves: fool, Result: "1-0", Reason: "mate", Plies: 4},
		"the record says 0-1 by smother after 4 plies, its moves say 0-1 by mate after 4": {Moves: fool, Result: "0-1", Reason: "smother", Plies: 4},
		"the record says 0-1 by mate after 5 plies, its moves say 0-1 by mate after 4":    {Moves: fool, Result: "0-1", Reason: "mate", Plies: 5},
		"the record says no result after 4 plies, its moves say 0-1 by mate after 4":      {Moves: fool, Result: "*", Plies: 4},
		"the record says 1/2-1/2 by clock after 1 plies, its moves say no result after 1": {Moves: "e2e4", Result: "1/2-1/2", Reason: "clock", Plies: 1},
		"the record says no result after 2 plies, its moves say no result after 1":        {Moves: "e2e4", Result: "*", Plies: 2},
	} {
		if rec.Start == "" {
			rec.Start = r.Spec().Start
		}
		if _, err := Game(r, &rec, Options{Price: func(board.Piece) int { return 0 }}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
