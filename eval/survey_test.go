package eval

import (
	"math/rand/v2"
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/rules"
)

// TestSurveyTerms compares positions of chess, and its relatives, that differ in one thing.
func TestSurveyTerms(t *testing.T) {
	contrast(t, PlainWeights(), []contrasted{
		{"a knight in the middle", "chess", "4k3/pppppppp/8/8/4N3/8/PPPPPPPP/4K3 w - - 0 1", "4k3/pppppppp/8/8/7N/8/PPPPPPPP/4K3 w - - 0 1"},
		{"bishops of both colours", "chess", "4k3/pppp4/8/8/8/8/PPPP4/2B1KB2 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/1B2KB2 w - - 0 1"},
		{"a passed pawn", "chess", "4k3/p6p/8/3P4/8/8/P6P/4K3 w - - 0 1", "4k3/p3p3/8/3P4/8/8/P6P/4K3 w - - 0 1"},
		{"a passed pawn far up", "chess", "8/3P3k/8/8/8/8/8/4K3 w - - 0 1", "8/7k/3P4/8/8/8/8/4K3 w - - 0 1"},
		{"a passed pawn that nothing halts", "chess", "4k3/8/8/1P6/1n6/8/8/4K3 w - - 0 1", "4k3/8/1n6/1P6/8/8/8/4K3 w - - 0 1"},
		{"pawns on two files", "chess", "4k3/ppp5/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/ppp5/8/8/8/P7/P7/4K3 w - - 0 1"},
		{"a rook on an open file", "chess", "4k3/ppp5/8/8/8/8/PPP5/3RK3 w - - 0 1", "4k3/ppp5/8/8/8/8/PPP5/2R1K3 w - - 0 1"},
		{"a king behind pawns", "chess", "rnbqk2r/ppp5/8/8/8/8/5PPP/RNBQ1RK1 w - - 0 1", "rnbqk2r/ppp5/8/8/8/8/PPP5/RNBQ1RK1 w - - 0 1"},
		{"a king that can castle", "chess", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w kq - 0 1"},
		{"a queen that nothing threatens", "chess", "4k3/8/2n5/8/6Q1/8/8/4K3 w - - 0 1", "4k3/8/5n2/8/6Q1/8/8/4K3 w - - 0 1"},
		{"a king near where it wins", "orda", "7k/8/8/3K4/8/8/8/8 w - - 0 1", "7k/8/8/8/8/3K4/8/8 w - - 0 1"},
		{"a horde that has broken through", "horde", "6k1/8/PP6/8/8/8/8/8 w - - 0 1", "6k1/p7/1P6/P7/8/8/8/8 w - - 0 1"},
	})
}

// TestSurveyTurned checks that the survey's terms belong to sides and not to colours, and not to a wing.
func TestSurveyTurned(t *testing.T) {
	r := rulestest.Load(t, "chess")
	alikeTurned(t, r, r, rand.New(rand.NewPCG(3, 3)))
}

// alikeTurned holds the scores of a variant's positions to those of the same positions turned round, which are of another one where the armies
// change colours.
func alikeTurned(t *testing.T, r, back *rules.Rules, random *rand.Rand) {
	t.Helper()
	e, f := New(r, DefaultWeights()), New(back, DefaultWeights())
	for range 100 {
		p := walk(r, random, random.IntN(160))
		fen := strings.Fields(p.FEN())
		fen[2], fen[3] = "-", "-" // neither is turned by turning the board
		p = parsed(t, r, strings.Join(fen, " "))
		q := parsed(t, back, turned(p.FEN()))
		if a, b := e.Score(p), f.Score(q); a != b {
			t.Fatalf("%s scores %d, turned round %d", p.FEN(), a, b)
		}
	}
}

// TestScale checks that what cannot be won is worth little, and only that.
func TestScale(t *testing.T) {
	r := rulestest.Load(t, "chess")
	e := New(r, DefaultWeights())
	for _, tc := range []struct {
		fen  string
		most int
	}{
		{"4k3/8/8/8/8/8/8/R3K1b1 w - - 0 1", 60},
		{"4k3/8/2b5/8/8/2B1P3/4P3/4K3 w - - 0 1", 200},
	} {
		if v := e.Score(parsed(t, r, tc.fen)); v > tc.most || v < -tc.most {
			t.Errorf("%s scores %d, want at most %d", tc.fen, v, tc.most)
		}
	}
	if v := e.Score(parsed(t, r, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")); v < 400 {
		t.Errorf("a rook more scores %d", v)
	}
	// A knight alone wins no chess; where there are other ways to win, or never were pawns, it does not have to.
	knight := "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"
	if v := e.Score(parsed(t, r, knight)); v > 80 {
		t.Errorf("a knight more scores %d", v)
	}
	others := []*rules.Rules{rulestest.Load(t, "orda")}
	for _, key := range []string{
		"checkCounting = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", "stalemateValue = loss", "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1",
		"flagPiece = n\nflagRegionWhite = *8\nflagRegionBlack = *1", "startFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
	} {
		others = append(others, rulestest.Stanza(t, "other", "[other:chess]\n"+key+"\n"))
	}
	for i, r := range others {
		fen := knight
		if r.Spec().CheckCounting {
			fen = "4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1"
		}
		if v := New(r, DefaultWeights()).Score(parsed(t, r, fen)); v < 200 {
			t.Errorf("game %d: a knight more scores %d", i, v)
		}
	}
}

// TestMaterial holds what a survey adds up of material on its way to a count of its own.
func TestMaterial(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, name := range []string{"chess", "orda", "horde"} {
		r := rulestest.Load(t, name)
		e := New(r, DefaultWeights())
		for range 50 {
			p := walk(r, random, random.IntN(160))
			_, got := e.count(p, nil, nil)
			for c, sum := range got {
				if want := e.survey.material(p, board.Color(c)); sum != want {
					t.Errorf("%s: %s: %d of material for side %d, want %d", name, p.FEN(), sum, c, want)
				}
			}
		}
	}
}

// TestMemo holds scores by a memo to those without one, along games in which moves are taken back, so that structures, posts and musters are met again.
func TestMemo(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 4))
	for _, name := range []string{
		"chess", "orda", "horde", "xiangqi", "minixiangqi", "horde-veteran-36-r1", "horde-standard-36-r1", "horde-cover-12-r4",
	} {
		r := rulestest.Load(t, name)
		e, g := New(r, DefaultWeights()), movegen.For(r)
		m := e.NewMemo()
		if m == nil {
			t.Fatalf("%s: no memo", name)
		}
		for range 20 {
			p := walk(r, random, random.IntN(120))
			for range 60 {
				if got, want := e.ScoreBy(m, p), e.Score(p); got != want {
					t.Fatalf("%s: %s scores %d by the memo, %d without", name, p.FEN(), got, want)
				}
				if moves := g.Legal(p, nil); len(moves) > 0 && random.IntN(3) > 0 {
					p.Do(moves[random.IntN(len(moves))])
				} else if p.Ply() > 0 {
					p.Undo()
				}
			}
		}
	}
}

// TestMemoWithoutPawns scores boards without pawns by a memo that has seen nothing: an empty place of it must be that of such a board.
func TestMemoWithoutPawns(t *testing.T) {
	r := rulestest.Load(t, "chess")
	e := New(r, DefaultWeights())
	for _, fen := range []string{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "3qk3/8/8/8/8/8/8/R2QK3 w - - 0 1", "8/8/K6n/3N2k1/8/8/8/4q3 b - - 0 56"} {
		p := parsed(t, r, fen)
		if got, want := e.ScoreBy(e.NewMemo(), p), e.Score(p); got != want {
			t.Errorf("%s scores %d by a new memo, %d without", fen, got, want)
		}
	}
}
