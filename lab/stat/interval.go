package stat

import (
	"math"

	gonum "gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a figure with the bounds of its 95 % interval. Where the sample cannot say how sure it is, the bounds are NaN.
type Interval struct{ Mean, Low, High float64 }

// Known reports whether the interval has bounds.
func (i Interval) Known() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }

// Within reports whether the whole interval lies in [low, high]; an interval without bounds lies nowhere.
func (i Interval) Within(low, high float64) bool { return i.Known() && i.Low >= low && i.High <= high }

// Apart reports whether the whole interval lies on one side of [low, high].
func (i Interval) Apart(low, high float64) bool { return i.Known() && (i.High < low || i.Low > high) }

// quantile975 is Student's t for a two-sided 95 % interval.
func quantile975(freedom int) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}.Quantile(0.975)
}

// Clustered returns the mean of shares (numbers from 0 to 1, as a game's score is), whose samples come in clusters: games from one opening
// are no independent witnesses. The interval is that of the ratio estimator over clusters with Student's t.
//
// Where all samples agree, their variance of zero would make the interval a point, however few they are. The exact binomial bounds
// (Clopper and Pearson 1934) over the number of clusters take its place; they are right for shares of 0 or 1 and wide for others.
func Clustered(clusters [][]float64) Interval {
	var all, sums, sizes []float64
	for _, c := range clusters {
		if len(c) == 0 {
			continue
		}
		sum := 0.0
		for _, x := range c {
			sum += x
		}
		all, sums, sizes = append(all, c...), append(sums, sum), append(sizes, float64(len(c)))
	}
	m, n := len(sums), float64(len(all))
	if m == 0 {
		return Interval{math.NaN(), math.NaN(), math.NaN()}
	}
	mean := gonum.Mean(all, nil)
	square := 0.0
	for i := range sums {
		d := sums[i] - sizes[i]*mean
		square += d * d
	}
	if square < 1e-12 {
		low, high := binomial(mean*float64(m), float64(m))
		return Interval{mean, low, high}
	}
	half := quantile975(m-1) * math.Sqrt(square*float64(m)/float64(m-1)) / n
	return Interval{mean, math.Max(0, mean-half), math.Min(1, mean+half)}
}

// binomial returns the exact bounds of a share of which k of n trials succeeded; k may be a fraction.
func binomial(k, n float64) (low, high float64) {
	low, high = 0, 1
	if k > 0 {
		low = distuv.Beta{Alpha: k, Beta: n - k + 1}.Quantile(0.025)
	}
	if k < n {
		high = distuv.Beta{Alpha: k + 1, Beta: n - k}.Quantile(0.975)
	}
	return low, high
}

// MeanInterval returns the mean of independent samples of any range with the interval of Student's t. One sample has no bounds.
func MeanInterval(xs []float64) Interval {
	if len(xs) == 0 {
		return Interval{math.NaN(), math.NaN(), math.NaN()}
	}
	mean, deviation := gonum.MeanStdDev(xs, nil)
	if len(xs) == 1 {
		return Interval{mean, math.NaN(), math.NaN()}
	}
	half := quantile975(len(xs)-1) * deviation / math.Sqrt(float64(len(xs)))
	return Interval{mean, mean - half, mean + half}
}
