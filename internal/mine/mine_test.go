package main

import (
	"context"
	"strings"
	"testing"

	"buluo/bench"
	"buluo/internal/solver"
	"buluo/variant"
)

// TestMine finds problems in a few quick games, the same ones again, in the form of the file; each is proved once more from its text.
func TestMine(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games, twice")
	}
	o := options{games: 16, opening: 6, nodes: 200, thinking: 1500, seed: 5, each: 2, budget: 1000, men: 5}
	var texts [2]string
	for i := range texts {
		found, err := mine(context.Background(), "minixiangqi", o)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range found {
			texts[i] += p.line() + "\n"
		}
	}
	if texts[0] == "" || texts[0] != texts[1] {
		t.Fatalf("found\n%sand then\n%s", texts[0], texts[1])
	}
	problems, err := bench.ReadProblems("found", strings.NewReader(header+texts[0]))
	if err != nil {
		t.Fatal(err)
	}
	spec, err := variant.Load("minixiangqi")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		b, err := solver.NewReferee(spec, p.FEN)
		if err != nil {
			t.Fatal(err)
		}
		kind, _ := solver.ParseKind(p.Task.String())
		claim := solver.Claim{Kind: kind, Plies: p.Plies}
		for _, text := range p.Answer {
			m, err := b.ParseUCI(text)
			if err != nil {
				t.Fatal(err)
			}
			claim.Moves = append(claim.Moves, m)
		}
		if _, err := claim.Prove(b); err != nil {
			t.Errorf("%s: %v", p.FEN, err)
		}
	}
}

// TestMineRefuses does not begin what it cannot do.
func TestMineRefuses(t *testing.T) {
	if _, err := mine(context.Background(), "no-such", options{games: 1}); err == nil {
		t.Error("a variant that is not there is not noticed")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := mine(ctx, "chess", options{games: 1, nodes: 100}); err == nil {
		t.Error("a context that has ended is not noticed")
	}
}

func TestFresh(t *testing.T) {
	if got := fresh("4k3/8/8/8/8/8/8/4K3 w - - 33 71"); got != "4k3/8/8/8/8/8/8/4K3 w - - 0 1" {
		t.Error(got)
	}
}
