package rescore

import (
	"fmt"
	"strings"

	"buluo/board"
	"buluo/lab/ledger"
	"buluo/referee"
	"buluo/variant"
)

// Class is what became of a result.
type Class uint8

// The classes.
const (
	Unchanged   Class = iota // the same winner, or a draw again; perhaps sooner, or for another reason
	Changed                  // another winner, or a draw in place of a win, or a win in place of a draw
	Undecidable              // the moves run out while the game would have gone on
	numClasses
)

var classNames = [numClasses]string{"unchanged", "changed", "undecidable"}

// String names the class.
func (c Class) String() string { return classNames[c] }

// MarshalText writes the name, for JSON.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Verdict is what one rule makes of one game.
type Verdict struct {
	Rule   string `json:"rule"`
	Class  Class  `json:"class"`
	Result string `json:"result"` // under the rule; * where undecidable
	Reason string `json:"reason"`
	Ply    int    `json:"ply"` // at which the rule ends the game, or at which its moves run out

	outcome board.Outcome
}

// Game replays a game under its own rules and under each of the others. The error says where the record is not a game of its variant, or has not the
// result that its moves have.
func Game(spec *variant.Spec, rec *ledger.Record, rules []Rule) ([]Verdict, error) {
	own, err := replay(spec, rec)
	if err != nil {
		return nil, err
	}
	recorded := rec.Outcome()
	if own.outcome != recorded || own.Ply != rec.Plies {
		return nil, fmt.Errorf("the record says %s after %d plies, its moves say %s after %d", said(recorded), rec.Plies, said(own.outcome), own.Ply)
	}
	var list []Verdict
	for _, rule := range rules {
		v, err := replay(rule.Under(spec), rec)
		if err != nil {
			return nil, fmt.Errorf("under %s: %w", rule, err)
		}
		v.Rule = rule.String()
		switch {
		case !v.outcome.Over:
			v.Class = Undecidable
		case v.outcome.Winner != recorded.Winner || !recorded.Over:
			// A game that was stopped by a cap had no result; if the rule ends it, it has one now.
			v.Class = Changed
		}
		list = append(list, v)
	}
	return list, nil
}

func said(o board.Outcome) string {
	if !o.Over {
		return "no result"
	}
	return fmt.Sprintf("%s by %s", o.Result(), o.Reason)
}

// replay plays a record's moves under a variant until it ends the game or they run out.
func replay(spec *variant.Spec, rec *ledger.Record) (Verdict, error) {
	g, err := referee.FromFEN(spec, rec.Start)
	if err != nil {
		return Verdict{}, err
	}
	moves := strings.Fields(rec.Moves)
	for ply := 0; ; ply++ {
		o := g.Outcome()
		if o.Over || ply == len(moves) {
			v := Verdict{Result: o.Result(), Ply: ply, outcome: o}
			if o.Over {
				v.Reason = o.Reason.String()
			}
			return v, nil
		}
		m, err := g.ParseUCI(moves[ply])
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return Verdict{}, fmt.Errorf("ply %d: %w", ply+1, err)
		}
	}
}
