package referee

import (
	"strconv"
	"testing"

	"buluo/variant"
)

// perft counts the move sequences of a length one by one.
func perft(s *state, depth int) uint64 {
	if s.ended().Over {
		return 0
	}
	moves := s.legalMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	n := uint64(0)
	for _, m := range moves {
		next := s.after(m)
		n += perft(&next, depth-1)
	}
	return n
}

// countRow compares a row's number of sequences with ours.
func countRow(t *testing.T, spec *variant.Spec, fen, depth, want string) {
	t.Helper()
	if fen == "startpos" {
		fen = spec.Start
	}
	g, err := FromFEN(spec, fen)
	if err != nil {
		t.Errorf("%s: %v", spec.Name, err)
		return
	}
	n, err := strconv.Atoi(depth)
	if err != nil {
		t.Fatal(err)
	}
	if got := strconv.FormatUint(perft(g.now(), n), 10); got != want {
		t.Errorf("%s, %s, depth %d: %s sequences, the reference has %s", spec.Name, fen, n, got, want)
	}
}

// TestCorners counts sequences in stanzas that each turn on a corner of the rules.
func TestCorners(t *testing.T) {
	file := corners(t)
	seen := map[string]bool{}
	for _, row := range table(t, "testdata/corners.tsv") {
		spec, err := file.Find(row[0])
		if err != nil {
			t.Fatal(err)
		}
		seen[row[0]] = true
		countRow(t, spec, row[1], row[2], row[3])
	}
	for _, spec := range file.Specs {
		if !seen[spec.Name] {
			t.Errorf("corners.tsv has no row for %s", spec.Name)
		}
	}
}

// TestPerft counts sequences in the catalogue, as far as patience goes.
func TestPerft(t *testing.T) {
	most := uint64(3000)
	if *full {
		most = 400000
	}
	rows, sequences := 0, uint64(0)
	for _, row := range table(t, "../testdata/perft.tsv")[1:] {
		want, err := strconv.ParseUint(row[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if want > most {
			continue
		}
		countRow(t, load(t, row[0]), row[1], row[2], row[3])
		rows++
		sequences += want
	}
	t.Logf("%d rows, %d sequences", rows, sequences)
}
