package eval

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

func parsed(t testing.TB, r *rules.Rules, fen string) *position.Position {
	t.Helper()
	p, err := position.Parse(r, fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// counted returns how often a position has every term, White's less Black's, by the term's name.
func (e *Evaluator) counted(p *position.Position) map[string]float64 {
	var trace Trace
	e.Trace(p, &trace)
	counts := map[string]float64{}
	for i := range e.terms {
		counts[e.terms[i].Name] = 0
	}
	for _, c := range trace.Counts {
		counts[e.terms[c.Term].Name] = c.N
	}
	return counts
}

// walk plays random moves from the start of a variant.
func walk(r *rules.Rules, random *rand.Rand, plies int) *position.Position {
	g, p := movegen.For(r), position.Start(r)
	for ; plies > 0 && !g.Outcome(p).Over; plies-- {
		moves := g.Legal(p, nil)
		p.Do(moves[random.IntN(len(moves))])
	}
	return p
}

// turned is a FEN with board and colours turned round.
func turned(fen string) string {
	field := strings.Fields(fen)
	rows := strings.Split(field[0], "/")
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	field[0] = strings.Map(func(c rune) rune {
		if unicode.IsUpper(c) {
			return unicode.ToLower(c)
		}
		return unicode.ToUpper(c)
	}, strings.Join(rows, "/"))
	field[1] = map[string]string{"w": "b", "b": "w"}[field[1]]
	return strings.Join(field, " ")
}

// TestTurned checks that the score belongs to the side to move and not to a colour: xiangqi turned round is xiangqi.
func TestTurned(t *testing.T) {
	r := rulestest.Load(t, "xiangqi")
	e := New(r, DefaultWeights())
	random := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		p := walk(r, random, random.IntN(120))
		q := parsed(t, r, turned(p.FEN()))
		if a, b := e.Score(p), e.Score(q); a != b {
			t.Fatalf("%s scores %d, turned round %d", p.FEN(), a, b)
		}
	}
	tempo := e.Terms()[e.slots[e.tempo]]
	if v := e.Score(position.Start(r)); v != tempo.Mg {
		t.Errorf("the start of xiangqi scores %d, want the tempo alone, %d", v, tempo.Mg)
	}
}

// TestMobilityLaw checks the law of values against pieces whose worth is known, and its use where no value is.
func TestMobilityLaw(t *testing.T) {
	for _, tc := range []struct {
		variant, key string
		low, high    int
	}{
		{"chess", "rook", 430, 580},
		{"chess", "bishop", 290, 400},
		{"chess", "knight", 270, 340},
		{"chess", "queen", 850, 1150},
		{"horde-veteran-36-r1", "customPiece1", 100, 180}, // a crossed soldier, by HGM's own count of three targets 105
		{"horde-veteran-36-r1", "soldier", 40, 120},
		{"orda", "centaur", 500, 900},
		{"orda", "silver", 130, 260},
		{"orda", "kniroo", 330, 520},
	} {
		r := rulestest.Load(t, tc.variant)
		for _, m := range r.Sides[0].Movers {
			if r.Spec().Piece(m.Type).Key != tc.key {
				continue
			}
			if v := byMobility(r, m); v < tc.low || v > tc.high {
				t.Errorf("%s: %s is worth %d by its mobility, want %d to %d", tc.variant, tc.key, v, tc.low, tc.high)
			}
			if _, known := classical[tc.key]; known {
				continue
			}
			if v, _ := plainValue(r, m); v.Mg != byMobility(r, m) {
				t.Errorf("%s: %s is not priced by its mobility", tc.variant, tc.key)
			}
		}
	}
}

// TestPrices checks that every piece of the catalogue that can move is worth something, a royal one nothing, and a designer's own price counts.
func TestPrices(t *testing.T) {
	for _, name := range variant.Names() {
		r := rulestest.Load(t, name)
		e := New(r, DefaultWeights())
		for _, m := range r.Sides[0].Movers {
			piece := r.Spec().Piece(m.Type)
			v := e.Price(board.MakePiece(board.White, m.Type))
			if piece.Royal != (v == 0) && len(piece.Steps) > 0 {
				t.Errorf("%s: %s is worth %d", name, piece.Key, v)
			}
		}
	}
	r := rulestest.Stanza(t, "priced", "[priced:chess]\npieceValueMg = n:416\n")
	e := New(r, DefaultWeights())
	i := e.placed[board.MakePiece(board.White, r.Spec().Type('n'))].value
	if v := e.Terms()[i]; v.Pair != (Pair{200, 200}) {
		t.Errorf("a knight priced 416 in the reference's units is worth %v, want 200", v)
	}
}

// TestTwoPrices gives three pieces that move alike a price each, or none: each is worth its own, and those that share a price share its term.
func TestTwoPrices(t *testing.T) {
	r := rulestest.Stanza(t, "twice", "[twice:chess]\ncustomPiece1 = v:fsW\ncustomPiece2 = w:fsW\ncustomPiece3 = x:fsW\ncustomPiece4 = y:fsF\ncustomPiece5 = z:fsF\n"+
		"pieceValueMg = v:208 w:416 y:208 z:208\npieceValueEg = v:104 w:416\nstartFen = 4k3/vwxyz3/8/8/8/8/VWXYZ3/4K3 w - - 0 1\n")
	e := New(r, DefaultWeights())
	term := func(letter byte) Term {
		return e.Terms()[e.placed[board.MakePiece(board.Black, r.Spec().Type(letter))].value]
	}
	for letter, want := range map[byte]Term{
		'v': {Name: "fsW:v.value", Pair: Pair{100, 50}}, 'w': {Name: "fsW:w.value", Pair: Pair{200, 200}}, 'x': {Name: "fsW.value"},
		'y': {Name: "fsF.value", Pair: Pair{100, 100}}, 'z': {Name: "fsF.value", Pair: Pair{100, 100}},
	} {
		if got := term(letter); got.Name != want.Name || want.Pair != (Pair{}) && got.Pair != want.Pair {
			t.Errorf("%c: %s is %v, want %s %v", letter, got.Name, got.Pair, want.Name, want.Pair)
		}
	}
	var w Weights
	if err := w.Set("fsW:w.value", Pair{333, 333}); err != nil {
		t.Fatal(err)
	}
	if e = New(r, w); term('w').Pair != (Pair{333, 333}) || term('v').Pair != (Pair{100, 50}) {
		t.Errorf("a weight by letter makes %v and %v", term('w').Pair, term('v').Pair)
	}
}

// TestTerms compares positions that differ in one thing.
func TestTerms(t *testing.T) {
	contrast(t, DefaultWeights(), []contrasted{
		{"one soldier more", "horde-veteran-18-r1", "4k4/9/9/9/9/VV7/9/9/9/9 w - - 0 1", "4k4/9/9/9/9/V8/9/9/9/9 w - - 0 1"},
		{"soldiers side by side", "horde-veteran-18-r1", "4k4/9/9/9/9/2VV5/9/9/9/9 w - - 0 1", "4k4/9/9/9/9/2V1V4/9/9/9/9 w - - 0 1"},
		{"a crossed soldier", "horde-standard-18-r1", "4k4/9/9/9/P8/9/9/9/9/9 w - - 0 1", "4k4/9/9/9/9/P8/9/9/9/9 w - - 0 1"},
		{"a soldier at the end of the board", "horde-standard-18-r1", "4k4/P8/9/9/9/9/9/9/9/9 w - - 0 1", "P3k4/9/9/9/9/9/9/9/9/9 w - - 0 1"},
		{"an open chariot", "horde-standard-18-r1", "4k4/p8/9/9/9/9/P8/9/9/8r b - - 0 1", "r3k4/p8/9/9/9/9/P8/9/9/9 b - - 0 1"},
		{"a fresh clock", "horde-veteran-18-r1", "4k4/9/9/9/9/2V1V4/9/9/9/9 w - - 0 1", "4k4/9/9/9/9/2V1V4/9/9/9/9 w - - 110 90"},
		{"a general at home", "xiangqi", "2bakab2/9/9/p3p3p/9/9/P3P3P/9/9/R1BAKABR1 b - - 0 1", "2ba1ab2/9/4k4/p3p3p/9/9/P3P3P/9/9/R1BAKABR1 b - - 0 1"},
	})
}

// contrasted are two positions, of which the first is the better one for the side to move.
type contrasted struct{ name, variant, better, worse string }

// contrast checks that the better position of each pair scores more.
func contrast(t *testing.T, w Weights, list []contrasted) {
	t.Helper()
	for _, tc := range list {
		r := rulestest.Load(t, tc.variant)
		e := New(r, w)
		if a, b := e.Score(parsed(t, r, tc.better)), e.Score(parsed(t, r, tc.worse)); a <= b {
			t.Errorf("%s: %s scores %d, %s scores %d", tc.name, tc.better, a, tc.worse, b)
		}
	}
}

// TestCrossing checks that the river is where a soldier gains, and nowhere else so much.
func TestCrossing(t *testing.T) {
	r := rulestest.Load(t, "horde-standard-18-r1")
	e := New(r, PlainWeights())
	m := board.MakePiece(board.White, r.Spec().Type('p'))
	at := func(rank int) int {
		mg, _ := e.squares[m][r.Geometry.Square(4, rank-1)].unpack()
		return mg
	}
	if gain := at(6) - at(5); gain != plainCrossed+plainAdvance {
		t.Errorf("crossing gains %d, want %d", gain, plainCrossed+plainAdvance)
	}
	if gain := at(7) - at(6); gain != plainAdvance {
		t.Errorf("a step beyond gains %d, want %d", gain, plainAdvance)
	}
}

// TestFade checks the ends of the fading.
func TestFade(t *testing.T) {
	e := New(rulestest.Load(t, "horde-veteran-18-r1"), PlainWeights())
	for _, tc := range []struct{ clock, want int }{{0, 1000}, {120 * plainFade / 100, 1000}, {120, 10 * plainFaded}, {500, 10 * plainFaded}} {
		if v := e.fade(1000, tc.clock); v != tc.want {
			t.Errorf("1000 at clock %d is %d, want %d", tc.clock, v, tc.want)
		}
		if v := e.fade(-1000, tc.clock); v != -tc.want {
			t.Errorf("-1000 at clock %d is %d, want %d", tc.clock, v, -tc.want)
		}
	}
}

// TestTrace takes the scores of random positions of every variant apart and puts them together again, with weights that tell every
// term from every other.
func TestTrace(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for _, name := range variant.Names() {
		r := rulestest.Load(t, name)
		var w Weights
		for _, term := range New(r, DefaultWeights()).Terms() {
			if err := w.Set(term.Name, Pair{random.IntN(200) - 50, random.IntN(200) - 50}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		e := New(r, w)
		var tr Trace
		for range 20 {
			p := walk(r, random, random.IntN(200))
			e.Trace(p, &tr)
			got, want := tr.Score(e.Terms()), float64(e.Score(p))
			if p.Side() == board.Black {
				want = -want
			}
			if math.Abs(got-want) > 2 {
				t.Fatalf("%s: %s: the trace adds up to %.1f, the score is %.0f", name, p.FEN(), got, want)
			}
		}
	}
}

// TestFamilies reads the embedded files, and finds a family for every variant.
func TestFamilies(t *testing.T) {
	for _, f := range Families() {
		if _, err := FamilyWeights(f); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]string{
		"horde-veteran-36-r1": "siege", "horde-standard-45-r1": "siege", "xiangqi": "xiangqi", "minixiangqi": "xiangqi",
		"chess": "chess", "orda": "orda", "horde": "horde",
	} {
		if got := Family(rulestest.Load(t, name)); got != want {
			t.Errorf("%s is of family %s, want %s", name, got, want)
		}
	}
	odds := rulestest.Stanza(t, "odds", "[odds:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\n")
	if got := Family(odds); got != "chess" {
		t.Errorf("chess without a queen is of family %s", got)
	}
}

func TestNoAllocation(t *testing.T) {
	for _, name := range []string{"horde-veteran-36-r1", "xiangqi", "orda", "chess", "horde"} {
		r := rulestest.Load(t, name)
		e, p := New(r, DefaultWeights()), position.Start(r)
		m := e.NewMemo()
		if n := testing.AllocsPerRun(100, func() { e.Score(p); e.ScoreBy(m, p) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	for _, name := range []string{"horde-standard-36-r1", "horde-veteran-36-r1", "xiangqi", "orda", "chess", "horde"} {
		b.Run(name, func(b *testing.B) {
			r := rulestest.Load(b, name)
			e, p := New(r, DefaultWeights()), position.Start(r)
			for b.Loop() {
				e.Score(p)
			}
		})
	}
}
