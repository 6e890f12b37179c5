package main

import "testing"

// TestNodes reads budgets as people write them, and refuses the rest.
func TestNodes(t *testing.T) {
	for text, want := range map[string]uint64{"1": 1, "1500": 1500, "150k": 150_000, "1M": 1_000_000} {
		if n, err := nodes(text); err != nil || n != want {
			t.Errorf("%q is %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "0", "k", "-5", "1.5M", "10G", "99999999999999999999", "1kk"} {
		if n, err := nodes(text); err == nil {
			t.Errorf("%q is taken for %d", text, n)
		}
	}
}
