package verdict

import (
	"context"
	"math"

	"buluo/board"
	"buluo/game"
	"buluo/movegen"
	"buluo/rules"
	"buluo/search"
)

// judge gives every position of every game a score by one and the same budget, whoever played it:
// what players thought while they played is no measure, as the larger budget sees more. It belongs
// to one goroutine. It is the search with few nodes: it need not be right, it needs to be equally
// wrong everywhere, and the curve fitted to a design's results says what its scores are worth
// there.
type judge struct {
	searcher *search.Searcher
	gen      *movegen.Generator
	nodes    uint64
	samples  int // positions of a game whose every move is judged
	buf      [board.MaxMoves]board.Move
}

// judgeTableMB is little: a judge's searches are short. Clearing a large one before every game
// would take longer than they do.
const judgeTableMB = 4

// newJudge makes one for a variant. It has a table of its own, so that it never reads what a player
// has left behind.
func newJudge(r *rules.Rules, nodes uint64, samples int) *judge {
	return &judge{searcher: search.New(r, search.Options{TableMB: judgeTableMB}), gen: movegen.For(r), nodes: nodes, samples: samples}
}

// watch returns what factsOf calls with each position, and where its scores go. The judge forgets
// earlier games first, so that a score does not depend on the order in which games are judged. They
// are filled while the game is replayed, hence the pointers.
func (j *judge) watch(ctx context.Context, plies, skip int) (look func(*game.Game, int) error, scores *[]int, clarity *[]spread) {
	j.searcher.Clear()
	scores, clarity = &[]int{}, &[]spread{}
	return func(g *game.Game, n int) error {
		*scores = append(*scores, j.score(g))
		if j.sampled(n, plies, skip) && !g.Outcome().Over {
			if c, ok := j.clarity(g); ok {
				*clarity = append(*clarity, c)
			}
		}
		// A long game takes long to judge, and Ctrl-C must not wait for its end.
		return context.Cause(ctx)
	}, scores, clarity
}

// sampled spreads the samples evenly over the chosen plies, leaving out both ends. Near the opening
// every move is much like another, and at the end there may be nothing left to choose.
func (j *judge) sampled(n, plies, skip int) bool {
	span := plies - skip
	for k := 1; k <= j.samples; k++ {
		if n == skip+span*k/(j.samples+1) {
			return true
		}
	}
	return false
}

// score returns White's score of a position. A game that is over is worth what it is. The search
// has no business there: it would report on moves that the rules no longer allow.
func (j *judge) score(g *game.Game) int {
	if o := g.Outcome(); o.Over {
		switch o.Winner {
		case board.White:
			return search.Mate
		case board.Black:
			return -search.Mate
		}
		return 0
	}
	p := g.Position()
	return white(p.Side(), j.searcher.Run(p, search.Limits{Nodes: j.nodes}, nil).Score)
}

// white turns a score of the side to move into White's. Shares and curves know one side only, so
// that a lead that passes shows as one.
func white(side board.Color, score int) int {
	if side == board.White {
		return score
	}
	return -score
}

// clarity judges every legal move of a position, by a quarter of the budget each; false where there
// are fewer than two. With one move there is nothing to be clear about, and with none the game is
// over.
func (j *judge) clarity(g *game.Game) (spread, bool) {
	p := g.Position()
	side := p.Side()
	moves := j.gen.Legal(p, j.buf[:0])
	if len(moves) < 2 {
		return spread{}, false
	}
	var c spread
	for _, m := range moves {
		// What a move leads to may be the end of the game, of which the search knows less than the
		// rules.
		p.Do(m)
		score := 0
		switch o := j.gen.Outcome(p); {
		case !o.Over:
			score = white(p.Side(), j.searcher.Run(p, search.Limits{Nodes: max(1, j.nodes/4)}, nil).Score)
		case o.Winner == board.White:
			score = search.Mate
		case o.Winner == board.Black:
			score = -search.Mate
		}
		p.Undo()
		c.scores = append(c.scores, white(side, score))
	}
	return c, true
}

// settle turns the scores of a position's moves into narrowness and variance, once the design's
// curve is known. In shares a hundred centipawns count for much at a balanced position and for
// nothing at a won one, which is how much they matter.
func (c *spread) settle(share func(score int) float64) {
	best, sum, square := 0.0, 0.0, 0.0
	shares := make([]float64, len(c.scores))
	for i, s := range c.scores {
		shares[i] = share(s)
		best = math.Max(best, shares[i])
		sum += shares[i]
	}
	n := float64(len(shares))
	m := sum / n
	near := 0
	for _, x := range shares {
		square += (x - m) * (x - m)
		// Where all moves are worth the same all are as good as the best: 1, nothing is narrow.
		if x >= m+0.75*(best-m) {
			near++
		}
	}
	c.narrowness, c.variance = float64(near)/n, square/n
}
