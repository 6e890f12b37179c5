package explain

import (
	"buluo/board"
	"buluo/lab/design"
	"buluo/position"
	"buluo/variant"
)

// names are the words for a variant's pieces and sides.
type names struct {
	types  [board.MaxTypes]string
	family bool // of the horde: the sides are horde and army, not white and black
}

// chinese are the pieces that xiangqi calls otherwise than the keys of a stanza, which are chess's.
// They are words for people and nothing is looked up by them.
var chinese = map[string]string{"rook": "chariot", "king": "general", "fers": "advisor", "bishop": "elephant"}

// nameAll names a variant's pieces. A board with elephants or cannons is taken for a Chinese one,
// whatever its stanza is called, since variants of people's own are named as they like.
func nameAll(spec *variant.Spec) names {
	var n names
	soldier := ""
	if d, err := design.Of(spec); err == nil && d.Soldier != "" {
		n.family, soldier = true, d.Soldier+" soldier"
	}
	river := false
	for i := range spec.Pieces {
		river = river || spec.Pieces[i].Key == "elephant" || spec.Pieces[i].Key == "cannon"
	}
	for i := range spec.Pieces {
		p := &spec.Pieces[i]
		name := p.Key
		switch {
		case river && chinese[name] != "":
			name = chinese[name]
		case len(name) > 11 && name[:11] == "customPiece" && soldier != "":
			name = soldier
		case len(name) > 11 && name[:11] == "customPiece":
			name = string(rune(p.Letter)) + " (" + p.Betza + ")"
		}
		n.types[i+1] = name
	}
	return n
}

// A type without a name is none that the variant has; a word in its place is better than a hole in
// the sentence.
func (n *names) of(pc board.Piece) string {
	if name := n.types[pc.Type()]; name != "" {
		return name
	}
	return "piece"
}

func (n *names) side(c board.Color) string {
	if n.family {
		return design.Seat(c)
	}
	return c.String()
}

// lineRunner reports whether a piece runs along ranks and files as far as it likes, taking what it
// meets: a chariot, a rook, a queen.
func (t *teller) lineRunner(pc board.Piece) bool {
	def := t.r.Spec().Piece(pc.Type())
	if def == nil {
		return false
	}
	// One step for each direction; a diagonal one beside them does no harm, as a queen runs behind
	// a block no worse.
	straight := 0
	for _, s := range def.Steps {
		if s.Kind == variant.Ride && s.Limit == 0 && s.Capture && (s.Files == 0) != (s.Ranks == 0) {
			straight++
		}
	}
	return straight == 4
}

// runsBehind reports whether a line piece of the army stands behind the block after its move: more
// than half of the soldiers stand before it, and at most a quarter of them further back. In a row
// of the block's last rank it counts as behind, since nothing there looks back at it; a soldier or
// two that ran ahead are no block.
func (t *teller) runsBehind(p *position.Position, mover board.Piece, at board.Square) bool {
	if t.block == board.NoColor || mover == board.NoPiece || mover.Color() == t.block || !t.lineRunner(mover) {
		return false
	}
	own := func(s board.Square) int { // ranks as the block counts them
		if t.block == board.Black {
			return t.r.Geometry.Ranks - 1 - t.r.Geometry.Rank(s)
		}
		return t.r.Geometry.Rank(s)
	}
	before, further := 0, 0
	for b := p.Of(t.block); b.Any(); {
		switch rank := own(b.Pop()); {
		case rank > own(at):
			before++
		case rank < own(at):
			further++
		}
	}
	all := p.Of(t.block).Count()
	return all > 2 && 2*before > all && 4*further <= all
}

// crosses reports whether a move goes into the opponent's half: over the river, on a board that has
// one. On an odd number of ranks the middle one belongs to neither half.
func (t *teller) crosses(c board.Color, m board.Move) bool {
	geo := t.r.Geometry
	across := func(s board.Square) bool {
		if c == board.White {
			return 2*geo.Rank(s) >= geo.Ranks
		}
		return 2*geo.Rank(s) < geo.Ranks-1
	}
	return across(m.To()) && !across(m.From())
}
