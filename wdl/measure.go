package wdl

import (
	"fmt"
	"math"
	"strings"

	"buluo/board"
)

// bins is the number of rows of a reliability table.
const bins = 10

// Bin is a row of it: the positions whose expected score lies in a tenth of the range.
type Bin struct {
	Positions        int
	Expected, Actual float64 // White's mean score, a draw counting half: as the model says, and as it was
}

// Figures say how well a model agrees with results.
type Figures struct {
	Games, Positions int
	Won, Drawn, Lost float64 // shares of the positions, for White

	// Brier is the mean squared distance of the three probabilities from what happened, from 0, always right, to 2. Base is that of someone
	// who knows the shares above and nothing of the position.
	Brier, Base float64
	LogLoss     float64
	Bins        [bins]Bin
}

// Measure holds a model against samples, which should not be those it was fitted to.
func Measure(m *Model, samples []Sample) Figures {
	var f Figures
	f.Positions = len(samples)
	games := map[int]bool{}
	for _, s := range samples {
		games[s.Game] = true
		switch s.Winner {
		case board.White:
			f.Won++
		case board.Black:
			f.Lost++
		default:
			f.Drawn++
		}
	}
	f.Games = len(games)
	n := float64(max(len(samples), 1))
	f.Won, f.Drawn, f.Lost = f.Won/n, f.Drawn/n, f.Lost/n
	for _, s := range samples {
		white, black := m.chances(s.Score, s.Phase, s.Clock)
		f.Brier += brier(white, black, s.Winner) / n
		f.Base += brier(f.Won, f.Lost, s.Winner) / n
		f.LogLoss += m.lossOf(&s, nil) / n
		expected := white + (1-white-black)/2
		b := &f.Bins[min(int(expected*bins), bins-1)]
		b.Positions++
		b.Expected += expected
		b.Actual += points(s.Winner)
	}
	for i := range f.Bins {
		if b := &f.Bins[i]; b.Positions > 0 {
			b.Expected /= float64(b.Positions)
			b.Actual /= float64(b.Positions)
		}
	}
	return f
}

// points is White's score of a result.
func points(winner board.Color) float64 {
	switch winner {
	case board.White:
		return 1
	case board.Black:
		return 0
	}
	return 0.5
}

// brier is the squared distance of a forecast from a result.
func brier(white, black float64, winner board.Color) float64 {
	w, b := 0.0, 0.0
	switch winner {
	case board.White:
		w = 1
	case board.Black:
		b = 1
	}
	return sq(white-w) + sq(black-b) + sq((1-white-black)-(1-w-b))
}

func sq(x float64) float64 { return x * x }

// Off is the mean distance of expected from actual scores over the bins, each weighing as its positions.
func (f *Figures) Off() float64 {
	total := 0.0
	for _, b := range f.Bins {
		total += float64(b.Positions) * math.Abs(b.Expected-b.Actual)
	}
	return total / float64(max(f.Positions, 1))
}

// String writes the figures and the reliability table for people.
func (f *Figures) String() string {
	var t strings.Builder
	fmt.Fprintf(&t, "%d positions of %d games: won %.1f %%, drawn %.1f %%, lost %.1f %% (by White)\n",
		f.Positions, f.Games, 100*f.Won, 100*f.Drawn, 100*f.Lost)
	fmt.Fprintf(&t, "Brier %.4f (%.4f without looking), log loss %.4f, off by %.3f on average\n", f.Brier, f.Base, f.LogLoss, f.Off())
	fmt.Fprintf(&t, "%12s %9s %9s %9s\n", "expected", "positions", "expected", "actual")
	for i, b := range f.Bins {
		if b.Positions > 0 {
			fmt.Fprintf(&t, "%5.1f to %3.1f %9d %9.3f %9.3f\n", float64(i)/bins, float64(i+1)/bins, b.Positions, b.Expected, b.Actual)
		}
	}
	return t.String()
}

// Split parts samples by game, so that about every n-th game is held back. Which ones is settled by their number, scattered: games come in some
// order, of variants that take turns, say, and what is held back should be of all of them.
func Split(samples []Sample, n int) (fit, held []Sample) {
	for _, s := range samples {
		const odd = 2654435761 // 2^32 divided by the golden ratio: multiples of it scatter
		if scattered := uint32(s.Game+1) * odd; scattered>>8%uint32(n) == 0 {
			held = append(held, s)
		} else {
			fit = append(fit, s)
		}
	}
	return fit, held
}
