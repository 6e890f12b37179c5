package eval

// Weights holds every number the evaluation knows, in centipawns: hundredths of a chess pawn. The values of xiangqi pieces
// are the usual ones (chariot 9, cannon 4½, horse 4, elephant, advisor and crossed soldier 2, soldier 1) on the scale on which
// chariot and rook, which move alike, are worth the same.
type Weights struct {
	// Material.
	Pawn, Knight, Bishop, Rook, Queen int
	Cannon, Horse, Elephant, Advisor  int
	Soldier                           int // while it only goes forward
	Crossed                           int // once it goes sideways too
	LeaperBase, LeaperSlope           int // hundredths a target, and its growth with their number (values.go)
	Advance                           int // a rank, for what cannot come back, where there is a general to march on
	Spent                             int // percent of its value that a piece loses where it has no step forward left
	Centre                            int // a file nearer to the middle, for the short-range pieces that advance
	Home                              int // a rank nearer to home, for a royal piece
	Reach                             int // a point that a piece of longer range may go to
	Guarded                           int // a piece that a short-range neighbour would retake on
	Tempo                             int // being on move
	FadeStart                         int // percent of the no-capture clock from which the score fades
	FadeEnd                           int // percent of the score left when the clock runs out
}

// DefaultWeights returns the weights that a player uses unless told otherwise.
func DefaultWeights() Weights {
	return Weights{
		Pawn: 100, Knight: 300, Bishop: 320, Rook: 500, Queen: 900,
		Cannon: 250, Horse: 220, Elephant: 110, Advisor: 110,
		Soldier: 55, Crossed: 110,
		LeaperBase: 3300, LeaperSlope: 69,
		Advance: 2, Spent: 50, Centre: 2, Home: 4, Reach: 2, Guarded: 4, Tempo: 5,
		FadeStart: 20, FadeEnd: 50,
	}
}
