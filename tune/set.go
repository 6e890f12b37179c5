package tune

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"buluo/eval"
	"buluo/rules"
	"buluo/tune/corpus"
	"buluo/tune/fit"
	"buluo/variant"
)

// Source says which positions of which games become a [Set]. The order of the games is part of it:
// of two equal positions the first is kept.
type Source struct {
	Games   []*corpus.Game
	Load    func(name string) (*variant.Spec, error) // nil is the catalogue
	Family  string                                   // only variants of a family; "" is all
	Filter  corpus.Filter
	Weights eval.Weights // the old ones
	Balance bool         // training positions even in phase and result, [fit.Data.Balance]
	Workers int          // 0 is one a processor
}

// Term is a weight of a set, shared by the variants that have it. Support says how much the games
// can tell: with none, a term stays what it was.
type Term struct {
	Name     string
	Start    [2]float64 // what it is now, the mean over the variants that have it
	Min, Max int
	Support  int  // training positions that have it
	Bias     bool // no weight: what one variant's games between two budgets are worth to White from the outset
}

// Set is the positions of games as rows of terms. It does not change once Load has returned it.
type Set struct {
	Terms    []Term
	Variants []string // by group
	Data     fit.Data
	Games    int // with a result and at least one position
	Capped   int // games without a result
	Doubles  int // positions that had come before
	Results  [3]int
}

// batch is how many games are read before their rows are packed: unpacked ones are large. It bounds
// the memory whatever the number of games.
const batch = 512

// maxVariants is how many groups the rows can tell apart. A row keeps its group in a byte.
const maxVariants = math.MaxUint8

// reader is what it takes to read one variant's games.
type reader struct {
	rules *rules.Rules
	eval  *eval.Evaluator
	terms []int // the set's number of each of the evaluator's terms
	bias  map[[2]uint64]int
	group int
}

// Load replays games and traces their quiet positions. It goes by the order of the games, so that
// the set does not depend on the number of workers; a position that came before, in any game, is
// left out. progress is told the number of games done.
func Load(ctx context.Context, src Source, progress func(done, of int)) (*Set, error) {
	if src.Load == nil {
		src.Load = variant.Load
	}
	if src.Workers <= 0 {
		src.Workers = runtime.GOMAXPROCS(0)
	}
	s := &Set{}
	readers, games, err := s.readers(&src)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, errors.New("no game of the file is of a variant asked for")
	}
	seen := map[uint64]bool{}
	for from := 0; from < len(games); from += batch {
		some := games[from:min(from+batch, len(games))]
		rows := make([][]keyed, len(some))
		tell := func(done int) {
			if progress != nil {
				progress(from+done, len(games))
			}
		}
		if err := traceAll(ctx, &src, readers, some, rows, tell); err != nil {
			return nil, err
		}
		for i, g := range some {
			if err := s.take(g, rows[i], seen); err != nil {
				return nil, err
			}
		}
	}
	if src.Balance {
		s.Data.Balance()
	}
	for t, n := range s.Data.Support(len(s.Terms)) {
		s.Terms[t].Support = n
	}
	return s, nil
}

// readers makes a reader for every variant of the games and enters its terms, and returns the games
// that are asked for. A weight that variants have by one name begins at their mean, rounded: where
// they differ there is no other start that is fair to all.
func (s *Set) readers(src *Source) (map[string]*reader, []*corpus.Game, error) {
	readers := map[string]*reader{}
	refused := map[string]bool{}
	number := map[string]int{}
	var games []*corpus.Game
	var share []float64 // variants that have a term
	for _, g := range src.Games {
		if refused[g.Variant] {
			continue
		}
		if readers[g.Variant] == nil {
			spec, err := src.Load(g.Variant)
			if err != nil {
				return nil, nil, err
			}
			r, err := rules.Compile(spec)
			if err != nil {
				return nil, nil, err
			}
			if src.Family != "" && eval.Family(r) != src.Family {
				refused[g.Variant] = true
				continue
			}
			rd := &reader{rules: r, eval: eval.New(r, src.Weights), bias: map[[2]uint64]int{}, group: len(s.Variants)}
			if s.Variants = append(s.Variants, g.Variant); len(s.Variants) > maxVariants {
				return nil, nil, fmt.Errorf("more than %d variants at once", maxVariants)
			}
			for _, t := range rd.eval.Terms() {
				n, ok := number[t.Name]
				if !ok {
					n = len(s.Terms)
					number[t.Name] = n
					s.Terms, share = append(s.Terms, Term{Name: t.Name, Min: t.Min, Max: t.Max}), append(share, 0)
				}
				s.Terms[n].Start[0] += float64(t.Mg)
				s.Terms[n].Start[1] += float64(t.Eg)
				share[n]++
				rd.terms = append(rd.terms, n)
			}
			readers[g.Variant] = rd
		}
		games = append(games, g)
	}
	for n := range s.Terms {
		for i := range s.Terms[n].Start {
			s.Terms[n].Start[i] = math.Round(s.Terms[n].Start[i] / share[n])
		}
	}
	s.biases(readers, games)
	return readers, games, nil
}

