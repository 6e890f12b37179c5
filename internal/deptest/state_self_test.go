package deptest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// TestChanges shows what the search for mutable state finds, and what it lets be.
func TestChanges(t *testing.T) {
	const text = `package p

import (
	"sync"
	"sync/atomic"
	"other"
)

var (
	table  [8]int
	words  = map[string]int{"a": 1}
	count  int
	point  struct{ x int }
	home   = &point
	list   []int
	total  atomic.Int64
	lock   sync.Mutex
	once   = sync.OnceValue(func() int { local := 1; local++; return local })
	fine   = other.Thing()
)

func init() { table[0] = 1 }

func f() {
	count := 0 // another one
	count++
	words["b"] = 2
	delete(words, "a")
	point.x = 3
	(*home).x = 4
	copy(list[1:], list)
	for table[1] = range 3 {
	}
	other.Global = 1
	list, more := list, 1
	_, _ = list, more
}

func g() { count++ }
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range changes(fset, []*ast.File{f}) {
		got = append(got, c.name)
	}
	want := []string{"total", "lock", "words", "words", "point", "home", "list", "table", "count"}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}
