package eval

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"buluo/internal/rulestest"
	"buluo/movegen"
	"buluo/position"
	"buluo/rules"
	"buluo/variant"
)

// twinGames are further variants for the twins: boards with corners to spare in the word, of more ranks than eight and of more files than ranks, pieces
// that look in every way there is, and pawns and hordes that stand on their last rank.
const twinGames = `
[narrow:chess]
maxFile = 5
maxRank = 6
castling = false
doubleStep = false
startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1

[tall:chess]
maxFile = 6
maxRank = 10
castling = false
startFen = rnbqkr/pppppp/6/6/6/6/6/6/PPPPPP/RNBQKR w - - 0 1

[lame:chess]
customPiece1 = h:nN
customPiece2 = c:mRcpR
customPiece3 = g:mRcpRcpB
castling = false
startFen = hcbqkgch/pppppppp/8/8/8/8/PPPPPPPP/HCBQKGCH w - - 0 1

[broad:chess]
maxFile = 12
maxRank = 5
castling = false
doubleStep = false
startFen = rnbqkbnrbnqr/pppppppppppp/12/PPPPPPPPPPPP/RNBQKBNRBNQR w - - 0 1

[never:chess]
promotionRegionWhite = *1
promotionRegionBlack = *8
castling = false
startFen = rnbqkbnr/PP4PP/8/8/8/8/pp4pp/RNBQKBNR w - - 0 1

[host:horde]
castling = false
doubleStep = false
mandatoryPawnPromotion = false
startFen = PPPkPPPP/PP4PP/pp3ppp/PPPPPPPP/8/8/pppppppp/PPPPPPPP w - - 0 1
`

// surveyedLow returns the variants on boards of 64 squares or fewer that are surveyed: those of the catalogue, those that nobody would play, and
// a few more.
func surveyedLow(t *testing.T) []*rules.Rules {
	t.Helper()
	var all []*rules.Rules
	for _, name := range variant.Names() {
		all = append(all, rulestest.Load(t, name))
	}
	all = append(all, rulestest.File(t, filepath.Join("..", "internal", "ffishtest", "testdata", "customs.ini"))...)
	for _, name := range []string{"narrow", "tall", "lame", "broad", "never", "host"} {
		all = append(all, rulestest.Stanza(t, name, twinGames))
	}
	start := strings.Replace(turned(position.Start(rulestest.Load(t, "horde")).FEN()), " kq ", " KQ ", 1)
	all = append(all, rulestest.Stanza(t, "turned", "[turned:horde]\nstartFen = "+start+"\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *7 *8\n"))
	return slices.DeleteFunc(all, func(r *rules.Rules) bool { return !r.Lines.Low || !surveyed(Family(r)) })
}

// weighRandomly gives every counted term a weight, so that none can be miscounted unseen.
func (e *Evaluator) weighRandomly(random *rand.Rand) {
	for i := range e.w {
		if i != sink {
			e.w[i] = pack(Pair{random.IntN(2001) - 1000, random.IntN(2001) - 1000})
		}
	}
	e.fillHosts()
	for c := range e.survey.troops {
		for i := range e.survey.troops[c].kinds {
			e.tabulate(&e.survey.troops[c].kinds[i])
		}
	}
}

// TestTwins holds scores by sets of one word to those by two, along games in which moves are taken back, with a memo and without, and both to what is
// found where counts are kept, for a trace. Every term weighs something.
func TestTwins(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 4))
	all := surveyedLow(t)
	if len(all) < 6 {
		t.Fatalf("only %d variants have a survey on a low board", len(all))
	}
	for _, r := range all {
		e, g := New(r, DefaultWeights()), movegen.For(r)
		if !e.low {
			t.Fatalf("%s: two words are looked at", r.Spec().Name)
		}
		e.weighRandomly(random)
		wide := *e
		wide.low = false
		m, w := e.NewMemo(), wide.NewMemo()
		for range 15 {
			p := walk(r, random, random.IntN(120))
			for range 30 {
				a, b := e.ScoreBy(m, p), wide.ScoreBy(w, p)
				if c, d := e.Score(p), wide.Score(p); a != b || a != c || a != d {
					t.Fatalf("%s: %s scores %d by a memo and %d without, by both words %d and %d", r.Spec().Name, p.FEN(), a, c, b, d)
				}
				got, material := e.count(p, nil, m)
				if want, traced := e.count(p, new(ledger), nil); got != want || material != traced {
					t.Fatalf("%s: %s counts %x with material %v, traced %x with %v", r.Spec().Name, p.FEN(), got, material, want, traced)
				}
				if moves := g.Legal(p, nil); len(moves) > 0 && !g.Outcome(p).Over && random.IntN(3) > 0 {
					p.Do(moves[random.IntN(len(moves))])
				} else if p.Ply() > 0 {
					p.Undo()
				}
			}
		}
	}
}

// TestWideSurvey sees to it that relatives of chess on boards of more than 64 squares are surveyed as well, by sets of two words.
func TestWideSurvey(t *testing.T) {
	r := rulestest.Stanza(t, "broad", "[broad:chess]\nmaxFile = 10\ncastling = false\n"+
		"startFen = rnbbqkbbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBBQKBBNR w - - 0 1\n")
	if e := New(r, DefaultWeights()); e.survey == nil || e.low {
		t.Fatal("a board of 80 squares has no survey, or one of 64 squares")
	}
	alikeTurned(t, r, r, rand.New(rand.NewPCG(7, 3)))
}
