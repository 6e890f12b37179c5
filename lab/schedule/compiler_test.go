package schedule

import (
	"sync"
	"testing"
)

// TestCompiler has several goroutines ask for the rules of two designs, and of one that is none: each is compiled once, and the last
// refused every time.
func TestCompiler(t *testing.T) {
	var c Compiler
	one := Job{Variant: "mine", Stanza: "[mine:xiangqi]\n"}
	two := Job{Variant: "mine", Stanza: "[mine:xiangqi]\nstalemateValue = draw\n"}
	wrong := Job{Variant: "mine", Stanza: "[mine:xiangqi]\nno = key\n"}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			a, err := c.Rules(&one)
			b, again := c.Rules(&two)
			if err != nil || again != nil || a == b || a.Spec().StalemateValue == b.Spec().StalemateValue {
				t.Errorf("%v, %v: the rules of two jobs of one name are not told apart", err, again)
			}
			if r, err := c.Rules(&one); r != a || err != nil {
				t.Errorf("compiled again: %v", err)
			}
			if r, err := c.Rules(&wrong); r != nil || err == nil {
				t.Error("rules of a stanza that is none")
			}
		})
	}
	wg.Wait()
}
