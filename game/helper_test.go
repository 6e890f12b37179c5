package game

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/gz"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
)

func parsed(t testing.TB, r *rules.Rules, fen string) *position.Position {
	t.Helper()
	if fen == "" {
		return position.Start(r)
	}
	p, err := position.Parse(r, fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// move returns the legal move of a UCI text without this package's own reader.
func move(t testing.TB, p *position.Position, text string) board.Move {
	t.Helper()
	for _, m := range movegen.For(p.Rules()).Legal(p, nil) {
		if p.Rules().UCI(m) == text {
			return m
		}
	}
	t.Fatalf("%s is not legal in %s", text, p.FEN())
	return board.NoMove
}

// corpus calls use with each game of the recorded corpus.
func corpus(t testing.TB, use func(line int, name, start string, moves []string)) {
	t.Helper()
	f, err := gz.Open("../testdata/corpus.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for line := 1; in.Scan(); line++ {
		var d struct{ Variant, Start, Moves string }
		if err := json.Unmarshal(in.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		use(line, d.Variant, d.Start, strings.Fields(d.Moves))
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
}
