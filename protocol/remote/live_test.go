package remote

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/variant"
)

const liveDesign = `[test-horde:xiangqi]
startFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/PPPPPPPPP/PPPPPPPPP/PPPPPPPPP w - - 0 1
extinctionValue = loss
extinctionPieceTypes = *
flyingGeneral = false
stalemateValue = loss
`

// TestReference talks to a real Fairy-Stockfish, large-board build, named by the environment.
func TestReference(t *testing.T) {
	path := os.Getenv("BULUO_REFERENCE")
	if path == "" {
		t.Skip("BULUO_REFERENCE names no engine")
	}
	e, err := Start(t.Context(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if !strings.Contains(e.Name(), "Fairy-Stockfish") {
		t.Errorf("it calls itself %q", e.Name())
	}
	if err := e.UseVariant("no-such-game", ""); FailureOf(err) != WrongVariant {
		t.Errorf("an unknown variant: %v", err)
	}
	if err := e.UseVariant("lost", "[lost:no-such-template]\n"); FailureOf(err) != WrongVariant ||
		!strings.Contains(err.Error(), "no-such-template") {
		t.Errorf("an unknown template: %v", err)
	}
	t.Run("xiangqi", func(t *testing.T) { referenceXiangqi(t, e) })
	t.Run("horde", func(t *testing.T) { referenceHorde(t, e) })
	t.Run("stanza", func(t *testing.T) { referenceStanza(t, e) })
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

func referenceXiangqi(t *testing.T, e *Engine) {
	if err := e.UseVariant("xiangqi", ""); err != nil {
		t.Fatal(err)
	}
	total, divide, err := e.Perft(t.Context(), 2)
	if err != nil || total != 1920 || len(divide) != 44 || divide["a1a2"] == 0 || divide["b3b10"] == 0 {
		t.Errorf("perft 2 = %d, %v, %v", total, divide, err)
	}
	// A mated side: no moves, and the reference says so in its own way.
	if err := e.Position("3k5/4R4/9/9/9/9/9/9/9/3RK4 b - - 0 1", nil); err != nil {
		t.Fatal(err)
	}
	if total, divide, err := e.Perft(t.Context(), 1); err != nil || total != 0 || len(divide) != 0 {
		t.Errorf("perft of a mated side = %d, %v, %v", total, divide, err)
	}
	if res, err := e.Go(t.Context(), Limits{Nodes: 100}); err != nil || res.Best != "" || res.Score != (Score{Kind: MateIn}) {
		t.Errorf("go for a mated side = %+v, %v", res, err)
	}
	if b, err := e.Display(t.Context()); err != nil || !cmp.Equal(b.Checkers, []string{"d1"}) ||
		b.FEN != "3k5/4R4/9/9/9/9/9/9/9/3RK4 b - - 0 1" {
		t.Errorf("display = %+v, %v", b, err)
	}
}

func referenceHorde(t *testing.T, e *Engine) {
	if err := e.UseVariant("test-horde", liveDesign); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(e.Options()[variantOption].Vars, "test-horde") {
		t.Error("it is not among the variants")
	}
	// Perft values of this array that another build of the reference has given.
	total, divide, err := e.Perft(t.Context(), 3)
	if err != nil || total != 3956 || len(divide) != 9 {
		t.Errorf("perft 3 = %d, %v, %v", total, divide, err)
	}
	if err := e.Position("", []string{"a3a4", "a7a6"}); err != nil {
		t.Fatal(err)
	}
	want := "rnbakabnr/9/1c5c1/2p1p1p1p/p8/9/P8/1PPPPPPPP/PPPPPPPPP/PPPPPPPPP w - - 2 2"
	if b, err := e.Display(t.Context()); err != nil || b.FEN != want || !b.HasCheckers || len(b.Checkers) != 0 {
		t.Errorf("display = %+v, %v", b, err)
	}
	// The same nodes twice, with another variant searched between: what UseVariant promises.
	var runs [2]Result
	for i := range runs {
		if err := e.UseVariant("test-horde", liveDesign); err != nil {
			t.Fatal(err)
		}
		if runs[i], err = e.Go(t.Context(), Limits{Nodes: 5000}); err != nil || runs[i].Unread != 0 || len(runs[i].PV) == 0 {
			t.Fatalf("go = %+v, %v", runs[i], err)
		}
		runs[i].Time, runs[i].NPS = 0, 0
		if err := e.UseVariant("xiangqi", ""); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Go(t.Context(), Limits{Nodes: 5000}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(runs[0], runs[1]); diff != "" {
		t.Errorf("two runs differ: %s", diff)
	}
}

// referenceStanza has the reference search a design by a short stanza derived from xiangqi and by the stanza that we give it: the same
// variant must be the same search.
func referenceStanza(t *testing.T, e *Engine) {
	if err := e.SetOption("Use NNUE", "false"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, text string }{
		{"horde-standard-18-r3", "startFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/PPPPPPPPP/PPPPPPPPP/9/9 w - - 0 1\n"},
		{"horde-veteran-27-r2", "customPiece1 = v:fsW\nstartFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/VVVVVVVVV/VVVVVVVVV/VVVVVVVVV/9 w - - 0 1\n"},
	} {
		short := "[short-" + c.name + ":xiangqi]\n" + c.text + `extinctionValue = loss
extinctionPieceTypes = *
flyingGeneral = false
chasingRule = none
perpetualCheckIllegal = false
nMoveRule = 60
`
		spec, err := variant.Load(c.name)
		if err != nil {
			t.Fatal(err)
		}
		var found [2]Result
		for i, use := range []func() error{
			func() error { return e.UseVariant("short-"+c.name, short) },
			func() error { return e.UseSpec(spec) },
		} {
			if err := use(); err != nil {
				t.Fatal(err)
			}
			if found[i], err = e.Go(t.Context(), Limits{Nodes: 60_000}); err != nil {
				t.Fatal(err)
			}
			found[i].Time, found[i].NPS = 0, 0
		}
		if d := cmp.Diff(found[0], found[1]); d != "" {
			t.Errorf("%s: the study's stanza and ours give two searches:\n%s", c.name, d)
		}
	}
}
