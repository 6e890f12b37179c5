package board

// Reason says why a game ended.
type Reason uint8

// The reasons a game ends, in no order of precedence (that is a variant's to say).
const (
	NoReason       Reason = iota
	Mate                  // in check and no legal move
	Smother               // no legal move, no check: a win for the side that smothered (xiangqi)
	Stalemate             // no legal move, no check, where the rules call it a draw
	Extinction            // a listed kind of piece is down to its limit
	Campmate              // a flag piece stands in its flag region
	CheckLimit            // the last of a number of checks was given
	Connection            // pieces stand in a winning row or join two regions
	Repetition            // the position occurred often enough
	PerpetualCheck        // it did, and one side had only given checks
	PerpetualChase        // it did, and one side had only chased the same piece
	Clock                 // too long without a capture (or what else the rules count)
	Insufficient          // nobody has what it takes to win
	Passes                // both sides passed
	Fortress              // neither side can ever make progress (Lichess's horde)
	numReasons
)

var reasonNames = [numReasons]string{
	"none", "mate", "smother", "stalemate", "extinction", "campmate", "check limit", "connection", "repetition",
	"perpetual check", "perpetual chase", "clock", "insufficient material", "passes", "fortress",
}

// String names the reason in lower-case English.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "unknown"
}

// ParseReason reads what String writes.
func ParseReason(text string) (Reason, bool) {
	for i, name := range reasonNames {
		if name == text {
			return Reason(i), true
		}
	}
	return NoReason, false
}

// Outcome says whether a game is over, who won (NoColor for a draw) and why. The zero Outcome is a game going on, with
// Winner meaningless.
type Outcome struct {
	Over   bool
	Winner Color
	Reason Reason
}

// Win returns the outcome of a game won by c.
func Win(c Color, r Reason) Outcome { return Outcome{Over: true, Winner: c, Reason: r} }

// Draw returns the outcome of a drawn game.
func Draw(r Reason) Outcome { return Outcome{Over: true, Winner: NoColor, Reason: r} }

// Result writes the outcome as records do: 1-0, 0-1, 1/2-1/2, or * while the game goes on.
func (o Outcome) Result() string {
	switch {
	case !o.Over:
		return "*"
	case o.Winner == White:
		return "1-0"
	case o.Winner == Black:
		return "0-1"
	}
	return "1/2-1/2"
}
