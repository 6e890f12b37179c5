package twins

import (
	"testing"

	"buluo/rules"
)

// FuzzWalk lets bytes choose a variant and its moves, and compares the two readings at every position, and every
// position with itself after moves back and forth.
func FuzzWalk(f *testing.F) {
	var all []*rules.Rules
	for _, spec := range catalogue(f) {
		r, err := rules.Compile(spec)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, r)
	}
	for i := range all {
		f.Add(uint8(i), []byte("a horde of soldiers marches on a palace"))
	}
	f.Fuzz(func(t *testing.T, which uint8, choices []byte) {
		r := all[int(which)%len(all)]
		pr, err := newPair(r, r.Spec().Start)
		if err != nil {
			t.Fatal(err)
		}
		if len(choices) > 200 {
			choices = choices[:200]
		}
		for _, c := range choices {
			moves, o, diff := pr.compare()
			if diff != "" {
				t.Fatalf("%s: %s: %s by %v", r.Spec().Name, pr.p.FEN(), diff, pr.moves)
			}
			if o.Over || len(moves) == 0 {
				break
			}
			m := moves[int(c)%len(moves)]
			fen, key := pr.p.FEN(), pr.p.Key()
			pr.p.Do(m)
			pr.p.Undo()
			if pr.p.FEN() != fen || pr.p.Key() != key {
				t.Fatalf("%s: %s is %s after %s and back", r.Spec().Name, fen, pr.p.FEN(), r.UCI(m))
			}
			pr.moves = append(pr.moves, r.UCI(m))
			pr.p.Do(m)
			if err := pr.ref.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	})
}
