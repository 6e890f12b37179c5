package search

import "time"

// clock is the only place where a search meets the time of day. It is read every pollEvery nodes at most.
type clock struct {
	began time.Time
	limit time.Duration // 0: none
}

// pollEvery nodes pass between looks at the clock and the stop flag; a power of two.
const pollEvery = 1024

func startClock(limit time.Duration) clock { return clock{time.Now(), limit} }

// elapsed returns the time since the search began.
func (c *clock) elapsed() time.Duration { return time.Since(c.began) }

// over reports whether the time is up.
func (c *clock) over() bool { return c.limit > 0 && c.elapsed() >= c.limit }
