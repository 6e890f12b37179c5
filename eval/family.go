package eval

import (
	"embed"
	"fmt"
	"slices"

	"buluo/board"
	"buluo/position"
	"buluo/rules"
)

//go:embed weights/*.json
var fitted embed.FS

// Families are the sorts of game that weights are fitted for apart from each other: a chariot among soldiers is worth something else than
// a chariot among chariots.
var families = [...]string{"chess", "horde", "orda", "siege", "xiangqi"}

// Families returns the names of the families.
func Families() []string { return slices.Clone(families[:]) }

// Family returns the family of a variant: whether a side has no royal piece, whether cannons or lame horses are on the board, and whether
// the two armies are of unlike pieces. Where they are, trades are of unlike pieces, a lead in centipawns says less, and one scale
// for both sorts of game suits neither.
func Family(r *rules.Rules) string {
	lone := (r.Sides[board.White].Royal == board.NoType) != (r.Sides[board.Black].Royal == board.NoType)
	east := false
	for c := range r.Sides {
		for _, m := range r.Sides[c].Movers {
			key := r.Spec().Piece(m.Type).Key
			east = east || key == "cannon" || key == "horse" || key == "elephant"
		}
	}
	switch {
	case lone && east:
		return "siege"
	case lone:
		return "horde"
	case east:
		return "xiangqi"
	case unlikeArmies(r):
		return "orda"
	}
	return "chess"
}

// unlikeArmies reports whether each side begins with something that the other never has. A side that only lacks something plays at odds.
func unlikeArmies(r *rules.Rules) bool {
	p := position.Start(r)
	var alone [2]bool
	for _, m := range r.Sides[board.White].Movers {
		white, black := p.Count(board.White, m.Type) > 0, p.Count(board.Black, m.Type) > 0
		alone[board.White] = alone[board.White] || white && !black
		alone[board.Black] = alone[board.Black] || black && !white
	}
	return alone[board.White] && alone[board.Black]
}

// surveyed reports whether the positions of a family are counted by a survey.
func surveyed(family string) bool { return family == "chess" || family == "horde" || family == "orda" }

// FamilyWeights returns the weights that were fitted for a family.
func FamilyWeights(family string) (Weights, error) {
	name := "weights/" + family + ".json"
	f, err := fitted.Open(name)
	if err != nil {
		return Weights{}, fmt.Errorf("no weights were fitted for family %q; there are %v", family, families[:])
	}
	defer f.Close()
	return ReadWeights(name, f)
}
