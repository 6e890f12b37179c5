package fit

import (
	"math"
	"sync"
)

// Loss is how well an evaluation says how games ended.
type Loss struct {
	Log   float64 // mean cross-entropy, in nats; a draw is half a win
	Brier float64 // mean square of chance less result
	Rows  int
}

// portions is into how many pieces sums are divided: fixed, so that the number of threads does not show in the last digits.
const portions = 64

// each calls work with every portion of n things, on a number of goroutines.
func each(n, workers int, work func(portion, from, to int)) {
	next := make(chan int, portions)
	for p := range portions {
		next <- p
	}
	close(next)
	var wg sync.WaitGroup
	for range max(1, workers) {
		wg.Go(func() {
			for p := range next {
				if from, to := p*n/portions, (p+1)*n/portions; from < to {
					work(p, from, to)
				}
			}
		})
	}
	wg.Wait()
}

// Loss returns how well weights do on a part, with the steepness of each group's curve.
func (d *Data) Loss(part Part, w Weights, k []float64, workers int) Loss {
	rows := d.parts[part]
	var sums [portions]Loss
	each(len(rows), workers, func(p, from, to int) {
		for _, i := range rows[from:to] {
			r := &d.rows[i]
			x := k[r.group] * d.value(i, w)
			off := sigmoid(x) - float64(r.result)
			sums[p].Log += entropy(float64(r.result), x)
			sums[p].Brier += off * off
		}
	})
	total := Loss{Rows: len(rows)}
	for _, s := range sums {
		total.Log += s.Log
		total.Brier += s.Brier
	}
	n := float64(max(1, len(rows)))
	return Loss{total.Log / n, total.Brier / n, len(rows)}
}

// ScoreLoss is Loss for the search's scores in place of the static ones: what an evaluation could reach at most by looking ahead.
func (d *Data) ScoreLoss(part Part, k []float64) Loss {
	var l Loss
	for _, i := range d.parts[part] {
		r := &d.rows[i]
		x := k[r.group] * float64(r.score)
		off := sigmoid(x) - float64(r.result)
		l.Log += entropy(float64(r.result), x)
		l.Brier += off * off
	}
	n := float64(max(1, len(d.parts[part])))
	return Loss{l.Log / n, l.Brier / n, len(d.parts[part])}
}

// Guess returns the loss of always saying the mean result of the group's training rows: what knowing nothing comes to.
func (d *Data) Guess(part Part) Loss {
	sum, n := make([]float64, d.groups), make([]float64, d.groups)
	for _, i := range d.parts[Train] {
		r := &d.rows[i]
		sum[r.group] += float64(r.result)
		n[r.group]++
	}
	var l Loss
	for _, i := range d.parts[part] {
		r := &d.rows[i]
		p := (sum[r.group] + 0.5) / (n[r.group] + 1)
		t := float64(r.result)
		l.Log -= t*math.Log(p) + (1-t)*math.Log(1-p)
		l.Brier += (p - t) * (p - t)
	}
	rows := float64(max(1, len(d.parts[part])))
	return Loss{l.Log / rows, l.Brier / rows, len(d.parts[part])}
}

// Steepness is bounded so that a group whose results say nothing, or everything, still has a curve.
const (
	minK = 1e-5
	maxK = 0.1
)

// Steepness returns the k of each group for which the chance sigmoid(k score) says best how its training games ended: with the static
// scores of weights, or with the search's where w is nil. One number is shared by all groups if together.
func (d *Data) Steepness(w Weights, together bool, workers int) []float64 {
	rows := d.parts[Train]
	values := make([]float64, len(rows))
	each(len(rows), workers, func(_, from, to int) {
		for j := from; j < to; j++ {
			if w == nil {
				values[j] = float64(d.rows[rows[j]].score)
			} else {
				values[j] = d.value(rows[j], w)
			}
		}
	})
	k := make([]float64, max(1, d.groups))
	for g := range k {
		if together && g > 0 {
			k[g] = k[0]
			continue
		}
		k[g] = d.steep(rows, values, g, together)
	}
	return k
}

