package rules

import (
	"fmt"

	"buluo/board"
	"buluo/variant"
)

// maxTurn bounds the moves of a turn: there is a hash key for each number that can be left.
const maxTurn = len(Keys{}.Left) - 1

// check names what a Spec built by hand asks for that would take Compile, or play by its Rules, out of bounds.
func check(spec *variant.Spec) error {
	g := spec.Geometry
	if g.Files < 1 || g.Files > board.MaxFiles || g.Ranks < 1 || g.Ranks > board.MaxRanks {
		return fmt.Errorf("the board is %dx%d, the largest is %dx%d", g.Files, g.Ranks, board.MaxFiles, board.MaxRanks)
	}
	// Type 0 is no type, so that one fewer fits.
	if len(spec.Pieces) >= board.MaxTypes {
		return fmt.Errorf("%d kinds of piece, at most %d are possible", len(spec.Pieces), board.MaxTypes-1)
	}
	for c, n := range spec.MovesPerTurn {
		if n < 0 || n > maxTurn {
			return fmt.Errorf("%d moves a turn for %s, at most %d are possible", n, board.Color(c), maxTurn)
		}
	}
	for i := range spec.Pieces {
		if err := checkPiece(&spec.Pieces[i]); err != nil {
			return err
		}
		// Types count from 1, in the order of the pieces; 0 is no promotion.
		if t := spec.PromotedType[i+1]; int(t) > len(spec.Pieces) {
			return fmt.Errorf("%s is promoted to type %d of %d", spec.Pieces[i].Key, t, len(spec.Pieces))
		}
	}
	// A pawn that becomes no type would stand on the board as no piece.
	for _, ts := range spec.PromotionTypes {
		if ts.Has(board.NoType) || ts>>(len(spec.Pieces)+1) != 0 {
			return fmt.Errorf("pawns are promoted to types that are none of the %d", len(spec.Pieces))
		}
	}
	return nil
}

// checkPiece refuses steps that lead nowhere, which a ride would repeat for ever, and pawns that do not step: those are
// always moved all at once.
func checkPiece(p *variant.Piece) error {
	for _, st := range p.Steps {
		if st.Files == 0 && st.Ranks == 0 {
			return fmt.Errorf("%s has a step of no length", p.Key)
		}
		if p.Pawn && (st.Kind != variant.Leap || st.Initial) {
			return fmt.Errorf("%s is a pawn, which makes single steps only", p.Key)
		}
	}
	return nil
}
