package ledger

import (
	"bytes"
	"encoding/json"
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

// lines writes records as a file has them.
func lines(t *testing.T, records ...Record) []byte {
	t.Helper()
	var text []byte
	for _, r := range records {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		text = append(append(text, line...), '\n')
	}
	return text
}

// TestRoundTrip writes games and reads them back.
func TestRoundTrip(t *testing.T) {
	want := []Record{sample("a1a2", "b10b9"), sample()}
	text := lines(t, want...)
	got, err := Read("games.jsonl", bytes.NewReader(text))
	if err != nil || len(got) != 2 || got[0].Outcome() != board.Win(board.Black, board.Extinction) {
		t.Fatalf("%d games, error %v", len(got), err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read back differently: %s", diff)
	}
	// The keys that replaying needs are plain text under their own names.
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

// TestTornLine cuts a file anywhere in its last line: the games before are read, the torn one is left out.
func TestTornLine(t *testing.T) {
	whole := lines(t, sample("a1a2"))
	for cut := 0; cut < len(whole); cut += 7 {
		got, err := Read("games.jsonl", bytes.NewReader(append(bytes.Clone(whole), whole[:cut]...)))
		if err != nil || len(got) != 1 {
			t.Fatalf("cut at %d: %d games, %v", cut, len(got), err)
		}
	}
}

// TestNoLineEnd reads a last line that is whole but for its line end: it is a game, and held to what games must be.
func TestNoLineEnd(t *testing.T) {
	text := bytes.TrimSpace(lines(t, sample("a1a2"), sample("b1b2")))
	if got, err := Read("games.jsonl", bytes.NewReader(text)); err != nil || len(got) != 2 || got[1].Moves != "b1b2" {
		t.Errorf("%d games, error %v", len(got), err)
	}
	text = bytes.Replace(text, []byte(`"plies":1`), []byte(`"plies":2`), -1)
	if _, err := Read("games.jsonl", bytes.NewReader(text[bytes.IndexByte(text, '\n')+1:])); err == nil || !strings.HasPrefix(err.Error(), "games.jsonl:1: plies: ") {
		t.Errorf("a last line that tells of other plies than it has: error %v", err)
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
		_, err := Read("games.jsonl", strings.NewReader(good+"\n"+line+"\n"))
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
		records, err := Read("fuzz", bytes.NewReader(text))
		if err != nil {
			return
		}
		for _, r := range records {
			again, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			back, err := Read("fuzz", bytes.NewReader(append(again, '\n')))
			if err != nil || len(back) != 1 {
				t.Fatalf("%s: %v", again, err)
			}
		}
	})
}

// TestBudget writes budgets short where nothing is lost by it.
func TestBudget(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1k", 1500: "1500", 1_000_000: "1M", 1_500_000: "1500k", 1_000_001: "1000001"} {
		if got := Budget(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}
