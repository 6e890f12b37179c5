package export

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"buluo/game"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/lab/store"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// games are a few random games with made-up thoughts, as a store gives them.
func games(t *testing.T) []store.Game {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	designs, err := design.Select([]string{"horde-veteran-18-r3", "minixiangqi", "horde-twomoves-27-r2"})
	if err != nil {
		t.Fatal(err)
	}
	jobs := schedule.SelfPlay(designs, []uint64{9}, schedule.Player{Kind: schedule.Own, Engine: `a "b"`}, 40)
	if _, err := s.Plan(t.Context(), jobs); err != nil {
		t.Fatal(err)
	}
	for i, j := range jobs {
		r, err := rules.Compile(designs[i].Spec)
		if err != nil {
			t.Fatal(err)
		}
		p := match.NewRandom(r, uint64(i))
		g, err := match.Play(t.Context(), r, [2]match.Player{p, p}, 40)
		if err != nil {
			t.Fatal(err)
		}
		for k := range g.Choices {
			g.Choices[k].Score, g.Choices[k].Depth, g.Choices[k].Nodes = 31*k-200, k%7+1, 1<<35
		}
		g.Choices[0].Score, g.Choices[1].Score = search.Mate-5, 6-search.Mate
		rec := ledger.OfJob(&j, designs[i].Spec.Start, g)
		if _, why, err := s.Commit(t.Context(), store.Result{Job: j.ID(), Record: &rec}); err != nil || why != "" {
			t.Fatal(why, err)
		}
	}
	var list []store.Game
	for g, err := range s.Games(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

func written(t *testing.T, list []store.Game, open func(io.Writer) Writer) []byte {
	t.Helper()
	var out bytes.Buffer
	w := open(&out)
	for i := range list {
		if err := w.Write(&list[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestLines reads JSON lines back as they were.
func TestLines(t *testing.T) {
	list := games(t)
	records, err := ledger.Read("x", bytes.NewReader(written(t, list, NewLines)))
	if err != nil || len(records) != len(list) {
		t.Fatalf("%d games, %v", len(records), err)
	}
	for i := range records {
		if diff := cmp.Diff(list[i].Record, records[i]); diff != "" {
			t.Error(diff)
		}
	}
}

// TestPGN reads PGN back by our own reader, in every notation that a variant has, and looks at the tags and comments that programs look for.
func TestPGN(t *testing.T) {
	list := games(t)
	load := func(name string) (*rules.Rules, error) {
		spec, err := variant.Load(name)
		if err != nil {
			return nil, err
		}
		return rules.Compile(spec)
	}
	for _, n := range []game.Notation{game.SAN, game.UCI, game.WXF, game.Chinese, game.ICCS} {
		text := written(t, list, func(out io.Writer) Writer { return NewPGN(out, n) })
		in := game.NewPGNReader(bytes.NewReader(text), load)
		for i := range list {
			g, tags, err := in.Next()
			if err != nil {
				t.Fatalf("%s: %v\n%s", n, err, text)
			}
			if got := strings.Join(g.Text(game.UCI), " "); got != list[i].Moves {
				t.Errorf("%s: %s\nread back as %s", n, list[i].Moves, got)
			}
			value := map[string]string{}
			for _, tag := range tags {
				value[tag.Name] = tag.Value
			}
			want := map[string]string{
				"Variant": list[i].Variant, "FEN": list[i].Start, "White": `a "b"`, "WhiteNodes": "9", "Result": list[i].Result, "Round": list[i].ID, "PlyCap": "40",
			}
			for name := range want {
				if value[name] != want[name] {
					t.Errorf("%s: %s is %q, want %q", n, name, value[name], want[name])
				}
			}
		}
		if _, _, err := in.Next(); err != io.EOF {
			t.Errorf("%s: after the last game %v", n, err)
		}
		for _, want := range []string{"{+M5/1 34359738368}", "{-M6/2 34359738368}", "{-1.07/4 34359738368}", `[VariantMen "V:fsW"]`} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: there is no %s", n, want)
			}
		}
	}
}

// TestParquet reads Parquet back by its own library.
func TestParquet(t *testing.T) {
	list := games(t)
	text := written(t, list, NewParquet)
	rows, err := parquet.Read[Line](bytes.NewReader(text), int64(len(text)))
	if err != nil || len(rows) != len(list) {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, row := range rows {
		g := list[i]
		last := g.Plies - 1
		if row.ID != g.ID || row.Moves != g.Moves || row.Result != g.Result || int(row.Plies) != g.Plies || row.White != `a "b"` || row.Cap != 40 ||
			len(row.Scores) != g.Plies || int(row.Scores[last]) != g.Scores[last] || uint64(row.Nodes[last]) != g.Nodes[last] || int(row.Depths[last]) != g.Depths[last] {
			t.Errorf("%+v", row)
		}
	}
}

// TestScore words scores as match programs do.
func TestScore(t *testing.T) {
	for cp, want := range map[int]string{0: "+0.00", -7: "-0.07", 1234: "+12.34", search.Mate - 1: "+M1", 12 - search.Mate: "-M12"} {
		if got := score(cp); got != want {
			t.Errorf("%d is %s, want %s", cp, got, want)
		}
	}
}
