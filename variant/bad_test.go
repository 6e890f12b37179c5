package variant

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestBad holds the exact messages for wrong files against a golden file. Every file of the archive has a mistake.
func TestBad(t *testing.T) {
	a, err := txtar.ParseFile("testdata/bad.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Files) < 60 {
		t.Errorf("%d wrong files, want 60 and more", len(a.Files))
	}
	var b strings.Builder
	for _, f := range a.Files {
		// An archive cannot hold white space at the end of a line safely, so it is written as these words.
		text := strings.NewReplacer("<space>", " ", "<tab>", "\t", "<cr>", "\r").Replace(string(f.Data))
		_, err := Parse(f.Name, text)
		if err == nil {
			t.Errorf("%s: no mistake found", f.Name)
			continue
		}
		var all Errors
		if !errors.As(err, &all) || len(all) == 0 {
			t.Errorf("%s: %T is no Errors", f.Name, err)
		}
		checkProblems(t, f.Name, text, all)
		fmt.Fprintf(&b, "%v\n", err)
	}
	golden(t, "testdata/bad.golden", b.String())
}

// checkProblems sees that problems have an address in the file, stand in its order, and say each thing once.
func checkProblems(t *testing.T, file, text string, all Errors) {
	t.Helper()
	seen := map[string]bool{}
	for i, p := range all {
		if p.File != file || p.Line < 1 || p.Line > strings.Count(text, "\n")+1 || p.Text == "" {
			t.Errorf("%s: problem %+v has no address", file, p)
		}
		if i > 0 && all[i-1].Line > p.Line {
			t.Errorf("%s: line %d after line %d", file, p.Line, all[i-1].Line)
		}
		if seen[p.String()] {
			t.Errorf("said twice: %v", p)
		}
		seen[p.String()] = true
	}
}

// TestEveryMistakeAtOnce counts the mistakes of one file that has many.
func TestEveryMistakeAtOnce(t *testing.T) {
	text := `before = 1
[a:chess]
nMoveRul = 50
flyingGeneral = false # off
nFoldRule = 3x
nFoldRule = 3
customPiece1 = x:Y
flagRegion = z9 *11
blastOnCapture = true
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1
no equals sign
[a]
[b:nothing]
`
	_, err := Parse("many.ini", text)
	var all Errors
	if !errors.As(err, &all) {
		t.Fatal(err)
	}
	lines := map[int]int{}
	for _, p := range all {
		lines[p.Line]++
	}
	for line, n := range map[int]int{1: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 9: 1, 10: 1, 11: 1, 12: 2, 13: 1} {
		if lines[line] < 1 || n == 1 && lines[line] != 1 {
			t.Errorf("line %d has %d problems, want %d:\n%v", line, lines[line], n, err)
		}
	}
}

// TestMistakesAreNotInherited sees that a stanza built on a wrong one is not blamed for it, and is for its own.
func TestMistakesAreNotInherited(t *testing.T) {
	_, err := Parse("x.ini", "[a:chess]\nextinctionValue = loss\nextinctionPieceTypes = z\nstartFen = 8 w - - 0 1\n[b:a]\nnFoldRule = 4\n[c:b]\nnFoldRule = x\n")
	var all Errors
	if !errors.As(err, &all) || len(all) != 3 || all[0].Line != 3 || all[1].Line != 4 || all[2].Line != 8 {
		t.Errorf("%v", err)
	}
}
