package fit

import (
	"fmt"
	"math"
)

// Part says what a game's positions are used for. Positions of one game are too alike to stand on two sides.
type Part uint8

// The parts.
const (
	Train Part = iota // weights are fitted to these
	Stop              // these choose the prior, and may say when to stop
	Test              // these only judge
	numParts
)

// Count is how often a term counts in a row, White's less Black's.
type Count struct {
	Term int
	N    float64
}

// Row is one position, in White's view: its static score is Scale times the sum over counts of N (Mg Phase + Eg (1-Phase)).
type Row struct {
	Phase, Scale float64
	Counts       []Count
	Score        float64 // the search's, in centipawns
	Result       float64 // 1, 0.5, 0
	Game         int     // numbered from 0; rows of one game come together
	Group        int     // rows of one group share the steepness of their logistic curve
	Part         Part
}

// Data is rows, packed. The zero value is empty.
type Data struct {
	terms, games, groups int

	from  []int64 // of each row's counts, and one more
	term  []uint16
	n     []float32
	rows  []packed
	parts [numParts][]int32 // rows by part
}

// packed is a row without its counts.
type packed struct {
	phase, scale, score, result float32
	game                        int32
	group                       uint8
}

// Add packs a row.
func (d *Data) Add(r Row) error {
	if r.Group < 0 || r.Group > math.MaxUint8 || r.Game < 0 || r.Part >= numParts {
		return fmt.Errorf("group %d, game %d or part %d is out of range", r.Group, r.Game, r.Part)
	}
	if len(d.from) == 0 {
		d.from = append(d.from, 0)
	}
	for _, c := range r.Counts {
		if c.Term < 0 || c.Term > math.MaxUint16 {
			return fmt.Errorf("term %d is out of range", c.Term)
		}
		if c.N != 0 {
			d.term, d.n = append(d.term, uint16(c.Term)), append(d.n, float32(c.N))
			d.terms = max(d.terms, c.Term+1)
		}
	}
	d.from = append(d.from, int64(len(d.term)))
	d.parts[r.Part] = append(d.parts[r.Part], int32(len(d.rows)))
	d.rows = append(d.rows, packed{float32(r.Phase), float32(r.Scale), float32(r.Score), float32(r.Result), int32(r.Game), uint8(r.Group)})
	d.games, d.groups = max(d.games, r.Game+1), max(d.groups, r.Group+1)
	return nil
}

// thirds is into how many stretches of the phase, from ending to middle game, Balance sorts rows; there are three results.
const thirds = 3

// Balance leaves training rows out, so that in each group none of the nine sorts that a phase's third and a result make has more than a ninth of the
// group's rows. What is left of a sort is spread evenly over it. Other parts stay as they are: what judges is to be as games are.
func (d *Data) Balance() {
	type sort struct {
		group         uint8
		third, result int
	}
	sorted := func(i int32) sort {
		r := &d.rows[i]
		return sort{r.group, min(int(r.phase*thirds), thirds-1), int(2 * r.result)}
	}
	sizes, groups, seen := map[sort]int{}, map[uint8]int{}, map[sort]int{}
	for _, i := range d.parts[Train] {
		sizes[sorted(i)]++
		groups[d.rows[i].group]++
	}
	var kept []int32
	for _, i := range d.parts[Train] {
		s := sorted(i)
		size, room := sizes[s], max(1, groups[s.group]/(3*thirds))
		n := seen[s]
		seen[s]++
		if size <= room || (n+1)*room/size > n*room/size {
			kept = append(kept, i)
		}
	}
	d.parts[Train] = kept
}

// Rows returns the number of rows of a part.
func (d *Data) Rows(p Part) int { return len(d.parts[p]) }

// Games returns the number of games of a part.
func (d *Data) Games(p Part) int {
	n, last := 0, int32(-1)
	for _, i := range d.parts[p] {
		if g := d.rows[i].game; g != last {
			n, last = n+1, g
		}
	}
	return n
}

// Entries returns the number of counts that are not 0.
func (d *Data) Entries() int { return len(d.term) }

// Support returns in how many training rows each term counts.
func (d *Data) Support(terms int) []int {
	support := make([]int, terms)
	for _, i := range d.parts[Train] {
		for _, t := range d.term[d.from[i]:d.from[i+1]] {
			support[t]++
		}
	}
	return support
}

// Weights are pairs by term: the middle game's at 2t, the ending's at 2t+1, in centipawns.
type Weights []float64

// value returns a row's static score.
func (d *Data) value(i int32, w Weights) float64 {
	mg, eg := 0.0, 0.0
	from, to := d.from[i], d.from[i+1]
	terms, counts := d.term[from:to], d.n[from:to]
	for j, t := range terms {
		n := float64(counts[j])
		mg += n * w[2*int(t)]
		eg += n * w[2*int(t)+1]
	}
	r := &d.rows[i]
	phase := float64(r.phase)
	return float64(r.scale) * (phase*mg + (1-phase)*eg)
}

// Value returns the static score of the i-th row that was added.
func (d *Data) Value(i int, w Weights) float64 { return d.value(int32(i), w) }

// sigmoid is the logistic curve.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// entropy returns the cross-entropy of a target and the chance sigmoid(x), without losing digits where that is near 0 or 1.
func entropy(target, x float64) float64 {
	// -t ln s(x) - (1-t) ln s(-x) = ln(1+e^-|x|) + max(x,0) - t x
	return math.Log1p(math.Exp(-math.Abs(x))) + max(x, 0) - target*x
}
