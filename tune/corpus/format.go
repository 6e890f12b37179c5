package corpus

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"buluo/board"
)

// The format, version 1. A file is the magic line and then records, one a game, in any order:
//
//	uvarint  length of the body in bytes
//	body     see below
//	4 bytes  CRC-32C of the body, little endian
//
// A record is written whole, so that only the last one of a file can be torn. The body:
//
//	text     variant's name            (a text is a uvarint length and so many bytes of UTF-8)
//	text     start as a FEN; empty for the variant's own start
//	text     engine that played both sides
//	uvarint  seed of the openings
//	uvarint  number of the game
//	uvarint  nodes a move, White's; uvarint Black's
//	uvarint  plies of the opening, which nobody chose
//	uvarint  plies in all
//	uvarint  a ply: from + 2^7 to + 2^14 kind + 2^17 promotion; a plain move takes two bytes
//	varint   for each ply after the opening: the score of the search in centipawns, for the side that moved (zigzag)
//	byte     0 White won, 1 Black won, 2 draw, 3 left unfinished
//	text     the reason's name
const magic = "buluo-games 1\n"

// maxBody bounds a record: a game of game.MaxPlies moves fits ten times.
const maxBody = 1 << 22

// Game is one game as the file has it.
type Game struct {
	Key
	Start   string       // FEN; "" is the variant's start
	Opening int          // plies that nobody chose
	Moves   []board.Move // those of the opening included
	Scores  []int16      // of each move after the opening, for the side that made it
	Outcome board.Outcome
}

// Key is what makes a game the one it is: a player that uses no clock plays it the same way every time.
type Key struct {
	Variant string
	Engine  string
	Seed    uint64 // of the openings
	Number  uint64
	Nodes   [2]uint64 // a move, by colour
}

// results are the outcome bytes by the winner's colour.
const unfinished = 3

// table is the polynomial of CRC-32C.
func table() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// encode returns a game's record.
func encode(g *Game) []byte {
	var b []byte
	for _, text := range []string{g.Variant, g.Start, g.Engine} {
		b = appendText(b, text)
	}
	for _, n := range []uint64{g.Seed, g.Number, g.Nodes[0], g.Nodes[1], uint64(g.Opening), uint64(len(g.Moves))} {
		b = binary.AppendUvarint(b, n)
	}
	for _, m := range g.Moves {
		code := uint64(m.From()) | uint64(m.To())<<7 | uint64(m.Kind())<<14 | uint64(m.Promotion())<<17
		b = binary.AppendUvarint(b, code)
	}
	for _, s := range g.Scores {
		b = binary.AppendVarint(b, int64(s))
	}
	result := byte(unfinished)
	if g.Outcome.Over {
		result = byte(g.Outcome.Winner)
	}
	b = appendText(append(b, result), g.Outcome.Reason.String())
	record := binary.AppendUvarint(nil, uint64(len(b)))
	record = append(record, b...)
	return binary.LittleEndian.AppendUint32(record, crc32.Checksum(b, table()))
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// body reads a record's body piece by piece. After the first failure everything reads as nothing.
type body struct {
	rest []byte
	err  error
}

func (b *body) fail(what string) {
	if b.err == nil {
		b.err = fmt.Errorf("the record ends or is out of range at its %s", what)
	}
	b.rest = nil
}

func (b *body) uvarint(what string, limit uint64) uint64 {
	n, size := binary.Uvarint(b.rest)
	if size <= 0 || n > limit {
		b.fail(what)
		return 0
	}
	b.rest = b.rest[size:]
	return n
}

func (b *body) varint(what string) int16 {
	n, size := binary.Varint(b.rest)
	if size <= 0 || n < math.MinInt16 || n > math.MaxInt16 {
		b.fail(what)
		return 0
	}
	b.rest = b.rest[size:]
	return int16(n)
}

func (b *body) text(what string) string {
	n := b.uvarint(what, uint64(len(b.rest)))
	if n > uint64(len(b.rest)) {
		b.fail(what)
		return ""
	}
	text := string(b.rest[:n])
	b.rest = b.rest[n:]
	return text
}

// decode reads a record's body.
func decode(bytes []byte) (*Game, error) {
	b := body{rest: bytes}
	g := &Game{}
	g.Variant, g.Start, g.Engine = b.text("variant"), b.text("start"), b.text("engine")
	g.Seed, g.Number = b.uvarint("seed", math.MaxUint64), b.uvarint("number", math.MaxUint64)
	g.Nodes = [2]uint64{b.uvarint("nodes", math.MaxUint64), b.uvarint("nodes", math.MaxUint64)}
	g.Opening = int(b.uvarint("opening", uint64(len(b.rest))))
	plies := int(b.uvarint("plies", uint64(len(b.rest)))) // each takes a byte at least
	if g.Opening > plies {
		return nil, fmt.Errorf("an opening of %d plies in a game of %d", g.Opening, plies)
	}
	for range plies {
		g.Moves = append(g.Moves, move(b.uvarint("moves", 1<<22-1)))
	}
	for range plies - g.Opening {
		g.Scores = append(g.Scores, b.varint("scores"))
	}
	if b.err != nil {
		return nil, b.err
	}
	if err := b.outcome(&g.Outcome); err != nil {
		return nil, err
	}
	if len(b.rest) > 0 {
		return nil, fmt.Errorf("%d bytes too many", len(b.rest))
	}
	return g, nil
}

// outcome reads how a game ended.
func (b *body) outcome(o *board.Outcome) error {
	result := b.uvarint("result", unfinished)
	reason, ok := board.ParseReason(b.text("reason"))
	switch {
	case b.err != nil:
		return b.err
	case !ok:
		return errors.New("an unknown reason")
	case result != unfinished:
		*o = board.Outcome{Over: true, Winner: board.Color(result), Reason: reason}
	case reason != board.NoReason:
		return fmt.Errorf("an unfinished game that ended by %s", reason)
	}
	return nil
}

// move unpacks a move. What it packs may be no move at all: replaying tells.
func move(code uint64) board.Move {
	from, to := board.Square(code&127), board.Square(code>>7&127)
	kind, promotion := board.MoveKind(code>>14&7), board.PieceType(code>>17&31)
	if kind == board.Promotion {
		return board.NewPromotion(from, to, promotion)
	}
	return board.NewMoveKind(from, to, kind)
}
