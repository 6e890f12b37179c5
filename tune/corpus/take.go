package corpus

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"strings"

	"buluo/game"
	"buluo/lab/ledger"
	"buluo/rules"
	"buluo/variant"
)

// digits is how much of a record's digest tells two games of one player from one opening apart.
const digits = 12

// Taken counts what became of records.
type Taken struct {
	Added      int
	Held       int // the file had them
	Unfinished int
	Elsewhere  int // they begin somewhere else than their variant does, or bring a variant of their own
}

// Take adds games that the lab recorded to a file of games, with the scores that their players gave. Games that the file holds already and those without
// a result are left out, and so are, unread, those from a book's positions and of stanzas that records bring: a file of games has no place for either.
// Each is replayed: the first whose moves or end the rules do not bear out is an error, as is one of a variant that load does not know, since whoever
// reads the file asks for it by name; the games before it are kept.
func Take(path string, records []ledger.Record, load func(string) (*variant.Spec, error)) (done Taken, err error) {
	file, held, err := Open(path)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	have := map[Key]bool{}
	for _, g := range held {
		have[g.Key] = true
	}
	known := map[string]*rules.Rules{}
	for i := range records {
		rec := &records[i]
		if rec.INI != "" {
			done.Elsewhere++
			continue
		}
		if known[rec.Variant] == nil {
			spec, err := load(rec.Variant)
			if err != nil {
				return done, fmt.Errorf("game %d: %w", i+1, err)
			}
			if known[rec.Variant], err = rules.Compile(spec); err != nil {
				return done, fmt.Errorf("game %d: %w", i+1, err)
			}
		}
		r := known[rec.Variant]
		if rec.Start != r.Spec().Start {
			done.Elsewhere++
			continue
		}
		if !rec.Outcome().Over {
			done.Unfinished++
			continue
		}
		g, err := fromRecord(r, rec)
		if err != nil {
			return done, fmt.Errorf("game %d, %s: %w", i+1, rec.Variant, err)
		}
		if have[g.Key] {
			done.Held++
			continue
		}
		if err := file.Add(g); err != nil {
			return done, err
		}
		have[g.Key] = true
		done.Added++
	}
	return done, nil
}

// fromRecord replays a record. Its opening is what its job gave, or the first moves that nobody spent a node on. Games from one opening have one seed,
// so that no fit is made to one of them and judged by another.
func fromRecord(r *rules.Rules, rec *ledger.Record) (*Game, error) {
	if err := rec.Check(); err != nil {
		return nil, err
	}
	g, texts := game.New(r), strings.Fields(rec.Moves)
	for i, text := range texts {
		if err := g.PlayUCI(text); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	if o := g.Outcome(); o != rec.Outcome() {
		return nil, fmt.Errorf("it ends as %s by %s, the record says %s by %s", o.Result(), o.Reason, rec.Result, rec.Reason)
	}
	opening := 0
	nodes := [2]uint64{rec.Budget, rec.Budget}
	if j := rec.Job; j != nil {
		opening = len(strings.Fields(j.Opening))
		for c := range nodes {
			nodes[c] = j.Players[c].Nodes
		}
	} else {
		for opening < len(texts) && rec.Nodes[opening] == 0 && rec.Depths[opening] == 0 {
			opening++
		}
	}
	if opening > len(texts) {
		return nil, fmt.Errorf("the opening has %d plies, the game %d", opening, len(texts))
	}
	sum := fnv.New64a()
	sum.Write([]byte(strings.Join(texts[:opening], " ")))
	taken := &Game{
		Key:     Key{Variant: rec.Variant, Engine: rec.Engine + " game " + rec.Digest()[:digits], Seed: sum.Sum64(), Nodes: nodes},
		Opening: opening, Moves: g.Moves(), Outcome: g.Outcome(),
	}
	for _, score := range rec.Scores[opening:] {
		taken.Scores = append(taken.Scores, int16(min(max(score, math.MinInt16), math.MaxInt16)))
	}
	return taken, nil
}
