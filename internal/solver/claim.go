package solver

import (
	"fmt"
	"slices"

	"buluo/board"
)

// Kind says what a problem asks for. Package bench has a type of its own for what it asks a search, with the same words and one more: the
// proofs share a file with the engine and no code, so a test holds the words of both together.
type Kind uint8

// The kinds of problem. Plies count from the position, the first move included.
const (
	NoKind Kind = iota
	Win         // the only move that wins by force within so many plies, which no move does in fewer
	Save        // the only move after which the opponent does not win by force within so many plies, nor within two more
	Avoid       // moves after which the opponent wins within so many plies; among the others one does not lose within two more
	numKinds
)

var kindNames = [numKinds]string{"none", "win", "save", "avoid"}

// String names the kind.
func (k Kind) String() string {
	if k < numKinds {
		return kindNames[k]
	}
	return "unknown"
}

// ParseKind reads what String writes.
func ParseKind(word string) (Kind, bool) {
	i := slices.Index(kindNames[1:], word)
	return Kind(i + 1), i >= 0
}

// beyond is how much further than the plies of a problem a move that is said to hold is followed.
const beyond = 2

// Claim is what a problem says of a position.
type Claim struct {
	Kind  Kind
	Plies int
	Moves []board.Move // the answer; one move, but for Avoid
}

// Prove searches everything that the claim speaks of and returns how many positions that took. The error says in what the claim is
// wrong, and nil that it is right. The rules must not end a game at the second occurrence of a position.
func (c Claim) Prove(b Board) (nodes int, err error) {
	s := New(b)
	switch c.Kind {
	case Win:
		err = c.proveWin(s)
	case Save:
		err = c.proveSave(s)
	case Avoid:
		err = c.proveAvoid(s)
	default:
		err = fmt.Errorf("a problem of the kind %s claims nothing", c.Kind)
	}
	return s.Nodes, err
}

func (c Claim) proveWin(s *Solver) error {
	if c.Plies < 1 || c.Plies > Horizon || len(c.Moves) != 1 {
		return fmt.Errorf("a win has one answer and 1 to %d plies, not %d and %d", Horizon, len(c.Moves), c.Plies)
	}
	n, err := s.Distance(c.Plies)
	if err != nil {
		return err
	}
	if n != c.Plies {
		return fmt.Errorf("the shortest win takes %d plies (0 is none), not %d", n, c.Plies)
	}
	winning, err := s.Winning(c.Plies)
	if err == nil && !slices.Equal(winning, c.Moves) {
		err = fmt.Errorf("%d moves win within %d plies, and the answer is to be the only one", len(winning), c.Plies)
	}
	return err
}

func (c Claim) proveSave(s *Solver) error {
	if c.Plies < 2 || c.Plies+beyond > Horizon || len(c.Moves) != 1 {
		return fmt.Errorf("a save has one answer and 2 to %d plies, not %d and %d", Horizon-beyond, len(c.Moves), c.Plies)
	}
	losing, err := s.Losing(c.Plies)
	if err != nil {
		return err
	}
	if len(losing) != len(s.b.Legal())-1 || slices.Contains(losing, c.Moves[0]) {
		return fmt.Errorf("%d of %d moves lose within %d plies, and all but the answer should", len(losing), len(s.b.Legal()), c.Plies)
	}
	return s.holds(c.Moves[0], c.Plies+beyond)
}

func (c Claim) proveAvoid(s *Solver) error {
	if c.Plies < 2 || c.Plies+beyond > Horizon || len(c.Moves) == 0 {
		return fmt.Errorf("what is to be avoided loses in 2 to %d plies, not %d", Horizon-beyond, c.Plies)
	}
	losing, err := s.Losing(c.Plies)
	if err != nil {
		return err
	}
	for _, m := range c.Moves {
		if !slices.Contains(losing, m) {
			return fmt.Errorf("a move that is to be avoided does not lose within %d plies", c.Plies)
		}
	}
	for _, m := range append([]board.Move(nil), s.b.Legal()...) {
		if !slices.Contains(losing, m) && s.holds(m, c.Plies+beyond) == nil {
			return nil
		}
	}
	return fmt.Errorf("every move loses within %d plies", c.Plies+beyond)
}

// holds returns nil where the opponent has no forced win within n plies, the move included.
func (s *Solver) holds(m board.Move, n int) error {
	them, lost := s.b.Side().Other(), false
	s.try(m, func() bool {
		lost, _ = s.Wins(them, n-1)
		return lost
	})
	switch {
	case s.err != nil:
		return s.err
	case lost:
		return fmt.Errorf("the move that should hold loses within %d plies", n)
	}
	return nil
}

// Line plays a forced win of the side to move out, the winner as fast and the other side as slow as they can, and returns the moves and how it
// ends. There must be one within n plies.
func (s *Solver) Line(n int) (line []board.Move, end board.Outcome, err error) {
	us := s.b.Side()
	defer func() {
		for range line {
			s.b.Undo()
		}
	}()
	for ; n >= 0 && s.err == nil; n-- {
		if end = s.b.Outcome(); end.Over {
			return line, end, nil
		}
		m := s.step(us, n)
		if m == board.NoMove {
			break
		}
		if err := s.b.Play(m); err != nil {
			return line, end, err
		}
		line = append(line, m)
	}
	if s.err != nil {
		return line, end, s.err
	}
	return line, end, fmt.Errorf("there is no forced win of so many plies")
}

// step returns the move after which the attacker's win takes the fewest plies, or, for the other side, the most.
func (s *Solver) step(attacker board.Color, n int) board.Move {
	ours := s.b.Side() == attacker
	chosen, at := board.NoMove, -1
	for _, m := range append([]board.Move(nil), s.b.Legal()...) {
		took := -1
		s.try(m, func() bool {
			for k := 0; k < n; k++ {
				if won, _ := s.Wins(attacker, k); won {
					took = k
					return true
				}
			}
			return false
		})
		if took >= 0 && (at < 0 || ours && took < at || !ours && took > at) {
			chosen, at = m, took
		}
	}
	return chosen
}
