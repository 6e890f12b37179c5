package solver

import (
	"strings"

	"buluo/referee"
	"buluo/variant"
)

// Referee is a Board on which the referee keeps the rules.
type Referee struct{ *referee.Game }

var _ Board = Referee{}

// NewReferee sets a position up.
func NewReferee(spec *variant.Spec, fen string) (Referee, error) {
	g, err := referee.FromFEN(spec, fen)
	return Referee{g}, err
}

// Key is the FEN without the number of the move, which decides nothing.
func (r Referee) Key() string {
	fen := strings.TrimSpace(r.FEN())
	return fen[:strings.LastIndexByte(fen, ' ')]
}
