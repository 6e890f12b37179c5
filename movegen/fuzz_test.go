package movegen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"buluo/board"
	"buluo/internal/rulestest"
	"buluo/position"
	"buluo/rules"
)

// FuzzAnyPosition generates moves in whatever the FEN reader accepts, however odd.
func FuzzAnyPosition(f *testing.F) {
	all := everyRules(f)
	for i, r := range all {
		f.Add(uint8(i), r.Spec().Start)
	}
	f.Fuzz(func(t *testing.T, which uint8, fen string) { hold(t, all[int(which)%len(all)], fen) })
}

// TestOddPositions scatters pieces over the board, pawns on first ranks and elephants across the river included, for
// every variant of the catalogue and every stanza made for a corner of the rules.
func TestOddPositions(t *testing.T) {
	all := append(everyRules(t), rulestest.File(t, "../referee/testdata/corners.ini")...)
	rng, held := rand.New(rand.NewPCG(11, 12)), 0
	for _, r := range all {
		for range 60 {
			if hold(t, r, scattered(r, rng)) {
				held++
			}
		}
	}
	if held < 12*len(all) {
		t.Errorf("only %d positions of %d variants were accepted", held, len(all))
	}
}

// scattered returns the FEN of a few random pieces with the royal ones that the variant gives each side.
func scattered(r *rules.Rules, rng *rand.Rand) string {
	g, spec := r.Geometry, r.Spec()
	at := make([]byte, g.Size())
	place := func(c board.Color, t board.PieceType) { at[rng.IntN(len(at))] = r.Letter(board.MakePiece(c, t)) }
	for range 2 + rng.IntN(len(at)/4) {
		t := board.PieceType(1 + rng.IntN(len(spec.Pieces)))
		if !spec.Piece(t).Royal {
			place(board.Color(rng.IntN(2)), t)
		}
	}
	for c := board.White; c <= board.Black; c++ {
		if t := r.Royal(c); t != board.NoType {
			home := r.Sides[c].Of[t].Zone
			if rng.IntN(4) == 0 {
				home = r.Board
			}
			for range rng.IntN(home.Count()) {
				home.Pop()
			}
			at[home.First()] = r.Letter(board.MakePiece(c, t))
		}
	}
	var rows []string
	for rank := g.Ranks - 1; rank >= 0; rank-- {
		row, empty := "", 0
		for file := range g.Files {
			letter := at[g.Square(file, rank)]
			if letter == 0 {
				empty++
			}
			if empty > 0 && (letter != 0 || file == g.Files-1) {
				row += strconv.Itoa(empty)
				empty = 0
			}
			if letter != 0 {
				row += string(letter)
			}
		}
		rows = append(rows, row)
	}
	passed := "-"
	if rng.IntN(2) == 0 {
		passed = g.Name(board.Square(rng.IntN(len(at))))
	}
	return fmt.Sprintf("%s %c - %s 0 1", strings.Join(rows, "/"), "wb"[rng.IntN(2)], passed)
}

// hold reads a position and, if it is one, holds the plan's moves against the ones found by trying every move, counting
// against listing, and each move against the position read anew after it and the one before it.
func hold(t *testing.T, r *rules.Rules, fen string) bool {
	p, err := position.Parse(r, fen)
	if err != nil {
		return false
	}
	g, name := For(r), r.Spec().Name
	legal := g.Legal(p, nil)
	if n := g.Count(p); n != len(legal) {
		t.Fatalf("%s: %s: counted %d, listed %d", name, p.FEN(), n, len(legal))
	}
	if !p.Ended().Over && !p.MidTurn() {
		tried, sorted := g.tested(p, &r.Sides[p.Side()], nil, all), slices.Clone(legal)
		slices.Sort(tried)
		slices.Sort(sorted)
		if !slices.Equal(tried, sorted) {
			t.Fatalf("%s: %s: the plan lists %d moves, trying all finds %d", name, p.FEN(), len(sorted), len(tried))
		}
	}
	text, key := p.FEN(), p.Key()
	for _, m := range legal {
		p.Do(m)
		if err := p.Verify(); err != nil {
			t.Fatalf("%s: %s after %s: %v", name, text, r.UCI(m), err)
		}
		if q, err := position.Parse(r, p.FEN()); err != nil {
			t.Fatalf("%s: %s after %s: %v", name, text, r.UCI(m), err)
		} else if q.FEN() != p.FEN() || q.Key() != p.Key() {
			t.Fatalf("%s: %s after %s reads back as %s", name, p.FEN(), r.UCI(m), q.FEN())
		}
		g.Outcome(p)
		p.Undo()
	}
	g.Outcome(p)
	if p.FEN() != text || p.Key() != key {
		t.Fatalf("%s: %s became %s", name, text, p.FEN())
	}
	return true
}
