package game

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"buluo/internal/rulestest"
	"buluo/rules"
	"buluo/variant"
)

// load finds rules as a reader of PGN does.
func load(name string) (*rules.Rules, error) {
	if name == "" {
		name = "chess"
	}
	spec, err := variant.Load(name)
	if err != nil {
		return nil, err
	}
	return rules.Compile(spec)
}

// readOne reads the one game of a text.
func readOne(t *testing.T, text string) (*Game, []Tag) {
	t.Helper()
	r := NewPGNReader(strings.NewReader(text), load)
	g, tags, err := r.Next()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if _, _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the game: %v", err)
	}
	return g, tags
}

func TestWritePGN(t *testing.T) {
	g, err := FromFEN(rulestest.Load(t, "chess"), "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2")
	if err != nil {
		t.Fatal(err)
	}
	playAll(t, g, "d8h4")
	var b strings.Builder
	if err := g.WritePGN(&b, SAN, Tag{"Event", `the "quick" one`}); err != nil {
		t.Fatal(err)
	}
	want := `[Event "the \"quick\" one"]
[Variant "chess"]
[SetUp "1"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"]
[Result "0-1"]
[Termination "mate"]

2... Qh4# 0-1

`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	back, tags := readOne(t, b.String())
	if back.FEN() != g.FEN() || tags[0].Value != `the "quick" one` {
		t.Errorf("read back: %s, %v", back.FEN(), tags)
	}
}

// TestResultTag lets a game end otherwise than on the board.
func TestResultTag(t *testing.T) {
	g := New(rulestest.Load(t, "xiangqi"))
	playAll(t, g, "h3e3 h10g8")
	var b strings.Builder
	if err := g.WritePGN(&b, Chinese, Tag{"Result", "1-0"}, Tag{"Termination", "Black resigned"}); err != nil {
		t.Fatal(err)
	}
	want := `[Result "1-0"]
[Termination "Black resigned"]
[Variant "xiangqi"]
[Format "chinese"]

1. 炮二平五 马８进７ 1-0

`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// TestPGNRoundTrip writes recorded games in every notation and reads them back.
func TestPGNRoundTrip(t *testing.T) {
	corpus(t, func(line int, name, start string, moves []string) {
		if line%24 != 5 {
			return
		}
		r := rulestest.Load(t, name)
		g, err := FromFEN(r, start)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range moves[:min(len(moves), 60)] {
			if g.PlayUCI(text) != nil {
				break
			}
		}
		for _, n := range allNotations {
			var b strings.Builder
			if err := g.WritePGN(&b, n); err != nil {
				t.Fatal(err)
			}
			for _, l := range strings.Split(b.String(), "\n") {
				if !strings.HasPrefix(l, "[") && len([]rune(l)) >= 80 {
					t.Errorf("a line of %d characters: %s", len([]rune(l)), l)
				}
			}
			back, _ := readOne(t, b.String())
			if back.FEN() != g.FEN() || !slices.Equal(back.Moves(), g.Moves()) || back.Start() != g.Start() {
				t.Errorf("line %d in %s: read back as %s, want %s", line, n, back.FEN(), g.FEN())
			}
		}
	})
}

func TestReadPGN(t *testing.T) {
	text := `% an escaped line
[Event "?"]
[Variant "chess"]

1.e4 {a comment with [Tags "in it"]
[Result "0-1"]} e5 2. Nf3!? $1 (2. f4 exf4 (2... d5) 3. Nf3) 2... Nc6 ; to the end 3. Bb5
3. Bb5 a6 1/2-1/2

[Variant "nothing"]

1. e4 *

[Variant "chess"]

1. e4 e5 2. Ke3 *

[Variant "chess"
1. e4 *

[Variant "xiangqi"]
[Format "WXF"]
1. C2=5 H8+7
2. c5+4 *
`
	r := NewPGNReader(strings.NewReader(text), load)
	g, tags, err := r.Next()
	if err != nil || strings.Join(g.Text(SAN), " ") != "e4 e5 Nf3 Nc6 Bb5 a6" || len(tags) != 2 {
		t.Fatalf("%v, %v, %v", g, tags, err)
	}
	for _, want := range []string{
		`line 12: no variant is called "nothing"`,
		`line 16: ply 3: "Ke3" is not a legal move in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2`,
		`line 19: [Variant "chess" is no tag; a tag looks like [Result "1-0"]`,
	} {
		_, _, err := r.Next()
		if err == nil || !strings.HasPrefix(strings.Replace(err.Error(), " w KQkq - ", " w KQkq e6 ", 1), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	g, _, err = r.Next()
	if err != nil || strings.Join(g.Text(UCI), " ") != "h3e3 h10g8 e3e7" {
		t.Errorf("%v, %v", g, err)
	}
	if _, _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("the end: %v", err)
	}
}
