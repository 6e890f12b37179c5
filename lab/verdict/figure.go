package verdict

import (
	"fmt"
	"math"
	"strconv"

	"buluo/lab/stat"
)

// Figure is a number that may be unknown (NaN), which JSON writes as null. NaN does the work of a
// second return value: it goes through arithmetic unharmed, so that a metric made of others is
// unknown where one of them is, and no zero ever stands for "not measured".
type Figure float64

// unknown is a figure that nothing was measured for.
var unknown = Figure(math.NaN())

// Known reports whether the figure was measured. A division by nothing may have made it infinite,
// which is no measurement either.
func (f Figure) Known() bool { return !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) }

// MarshalJSON writes the figure to four decimals, or null. More decimals would be noise, and would
// make two reports differ that say the same.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return []byte(strconv.FormatFloat(math.Round(float64(f)*1e4)/1e4, 'f', -1, 64)), nil
}

// text writes the figure in as many decimals. What is unknown is a dash.
func (f Figure) text(decimals int) string {
	if !f.Known() {
		return "-"
	}
	return strconv.FormatFloat(float64(f), 'f', decimals, 64)
}

// Range is a figure with its 95 % interval.
type Range struct {
	Value Figure `json:"value"`
	Low   Figure `json:"low"`
	High  Figure `json:"high"`
}

// rangeOf takes over an interval; one of no games has bounds that are not known.
func rangeOf(i stat.Interval) Range { return Range{Figure(i.Mean), Figure(i.Low), Figure(i.High)} }

// text writes the range. Without bounds it is the figure alone: an interval that is not there must
// not look like one of no width.
func (r Range) text(decimals int) string {
	if !r.Low.Known() {
		return r.Value.text(decimals)
	}
	return fmt.Sprintf("%s [%s, %s]", r.Value.text(decimals), r.Low.text(decimals), r.High.text(decimals))
}

// mean returns the mean of numbers, unknown of none.
func mean(xs []float64) Figure {
	if len(xs) == 0 {
		return unknown
	}
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return Figure(sum / float64(len(xs)))
}

// ratio returns a share, unknown of nothing.
func ratio(part, whole int) Figure {
	if whole == 0 {
		return unknown
	}
	return Figure(float64(part) / float64(whole))
}
