package tt

import (
	"sync"
	"testing"
	"unsafe"

	"buluo/board"

	"pgregory.net/rapid"
)

// TestLayout holds the table to its cache lines: a probe that touched two would cost twice.
func TestLayout(t *testing.T) {
	if n := unsafe.Sizeof(cluster{}); n != clusterBytes {
		t.Fatalf("a cluster has %d bytes, want %d", n, clusterBytes)
	}
	table := New(1)
	if a := uintptr(unsafe.Pointer(&table.clusters[0])); a%clusterBytes != 0 {
		t.Fatalf("clusters start at %#x, not at a cache line", a)
	}
	if table.Size() != 1<<20/16 {
		t.Fatalf("1 MB holds %d entries", table.Size())
	}
}

func entries(t *rapid.T) Entry {
	return Entry{
		Move:  board.Move(rapid.Uint32Range(0, moveMask).Draw(t, "move")),
		Score: rapid.Int16().Draw(t, "score"),
		Depth: rapid.Int8().Draw(t, "depth"),
		Bound: Bound(rapid.IntRange(1, 3).Draw(t, "bound")),
	}
}

// TestPack checks that an entry survives its word, whatever stands beside it.
func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, a := entries(t), rapid.Uint64Range(0, ageMask).Draw(t, "age")
		w := pack(e, a)
		if got := unpack(w); got != e {
			t.Fatalf("unpacked %+v, packed %+v", got, e)
		}
		if age(w) != a || depth(w) != int(e.Depth) || empty(w) {
			t.Fatalf("age %d depth %d empty %v of %+v, age %d", age(w), depth(w), empty(w), e, a)
		}
	})
}

// TestStoreProbe checks that what was stored last is found, and nothing that was never stored.
func TestStoreProbe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := New(1)
		key := rapid.Uint64().Draw(t, "key")
		if e, ok := table.Probe(key); ok {
			t.Fatalf("an empty table knows %+v", e)
		}
		e := entries(t)
		table.Store(key, e)
		if got, ok := table.Probe(key); !ok || got != e {
			t.Fatalf("found %+v, %v; stored %+v", got, ok, e)
		}
		if other := key ^ 1<<rapid.IntRange(0, 63).Draw(t, "bit"); func() bool { _, ok := table.Probe(other); return ok }() {
			t.Fatalf("found a key that was never stored")
		}
		table.Clear()
		if _, ok := table.Probe(key); ok {
			t.Fatal("found an entry in a cleared table")
		}
	})
}

// TestSamePosition checks what a second entry of a position does to the first.
func TestSamePosition(t *testing.T) {
	const key = 0xDEADBEEF12345678
	deep := Entry{Move: 77, Score: 10, Depth: 12, Bound: Lower}
	for _, tc := range []struct {
		name string
		aged bool
		next Entry
		want Entry
	}{
		{"much shallower is refused", false, Entry{Move: 5, Depth: 2, Bound: Lower}, deep},
		{"a little shallower replaces", false, Entry{Move: 5, Depth: 9, Bound: Upper}, Entry{Move: 5, Depth: 9, Bound: Upper}},
		{"exact replaces", false, Entry{Move: 5, Depth: 1, Bound: Exact}, Entry{Move: 5, Depth: 1, Bound: Exact}},
		{"another search's is replaced", true, Entry{Move: 5, Depth: 1, Bound: Upper}, Entry{Move: 5, Depth: 1, Bound: Upper}},
		{"the move is kept", false, Entry{Score: 3, Depth: 13, Bound: Upper}, Entry{Move: 77, Score: 3, Depth: 13, Bound: Upper}},
	} {
		table := New(1)
		table.Store(key, deep)
		if tc.aged {
			table.Age()
		}
		table.Store(key, tc.next)
		if got, ok := table.Probe(key); !ok || got != tc.want {
			t.Errorf("%s: found %+v, %v; want %+v", tc.name, got, ok, tc.want)
		}
	}
}

