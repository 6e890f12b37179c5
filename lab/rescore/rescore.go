package rescore

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/parallel"
	"buluo/lab/schedule"
	"buluo/variant"
)

// Rescored is a game with its verdicts, one a rule.
type Rescored struct {
	Number   int       `json:"game"` // from 1, as the games came
	Variant  string    `json:"variant"`
	Budget   uint64    `json:"budget"`
	Players  string    `json:"players"`
	Result   string    `json:"result"`
	Reason   string    `json:"reason"`
	Plies    int       `json:"plies"`
	Verdicts []Verdict `json:"verdicts"`
}

// Total counts what a rule made of a design's games.
type Total struct {
	Rule string `json:"rule"`

	Unchanged   int `json:"unchanged"`
	Changed     int `json:"changed"`
	Undecidable int `json:"undecidable"`

	To map[string]int `json:"to,omitempty"` // the changes: "horde to draw", with their number
}

// Group is a design's games of one kind of players.
type Group struct {
	Design  string  `json:"design"`
	Soldier string  `json:"soldier,omitempty"`
	Players Players `json:"players"`
	Games   int     `json:"games"`
	Horde   int     `json:"horde"` // as recorded: won by White
	Drawn   int     `json:"drawn"`
	Army    int     `json:"army"`
	Totals  []Total `json:"totals"`

	spec *variant.Spec
}

// Players is who played: the study tells games between equals from sparring and from its ladder.
type Players uint8

// The kinds of players.
const (
	Equals Players = iota
	Sparring
	Ladder
	Match // of two players that differ by more than their budgets
)

var playerNames = [...]string{"equals", "sparring", "ladder", "match"}

// String names the kind.
func (p Players) String() string { return playerNames[p] }

// MarshalText writes the name, for JSON.
func (p Players) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// PlayersOf tells who played: by the job, where the record has one, else by its words, as the lab names both players where they are not one.
func PlayersOf(rec *ledger.Record) Players {
	if j := rec.Job; j != nil {
		white, black := j.Players[0], j.Players[1]
		switch {
		case white.Kind == schedule.Random || black.Kind == schedule.Random:
			return Sparring
		case white.Config() != black.Config():
			return Match
		case white.Nodes != black.Nodes:
			return Ladder
		}
		return Equals
	}
	switch {
	case strings.Contains(rec.Engine, "random"):
		return Sparring
	case strings.Contains(rec.Engine, " v "), strings.Contains(rec.Engine, " against "):
		return Ladder
	}
	return Equals
}

// Result is what a run came to.
type Result struct {
	Rules  []string   `json:"rules"`
	Games  []Rescored `json:"games"`
	Groups []*Group   `json:"groups"` // in the order in which their first games came
}

// Run re-scores games under rules, several at a time. load finds the variant of a record and is asked once for each. A game that cannot be
// re-scored ends the run with an error that names it; what came before is in the result.
func Run(ctx context.Context, games iter.Seq2[ledger.Record, error], list []Rule, workers int,
	load func(*ledger.Record) (*variant.Spec, error)) (*Result, error) {
	res := &Result{}
	for _, r := range list {
		res.Rules = append(res.Rules, r.String())
	}
	var records []ledger.Record
	specs := map[string]*variant.Spec{}
	for rec, err := range games {
		if err != nil {
			return res, err
		}
		if specs[text(&rec)] == nil {
			spec, err := load(&rec)
			if err != nil {
				return res, fmt.Errorf("game %d: %w", len(records)+1, err)
			}
			specs[text(&rec)] = spec
		}
		records = append(records, rec)
	}
	superseded := Superseded(records)
	var numbers []int // of the records that are judged, as the games came
	for i := range records {
		if !superseded(&records[i]) {
			numbers = append(numbers, i)
		}
	}
	err := parallel.Run(ctx, nil, len(numbers), workers, func() parallel.Worker[[]Verdict] {
		return func(ctx context.Context, i int) ([]Verdict, error) {
			rec := &records[numbers[i]]
			verdicts, err := Game(specs[text(rec)], rec, list)
			if err != nil {
				return nil, fmt.Errorf("game %d (%s, %d nodes): %w", numbers[i]+1, rec.Variant, rec.Budget, err)
			}
			return verdicts, nil
		}
	}, func(i int, verdicts []Verdict) error {
		rec := &records[numbers[i]]
		res.add(numbers[i], rec, specs[text(rec)], verdicts)
		return nil
	})
	return res, err
}

// Superseded tells the capped games that another of the records goes on with. Both would be one game counted twice, once as unfinished though
// it is known how it went on.
func Superseded(records []ledger.Record) func(*ledger.Record) bool {
	after := map[string]bool{}
	for i := range records {
		if j := records[i].Job; j != nil && j.After != "" {
			after[j.After] = true
		}
	}
	return func(r *ledger.Record) bool { return r.ID != "" && after[r.ID] }
}

// text names the variant of a record with the stanza that it brings along, if any: two stanzas of one name are two variants.
func text(rec *ledger.Record) string { return rec.Variant + "\n" + rec.INI }

// add counts a game.
func (r *Result) add(i int, rec *ledger.Record, spec *variant.Spec, verdicts []Verdict) {
	r.Games = append(r.Games, Rescored{i + 1, rec.Variant, rec.Budget, rec.Engine, rec.Result, rec.Reason, rec.Plies, verdicts})
	g := r.group(rec, spec)
	g.Games++
	o := rec.Outcome()
	switch {
	case !o.Over:
	case o.Winner == design.Horde:
		g.Horde++
	case o.Winner == design.Army:
		g.Army++
	default:
		g.Drawn++
	}
	for i := range verdicts {
		g.Totals[i].Add(o, &verdicts[i])
	}
}

// Add counts a game, by its recorded outcome and what the rule makes of it.
func (t *Total) Add(recorded board.Outcome, v *Verdict) {
	switch v.Class {
	case Unchanged:
		t.Unchanged++
	case Undecidable:
		t.Undecidable++
	case Changed:
		t.Changed++
		t.To[side(recorded)+" to "+side(v.outcome)]++
	}
}

// side words a result: horde, draw, army, or unfinished.
func side(o board.Outcome) string {
	if !o.Over {
		return "unfinished"
	}
	return design.Seat(o.Winner)
}

// group finds or makes the group that a game belongs to.
func (r *Result) group(rec *ledger.Record, spec *variant.Spec) *Group {
	players := PlayersOf(rec)
	for _, g := range r.Groups {
		if g.spec == spec && g.Players == players {
			return g
		}
	}
	g := &Group{Design: rec.Variant, Players: players, spec: spec}
	if d, err := design.Of(spec); err == nil {
		g.Soldier = d.Soldier // a name that says nothing of soldiers, or says it wrongly, has none
	}
	for _, rule := range r.Rules {
		g.Totals = append(g.Totals, Total{Rule: rule, To: map[string]int{}})
	}
	r.Groups = append(r.Groups, g)
	return g
}
