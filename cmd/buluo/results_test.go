package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"buluo/lab"
	"buluo/lab/store"
)

// TestResults takes the games that stand beside a page of results, has the referee replay them, and finds every table made from them on the page.
func TestResults(t *testing.T) {
	if testing.Short() {
		t.Skip("judges some hundred games again")
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "results", "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no games of results (%v)", err)
	}
	for _, file := range files {
		path := filepath.Join(t.TempDir(), "lab.db")
		var said bytes.Buffer
		if err := imported(t.Context(), &said, path, []string{file}); err != nil || !strings.Contains(said.String(), " 0 refused") {
			t.Errorf("%v: %s", err, said.String())
			continue
		}
		s, err := store.Read(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		page := strings.TrimSuffix(file, ".jsonl.gz") + ".md"
		proof, err := lab.VerifyStore(t.Context(), s, 1)
		if err == nil {
			err = onPage(t.Context(), s, page, &proof)
		}
		if err != nil || len(proof.Wrong) > 0 || proof.Games == 0 {
			t.Errorf("%v, %d games: %v", err, proof.Games, proof.Wrong)
		}
	}
}

// TestLacking holds pages against a table that must stand there line for line.
func TestLacking(t *testing.T) {
	const table = "2 games: 1-1-0\n\na  1\nb  2\n"
	for page, want := range map[string]string{
		table:                               "",
		"# Page\n\n" + table + "\nMore.\n":  "",
		"2 games: 1-1-0\n\na  1\nb  2":      "", // as the last thing on the page, without a line end
		"12 games: 1-1-0\n\na  1\nb  2\n":   "it does not have the line 2 games: 1-1-0",
		"2 games: 1-1-0\n\na  1\nb  20\n":   "it does not have the line b  2",
		"b  2\na  1\n\n2 games: 1-1-0\n":    "it has the lines of the table, but not after each other as they belong: 2 games: 1-1-0",
		"2 games: 1-1-0\n\na  1\nc\nb  2\n": "it has the lines of the table, but not after each other as they belong: 2 games: 1-1-0",
	} {
		if got := strings.Join(lacking(page, table), "; "); got != want {
			t.Errorf("%q: %q, want %q", page, got, want)
		}
	}
}
