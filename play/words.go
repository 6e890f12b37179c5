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

// why says how a game ended; %s is the side that has the worse of it, or in draws nobody, and %r what restarts the clock.
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
	board.Clock:          "too many moves have gone by without %r",
	board.Insufficient:   "neither side has what it takes to win",
	board.Passes:         "both sides have passed",
	board.Fortress:       "neither side can ever make progress",
}

// Sentence says how a game ended in a position: who won and why.
func Sentence(p *position.Position, o board.Outcome) string {
	if !o.Over {
		return "The game goes on."
	}
	r := p.Rules()
	reason := strings.ReplaceAll(why[o.Reason], "%r", restarts(r))
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

// restarts lists what sets the clock of a variant back: always a capture, and what else its rules count. A type counts only by moves that it cannot
// take back, which are all of a chess pawn's and not all of a soldier's.
func restarts(r *rules.Rules) string {
	list := []string{"a capture"}
	promotion := false
	for t := range board.PieceType(len(r.Spec().Pieces)) {
		t++
		var whose []string
		final := true
		for c := range r.Sides {
			side := &r.Sides[c]
			m := side.Of[t]
			counts := side.ClockTypes.Has(t)
			promotion = promotion || !counts && (m.PromotesTo != 0 || m.PromotedTo != board.NoType)
			if counts {
				whose, final = append(whose, SideName(r, board.Color(c))), final && oneWay(m)
			}
		}
		if len(whose) == 0 {
			continue
		}
		text := pieceWord(r, t) + " move"
		if len(whose) == 1 {
			text = whose[0] + " " + text
		}
		if !final {
			text += " that cannot be taken back"
		}
		list = append(list, "a "+text)
	}
	if promotion {
		list = append(list, "a promotion")
	}
	last := len(list) - 1
	if last == 0 {
		return list[0]
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// oneWay reports whether a type can go back to no point that it has left.
func oneWay(m *rules.Mover) bool {
	for from := range m.Reach {
		for to := m.Reach[from]; to.Any(); {
			if m.Reach[to.Pop()].Has(board.Square(from)) {
				return false
			}
		}
	}
	return true
}

// pieceWord is what a type is called: by its key, or a made-up one by its letter.
func pieceWord(r *rules.Rules, t board.PieceType) string {
	p := r.Spec().Piece(t)
	if strings.HasPrefix(p.Key, "customPiece") {
		return strings.ToUpper(string(rune(p.Letter)))
	}
	return p.Key
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
