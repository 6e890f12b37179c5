package match

import (
	"fmt"

	"buluo/board"
)

// Adjudication says when a game is given to somebody before its rules end it, by what both players think of it. It saves the time of won and dead
// games, at the price that the players are believed; so it is off unless asked for, and what it ends is never an outcome of the rules. The zero
// value gives nothing.
//
// A ruling wants an unbroken run of plies, in which both players have spoken and all said the same. Moves of the opening say nothing, and neither
// does a player that has finished no depth.
type Adjudication struct {
	WinScore int `json:"winScore,omitempty"` // centipawns or more for one side ...
	WinPlies int `json:"winPlies,omitempty"` // ... for so many plies, 2 or more; 0 gives no win

	DrawScore int `json:"drawScore,omitempty"` // centipawns at most for either ...
	DrawPlies int `json:"drawPlies,omitempty"` // ... for so many plies, 2 or more; 0 gives no draw
	DrawAfter int `json:"drawAfter,omitempty"` // ... which begin after this one
}

// Any reports whether there is anything that it would give.
func (a Adjudication) Any() bool { return a.WinPlies > 0 || a.DrawPlies > 0 }

// Check says what makes no sense.
func (a Adjudication) Check() error {
	for _, c := range []struct {
		name         string
		n, low, high int
	}{
		{"the score of a win", a.WinScore, 1, 1 << 20}, {"the plies of a win", a.WinPlies, 2, 1 << 16},
		{"the score of a draw", a.DrawScore, 0, 1 << 20}, {"the plies of a draw", a.DrawPlies, 2, 1 << 16},
		{"the ply that draws begin after", a.DrawAfter, 0, 1 << 16},
	} {
		if c.n != 0 && (c.n < c.low || c.n > c.high) || c.n == 0 && c.low == 1 && a.WinPlies > 0 {
			return fmt.Errorf("adjudication: %s is %d; %d to %d would do", c.name, c.n, c.low, c.high)
		}
	}
	return nil
}

// run is a number of plies after each other in which the players agreed.
type run struct {
	plies  int
	spoken [2]bool
}

// count goes on with a run, or begins another.
func (r *run) count(agrees bool, side board.Color) {
	if !agrees {
		*r = run{}
		return
	}
	r.plies++
	r.spoken[side] = true
}

// lasts reports whether a run is as long as asked and both have spoken.
func (r *run) lasts(plies int) bool {
	return plies > 0 && r.plies >= plies && r.spoken[board.White] && r.spoken[board.Black]
}

// umpire watches a game for what an adjudication gives. The zero umpire of the zero adjudication does nothing.
type umpire struct {
	Adjudication
	ply  int
	wins [2]run // for White, for Black
	draw run
}

// watch hears what a side thought when it moved, and returns the ruling: over where there is one. Its reason is none, since no rule gives it.
func (u *umpire) watch(side board.Color, c Choice) board.Outcome {
	u.ply++
	score := c.Score
	if side == board.Black {
		score = -score
	}
	said := c.Depth > 0
	u.wins[board.White].count(said && score >= u.WinScore, side)
	u.wins[board.Black].count(said && score <= -u.WinScore, side)
	u.draw.count(said && max(score, -score) <= u.DrawScore && u.ply > u.DrawAfter, side)
	switch {
	case u.wins[board.White].lasts(u.WinPlies):
		return board.Win(board.White, board.NoReason)
	case u.wins[board.Black].lasts(u.WinPlies):
		return board.Win(board.Black, board.NoReason)
	case u.draw.lasts(u.DrawPlies):
		return board.Draw(board.NoReason)
	}
	return board.Outcome{}
}
