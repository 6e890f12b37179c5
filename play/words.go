package play

import (
	"fmt"
	"strings"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
	"buluo/search"
	"buluo/variant"
)

// SideName is what players call a side: the xiangqi family has Red for White.
func SideName(r *rules.Rules, c board.Color) string {
	switch {
	case c == board.Black:
		return "Black"
	case r.Spec().Family == "xiangqi":
		return "Red"
	}
	return "White"
}

// why says how a game ended; %s is the side that has the worse of it, or in draws nobody.
var why = map[board.Reason]string{
	board.Mate:           "%s is checkmated",
	board.Smother:        "%s has no legal move left, which loses although it is not in check",
	board.Stalemate:      "there is no legal move and no check: stalemate",
	board.Extinction:     "%s is down to fewer pieces than it may have",
	board.Campmate:       "the other side has reached its goal before %s could stop it",
	board.CheckLimit:     "%s has been given the last check that it may be given",
	board.Connection:     "the other side has connected its pieces before %s could stop it",
	board.Repetition:     "the position has come up too often",
	board.PerpetualCheck: "the position has come up too often, and %s did nothing but give check",
	board.PerpetualChase: "the position has come up too often, and %s did nothing but chase the same piece",
	board.Clock:          "too many moves have gone by without a capture",
	board.Insufficient:   "neither side has what it takes to win",
	board.Passes:         "both sides have passed",
	board.Fortress:       "neither side can ever make progress",
}

// Sentence says how a game ended in a position: who won and why.
func Sentence(p *position.Position, o board.Outcome) string {
	if !o.Over {
		return "The game goes on."
	}
	r, reason := p.Rules(), why[o.Reason]
	if o.Winner == board.NoColor {
		return "The game is drawn: " + strings.ReplaceAll(reason, "%s", SideName(r, p.Side())) + "."
	}
	loser := o.Winner.Other()
	switch {
	case o.Reason == board.Extinction && r.Spec().ExtinctionValue == variant.Win:
		reason, loser = "%s has got rid of its pieces, which is the aim", o.Winner
	case o.Reason == board.Extinction && !p.Of(loser).Any():
		reason = "%s has not one man left"
	case o.Reason == board.Smother && p.Side() == o.Winner, o.Reason == board.Mate && p.Side() == o.Winner:
		reason, loser = "%s has no legal move left, which wins here", o.Winner
	}
	return fmt.Sprintf("%s wins: %s.", SideName(r, o.Winner), strings.ReplaceAll(reason, "%s", SideName(r, loser)))
}

// worth says what a score is, from the view of the side that it is for.
func worth(score int) string {
	plies, ok := search.IsMate(score)
	switch {
	case ok && plies > 0:
		return fmt.Sprintf("it wins by force, in %s", count(plies, "ply", "plies"))
	case ok:
		return fmt.Sprintf("it loses by force, in %s, whatever is played", count(-plies, "ply", "plies"))
	case score == 0:
		return "the game is even then"
	case score > 0:
		return fmt.Sprintf("ahead by %.2f pawns then", float64(score)/100)
	}
	return fmt.Sprintf("behind by %.2f pawns then", -float64(score)/100)
}

// count writes a number of things.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// clip shortens what came from outside to what a sentence can carry.
func clip(text string) string {
	const most = 40
	if runes := []rune(strings.ToValidUTF8(text, "?")); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return strings.ToValidUTF8(text, "?")
}
