package tune

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"

	"buluo/board"
	"buluo/rules"
	"buluo/tune/fit"
	"buluo/variant"
)

// Phases are those that curves are drawn for: all middle game, half-way, all ending. Between them
// every curve is a straight line, as the evaluation's is.
var Phases = [...]float64{1, 0.5, 0}

// Band is an estimate with the bounds of its 95 % interval, in centipawns. The bounds are those of
// the bootstrap; without draws they are NaN.
type Band struct{ Value, Low, High float64 }

// Curve is what one piece more is worth to its side, as the fitted evaluation has it: the piece
// itself, where it stands (the mean over the files), what it may do there and, in a horde, how many
// of its like there are. What it adds by guarding and blocking others is not in it.
type Curve struct {
	Piece string
	Men   int                 // of its like, itself included, for Ranks
	Ranks [][len(Phases)]Band // by rank as its side counts, from 0
	ByMen [][len(Phases)]Band // by number of its like, from 1, at the ranks where they stood in the games
	Draws int
	mix   []float64 // share of each rank in the training positions
}

// share is a term that a piece at some place counts, and how often. n need not be whole: a mean
// over files counts a term of one file as a fraction.
type share struct {
	term int
	n    float64
}

// Curve works out a curve for a piece of White's in a variant of the set. Intervals are of that
// many bootstrap draws of whole games. Both sides share their weights, so that a curve of Black's
// would be the same with the ranks turned round.
func (f *Fitted) Curve(r *rules.Rules, piece string, men, maxMen, draws int, seed uint64) (*Curve, error) {
	p := pricer{f: f, r: r, piece: piece, t: pieceType(r, piece)}
	if p.t == board.NoType || f.Set.Term(piece+".value") < 0 {
		return nil, fmt.Errorf("%s has no piece %q; pieces are named as in weights, the veteran fsW", r.Spec().Name, piece)
	}
	p.knots = p.over()
	c := &Curve{Piece: piece, Men: men, Draws: draws, mix: p.ranks()}
	var lists [][]share
	for rank := range r.Geometry.Ranks {
		lists = append(lists, p.at(rank, men))
	}
	// The mean over the ranks where such men stood, and not one rank: a piece that nobody ever has
	// there is worth nothing to know about.
	for n := range maxMen {
		var list []share
		for rank, part := range c.mix {
			for _, s := range p.at(rank, n+1) {
				list = append(list, share{s.term, s.n * part})
			}
		}
		lists = append(lists, list)
	}
	bands, err := f.bands(lists, draws, seed)
	if err != nil {
		return nil, err
	}
	c.Ranks, c.ByMen = bands[:r.Geometry.Ranks], bands[r.Geometry.Ranks:]
	return c, nil
}

// pieceType finds a piece by the name that weights have for it. Names are those of weights, so that
// what a fit lists can be asked for.
func pieceType(r *rules.Rules, name string) board.PieceType {
	for t := board.PieceType(1); int(t) <= len(r.Spec().Pieces); t++ {
		if PieceName(r.Spec(), t) == name {
			return t
		}
	}
	return board.NoType
}

// HasPiece reports whether a variant has a piece that weights name so. It is asked before anything
// is played or loaded, so that a wrong name costs no time.
func HasPiece(spec *variant.Spec, name string) bool {
	for t := board.PieceType(1); int(t) <= len(spec.Pieces); t++ {
		if PieceName(spec, t) == name {
			return true
		}
	}
	return false
}

// pricer lists the terms that make up a piece's worth. It knows names of terms and nothing of their
// weights, so that one list serves for every bootstrap draw.
type pricer struct {
	f     *Fitted
	r     *rules.Rules
	piece string
	t     board.PieceType
	knots []knot
}

// knot is a term of those beyond so many. The evaluation counts each man beyond men once.
type knot struct{ men, term int }

