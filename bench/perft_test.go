package bench

import (
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		list []float64
		want float64
	}{
		{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1, 2}, 2}, {[]float64{4, 1, 9, 2}, 3},
	} {
		if got := Median(c.list); got != c.want {
			t.Errorf("the median of %v is %v, want %v", c.list, got, c.want)
		}
	}
}

func TestRatio(t *testing.T) {
	if got := (Pair{Ours: time.Second, Theirs: 4 * time.Second}).Ratio(); got != 4 {
		t.Errorf("four times as fast is written as %v", got)
	}
}
