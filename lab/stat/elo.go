package stat

import (
	"fmt"
	"math"
)

// Pairs counts game pairs: two games from one opening with the seats exchanged, by the points the first player made of two. The five counts
// are 0, 1/2, 1, 3/2 and 2 points. Pairs are what is independent in a match from random openings: the two games share their
// opening's bias, which a count of single games would take for noise.
type Pairs [5]int

// Add counts a pair by the first player's half points, 0 to 4.
func (p *Pairs) Add(halfPoints int) { p[halfPoints]++ }

// Games returns the number of games.
func (p Pairs) Games() int { return 2 * p.n() }

func (p Pairs) n() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Plus returns two counts together.
func (p Pairs) Plus(q Pairs) Pairs {
	for i := range p {
		p[i] += q[i]
	}
	return p
}

// Score returns the mean score a game, 0 to 1, and its variance over pairs. Of no pairs it is an even score that says nothing.
func (p Pairs) Score() (mean, variance float64) {
	n := float64(p.n())
	if n == 0 {
		return 0.5, 0
	}
	for i, k := range p {
		mean += float64(k) * float64(i) / 4
	}
	mean /= n
	for i, k := range p {
		d := float64(i)/4 - mean
		variance += float64(k) * d * d
	}
	return mean, variance / n
}

// Elo returns the logistic difference of strength of a score, with the bounds of its 95 % interval. A score of all or nothing has an infinite
// one. Where all pairs end alike, their variance of zero would make the interval a point, however few they are: the exact binomial bounds
// over pairs take its place, as in Clustered.
func (p Pairs) Elo() (elo, low, high float64) {
	mean, variance := p.Score()
	n := float64(p.n())
	if n == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	if variance == 0 {
		low, high = binomial(mean*n, n)
		return logistic(mean), logistic(low), logistic(high)
	}
	half := normal975 * math.Sqrt(variance/n)
	return logistic(mean), logistic(mean - half), logistic(mean + half)
}

// normal975 is the normal distribution's two-sided 95 % point. Matches have pairs enough for it.
const normal975 = 1.959963985

func logistic(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score)) // an even score is 0, and not -0
}

// Normalized returns the difference in units of the games' own spread, which unlike Elo does not shrink with the share of draws (Van den Bergh,
// "Normalized Elo", 2020), with the bounds of its 95 % interval. A match says as much of it as it has pairs, however they end. Where all pairs
// end alike there is no spread to measure by, and it says nothing.
func (p Pairs) Normalized() (elo, low, high float64) {
	mean, variance := p.Score()
	if variance == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	const unit = 800 / math.Ln10
	elo = (mean - 0.5) / math.Sqrt(2*variance) * unit
	half := normal975 / math.Sqrt(2*float64(p.n())) * unit
	return elo, elo - half, elo + half
}

// Superiority returns the likelihood that the first player is the stronger one, by the same normal approximation: an even score says 0.5.
func (p Pairs) Superiority() float64 {
	mean, variance := p.Score()
	switch {
	case mean == 0.5:
		return 0.5
	case variance == 0 && mean > 0.5:
		return 1
	case variance == 0:
		return 0
	}
	return math.Erfc((0.5-mean)/math.Sqrt(2*variance/float64(p.n()))) / 2
}

// LLR returns the log-likelihood ratio of two hypotheses on the logistic Elo difference, elo1 over elo0, by the normal approximation of the
// generalised test on pairs (Van den Bergh 2017). Two even pairs' worth of counts is put in beforehand: without them the first few pairs of
// a match, being all alike, have next to no variance and decide everything.
func (p Pairs) LLR(elo0, elo1 float64) float64 {
	var n, mean, variance float64
	weights := [5]float64{0.2, 0.4, 0.8, 0.4, 0.2}
	for i, k := range p {
		weights[i] += float64(k)
		n += weights[i]
		mean += weights[i] * float64(i) / 4
	}
	mean /= n
	for i, w := range weights {
		d := float64(i)/4 - mean
		variance += w / n * d * d
	}
	s0, s1 := expected(elo0), expected(elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Bounds returns the LLR below which a sequential test accepts elo0 and above which it accepts elo1, for error rates alpha and beta (Wald 1945).
func Bounds(alpha, beta float64) (lower, upper float64) {
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// String writes the counts and what they come to.
func (p Pairs) String() string {
	elo, low, high := p.Elo()
	mean, _ := p.Score()
	return fmt.Sprintf("%d games %.1f %%, Elo %+.0f [%+.0f, %+.0f], pairs %v", p.Games(), 100*mean, elo, low, high, [5]int(p))
}
