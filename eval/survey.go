package eval

import (
	"cmp"
	"math/bits"
	"slices"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

// A survey counts what matters on boards of open lines and few, fighting pawns: the families chess, horde and orda. There a piece is worth what it
// can do from where it stands, pawns make a structure that outlives pieces, and kings are attacked by several pieces at once. The other
// families are counted by what count.go has, which is less and faster.
type survey struct {
	troops             [2]troop
	grip               press
	half               int           // half the pawns that a side begins with: the price of a piece is its worth among so many
	lone               bool          // one side alone has a royal piece
	wings              [2]board.Bits // the three files on either side
	needsPawns         bool          // without pawns a small lead does not win
	phaseLow, phaseTop int           // material of longer range at which it is all ending, and all middle game
}

// maxFar is how many types of longer range a side may have at most.
const maxFar = board.MaxTypes - 1

// troop is what the survey knows of one side.
type troop struct {
	kinds []kind            // the types of longer range, cheapest first
	heavy []kind            // ... the last of them, that are heavy
	calm  kinds             // ... that nothing of the opponent's is cheaper than
	bound []board.PieceType // ... that stay on squares of one colour
	foot  foot              // its pawns
	crown crown             // its royal piece
	low   board.Bits        // its first three ranks
	room  board.Bits        // the middle of its own half, its first rank left out
}

// kind is a type of longer range.
type kind struct {
	far
	price                                   int
	orth, diag                              bool                          // it captures along whole ranks and files, and diagonals
	leaps                                   *[board.MaxSquares]board.Bits // from where it leaps to a square, nil if it does not leap
	light                                   bool                          // it may sit on an outpost
	bound                                   bool                          // it stays on squares of one colour
	few, free, bare, outpost, pair, menaced int
	ample, amid, stalked                    int
	menace                                  kinds                    // the opponent's kinds that are cheaper
	zeal                                    int                      // units of danger that it brings a king whose ring it attacks
	mobility                                [board.MaxSquares]packed // what its moves are worth by their number: reach, few and ample
}

// kinds is a set of a side's kinds, a bit each.
type kinds uint32

// pop removes the first of a set, which must not be empty, and returns it.
func (k *kinds) pop() int {
	i := bits.TrailingZeros32(uint32(*k))
	*k &= *k - 1
	return i
}

// enlistSurvey enters the terms of the survey.
func (e *Evaluator) enlistSurvey(l *lexicon) {
	e.survey = &survey{lone: e.lone(), grip: e.enlistPress(l)}
	for c := range e.r.Sides {
		side := &e.r.Sides[c]
		t := &e.survey.troops[c]
		e.enlistFoot(l, side, &t.foot)
		t.room = e.room(side.Color)
		for b := e.r.Board; b.Any(); {
			if s := b.Pop(); e.rank(side.Color, s) < 3 {
				t.low = t.low.With(s)
			}
		}
		e.enlistCrown(l, side, &t.crown)
		for _, m := range side.Movers {
			if !m.Royal {
				e.pressed[board.MakePiece(side.Color, m.Type)] = e.slot(l, e.sideName(side, m), featPressed, Pair{-8, -8})
			}
		}
		for i := range e.camps[c].far {
			t.kinds = append(t.kinds, e.enlistKind(l, &e.camps[c].far[i]))
		}
	}
}

// enlistKind enters the terms of a type of longer range.
func (e *Evaluator) enlistKind(l *lexicon, f *far) kind {
	name, m := pieceName(e.r, f.m.Type), f.m
	k := kind{far: *f, orth: m.Capture.Orth, diag: m.Capture.Diag, leaps: m.Capture.LeapFrom, bound: m.Minor == rules.ShadeBound}
	k.free, k.bare, k.outpost, k.pair = sink, sink, sink, sink
	k.ample, k.amid, k.stalked = sink, e.slot(l, name, featAmid, Pair{}), sink
	if k.orth || k.diag {
		k.ample = e.slot(l, name, featAmple, Pair{})
	}
	if value, _ := plainValue(e.r, m); value.Mg >= heavyPrice {
		k.stalked = e.slot(l, name, featStalked, Pair{-5, -4})
	}
	k.few = e.slot(l, name, featFew, Pair{-8, -10})
	k.menaced = e.slot(l, name, featMenaced, Pair{-40, -35})
	if k.orth {
		k.free, k.bare = e.slot(l, name, featFree, Pair{8, 4}), e.slot(l, name, featBare, Pair{12, 4})
	}
	if k.light = !k.orth; k.light {
		k.outpost = e.slot(l, name, featOutpost, Pair{16, 8})
	}
	if k.bound {
		k.pair = e.slot(l, name, featPair, Pair{30, 45})
	}
	return k
}

// settle fills in what depends on the prices of pieces, which are known last.
func (v *survey) settle(e *Evaluator) {
	for c := range v.troops {
		t := &v.troops[c]
		for i := range t.kinds {
			k := &t.kinds[i]
			k.price = e.Price(board.MakePiece(board.Color(c), k.t))
			k.zeal = zeal(k)
			if k.bound {
				t.bound = append(t.bound, k.t)
			}
			e.tabulate(k)
		}
		slices.SortStableFunc(t.kinds, func(a, b kind) int { return cmp.Compare(a.price, b.price) })
		first := slices.IndexFunc(t.kinds, func(k kind) bool { return k.price >= heavyPrice })
		if first >= 0 {
			t.heavy = t.kinds[first:]
		}
	}
	for c := range v.troops {
		for i := range v.troops[c].kinds {
			k := &v.troops[c].kinds[i]
			for j, other := range v.troops[1-c].kinds {
				if other.price+menaceGap <= k.price {
					k.menace |= 1 << j
				}
			}
			if k.menace == 0 {
				v.troops[c].calm |= 1 << i
			}
		}
	}
	p := position.Start(e.r)
	v.half = min(v.feet(e, p, board.White).Count(), v.feet(e, p, board.Black).Count()) / 2
	v.weigh(e)
}

const (
	fewMoves   = 4   // a piece with fewer moves is stuck, the more the fewer it has
	ampleMoves = 8   // moves beyond which one more is worth less
	menaceGap  = 60  // centipawns by which a piece is cheaper than one it threatens
	heavyPrice = 700 // a queen, or what comes near
)

// tabulate works out a kind's table of moves, from weights that are known.
func (e *Evaluator) tabulate(k *kind) {
	for moves := range k.mobility {
		k.mobility[moves] = e.mobilityTerms(nil, k, moves)
	}
}

// mobilityTerms is mobility term by term.
func (e *Evaluator) mobilityTerms(n *counts, k *kind, moves int) packed {
	worth := e.weigh(n, k.reach, moves)
	if few := fewMoves - moves; few > 0 {
		worth += e.weigh(n, k.few, few)
	}
	if moves > ampleMoves {
		worth += e.weigh(n, k.ample, moves-ampleMoves)
	}
	return worth
}
