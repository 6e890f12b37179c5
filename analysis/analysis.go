package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
)

// Budget says when a search ends: at the first of those that are not 0, of which there must be one.
type Budget struct {
	Nodes uint64
	Depth int
	Time  time.Duration

	Lines int // the best so many moves, each with its line; 0 is 1. It limits nothing
}

// Check says what is wrong with a budget.
func (b Budget) Check() error {
	switch {
	case b.Depth < 0 || b.Time < 0 || b.Lines < 0:
		return fmt.Errorf("a budget of depth %d, %v and %d lines is less than none", b.Depth, b.Time, b.Lines)
	case b.Nodes == 0 && b.Depth == 0 && b.Time == 0:
		return errors.New("an analysis without a budget would not end; nodes, a depth or a time would do")
	}
	return nil
}

// Line is what a search knew after an iteration: of the best line or, where several were asked for, of each, from the best on.
type Line struct {
	Rank  int // from 1
	Depth int
	Score int // for the side to move, as the search counts
	Nodes uint64
	Time  time.Duration
	PV    []board.Move
}

// Analysis is what a search came to.
type Analysis struct {
	Best    board.Move // NoMove where there is none to make
	Score   int        // of the best move, or what the rules say where there is none
	Depth   int        // of the last iteration that was finished
	Nodes   uint64
	Time    time.Duration
	Lines   []Line // the best first; none where there is no move
	Outcome board.Outcome
}

// clone copies an analysis with all that hangs on it.
func (a Analysis) clone() Analysis {
	a.Lines = slices.Clone(a.Lines)
	for i := range a.Lines {
		a.Lines[i].PV = slices.Clone(a.Lines[i].PV)
	}
	return a
}

// Analyst analyses positions of one variant. It belongs to one goroutine.
type Analyst struct {
	rules    *rules.Rules
	gen      *movegen.Generator
	searcher *search.Searcher
	cache    *Cache
	spec     string
}

// New returns an analyst with a table of so many megabytes (0 is the search's default) who remembers in a cache, nil for not
// at all.
func New(r *rules.Rules, tableMB int, cache *Cache) *Analyst {
	sum := sha256.Sum256([]byte(r.Spec().INI()))
	return &Analyst{
		rules:    r,
		gen:      movegen.For(r),
		searcher: search.New(r, search.Options{TableMB: tableMB}),
		cache:    cache,
		spec:     hex.EncodeToString(sum[:]),
	}
}

// Key returns the key of a question. The position must be played by the analyst's rules.
func (a *Analyst) Key(p *position.Position, b Budget) Key {
	start, moves := p.Record()
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = a.rules.UCI(m)
	}
	return Key{Spec: a.spec, Search: search.Version, Start: start, Moves: strings.Join(texts, " "), Budget: b}
}

// Analyse returns what the position is worth and whether the cache knew it. Otherwise it is searched, and report, if not nil, is
// called after every iteration. The position is handed back as it was. Where ctx ends the search, what was found so far is
// returned with its error.
func (a *Analyst) Analyse(ctx context.Context, p *position.Position, b Budget, report func(Line)) (found Analysis, known bool, err error) {
	if err := b.Check(); err != nil {
		return Analysis{}, false, err
	}
	if err := ctx.Err(); err != nil {
		return Analysis{}, false, err
	}
	key := a.Key(p, b)
	if a.cache != nil {
		if found, known = a.cache.Get(key); known {
			return found, true, nil
		}
	}
	found = a.search(ctx, p, b, report)
	if err := ctx.Err(); err != nil {
		return found, false, err
	}
	if a.cache != nil {
		a.cache.Put(key, found)
	}
	return found, false, nil
}

// search does the work with nothing left of an earlier one.
func (a *Analyst) search(ctx context.Context, p *position.Position, b Budget, report func(Line)) Analysis {
	a.searcher.Clear()
	defer a.searcher.StopOn(ctx)()
	began := time.Now()
	var lines []Line
	limits := search.Limits{Nodes: b.Nodes, Depth: b.Depth, Time: b.Time, MultiPV: b.Lines, Exact: true}
	res := a.searcher.Run(p, limits, func(i search.Info) {
		l := Line{i.Line, i.Depth, i.Score, i.Nodes, i.Time, slices.Clone(i.PV)}
		lines = append(lines[:i.Line-1], l)
		if report != nil {
			report(l)
		}
		if ctx.Err() != nil { // at once, if it was report that ended it
			a.searcher.Stop()
		}
	})
	found := Analysis{
		Best: res.Best, Score: res.Score, Depth: res.Depth, Nodes: res.Nodes,
		Time: time.Since(began), Outcome: a.gen.Outcome(p),
	}
	if res.Best != board.NoMove {
		found.Lines = finish(lines, res)
	}
	return found
}

// finish returns the lines of the last iteration with the result at their head: where the budget ran out within an iteration,
// it may have found a better move by then, which is not to be listed twice.
func finish(lines []Line, res search.Result) []Line {
	best := Line{Depth: res.Depth, Score: res.Score, Nodes: res.Nodes, PV: res.PV}
	if len(best.PV) == 0 || best.PV[0] != res.Best {
		best.PV = []board.Move{res.Best} // cut off before there was more of a line
	}
	all := []Line{best}
	for _, l := range lines {
		if l.PV[0] != res.Best {
			all = append(all, l)
		}
	}
	all = all[:min(len(all), max(1, len(lines)))]
	for i := range all {
		all[i].Rank = i + 1
	}
	return all
}
