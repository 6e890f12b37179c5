package series

import (
	"fmt"

	"buluo/board"
	"buluo/lab/ledger"
)

// Score counts a player's games from one seat.
type Score struct {
	Won        int `json:"won"`
	Drawn      int `json:"drawn"`
	Lost       int `json:"lost"`
	Unfinished int `json:"unfinished,omitempty"`

	Smothers int `json:"smothers,omitempty"` // of the games won, those in which the opponent had no move and no check
	Plies    int `json:"plies,omitempty"`    // of the games won, together
}

// Add counts a game in which the player had a seat.
func (s *Score) Add(rec *ledger.Record, seat board.Color) {
	switch o := rec.Outcome(); {
	case !o.Over:
		s.Unfinished++
	case o.Winner == board.NoColor:
		s.Drawn++
	case o.Winner != seat:
		s.Lost++
	default:
		s.Won++
		s.Plies += rec.Plies
		if o.Reason == board.Smother {
			s.Smothers++
		}
	}
}

// Games returns how many were played to an end.
func (s Score) Games() int { return s.Won + s.Drawn + s.Lost }

// Plus returns two scores together.
func (s Score) Plus(t Score) Score {
	return Score{s.Won + t.Won, s.Drawn + t.Drawn, s.Lost + t.Lost, s.Unfinished + t.Unfinished, s.Smothers + t.Smothers, s.Plies + t.Plies}
}

// String writes a score as won-drawn-lost, with the unfinished games after a plus.
func (s Score) String() string {
	return s.withUnfinished(fmt.Sprintf("%d-%d-%d", s.Won, s.Drawn, s.Lost))
}

// WonLostDrawn writes a score in the order that the study's ladder has.
func (s Score) WonLostDrawn() string {
	return s.withUnfinished(fmt.Sprintf("%d-%d-%d", s.Won, s.Lost, s.Drawn))
}

func (s Score) withUnfinished(text string) string {
	if s.Unfinished > 0 {
		text += fmt.Sprintf("+%d", s.Unfinished)
	}
	return text
}
