package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"buluo/lab/design"
	"buluo/lab/schedule"
	"buluo/lab/store"
	"buluo/lab/work"
)

// TestRetry puts back the games that are named, and none where a name fits nothing: that would be a slip of the pen that looks like success.
func TestRetry(t *testing.T) {
	designs, err := design.Select([]string{"minixiangqi"})
	if err != nil {
		t.Fatal(err)
	}
	jobs := schedule.SelfPlay(designs, []uint64{10, 20, 30}, work.Ours(), 40)
	path := filepath.Join(t.TempDir(), "lab.db")
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Plan(t.Context(), jobs); err != nil {
		t.Fatal(err)
	}
	for i := range jobs[:2] {
		if err := s.GiveUp(t.Context(), jobs[i].ID(), "for this test"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	first, open := jobs[0].ID(), jobs[2].ID()
	for _, wrong := range []string{"no-id", open} { // what is still to be played was not given up
		var out bytes.Buffer
		if err := retry(t.Context(), &out, path, []string{first, wrong}); err == nil || !strings.Contains(err.Error(), wrong) || out.Len() > 0 {
			t.Errorf("%s: %v\n%s", wrong, err, &out)
		}
	}
	for _, ids := range [][]string{{first[:20]}, nil} {
		var out bytes.Buffer
		if err := retry(t.Context(), &out, path, ids); err != nil || !strings.HasSuffix(out.String(), "1 game to be played again\n") {
			t.Errorf("%v: %v\n%s", ids, err, &out)
		}
	}
}
