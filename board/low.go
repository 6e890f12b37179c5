package board

import "math/bits"

// Low is a set of squares of a board of 64 or fewer, in one word: Bits without its upper half, which is always zero there. It has the methods of
// Bits with the same meanings, takes half their arithmetic, and leaves the processor registers for more sets at once. No square above 63 may be
// asked about or put in. The zero value is the empty set.
type Low uint64

// BitLow is Bit for a Low.
func BitLow(s Square) Low { return 1 << (s & 63) }

// Wide returns the set as Bits.
func (b Low) Wide() Bits { return Bits{Lo: uint64(b)} }

// Has reports whether s is in b.
func (b Low) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Any reports whether b holds at least one square.
func (b Low) Any() bool { return b != 0 }

// Empty reports whether b holds no square.
func (b Low) Empty() bool { return b == 0 }

// Count returns the number of squares in b.
func (b Low) Count() int { return bits.OnesCount64(uint64(b)) }

// Many reports whether b holds more than one square.
func (b Low) Many() bool { return b&(b-1) != 0 }

// And returns the intersection of b and c.
func (b Low) And(c Low) Low { return b & c }

// Or returns the union of b and c.
func (b Low) Or(c Low) Low { return b | c }

// Xor returns the symmetric difference of b and c.
func (b Low) Xor(c Low) Low { return b ^ c }

// Without returns b without the squares of c.
func (b Low) Without(c Low) Low { return b &^ c }

// With returns b with s added.
func (b Low) With(s Square) Low { return b | BitLow(s) }

// Drop returns b with s removed.
func (b Low) Drop(s Square) Low { return b &^ BitLow(s) }

// Meets reports whether b and c share a square.
func (b Low) Meets(c Low) bool { return b&c != 0 }

// Within reports whether every square of b is in c.
func (b Low) Within(c Low) bool { return b&^c == 0 }

// First returns the lowest square of b. It must not be empty.
func (b Low) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Last returns the highest square of b. It must not be empty.
func (b Low) Last() Square { return Square(63 - bits.LeadingZeros64(uint64(b))) }

// Pop removes the lowest square of b and returns it. b must not be empty.
func (b *Low) Pop() Square {
	s := b.First()
	*b &= *b - 1
	return s
}

// Up returns every square of b moved n places up the numbering (n from 0 to 63). Squares pushed past 63 are lost.
func (b Low) Up(n uint) Low { return b << (n & 63) }

// Down returns every square of b moved n places down the numbering (n from 0 to 63), as Up does upwards.
func (b Low) Down(n uint) Low { return b >> (n & 63) }

// Shift is Up for a positive delta and Down for a negative one (-63 to 63).
func (b Low) Shift(delta int) Low {
	if delta >= 0 {
		return b.Up(uint(delta))
	}
	return b.Down(uint(-delta))
}
