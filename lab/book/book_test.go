package book

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/game"
	"buluo/internal/rulestest"
)

const e4e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"

// TestPositions reads lines in every form.
func TestPositions(t *testing.T) {
	r := rulestest.Load(t, "chess")
	for line, want := range map[string]Opening{
		"startpos":                             {},
		"startpos moves e2e4 e7e5":             {Moves: "e2e4 e7e5"},
		"startpos ; moves e2e4":                {Moves: "e2e4"},
		e4e5 + " - 0 2":                        {Start: e4e5 + " - 0 2"},
		e4e5 + " - 0 2 moves g1f3":             {Start: e4e5 + " - 0 2", Moves: "g1f3"},
		e4e5 + " - 0 2; moves g1f3 b8c6;":      {Start: e4e5 + " - 0 2", Moves: "g1f3 b8c6"},
		e4e5 + ` - bm Nf3; id "open; game";`:   {Start: e4e5 + " - 0 1"},
		e4e5 + " - hmvc 3; fmvn 7;":            {Start: e4e5 + " - 3 7"},
		e4e5 + " - fmvn 7; hmvc 3; moves g1f3": {Start: e4e5 + " - 3 7", Moves: "g1f3"},
		e4e5 + ` - id "a; moves g1f3";`:        {Start: e4e5 + " - 0 1"},
		e4e5 + ` - 0 2 id "of ""six"" fields"`: {Start: e4e5 + " - 0 2"},
		e4e5 + ` - c4 "a comment";	D1	20;`:     {Start: e4e5 + " - 0 1"},
		`startpos ; id "the start"`:            {},
	} {
		book, err := ReadPositions("b.epd", strings.NewReader("# a comment\n\n"+line+"\n"), r, 0)
		if err != nil || len(book) != 1 || book[0] != want {
			t.Errorf("%s: %+v, %v; want %+v", line, book, err, want)
		}
	}
	// Positions of a board of ten ranks, and the variant's own start as a FEN.
	x := rulestest.Load(t, "horde-veteran-18-r1")
	book, err := ReadPositions("b.epd", strings.NewReader("3k5/9/9/9/V8/9/4V4/9/9/8r w - - 0 1\n"+x.Spec().Start+"\n"), x, 0)
	if err != nil || len(book) != 2 || book[0].Start != "3k5/9/9/9/V8/9/4V4/9/9/8r w - - 0 1" || book[1] != (Opening{}) {
		t.Errorf("%+v, %v", book, err)
	}
}

// TestHalfLines refuses lines of which only a part would be understood.
func TestHalfLines(t *testing.T) {
	r := rulestest.Load(t, "chess")
	for line, want := range map[string]string{
		e4e5 + " - 0 2 g1f3 b8c6":          `"g1f3" is a move without the word moves`,
		e4e5 + " - 0 2 a1a2 c2c3":          `"a1a2" is a move without the word moves`, // no legal one
		e4e5 + " - 0 2; moves g1f3; b8c6":  `"b8c6" is a move without the word moves`,
		e4e5 + " - Nf3 Nc6":                `"Nf3" is a move without the word moves`,
		e4e5 + " - c4":                     `"c4" is a move without the word moves`,
		e4e5 + " - 0 2 1. Nf3":             `"1." is neither`,
		e4e5 + ` - "id" a;`:                `"\"id\"" is neither`,
		e4e5 + ` - id "open`:               "a quote is opened",
		e4e5 + " - moves g1f3; moves b8c6": "moves stands there twice",
		"moves e2e4":                       "there is no position",
		`; moves e2e4`:                     "there is no position",
		`; id "nothing";`:                  "there is no position",
		"startpos e2e4":                    "fen: ",
		`8/8/8/8/8/8/8/K1k5 w; id "two";`:  `"id" follows a position of 2 fields`,
	} {
		_, err := ReadPositions("b.epd", strings.NewReader("startpos\n"+line+"\n"), r, 0)
		if err == nil || !strings.HasPrefix(err.Error(), "b.epd:2: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", line, err, want)
		}
	}
}

// TestLimits takes the first plies of longer openings, and equal ones once.
func TestLimits(t *testing.T) {
	r := rulestest.Load(t, "chess")
	book, err := ReadPositions("b", strings.NewReader("startpos moves e2e4 e7e5 g1f3\nstartpos moves e2e4 e7e5 f2f4\nstartpos moves e2e4\n"), r, 2)
	if diff := cmp.Diff(Book{{Moves: "e2e4 e7e5"}, {Moves: "e2e4"}}, book); diff != "" || err != nil {
		t.Errorf("%s, %v", diff, err)
	}
}

