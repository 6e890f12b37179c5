package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"buluo/board"
	"buluo/internal/solver"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

// options say where and how long to look. Together with the engine's version they decide the file
// to the letter.
type options struct {
	games, opening int
	nodes, seed    uint64
	thinking       uint64 // nodes of the look at each position
	each           int
	budget, men    int
}

// problem is one that was found and proved. asked is the question in words; source is where it was
// found and what proving it took, for who doubts it.
type problem struct {
	variant, fen string
	claim        solver.Claim
	answer       []string
	asked        string
	source       string
}

// line writes the problem as testdata/problems.tsv has it.
func (p *problem) line() string {
	return strings.Join([]string{
		p.variant, p.fen, p.claim.Kind.String(), fmt.Sprint(p.claim.Plies), strings.Join(p.answer, " "), p.asked, p.source,
	}, "\t")
}

// miner looks through the games of one variant. It belongs to one goroutine, and its searcher has
// been cleared before every game, so that a game does not depend on those before.
type miner struct {
	options
	spec     *variant.Spec
	rules    *rules.Rules
	gen      *movegen.Generator
	searcher *search.Searcher
	found    []problem
	quota    map[string]int // by kind, length and side
}

// mine plays games of a variant and returns the problems in them. Games follow each other by
// number; a context that ends leaves nothing of this variant.
func mine(ctx context.Context, name string, o options) ([]problem, error) {
	spec, err := variant.Load(name)
	if err != nil {
		return nil, err
	}
	// A proof looks at positions as fresh ones: where two occurrences end a game, its own line may
	// be the second.
	if spec.Fold == 2 {
		return nil, errors.New("it ends games at the second occurrence of a position, which the solver does not follow")
	}
	r, err := rules.Compile(spec)
	if err != nil {
		return nil, err
	}
	m := miner{options: o, spec: spec, rules: r, gen: movegen.For(r), searcher: search.New(r, search.Options{}), quota: map[string]int{}}
	for i := range o.games {
		if err := m.play(ctx, i); err != nil {
			return nil, err
		}
	}
	return m.found, nil
}

// tail is how many positions of a game's end are looked at: what is decided by force is decided
// there.
const tail = 40

// play plays a game and, if somebody won it, looks at its last positions, from the end backwards:
// one problem of each kind and length at most, the latest that will do. Backwards, since the end is
// the surest: the later of two problems of a kind needs fewer plies to be proved. Drawn games have
// no forced win to look for. The cap of 300 plies is there for games that wander.
func (m *miner) play(ctx context.Context, number int) error {
	// By the number of the game, so that it is the same with fewer games before it.
	random := rand.New(rand.NewPCG(m.seed, uint64(number)))
	p := position.Start(m.rules)
	m.searcher.Clear()
	var fens []string
	for p.Ply() < 300 && !m.gen.Outcome(p).Over {
		if err := ctx.Err(); err != nil {
			return err
		}
		fens = append(fens, p.FEN())
		legal := m.gen.Legal(p, nil)
		move := legal[random.IntN(len(legal))]
		if p.Ply() >= m.opening {
			move = m.searcher.Run(p, search.Limits{Nodes: m.nodes}, nil).Best
		}
		p.Do(move)
	}
	if over := m.gen.Outcome(p); !over.Over || over.Winner == board.NoColor {
		return nil
	}
	taken := map[string]bool{}
	for ply, fen := range slices.Backward(fens) {
		if ply <= m.opening || ply < len(fens)-tail {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := m.look(fen, taken, fmt.Sprintf("game %d of seed %d, ply %d", number, m.seed, ply)); err != nil {
			return err
		}
	}
	return nil
}

// look asks every question of a position and keeps what comes of it. A question costs a search of
// the solver, so that a slot that is full ends it early. The number of men bounds the problems from
// below: with few on the board the answer is a lesson of endings and not of this variant.
func (m *miner) look(fen string, taken map[string]bool, where string) error {
	fen = fresh(fen)
	p, err := position.Parse(m.rules, fen)
	if err != nil {
		return err
	}
	if p.Occupied().Count() < m.men {
		return nil
	}
	q := quick{m.gen, p}
	t := m.think(q)
	for _, question := range []func(quick, thought) (solver.Claim, string){m.win, m.save, m.avoid} {
		claim, asked := question(q, t)
		slot := fmt.Sprint(claim.Kind, claim.Plies, q.Side())
		if claim.Kind == solver.NoKind || taken[slot] || m.quota[slot] >= m.each {
			continue
		}
		kept, err := m.keep(problem{variant: m.spec.Name, fen: fen, claim: claim, asked: asked, source: where})
		if err != nil {
			return err
		}
		if kept {
			taken[slot] = true
			m.quota[slot]++
		}
	}
	return nil
}

// keep proves a problem on the referee's board and adds it to those found, unless that takes too
// long for tests to repeat. Here the two boards meet: what the quick one found the referee must
// find as well, and where it does not one of the two is wrong about the rules, which ends the run
// rather than leaves a line out.
func (m *miner) keep(found problem) (kept bool, err error) {
	b, err := solver.NewReferee(m.spec, found.fen)
	if err != nil {
		return false, err
	}
	nodes, err := found.claim.Prove(b)
	if err != nil {
		return false, fmt.Errorf("%s: the two boards differ: %w", found.fen, err)
	}
	if nodes > m.budget {
		return false, nil
	}
	for _, move := range found.claim.Moves {
		found.answer = append(found.answer, m.rules.UCI(move))
	}
	found.source += fmt.Sprintf("; proved by internal/solver, %d positions", nodes)
	m.found = append(m.found, found)
	return true, nil
}

// fresh takes a position out of its game: the clock and the number of the move begin anew. A
// problem stands for itself, and the solver knows nothing of a clock that is half run down.
func fresh(fen string) string {
	fields := strings.Fields(fen)
	fields[len(fields)-2], fields[len(fields)-1] = "0", "1"
	return strings.Join(fields, " ")
}
