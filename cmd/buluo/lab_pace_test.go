package main

import (
	"flag"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"buluo/lab/work"
)

// What TestThroughput plays, three times over. It measures, and so wants a machine that does nothing else.
var (
	throughput      = flag.Int("throughput", 0, "TestThroughput: games of a run; 0 leaves it out, 120 and more on a quiet machine with two processors would do")
	throughputNodes = flag.Int("throughputnodes", 6000, "TestThroughput: nodes a move; the more, the less the coordinator costs")
)

// TestThroughput has one worker play a run, then two, then one again, each a process of its own beside the coordinator's, and says how many
// games a second come in and what the coordinator costs. The lone worker plays twice, so that a machine that slows down or speeds up shows.
func TestThroughput(t *testing.T) {
	if *throughput < 8 {
		t.Skip("it measures: -throughput 120 on a quiet machine")
	}
	var budgets []string
	for i := range *throughput / 4 {
		budgets = append(budgets, fmt.Sprint(*throughputNodes+i)) // games of one length, more or less, so that nobody idles at the end
	}
	plan := []string{
		"--designs", "horde-standard-27-r2,horde-standard-36-r1,horde-standard-36-r2,horde-standard-45-r1", "--budgets", strings.Join(budgets, ","),
	}
	b := newWorkbench(t)
	var rates []float64
	for run, workers := range []int{1, 2, 1} {
		address := freeAddress(t)
		server := b.start(append([]string{"lab", "serve", "--store", fmt.Sprintf("%d.db", run), "--listen", address, "--token", "t"}, plan...)...)
		awaitServer(t, address)
		for n := range workers {
			b.start("lab", "work", "--join", "nats://"+address, "--token", "t", "--name", fmt.Sprint(n))
		}
		out, err := b.end(server)
		if err != nil && !strings.Contains(out, "same game") {
			t.Fatalf("the coordinator: %v\n%s", err, out)
		}
		line := regexp.MustCompile(`(?m)^([\d.]+) games a second.*$`).FindStringSubmatch(out)
		if line == nil {
			t.Fatalf("no rate is told:\n%s", out)
		}
		rate, _ := strconv.ParseFloat(line[1], 64)
		rates = append(rates, rate)
		t.Logf("workers: %d; %s", workers, line[0])
	}
	t.Logf("two workers play %.2f times as many games a second as one", rates[1]/((rates[0]+rates[2])/2))
}

// TestPace counts from the first game on and keeps quiet about too little.
func TestPace(t *testing.T) {
	var p pace
	var out strings.Builder
	p.game(work.Progress{})
	p.game(work.Progress{Games: 1})
	if p.write(&out, false); out.Len() > 0 {
		t.Errorf("one game makes a pace: %s", out.String())
	}
	time.Sleep(5 * time.Millisecond)
	p.game(work.Progress{Games: 2})
	p.write(&out, false)
	p.write(&out, true)
	if lines := strings.Split(out.String(), "\n"); len(lines) != 3 || !strings.Contains(lines[0], " games a second") || strings.Contains(lines[1], "processor") {
		t.Errorf("%q", out.String())
	}
}