// TestWrongLines names every line that is no opening, with what is wrong.
func TestWrongLines(t *testing.T) {
	r := rulestest.Load(t, "chess")
	const text = `startpos
8/8/8/8/8/8/8/8 w - - 0 1
startpos moves e2e5
startpos moves f2f3 e7e5 g2g4 d8h4
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
hello
`
	_, err := ReadPositions("b.epd", strings.NewReader(text), r, 0)
	if err == nil {
		t.Fatal("a book of mistakes is taken")
	}
	lines := strings.Split(err.Error(), "\n")
	for i, want := range []string{"b.epd:2: ", `b.epd:3: move 1: "e2e5"`, "b.epd:4: the game is over there, 0-1 by mate", "b.epd:5: ", "b.epd:6: "} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Errorf("no line %d that begins with %s in\n%s", i, want, err)
		}
	}
	if _, err := ReadPositions("b.epd", strings.NewReader(strings.Repeat("x\n", 40)), r, 0); err == nil || !strings.HasSuffix(err.Error(), "b.epd: and 30 more") {
		t.Errorf("%v", err)
	}
	if _, err := ReadPositions("b.epd", strings.NewReader("# nothing\n"), r, 0); err == nil || !strings.Contains(err.Error(), "no opening of chess") {
		t.Errorf("%v", err)
	}
}

const pgn = `[Variant "chess"]

1. e4 e5 2. Nf3 *

[Variant "minixiangqi"]
[Format "uci"]

1. a2a3 *

[Event "?"]

1. d4 d5 1-0

[Variant "chess"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]

1... Kd7 *
`

// TestPGN reads the games of a variant, whole and cut off.
func TestPGN(t *testing.T) {
	r := rulestest.Load(t, "chess")
	for plies, want := range map[int]Book{
		0: {{Moves: "e2e4 e7e5 g1f3"}, {Moves: "d2d4 d7d5"}, {"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e8d7"}},
		1: {{Moves: "e2e4"}, {Moves: "d2d4"}, {"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e8d7"}},
	} {
		book, err := ReadPGN("b.pgn", strings.NewReader(pgn), r, plies, true)
		if diff := cmp.Diff(want, book); diff != "" || err != nil {
			t.Errorf("%d plies: %s, %v", plies, diff, err)
		}
	}
	mini := rulestest.Load(t, "minixiangqi")
	if book, err := ReadPGN("b.pgn", strings.NewReader(strings.Replace(pgn, "[Event \"?\"]\n\n1. d4 d5 1-0\n", "", 1)), mini, 0, false); err != nil || len(book) != 1 {
		t.Errorf("%+v, %v", book, err)
	}
	for text, want := range map[string]string{
		pgn: "b.pgn: game 3: line 13: the game has no tag Variant",
		"[Variant \"chess\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n": "b.pgn: game 1: the game is over there, 0-1 by mate",
		"[Variant \"chess\"]\n\n1. Qh5 *\n":                "b.pgn: game 1: line 3: ply 1",
		"[Variant \"orda\"]\n\n*\n":                        "b.pgn: there is no opening of chess",
	} {
		_, err := ReadPGN("b.pgn", strings.NewReader(text), r, 0, false)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestShuffled has one order for a seed, with every opening in it once, and mostly another for another seed.
func TestShuffled(t *testing.T) {
	var book Book
	for i := range 30 {
		book = append(book, Opening{Moves: fmt.Sprint(i)})
	}
	a, b := book.Shuffled(1), book.Shuffled(2)
	if !slices.Equal(a, book.Shuffled(1)) || slices.Equal(a, b) || slices.Equal(a, book) {
		t.Error("the order is not the seed's")
	}
	for _, op := range book {
		if !slices.Contains(a, op) {
			t.Errorf("%s is missing", op.Moves)
		}
	}
}

// FuzzPositions reads any text: what it takes is an opening that can be played, and nothing makes it panic.
func FuzzPositions(f *testing.F) {
	f.Add(e4e5 + " - hmvc 3; moves g1f3")
	f.Add("startpos moves e2e4")
	r := rulestest.Load(f, "chess")
	f.Fuzz(func(t *testing.T, text string) {
		book, err := ReadPositions("fuzz", strings.NewReader(text), r, 0)
		if err != nil {
			return
		}
		for _, op := range book {
			g, err := game.FromFEN(r, op.Start)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range strings.Fields(op.Moves) {
				if err := g.PlayUCI(m); err != nil {
					t.Fatal(err)
				}
			}
			if g.Outcome().Over {
				t.Fatalf("%+v is over", op)
			}
		}
	})
}