// over lists the terms of numbers. A variant that counts no numbers has none.
func (p *pricer) over() []knot {
	var list []knot
	for i, t := range p.f.Set.Terms {
		if digits, ok := strings.CutPrefix(t.Name, p.piece+".over"); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				list = append(list, knot{n, i})
			}
		}
	}
	return list
}

// binned returns the number of a feature that is told apart in so many bins. It is -1 where the set
// has no such term.
func (p *pricer) binned(feature string, bin int) int {
	return p.f.Set.Term(fmt.Sprintf("%s.%s%d", p.piece, feature, bin))
}

// The evaluation tells ranks apart by tenths of the board and files by their distance from the
// edge. They repeat what room eval keeps to itself; TestCurve, whose truth is set by the names of
// the bins, would see them part.
const (
	rankBins = 10
	fileBins = 5
)

// rankBin returns the bin of a rank.
func (p *pricer) rankBin(rank int) int { return rank * (rankBins - 1) / max(1, p.r.Geometry.Ranks-1) }

// at lists what a piece on a rank counts, the mean over files, where there are so many of its like.
// Terms that the set does not have are left out at the end, which keeps every line above free of
// the question.
func (p *pricer) at(rank, men int) []share {
	g := p.r.Geometry
	list := []share{{p.f.Set.Term(p.piece + ".value"), 1}, {p.binned("rank", p.rankBin(rank)), 1}}
	across := 0.0
	for file := range g.Files {
		list = append(list, share{p.binned("file", min(file, g.Files-1-file, fileBins-1)), 1 / float64(g.Files)})
		if p.r.Sideways(board.White, g.Square(file, rank)) {
			across += 1 / float64(g.Files)
		}
	}
	list = append(list, share{p.f.Set.Term(p.piece + ".crossed"), across})
	if rank == g.Ranks-1 {
		list = append(list, share{p.f.Set.Term(p.piece + ".spent"), 1})
	}
	for _, k := range p.knots {
		if men > k.men {
			list = append(list, share{k.term, 1})
		}
	}
	return slices.DeleteFunc(list, func(s share) bool { return s.term < 0 })
}

// ranks returns how the piece's men are spread over ranks, by the support of their terms; even
// where there are none. Ranks of a large board that share a bin count alike, as nothing in the set tells them apart.
func (p *pricer) ranks() []float64 {
	mix, total := make([]float64, p.r.Geometry.Ranks), 0.0
	for rank := range mix {
		if n := p.binned("rank", p.rankBin(rank)); n >= 0 {
			mix[rank] = float64(p.f.Set.Terms[n].Support)
		}
		total += mix[rank]
	}
	for rank := range mix {
		if total > 0 {
			mix[rank] /= total
		} else {
			mix[rank] = 1 / float64(len(mix))
		}
	}
	return mix
}

// worth weighs shares at a phase. The phase is 1 in the middle game and 0 in the ending, and all
// between is a mixture.
func worth(w fit.Weights, list []share, phase float64) float64 {
	v := 0.0
	for _, s := range list {
		v += s.n * (w[2*s.term]*phase + w[2*s.term+1]*(1-phase))
	}
	return v
}

