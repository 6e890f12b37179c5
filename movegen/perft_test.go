package movegen_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
)

// perftRow is a line of a table: a position and the number of leaves the reference found below it.
type perftRow struct {
	variant, fen string
	depth        int
	nodes        uint64
}

func perftRows(t testing.TB, path string) []perftRow {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []perftRow
	for sc := bufio.NewScanner(f); sc.Scan(); {
		field := strings.Split(sc.Text(), "\t")
		if len(field) != 4 || field[0] == "variant" {
			continue
		}
		depth, err1 := strconv.Atoi(field[2])
		nodes, err2 := strconv.ParseUint(field[3], 10, 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: %q", path, sc.Text())
		}
		rows = append(rows, perftRow{field[0], field[1], depth, nodes})
	}
	return rows
}

func parsed(t testing.TB, r *rules.Rules, fen string) *position.Position {
	t.Helper()
	if fen == "startpos" {
		return position.Start(r)
	}
	p, err := position.Parse(r, fen)
	if err != nil {
		t.Fatalf("%s: %s: %v", r.Spec().Name, fen, err)
	}
	return p
}

// TestPerft holds the generator against the reference's counts. -short and the default leave the long rows to
// BULUO_PERFT=full.
func TestPerft(t *testing.T) {
	budget := uint64(2_000_000)
	if testing.Short() {
		budget = 100_000
	}
	if os.Getenv("BULUO_PERFT") == "full" {
		budget = 1 << 62
	}
	all := map[string]*rules.Rules{}
	for _, row := range perftRows(t, "../testdata/perft.tsv") {
		if row.nodes > budget {
			continue
		}
		if all[row.variant] == nil {
			all[row.variant] = rulestest.Load(t, row.variant)
		}
		row.hold(t, all[row.variant])
	}
}

// hold counts a row's leaves.
func (row *perftRow) hold(t *testing.T, r *rules.Rules) {
	t.Helper()
	if got := movegen.Perft(movegen.For(r), parsed(t, r, row.fen), row.depth); got != row.nodes {
		t.Errorf("%s: %s: perft %d = %d, want %d", row.variant, row.fen, row.depth, got, row.nodes)
	}
}

// TestCornerPerft does the same for the stanzas made for corners of the rules, which the referee is held to as well.
func TestCornerPerft(t *testing.T) {
	rows, held := perftRows(t, "../referee/testdata/corners.tsv"), 0
	for _, r := range rulestest.File(t, "../referee/testdata/corners.ini") {
		for _, row := range rows {
			if row.variant == r.Spec().Name {
				row.hold(t, r)
				held++
			}
		}
	}
	if held != len(rows) || held < 200 {
		t.Errorf("%d of %d rows are about the stanzas that there are", held, len(rows))
	}
}
