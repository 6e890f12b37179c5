package match_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"buluo/board"
	"buluo/game"
	"buluo/internal/rulestest"
	"buluo/lab/match"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

func both(p match.Player) [2]match.Player { return [2]match.Player{p, p} }

// TestRandomGames plays random games of many variants to their ends: the two readings of the rules must agree on every position.
func TestRandomGames(t *testing.T) {
	for i, name := range []string{
		"horde-standard-18-r1", "horde-veteran-27-r4", "horde-twomoves-27-r2", "horde-promoting-36-r1", "horde-pawn-36-r1",
		"xiangqi", "xiangqi-tournament", "minixiangqi", "orda", "chess", "horde",
	} {
		r := rulestest.Load(t, name)
		g, err := match.Play(t.Context(), r, both(match.NewRandom(r, uint64(i))), 150)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(g.Choices) != len(g.Moves) || g.Outcome.Over != (g.Termination == match.ByRules) || g.Termination == match.Unfinished {
			t.Errorf("%s: %d moves, %d choices, %+v, %s", name, len(g.Moves), len(g.Choices), g.Outcome, g.Termination)
		}
		if g.Termination == match.Capped && len(g.Moves) != 150 {
			t.Errorf("%s: capped after %d plies", name, len(g.Moves))
		}
		replayed := game.New(r)
		for _, m := range g.Moves {
			if err := replayed.PlayUCI(m); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if replayed.Outcome() != g.Outcome {
			t.Errorf("%s: outcome %+v, replayed %+v", name, g.Outcome, replayed.Outcome())
		}
	}
}

// TestBeatsRandom plays the search against a random mover from both seats of designs that the study's engine wins 60-0.
func TestBeatsRandom(t *testing.T) {
	seeds := 2
	if testing.Short() {
		seeds = 1
	}
	for _, name := range []string{"horde-standard-18-r1", "horde-standard-36-r1", "horde-veteran-18-r1", "horde-veteran-36-r2"} {
		r := rulestest.Load(t, name)
		us := match.NewSearching(r, search.Options{TableMB: 1}, search.Limits{Nodes: 1000})
		for seed := range uint64(seeds) {
			for seat := range board.NoColor {
				players := both(match.NewRandom(r, seed))
				players[seat] = us
				g, err := match.Play(t.Context(), r, players, 1000)
				if err != nil {
					t.Fatal(err)
				}
				if !g.Outcome.Over || g.Outcome.Winner != seat {
					t.Errorf("%s as %s, seed %d: %s by %s in %d plies", name, seat, seed, g.Outcome.Result(), g.Outcome.Reason, len(g.Moves))
				}
			}
		}
	}
}

// TestSame plays a game twice: a player's memory of the first must not show in the second.
func TestSame(t *testing.T) {
	r := rulestest.Load(t, "horde-standard-36-r3")
	p := both(match.NewSearching(r, search.Options{TableMB: 1}, search.Limits{Nodes: 300}))
	a, err := match.Play(t.Context(), r, p, 120)
	if err != nil {
		t.Fatal(err)
	}
	b, err := match.Play(t.Context(), r, p, 120)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(a.Moves, " ") != strings.Join(b.Moves, " ") {
		t.Error("the same player played another game")
	}
	for i, c := range a.Choices {
		if c.Nodes > 300 || c.Move != b.Choices[i].Move {
			t.Fatalf("ply %d: %+v and %+v", i, c, b.Choices[i])
		}
	}
}

// TestStopped ends a game from outside: the moves so far are returned, and no choice made in a hurry is among them.
func TestStopped(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-36-r1")
	ctx, cancel := context.WithCancel(t.Context())
	p := &stopping{Player: match.NewRandom(r, 1), after: 5, stop: cancel}
	g, err := match.Play(ctx, r, both(p), 0)
	if err != nil || g.Termination != match.Unfinished || len(g.Moves) != 5 || g.Outcome.Over {
		t.Errorf("%v, %s, %d plies, %+v; want no error, unfinished, 5", err, g.Termination, len(g.Moves), g.Outcome)
	}
}

// stopping cancels its game while it chooses.
type stopping struct {
	match.Player
	after int
	stop  func()
}

func (s *stopping) Choose(ctx context.Context, p *position.Position) match.Choice {
	if p.Ply() == s.after {
		s.stop()
	}
	return s.Player.Choose(ctx, p)
}

// TestIllegal refuses a player's illegal move with a sentence that names it; that is the player's fault and no disagreement.
func TestIllegal(t *testing.T) {
	r := rulestest.Load(t, "chess")
	_, err := match.Play(t.Context(), r, both(cheat{}), 0)
	var d *match.Disagreement
	if err == nil || errors.As(err, &d) || !strings.Contains(err.Error(), ": ply 1: the player chose a1a8, which is not legal") {
		t.Errorf("error %v", err)
	}
}

type cheat struct{}

func (cheat) Reset() {}

func (cheat) Choose(context.Context, *position.Position) match.Choice {
	return match.Choice{Move: board.NewMove(0, 56)}
}

// TestDisagreement changes a spec after it was compiled, so that the referee reads another game than the one that is played: the
// difference must end the game with a sentence that says where and what.
func TestDisagreement(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*variant.Spec)
		want   string
	}{
		{"moves", func(s *variant.Spec) {
			v := s.Type('v') - 1
			s.Pieces = slices.Clone(s.Pieces)
			s.Pieces[v].Steps = s.Pieces[v].Steps[:1]
		}, "the referee forbids it"},
		{"more moves", func(s *variant.Spec) {
			v := s.Type('v') - 1
			s.Pieces = slices.Clone(s.Pieces)
			s.Pieces[v].Steps = append(slices.Clone(s.Pieces[v].Steps), variant.Step{Ranks: -1, Quiet: true})
		}, "we forbid it"},
		{"ends", func(s *variant.Spec) { s.ExtinctionAll = false }, "we say 0-1 by extinction, the referee says 0-1 by smother"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			shipped, err := variant.Load("horde-veteran-18-r1")
			if err != nil {
				t.Fatal(err)
			}
			spec := *shipped
			r, err := rules.Compile(&spec)
			if err != nil {
				t.Fatal(err)
			}
			tc.change(&spec)
			players := both(match.NewRandom(r, 3))
			players[board.Black] = match.NewSearching(r, search.Options{TableMB: 1}, search.Limits{Nodes: 500})
			_, err = match.Play(t.Context(), r, players, 0)
			var d *match.Disagreement
			if !errors.As(err, &d) || !strings.Contains(err.Error(), tc.want) || d.FEN == "" {
				t.Errorf("error %v, want a disagreement: %s", err, tc.want)
			}
		})
	}
}
