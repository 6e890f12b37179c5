package referee

import (
	"testing"

	"buluo/variant"
)

// BenchmarkGame plays through a game's worth of positions, each with its legal moves and its outcome.
func BenchmarkGame(b *testing.B) {
	for _, name := range []string{"xiangqi", "chess", "horde-veteran-36-r1"} {
		b.Run(name, func(b *testing.B) {
			spec, err := variant.Load(name)
			if err != nil {
				b.Fatal(err)
			}
			seed := uint32(1)
			g, _ := Start(spec)
			for i := 0; i < b.N; i++ {
				if g.Outcome().Over || g.Ply() > 300 {
					g, _ = Start(spec)
				}
				seed = seed*1664525 + 1013904223
				legal := g.Legal()
				if err := g.Play(legal[int(seed>>8)%len(legal)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
