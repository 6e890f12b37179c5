package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// replayed runs `buluo replay` by itself and returns what it printed.
func replayed(t *testing.T, stdin string, args ...string) (string, error) {
	t.Helper()
	cmd := newReplayCmd()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	var out bytes.Buffer
	cmd.SetArgs(args)
	cmd.SetIn(strings.NewReader(stdin))
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}

// saved writes a file for a test, compressed where its name says so.
func saved(t *testing.T, name, text string) string {
	t.Helper()
	content := []byte(text)
	if strings.HasSuffix(name, ".gz") {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(content); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		content = b.Bytes()
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReplayReports(t *testing.T) {
	const record = `{"variant":"xiangqi","start":"3k5/9/9/9/9/9/9/9/8P/5K3 w - - 0 1","moves":"f1f2"}` + "\n"
	const want = `"check":"00","over":false,"result":"*","reason":"none","fen":"3k5/9/9/9/9/9/9/9/5K2P/9 b - - 1 1"}` + "\n"
	for _, args := range [][]string{{"-"}, {saved(t, "one.jsonl", record)}, {saved(t, "one.jsonl.gz", record)}} {
		out, err := replayed(t, record, args...)
		if err != nil || !strings.HasPrefix(out, `{"legal":"`) || !strings.HasSuffix(out, want) {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
	}
}

func TestReplayCompares(t *testing.T) {
	const good = `{"variant":"chess","check":"0","legal":"20","over":false}` + "\n"
	for _, c := range []struct {
		stdin     string
		args      []string
		out, fail string
	}{
		{good, []string{"-", "--compare"}, "1 game, 1 position, 0 differences\n", ""},
		{strings.Replace(good, "20", "21", 1), []string{"-", "--compare"},
			"line 1: ply 0: legal: ours 20, theirs 21\n1 game, 1 position, 1 difference\n", "1 difference found"},
		{good + "?\n", []string{"-", "--compare"},
			"line 2: error: json: invalid character '?' looking for beginning of value\n1 game, 1 position, 0 differences, 1 bad line\n", "1 line could not be replayed"},
		{good, []string{"-", "--against", saved(t, "reports", `{"result":"1-0"}`)},
			"line 1: result: ours *, theirs 1-0\n1 game, 1 position, 1 difference\n", "1 difference found"},
		{"", []string{"-", "--compare"}, "0 games, 0 positions, 0 differences\n", "there is no game to compare"},
		{"?", []string{"-"}, `{"line":1,"error":"json: invalid character '?' looking for beginning of value"}` + "\n", "1 line could not be replayed"},
		{"", []string{"nowhere.jsonl"}, "", "cannot read nowhere.jsonl: no such file or directory"},
		{"", []string{"-", "--against", "nowhere.jsonl"}, "", "cannot read nowhere.jsonl: no such file or directory"},
		{"", []string{"-", "--against", "-"}, "", "the records and --against cannot both be standard input"},
		{"", []string{"-", "--threads", "0"}, "", "--threads 0 is out of range; 1 to 1024 would do"},
	} {
		out, err := replayed(t, c.stdin, c.args...)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if out != c.out || got != c.fail {
			t.Errorf("%q: error %q, want %q; printed\n%s", c.args, got, c.fail, out)
		}
	}
}

// TestReplayCorpus is the command that the corpus is checked with.
func TestReplayCorpus(t *testing.T) {
	out, _ := replayed(t, "", "../../testdata/corpus.jsonl.gz", "--compare")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "456 games, 100701 positions, ") || strings.Contains(last, "bad") {
		t.Errorf("%s", last)
	}
}
