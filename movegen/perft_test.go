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

// perftRow is a line of testdata/perft.tsv: a position and the number of leaves the reference found below it.
type perftRow struct {
	variant, fen string
	depth        int
	nodes        uint64
}

func perftRows(t testing.TB) []perftRow {
	f, err := os.Open("../testdata/perft.tsv")
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
			t.Fatalf("perft.tsv: %q", sc.Text())
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
	for _, row := range perftRows(t) {
		if row.nodes > budget {
			continue
		}
		r := all[row.variant]
		if r == nil {
			r = rulestest.Load(t, row.variant)
			all[row.variant] = r
		}
		p := parsed(t, r, row.fen)
		g := movegen.For(r)
		if got := movegen.Perft(g, p, row.depth); got != row.nodes {
			t.Errorf("%s: %s: perft %d = %d, want %d", row.variant, row.fen, row.depth, got, row.nodes)
		}
	}
}