// biases enters a bias for each variant and pair of budgets. A start that favours one side, or a
// stronger side, would otherwise be laid to whatever the board has most of in such games.
func (s *Set) biases(readers map[string]*reader, games []*corpus.Game) {
	for _, g := range games {
		rd := readers[g.Variant]
		if _, ok := rd.bias[g.Nodes]; !ok {
			rd.bias[g.Nodes] = len(s.Terms)
			name := fmt.Sprintf("%s %d:%d", g.Variant, g.Nodes[0], g.Nodes[1])
			s.Terms = append(s.Terms, Term{Name: name, Min: -maxBias, Max: maxBias, Bias: true})
		}
	}
}

// biased counts a bias so that its middle-game half alone makes the same of it at every phase: a
// bias is one number.
func biased(term int, phase float64) fit.Count { return fit.Count{Term: term, N: 1 / max(phase, 0.01)} }

// maxBias bounds what a start may be worth, in centipawns.
const maxBias = 20_000

// keyed is a row and the key of its position. Equal keys are equal positions, so that no row is
// compared with another.
type keyed struct {
	key uint64
	row fit.Row
}

// traceAll fills in the rows of every game. Every worker writes to places of its own, and the order
// of the rows is that of the games. A failure ends the worker that met it; the others go on, and all failures are told.
func traceAll(ctx context.Context, src *Source, readers map[string]*reader, games []*corpus.Game, rows [][]keyed, tell func(done int)) error {
	var next, done atomic.Int64
	var mu sync.Mutex
	var failed error
	var wg sync.WaitGroup
	for range src.Workers {
		wg.Go(func() {
			for i := int(next.Add(1) - 1); i < len(games) && ctx.Err() == nil; i = int(next.Add(1) - 1) {
				list, err := readers[games[i].Variant].trace(games[i], src.Filter)
				rows[i] = list
				mu.Lock()
				failed = errors.Join(failed, err)
				tell(int(done.Add(1)))
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(failed, ctx.Err())
}

// trace reads one game. The group is mixed into the key, since two variants may reach one position
// and mean different things by it.
func (rd *reader) trace(g *corpus.Game, f corpus.Filter) ([]keyed, error) {
	var list []keyed
	var t eval.Trace
	part := partOf(&g.Key)
	err := corpus.Positions(rd.rules, rd.eval, g, f, func(s corpus.Sample) {
		rd.eval.Trace(s.Position, &t)
		row := fit.Row{Phase: t.Phase, Scale: t.Scale, Score: float64(s.Score), Result: s.Result, Group: rd.group, Part: part}
		row.Counts = make([]fit.Count, len(t.Counts))
		for i, c := range t.Counts {
			row.Counts[i] = fit.Count{Term: rd.terms[c.Term], N: c.N}
		}
		row.Counts = append(row.Counts, biased(rd.bias[g.Nodes], t.Phase))
		list = append(list, keyed{s.Position.Key() ^ uint64(rd.group)<<56, row})
	})
	return list, err
}

// take adds a game's rows. Which of two equal positions is kept depends on the order of the games
// alone.
func (s *Set) take(g *corpus.Game, rows []keyed, seen map[uint64]bool) error {
	result, ok := g.Result()
	if !ok {
		s.Capped++
		return nil
	}
	added := 0
	for _, k := range rows {
		if seen[k.key] {
			s.Doubles++
			continue
		}
		seen[k.key] = true
		k.row.Game = s.Games
		if err := s.Data.Add(k.row); err != nil {
			return err
		}
		added++
	}
	if added > 0 {
		s.Games++
		s.Results[int(2-2*result)]++
	}
	return nil
}

// partOf sorts a game into a part by its variant, seed and number: eight in ten train, one says
// which prior is best and, where asked, when to stop, one only judges. A game stays where it is
// when the file grows, and games from one opening with other budgets stay together.
func partOf(k *corpus.Key) fit.Part {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s/%d/%d", k.Variant, k.Seed, k.Number)
	sum := h.Sum64()
	sum ^= sum >> 32 // the low digits of the hash alone are poor
	switch sum % 10 {
	case 0:
		return fit.Stop
	case 1:
		return fit.Test
	}
	return fit.Train
}

// start returns the old weights as numbers. The middle game of term t is at 2t, its ending at 2t+1,
// as everywhere in room fit.
func (s *Set) start() fit.Weights {
	w := make(fit.Weights, 0, 2*len(s.Terms))
	for _, t := range s.Terms {
		w = append(w, t.Start[0], t.Start[1])
	}
	return w
}

// Term returns the number of a term, -1 where the set has none of the name.
func (s *Set) Term(name string) int {
	return slices.IndexFunc(s.Terms, func(t Term) bool { return t.Name == name })
}
