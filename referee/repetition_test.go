package referee

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"buluo/board"
	"buluo/variant"
)

// load returns a catalogue variant.
func load(t testing.TB, name string) *variant.Spec {
	t.Helper()
	spec, err := variant.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// table reads a file of tab-separated rows; lines that start with # are comments.
func table(t testing.TB, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows [][]string
	in := bufio.NewScanner(f)
	for in.Scan() {
		if text := in.Text(); text != "" && text[0] != '#' {
			rows = append(rows, strings.Split(text, "\t"))
		}
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
	return rows
}

// play sets a position up and plays moves, which must be legal.
func play(t testing.TB, spec *variant.Spec, fen, moves string) *Game {
	t.Helper()
	g, err := FromFEN(spec, fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Fields(moves) {
		m, err := g.ParseUCI(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatalf("%s after %s: %v", fen, moves, err)
		}
	}
	return g
}

func TestRepetitions(t *testing.T) {
	spec := load(t, "xiangqi")
	for _, row := range table(t, "../testdata/repetition.tsv") {
		kind, fen, round := row[0], row[1], row[2]
		g := play(t, spec, fen, round)
		if out := g.Outcome(); out.Over {
			t.Errorf("%s: over after one round: %s (%s)", kind, out.Result(), out.Reason)
		}
		g = play(t, spec, fen, round+" "+round)
		if out := g.Outcome(); out.Result() != row[3] || out.Reason.String() != row[4] {
			t.Errorf("%s: %s (%s), want %s (%s)", kind, out.Result(), out.Reason, row[3], row[4])
		}
	}
}

// TestRepetitionsWithinTurns judges repetitions that begin within a long turn.
func TestRepetitionsWithinTurns(t *testing.T) {
	for _, row := range table(t, "../testdata/repetition-turns.tsv") {
		spec := *load(t, "xiangqi")
		fold := int(row[1][0] - '0')
		spec.MovesPerTurn, spec.Fold = [2]int{2, 1}, fold
		g := play(t, &spec, row[2], row[3]+strings.Repeat(" "+row[4], fold-1))
		if out := g.Outcome(); out.Result() != row[5] || out.Reason.String() != row[6] {
			t.Errorf("%s: %s (%s), want %s (%s)", row[0], out.Result(), out.Reason, row[5], row[6])
		}
	}
}

// TestRepetitionsMirrored turns every case round: colours changed, files mirrored, the ruling must follow.
func TestRepetitionsMirrored(t *testing.T) {
	spec := load(t, "xiangqi")
	turned := map[string]string{"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1/2-1/2"}
	for _, row := range table(t, "../testdata/repetition.tsv") {
		round := turnMoves(spec.Geometry, row[2])
		g := play(t, spec, turnFEN(row[1]), round+" "+round)
		if out := g.Outcome(); out.Result() != turned[row[3]] || out.Reason.String() != row[4] {
			t.Errorf("%s, turned: %s (%s), want %s (%s)", row[0], out.Result(), out.Reason, turned[row[3]], row[4])
		}
	}
}

// turnFEN rotates a board by half a turn and changes the colours.
func turnFEN(fen string) string {
	text, rest, _ := strings.Cut(fen, " ")
	var b strings.Builder
	for i := len(text) - 1; i >= 0; i-- {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z':
			b.WriteByte(c - 'a' + 'A')
		case c >= 'A' && c <= 'Z':
			b.WriteByte(c - 'A' + 'a')
		default:
			b.WriteByte(c)
		}
	}
	side := map[byte]string{'w': "b", 'b': "w"}[rest[0]]
	return b.String() + " " + side + rest[1:]
}

// turnMoves rotates moves by half a turn.
func turnMoves(g board.Geometry, moves string) string {
	var out []string
	for _, text := range strings.Fields(moves) {
		from, rest, _ := g.CutSquare(text)
		to, _, _ := g.CutSquare(rest)
		last := board.Square(g.Size() - 1)
		out = append(out, g.Name(last-from)+g.Name(last-to))
	}
	return strings.Join(out, " ")
}

// TestRepetitionsCasual: without the federation's rules every repetition is a draw.
func TestRepetitionsCasual(t *testing.T) {
	spec := *load(t, "xiangqi")
	spec.PerpetualCheck, spec.Chase = false, variant.NoChase
	for _, row := range table(t, "../testdata/repetition.tsv") {
		g := play(t, &spec, row[1], row[2]+" "+row[2])
		if out := g.Outcome(); out != board.Draw(board.Repetition) {
			t.Errorf("%s: %s (%s), want a draw by repetition", row[0], out.Result(), out.Reason)
		}
	}
}

// TestRepetitionSuite replays the transcribed suites of rule-book diagrams and of the reference's own tests where they are
// at hand. Cases that are disputed among the sources are reported only.
func TestRepetitionSuite(t *testing.T) {
	const path = "../../shared/data/repetition.tsv"
	if _, err := os.Stat(path); err != nil {
		t.Skip("the suite is not here: ", err)
	}
	spec := load(t, "xiangqi")
	verdicts := map[string]string{"1-0": "Black loses", "0-1": "Red loses", "1/2-1/2": "draw"}
	ruled := 0
	for _, row := range table(t, path)[1:] {
		id, source, fen, moves, want, reference := row[0], row[1], row[3], row[4], row[5], row[6]
		out := play(t, spec, fen, moves).Outcome()
		switch got := verdicts[out.Result()]; {
		case source == "MISC" || want == "unasserted":
			t.Logf("%s %s: %s (%s); the source says %s, the reference %s", source, id, got, out.Reason, want, reference)
		case got != want:
			t.Errorf("%s %s: %s (%s), want %s; reference %s; %s %s", source, id, got, out.Reason, want, reference, fen, moves)
		default:
			ruled++
		}
	}
	t.Logf("%d cases ruled as expected", ruled)
}
