package variant

import (
	"strings"

	"buluo/board"
)

// castlingLetters are the rights of a FEN in their canonical order.
const castlingLetters = "KQkq"

// readCastling reads the castling rights and checks that the pieces are there to use them.
func (a *array) readCastling(text string) {
	if text == "-" {
		return
	}
	if !a.spec.Castling.On {
		a.idle = text // as in the reference: who takes an array over and switches castling off need not repeat it
		return
	}
	// Rights are kept in one order, so that a start has one text.
	seen := [len(castlingLetters)]bool{}
	for i := 0; i < len(text); i++ {
		n := strings.IndexByte(castlingLetters, text[i])
		switch {
		case n < 0:
			a.fail("castling rights %q: %q is not one of KQkq (castling by rook files is not supported)", text, string(text[i]))
			return
		case seen[n]:
			a.fail("castling rights %q: %c is there twice", text, text[i])
		}
		seen[n] = true
	}
	a.castling = ""
	for n, has := range seen {
		if has {
			a.castling += castlingLetters[n : n+1]
			if !a.unclear {
				a.castlingPieces(castlingLetters[n], board.Color(n/2), n%2 == 0)
			}
		}
	}
}

// castlingPieces checks that a king and a partner stand on the castling rank for one right.
func (a *array) castlingPieces(letter byte, c board.Color, kingside bool) {
	s, g := a.spec, a.spec.Geometry
	rank, wing, from, toward := s.Castling.Rank, "kingside", s.Castling.RookKingsideFile, -1
	if !kingside {
		wing, from, toward = "queenside", s.Castling.RookQueensideFile, 1
	}
	if c == board.Black {
		rank = g.Ranks - 1 - rank
	}
	king, ok := a.castlingKing(c, rank)
	if !ok {
		a.fail("castling right %c: no king to castle stands on rank %d of %s; take the right away", letter, rank+1, c)
		return
	}
	// From the partner's usual file towards the king, as the reference looks for it: the first that may castle is meant.
	for f := from; f != king; f += toward {
		if !g.On(f, rank) {
			break
		}
		if p := a.at[g.Square(f, rank)]; p != board.NoPiece && p.Color() == c && s.Castling.RookTypes[c].Has(p.Type()) {
			return
		}
	}
	a.fail("castling right %c: no partner to castle with stands %s of the king of %s; take the right away", letter, wing, c)
}

// castlingKing returns the file of the piece that castles as the king: the only one on the rank, or of several the one on
// castlingKingFile.
func (a *array) castlingKing(c board.Color, rank int) (int, bool) {
	s, g := a.spec, a.spec.Geometry
	king := s.Castling.KingType[c]
	if king == board.NoType {
		return 0, false
	}
	var files []int
	for f := 0; f < g.Files; f++ {
		if a.at[g.Square(f, rank)] == board.MakePiece(c, king) {
			files = append(files, f)
		}
	}
	if len(files) == 1 {
		return files[0], true
	}
	for _, f := range files {
		if f == s.Castling.KingFile {
			return f, true
		}
	}
	return 0, false
}