// steep finds one k by bisection of the slope of the cross-entropy, which is convex in k.
func (d *Data) steep(rows []int32, values []float64, group int, together bool) float64 {
	slope := func(k float64) float64 {
		sum := 0.0
		for j, i := range rows {
			if r := &d.rows[i]; together || int(r.group) == group {
				sum += (sigmoid(k*values[j]) - float64(r.result)) * values[j]
			}
		}
		return sum
	}
	low, high := math.Log(minK), math.Log(maxK)
	for range 40 {
		if mid := (low + high) / 2; slope(math.Exp(mid)) < 0 {
			low = mid
		} else {
			high = mid
		}
	}
	return math.Exp((low + high) / 2)
}

// Gauge is what a fit minimises on a part: targets mix results and what the search thought.
type gauge struct {
	d       *Data
	k       []float64
	lambda  float64   // share of the result in the target; the rest is the search's chance
	offset  []float32 // by row: what is added to the search's score; nil is nothing
	workers int
}

// newGauge returns what a fit with some options minimises.
func newGauge(d *Data, o *Options) gauge {
	g := gauge{d: d, k: o.K, lambda: o.Lambda, workers: o.Workers}
	if o.Offset != nil && o.Lambda < 1 {
		g.offset = make([]float32, len(d.rows))
		each(len(d.rows), o.Workers, func(_, from, to int) {
			for i := from; i < to; i++ {
				g.offset[i] = float32(d.value(int32(i), o.Offset))
			}
		})
	}
	return g
}

func (g *gauge) target(i int32) float64 {
	r := &g.d.rows[i]
	t := float64(r.result)
	if g.lambda < 1 {
		score := float64(r.score)
		if g.offset != nil {
			score += float64(g.offset[i])
		}
		t = g.lambda*t + (1-g.lambda)*sigmoid(g.k[r.group]*score)
	}
	return t
}

// loss returns the mean cross-entropy of a part and, where grad is not nil, its gradient.
func (g *gauge) loss(part Part, w Weights, grad []float64) float64 {
	d, rows := g.d, g.d.parts[part]
	var sums [portions]float64
	var grads [portions][]float64
	each(len(rows), g.workers, func(p, from, to int) {
		var own []float64
		if grad != nil {
			own = make([]float64, len(w))
			grads[p] = own
		}
		for _, i := range rows[from:to] {
			r := &d.rows[i]
			x, t := g.k[r.group]*d.value(i, w), g.target(i)
			sums[p] += entropy(t, x)
			if grad != nil {
				d.spread(i, g.k[r.group]*(sigmoid(x)-t), own)
			}
		}
	})
	n := float64(max(1, len(rows)))
	total := 0.0
	for _, s := range sums {
		total += s
	}
	clear(grad)
	for _, own := range grads {
		for j, v := range own {
			grad[j] += v / n
		}
	}
	return total / n
}

// spread adds a multiple of a row's derivatives by the weights.
func (d *Data) spread(i int32, times float64, grad []float64) {
	r := &d.rows[i]
	times *= float64(r.scale)
	mg, eg := times*float64(r.phase), times*(1-float64(r.phase))
	from, to := d.from[i], d.from[i+1]
	counts := d.n[from:to]
	for j, t := range d.term[from:to] {
		n := float64(counts[j])
		grad[2*int(t)] += n * mg
		grad[2*int(t)+1] += n * eg
	}
}

// Losses returns the losses of a part by group.
func (d *Data) Losses(part Part, w Weights, k []float64) []Loss {
	by := make([]Loss, d.groups)
	for _, i := range d.parts[part] {
		r := &d.rows[i]
		x := k[r.group] * d.value(i, w)
		off := sigmoid(x) - float64(r.result)
		l := &by[r.group]
		l.Log += entropy(float64(r.result), x)
		l.Brier += off * off
		l.Rows++
	}
	for g := range by {
		n := float64(max(1, by[g].Rows))
		by[g].Log, by[g].Brier = by[g].Log/n, by[g].Brier/n
	}
	return by
}
