package movegen_test

import (
	"testing"

	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
)

// BenchmarkPerft reports leaves a second on the start positions that the published figures speak of.
func BenchmarkPerft(b *testing.B) {
	for _, bm := range []struct {
		variant string
		depth   int
	}{
		{"horde-veteran-36-r1", 5}, {"horde-standard-36-r1", 5}, {"xiangqi", 4}, {"orda", 4}, {"horde", 5}, {"chess", 4},
	} {
		b.Run(bm.variant, func(b *testing.B) {
			r := rulestest.Load(b, bm.variant)
			g, p := movegen.For(r), position.Start(r)
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				nodes += movegen.Perft(g, p, bm.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
