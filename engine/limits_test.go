package engine

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// TestAllot checks what a move may take, case by case.
func TestAllot(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits Limits
		over   int
		want   allotment
	}{
		{"no clock", Limits{Depth: 5}, 30, allotment{}},
		{"a minute", Limits{Clock: &Clock{Left: ms(60_000)}}, 0, allotment{ms(750), ms(6000)}},
		{"a minute with overhead", Limits{Clock: &Clock{Left: ms(60_000)}}, 100, allotment{ms(700), ms(5600)}},
		{"an increment", Limits{Clock: &Clock{ms(40_000), ms(1000)}}, 0, allotment{987500 * time.Microsecond, ms(7900)}},
		{"moves to go", Limits{Clock: &Clock{Left: ms(10_000)}, MovesToGo: 10}, 0, allotment{ms(500), ms(4000)}},
		{"the last move before the clock is wound up", Limits{Clock: &Clock{Left: ms(1000)}, MovesToGo: 1}, 50, allotment{ms(475), ms(950)}},
		{"hardly anything left, much to come", Limits{Clock: &Clock{ms(100), ms(5000)}}, 20, allotment{ms(64), ms(64)}},
		{"nothing left", Limits{Clock: &Clock{}}, 30, allotment{ms(1), ms(1)}},
		{"a time for the move", Limits{MoveTime: ms(500)}, 30, allotment{0, ms(500)}},
		{"a time for the move, less than the clock gives", Limits{MoveTime: ms(500), Clock: &Clock{Left: ms(60_000)}}, 0, allotment{ms(500), ms(500)}},
		{"a time for the move, more than the clock gives", Limits{MoveTime: ms(9000), Clock: &Clock{Left: ms(60_000)}}, 0, allotment{ms(750), ms(6000)}},
	} {
		if got := c.limits.allot(ms(c.over)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestAllotNeverOversteps plays whole games against the clock with every bet lost: each move takes all it may and the overhead
// on top. The clock must not be overdrawn while it has more than the overhead, and a game without increment must not be out of
// time before its horizon.
func TestAllotNeverOversteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		over := ms(rapid.IntRange(0, 200).Draw(t, "overhead"))
		inc := ms(rapid.IntRange(0, 5000).Draw(t, "increment"))
		session := rapid.IntRange(0, 60).Draw(t, "session")
		left := ms(rapid.IntRange(1, 600_000).Draw(t, "base"))
		base := left
		for move := range 200 {
			l := Limits{Clock: &Clock{left, inc}}
			if session > 0 {
				l.MovesToGo = session - move%session
			}
			a := l.allot(over)
			if a.soft <= 0 || a.hard < a.soft {
				t.Fatalf("move %d with %v left: %+v", move, left, a)
			}
			if bound := max(left-over, leastThink); a.hard > bound {
				t.Fatalf("move %d may take %v of %v with an overhead of %v", move, a.hard, left, over)
			}
			left = max(left-a.hard-over, 0) + inc
			if session > 0 && l.MovesToGo == 1 {
				left += base
			}
		}
	})
}

// TestAllotSpends checks that the time is also used: a game of the horizon's length whose moves take their share spends most of
// it.
func TestAllotSpends(t *testing.T) {
	left := ms(60_000)
	for range horizon {
		l := Limits{Clock: &Clock{Left: left}}
		left -= 2 * l.allot(0).soft
	}
	if left < 0 || left > ms(30_000) {
		t.Errorf("%v of a minute is left after %d moves", left, horizon)
	}
}
