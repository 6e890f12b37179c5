package wdl

import (
	"math"

	"buluo/board"
)

// Odds are chances in thousandths. Their sum is 1000.
type Odds struct{ Win, Draw, Loss int }

// Flip returns the odds as the other side sees them.
func (o Odds) Flip() Odds { return Odds{o.Loss, o.Draw, o.Win} }

// Certain returns the odds of a game that is decided for a side, as another sees them; NoColor is a draw.
func Certain(winner, side board.Color) Odds {
	switch winner {
	case side:
		return Odds{Win: 1000}
	case side.Other():
		return Odds{Loss: 1000}
	}
	return Odds{Draw: 1000}
}

// Model is what a family's games say of scores. Scores are White's, in pawns; m is the share of the men of the start that are left,
// and t that of the clock that has run.
//
//	centre(m) = Centre[0] + Centre[1] m + Centre[2] m²        the score at which both sides win equally often
//	gap(m, t) = exp(Gap[0] + Gap[1] m + Gap[2] m² + Clock t²) half the distance between the thresholds
//	spread(m) = exp(Spread[0] + Spread[1] m)                  how many pawns an e-fold of the odds takes
//
//	P(White wins) = logistic((score - centre - gap) / spread)
//	P(Black wins) = logistic((centre - score - gap) / spread)
//
// The two never exceed 1 together, as the gap is positive. A centre other than 0 is what an evaluation gets wrong about a side
// whatever the position: games between armies that differ need it, and others keep it at 0.
type Model struct {
	Centre [3]float64 `json:"centre"`
	Gap    [3]float64 `json:"gap"`
	Clock  float64    `json:"clock"`
	Spread [2]float64 `json:"spread"`
}

// mostScore is the largest score that is told from larger ones, in pawns: beyond it evaluations differ by what they find to add up.
const mostScore = 30

// pawns turns centipawns into what the model is fitted in.
func pawns(score int) float64 {
	return min(max(float64(score)/100, -mostScore), mostScore)
}

// terms works out the model's three parts.
func (m *Model) terms(phase, clock float64) (centre, gap, spread float64) {
	centre = m.Centre[0] + phase*(m.Centre[1]+phase*m.Centre[2])
	gap = math.Exp(m.Gap[0] + phase*(m.Gap[1]+phase*m.Gap[2]) + m.Clock*clock*clock)
	spread = math.Exp(m.Spread[0] + m.Spread[1]*phase)
	return centre, gap, spread
}

// chances returns the probabilities that White and Black win.
func (m *Model) chances(score int, phase, clock float64) (white, black float64) {
	centre, gap, spread := m.terms(phase, clock)
	x := pawns(score) - centre
	return logistic((x - gap) / spread), logistic((-x - gap) / spread)
}

// Odds returns White's odds at a score of White's in centipawns.
func (m *Model) Odds(score int, phase, clock float64) Odds {
	white, black := m.chances(score, phase, clock)
	o := Odds{Win: int(math.Round(1000 * white)), Loss: int(math.Round(1000 * black))}
	if o.Win+o.Loss > 1000 { // both rounded up
		o.Loss = 1000 - o.Win
	}
	o.Draw = 1000 - o.Win - o.Loss
	return o
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
