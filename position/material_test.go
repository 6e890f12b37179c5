package position_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
)

// army returns a horde FEN with Black on move and the given pieces, wherever they stand. Besides the letters of chess,
// d is a bishop on a dark square where b is one on a light one.
func army(white, black string) string {
	var at [64]byte
	place := func(letter byte) {
		light := letter|0x20 == 'b'
		shaded := light || letter|0x20 == 'd'
		for s := 8; ; s++ {
			if at[s] != 0 || shaded && (s/8+s%8)%2 == 1 != light {
				continue
			}
			if letter|0x20 == 'd' {
				letter -= 2
			}
			at[s] = letter
			return
		}
	}
	for i := range white {
		place(white[i])
	}
	for i := range black {
		place(black[i] | 0x20)
	}
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row, empty := "", 0
		for file := range 8 {
			letter := at[8*rank+file]
			if letter == 0 {
				empty++
			}
			if empty > 0 && (letter != 0 || file == 7) {
				row += strconv.Itoa(empty)
				empty = 0
			}
			if letter != 0 {
				row += string(letter)
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " b - - 0 1"
}

// TestHordeCanWin holds the table of the horde to what is known of each row.
func TestHordeCanWin(t *testing.T) {
	r := rulestest.Load(t, "horde-lichess")
	for _, c := range []struct {
		horde string
		can   string // armies it can mate, without their king
		not   string // armies it cannot; - is the bare king
	}{
		{"Q", "p r bb dd pn", "- n q bd nn qq"},
		{"P", "p r bb qqnn", "- n q nn qqq"},
		{"R", "pp rp rn pn", "- p r n q rr nn qp qq bb"},
		{"B", "pp dd dp", "- p d bb bp bd rr nn qq"},
		{"D", "pp bb bp", "- b dd dp"},
		{"N", "ppp ppq nrq nnq brq pbq bbpr", "- pp nn qqq bbp bbbp ddn rrrr"},
		{"NN", "p b n", "- r q rr"},
		{"BD", "p b nr nq", "- n r q nn"},
		{"BN", "p d rr bnr", "- r b br bbq"},
		{"BB", "pn nn dn dd pp pd", "- p n d bb rr bbn"},
		{"BBB", "pn nn", "- p"}, // no more than two of them count
		{"RB", "q p d", "- b bb"},
		{"RD", "b", "- d"},
		{"NNN", "- q", ""},
		{"NNB", "- q", ""},
		{"BDN", "- q", ""},
		{"BBN", "q p", "-"},
		{"RN", "-", ""},
		{"RR", "-", ""},
		{"RBB", "-", ""},
		{"RBN", "-", ""},
		{"QN", "-", ""},
		{"PB", "-", ""},
		{"NNNN", "-", ""},
		{"BBDD", "-", ""},
	} {
		for want, armies := range map[bool]string{true: c.can, false: c.not} {
			for _, a := range strings.Fields(armies) {
				p, err := position.Parse(r, army(c.horde, "k"+strings.Trim(a, "-")))
				if err != nil {
					t.Fatal(err)
				}
				if got := p.CanWin(board.White); got != want {
					t.Errorf("%s against king and %s (%s): can win is %v", c.horde, a, p.FEN(), got)
				}
				if !p.CanWin(board.Black) {
					t.Errorf("the army cannot win %s", p.FEN())
				}
				if o := p.Claim(); o.Reason == board.Insufficient {
					t.Errorf("material ends %s, which the army can win", p.FEN())
				}
			}
		}
	}
}

// TestXiangqiInsufficient draws where neither side has anything that can cross the river.
func TestXiangqiInsufficient(t *testing.T) {
	r := rulestest.Stanza(t, "confined", "[confined:xiangqi]\ninsufficientMaterial = xiangqi\n")
	for fen, drawn := range map[string]bool{
		"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1":             true,
		"2bak4/4a4/4b4/9/9/9/9/B8/4A4/3K1AB2 w - - 0 1": true,
		"3k5/9/9/9/9/9/4P4/9/9/4K4 w - - 0 1":           false, // a soldier goes across
		"3k5/9/9/9/9/9/9/9/9/4K3n w - - 0 1":            false,
		"2bak4/4a4/9/9/9/9/9/c8/4A4/4K1B2 w - - 0 1":    false,
	} {
		p, err := position.Parse(r, fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Claim(); got.Over != drawn || drawn && got != board.Draw(board.Insufficient) {
			t.Errorf("%s: %+v, want drawn %v", fen, got, drawn)
		}
	}
}

// closed and open are boards of Lichess's horde with Black on move.
var (
	closed = []string{
		"8/p7/pk6/P7/P7/8/8/8 b - - 0 1",
		"b7/pk6/P7/P7/8/8/8/8 b - - 0 1",
		"krb5/pb1p4/P2Pp3/P3Pp2/5Pp1/6Pp/7P/8 b - - 0 1",
		"8/p7/P7/P7/8/2q5/8/7k b - - 0 1",
		"k7/8/8/6p1/6Pp/7P/8/8 b - - 0 1",
		"4k2r/8/8/8/8/7p/7P/8 b k - 0 1",
		"k7/8/8/p7/P7/8/8/8 b - - 0 1",
	}
	open = []string{
		"7B/6k1/8/8/8/8/8/8 b - - 0 1",
		"k7/8/8/8/8/p7/P6r/8 b - - 0 1",  // the last piece can be taken
		"k7/1p6/8/p7/P7/8/8/8 b - - 0 1", // the double step can be captured
		"8/8/8/7k/7P/7P/8/8 b - - 0 1",
		"8/p7/P7/P7/8/8/8/6qk b - - 0 1",
		"k7/p2p4/P2Pp1p1/P3PpPp/5PpP/6Pp/7P/7n b - - 0 1",
		"k7/8/8/6p1/6Pp/7P/8/8 b - g3 0 1", // capturing in passing opens the h-file
		"4k2r/7p/7P/8/8/7P/8/8 b k - 0 1",
		"k7/8/8/8/8/p7/P7/1P6 b - - 0 1", // the other pawn can move
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP b kq - 0 1",
	}
)

func TestFortress(t *testing.T) {
	r := rulestest.Load(t, "horde-lichess")
	g := movegen.For(r)
	for want, fens := range map[bool][]string{true: closed, false: open} {
		for _, fen := range fens {
			p, err := position.Parse(r, fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Outcome(p); got.Over != want || want && got != board.Draw(board.Fortress) {
				t.Errorf("%s: %+v, want a fortress: %v", fen, got, want)
			}
			if p.FEN() != fen {
				t.Errorf("%s became %s", fen, p.FEN())
			}
		}
	}
	// Without a legal move there is nothing to close; whoever generates moves has the verdict.
	p, err := position.Parse(r, "k7/P7/1PP5/8/8/8/8/8 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Claim(); got.Over {
		t.Errorf("stalemate: claim is %+v", got)
	}
}

// TestFortressTwin holds the judge of fortresses, which has a small generator of its own, against the real one, on
// random play from boards that are closed or nearly so.
func TestFortressTwin(t *testing.T) {
	r := rulestest.Load(t, "horde-lichess")
	g := movegen.For(r)
	rng := rand.New(rand.NewPCG(3, 4))
	seen := map[bool]int{}
	starts := append(append([]string{r.Spec().Start}, closed...), open...)
	for range 40 {
		for _, fen := range starts {
			p, err := position.Parse(r, fen)
			if err != nil {
				t.Fatal(err)
			}
			for range 30 {
				legal := g.Legal(p, nil)
				if len(legal) == 0 {
					break
				}
				o := g.Outcome(p)
				if times, _ := p.Repeats(); times < 2 && p.Clock() < 100 {
					want := closes(g, r, p, legal)
					seen[want]++
					if (o.Reason == board.Fortress) != want {
						t.Fatalf("%s: %+v, trying all moves says %v", p.FEN(), o, want)
					}
				}
				p.Do(legal[rng.IntN(len(legal))])
			}
		}
	}
	if seen[true] < 100 || seen[false] < 100 {
		t.Errorf("a lopsided test: %v", seen)
	}
}

// closes is the definition of a fortress, in terms of legal moves.
func closes(g *movegen.Generator, r *rules.Rules, p *position.Position, legal []board.Move) bool {
	if r.Royal(p.Side()) == board.NoType {
		return false
	}
	for _, m := range legal {
		p.Do(m)
		open := p.Ended().Over || g.Any(p)
		p.Undo()
		if open {
			return false
		}
	}
	return true
}
