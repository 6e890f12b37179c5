package main

import (
	"fmt"
	"io"
	"time"

	"buluo/lab/work"
)

// pace measures how quickly a coordinator's games come in, and what that costs the coordinator. It counts from the first game to the last, so
// that neither the workers' arrival nor the wait for them belongs to it.
type pace struct {
	first, last time.Time
	before      time.Duration // processor time used until the first
	after       time.Duration // ... and until the last
	games       int           // after the first
}

// game notes that a game has come in.
func (p *pace) game(now work.Progress) {
	if now.Games == 0 {
		return
	}
	used, _ := processorTime()
	if p.last, p.after = time.Now(), used; p.first.IsZero() {
		p.first, p.before = p.last, used
		return
	}
	p.games++
}

// write says what was measured, where there is anything to say. Games played in this process would count as its cost, so it is told whether there are.
func (p *pace) write(out io.Writer, playsToo bool) {
	wall := p.last.Sub(p.first).Seconds()
	if p.games == 0 || wall <= 0 {
		return
	}
	fmt.Fprintf(out, "%.2f games a second", float64(p.games)/wall)
	if _, ok := processorTime(); ok && !playsToo {
		cost := (p.after - p.before).Seconds()
		fmt.Fprintf(out, "; handing them out and keeping them took %.2f s of processor time, %.2f %% of one processor", cost, 100*cost/wall)
	}
	fmt.Fprintln(out)
}
