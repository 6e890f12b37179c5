package board

import "math/bits"

// Bits is a set of squares, one bit each: squares 0..63 in Lo, 64..127 in Hi. The zero value is the empty set.
// It is a plain value of two words (a struct, not an array, so that the compiler keeps it in registers).
type Bits struct{ Lo, Hi uint64 }

// MaxSquares is the largest number of points a board may have.
const MaxSquares = 128

// Bit returns the set holding s alone.
func Bit(s Square) Bits {
	if s < 64 {
		return Bits{Lo: 1 << s}
	}
	return Bits{Hi: 1 << (s & 63)}
}

// Has reports whether s is in b.
func (b Bits) Has(s Square) bool {
	w := b.Lo
	if s >= 64 {
		w = b.Hi
	}
	return w>>(s&63)&1 != 0
}

// Wide returns the set itself, as Low's does.
func (b Bits) Wide() Bits { return b }

// Any reports whether b holds at least one square.
func (b Bits) Any() bool { return b.Lo|b.Hi != 0 }

// Empty reports whether b holds no square.
func (b Bits) Empty() bool { return b.Lo|b.Hi == 0 }

// Count returns the number of squares in b.
func (b Bits) Count() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

// Many reports whether b holds more than one square.
func (b Bits) Many() bool {
	if b.Lo != 0 {
		return b.Lo&(b.Lo-1)|b.Hi != 0
	}
	return b.Hi&(b.Hi-1) != 0
}

// And returns the intersection of b and c.
func (b Bits) And(c Bits) Bits { return Bits{b.Lo & c.Lo, b.Hi & c.Hi} }

// Or returns the union of b and c.
func (b Bits) Or(c Bits) Bits { return Bits{b.Lo | c.Lo, b.Hi | c.Hi} }

// Xor returns the symmetric difference of b and c.
func (b Bits) Xor(c Bits) Bits { return Bits{b.Lo ^ c.Lo, b.Hi ^ c.Hi} }

// Without returns b without the squares of c.
func (b Bits) Without(c Bits) Bits { return Bits{b.Lo &^ c.Lo, b.Hi &^ c.Hi} }

// With returns b with s added.
func (b Bits) With(s Square) Bits { return b.Or(Bit(s)) }

// Drop returns b with s removed.
func (b Bits) Drop(s Square) Bits { return b.Without(Bit(s)) }

// Meets reports whether b and c share a square.
func (b Bits) Meets(c Bits) bool { return b.Lo&c.Lo|b.Hi&c.Hi != 0 }

// Within reports whether every square of b is in c.
func (b Bits) Within(c Bits) bool { return b.Lo&^c.Lo|b.Hi&^c.Hi == 0 }

// First returns the lowest square of b. It must not be empty.
func (b Bits) First() Square {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo))
	}
	return Square(64 + bits.TrailingZeros64(b.Hi))
}

// Last returns the highest square of b. It must not be empty.
func (b Bits) Last() Square {
	if b.Hi != 0 {
		return Square(127 - bits.LeadingZeros64(b.Hi))
	}
	return Square(63 - bits.LeadingZeros64(b.Lo))
}

// Pop removes the lowest square of b and returns it. b must not be empty.
func (b *Bits) Pop() Square {
	if b.Lo != 0 {
		s := Square(bits.TrailingZeros64(b.Lo))
		b.Lo &= b.Lo - 1
		return s
	}
	s := Square(64 + bits.TrailingZeros64(b.Hi))
	b.Hi &= b.Hi - 1
	return s
}

// Up returns every square of b moved n places up the numbering (n from 0 to 63). The caller masks what would wrap round
// an edge; squares pushed past 127 are lost.
func (b Bits) Up(n uint) Bits {
	n &= 63
	// The double shift keeps n = 0 right without a branch: lo>>64 must give 0.
	return Bits{b.Lo << n, b.Hi<<n | b.Lo>>1>>(63-n)}
}

// Down returns every square of b moved n places down the numbering (n from 0 to 63), as Up does upwards.
func (b Bits) Down(n uint) Bits {
	n &= 63
	return Bits{b.Lo>>n | b.Hi<<1<<(63-n), b.Hi >> n}
}

// Shift is Up for a positive delta and Down for a negative one (-63 to 63).
func (b Bits) Shift(delta int) Bits {
	if delta >= 0 {
		return b.Up(uint(delta))
	}
	return b.Down(uint(-delta))
}
