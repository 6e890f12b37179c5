package stat

import (
	"cmp"
	"math"
	"slices"

	gonum "gonum.org/v1/gonum/stat"
)

// Quartiles returns the median of numbers with the quartiles on either side of it, NaN of none.
func Quartiles(xs []float64) (low, median, high float64) {
	if len(xs) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	sorted := slices.Clone(xs)
	slices.Sort(sorted)
	at := func(p float64) float64 { return gonum.Quantile(p, gonum.Empirical, sorted, nil) }
	return at(0.25), at(0.5), at(0.75)
}

// Rank is Kendall's tau-b between two rankings of the same things: 1 where they agree, -1 where one is the other backwards. Ties are taken
// out of the count on either side; gonum's tau-a takes two that are tied twice for a pair that agrees. NaN where one ranking has nothing
// but ties, or fewer than two things.
func Rank(x, y []float64) float64 {
	sum := 0.0
	for i := range x {
		for j := range i {
			sum += float64(cmp.Compare(x[i], x[j]) * cmp.Compare(y[i], y[j]))
		}
	}
	n := float64(len(x))
	pairs := n * (n - 1) / 2
	return sum / math.Sqrt((pairs-tied(x))*(pairs-tied(y)))
}

// tied counts the pairs of equal numbers.
func tied(xs []float64) float64 {
	seen := map[float64]int{}
	n := 0
	for _, x := range xs {
		n += seen[x]
		seen[x]++
	}
	return float64(n)
}

// Slope returns how much y grows with each unit of x: the mean of the regression slopes of the clusters, with an interval over them. Each cluster is one
// opening at several budgets, so that what the opening gives cancels. Clusters with a single x say nothing.
func Slope(xs, ys [][]float64) Interval {
	var slopes []float64
	for i := range xs {
		if len(xs[i]) < 2 || slices.Min(xs[i]) == slices.Max(xs[i]) {
			continue
		}
		_, slope := gonum.LinearRegression(xs[i], ys[i], nil, false)
		slopes = append(slopes, slope)
	}
	return MeanInterval(slopes)
}

// Entropy returns the entropy in bits of how often things occurred: 0 where all were one, log2 n where n occurred equally often.
func Entropy(counts []int) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	shares := make([]float64, 0, len(counts))
	for _, n := range counts {
		shares = append(shares, float64(n)/float64(max(1, total)))
	}
	return gonum.Entropy(shares) / math.Ln2
}

// SkillTrace sums up a ladder whose rungs double the nodes of the weaker player, as Ludii's metric of that name in its current form does: with r the stronger
// player's mean utility on each rung, from -1 to 1, a the mean of r where positive and 0 where not, and y the line through r extrapolated to the
// rung after the last, clipped to 0 to 1, it is y + (1-y)a. NaN of no rungs; of one, the line is flat.
func SkillTrace(utilities []float64) float64 {
	n := len(utilities)
	if n == 0 {
		return math.NaN()
	}
	rungs := make([]float64, n)
	a := 0.0
	for i, r := range utilities {
		rungs[i] = float64(i + 1)
		a += math.Max(r, 0) / float64(n)
	}
	y := utilities[0]
	if n > 1 {
		alpha, beta := gonum.LinearRegression(rungs, utilities, nil, false)
		y = alpha + beta*float64(n+1)
	}
	y = math.Min(1, math.Max(0, y))
	return y + (1-y)*a
}
