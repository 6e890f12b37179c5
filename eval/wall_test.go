package eval

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/position"
)

// TestWall counts a horde's wall pawn by pawn, square by square, in positions of random games.
func TestWall(t *testing.T) {
	r := rulestest.Load(t, "horde")
	e := New(r, DefaultWeights())
	random := rand.New(rand.NewPCG(8, 1))
	seen := map[string]bool{}
	for range 400 {
		p := walk(r, random, random.IntN(160))
		counts := e.counted(p)
		for name, want := range slowWall(p) {
			got, ok := counts[hostName+"."+name]
			if !ok {
				t.Fatalf("there is no %s.%s", hostName, name)
			}
			if got != float64(want) {
				t.Fatalf("%s: %s counts %v, pawn by pawn %d", p.FEN(), name, got, want)
			}
			seen[name] = seen[name] || want != 0
		}
	}
	for name, ok := range seen {
		if !ok && name != featMet+"1" { // no pawn of the opponent stands on its own first rank
			t.Errorf("no position has any %s", name)
		}
	}
}

// slowWall counts for White, whose horde it is, by the plain meaning of each term.
func slowWall(p *position.Position) map[string]int {
	n := map[string]int{featColumn: 0, featEntry: 0, featPush: 0}
	for i := 1; i <= 7; i++ {
		n[fmt.Sprint(featJoined, i)], n[fmt.Sprint(featMet, i)] = 0, 0
	}
	for i := 1; i <= 3; i++ {
		n[fmt.Sprint(featSlim, i)] = 0
	}
	pawn := func(file, rank int, c board.Color) bool {
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return false
		}
		pc := p.At(board.Square(8*rank + file))
		return pc != board.NoPiece && pc.Color() == c && p.Rules().Spec().Piece(pc.Type()).Key == "pawn"
	}
	files := [10]int{}
	for file := range 8 {
		for rank := range 8 {
			s := board.Square(8*rank + file)
			byBlack := p.Attackers(s, board.Black)
			if rank == 0 && !pawn(file, rank, board.White) && attackedByMen(p, byBlack) {
				n[featEntry]++
			}
			if !pawn(file, rank, board.White) {
				continue
			}
			files[file+1]++
			neighbours := 0
			for _, d := range [][2]int{{-1, 0}, {1, 0}, {-1, -1}, {1, -1}} {
				if pawn(file+d[0], rank+d[1], board.White) {
					neighbours++
				}
			}
			name := featJoined
			for up := rank + 1; up < 8; up++ {
				if pawn(file, up, board.Black) {
					name = featMet
				}
			}
			if rank < 7 {
				n[fmt.Sprint(name, 7-rank)] += neighbours
			}
			if rank < 7 && p.At(s+8) == board.NoPiece {
				guarded := pawn(file-1, rank, board.White) || pawn(file+1, rank, board.White)
				if guarded || p.Attackers(s+8, board.Black).Empty() {
					n[featPush]++
				}
			}
		}
	}
	for f := 1; f <= 8; f++ {
		if k := files[f]; k >= 1 && k <= 3 {
			n[fmt.Sprint(featSlim, k)]++
		}
		n[featColumn] += max(0, files[f]-files[f-1]-files[f+1])
	}
	return n
}

// attackedByMen reports whether any of the attackers is not a king.
func attackedByMen(p *position.Position, attackers board.Bits) bool {
	for attackers.Any() {
		if s := attackers.Pop(); s != p.Royal(board.Black) {
			return true
		}
	}
	return false
}

// TestWallTurned gives the horde to Black: it is worth there what it is to White, term for term.
func TestWallTurned(t *testing.T) {
	r := rulestest.Load(t, "horde")
	start := strings.Replace(turned(position.Start(r).FEN()), " kq ", " KQ ", 1)
	back := rulestest.Stanza(t, "turned", "[turned:horde]\nstartFen = "+start+"\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *7 *8\n")
	alikeTurned(t, r, back, rand.New(rand.NewPCG(8, 2)))
}
