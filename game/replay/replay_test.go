package replay

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const corpusFile = "../../testdata/corpus.jsonl.gz"

// corpusBytes returns the corpus as it is on disk.
func corpusBytes(t testing.TB) []byte {
	t.Helper()
	b, err := os.ReadFile(corpusFile)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// corpusLines returns the lines of the corpus.
func corpusLines(t testing.TB) []string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(corpusBytes(t)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// run runs over a text and returns what came out, line by line.
func run(t testing.TB, in string, o Options) (Summary, []string) {
	t.Helper()
	var out bytes.Buffer
	sum, err := Run(context.Background(), strings.NewReader(in), &out, o)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSuffix(out.String(), "\n")
	if text == "" {
		return sum, nil
	}
	return sum, strings.Split(text, "\n")
}

// TestCorpus replays every recorded game: every set of legal moves, every check, end, result and final FEN must be the reference's.
func TestCorpus(t *testing.T) {
	sum, out := run(t, string(corpusBytes(t)), Options{Compare: true})
	for _, line := range out {
		t.Error(line)
	}
	if sum.Games != 456 || sum.Positions != 100_701 || sum.Failures != 0 {
		t.Errorf("%s", sum)
	}
	t.Log(sum)
}

// slow reports on a record in the plainest way: texts by the rules' own writer, sorted and summed as text.
func slow(t *testing.T, rec *Record) *Report {
	t.Helper()
	r := rulestest.Load(t, rec.Variant)
	p := position.Start(r)
	if rec.Start != "" {
		var err error
		if p, err = position.Parse(r, rec.Start); err != nil {
			t.Fatal(err)
		}
	}
	gen := movegen.For(r)
	var legal, sets []string
	check := ""
	moves := strings.Fields(rec.Moves)
	for ply := 0; ; ply++ {
		var texts []string
		next := -1
		list := gen.Legal(p, nil)
		for i, m := range list {
			texts = append(texts, r.UCI(m))
			if ply < len(moves) && moves[ply] == r.UCI(m) {
				next = i
			}
		}
		slices.Sort(texts)
		legal = append(legal, fmt.Sprint(len(texts)))
		sets = append(sets, fmt.Sprintf("%x", crc32.ChecksumIEEE([]byte(strings.Join(texts, " ")))))
		digit := "0"
		if p.InCheck() {
			digit = "1"
		}
		check += digit
		if next < 0 {
			break
		}
		p.Do(list[next])
	}
	o := gen.Outcome(p)
	return &Report{strings.Join(legal, " "), strings.Join(sets, " "), check, o.Over, o.Result(), o.Reason.String(), p.FEN()}
}

// TestTwin holds the packed texts against plain ones, promotions of both kinds and ranks of two digits included.
func TestTwin(t *testing.T) {
	pl := NewPlayer()
	for i, line := range corpusLines(t) {
		if i%12 != 3 {
			continue
		}
		rec, _, err := parseRecord([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		got, err := pl.Replay(rec)
		if err != nil {
			t.Fatal(err)
		}
		if want := slow(t, rec); *got != *want {
			t.Errorf("line %d:\ngot  %+v\nwant %+v", i+1, got, want)
		}
	}
}

// TestReport is one report in full.
func TestReport(t *testing.T) {
	sum, out := run(t, `{"variant":"chess","moves":"f2f3 e7e5 g2g4 d8h4"}`+"\n\n", Options{})
	want := `{"legal":"20 20 19 30 0","sets":"XX","check":"00001","over":true,"result":"0-1","reason":"mate",` +
		`"fen":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"}`
	twin := slow(t, &Record{Variant: "chess", Moves: "f2f3 e7e5 g2g4 d8h4"})
	if want = strings.Replace(want, "XX", twin.Sets, 1); len(out) != 1 || out[0] != want {
		t.Errorf("got  %s\nwant %s", out, want)
	}
	if sum != (Summary{Games: 1, Positions: 5}) || !strings.HasSuffix(twin.Sets, " 0") {
		t.Errorf("%+v", sum)
	}
}

// TestStanzas replays a variant that the line itself defines, and one of the catalogue beside it.
func TestStanzas(t *testing.T) {
	ini := `"ini":"[tiny:minixiangqi]\nstartFen = 2k4/7/7/7/7/7/4K2 w - - 0 1\n"`
	sum, out := run(t, `{"variant":"tiny","moves":"e1e2",`+ini+`}
{"variant":"minixiangqi",`+ini+`}
{"variant":"tiny"}
{"variant":"tiny","ini":"[tiny:minixiangqi]\nstartFin = x\n"}`, Options{})
	if sum.Games != 2 || sum.Failures != 2 || len(out) != 4 {
		t.Fatalf("%s: %q", sum, out)
	}
	if !strings.Contains(out[0], `"fen":"2k4/7/7/7/7/4K2/7 b - - 1 1"`) {
		t.Error(out[0])
	}
	if !strings.HasPrefix(out[2], `{"line":3,"error":"variant: no variant is called \"tiny\"`) || !strings.HasPrefix(out[3], `{"line":4,"error":"ini:2: startFin: `) {
		t.Errorf("%s\n%s", out[2], out[3])
	}
}

// TestBadLines has one answer to each kind of bad line, and goes on.
func TestBadLines(t *testing.T) {
	in := []string{
		`{"variant":"chess"}`,
		``,
		`{"variant":"chess"`,
		`{"start":""}`,
		`{"variant":"chez"}`,
		`{"variant":"chess","start":"8/8/8 w"}`,
		`{"variant":"chess","moves":"e2e4 e7e9"}`,
		`{"variant":"chess","moves":"e2e4 e7e5 e1e3"}`,
		`{"variant":"chess","moves":["e2e4"]}`,
		`17`,
		`{"variant":"chess","moves":"f2f3 e7e5 g2g4 d8h4 a2a3"}`,
		`{"variant":"chess"}`,
	}
	want := []string{
		`{"line":3,"error":"json: unexpected end of JSON input"}`,
		`{"line":4,"error":"variant: is missing; it should be the name of one, such as xiangqi"}`,
		`{"line":5,"error":"variant: no variant is called \"chez\""}`,
		`{"line":6,"error":"start: fen: board: has 3 ranks, the board has 8"}`,
		`{"line":7,"error":"moves: ply 2: \"e7e9\" is not a move in uci notation, which looks like h3e3"}`,
		`{"line":8,"error":"moves: ply 3: \"e1e3\" is not a legal move in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}`,
		`{"line":9,"error":"json: moves: is of kind array, it should be string"}`,
		`{"line":10,"error":"json: the line is of kind number, it should be an object"}`,
		`{"line":11,"error":"moves: ply 5: \"a2a3\" is not a legal move in rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"}`,
	}
	sum, out := run(t, strings.Join(in, "\n"), Options{})
	if len(out) != len(in)-1 || sum.Games != 2 || sum.Failures != len(want) || !sum.Failed() {
		t.Fatalf("%s: %d lines", sum, len(out))
	}
	for i, line := range out[1 : len(out)-1] {
		if line != want[i] {
			t.Errorf("got  %s\nwant %s", line, want[i])
		}
	}
	sum, out = run(t, strings.Join(in, "\n"), Options{Compare: true})
	if sum.Failures != len(in)-1 || out[0] != "line 1: error: there is no report to compare with" {
		t.Errorf("%s: %q", sum, out)
	}
}

// TestDifferences spoils each field of a good record and expects to be told.
func TestDifferences(t *testing.T) {
	const record = `"variant":"chess","moves":"f2f3 e7e5 g2g4 d8h4"`
	_, out := run(t, "{"+record+"}", Options{})
	good := "{" + record + "," + out[0][1:]
	if sum, out := run(t, good, Options{Compare: true}); sum.Failed() || len(out) != 0 || sum.String() != "1 game, 5 positions, 0 differences" {
		t.Fatalf("%s: %q", sum, out)
	}
	var report Report
	if err := json.Unmarshal([]byte(out[0]), &report); err != nil {
		t.Fatal(err)
	}
	first := strings.Fields(report.Sets)[0]
	for _, c := range []struct{ from, to, want string }{
		{`"legal":"20 20`, `"legal":"20 21`, "line 1: ply 1: legal: ours 20, theirs 21"},
		{`"legal":"20 20 19`, `"legal":"20 20`, "line 1: legal (positions): ours 5, theirs 4\nline 1: ply 2: legal: ours 19, theirs 30\nline 1: ply 3: legal: ours 30, theirs 0"},
		{`"sets":"` + first, `"sets":"abc`, "line 1: ply 0: sets: ours " + first + ", theirs abc"},
		{`"check":"00001"`, `"check":"01001"`, "line 1: ply 1: check: ours 0, theirs 1"},
		{`"check":"00001"`, `"check":"0000"`, "line 1: check (positions): ours 5, theirs 4"},
		{`"over":true`, `"over":false`, "line 1: over: ours true, theirs false"},
		{`"result":"0-1"`, `"result":"1-0"`, "line 1: result: ours 0-1, theirs 1-0"},
		{`"reason":"mate"`, `"reason":"smother"`, "line 1: reason: ours mate, theirs smother"},
		{` 1 3"`, ` 1 4"`, "line 1: fen: ours " + report.FEN + ", theirs " + strings.TrimSuffix(report.FEN, "3") + "4"},
		{`"over"`, `"error":"none such","over"`, "line 1: error: ours none, theirs none such"},
	} {
		sum, out := run(t, strings.Replace(good, c.from, c.to, 1), Options{Compare: true})
		if got := strings.Join(out, "\n"); got != c.want || sum.Differences != len(out) || !sum.Failed() {
			t.Errorf("%s for %s: %s\n%s\nwant\n%s", c.to, c.from, sum, got, c.want)
		}
	}
}

// TestAgainst compares with a file of reports: our own, a spoilt one, one too long and one too short.
func TestAgainst(t *testing.T) {
	records := "{\"variant\":\"chess\"}\n{\"variant\":\"nothing\"}\n\n{\"variant\":\"horde\",\"moves\":\"b5b6\"}\n"
	_, lines := run(t, records, Options{})
	reports := strings.Join(lines, "\n")
	compare := func(reports string) (Summary, []string) {
		return run(t, records, Options{Against: strings.NewReader(reports)})
	}
	if sum, out := compare(reports); sum.Failed() || sum.Games != 2 {
		t.Errorf("%s: %q", sum, out)
	}
	if sum, out := compare(strings.Replace(reports, "no variant", "no such variant", 1)); sum.Differences != 1 || !strings.HasPrefix(out[0], "line 2: error: ours variant: no variant") {
		t.Errorf("%s: %q", sum, out)
	}
	if sum, out := compare(reports + "\n{}"); sum.Failures != 1 || out[0] != "line 4: error: the reports go on at line 4, the records have ended" {
		t.Errorf("%s: %q", sum, out)
	}
	if sum, out := compare(lines[0]); sum.Failures != 2 || out[1] != "line 4: error: the reports have ended" {
		t.Errorf("%s: %q", sum, out)
	}
	if sum, out := compare(strings.Replace(reports, "{", "[", 1)); sum.Failures != 1 || !strings.HasPrefix(out[0], "line 1: error: the report: json: ") {
		t.Errorf("%s: %q", sum, out)
	}
}

// TestOrder gives the same text whatever the number of workers.
func TestOrder(t *testing.T) {
	lines := corpusLines(t)[:40]
	lines[17] = "?"
	in := strings.Join(lines, "\n")
	_, want := run(t, in, Options{Workers: 1})
	for _, workers := range []int{2, 7} {
		if _, got := run(t, in, Options{Workers: workers}); !slices.Equal(got, want) {
			t.Errorf("%d workers answer otherwise than one", workers)
		}
	}
}

// broken fails after some bytes, as a reader and as a writer.
type broken struct {
	text *strings.Reader
	room int
}

var errBroken = errors.New("the pipe broke")

func (b *broken) Read(p []byte) (int, error) {
	n, err := b.text.Read(p)
	if err == io.EOF {
		err = errBroken
	}
	return n, err
}

func (b *broken) Write(p []byte) (int, error) {
	if b.room -= len(p); b.room < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

// TestEarlyEnds ends runs from outside: no goroutine may stay behind, and the error must come through.
func TestEarlyEnds(t *testing.T) {
	in := strings.Join(corpusLines(t), "\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, strings.NewReader(in), io.Discard, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Run(context.Background(), strings.NewReader(in), &broken{room: 200_000}, Options{}); !errors.Is(err, errBroken) {
		t.Errorf("writing: %v", err)
	}
	sum, err := Run(context.Background(), &broken{text: strings.NewReader(in[:100_000])}, io.Discard, Options{})
	if !errors.Is(err, errBroken) || sum.Games == 0 {
		t.Errorf("reading: %s, %v", sum, err)
	}
	if _, err := Run(context.Background(), strings.NewReader("\x1f\x8bnot gzip"), io.Discard, Options{}); err == nil {
		t.Error("torn gzip is read")
	}
	long := io.MultiReader(strings.NewReader("{}\n"), io.LimitReader(zeros{}, maxLine+1))
	if _, err := Run(context.Background(), long, io.Discard, Options{}); err == nil || err.Error() != "records: line 2: is longer than 16777216 bytes" {
		t.Errorf("a long line: %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

// TestManyVariants brings more stanzas than the player keeps.
func TestManyVariants(t *testing.T) {
	pl := NewPlayer()
	for i := range most + 10 {
		rec := &Record{Variant: "x", INI: fmt.Sprintf("[x:chess]\nnMoveRule = %d\n", i)}
		if _, err := pl.Replay(rec); err != nil {
			t.Fatal(err)
		}
	}
	if len(pl.table) > most {
		t.Errorf("%d kept", len(pl.table))
	}
}

// FuzzReplay answers any text with one line for each of its lines that is not blank.
func FuzzReplay(f *testing.F) {
	f.Add(`{"variant":"chess","moves":"e2e4 e7e5"}`)
	f.Add(`{"variant":"xiangqi","start":"4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1","moves":"d1d2","legal":"3 4"}` + "\n17\n")
	f.Add(`{"variant":"t","ini":"[t:minixiangqi]\nmaxRank = 7\npass = true\n","moves":"d1d1"}`)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "\x1f\x8b") {
			return
		}
		want := 0
		for in := bufio.NewScanner(strings.NewReader(text)); in.Scan(); {
			if len(bytes.TrimSpace(in.Bytes())) > 0 {
				want++
			}
		}
		sum, out := run(t, text, Options{})
		if len(out) != want || sum.Games+sum.Failures != want {
			t.Fatalf("%d answers to %d lines: %s", len(out), want, sum)
		}
		for i, line := range out {
			if !json.Valid([]byte(line)) {
				t.Fatalf("answer %d is not JSON: %s", i, line)
			}
		}
		again, _ := run(t, text, Options{Against: strings.NewReader(strings.Join(out, "\n")), Workers: 1})
		if again.Differences > 0 {
			t.Fatalf("a second reading differs: %s", again)
		}
	})
}
