package variant

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRandomStanzas builds stanzas from the key table at random, most of them with a mistake somewhere. Those that pass must
// be well-formed, and written out they must read back as the same game.
func TestRandomStanzas(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	names := Names()
	keys := append(boardKeys(), ruleKeys()...)
	passed, n := 0, 2000
	if testing.Short() {
		n = 500
	}
	for i := 0; i < n; i++ {
		base := names[rng.IntN(min(len(names), 16))]
		text := fmt.Sprintf("[a:%s]\n", base)
		if rng.IntN(3) == 0 { // two generations, since templates hand on what their children undo
			text += randomLines(rng, keys, 1+rng.IntN(3)) + "[b:a]\n"
		}
		text += randomLines(rng, keys, 1+rng.IntN(4))
		f, err := Parse("random.ini", text)
		if err != nil {
			checkProblems(t, "random.ini", text, err.(Errors))
			continue
		}
		passed++
		for _, s := range f.Specs {
			if checkSpec(t, s); t.Failed() {
				t.Fatalf("this stanza:\n%s", text)
			}
		}
	}
	t.Logf("%d of %d stanzas pass", passed, n)
	if passed < n/10 {
		t.Errorf("only %d of %d random stanzas pass: the test sees too little", passed, n)
	}
}

// randomLines returns lines for different keys.
func randomLines(rng *rand.Rand, keys []key, n int) string {
	var b strings.Builder
	seen := map[string]bool{}
	for i := 0; i < n; i++ {
		name, value := randomLine(rng, keys)
		if !seen[name] {
			fmt.Fprintf(&b, "%s = %s\n", name, value)
		}
		seen[name] = true
	}
	return b.String()
}

func randomLine(rng *rand.Rand, keys []key) (name, value string) {
	const letters = "prnbakcqxyvg"
	letter := func() string { return letters[rng.IntN(len(letters)):][:1] }
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	if rng.IntN(4) == 0 {
		p := slot(1 + rng.IntN(40))
		switch {
		case rng.IntN(4) == 0:
			return "mobilityRegion" + pick("White", "Black") + p.capitalized(), pick("-", "*1 *2 *3", "a* b*", "c1 d4", "*9")
		case p.custom():
			return p.key(), letter() + ":" + pick("fsW", "ifmnDW", "mRcpB", "nNceF", "K", "W2", "gB")
		}
		return p.key(), pick(letter(), letter(), "-")
	}
	k := keys[rng.IntN(len(keys))]
	switch k.at(newDraft())[0].(type) {
	case *bool:
		value = pick("true", "false")
	case *int, *fullMoves:
		value = fmt.Sprint(rng.IntN(5))
	case *rank:
		value = fmt.Sprint(1 + rng.IntN(10))
	case *file:
		value = pick("a", "c", "g", "8", "9", "i")
	case *Value, *result:
		value = pick("win", "loss", "draw", "none")
	case *region:
		value = pick("-", "*1", "*2 *3", "a*", "e4", "*8", "a1 b2 *7")
	case *slotSet, *setOrAll:
		value = pick("-", "*", letter(), letter()+letter())
	case *slot, *pieceOrAll:
		value = pick("*", letter())
	case *counts:
		value = letter() + ":" + fmt.Sprint(rng.IntN(3))
	case *promote:
		value = letter() + ":" + pick("-", letter())
	case *synonyms:
		value = letter() + ":" + pick("-", "h", "z")
	case *Chase:
		value = pick("none", "axf")
	case *Insufficient:
		value = pick("none", "xiangqi", "horde")
	default:
		value = pick("fairy", "-", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
	}
	return k.name, value
}
