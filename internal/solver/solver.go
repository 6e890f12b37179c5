package solver

import (
	"buluo/board"
)

// Board is a game that can be played forth and back.
type Board interface {
	Side() board.Color
	Outcome() board.Outcome
	Legal() []board.Move // in an order that is always the same; not kept beyond the next call of Play or Undo unless copied
	Play(m board.Move) error
	Undo()
	// Key tells positions apart by everything that decides how they go on, but for the moves that led there.
	Key() string
}

// Horizon is the longest forced end, in plies, that may be asked for. Within seven plies no position can come up three times, the
// set-up being the first, so that what led to a position does not matter and a result may be remembered without it. Rules that
// end a game at the second occurrence are beyond this solver; see Claim.Prove.
const Horizon = 7

// Solver searches one game. It belongs to one goroutine.
type Solver struct {
	b    Board
	memo map[key]fact

	// first are the moves that decided a position at so many plies' distance last time: likely to decide the next as well.
	first [Horizon + 1][2]board.Move

	Nodes int // positions looked at so far, those remembered not counted
	err   error
}

// key is a position and who is to win it.
type key struct {
	position string
	attacker board.Color
}

// fact is what is known of a position: the attacker wins within won plies (0 is not known), and does not within lost. Best is the
// move that showed it.
type fact struct {
	won, lost int8
	known     bool // lost means something
	best      board.Move
}

// New returns a solver of a game from where it stands.
func New(b Board) *Solver { return &Solver{b: b, memo: map[key]fact{}} }

// Wins reports whether a side can force its win within n plies, whoever is to move and whatever the other does. The error is the
// board's, which has refused one of its own moves.
func (s *Solver) Wins(attacker board.Color, n int) (bool, error) {
	for depth := range min(n, Horizon) {
		if s.force(attacker, depth) { // shorter ones first: what they leave behind orders the longer
			return true, s.err
		}
	}
	return s.force(attacker, min(n, Horizon)), s.err
}

// Distance returns the smallest number of plies up to most within which the side to move wins by force, 0 for none.
func (s *Solver) Distance(most int) (int, error) {
	for n := 1; n <= most; n++ {
		if won, err := s.Wins(s.b.Side(), n); won || err != nil {
			return n, err
		}
	}
	return 0, s.err
}

// Winning returns the moves after which the side to move wins within n plies of the position, that move included.
func (s *Solver) Winning(n int) ([]board.Move, error) {
	us := s.b.Side()
	return s.after(func() bool { won, _ := s.Wins(us, n-1); return won })
}

// Losing returns the moves after which the opponent wins within n plies of the position, that move included.
func (s *Solver) Losing(n int) ([]board.Move, error) {
	them := s.b.Side().Other()
	return s.after(func() bool { lost, _ := s.Wins(them, n-1); return lost })
}

// after returns the moves after which something is so.
func (s *Solver) after(so func() bool) ([]board.Move, error) {
	var list []board.Move
	for _, m := range append([]board.Move(nil), s.b.Legal()...) {
		if s.try(m, so) {
			list = append(list, m)
		}
	}
	return list, s.err
}

// try plays a move, asks, and takes it back.
func (s *Solver) try(m board.Move, ask func() bool) bool {
	if s.err != nil {
		return false
	}
	if err := s.b.Play(m); err != nil {
		s.err = err
		return false
	}
	defer s.b.Undo()
	return ask()
}

// force reports whether the attacker wins within n plies: one of its moves must, or all of the other side's.
func (s *Solver) force(attacker board.Color, n int) bool {
	if s.err != nil {
		return false
	}
	k := key{s.b.Key(), attacker}
	f := s.memo[k]
	switch {
	case f.won > 0 && int(f.won) <= n:
		return true
	case f.known && n <= int(f.lost):
		return false
	}
	s.Nodes++
	if o := s.b.Outcome(); o.Over {
		won := o.Winner == attacker
		if won {
			s.memo[k] = fact{won: 1}
		} else {
			s.memo[k] = fact{lost: Horizon, known: true}
		}
		return won
	}
	if n == 0 {
		s.memo[k] = fact{known: true}
		return false
	}
	ours := s.b.Side() == attacker
	decided := s.decisive(attacker, n, ours, f.best)
	// One move decides for whom it belongs to; without one the other side has its way.
	if decided != board.NoMove {
		f.best = decided
		s.first[n][s.b.Side()] = decided
	}
	if won := (decided != board.NoMove) == ours; won {
		f.won = int8(n)
		s.memo[k] = f
		return true
	}
	f.lost, f.known = int8(n), true
	s.memo[k] = f
	return false
}

// decisive returns a move after which the side to move has what it wants: the attacker its win within n-1 plies, the other side
// none. NoMove is none. Moves that decided before come first.
func (s *Solver) decisive(attacker board.Color, n int, ours bool, best board.Move) board.Move {
	legal := append([]board.Move(nil), s.b.Legal()...)
	front := 0
	for _, wish := range [2]board.Move{best, s.first[n][s.b.Side()]} {
		for i := front; i < len(legal) && wish != board.NoMove; i++ {
			if legal[i] == wish {
				legal[front], legal[i] = legal[i], legal[front]
				front++
				break
			}
		}
	}
	for _, m := range legal {
		if s.try(m, func() bool { return s.force(attacker, n-1) }) == ours {
			return m
		}
	}
	return board.NoMove
}
