package rules

import "buluo/board"

// Keys are the random numbers that positions are hashed with (Zobrist 1970). They come from a fixed seed, so that a
// position hashes alike on every build and machine, and from one generator for every variant, so that keys need no
// variant to be compared.
type Keys struct {
	Piece    [board.MaxPieces][board.MaxSquares]uint64
	Castling [16]uint64
	Passed   [board.MaxFiles]uint64 // a square on the file may be captured on in passing
	Black    uint64                 // Black is on move
	Left     [16]uint64             // moves left in a turn, where it is not a full turn
	Checks   [2][32]uint64          // checks still to give
}

// newKeys draws all the numbers. Their order is part of what they are: by its key a position finds its place in the search's
// table, so that a field moved would change which positions meet there, and the node signature with it.
func newKeys() *Keys {
	k := &Keys{}
	x := uint64(0x9E3779B97F4A7C15) // splitmix64 (Steele, Lea, Flood 2014), seeded with its own increment
	next := func() uint64 {
		x += 0x9E3779B97F4A7C15
		z := x
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	for p := range k.Piece {
		for s := range k.Piece[p] {
			k.Piece[p][s] = next()
		}
	}
	for i := range k.Castling {
		k.Castling[i] = next()
	}
	for i := range k.Passed {
		k.Passed[i] = next()
	}
	k.Black = next()
	for i := range k.Left {
		k.Left[i] = next()
	}
	for c := range k.Checks {
		for i := range k.Checks[c] {
			k.Checks[c][i] = next()
		}
	}
	return k
}
