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

// TestTwins walks a few games of every variant of the catalogue.
func TestTwins(t *testing.T) {
	opt := Options{Positions: 600, Seed: 1, Threads: 2}
	if testing.Short() {
		opt.Positions = 100
	}
	report, err := Compare(context.Background(), catalogue(t), opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range report.Differences {
		t.Error(d)
	}
	t.Logf("%d positions, %d games, ends %v", report.Positions, report.Games, report.Ends)
}

// TestCorners walks stanzas made for the corners of the rules that no variant of the catalogue visits.
func TestCorners(t *testing.T) {
	const name = "../../referee/testdata/corners.ini"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := variant.Parse(name, string(text))
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Positions: 1000, Seed: 2, Threads: 2}
	if testing.Short() {
		opt.Positions = 200
	}
	report, err := Compare(context.Background(), file.Specs, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range report.Differences {
		t.Error(d)
	}
	t.Logf("%d positions, %d games, ends %v", report.Positions, report.Games, report.Ends)
}

// TestChases walks variants that judge chases: the catalogue's, and stanzas of its own. It must see some.
func TestChases(t *testing.T) {
	const name = "testdata/chases.ini"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := variant.Parse(name, string(text))
	if err != nil {
		t.Fatal(err)
	}
	specs := file.Specs
	for _, spec := range catalogue(t) {
		if spec.Chase != variant.NoChase {
			specs = append(specs, spec)
		}
	}
	opt := Options{Positions: 3000, Seed: 3, Threads: 2}
	if testing.Short() {
		opt.Positions = 600
	}
	report, err := Compare(context.Background(), specs, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range report.Differences {
		t.Error(d)
	}
	if report.Ends[board.PerpetualChase] == 0 || report.Ends[board.PerpetualCheck] == 0 {
		t.Errorf("no chase or no check among %v", report.Ends)
	}
	t.Logf("%d positions, %d games, ends %v", report.Positions, report.Games, report.Ends)
}
