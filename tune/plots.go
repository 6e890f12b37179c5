package tune

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// shade returns the colour of the i-th line, and the faint one of its band. They keep apart for
// those who see colours otherwise. The palette is Okabe and Ito's.
func shade(i int) (line, band color.NRGBA) {
	palette := [...]color.NRGBA{{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {86, 180, 233, 255}, {230, 159, 0, 255}}
	line = palette[i%len(palette)]
	band = line
	band.A = 50
	return line, band
}

// size of a plot.
const (
	width  = 7 * vg.Inch
	height = 4.5 * vg.Inch
)

// svg draws a plot. As text, so that it can be read and compared.
func svg(p *plot.Plot, out io.Writer) error {
	c := vgsvg.New(width, height)
	p.Draw(draw.New(c))
	_, err := c.WriteTo(out)
	return err
}

// PlotRanks draws a curve by rank, a band for each phase.
func (c *Curve) PlotRanks(out io.Writer) error {
	return plotBands(out, fmt.Sprintf("One more %s of %d, by rank", c.Piece, c.Men), "rank", c.Ranks)
}

// PlotMen draws a curve by number of men.
func (c *Curve) PlotMen(out io.Writer) error {
	return plotBands(out, fmt.Sprintf("The last of so many %s", c.Piece), "men", c.ByMen)
}

// The band is one polygon, along the upper bounds and back along the lower ones, so that it is
// drawn under all lines.
func plotBands(out io.Writer, title, x string, bands [][len(Phases)]Band) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, "centipawns"
	for k, name := range [len(Phases)]string{"middle game", "half-way", "ending"} {
		var line, edge plotter.XYs
		for i, b := range bands {
			line = append(line, plotter.XY{X: float64(i + 1), Y: b[k].Value})
			edge = append(edge, plotter.XY{X: float64(i + 1), Y: b[k].High})
		}
		for i := len(bands) - 1; i >= 0; i-- {
			edge = append(edge, plotter.XY{X: float64(i + 1), Y: bands[i][k].Low})
		}
		dark, faint := shade(k)
		area, err := plotter.NewPolygon(edge)
		if err != nil {
			return err
		}
		area.Color, area.Width = faint, 0
		l, err := plotter.NewLine(line)
		if err != nil {
			return err
		}
		l.Color, l.Width = dark, vg.Points(1.5)
		p.Add(area, l)
		p.Legend.Add(name, l)
	}
	p.Add(plotter.NewGrid())
	p.Y.Max += (p.Y.Max - p.Y.Min) / 5 // room for the legend
	p.Legend.Top, p.Legend.Left = true, true
	return svg(p, out)
}

// PlotProfile draws a profile: the loss above its least, and the bound of a 95 % interval. Where
// the line crosses the bound the interval ends.
func PlotProfile(out io.Writer, piece string, points []Point) error {
	p := plot.New()
	p.Title.Text = "Value of " + piece + ": how much worse the games are explained"
	p.X.Label.Text, p.Y.Label.Text = "centipawns off the fitted value", "log-likelihood lost, a game counted once"
	var xy plotter.XYs
	for _, pt := range points {
		xy = append(xy, plotter.XY{X: pt.Offset, Y: pt.Loss})
	}
	line, dots, err := plotter.NewLinePoints(xy)
	if err != nil {
		return err
	}
	line.Color, _ = shade(0)
	dots.Color, _ = shade(0)
	bound := plotter.NewFunction(func(float64) float64 { return 1.92 })
	bound.Color, _ = shade(1)
	bound.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(plotter.NewGrid(), bound, line, dots)
	p.Legend.Add("95 %", bound)
	return svg(p, out)
}

// PlotPath draws the path of each parameter, as its distance from where it began in steps of its
// own. In steps, constants of all sizes fit one axis.
func PlotPath(out io.Writer, names []string, path [][]float64) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "Paths of the parameters", "iteration", "steps from the start"
	for k, name := range names {
		var xy plotter.XYs
		for i, at := range path {
			xy = append(xy, plotter.XY{X: float64(i), Y: at[k]})
		}
		l, err := plotter.NewLine(xy)
		if err != nil {
			return err
		}
		l.Color, _ = shade(k)
		p.Add(l)
		p.Legend.Add(name, l)
	}
	p.Add(plotter.NewGrid())
	p.Legend.Top, p.Legend.Left = true, true
	return svg(p, out)
}