// TestReplacement fills one cluster and checks that the shallowest goes, and that age goes before depth.
func TestReplacement(t *testing.T) {
	table := New(1)
	key := func(i uint64) uint64 { return i } // small keys share the first cluster
	for i := uint64(1); i <= clusterSize; i++ {
		table.Store(key(i), Entry{Depth: int8(10 * i), Bound: Exact})
	}
	table.Store(key(9), Entry{Depth: 5, Bound: Exact})
	if _, ok := table.Probe(key(1)); ok {
		t.Error("the shallowest entry stayed")
	}
	for _, i := range []uint64{2, 3, 4, 9} {
		if _, ok := table.Probe(key(i)); !ok {
			t.Errorf("entry %d is gone", i)
		}
	}
	for range 5 {
		table.Age()
	}
	table.Store(key(3), Entry{Depth: 1, Bound: Exact}) // renewed
	table.Store(key(10), Entry{Depth: 1, Bound: Exact})
	table.Store(key(11), Entry{Depth: 1, Bound: Exact})
	table.Store(key(12), Entry{Depth: 1, Bound: Exact})
	if _, ok := table.Probe(key(3)); !ok {
		t.Error("an entry of this search gave way to none older")
	}
	for _, i := range []uint64{2, 4, 9} {
		if _, ok := table.Probe(key(i)); ok {
			t.Errorf("entry %d, five searches old, outlived a new one", i)
		}
	}
}

// TestHashfull checks the figure at both ends.
func TestHashfull(t *testing.T) {
	table := New(1)
	if n := table.Hashfull(); n != 0 {
		t.Fatalf("an empty table is %d/1000 full", n)
	}
	x := uint64(1)
	for range 8 * table.Size() {
		x = x*6364136223846793005 + 1442695040888963407
		table.Store(x, Entry{Depth: 1, Bound: Exact})
	}
	if n := table.Hashfull(); n < 990 {
		t.Fatalf("a full table is %d/1000 full", n)
	}
	table.Age()
	if n := table.Hashfull(); n != 0 {
		t.Fatalf("a table of old entries is %d/1000 full of this search's", n)
	}
}

// TestTorn has several goroutines write one cluster and checks that whatever is found fits its key: an entry is made from the key, so a
// torn one would show. Run with -race it also shows that no word is touched outside the memory model.
func TestTorn(t *testing.T) {
	table := New(1)
	of := func(key uint64) Entry {
		return Entry{Move: board.Move(key), Score: int16(key * 3), Depth: int8(key % 60), Bound: Bound(1 + key%3)}
	}
	var wg sync.WaitGroup
	for g := range uint64(4) {
		wg.Go(func() {
			x := g
			for range 20_000 {
				x = x*6364136223846793005 + 1442695040888963407
				key := 1 + x>>60
				if e, ok := table.Probe(key); ok && e != of(key) {
					t.Errorf("key %d: found %+v, want %+v", key, e, of(key))
					return
				}
				table.Store(key, of(key))
			}
		})
	}
	wg.Wait()
}

func TestNoAllocation(t *testing.T) {
	table := New(1)
	key := uint64(1)
	if n := testing.AllocsPerRun(100, func() {
		key *= 0x9E3779B97F4A7C15
		table.Store(key, Entry{Depth: 3, Bound: Lower})
		table.Probe(key)
	}); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

func BenchmarkStoreProbe(b *testing.B) {
	table := New(16)
	key := uint64(1)
	for b.Loop() {
		key = key*6364136223846793005 + 1442695040888963407
		if _, ok := table.Probe(key); !ok {
			table.Store(key, Entry{Depth: 3, Bound: Lower})
		}
	}
}

// TestPrefetch checks that a hint changes nothing, whatever the key and the size of the table.
func TestPrefetch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := New(rapid.IntRange(0, 1).Draw(t, "megabytes"))
		key := rapid.Uint64().Draw(t, "key")
		e := entries(t)
		table.Store(key, e)
		table.Prefetch(key)
		table.Prefetch(rapid.Uint64().Draw(t, "another key"))
		if got, ok := table.Probe(key); !ok || got != e {
			t.Fatalf("found %+v, %v after a hint; stored %+v", got, ok, e)
		}
	})
}
