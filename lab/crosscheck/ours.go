package crosscheck

import (
	"fmt"

	"buluo/board"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// ours is a variant as this program plays it. It is immutable.
type ours struct {
	spec  *variant.Spec
	rules *rules.Rules
	gen   *movegen.Generator
}

func newOurs(spec *variant.Spec) (*ours, error) {
	r, err := rules.Compile(spec)
	if err != nil {
		return nil, err
	}
	if _, err := position.Parse(r, spec.Start); err != nil { // Start would panic
		return nil, fmt.Errorf("%s: the array: %w", spec.Name, err)
	}
	return &ours{spec: spec, rules: r, gen: movegen.For(r)}, nil
}

// open sets a place up and plays its moves.
func (o *ours) open(pl Place) (*position.Position, error) {
	p := position.Start(o.rules)
	if pl.FEN != "" {
		var err error
		if p, err = position.Parse(o.rules, pl.FEN); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", o.spec.Name, pl.FEN, err)
		}
	}
	for i, text := range pl.Moves {
		m, ok := o.find(p, text)
		if !ok {
			return nil, fmt.Errorf("%s: move %d, %s, is not legal at %s", o.spec.Name, i+1, text, p.FEN())
		}
		p.Do(m)
	}
	return p, nil
}

// find returns the legal move that is written so.
func (o *ours) find(p *position.Position, text string) (board.Move, bool) {
	for _, m := range o.gen.Legal(p, nil) {
		if o.rules.UCI(m) == text {
			return m, true
		}
	}
	return board.NoMove, false
}

// divide counts the leaves of a depth below each move, by the move's text. Two moves with one text would hide behind each
// other, so the second is put down under a text that no engine writes.
func (o *ours) divide(p *position.Position, depth int) map[string]uint64 {
	counts := map[string]uint64{}
	for _, b := range movegen.Divide(o.gen, p, depth) {
		text := o.rules.UCI(b.Move)
		for _, twice := counts[text]; twice; _, twice = counts[text] {
			text += " again"
		}
		counts[text] = b.Nodes
	}
	return counts
}

// letter names the piece that a move in UCI notation would move, in lower case, or ? where there is none.
func (o *ours) letter(p *position.Position, move string) string {
	from, _, ok := o.rules.Geometry.CutSquare(move)
	if !ok || p.At(from) == board.NoPiece {
		return "?"
	}
	return string(o.spec.Piece(p.At(from).Type()).Letter)
}

// wins are the ways in which a side can win with its next move.
type wins struct {
	plain bool // the move ends the game: mate, extinction, flags, connections
	quiet bool // it leaves the opponent without a move but out of check by a king, which searches may see late
	claim bool // it brings about what can be claimed as a win: the opponent has checked or chased perpetually
}

// wins looks for all of them.
func (o *ours) wins(p *position.Position) wins {
	var w wins
	us := p.Side()
	for _, m := range o.gen.Legal(p, nil) {
		p.Do(m)
		if end := o.gen.Outcome(p); end.Over && end.Winner == us {
			switch {
			case o.gen.Any(p):
				w.claim = true
			case end.Reason == board.Smother, end.Reason == board.Mate && !p.InCheck():
				w.quiet = true
			default:
				w.plain = true
			}
		}
		p.Undo()
	}
	return w
}
