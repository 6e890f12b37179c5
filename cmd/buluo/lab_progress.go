package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"buluo/lab/design"
	"buluo/lab/schedule"
	"buluo/lab/stat"
	"buluo/lab/store"
	judged "buluo/lab/verdict"
	"buluo/lab/work"
)

// progress shows how a run goes: a bar where someone watches, a line a game where not.
type progress struct {
	log     io.Writer
	watched bool
	bar     *progressbar.ProgressBar // from the first word on, where watched
	tally   stat.Tally               // of the games played in this run
}

func newProgress(log io.Writer) *progress {
	f, ok := log.(*os.File)
	return &progress{log: log, watched: ok && term.IsTerminal(int(f.Fd()))}
}

// game shows what is to be played, and then each game just finished.
func (p *progress) game(now work.Progress) {
	if now.Record != nil {
		p.tally.Add(now.Record.Outcome())
	}
	switch {
	case now.Of == 0: // a resumed run that is complete
	case p.watched:
		p.draw(now)
	case now.Games == 0:
		fmt.Fprintf(p.log, "%s to play\n", count(now.Of, "game"))
	default:
		fmt.Fprintf(p.log, "%d/%d  %s  %s  horde-draw-army %s  %s left\n", now.Games, now.Of, now.Job.Variant, played(now), p.tally, now.Left().Round(time.Second))
	}
}

// draw moves the bar. It measures budgets, so that its estimate is right though large budgets are played first, and counts games beside.
func (p *progress) draw(now work.Progress) {
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(int64(now.NodesOf), progressbar.OptionSetWriter(p.log), progressbar.OptionFullWidth(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true), progressbar.OptionThrottle(100*time.Millisecond))
	}
	_ = p.bar.Set64(int64(now.Nodes)) // it only draws
	p.bar.Describe(fmt.Sprintf("%d/%d games, horde-draw-army %s", now.Games, now.Of, p.tally))
	if now.Fate > store.Known {
		_ = p.bar.Clear()
		fmt.Fprintf(p.log, "%s  %s\n", now.Job.Variant, played(now))
	}
}

// measured shows how far the measuring of games is, to who watches: it takes little time beside their playing.
func (p *progress) measured(now judged.Step) {
	if !p.watched {
		return
	}
	if now.Done == 1 {
		p.end()
		p.bar = progressbar.NewOptions(now.Of, progressbar.OptionSetWriter(p.log), progressbar.OptionFullWidth(), progressbar.OptionShowCount(),
			progressbar.OptionSetDescription("measured"), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond))
	}
	_ = p.bar.Set(now.Done) // it only draws
}

// played words what came of a job.
func played(now work.Progress) string {
	at := seated(&now.Job)
	if now.Record == nil {
		word := "refused"
		if now.Fate != store.Twin {
			word = now.Fate.String() + ": " + now.Why
		}
		return fmt.Sprintf("%s: %s", at, word)
	}
	o := now.Record.Outcome()
	if !o.Over {
		return fmt.Sprintf("%s: unfinished after %d plies", at, now.Record.Plies)
	}
	return fmt.Sprintf("%s: %s by %s, %d plies", at, design.Seat(o.Winner), o.Reason, now.Record.Plies)
}

// seated says what tells the seats apart: White's nodes a move and Black's, where they are not the same.
func seated(j *schedule.Job) string {
	var words [2]string
	for i, p := range j.Players {
		if words[i] = fmt.Sprint(p.Nodes); p.Kind == schedule.Random {
			words[i] = "random"
		}
	}
	if words[0] == words[1] {
		return words[0] + " nodes"
	}
	return words[0] + " against " + words[1] + " nodes"
}

// end leaves the line of the bar.
func (p *progress) end() {
	if p.bar != nil {
		fmt.Fprintln(p.log)
	}
}
