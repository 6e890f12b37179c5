package game

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// compiled returns the rules of a catalogue variant.
func compiled(t testing.TB, name string) *rules.Rules {
	t.Helper()
	spec, err := variant.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, spec)
}

func compile(t testing.TB, spec *variant.Spec) *rules.Rules {
	t.Helper()
	r, err := rules.Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// stanza returns the rules of a variant that a test defines itself.
func stanza(t testing.TB, text, name string) *rules.Rules {
	t.Helper()
	file, err := variant.Parse("test.ini", text)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := file.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, spec)
}

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
	f, err := os.Open("../testdata/corpus.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(z)
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
