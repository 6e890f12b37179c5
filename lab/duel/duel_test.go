package duel

import (
	"context"
	"errors"
	"slices"
	"testing"

	"buluo/board"
	"buluo/game"
	"buluo/internal/rulestest"
	"buluo/lab/match"
	"buluo/lab/stat"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

func searching(nodes uint64) Maker {
	return func(_ context.Context, r *rules.Rules) (match.Player, func(), error) {
		return match.NewSearching(r, search.Options{TableMB: 1}, search.Limits{Nodes: nodes}), nil, nil
	}
}

func random(seed uint64) Maker {
	return func(_ context.Context, r *rules.Rules) (match.Player, func(), error) {
		return match.NewRandom(r, seed), nil, nil
	}
}

// TestRun plays a searcher against a random mover: it wins from both seats, every pair is counted once, and a second run is the same.
func TestRun(t *testing.T) {
	config := Config{
		Variants: []*variant.Spec{rulestest.Load(t, "horde-standard-18-r1").Spec(), rulestest.Load(t, "minixiangqi").Spec()},
		Players:  [2]Maker{searching(300), random(1)}, Pairs: 4, Plies: 4, Seed: 3, Workers: 2,
	}
	var lines [2]map[string][][]string
	for run := range lines {
		lines[run] = map[string][][]string{}
		res, err := Run(t.Context(), config, func(p *Pair, _ *Result) {
			for _, g := range p.Games {
				lines[run][p.Variant] = append(lines[run][p.Variant], g.Moves)
			}
			if !slices.Equal(p.Games[0].Moves[:4], p.Games[1].Moves[:4]) {
				t.Errorf("%s: the two games of a pair begin with %v and %v", p.Variant, p.Games[0].Moves[:4], p.Games[1].Moves[:4])
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if res.Pairs.Games()+2*res.Unfinished != 8 {
			t.Errorf("%d games of 8 are counted", res.Pairs.Games())
		}
		if mean, _ := res.Pairs.Score(); mean < 0.75 {
			t.Errorf("a searcher scores %.2f against a random mover", mean)
		}
	}
	for name, games := range lines[0] {
		for _, g := range games {
			if !slices.ContainsFunc(lines[1][name], func(h []string) bool { return slices.Equal(g, h) }) {
				t.Errorf("%s: a game of the first run is not in the second", name)
			}
		}
	}
}

// TestEnds sees that a player's failure, a decided test and a finished context end a match, each in its way.
func TestEnds(t *testing.T) {
	broken := errors.New("no engine today")
	config := Config{
		Variants: []*variant.Spec{rulestest.Load(t, "minixiangqi").Spec()},
		Players: [2]Maker{random(1), func(context.Context, *rules.Rules) (match.Player, func(), error) {
			return nil, nil, broken
		}},
		Pairs: 3, Cap: 40,
	}
	if _, err := Run(t.Context(), config, nil); !errors.Is(err, broken) {
		t.Errorf("a broken player: %v", err)
	}
	config.Players[1] = random(2)
	config.Stop = func(stat.Pairs) bool { return true }
	res, err := Run(t.Context(), config, nil)
	if err != nil || res.Pairs.Games()/2+res.Unfinished != 1 {
		t.Errorf("a test that decides at once leaves %d games, %v", res.Pairs.Games(), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, config, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a finished context: %v", err)
	}
	if _, err := Run(t.Context(), Config{}, nil); err == nil {
		t.Error("a match without a variant is played")
	}
}

// TestSeats plays many variants in turn: few players are there at a time, those of a variant that stays are kept, and in the end all are closed.
func TestSeats(t *testing.T) {
	var open, most, made int
	maker := func(_ context.Context, r *rules.Rules) (match.Player, func(), error) {
		open++
		made++
		most = max(most, open)
		return match.NewRandom(r, 1), func() { open-- }, nil
	}
	config := Config{Players: [2]Maker{maker, maker}, Cap: 6, Plies: 2}
	for _, name := range []string{"minixiangqi", "xiangqi", "chess", "orda", "horde"} {
		config.Variants = append(config.Variants, rulestest.Load(t, name).Spec())
	}
	for _, c := range []struct{ variants, pairs, made int }{{5, 10, 20}, {maxSeats, 3 * maxSeats, 2 * maxSeats}} {
		open, most, made = 0, 0, 0
		part := config
		part.Variants, part.Pairs = config.Variants[:c.variants], c.pairs
		if _, err := Run(t.Context(), part, nil); err != nil {
			t.Fatal(err)
		}
		if open != 0 || most > 2*maxSeats || made != c.made {
			t.Errorf("%d variants: %d players were made, %d at once, %d left open; want %d, at most %d, none",
				c.variants, made, most, open, c.made, 2*maxSeats)
		}
	}
}

// TestHalfPoints counts pairs from the first player's side, whichever seat it has.
func TestHalfPoints(t *testing.T) {
	white, black, drawn := board.Win(board.White, board.Mate), board.Win(board.Black, board.Mate), board.Draw(board.Clock)
	for _, c := range []struct {
		first, second board.Outcome
		want          int
		finished      bool
	}{
		{white, black, 4, true}, {black, white, 0, true}, {white, white, 2, true}, {drawn, drawn, 2, true},
		{drawn, black, 3, true}, {black, drawn, 1, true}, {white, board.Outcome{}, 0, false},
	} {
		p := Pair{Games: [2]*match.Game{{Outcome: c.first}, {Outcome: c.second}}}
		if n, finished := p.HalfPoints(); finished != c.finished || finished && n != c.want {
			t.Errorf("%v and %v make %d, %v", c.first, c.second, n, finished)
		}
	}
}

// TestOpening sees that openings are legal, repeatable, and different from one another.
func TestOpening(t *testing.T) {
	r := rulestest.Load(t, "horde-veteran-36-r2")
	seen := map[string]bool{}
	for n := range uint64(20) {
		line := Opening(r, 6, 1, n)
		if !slices.Equal(line, Opening(r, 6, 1, n)) {
			t.Fatal("an opening is another the second time")
		}
		g := game.New(r)
		for _, m := range line {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		seen[g.FEN()] = true
	}
	if len(seen) < 18 {
		t.Errorf("20 openings lead to %d positions", len(seen))
	}
	if got := Opening(r, 0, 1, 1); len(got) != 0 {
		t.Errorf("no plies are %v", got)
	}
}
