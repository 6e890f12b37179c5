package corpus

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"buluo/board"
	"buluo/eval"
	"buluo/movegen"
	"buluo/rules"
	"buluo/variant"
)

func spec(t testing.TB, name string) *variant.Spec {
	t.Helper()
	s, err := variant.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func compiled(t testing.TB, name string) *rules.Rules {
	t.Helper()
	r, err := rules.Compile(spec(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func config(t testing.TB, file string) Config {
	return Config{
		File: file, Variants: []*variant.Spec{spec(t, "minixiangqi"), spec(t, "chess")}, Games: 3,
		Nodes: [][2]uint64{{40, 40}, {60, 20}}, Opening: [2]int{4, 5}, Seed: 1, Cap: 120, Workers: 2, TableMB: 1,
	}
}

// played returns the games of a short run.
func played(t testing.TB) (string, []*Game) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "games.bin")
	if err := Play(context.Background(), config(t, file), func(Progress) {}); err != nil {
		t.Fatal(err)
	}
	games, err := ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return file, games
}

// TestPlay plays a few games, goes on with the file, and plays them again on one goroutine: the same games.
func TestPlay(t *testing.T) {
	file, games := played(t)
	if len(games) != 6 {
		t.Fatalf("%d games", len(games))
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := config(t, file)
	var now Progress
	if err := Play(context.Background(), c, func(p Progress) { now = p }); err != nil || now.Of != 0 || now.Held != 6 {
		t.Errorf("a complete file: %+v, %v", now, err)
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
		t.Errorf("a complete file was changed, %v", err)
	}
	c.File, c.Workers = filepath.Join(t.TempDir(), "again.bin"), 1
	if err := Play(context.Background(), c, func(Progress) {}); err != nil {
		t.Fatal(err)
	}
	again, err := ReadFile(c.File)
	if err != nil || !reflect.DeepEqual(games, again) {
		t.Errorf("the same command played other games, %v", err)
	}
	for i, g := range games {
		want := 4 + int(g.Number)/2%2
		if g.Opening != want || len(g.Scores) != len(g.Moves)-g.Opening || len(g.Moves) > 120 {
			t.Errorf("game %d: opening %d, %d moves, %d scores", i, g.Opening, len(g.Moves), len(g.Scores))
		}
	}
}

// TestInterrupted ends a run after its first game: that one is kept, and the rest is played later.
func TestInterrupted(t *testing.T) {
	c := config(t, filepath.Join(t.TempDir(), "games.bin"))
	c.Workers = 1
	ctx, cancel := context.WithCancel(context.Background())
	err := Play(ctx, c, func(p Progress) {
		if p.Done == 1 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the error is %v", err)
	}
	if games, err := ReadFile(c.File); err != nil || len(games) != 1 {
		t.Fatalf("%d games kept, %v", len(games), err)
	}
	if err := Play(context.Background(), c, func(Progress) {}); err != nil {
		t.Fatal(err)
	}
	if games, err := ReadFile(c.File); err != nil || len(games) != 6 {
		t.Errorf("%d games in the end, %v", len(games), err)
	}
}

// TestTorn cuts a file at every byte of its last record: the games before it are read, and going on mends it.
func TestTorn(t *testing.T) {
	_, games := played(t)
	all := []byte(magic)
	for _, g := range games[:2] {
		all = append(all, encode(g)...)
	}
	last := len(encode(games[1]))
	for cut := 1; cut < last; cut += 7 {
		got, whole, torn, err := Read("x", bytes.NewReader(all[:len(all)-cut]))
		if err != nil || !torn || len(got) != 1 || whole != int64(len(all)-last) {
			t.Fatalf("%d bytes short: %d games, %d whole, torn %v, %v", cut, len(got), whole, torn, err)
		}
	}
	path := filepath.Join(t.TempDir(), "torn.bin")
	if err := os.WriteFile(path, all[:len(all)-3], 0o644); err != nil {
		t.Fatal(err)
	}
	f, held, err := Open(path)
	if err != nil || len(held) != 1 {
		t.Fatalf("%d games, %v", len(held), err)
	}
	if err := errors.Join(f.Add(games[1]), f.Close()); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(path); err != nil || !reflect.DeepEqual(got, games[:2]) {
		t.Errorf("the mended file has %d games, %v", len(got), err)
	}
}

// TestDamagedLength makes the length of a record in the middle point beyond the end: the games behind it are not cut off, and the file is left as it is.
func TestDamagedLength(t *testing.T) {
	_, games := played(t)
	all, at := []byte(magic), []int{}
	for _, g := range games {
		at = append(at, len(all))
		all = append(all, encode(g)...)
	}
	path := filepath.Join(t.TempDir(), "damaged.bin")
	for i := range games[:len(games)-1] {
		bad := bytes.Clone(all)
		bad[at[i]+1] |= 0x7f // of a length of two bytes the greater: some 16000
		if bad[at[i]]&0x80 == 0 {
			bad[at[i]] |= 0x80 // of a length of one byte it makes the body's first byte part of it
		}
		if n, _ := binary.Uvarint(bad[at[i]:]); n < uint64(len(all)) || n > maxBody {
			t.Fatalf("a length of %d is another damage", n)
		}
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%s: byte %d: the length of this record is damaged: it goes beyond the end of the file, but a whole game begins at byte %d",
			path, at[i], at[i+1])
		if _, _, err := Open(path); err == nil || err.Error() != want {
			t.Errorf("record %d: %v", i, err)
		}
		if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, bad) {
			t.Errorf("record %d: %d of %d bytes are left, %v", i, len(left), len(bad), err)
		}
	}
}

// TestOneWriter refuses to go on with a file that another run is writing to.
func TestOneWriter(t *testing.T) {
	file, games := played(t)
	f, held, err := Open(file)
	if err != nil || len(held) != len(games) {
		t.Fatalf("%d games, %v", len(held), err)
	}
	c := config(t, file)
	c.Games = 4
	if err := Play(context.Background(), c, func(Progress) {}); err == nil || !strings.HasPrefix(err.Error(), file+": another run is writing") {
		t.Errorf("two runs on one file: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Play(context.Background(), c, func(Progress) {}); err != nil {
		t.Errorf("after the other has ended: %v", err)
	}
}

// TestDamage turns over every bit of some bytes of a record: the check sum sees it, or the length does.
func TestDamage(t *testing.T) {
	_, games := played(t)
	whole := append([]byte(magic), encode(games[0])...)
	for at := range whole {
		bad := bytes.Clone(whole)
		bad[at] ^= 0x10
		got, _, torn, err := Read("x", bytes.NewReader(bad))
		if err == nil && !torn {
			t.Fatalf("byte %d changed, and nobody saw it: %d games", at, len(got))
		}
	}
	if _, _, _, err := Read("x.bin", strings.NewReader("{\"design\":1}\n and so on")); err == nil || !strings.Contains(err.Error(), "x.bin: not a file of games") {
		t.Errorf("another format: %v", err)
	}
}

// TestPacked reads what gzip has packed, tells where it is not whole, and does not go on with it.
func TestPacked(t *testing.T) {
	file, games := played(t)
	plain, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pack := func(data []byte) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	path := file + ".gz"
	whole := pack(plain)
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"whole", "", whole},
		{"named as packed and not", "", plain},
		{"cut short", path + ", unpacked: byte", whole[:len(whole)/2]},
		{"cut short in its head", "unpack " + path + ": packed by gzip and cut short", whole[:5]},
		{"its first bytes damaged", path + ", unpacked: packed by gzip and damaged", append(bytes.Clone(whole[:10]), 0xff, 0xff)},
		{"empty", path + ": byte 0: it is empty", nil},
		{"a torn game", path + ", unpacked: byte", pack(plain[:len(plain)-3])},
	} {
		if err := os.WriteFile(path, c.data, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(path)
		switch {
		case c.want == "" && (err != nil || !reflect.DeepEqual(got, games)):
			t.Errorf("%s: %d games, %v", c.name, len(got), err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
			t.Errorf("%s: %d games, %v", c.name, len(got), err)
		}
		if _, _, err := Open(path); err == nil || !strings.Contains(err.Error(), "not gone on with") {
			t.Errorf("%s: opened to go on with: %v", c.name, err)
		}
		if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, c.data) {
			t.Errorf("%s: the file was changed, %v", c.name, err)
		}
	}
	// A name that tells nothing: what is packed is read, and gone on with no more than the others.
	other := file + ".old"
	if err := os.WriteFile(other, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(other); err != nil || !reflect.DeepEqual(got, games) {
		t.Errorf("packed under another name: %d games, %v", len(got), err)
	}
	if _, _, err := Open(other); err == nil || err.Error() != other+": "+neverGoneOn {
		t.Errorf("packed under another name, opened to go on with: %v", err)
	}
}

// TestPositions checks every position that is taken: quiet, an estimate, of a finished game, with its result and score.
func TestPositions(t *testing.T) {
	_, games := played(t)
	taken, finished := 0, 0
	for _, g := range games {
		r := compiled(t, g.Variant)
		gen, e := movegen.For(r), eval.New(r, eval.PlainWeights())
		result, ok := g.Result()
		if ok {
			finished++
		}
		last := -1
		err := Positions(r, e, g, Filter{Skip: 2}, func(s Sample) {
			taken++
			m := g.Moves[s.Ply]
			score := int(g.Scores[s.Ply-g.Opening])
			if s.Position.Side() == board.Black {
				score = -score
			}
			switch {
			case !ok:
				t.Errorf("a position of a game without a result")
			case s.Ply <= last || s.Ply < g.Opening+2 || s.Ply+s.Left != len(g.Moves):
				t.Errorf("ply %d after %d, %d left", s.Ply, last, s.Left)
			case s.Position.Ply() != s.Ply || !gen.IsLegal(s.Position, m):
				t.Errorf("ply %d is not the position before move %d", s.Position.Ply(), s.Ply)
			case s.Position.InCheck() || s.Position.Captured(m) != board.NoPiece:
				t.Errorf("%s is not quiet", s.Position.FEN())
			case s.Score != score || s.Result != result:
				t.Errorf("score %d, result %v", s.Score, s.Result)
			}
			last = s.Ply
		})
		if err != nil {
			t.Error(err)
		}
		few := 0
		if err := Positions(r, e, g, Filter{PerGame: 3}, func(Sample) { few++ }); err != nil || few > 3 {
			t.Errorf("%d positions of a game, %v", few, err)
		}
	}
	if finished == 0 || taken < 5 {
		t.Errorf("%d finished games, %d positions", finished, taken)
	}
}

// TestQuiet knows a position with a capture that gains from one without.
func TestQuiet(t *testing.T) {
	r := compiled(t, "chess")
	for _, tc := range []struct {
		fen, best string
		quiet     bool
	}{
		{"k7/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3", true},
		{"k7/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "e1f1", false},  // the rook hangs
		{"k7/2p5/3p4/4R3/8/8/8/4K3 w - - 0 1", "e1f1", true}, // taking the pawn would lose the rook
		{"k7/8/8/8/7b/8/8/4K3 w - - 0 1", "e1f1", false},     // in check
		{"k7/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", false},  // the move found takes something
	} {
		g := &Game{Key: Key{Variant: "chess"}, Start: tc.fen}
		p, err := start(r, g)
		if err != nil {
			t.Fatal(err)
		}
		q := quieter{movegen.For(r), eval.New(r, eval.PlainWeights())}
		for _, m := range q.gen.Legal(p, nil) {
			if r.UCI(m) != tc.best {
				continue
			}
			if got := q.quiet(p, m); got != tc.quiet {
				t.Errorf("%s: quiet is %v", tc.fen, got)
			}
		}
	}
}

// TestReplayRefuses gives games that the rules do not allow.
func TestReplayRefuses(t *testing.T) {
	_, games := played(t)
	for _, g := range games {
		if _, ok := g.Result(); !ok {
			continue
		}
		r := compiled(t, g.Variant)
		e := eval.New(r, eval.PlainWeights())
		bad := *g
		bad.Outcome.Winner ^= 1
		if bad.Outcome.Winner > board.NoColor {
			bad.Outcome.Winner = board.White
		}
		if err := Positions(r, e, &bad, Filter{}, func(Sample) {}); err == nil || !strings.Contains(err.Error(), "the file says") {
			t.Errorf("another result: %v", err)
		}
		bad = *g
		bad.Moves = append([]board.Move{board.NewMove(0, 127)}, g.Moves[1:]...)
		if err := Positions(r, e, &bad, Filter{}, func(Sample) {}); err == nil || !strings.Contains(err.Error(), "not legal") {
			t.Errorf("an illegal move: %v", err)
		}
		return
	}
	t.Error("no game was finished")
}

// FuzzRead feeds the reader: it never panics, and what it reads it writes the same.
func FuzzRead(f *testing.F) {
	g := &Game{Key: Key{Variant: "chess", Engine: "x", Nodes: [2]uint64{1, 2}}, Opening: 1, Moves: []board.Move{700, 701}, Scores: []int16{-3},
		Outcome: board.Draw(board.Clock)}
	f.Add(encode(g))
	f.Add([]byte{0})
	f.Fuzz(func(t *testing.T, record []byte) {
		games, _, _, err := Read("x", bytes.NewReader(append([]byte(magic), record...)))
		if err != nil {
			return
		}
		for _, g := range games {
			again, _, torn, err := Read("x", bytes.NewReader(append([]byte(magic), encode(g)...)))
			if err != nil || torn || len(again) != 1 || !reflect.DeepEqual(again[0], g) {
				t.Fatalf("%+v came back as %+v, %v", g, again, err)
			}
		}
	})
}
