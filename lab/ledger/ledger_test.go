package ledger

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"buluo/board"
	"buluo/lab/match"

	"github.com/google/go-cmp/cmp"
)

func sample(moves ...string) Record {
	g := &match.Game{Moves: moves, Outcome: board.Win(board.Black, board.Extinction), Termination: match.ByRules}
	for i := range moves {
		g.Choices = append(g.Choices, match.Choice{Score: -10 * i, Depth: i, Nodes: 200})
	}
	return Of("a-design", "8/8 w - - 0 1", "an-engine", 200, 2000, g)
}

// TestRoundTrip writes games and reads them back, over two openings of the file.
func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	l, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	want := []Record{sample("a1a2", "b10b9"), sample()}
	for _, r := range want {
		if err := l.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(path); err == nil || !strings.Contains(err.Error(), "exists and is not overwritten") {
		t.Errorf("a ledger that exists is created again: %v", err)
	}
	l, got, err := Resume(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read back differently: %s", diff)
	}
	more := sample("c1c2")
	if err := l.Append(more); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, got, err = Resume(path); err != nil || len(got) != 3 || got[0].Outcome() != board.Win(board.Black, board.Extinction) {
		t.Errorf("%d games after resuming, error %v", len(got), err)
	}
	// The keys that replaying needs are plain text under their own names.
	text, _ := os.ReadFile(path)
	var line map[string]any
	if err := json.Unmarshal(bytes.SplitN(text, []byte("\n"), 2)[0], &line); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]any{"variant": "a-design", "start": "8/8 w - - 0 1", "moves": "a1a2 b10b9", "result": "0-1", "reason": "extinction"} {
		if line[key] != want {
			t.Errorf("%s is %v, want %v", key, line[key], want)
		}
	}
}

// TestTornLine cuts a ledger anywhere in its last line: the games before are kept, the torn one is cut off, and the next game stands on
// a line of its own.
func TestTornLine(t *testing.T) {
	whole, err := json.Marshal(sample("a1a2"))
	if err != nil {
		t.Fatal(err)
	}
	whole = append(whole, '\n')
	for cut := 0; cut < len(whole); cut += 7 {
		path := filepath.Join(t.TempDir(), "games.jsonl")
		if err := os.WriteFile(path, append(bytes.Clone(whole), whole[:cut]...), 0o644); err != nil {
			t.Fatal(err)
		}
		l, got, err := Resume(path)
		if err != nil || len(got) != 1 {
			t.Fatalf("cut at %d: %d games, %v", cut, len(got), err)
		}
		if err := l.Append(sample("b1b2")); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if _, got, err := Resume(path); err != nil || len(got) != 2 || got[1].Moves != "b1b2" {
			t.Fatalf("cut at %d, after appending: %d games, %v", cut, len(got), err)
		}
	}
}

// TestBadLines gives lines that are no records, with the sentences they are refused with.
func TestBadLines(t *testing.T) {
	edit := func(change func(*Record)) string {
		r := sample("a1a2")
		change(&r)
		line, _ := json.Marshal(r)
		return string(line)
	}
	good := edit(func(*Record) {})
	for line, want := range map[string]string{
		"{":                                      "games.jsonl:2: not a game record",
		`{"plies":"many"}`:                       "games.jsonl:2: not a game record",
		edit(func(r *Record) { r.Variant = "" }): "variant and start must be given",
		edit(func(r *Record) { r.Result = "0-0" }):          `result: "0-0" is none of`,
		edit(func(r *Record) { r.Reason = "boredom" }):      `reason: "boredom" is no reason`,
		edit(func(r *Record) { r.Termination = "lunch" }):   `termination: "lunch" is none of`,
		edit(func(r *Record) { r.Plies = 2 }):               "plies: 2, but there are 1 moves",
		edit(func(r *Record) { r.Depths = []int{1, 2, 3} }): "must have an entry for each of the 1 moves",
	} {
		_, _, err := Read("games.jsonl", strings.NewReader(good+"\n"+line+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", line, err, want)
		}
	}
}

// FuzzRead checks that no text makes reading panic, and that what is read can be written and read again.
func FuzzRead(f *testing.F) {
	line, _ := json.Marshal(sample("a1a2"))
	f.Add(append(line, '\n'))
	f.Add([]byte("{}\n"))
	f.Add([]byte("\n\n[1]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		records, whole, err := Read("fuzz", bytes.NewReader(text))
		if err != nil {
			return
		}
		if whole > int64(len(text)) {
			t.Fatalf("%d bytes of %d", whole, len(text))
		}
		for _, r := range records {
			again, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			back, _, err := Read("fuzz", bytes.NewReader(append(again, '\n')))
			if err != nil || len(back) != 1 {
				t.Fatalf("%s: %v", again, err)
			}
		}
	})
}
