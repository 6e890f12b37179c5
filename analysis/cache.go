package analysis

import (
	"fmt"
	"unsafe"

	"github.com/dgraph-io/ristretto/v2"

	"buluo/board"
)

// Key says what was asked: two questions with one key have one answer.
type Key struct {
	Spec   string // the variant: a hash of its whole text, since a name may stand for another design tomorrow
	Search string // the version of the search
	Start  string // the FEN the game began with
	Moves  string // and what was played since, in UCI: repetitions count from there
	Budget Budget
}

// text writes the key without room for two keys to be the same text: no field but the last contains a line feed.
func (k Key) text() string {
	return fmt.Sprintf("%s\n%s\n%s\n%s\n%v", k.Spec, k.Search, k.Start, k.Moves, k.Budget)
}

// Cache keeps finished analyses within a bound of memory. It may be used by any number of goroutines.
type Cache struct {
	store *ristretto.Cache[string, *entry]
}

// entry carries its key: the store tells keys apart by two hashes of 64 bits, which is nearly always.
type entry struct {
	key      string
	analysis Analysis
}

// cost is about what an entry takes of memory, in bytes.
func (e *entry) cost() int64 {
	const counters = 30 // what the store keeps of a key beside it
	n := unsafe.Sizeof(*e) + uintptr(len(e.key)) + counters
	for _, l := range e.analysis.Lines {
		n += unsafe.Sizeof(l) + uintptr(len(l.PV))*unsafe.Sizeof(board.NoMove)
	}
	return int64(n)
}

// NewCache returns an empty cache of so many megabytes (2^20 bytes). Whoever makes it closes it.
func NewCache(megabytes int) (*Cache, error) {
	if megabytes < 1 {
		return nil, fmt.Errorf("a cache of %d megabytes holds nothing; 1 would do", megabytes)
	}
	const typical = 600 // bytes of an entry
	most := int64(megabytes) << 20
	store, err := ristretto.NewCache(&ristretto.Config[string, *entry]{
		NumCounters: 10 * most / typical, // what ristretto advises
		MaxCost:     most,
		BufferItems: 64,
	})
	if err != nil {
		return nil, err
	}
	return &Cache{store}, nil
}

// Get returns the analysis that was put under a key. It is the caller's own.
func (c *Cache) Get(k Key) (Analysis, bool) {
	text := k.text()
	e, ok := c.store.Get(text)
	if !ok || e.key != text {
		return Analysis{}, false
	}
	return e.analysis.clone(), true
}

// Put keeps an analysis, if the cache thinks it worth its room, and returns when Get would find it.
func (c *Cache) Put(k Key, a Analysis) {
	e := &entry{k.text(), a.clone()}
	c.store.Set(e.key, e, e.cost())
	c.store.Wait()
}

// Close ends the cache's goroutines. Nothing may be asked of it afterwards.
func (c *Cache) Close() { c.store.Close() }
