package analysis

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/dgraph-io/ristretto/v2"

	"buluo/board"
	"buluo/tt"
)

// store is what a search asks of its table at every node.
type store interface {
	probe(key uint64) (tt.Entry, bool)
	keep(key uint64, e tt.Entry)
}

// own is the search's table.
type own struct{ *tt.Table }

func (o own) probe(key uint64) (tt.Entry, bool) { return o.Probe(key) }
func (o own) keep(key uint64, e tt.Entry)       { o.Store(key, e) }

// general is ristretto, as well as it can be set up for the purpose: no hashing, no costs to work out.
type general struct {
	*ristretto.Cache[uint64, tt.Entry]
}

func (g general) probe(key uint64) (tt.Entry, bool) { return g.Get(key) }
func (g general) keep(key uint64, e tt.Entry)       { g.Set(key, e, 1) }

// locked is a map under a lock, which is what one would write first. It never forgets.
type locked struct {
	mu      *sync.RWMutex
	entries map[uint64]tt.Entry
}

func (l locked) probe(key uint64) (tt.Entry, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	e, ok := l.entries[key]
	return e, ok
}

func (l locked) keep(key uint64, e tt.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries[key] = e
}

// stores returns the candidates, each with room for so many entries.
func stores(tb testing.TB, room int64) map[string]store {
	cache, err := ristretto.NewCache(&ristretto.Config[uint64, tt.Entry]{
		NumCounters: 10 * room, MaxCost: room, BufferItems: 64, IgnoreInternalCost: true,
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(cache.Close)
	return map[string]store{
		"own":       own{tt.New(int(room >> 16))}, // sixteen bytes an entry
		"ristretto": general{cache},
		"map":       locked{new(sync.RWMutex), map[uint64]tt.Entry{}},
	}
}

// next is the sequence of keys: a walk of its own for every seed, in which a fifth comes back soon, as transpositions do.
type walk struct{ x, old uint64 }

func (w *walk) next() uint64 {
	w.x = w.x*6364136223846793005 + 1442695040888963407
	key := w.x ^ w.x>>29
	if w.x>>40%5 == 0 {
		return w.old
	}
	w.old = key
	return key
}

const benchRoom = 1 << 20

// BenchmarkTable is a node's share: a probe and, where that knows nothing, a store. The share of entries that are there when
// they are asked for right after the store is reported too: a search asks at once.
func BenchmarkTable(b *testing.B) {
	for name, s := range stores(b, benchRoom) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			w, stored, found := walk{x: 1}, 0, 0
			for b.Loop() {
				key := w.next()
				if _, ok := s.probe(key); ok {
					continue
				}
				s.keep(key, tt.Entry{Move: board.Move(key & 0xFFFF), Depth: 4, Bound: tt.Lower})
				if stored%64 == 0 {
					if _, ok := s.probe(key); ok {
						found++
					}
				}
				stored++
			}
			b.ReportMetric(100*float64(found)/float64((stored+63)/64), "%found-at-once")
		})
	}
}

// BenchmarkTableParallel is the same from all processors at once.
func BenchmarkTableParallel(b *testing.B) {
	for name, s := range stores(b, benchRoom) {
		b.Run(name, func(b *testing.B) {
			var seed atomic.Uint64
			b.RunParallel(func(pb *testing.PB) {
				w := walk{x: seed.Add(0x9E3779B97F4A7C15)}
				for pb.Next() {
					key := w.next()
					if _, ok := s.probe(key); !ok {
						s.keep(key, tt.Entry{Move: board.Move(key & 0xFFFF), Depth: 4, Bound: tt.Lower})
					}
				}
			})
		})
	}
}

// TestWhyOwn holds the argument for a table of our own to what does not depend on the machine: it finds what was stored the
// instant before, and allocates nothing. The general cache is right to do otherwise, for other uses.
func TestWhyOwn(t *testing.T) {
	all := stores(t, 1<<16)
	missed := map[string]int{}
	const n = 20_000
	for name, s := range all {
		w := walk{x: 1}
		for range n {
			key := w.next()
			s.keep(key, tt.Entry{Move: 1, Depth: 4, Bound: tt.Exact})
			if _, ok := s.probe(key); !ok {
				missed[name]++
			}
		}
	}
	if missed["own"] > 0 {
		t.Errorf("our table missed %d of %d entries right after they were stored", missed["own"], n)
	}
	if missed["ristretto"] < n/10 {
		t.Errorf("ristretto missed only %d of %d: the argument for a table of our own wants another look", missed["ristretto"], n)
	}
}
