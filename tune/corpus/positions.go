package corpus

import (
	"fmt"

	"buluo/board"
	"buluo/eval"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
)

// Filter says which positions of a game are taken.
type Filter struct {
	Skip    int // plies after the opening that are left out
	PerGame int // at most so many of a game, spread evenly over those that qualify; 0 is all
	Decided int // a score of so many centipawns or more is too clear to learn from; 0 is no bound but mate's
}

// Sample is one quiet position of a game.
type Sample struct {
	Position *position.Position // the replay's own: valid during the call
	Ply      int                // moves played before it
	Left     int                // plies to the end of the game
	Score    int                // the search's, in centipawns, White's view
	Result   float64            // 1 White won, 0.5 a draw, 0 Black won
}

// Result returns what a game was worth to White, and false where it was left unfinished: a cap is no result.
func (g *Game) Result() (float64, bool) {
	switch {
	case !g.Outcome.Over:
		return 0, false
	case g.Outcome.Winner == board.White:
		return 1, true
	case g.Outcome.Winner == board.Black:
		return 0, true
	}
	return 0.5, true
}

// Positions replays a game and visits the positions that pass the filter, in order, each once. A game without a result has none. The error says
// where the rules no longer allow what was played, or end it otherwise. The evaluator is asked whether a position is quiet.
func Positions(r *rules.Rules, e *eval.Evaluator, g *Game, f Filter, visit func(Sample)) error {
	result, ok := g.Result()
	if !ok {
		return nil
	}
	q := quieter{gen: movegen.For(r), eval: e}
	takes, err := q.replay(r, g, f)
	if err != nil {
		return fmt.Errorf("%s, game %d of seed %d: %w", g.Variant, g.Number, g.Seed, err)
	}
	takes = spread(takes, f.PerGame)
	if len(takes) == 0 {
		return nil
	}
	p, err := start(r, g)
	if err != nil {
		return err
	}
	for ply, m := range g.Moves {
		if len(takes) == 0 {
			return nil
		}
		if takes[0] == ply {
			takes = takes[1:]
			score := int(g.Scores[ply-g.Opening])
			if p.Side() == board.Black {
				score = -score
			}
			visit(Sample{Position: p, Ply: ply, Left: len(g.Moves) - ply, Score: score, Result: result})
		}
		p.Do(m)
	}
	return nil
}

func start(r *rules.Rules, g *Game) (*position.Position, error) {
	if g.Start == "" {
		return position.Start(r), nil
	}
	return position.Parse(r, g.Start)
}

// spread picks at most n of a list, evenly.
func spread(list []int, n int) []int {
	if n <= 0 || len(list) <= n {
		return list
	}
	picked := make([]int, n)
	for i := range picked {
		picked[i] = list[(2*i+1)*len(list)/(2*n)]
	}
	return picked
}

// quieter knows quiet positions.
type quieter struct {
	gen  *movegen.Generator
	eval *eval.Evaluator
}

// replay plays a game through and returns the plies before which its positions pass.
func (q *quieter) replay(r *rules.Rules, g *Game, f Filter) ([]int, error) {
	p, err := start(r, g)
	if err != nil {
		return nil, err
	}
	seen := map[uint64]bool{}
	var takes []int
	for ply, m := range g.Moves {
		if m == board.NoMove || !q.gen.IsLegal(p, m) {
			return nil, fmt.Errorf("ply %d: %s is not legal in %s", ply+1, r.UCI(m), p.FEN())
		}
		if ply >= g.Opening+f.Skip && !seen[p.Key()] && f.plain(int(g.Scores[ply-g.Opening])) && q.quiet(p, m) {
			takes = append(takes, ply)
			seen[p.Key()] = true
		}
		p.Do(m)
	}
	if o := q.gen.Outcome(p); o != g.Outcome {
		return nil, fmt.Errorf("it ends as %s by %s, the file says %s by %s", o.Result(), o.Reason, g.Outcome.Result(), g.Outcome.Reason)
	}
	return takes, nil
}

// sure is what the search claims of ends that it has seen, whose distance it may not know; nothing that was only evaluated comes near.
const sure = 20_000

// plain reports whether a score is an estimate.
func (f *Filter) plain(score int) bool {
	if _, mate := search.IsMate(score); mate {
		return false
	}
	score = max(score, -score)
	return score < sure && (f.Decided == 0 || score < f.Decided)
}

// quiet reports whether a static evaluation can be asked about a position: no check, the move found best takes nothing, and no capture gains.
func (q *quieter) quiet(p *position.Position, best board.Move) bool {
	if p.InCheck() || p.MidTurn() || p.Captured(best) != board.NoPiece || best.Kind() == board.Promotion || best.Kind() == board.EnPassant {
		return false
	}
	static := q.eval.Score(p)
	return q.captures(p, static, static+1, 0) <= static
}

// deepest bounds the captures that are played out.
const deepest = 12

// captures returns the value of a position after the captures that matter, by alpha-beta; the side to move may stop at any time.
func (q *quieter) captures(p *position.Position, alpha, beta, ply int) int {
	best := q.eval.Score(p)
	if best >= beta || ply >= deepest || p.Ended().Over {
		return best
	}
	alpha = max(alpha, best)
	us := p.Side()
	for _, m := range q.gen.Noisy(p, nil) {
		p.Do(m)
		var v int
		if p.Side() == us {
			v = q.captures(p, alpha, beta, ply+1)
		} else {
			v = -q.captures(p, -beta, -alpha, ply+1)
		}
		p.Undo()
		if v > best {
			best = v
			if alpha = max(alpha, v); v >= beta {
				break
			}
		}
	}
	return best
}
