package lab

import (
	"fmt"
	"strings"

	"buluo/board"
	"buluo/lab/ledger"
	"buluo/lab/match"
)

// ruled says where a record's end is not what its job's adjudication makes of the scores: given to another, given too early or too late, or not
// given. The rules of adjudication are read here a second time, ply by ply backwards, as who played the game counted forwards.
func ruled(rec *ledger.Record, sides []board.Color) error {
	a := rec.Job.Adjudication
	if rec.Adjudicated() && !a.Any() {
		return fmt.Errorf("it was adjudicated, which its job does not ask for")
	}
	first := len(strings.Fields(rec.Job.Opening))
	for last := first; last < rec.Plies; last++ {
		given := rulingAt(a, rec, sides, first, last)
		switch {
		case !given.Over:
		case last < rec.Plies-1:
			return fmt.Errorf("ply %d: it goes on after both players' scores have given it %s", last+1, given.Result())
		case rec.Outcome().Over:
			return nil // the rules come first
		case given.Result() != rec.Result:
			return fmt.Errorf("recorded %s by %s, both players' scores give %s", rec.Result, rec.Termination, given.Result())
		default:
			return nil
		}
	}
	if rec.Adjudicated() {
		return fmt.Errorf("recorded %s by adjudication, which the players' scores do not give", rec.Result)
	}
	return nil
}

// rulingAt returns what the scores up to a ply give, those before the first being nobody's.
func rulingAt(a match.Adjudication, rec *ledger.Record, sides []board.Color, first, last int) board.Outcome {
	// agreed reports whether the plies that end with this one, as many as hold, are enough and both players'. It looks back no further than it must:
	// a game may have thousands of plies, and each is asked about.
	agreed := func(plies int, holds func(ply, white int) bool) bool {
		if plies <= 0 {
			return false
		}
		n, spoken := 0, [2]bool{}
		for ply := last; ply >= first && rec.Depths[ply] > 0; ply-- {
			white := rec.Scores[ply]
			if sides[ply] == board.Black {
				white = -white
			}
			if !holds(ply, white) {
				break
			}
			n++
			spoken[sides[ply]] = true
			if n >= plies && spoken[board.White] && spoken[board.Black] {
				return true
			}
		}
		return false
	}
	switch {
	case agreed(a.WinPlies, func(_, white int) bool { return white >= a.WinScore }):
		return board.Win(board.White, board.NoReason)
	case agreed(a.WinPlies, func(_, white int) bool { return white <= -a.WinScore }):
		return board.Win(board.Black, board.NoReason)
	case agreed(a.DrawPlies, func(ply, white int) bool { return -a.DrawScore <= white && white <= a.DrawScore && ply+1 > a.DrawAfter }):
		return board.Draw(board.NoReason)
	}
	return board.Outcome{}
}
