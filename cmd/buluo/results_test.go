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
