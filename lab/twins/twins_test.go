package twins

import (
	"context"
	"os"
	"testing"

	"buluo/board"
	"buluo/variant"
)

// catalogue loads every variant.
func catalogue(t testing.TB) []*variant.Spec {
	var specs []*variant.Spec
	for _, name := range variant.Names() {
		spec, err := variant.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, spec)
	}
	return specs
}

// stanzas reads the variants of a file.
func stanzas(t testing.TB, name string) []*variant.Spec {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := variant.Parse(name, string(text))
	if err != nil {
		t.Fatal(err)
	}
	return file.Specs
}

// agree walks variants, complains of every difference and returns what it saw.
func agree(t testing.TB, specs []*variant.Spec, opt Options) *Report {
	t.Helper()
	report, err := Compare(context.Background(), specs, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range report.Differences {
		t.Error(d)
	}
	t.Logf("%d positions, %d games, ends %v", report.Positions, report.Games, report.Ends)
	return report
}

// TestTwins walks a few games of every variant of the catalogue.
func TestTwins(t *testing.T) {
	opt := Options{Positions: 600, Seed: 1, Threads: 2}
	if testing.Short() {
		opt.Positions = 100
	}
	agree(t, catalogue(t), opt)
}

// TestFolds walks games that end at the second occurrence of a position, and Specs made by hand that ask for the first.
func TestFolds(t *testing.T) {
	var specs []*variant.Spec
	for _, name := range []string{"chess", "xiangqi", "minixiangqi", "horde-twomoves-36-r1"} {
		for fold := 1; fold <= 2; fold++ {
			spec, err := variant.Load(name)
			if err != nil {
				t.Fatal(err)
			}
			folded := *spec
			folded.Fold = fold
			specs = append(specs, &folded)
		}
	}
	report := agree(t, specs, Options{Positions: 400, Seed: 4, Threads: 2})
	if report.Ends[board.Repetition] == 0 {
		t.Errorf("no repetition among %v", report.Ends)
	}
}

// TestCorners walks stanzas made for the corners of the rules that no variant of the catalogue visits.
func TestCorners(t *testing.T) {
	opt := Options{Positions: 1000, Seed: 2, Threads: 2}
	if testing.Short() {
		opt.Positions = 200
	}
	agree(t, stanzas(t, "../../referee/testdata/corners.ini"), opt)
}

// TestChases walks variants that judge chases: the catalogue's, and stanzas of its own. It must see some.
func TestChases(t *testing.T) {
	specs := stanzas(t, "testdata/chases.ini")
	for _, spec := range catalogue(t) {
		if spec.Chase != variant.NoChase {
			specs = append(specs, spec)
		}
	}
	opt := Options{Positions: 3000, Seed: 3, Threads: 2}
	if testing.Short() {
		opt.Positions = 600
	}
	report := agree(t, specs, opt)
	if report.Ends[board.PerpetualChase] == 0 || report.Ends[board.PerpetualCheck] == 0 {
		t.Errorf("no chase or no check among %v", report.Ends)
	}
}
