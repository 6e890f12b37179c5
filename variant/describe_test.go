package variant

import (
	"strings"
	"testing"
)

// TestDescribe holds the pages of a few variants against golden files.
func TestDescribe(t *testing.T) {
	for _, name := range []string{"xiangqi", "orda", "manchu", "horde-lichess", "five-tigers", "horde-promoting-36-r1", "horde-doublestep-36-r2"} {
		golden(t, "testdata/describe/"+name+".txt", Describe(mustLoad(t, name)))
	}
}

// crowded uses the rules that no shipped variant has, so that every sentence is written once.
const crowded = `# A variant of everything.
[crowded:chess]
maxFile = 10
maxRank = 9
customPiece1 = x:mWcpRgB
customPiece2 = y:pR3nA
customPiece3 = z:cpBmpRNN
silver = s
gold = g
promotedPieceType = s:g
piecePromotionOnCapture = true
promotionLimit = q:2
promotionRegionWhite = *8 *9
tripleStepRegionWhite = *2
doubleStepRegionBlack = *8
enPassantRegionBlack = c3 d3
passBlack = true
passOnStalemateWhite = true
checking = true
immobilityIllegal = true
movesPerTurnBlack = 3
oppositeCastling = true
castlingKingsideFile = h
extinctionValue = win
extinctionPieceTypes = nq
extinctionPieceCount = 1
extinctionOpponentPieceCount = 2
extinctionClaim = true
flagPieceWhite = p
flagRegionWhite = a9 b9 c9
flagRegionBlack = *1
flagPieceCount = 2
flagPieceBlockedWin = true
flagPieceSafe = true
flagMove = true
checkCounting = true
connectN = 4
connectVertical = false
connectNxN = 3
collinearN = 5
connectRegion1Black = a*
connectRegion2Black = j*
connectPieceTypes = rx
connectValue = draw
stalemateValue = win
stalematePieceCount = true
checkmateValue = draw
nFoldRule = 4
nFoldValue = loss
nFoldValueAbsolute = true
noCaptureClock = 77
startFen = rnbqkbnrxx/pppppppppp/sy8/10/10/10/10/PPPPPPPPPP/RNBQK2RNN b KQkq - 3+2 0 1
`

func TestDescribeEverything(t *testing.T) {
	golden(t, "testdata/describe/crowded.txt", Describe(mustParse(t, crowded)))
}

// TestList sees that the list has a line for each variant and tells neighbours apart.
func TestList(t *testing.T) {
	specs := make([]*Spec, 0, 100)
	for _, name := range Names() {
		specs = append(specs, mustLoad(t, name))
	}
	lines := strings.Split(strings.TrimSpace(List(specs)), "\n")
	if len(lines) != len(specs) {
		t.Fatalf("%d lines for %d variants", len(lines), len(specs))
	}
	for i, s := range specs {
		if !strings.HasPrefix(lines[i], s.Name+" ") || strings.Contains(lines[i], "\t") || len(lines[i]) > 160 {
			t.Errorf("%s", lines[i])
		}
	}
	for name, want := range map[string]string{
		"horde-veteran-36-r1":            "9x10, 36 v (fsW) against 16 pieces; stalemate is a loss; 120-ply clock",
		"horde-standard-18-r1-c60":       "9x10, 18 soldiers against 16 pieces; stalemate is a loss; 60-ply clock",
		"horde-standard-36-r1-stalemate": "9x10, 36 soldiers against 16 pieces; stalemate is a draw; 120-ply clock",
		"horde-twomoves-36-r1":           "9x10, 36 soldiers against 16 pieces; White makes 2 moves a turn; stalemate is a loss; 120-ply clock",
	} {
		if got := Summary(mustLoad(t, name)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}
