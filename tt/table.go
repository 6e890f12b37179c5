package tt

import (
	"math/bits"
	"sync/atomic"

	"buluo/internal/pages"
)

// clusterSize entries share a cache line of 64 bytes: a position may be in any of them.
const clusterSize = 4

// slot is one entry: its data, and its key XOR the data.
type slot struct{ lock, data atomic.Uint64 }

type cluster [clusterSize]slot

// Table is a transposition table of a fixed size. Probe, Store and Age may be called by any number of goroutines at once;
// Clear may not.
type Table struct {
	clusters []cluster
	now      atomic.Uint64
}

const clusterBytes = 64

// New returns an empty table of so many megabytes (2^20 bytes), at least one cluster.
func New(megabytes int) *Table {
	n := max(1, megabytes<<20/clusterBytes)
	t := &Table{clusters: make([]cluster, n)}
	pages.Huge(t.clusters)
	return t
}

// Clear forgets everything, the age included, so that a search on a cleared table is a search on a new one. Nobody else may
// use the table meanwhile.
func (t *Table) Clear() {
	clear(t.clusters)
	t.now.Store(0)
}

// Age tells the table that a new search begins: what older ones left is replaced first from now on.
func (t *Table) Age() { t.now.Add(1) }

// Size returns the number of entries the table has room for.
func (t *Table) Size() int { return clusterSize * len(t.clusters) }

// at returns the cluster of a key. Multiplying takes the key's high bits, whatever the number of clusters: sizes need not be
// powers of two.
func (t *Table) at(key uint64) *cluster {
	i, _ := bits.Mul64(key, uint64(len(t.clusters)))
	return &t.clusters[i]
}

// Probe returns what the table knows of a position, and false where it knows nothing.
func (t *Table) Probe(key uint64) (Entry, bool) {
	c := t.at(key)
	for i := range c {
		data := c[i].data.Load()
		if c[i].lock.Load()^data == key && !empty(data) {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// Store records a position. An entry of the same position is kept where it is clearly deeper, of the present search and no
// less exact; its move is kept where the new entry has none. Otherwise the least worth of the cluster goes: shallow ones
// first, each search of age counting as agePenalty plies.
func (t *Table) Store(key uint64, e Entry) {
	const (
		agePenalty = 8
		slack      = 3 // plies by which an entry may be shallower and still replace one of its own position
	)
	now := t.now.Load() & ageMask
	c := t.at(key)
	worst, least := 0, 1<<30
	for i := range c {
		data := c[i].data.Load()
		if empty(data) {
			if least > -1<<30 {
				worst, least = i, -1<<30
			}
			continue
		}
		if c[i].lock.Load()^data == key {
			if e.Bound != Exact && age(data) == now && int(e.Depth)+slack < depth(data) {
				return
			}
			if e.Move == 0 {
				e.Move = unpack(data).Move
			}
			worst = i
			break
		}
		if worth := depth(data) - agePenalty*int((now-age(data))&ageMask); worth < least {
			worst, least = i, worth
		}
	}
	data := pack(e, now)
	c[worst].data.Store(data)
	c[worst].lock.Store(key ^ data)
}

// Hashfull returns how full the table is of entries of the present search, in thousandths, judged by its first clusters.
func (t *Table) Hashfull() int {
	now := t.now.Load() & ageMask
	sample := t.clusters[:min(len(t.clusters), 1000/clusterSize)]
	n := 0
	for i := range sample {
		for j := range sample[i] {
			if w := sample[i][j].data.Load(); !empty(w) && age(w) == now {
				n++
			}
		}
	}
	return n * 1000 / (clusterSize * len(sample))
}
