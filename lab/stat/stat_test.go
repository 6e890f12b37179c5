package stat

import (
	"testing"

	"buluo/board"
)

func TestTally(t *testing.T) {
	win, loss, draw := board.Win(board.White, board.Mate), board.Win(board.Black, board.Mate), board.Draw(board.Clock)
	for _, tc := range []struct {
		games []board.Outcome
		text  string
		lead  Lead
		done  int
	}{
		{nil, "0-0-0", Split, 0},
		{[]board.Outcome{win, win, draw}, "2-1-0", ForWhite, 3},
		{[]board.Outcome{loss, draw, loss}, "0-1-2", ForBlack, 3},
		{[]board.Outcome{draw, draw, win}, "1-2-0", ForDraw, 3},
		{[]board.Outcome{win, loss}, "1-0-1", Split, 2},
		{[]board.Outcome{draw, loss, {}, {}}, "0-1-1+2", Split, 2},
	} {
		var tally Tally
		for _, o := range tc.games {
			tally.Add(o)
		}
		if tally.String() != tc.text || tally.Lead() != tc.lead || tally.Finished() != tc.done {
			t.Errorf("%v: %s, lead %d, %d finished; want %s, %d, %d", tc.games, tally, tally.Lead(), tally.Finished(), tc.text, tc.lead, tc.done)
		}
		if double := tally.Plus(tally); double.Finished() != 2*tc.done || double.Lead() != tc.lead {
			t.Errorf("%s twice is %s", tally, double)
		}
	}
}
