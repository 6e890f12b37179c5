package variant

import (
	"errors"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzParse feeds texts to Parse: it never panics, its errors are addressed, and a Spec that passes is well-formed and
// survives being written and read.
func FuzzParse(f *testing.F) {
	f.Add(crowded)
	for _, file := range []string{"testdata/candidates.ini", "catalogue/10-builtin.ini", "catalogue/20-xiangqi.ini", "catalogue/30-chess.ini"} {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	a, err := txtar.ParseFile("testdata/bad.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range a.Files {
		f.Add(string(file.Data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("fuzz.ini", text)
		if err != nil {
			var all Errors
			if !errors.As(err, &all) || len(all) == 0 {
				t.Fatalf("%T: %v", err, err)
			}
			checkProblems(t, "fuzz.ini", text, all)
			return
		}
		for _, s := range file.Specs {
			checkSpec(t, s)
		}
	})
}

func checkSpec(t *testing.T, s *Spec) {
	t.Helper()
	if err := wellFormed(s); err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	back, err := parse("back.ini", s.INI(), &File{})
	if err != nil {
		t.Fatalf("%s does not read back: %v\n%s", s.Name, err, s.INI())
	}
	sameSpec(t, s.Name, s, back.Specs[0])
	if len(Describe(s)) == 0 || len(Summary(s)) == 0 {
		t.Fatalf("%s has no description", s.Name)
	}
}

// FuzzBetza feeds texts to the reader of moves.
func FuzzBetza(f *testing.F) {
	for p := pawnSlot; p < slots; p++ {
		if p.exists() {
			f.Add(p.betza())
		}
	}
	f.Add("fsWifmnDcpR3gBhrNNsfZ0")
	f.Fuzz(func(t *testing.T, text string) {
		steps, _, problems := parseBetza(text)
		if len(problems) > 0 {
			return
		}
		if err := wellFormedSteps(&Piece{Key: "fuzz", Betza: text, Steps: steps}); err != nil {
			t.Fatal(err)
		}
	})
}
