package referee

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"sort"
	"strings"
	"testing"

	"buluo/variant"
)

// full asks for whole files instead of samples.
var full = flag.Bool("full", false, "replay the whole corpus and all of the perft rows that take seconds")

// recorded is one game of the corpus: what the reference said at every ply and at the end.
type recorded struct {
	Variant, Start, Moves string
	Legal, Sets           string // one word a position
	Check                 string // one digit a position
	Over                  bool
	Result, FEN           string
}

// replay plays a recorded game and returns the first difference.
func replay(spec *variant.Spec, r *recorded) error {
	g, err := FromFEN(spec, r.Start)
	if err != nil {
		return err
	}
	moves, counts, sets := strings.Fields(r.Moves), strings.Fields(r.Legal), strings.Fields(r.Sets)
	if len(counts) != len(moves)+1 || len(sets) != len(counts) || len(r.Check) != len(counts) {
		return fmt.Errorf("torn record: %d moves, %d counts, %d sets, %d checks", len(moves), len(counts), len(sets), len(r.Check))
	}
	for ply := 0; ; ply++ {
		if err := compare(g, counts[ply], sets[ply], r.Check[ply] == '1'); err != nil {
			return fmt.Errorf("ply %d, %s: %w", ply, g.FEN(), err)
		}
		if ply == len(moves) {
			break
		}
		m, err := g.ParseUCI(moves[ply])
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return fmt.Errorf("ply %d: %w", ply, err)
		}
	}
	out := g.Outcome()
	if g.FEN() != r.FEN {
		return fmt.Errorf("end: FEN %s, want %s", g.FEN(), r.FEN)
	}
	if out.Over != r.Over || out.Result() != r.Result {
		return fmt.Errorf("end %s: outcome %v %s (%s), want %v %s", g.FEN(), out.Over, out.Result(), out.Reason, r.Over, r.Result)
	}
	return nil
}

// compare holds one position against the record.
func compare(g *Game, count, sum string, check bool) error {
	legal := g.Legal()
	texts := make([]string, len(legal))
	for i, m := range legal {
		texts[i] = g.UCI(m)
	}
	sort.Strings(texts)
	set := fmt.Sprintf("%x", crc32.ChecksumIEEE([]byte(strings.Join(texts, " "))))
	if fmt.Sprint(len(legal)) != count || set != sum {
		return fmt.Errorf("%d legal moves (%s), want %s (%s): %v", len(legal), set, count, sum, texts)
	}
	if g.InCheck() != check {
		return fmt.Errorf("in check %v, want %v", g.InCheck(), check)
	}
	return nil
}

// openCorpus calls use with every game of the corpus file.
func openCorpus(t *testing.T, path string, use func(n int, r *recorded)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Skip("no corpus here: ", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(z)
	in.Buffer(nil, 1<<20)
	for n := 0; in.Scan(); n++ {
		r := new(recorded)
		if err := json.Unmarshal(in.Bytes(), r); err != nil {
			t.Fatal(err)
		}
		use(n, r)
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
}

// TestCorpus replays games recorded with the reference: the legal moves, the checks, the end and the final position must be
// the same. A sample is replayed unless the tests run with -full.
func TestCorpus(t *testing.T) {
	games, positions := 0, 0
	openCorpus(t, "../testdata/corpus.jsonl.gz", func(n int, r *recorded) {
		if !*full && n%12 != n/12%12 { // a game of each variant, each of another style
			return
		}
		if err := replay(load(t, r.Variant), r); err != nil {
			t.Errorf("game %d, %s: %v", n, r.Variant, err)
		}
		games++
		positions += len(r.Check)
	})
	t.Logf("%d games, %d positions", games, positions)
}
