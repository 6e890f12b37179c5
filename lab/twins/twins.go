package twins

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/referee"
	"buluo/rules"
	"buluo/variant"
)

// Options says how far to walk.
type Options struct {
	Positions int                   // per variant, at least
	Plies     int                   // a game's length at most; 300 if less than 1
	Seed      uint64                // of everything random: same seed, same walks
	Threads   int                   // variants compared at a time; 1 if less
	Progress  func(positions int64) // called after every game, by several threads at a time; nil: not at all
}

// Difference is the first position at which the two readings part.
type Difference struct {
	Variant string
	Start   string   // where the game began
	Moves   []string // how it got there
	FEN     string   // by the fast reading
	What    string   // in a sentence
}

// Error names the position and what differs there.
func (d *Difference) Error() string {
	return fmt.Sprintf("%s: %s: %s (from %s by %s)", d.Variant, d.FEN, d.What, d.Start, strings.Join(d.Moves, " "))
}

// Report sums up a comparison.
type Report struct {
	Positions   int64
	Games       int64
	Ends        map[board.Reason]int64 // how the games ended
	Differences []*Difference          // at most one a variant
}

// Compare walks every variant and returns what it saw. The error is the context's, or a variant's that cannot be
// compiled; differences are in the report.
func Compare(ctx context.Context, specs []*variant.Spec, opt Options) (*Report, error) {
	report := &Report{Ends: map[board.Reason]int64{}}
	var mu sync.Mutex
	var next atomic.Int64
	var firstErr error
	var wg sync.WaitGroup
	for range max(1, opt.Threads) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := int(next.Add(1) - 1); i < len(specs) && ctx.Err() == nil; i = int(next.Add(1) - 1) {
				part, err := walk(ctx, specs[i], opt)
				mu.Lock()
				report.add(part)
				if err != nil && firstErr == nil {
					firstErr = err
				}
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	slices.SortFunc(report.Differences, func(a, b *Difference) int { return strings.Compare(a.Variant, b.Variant) })
	if firstErr == nil {
		firstErr = ctx.Err()
	}
	return report, firstErr
}

func (r *Report) add(part *Report) {
	r.Positions += part.Positions
	r.Games += part.Games
	for why, n := range part.Ends {
		r.Ends[why] += n
	}
	r.Differences = append(r.Differences, part.Differences...)
}

// pair is one game in both readings.
type pair struct {
	r     *rules.Rules
	g     *movegen.Generator
	p     *position.Position
	ref   *referee.Game
	start string
	moves []string
	buf   [3][]board.Move
}

func newPair(r *rules.Rules, fen string) (*pair, error) {
	p, err := position.Parse(r, fen)
	if err != nil {
		return nil, err
	}
	ref, err := referee.FromFEN(r.Spec(), fen)
	if err != nil {
		return nil, fmt.Errorf("%s: the referee refuses %s: %w", r.Spec().Name, fen, err)
	}
	return &pair{r: r, g: movegen.For(r), p: p, ref: ref, start: fen}, nil
}

// walk compares one variant over random games. It restarts from the array, and now and then from a position of an
// earlier game, so that FENs are entered in the middle too.
func walk(ctx context.Context, spec *variant.Spec, opt Options) (*Report, error) {
	part := &Report{Ends: map[board.Reason]int64{}}
	r, err := rules.Compile(spec)
	if err != nil {
		return part, err
	}
	rng := rand.New(rand.NewPCG(opt.Seed, seedOf(spec.Name)))
	plies := opt.Plies
	if plies <= 0 {
		plies = 300
	}
	fen := spec.Start
	for part.Positions < int64(opt.Positions) && ctx.Err() == nil {
		if judges(spec) && rng.IntN(2) == 0 {
			if err := walkRepetitions(r, rng, plies, part, opt); err != nil || len(part.Differences) > 0 {
				return part, err
			}
			continue
		}
		pr, err := newPair(r, fen)
		if err != nil {
			return part, err
		}
		n, end, diff := pr.game(rng, plies, int64(opt.Positions)-part.Positions)
		part.Positions += n
		part.Games++
		part.Ends[end]++
		if opt.Progress != nil {
			opt.Progress(n)
		}
		if diff != "" {
			part.Differences = append(part.Differences, &Difference{spec.Name, pr.start, pr.moves, pr.p.FEN(), diff})
			return part, nil
		}
		if fen = spec.Start; rng.IntN(4) == 0 {
			fen = pr.ref.FEN()
		}
	}
	return part, nil
}

// seedOf spreads variants over the seed space (FNV-1a).
func seedOf(name string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return h
}

// game plays one random game and returns the positions compared, how it ended, and the first difference.
func (pr *pair) game(rng *rand.Rand, plies int, budget int64) (n int64, end board.Reason, diff string) {
	style := rng.IntN(4)
	for ; plies > 0 && n < budget; plies-- {
		moves, o, diff := pr.compare()
		n++
		if diff != "" {
			return n, board.NoReason, diff
		}
		if len(moves) == 0 || o.Over {
			return n, o.Reason, ""
		}
		m := pr.choose(moves, style, rng)
		pr.moves = append(pr.moves, pr.r.UCI(m))
		pr.p.Do(m)
		if err := pr.ref.Play(m); err != nil {
			return n, board.NoReason, "the referee refuses a move it listed: " + err.Error()
		}
	}
	return n, board.NoReason, ""
}

// choose picks a move in the game's style: any, captures where there are some, back and forth (for repetitions), or
// anything but captures (for clocks).
func (pr *pair) choose(moves []board.Move, style int, rng *rand.Rand) board.Move {
	m := moves[rng.IntN(len(moves))]
	for try := 0; try < 8; try++ {
		good := true
		switch style {
		case 1:
			good = pr.p.Captured(m) != board.NoPiece || try > 4
		case 2:
			last := len(pr.moves) - 2
			good = last >= 0 && pr.moves[last] == pr.r.UCI(board.NewMove(m.To(), m.From()))
		case 3:
			good = pr.p.Captured(m) == board.NoPiece
		}
		if good {
			break
		}
		m = moves[rng.IntN(len(moves))]
	}
	return m
}

// compare holds the two readings of the present position against each other.
func (pr *pair) compare() (moves []board.Move, o board.Outcome, diff string) {
	p, g := pr.p, pr.g
	if err := p.Verify(); err != nil {
		return nil, o, err.Error()
	}
	ours := g.Legal(p, pr.buf[0][:0])
	pr.buf[0] = ours
	slices.Sort(ours)
	theirs := pr.ref.Legal()
	if !slices.Equal(ours, theirs) {
		return nil, o, pr.moveDiff(ours, theirs)
	}
	if n := g.Count(p); n != len(ours) {
		return nil, o, fmt.Sprintf("%d moves are counted and %d listed", n, len(ours))
	}
	pr.buf[1] = g.Quiet(p, g.Noisy(p, pr.buf[1][:0]))
	slices.Sort(pr.buf[1])
	if !slices.Equal(ours, pr.buf[1]) {
		return nil, o, "noisy and quiet moves are not the legal moves: " + pr.moveDiff(pr.buf[1], ours)
	}
	if a, b := p.InCheck(), pr.ref.InCheck(); a != b {
		return nil, o, fmt.Sprintf("in check: %v, the referee says %v", a, b)
	}
	if a, b := p.FEN(), pr.ref.FEN(); a != b {
		return nil, o, "the referee writes " + b
	}
	o = g.Outcome(p)
	if b := pr.ref.Outcome(); o != b {
		return nil, o, fmt.Sprintf("outcome %s by %s, the referee says %s by %s", o.Result(), o.Reason, b.Result(), b.Reason)
	}
	if pr.r.Spec().Chase != variant.NoChase {
		if a, b := p.Chased(), pr.ref.Chased(); a != b {
			return nil, o, fmt.Sprintf("the last turn chases [%s], the referee says [%s]", pr.names(a), pr.names(b))
		}
	}
	return ours, o, ""
}

// names lists squares.
func (pr *pair) names(squares board.Bits) string {
	var list []string
	for squares.Any() {
		list = append(list, pr.r.Geometry.Name(squares.Pop()))
	}
	return strings.Join(list, " ")
}

// moveDiff says which moves only one reading has.
func (pr *pair) moveDiff(ours, theirs []board.Move) string {
	only := func(a, b []board.Move) string {
		var list []string
		for _, m := range a {
			if !slices.Contains(b, m) {
				list = append(list, fmt.Sprintf("%s (%s)", pr.r.UCI(m), m.Kind()))
			}
		}
		return strings.Join(list, " ")
	}
	return fmt.Sprintf("only fast [%s], only slow [%s]", only(ours, theirs), only(theirs, ours))
}
