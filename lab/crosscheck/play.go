package crosscheck

import (
	"math/rand/v2"

	"buluo/board"
	"buluo/position"
)

// Style is how random games are played. Each brings positions about that the others hardly reach.
type Style uint8

// The styles.
const (
	Uniform  Style = iota // any move
	Hungry                // captures where there are any: thin boards, last pieces
	Pressing              // moves forward: rivers crossed, promotions, flags
	Checking              // checks where there are any: evasions, pins, mates
	numStyles
)

var styleNames = [numStyles]string{"uniform", "capture-hungry", "pressing", "checking"}

// String names the style in English.
func (s Style) String() string {
	if s < numStyles {
		return styleNames[s]
	}
	return "unknown"
}

// player makes random moves. Same seed and variant, same moves, whatever else is compared.
type player struct {
	ours *ours
	rng  *rand.Rand
	buf  []board.Move
}

// The players of a variant: one for positions and one for games, so that asking for more of the one leaves the other as
// it was.
const (
	positionPlayer = iota
	gamePlayer
)

func newPlayer(o *ours, seed uint64, which uint64) *player {
	h := uint64(14695981039346656037) // FNV-1a, to give every variant games of its own
	for i := 0; i < len(o.spec.Name); i++ {
		h = (h ^ uint64(o.spec.Name[i])) * 1099511628211
	}
	return &player{ours: o, rng: rand.New(rand.NewPCG(seed, h+which))}
}

// move picks a move in a style, or reports false where there is none.
func (pl *player) move(p *position.Position, style Style) (board.Move, bool) {
	pl.buf = pl.ours.gen.Legal(p, pl.buf[:0])
	if len(pl.buf) == 0 {
		return board.NoMove, false
	}
	pick := func() board.Move { return pl.buf[pl.rng.IntN(len(pl.buf))] }
	m := pick()
	// Even a stubborn style plays a third of its moves at random, lest all its games are one.
	for try := 0; try < len(pl.buf) && !pl.likes(p, m, style) && pl.rng.IntN(3*len(pl.buf)) != 0; try++ {
		m = pick()
	}
	return m, true
}

// likes says whether a move is in the style.
func (pl *player) likes(p *position.Position, m board.Move, style Style) bool {
	switch style {
	case Hungry:
		return p.Captured(m) != board.NoPiece
	case Pressing:
		g := pl.ours.rules.Geometry
		d := g.Rank(m.To()) - g.Rank(m.From())
		return d > 0 && p.Side() == board.White || d < 0 && p.Side() == board.Black
	case Checking:
		p.Do(m)
		defer p.Undo()
		return p.InCheck()
	}
	return true
}

// sample is a position out of a random game.
type sample struct {
	place Place // a FEN: neither side is to know how it came about
	style Style

	pieces int
}

// samples returns positions from random play, no two alike, and positions where the game has ended, which neighbour them. Games
// of small variants may not have so many; then it returns fewer.
func (pl *player) samples(n, plies int) (going, ended []sample) {
	seen := map[uint64]bool{}
	keep := func(list *[]sample, p *position.Position, style Style) {
		if !seen[p.Key()] {
			seen[p.Key()] = true
			*list = append(*list, sample{Place{FEN: p.FEN()}, style, p.Occupied().Count()})
		}
	}
	for game := 0; len(going) < n && game < 4*n+4; game++ {
		style := Style(game % int(numStyles))
		p := position.Start(pl.ours.rules)
		next := 1 + pl.rng.IntN(8)
		for ply := 0; ply < plies && len(going) < n; ply++ {
			m, ok := pl.move(p, style)
			if !ok {
				break
			}
			p.Do(m)
			if next--; next > 0 {
				continue
			}
			next = 1 + pl.rng.IntN(12)
			if !pl.ours.gen.Any(p) {
				keep(&ended, p, style)
				break
			}
			keep(&going, p, style)
			if len(ended) < n/2 {
				pl.neighbours(p, func(q *position.Position) { keep(&ended, q, style) })
			}
		}
	}
	return going, ended
}

// neighbours calls f at every position one move on in which the game has ended.
func (pl *player) neighbours(p *position.Position, f func(*position.Position)) {
	for _, m := range pl.ours.gen.Legal(p, nil) {
		p.Do(m)
		if !pl.ours.gen.Any(p) {
			f(p)
		}
		p.Undo()
	}
}
