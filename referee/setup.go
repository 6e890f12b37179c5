package referee

import (
	"fmt"

	"buluo/board"
	"buluo/variant"
)

// check refuses positions that no game could reach.
func (s *state) check() error {
	want, err := royalCounts(s.spec)
	if err != nil {
		return err
	}
	for _, c := range []board.Color{board.White, board.Black} {
		have := 0
		for sq := board.Square(0); sq < s.size(); sq++ {
			if s.owned(sq, c) && s.isRoyal(sq) {
				have++
			}
		}
		if have != want[c] {
			return fmt.Errorf("board: %s has %d royal pieces, this variant gives it %d", c, have, want[c])
		}
	}
	if s.inCheck(s.side.Other()) {
		return fmt.Errorf("board: %s is to move and could capture the general; %s must be to move, or the general be safe",
			s.side, s.side.Other())
	}
	if s.spec.FlyingGeneral && s.facing() {
		return fmt.Errorf("board: the two generals face each other on an open line, a piece must stand between them")
	}
	return nil
}

// royalCounts returns how many royal pieces each side has at the start of the variant's game.
func royalCounts(spec *variant.Spec) ([2]int, error) {
	var n [2]int
	start, err := readFEN(spec, spec.Start)
	if err != nil {
		return n, fmt.Errorf("the variant's own start %q: %w", spec.Start, err)
	}
	for sq := board.Square(0); sq < start.size(); sq++ {
		if start.isRoyal(sq) {
			n[start.at[sq].Color()]++
		}
	}
	return n, nil
}

// checkPassing refuses passing squares with nothing to capture behind them, and drops those that nobody could use, as a
// position reached by play has none such.
func (s *state) checkPassing() error {
	g := s.spec.Geometry
	us, them := s.side, s.side.Other()
	if away := s.passing.Without(s.spec.EnPassantRegion[us]); away.Any() {
		return fmt.Errorf("%s is not where %s may capture in passing", g.Name(away.First()), us)
	}
	occupied := 0
	for b := s.passing; b.Any(); {
		sq := b.Pop()
		if s.owned(sq, us) || s.isRoyal(sq) {
			return fmt.Errorf("%s holds a piece that cannot be captured in passing", g.Name(sq))
		}
		if s.at[sq] != board.NoPiece {
			occupied++
		}
	}
	if occupied > 1 {
		return fmt.Errorf("two of the squares are occupied, but only one piece has just moved")
	}
	if s.initialMover(them) {
		return nil // its initial moves may have passed over almost anything
	}
	for b := s.passing; b.Any(); {
		sq := b.Pop()
		victim := s.victim(sq)
		if s.at[sq] != board.NoPiece {
			return fmt.Errorf("%s is not empty", g.Name(sq))
		}
		behind, ok := g.Step(sq, 0, -forward(them))
		if victim == board.NoSquare || !s.spec.Piece(s.at[victim].Type()).Pawn || abs(g.Rank(victim)-g.Rank(sq)) > 2 {
			return fmt.Errorf("no pawn of %s has just passed over %s", them, g.Name(sq))
		}
		if !ok || s.at[behind] != board.NoPiece {
			return fmt.Errorf("no pawn can have passed over %s, as it must have come from the empty square behind it", g.Name(sq))
		}
		if !s.passable(sq, us) {
			s.passing = s.passing.Drop(sq)
		}
	}
	return nil
}

// initialMover reports whether c has a piece other than a pawn with initial moves.
func (s *state) initialMover(c board.Color) bool {
	for sq := board.Square(0); sq < s.size(); sq++ {
		if !s.owned(sq, c) {
			continue
		}
		for _, st := range s.spec.Piece(s.at[sq].Type()).Steps {
			if st.Initial {
				return true
			}
		}
	}
	return false
}