// bands returns the worth of lists of shares with intervals. All lists are weighed by the same
// draws, so that differences between them can be taken draw by draw.
func (f *Fitted) bands(lists [][]share, draws int, seed uint64) ([][len(Phases)]Band, error) {
	u, err := f.Uncertainty()
	if err != nil {
		return nil, err
	}
	drawn := make([][len(Phases)][]float64, len(lists))
	err = u.Bootstrap(draws, seed, func(w fit.Weights) {
		for i, list := range lists {
			for k, phase := range Phases {
				drawn[i][k] = append(drawn[i][k], worth(w, list, phase))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	bands := make([][len(Phases)]Band, len(lists))
	for i, list := range lists {
		for k, phase := range Phases {
			d := drawn[i][k]
			slices.Sort(d)
			b := Band{Value: worth(f.After, list, phase), Low: math.NaN(), High: math.NaN()}
			if len(d) > 0 {
				b.Low, b.High = stat.Quantile(0.025, stat.Empirical, d, nil), stat.Quantile(0.975, stat.Empirical, d, nil)
			}
			bands[i][k] = b
		}
	}
	return bands, nil
}

// Write writes a curve as tables. Ranks that a bin does not tell apart are one line.
func (c *Curve) Write(out io.Writer) error {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	table := func(heading string, first int, bands [][len(Phases)]Band) {
		fmt.Fprintf(tab, "%s\tmiddle game\t95 %%\thalf-way\t95 %%\tending\t95 %%\t\n", heading)
		for i, b := range bands {
			if i > 0 && b == bands[i-1] {
				continue // as the line above
			}
			fmt.Fprintf(tab, "%d\t", i+first)
			for _, x := range b {
				fmt.Fprintf(tab, "%.0f\t[%.0f, %.0f]\t", x.Value, x.Low, x.High)
			}
			fmt.Fprintln(tab)
		}
	}
	fmt.Fprintf(tab, "One more %s by rank, where there are %d\n", c.Piece, c.Men)
	table("rank", 1, c.Ranks)
	if err := tab.Flush(); err != nil || len(c.ByMen) == 0 {
		return err
	}
	fmt.Fprintf(tab, "The last of so many, at the ranks where they stand\n")
	table("men", 1, c.ByMen)
	return tab.Flush()
}

// Point is a value of a profile: the training loss where one weight is held and all others are
// fitted again. It is in units of log-likelihood, so that the usual bounds hold.
type Point struct {
	Offset float64 // from the fitted value, in centipawns, both phases alike
	Loss   float64 // mean cross-entropy and prior, above the least, times the number of games: 1.92 is the bound of a 95 % interval
}

// Profile moves the value of a piece by some offsets from the fitted one, holds that and what its
// place and number add (which could make up for it), and fits all other weights again. The curve's
// steepness stays as it was. Where ctx ends, the points so far are returned with its error.
func (f *Fitted) Profile(ctx context.Context, piece string, offsets []float64, progress func(done, of int)) ([]Point, error) {
	n := f.Set.Term(piece + ".value")
	if n < 0 {
		return nil, fmt.Errorf("no position has a piece %q", piece)
	}
	var points []Point
	least := math.Inf(1)
	for i, off := range offsets {
		o := f.Options
		// The Stop part says when a fit is too close, and here it is the exact least that is
		// wanted.
		o.Patience = 0
		o.Frozen = slices.Clone(o.Frozen)
		// Beginning at the fit saves most of the way: only what leans on the held weight must move.
		o.From = slices.Clone(f.After)
		for t, term := range f.Set.Terms {
			if feature, ok := strings.CutPrefix(term.Name, piece+"."); ok && held(feature) {
				o.Frozen[2*t], o.Frozen[2*t+1] = true, true
			}
		}
		o.From[2*n] += off
		o.From[2*n+1] += off
		w, err := f.Set.Data.Solve(ctx, o, nil)
		if err != nil {
			return points, err
		}
		loss := f.Set.Data.Objective(o, w) * float64(f.Set.Data.Games(fit.Train))
		least = min(least, loss)
		points = append(points, Point{off, loss})
		progress(i+1, len(offsets))
	}
	for i := range points {
		points[i].Loss -= least
	}
	return points, nil
}

// held reports whether a feature is part of what a piece is worth by itself. What a piece does to
// others is not held: it may take over what the piece itself loses, which is what a profile is to
// show.
func held(feature string) bool {
	for _, own := range []string{"value", "rank", "file", "crossed", "spent", "over"} {
		if rest, ok := strings.CutPrefix(feature, own); ok && strings.Trim(rest, "0123456789") == "" {
			return true
		}
	}
	return false
}
