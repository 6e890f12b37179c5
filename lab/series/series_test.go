package series

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/schedule"
	"buluo/lab/store"
	"buluo/lab/work"
	"buluo/rules"
)

func config(t *testing.T) Config {
	t.Helper()
	designs, err := design.Select([]string{"minixiangqi", "horde-standard-18-r1"})
	if err != nil {
		t.Fatal(err)
	}
	return Config{Designs: designs, Seed: 3, Cap: 60, Store: filepath.Join(t.TempDir(), "lab.db"), Options: work.Options{Workers: 2}}
}

// jobs are games of the config's designs at budgets: those of one design after each other, each twice, as two openings may be the same.
func (c *Config) jobs(budgets ...uint64) (list []schedule.Job) {
	for _, d := range c.Designs {
		for _, n := range budgets {
			j := c.Job(d, [2]schedule.Player{c.With(n), c.With(2 * n)}, "")
			list = append(list, j, j)
		}
	}
	return list
}

// TestPlay plays a series in two runs of which the first is stopped: every game is played once and stands at the places of its jobs.
func TestPlay(t *testing.T) {
	c := config(t)
	jobs := c.jobs(40, 60)
	drain := make(chan struct{})
	first := c
	first.Drain, first.Workers = drain, 1
	games, err := Play(t.Context(), first, jobs, func(p work.Progress) {
		if p.Games == 1 {
			close(drain)
		}
	})
	if !errors.Is(err, context.Canceled) || len(games) != len(jobs) {
		t.Fatalf("%d games, error %v", len(games), err)
	}
	before := len(Records(games))
	played := 0
	if games, err = Play(t.Context(), c, jobs, func(p work.Progress) { played = p.Of }); err != nil {
		t.Fatal(err)
	}
	if before == 0 || before == len(jobs) || played != (len(jobs)-before)/2 {
		t.Errorf("%d places of %d are filled in the first run, %d games played in the second", before, len(jobs), played)
	}
	for i, g := range games {
		if g.Record == nil || g.Record.ID != jobs[i].ID() || g.State != store.Done {
			t.Errorf("place %d: %+v", i, g)
		}
	}
	if err := Trouble(jobs, games); err != nil {
		t.Error(err)
	}
}

// TestServe has the games of a series played by a worker that joins: they are those that are played here otherwise.
func TestServe(t *testing.T) {
	c := config(t)
	jobs := c.jobs(40, 60)
	here, err := Play(t.Context(), c, jobs, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Store, c.Workers = filepath.Join(t.TempDir(), "lab.db"), 0
	joined := make(chan error, 1)
	c.Serve = &work.ServeOptions{Listen: "127.0.0.1:0", Token: "secret"}
	c.Serve.Ready = func(url string) {
		go func() {
			joined <- work.Join(context.Background(), work.JoinOptions{URL: url, Token: "secret", Name: "guest", Options: work.Options{Workers: 1}})
		}()
	}
	there, err := Play(t.Context(), c, jobs, nil)
	if err := errors.Join(err, <-joined); err != nil {
		t.Fatal(err)
	}
	for i := range jobs {
		if there[i].Record == nil || there[i].Record.Digest() != here[i].Record.Digest() {
			t.Errorf("game %d is another, or none", i)
		}
	}
	if _, err := os.Stat(c.Store + "-queue"); err == nil {
		t.Error("the queue is left behind")
	}
}

// TestAlone refuses a second series on a store while one is under way, and not after it.
func TestAlone(t *testing.T) {
	c := config(t)
	_, err := Play(t.Context(), c, c.jobs(30), func(p work.Progress) {
		if p.Games > 0 {
			return
		}
		if _, err := Play(t.Context(), c, c.jobs(50), nil); err == nil || !strings.Contains(err.Error(), "another run is playing games for this store") {
			t.Errorf("two at once: %v", err)
		}
	})
	if err == nil {
		_, err = Play(t.Context(), c, c.jobs(50), nil)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestTrouble names jobs that came to nothing.
func TestTrouble(t *testing.T) {
	c := config(t)
	jobs := c.jobs(9)
	err := Trouble(jobs, []Game{{}, {State: store.Failed, Why: "it fell over"}, {State: store.Refused, Why: "a twin"}, {Record: &ledger.Record{}}})
	if err == nil || !strings.Contains(err.Error(), "minixiangqi at 9 nodes, job "+jobs[1].ID()[:12]+": failed: it fell over\na twin") {
		t.Errorf("%v", err)
	}
}

// TestOpening gives the same opening for the same number, of the length asked for, and another for another.
func TestOpening(t *testing.T) {
	c := config(t)
	r, err := rules.Compile(c.Designs[0].Spec)
	if err != nil {
		t.Fatal(err)
	}
	a, b := c.Opening(r, 6, 1), c.Opening(r, 6, 2)
	if a == b || a != c.Opening(r, 6, 1) || len(strings.Fields(a)) != 6 || c.Opening(r, 0, 1) != "" {
		t.Errorf("%q, %q", a, b)
	}
}

// TestScore counts games from both seats.
func TestScore(t *testing.T) {
	var white, black Score
	for _, o := range []board.Outcome{board.Win(board.White, board.Smother), board.Win(board.White, board.Mate), board.Draw(board.Clock), {}} {
		rec := ledger.Record{Result: o.Result(), Reason: o.Reason.String(), Plies: 10}
		white.Add(&rec, board.White)
		black.Add(&rec, board.Black)
	}
	if white != (Score{Won: 2, Drawn: 1, Unfinished: 1, Smothers: 1, Plies: 20}) || black != (Score{Drawn: 1, Lost: 2, Unfinished: 1}) {
		t.Errorf("%+v, %+v", white, black)
	}
	if all := white.Plus(black); all.Games() != 6 || all.String() != "2-2-2+2" || black.WonLostDrawn() != "0-2-1+1" {
		t.Errorf("%v, %s", all, black.WonLostDrawn())
	}
}
