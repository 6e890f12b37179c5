package fit

import (
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Uncertainty says how far fitted weights may be trusted: the curvature of the loss at them, and what each game pulls.
type Uncertainty struct {
	free  []int
	at    []int // by weight: its number among the free, or -1
	bread mat.Cholesky
	pulls *mat.Dense // a row a game: the gradient of its loss
	fit   Weights
}

// Uncertainty works out the curvature on the training games at weights fitted with the options. Weights that no row has, or that are frozen, have no
// uncertainty of their own.
func (d *Data) Uncertainty(o Options, w Weights) (*Uncertainty, error) {
	return d.uncertainty(o, w, true)
}

// uncertainty is Uncertainty with what each game pulls, or with the curvature alone.
func (d *Data) uncertainty(o Options, w Weights, pulls bool) (*Uncertainty, error) {
	u := &Uncertainty{at: make([]int, len(w)), fit: w}
	support := d.Support(len(w) / 2)
	for i := range w {
		u.at[i] = -1
		if (o.Frozen == nil || !o.Frozen[i]) && support[i/2] > 0 {
			u.at[i] = len(u.free)
			u.free = append(u.free, i)
		}
	}
	if len(u.free) == 0 {
		return nil, errors.New("no weight is free")
	}
	rows := d.parts[Train]
	curve, games := d.curvature(o, w, u, rows, pulls)
	// Sums in place of means: the prior counts once against all games.
	per := o.Prior * float64(len(rows)) / float64(max(1, games))
	sym := mat.NewSymDense(len(u.free), curve)
	for j, i := range u.free {
		s := o.Sigma[i]
		// A trace of the prior stays where it is switched off: without it pairs that no row tells apart have no curvature.
		sym.SetSym(j, j, sym.At(j, j)+max(per, 1e-6)/(s*s))
	}
	if !u.bread.Factorize(sym) {
		return nil, errors.New("the curvature of the loss is not positive: the rows do not determine the weights")
	}
	return u, nil
}

// curvature returns the second derivatives of the loss, summed over rows, by the free weights, and fills in, where asked, what each game pulls.
func (d *Data) curvature(o Options, w Weights, u *Uncertainty, rows []int32, pulls bool) (curve []float64, games int) {
	n := len(u.free)
	curve = make([]float64, n*n)
	games = d.Games(Train)
	if pulls {
		u.pulls = mat.NewDense(max(1, games), n, nil)
	}
	g := newGauge(d, &o)
	own, last := -1, int32(-1)
	var at []int
	var by []float64
	for _, i := range rows {
		r := &d.rows[i]
		if r.game != last {
			own, last = own+1, r.game
		}
		k := g.k[r.group]
		p := sigmoid(k * d.value(i, w))
		at, by = d.derivatives(i, u, at[:0], by[:0])
		pull, bend := k*(p-g.target(i)), k*k*p*(1-p)
		if pulls {
			line := u.pulls.RawRowView(own)
			for a, j := range at {
				line[j] += pull * by[a]
			}
		}
		for a, j := range at {
			row := curve[j*n : (j+1)*n]
			for b := range at {
				row[at[b]] += bend * by[a] * by[b]
			}
		}
	}
	return curve, own + 1
}

// derivatives lists those of a row's score by the free weights.
func (d *Data) derivatives(i int32, u *Uncertainty, at []int, by []float64) ([]int, []float64) {
	r := &d.rows[i]
	mg := float64(r.scale) * float64(r.phase)
	eg := float64(r.scale) * (1 - float64(r.phase))
	from, to := d.from[i], d.from[i+1]
	for j, t := range d.term[from:to] {
		n := float64(d.n[from:to][j])
		if a := u.at[2*int(t)]; a >= 0 && mg != 0 {
			at, by = append(at, a), append(by, n*mg)
		}
		if a := u.at[2*int(t)+1]; a >= 0 && eg != 0 {
			at, by = append(at, a), append(by, n*eg)
		}
	}
	return at, by
}

// Deviations returns the standard deviation of every weight, by the sandwich of curvature and the games' pulls; NaN for weights that
// were not free.
func (u *Uncertainty) Deviations() (Weights, error) {
	var spread mat.Dense // of the weights, a column a game
	if err := u.bread.SolveTo(&spread, u.pulls.T()); err != nil {
		return nil, err
	}
	sd := make(Weights, len(u.fit))
	for i := range sd {
		sd[i] = math.NaN()
		if j := u.at[i]; j >= 0 {
			sd[i] = mat.Norm(spread.RowView(j), 2)
		}
	}
	return sd, nil
}

// Bootstrap draws games with repetition, as many as there are, and returns the weights that each draw would have given: one Newton step from the
// fitted ones, which is exact as far as the loss is a parabola. The seed makes draws repeatable.
func (u *Uncertainty) Bootstrap(draws int, seed uint64, visit func(Weights)) error {
	games, n := u.pulls.Dims()
	random := rand.New(rand.NewPCG(seed, 0xB007))
	sum, step := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	times := make([]float64, games)
	w := make(Weights, len(u.fit))
	for range draws {
		for g := range times {
			times[g] = -1
		}
		for range games {
			times[random.IntN(games)]++
		}
		sum.MulVec(u.pulls.T(), mat.NewVecDense(games, times))
		if err := u.bread.SolveVecTo(step, sum); err != nil {
			return err
		}
		copy(w, u.fit)
		for j, i := range u.free {
			w[i] -= step.AtVec(j)
		}
		visit(w)
	}
	return nil
}
