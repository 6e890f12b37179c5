package search

import (
	"testing"

	"pgregory.net/rapid"
)

// TestTop holds the place of the highest score to what a plain loop finds, whatever the scores and however many of them are equal.
func TestTop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.Int32Range(0, 1<<30).Draw(t, "width")
		scores := rapid.SliceOfN(rapid.Int32Range(-width, width), 1, 70).Draw(t, "scores")
		want := 0
		for i, v := range scores {
			if v > scores[want] {
				want = i
			}
		}
		if got := top(scores); got != want {
			t.Fatalf("%v: the highest is said to be at %d, want %d", scores, got, want)
		}
	})
}
