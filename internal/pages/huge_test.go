package pages

import "testing"

// TestHuge gives advice on slices of all sorts of sizes and checks that what is in them stays.
func TestHuge(t *testing.T) {
	Huge[byte](nil)
	for _, n := range []int{1, 4096, 1 << 20, 2<<20 - 1, 2 << 20, 5<<20 + 7, 16 << 20} {
		s := make([]uint16, n/2+1)
		s[0], s[len(s)-1] = 1, 2
		Huge(s)
		s[len(s)/2] += 3
		for i, v := range s {
			want := uint16(0)
			switch {
			case i == len(s)/2 && i > 0:
				want = 3
			case i == 0:
				want = 1
			case i == len(s)-1:
				want = 2
			}
			if len(s) > 2 && v != want {
				t.Fatalf("%d bytes: the advice changed element %d to %d, want %d", 2*len(s), i, v, want)
			}
		}
	}
}
