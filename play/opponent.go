package play

import (
	"context"
	"math"
	"math/rand/v2"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
)

// Choice is a move and what the search thought of it.
type Choice struct {
	Move   board.Move
	Score  int        // for the side that moves
	Answer board.Move // that the search expects, NoMove where it does not say
}

// Opponent chooses moves at a level. It belongs to one goroutine. The same seed makes it the same opponent: its draws depend on
// the number of plies played and on nothing that was asked in between, so that a game can be repeated move for move.
type Opponent struct {
	searcher *search.Searcher
	seed     uint64
}

// NewOpponent returns an opponent with a table of so many megabytes; 0 is the search's default.
func NewOpponent(r *rules.Rules, seed uint64, tableMB int) *Opponent {
	return &Opponent{search.New(r, search.Options{TableMB: tableMB}), seed}
}

// Choose returns a move of a position that has one, which is handed back as it was. Where ctx ends it returns soon, with
// whatever it has.
func (o *Opponent) Choose(ctx context.Context, p *position.Position, l Level) Choice {
	setting := l.Setting()
	found, best := o.search(ctx, p, setting)
	if setting.Temperature == 0 || len(found) < 2 {
		return best
	}
	random := rand.New(rand.NewPCG(o.seed, uint64(p.Ply())))
	return found[draw(found, setting.Temperature, random.Float64())]
}

// search returns the moves of the last iteration that was finished, the best first, and what the search came to in the end. Nothing
// of an earlier search is used: a move is a function of the game, the level and the seed.
func (o *Opponent) search(ctx context.Context, p *position.Position, s Setting) (found []Choice, best Choice) {
	o.searcher.Clear()
	defer o.searcher.StopOn(ctx)()
	limits := search.Limits{Depth: s.Depth, Nodes: s.Nodes, MultiPV: s.Lines}
	res := o.searcher.Run(p, limits, func(i search.Info) {
		if len(i.PV) > 0 {
			found = append(found[:min(i.Line-1, len(found))], choice(i.PV, i.Score))
		}
	})
	best = choice(res.PV, res.Score)
	if best.Move != res.Best {
		best = Choice{Move: res.Best, Score: res.Score} // cut off before there was a line
	}
	return found, best
}

func choice(line []board.Move, score int) Choice {
	c := Choice{Score: score}
	if len(line) > 0 {
		c.Move = line[0]
	}
	if len(line) > 1 {
		c.Answer = line[1]
	}
	return c
}

// decided is a score that wins as surely as any: differences beyond it are none to a player who errs.
const decided = 1500

// draw returns the index of a choice, given a number from 0 to 1: the cumulated weights' first that exceeds it.
func draw(found []Choice, temperature, at float64) int {
	top := min(max(found[0].Score, -decided), decided)
	weights := make([]float64, len(found))
	total := 0.0
	for i, c := range found {
		loss := top - min(max(c.Score, -decided), decided)
		weights[i] = math.Exp(-float64(loss) / temperature)
		total += weights[i]
	}
	at *= total
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}
