package ffishtest

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// start starts the reference, or skips the test where there is none. With BULUO_FFISH in the environment, which names the folder of
// the module, that is a failure: a check that skips itself without a word is none.
func start(t *testing.T) *Reference {
	t.Helper()
	module := os.Getenv("BULUO_FFISH")
	r, err := Start("testdata/ffish.mjs", module)
	if errors.Is(err, ErrMissing) && module == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// TestCatalogue compares positions of every shipped variant that the reference can play.
func TestCatalogue(t *testing.T) {
	var specs []*variant.Spec
	for _, name := range variant.Names() {
		spec, err := variant.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, spec)
	}
	walk(t, specs, 60, 60)
}

// TestCustoms does the same for stanzas that no one would play, made to have every kind of move and rule of movement.
func TestCustoms(t *testing.T) {
	const file = "testdata/customs.ini"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := variant.Parse(file, string(text))
	if err != nil {
		t.Fatal(err)
	}
	walk(t, f.Specs, len(f.Specs), 200)
}

// walk plays random games of the variants and compares the legal moves and the checks of so many positions of each. At least so many of
// the variants must be ones that the reference can play.
func walk(t *testing.T, specs []*variant.Spec, least, positions int) {
	ref := start(t)
	if testing.Short() {
		positions /= 4
	}
	compared, variants := 0, 0
	for i, spec := range specs {
		if !define(t, ref, spec) {
			continue
		}
		variants++
		g := newGames(t, spec, uint64(i))
		for range positions {
			compare(t, ref, spec, g.next())
			compared++
		}
	}
	t.Logf("%d positions of %d variants", compared, variants)
	if variants < least {
		t.Errorf("the reference could play %d variants, %d were expected", variants, least)
	}
}

// endsOnly are keys of ours that the reference does not have and that never forbid or allow a move.
var endsOnly = []string{"insufficientMaterial", "fortressDraw", "noCaptureClock"}

// define makes a variant known to the reference under a name that it does not have itself, and reports whether it can play it.
func define(t *testing.T, ref *Reference, spec *variant.Spec) bool {
	t.Helper()
	text, lost := spec.ReferenceINI()
	lost = slices.DeleteFunc(lost, func(line string) bool { return slices.Contains(endsOnly, strings.Fields(line)[0]) })
	if len(lost) > 0 {
		t.Logf("%s: the reference cannot say %s", spec.Name, strings.Join(lost, ", "))
		return false
	}
	text = strings.Replace(text, "["+spec.Name, "["+alias(spec), 1)
	if err := ref.Define(text); err != nil {
		t.Errorf("%s: %v", spec.Name, err)
		return false
	}
	return true
}

// alias is the name that a variant has with the reference, where ours may be taken.
func alias(spec *variant.Spec) string { return "our-" + spec.Name }

// compare asks the reference about a position.
func compare(t *testing.T, ref *Reference, spec *variant.Spec, p *position.Position) {
	t.Helper()
	theirs, err := ref.Ask(alias(spec), p.FEN())
	if err != nil {
		t.Fatalf("%s: %s: %v", spec.Name, p.FEN(), err)
	}
	var ours []string
	for _, m := range movegen.For(p.Rules()).Legal(p, nil) {
		ours = append(ours, p.Rules().UCI(m))
	}
	slices.Sort(ours)
	slices.Sort(theirs.Legal)
	if d := cmp.Diff(theirs.Legal, ours); d != "" && len(theirs.Legal)+len(ours) > 0 {
		t.Errorf("%s: %s: legal moves (- the reference, + ours):\n%s", spec.Name, p.FEN(), d)
	}
	// The reference calls an attack on the last of a kind that may not be lost a check as well.
	check := p.InCheck()
	if check != theirs.Check {
		t.Errorf("%s: %s: check is %v, the reference says %v", spec.Name, p.FEN(), check, theirs.Check)
	}
}

// games is an endless row of random games of a variant.
type games struct {
	g   *movegen.Generator
	p   *position.Position
	rng *rand.Rand
}

func newGames(t *testing.T, spec *variant.Spec, seed uint64) *games {
	t.Helper()
	r, err := rules.Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	return &games{movegen.For(r), position.Start(r), rand.New(rand.NewPCG(seed, 1))}
}

// next plays on by a few moves and returns the position; after the end of a game, or 300 plies, a new one begins. Half of the moves are
// captures and promotions where there are any, which reaches the thin boards on which rules meet.
func (g *games) next() *position.Position {
	for range 1 + g.rng.IntN(8) {
		var moves []board.Move
		if g.rng.IntN(2) == 0 {
			moves = g.g.Noisy(g.p, moves)
		}
		if len(moves) == 0 {
			moves = g.g.Legal(g.p, nil)
		}
		if len(moves) == 0 || g.p.Ply() > 300 {
			g.p = position.Start(g.p.Rules())
			continue
		}
		g.p.Do(moves[g.rng.IntN(len(moves))])
	}
	return g.p
}
