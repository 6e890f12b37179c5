package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"buluo/bench"
)

// threadDepth is the depth at which threads are compared unless another is asked for: most of the positions take one thread some tenths of
// a second, so that beginning and ending a search does not matter.
const threadDepth = 14

// leastPull is the time that one thread must take for a position to count.
const leastPull = time.Millisecond

// pull compares several threads with one and prints every pair and the means.
func (j *benchJob) pull(ctx context.Context, out io.Writer, places []bench.Place) error {
	lines := json.NewEncoder(out)
	o := bench.ThreadOptions{Places: places, Depth: j.depth, Threads: j.threads, TableMB: j.hash, Runs: j.runs}
	o.Report = func(p bench.Pull) {
		if j.json {
			lines.Encode(pullLine{p.Variant, p.FEN, p.Run, p.One.Seconds(), p.Many.Seconds(), p.OneNodes, p.ManyNodes, p.Ratio()})
			return
		}
		fmt.Fprintf(out, "%-22s run %d  one %7.3f s  %d %7.3f s  share %5.2f  %s\n",
			p.Variant, p.Run, p.One.Seconds(), j.threads, p.Many.Seconds(), p.Ratio(), p.FEN)
	}
	pulls, err := bench.Threads(ctx, o)
	if err != nil {
		return err
	}
	hauls, total := bench.Hauls(pulls, leastPull)
	if total.Pulls == 0 {
		return fmt.Errorf("no position could be compared: one thread was at depth %d within %v in all; a greater --depth would do", j.depth, leastPull)
	}
	hauls = append(hauls, total)
	if j.json {
		for _, h := range hauls {
			lines.Encode(haulLine{h.Variant, j.threads, h.Pulls, h.Time, h.Nodes})
		}
		return nil
	}
	fmt.Fprintf(out, "\nto depth %d with %d threads, as a share of one thread's: geometric means over positions\n", j.depth, j.threads)
	for _, h := range hauls {
		fmt.Fprintf(out, "%-22s of %3d  time %5.2f  nodes %5.2f\n", h.Variant, h.Pulls, h.Time, h.Nodes)
	}
	return nil
}

// pullLine and haulLine are the JSON lines of --threads: the pairs as they come, then the means.
type (
	pullLine struct {
		Variant   string  `json:"variant"`
		FEN       string  `json:"fen"`
		Run       int     `json:"run"`
		One       float64 `json:"one_seconds"`
		Many      float64 `json:"many_seconds"`
		OneNodes  uint64  `json:"one_nodes"`
		ManyNodes uint64  `json:"many_nodes"`
		Share     float64 `json:"share"`
	}
	haulLine struct {
		Variant string  `json:"variant"`
		Threads int     `json:"threads"`
		Pairs   int     `json:"pairs"`
		Time    float64 `json:"mean_time_share"`
		Nodes   float64 `json:"mean_node_share"`
	}
)
