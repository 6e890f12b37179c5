package work

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/lab/store"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func jobs(t *testing.T, names string, budgets ...uint64) []schedule.Job {
	t.Helper()
	designs, err := design.Select(strings.Fields(names))
	if err != nil {
		t.Fatal(err)
	}
	list := schedule.SelfPlay(designs, budgets, Ours(), 60)
	for i := range list {
		list[i].Seed = uint64(i) // small budgets may play the same game, which is refused unless something told them apart
	}
	return list
}

func planned(t *testing.T, jobs []schedule.Job) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if _, err := s.Plan(t.Context(), jobs); err != nil {
		t.Fatal(err)
	}
	return s
}

// digests are a store's games.
func digests(t *testing.T, s *store.Store) map[string]string {
	t.Helper()
	m := map[string]string{}
	for g, err := range s.Games(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		m[g.ID] = g.Digest
	}
	return m
}

// served starts a coordinator and returns its URL and its end.
func served(t *testing.T, s *store.Store, jobs []schedule.Job, o ServeOptions) (url string, end func() error) {
	t.Helper()
	ready := make(chan string, 1)
	o.Ready = func(url string) { ready <- url }
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	o.Token, o.Folder = "secret", s.Path()+"-queue"
	failed := make(chan error, 1)
	go func() { failed <- Serve(context.Background(), s, jobs, o, nil) }()
	select {
	case url = <-ready:
	case err := <-failed:
		t.Fatal(err)
	}
	return url, func() error {
		select {
		case err := <-failed:
			return err
		case <-time.After(60 * time.Second):
			t.Fatal("the coordinator comes to no end")
			return nil
		}
	}
}

// TestEverywhere plays the same jobs in one process, through workers that join, and through the coordinator's own: it makes no difference.
func TestEverywhere(t *testing.T) {
	all := jobs(t, "minixiangqi horde-standard-18-r1", 50, 90, 130, 170)
	here := planned(t, all)
	if err := Local(t.Context(), here, all, Options{Workers: 2}, nil); err != nil {
		t.Fatal(err)
	}
	want := digests(t, here)
	if len(want) != len(all) {
		t.Fatalf("%d games of %d jobs", len(want), len(all))
	}
	for name, workers := range map[string]int{"joined": 0, "own": 2} {
		t.Run(name, func(t *testing.T) {
			there := planned(t, all)
			url, end := served(t, there, all, ServeOptions{Options: Options{Workers: workers}})
			var wg sync.WaitGroup
			for range 2 - workers {
				wg.Go(func() {
					if err := Join(t.Context(), JoinOptions{URL: url, Token: "secret", Name: name}); err != nil {
						t.Error(err)
					}
				})
			}
			if err := end(); err != nil {
				t.Fatal(err)
			}
			wg.Wait()
			if diff := cmp.Diff(want, digests(t, there)); diff != "" {
				t.Error(diff)
			}
			if left, _ := os.ReadDir(there.Path() + "-queue"); len(left) > 0 {
				t.Errorf("the queue is left behind: %v", left)
			}
		})
	}
}

// TestComeAndGo has workers leave in the middle of games, both ways, and the coordinator stop and begin anew. All is played in the end, once.
func TestComeAndGo(t *testing.T) {
	all := jobs(t, "minixiangqi horde-standard-18-r1", 700, 750, 800, 850, 900, 950, 1000, 1050)
	s := planned(t, all)
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free, and free again
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	drain := make(chan struct{})
	o := ServeOptions{Listen: l.Addr().String(), AckWait: 500 * time.Millisecond}
	o.Drain = drain
	url, end := served(t, s, all, o)
	hasty, hurry := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer hurry()
	if err := Join(hasty, JoinOptions{URL: url, Token: "secret", Name: "hasty"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a worker that is stopped says %v", err)
	}
	go func() { // as soon as something has been played, however quick the machine is
		for t.Context().Err() == nil && played(t.Context(), s) == 0 {
			time.Sleep(2 * time.Millisecond)
		}
		close(drain)
	}()
	leave := make(chan struct{})
	polite := JoinOptions{URL: url, Token: "secret", Name: "polite"}
	polite.Drain = leave
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := Join(t.Context(), polite); err != nil {
			t.Errorf("a worker that leaves says %v", err)
		}
	})
	if err := end(); !errors.Is(err, context.Canceled) {
		t.Errorf("a coordinator that is drained says %v", err)
	}
	if n := len(digests(t, s)); n == len(all) {
		t.Errorf("all of the %d games were played before the coordinator was stopped", n)
	}
	o.Drain = nil
	_, end = served(t, s, all, o)
	time.Sleep(300 * time.Millisecond)
	close(leave)
	wg.Wait()
	if err := Join(t.Context(), JoinOptions{URL: url, Token: "secret", Name: "faithful"}); err != nil {
		t.Error(err)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	if n := len(digests(t, s)); n != len(all) {
		t.Errorf("%d games of %d jobs", n, len(all))
	}
	if kept, err := s.Tallies(t.Context()); err != nil || len(kept) != 2 || kept[0].Finished()+kept[0].Unfinished != 8 {
		t.Errorf("%v, %v", kept, err)
	}
}

// played counts the games in a store.
func played(ctx context.Context, s *store.Store) int {
	tallies, _ := s.Tallies(ctx)
	n := 0
	for _, t := range tallies {
		n += t.Finished() + t.Unfinished
	}
	return n
}

// atQueue joins a served run by hand, without a player.
func atQueue(t *testing.T, url string) (*nats.Conn, jetstream.Consumer) {
	t.Helper()
	nc, js, err := connect(url, "secret")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	c, err := js.Consumer(t.Context(), stream("lab"), consumer)
	if err != nil {
		t.Fatal(err)
	}
	return nc, c
}

// TestLost takes a job again and again and says nothing: it fails in the end instead of keeping everybody waiting.
func TestLost(t *testing.T) {
	all := jobs(t, "minixiangqi", 30)
	s := planned(t, all)
	url, end := served(t, s, all, ServeOptions{AckWait: 100 * time.Millisecond})
	_, c := atQueue(t, url)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			_, _ = c.Fetch(1, jetstream.FetchMaxWait(200*time.Millisecond))
		}
	}()
	err := end()
	cancel()
	if err != nil {
		t.Fatal(err)
	}
	if state, why, err := s.State(t.Context(), all[0].ID()); state != store.Failed || !strings.Contains(why, "no worker came back") {
		t.Errorf("%v, %q, %v", state, why, err)
	}
}

// TestUnacknowledged hands a game in and dies before it is acknowledged: the coordinator, who has kept it, ends well.
func TestUnacknowledged(t *testing.T) {
	all := jobs(t, "minixiangqi", 30)
	s := planned(t, all)
	url, end := served(t, s, all, ServeOptions{})
	nc, c := atQueue(t, url)
	if m, err := c.Next(jetstream.FetchMaxWait(10 * time.Second)); err != nil || m == nil {
		t.Fatal(err)
	}
	res, err := New("hasty", Engines{}).Play(t.Context(), all[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nc.Request(resultSubject("lab"), encode(res), 10*time.Second); err != nil {
		t.Fatal(err)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	if n := len(digests(t, s)); n != 1 {
		t.Errorf("%d games", n)
	}
}

// TestDrainedLast drains a coordinator while the last game is under way: it ends as well as any run whose games have all been played.
func TestDrainedLast(t *testing.T) {
	all := jobs(t, "minixiangqi", 30)
	s := planned(t, all)
	drain := make(chan struct{})
	url, end := served(t, s, all, ServeOptions{Options: Options{Drain: drain}})
	nc, c := atQueue(t, url)
	heard, err := nc.SubscribeSync(doneSubject("lab"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Next(jetstream.FetchMaxWait(10 * time.Second))
	if err != nil {
		t.Fatal(err)
	}
	close(drain)
	res, err := New("last", Engines{}).Play(t.Context(), all[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nc.Request(resultSubject("lab"), encode(res), 10*time.Second); err != nil {
		t.Fatal(err)
	}
	if err := m.Ack(); err != nil {
		t.Fatal(err)
	}
	if err := end(); err != nil {
		t.Errorf("all was played, and it says %v", err)
	}
	if _, err := heard.NextMsg(time.Second); err != nil {
		t.Errorf("workers do not hear that it is over: %v", err)
	}
	if _, err := os.Stat(s.Path() + "-queue"); err == nil {
		t.Error("the queue is left")
	}
}

// TestLastDisagreement hands in, for the last game, that the rooms and the referee differ, for the last time that the job is tried: the run fails, though
// no job is open.
func TestLastDisagreement(t *testing.T) {
	all := jobs(t, "minixiangqi", 30)
	s := planned(t, all)
	res := store.Result{Job: all[0].ID(), Worker: "honest", Fault: &store.Fault{Side: board.NoColor, Kind: disagreement, Text: "they differ"}}
	for range 2 {
		if fate, _, err := s.Commit(t.Context(), res); err != nil || fate != store.Retry {
			t.Fatalf("%v, %v", fate, err)
		}
	}
	url, end := served(t, s, all, ServeOptions{})
	nc, c := atQueue(t, url)
	if _, err := c.Next(jetstream.FetchMaxWait(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := nc.Request(resultSubject("lab"), encode(res), 10*time.Second); err != nil {
		t.Fatal(err)
	}
	if err := end(); err == nil || !strings.Contains(err.Error(), "they differ") {
		t.Errorf("error %v", err)
	}
}

// TestRefusals joins what should not be joined.
func TestRefusals(t *testing.T) {
	all := jobs(t, "minixiangqi", 30)
	s := planned(t, all)
	drain := make(chan struct{})
	o := ServeOptions{}
	o.Drain = drain
	url, end := served(t, s, all, o)
	if err := Join(t.Context(), JoinOptions{URL: url, Token: "guess"}); err == nil || !strings.Contains(err.Error(), "refuses the token") {
		t.Errorf("error %v", err)
	}
	if err := Join(t.Context(), JoinOptions{URL: "nats://127.0.0.1:1", Token: "secret"}); err == nil || !strings.Contains(err.Error(), "nobody serves") {
		t.Errorf("error %v", err)
	}
	close(drain)
	if err := end(); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	foreign := jobs(t, "minixiangqi", 30)
	foreign[0].Players[0].Engine = "buluo-of-tomorrow"
	s = planned(t, foreign)
	drain = make(chan struct{})
	o.Drain = drain
	url, end = served(t, s, foreign, o)
	var strange *Stranger
	if err := Join(t.Context(), JoinOptions{URL: url, Token: "secret"}); !errors.As(err, &strange) || !strings.Contains(err.Error(), "buluo-of-tomorrow") {
		t.Errorf("error %v", err)
	}
	close(drain)
	if err := end(); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if err := Serve(t.Context(), s, foreign, ServeOptions{Listen: "here"}, nil); err == nil || !strings.Contains(err.Error(), "no host:port") {
		t.Errorf("error %v", err)
	}
}

// TestAble names what is in the way of playing a job.
func TestAble(t *testing.T) {
	p := New("p", Engines{Commands: map[string][]string{"known": {"x"}}})
	for want, change := range map[string]func(*schedule.Job){
		"":                   func(*schedule.Job) {},
		"this program knows": func(j *schedule.Job) { j.Rules = "chess" },
		"this program is":    func(j *schedule.Job) { j.Players[1].Engine = "x" },
		"our engine: option Level: the search has no parameter Level": func(j *schedule.Job) { j.Players[0].Options = map[string]string{"Level": "3"} },
		`are "known"`:     func(j *schedule.Job) { j.Players[0] = schedule.Player{Kind: schedule.UCI, Engine: "y"} },
		"cannot be asked": func(j *schedule.Job) { j.Players[0].Kind = schedule.Foreign },
	} {
		j := jobs(t, "minixiangqi", 30)[0]
		change(&j)
		if err := p.Able(&j); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestBadEngines plays against engines that do one thing wrong each. Each is told apart and blamed on its seat, the job is tried three times with an
// engine started anew, and given up; the random mover on the other side is blamed for nothing.
func TestBadEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for engines that do not answer")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for manners, kind := range map[string]string{
		"crash": "crashed", "stall": "stalled", "illegal": "illegal move", "none": "illegal move", "garbage": "garbage", "endless": "stalled",
		"variant": "wrong variant",
	} {
		t.Run(manners, func(t *testing.T) {
			t.Parallel()
			engines := Engines{Guard: 300 * time.Millisecond}
			player, err := engines.Introduce(t.Context(), []string{"env", mannersKey + "=" + manners, self}, map[string]string{"Hash": "8"})
			if err != nil || player.Engine != "bad engine" {
				t.Fatalf("%+v, %v", player, err)
			}
			player.Nodes = 10
			j := jobs(t, "minixiangqi", 10)[0]
			j.Players = [2]schedule.Player{{Kind: schedule.Random, Engine: "random"}, player}
			s := planned(t, []schedule.Job{j})
			var last Progress
			if err := Local(t.Context(), s, []schedule.Job{j}, Options{Engines: engines}, func(p Progress) { last = p }); err != nil {
				t.Fatal(err)
			}
			if last.Fate != store.GaveUp || last.Record != nil {
				t.Errorf("the last word is %+v", last)
			}
			counts, err := s.Faults(t.Context())
			if err != nil || len(counts) != 1 || counts[0].Side != board.Black || counts[0].Times != 3 || counts[0].Engine != "bad engine" {
				t.Fatalf("%+v, %v", counts, err)
			}
			if got := counts[0].Kind; got != kind && !(manners == "endless" && got == "garbage") {
				t.Errorf("told as %s, want %s", got, kind)
			}
		})
	}
}

// TestIntroduce refuses engines and options that are not there, before any game.
func TestIntroduce(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var e Engines
	if _, err := e.Introduce(t.Context(), []string{"env", mannersKey + "=crash", self}, map[string]string{"Hash": "65"}); err == nil {
		t.Error("an option out of its range is taken")
	}
	if _, err := e.Introduce(t.Context(), []string{filepath.Join(t.TempDir(), "none")}, nil); err == nil {
		t.Error("no engine is one")
	}
}

// TestEnds ends a run for a job that cannot be played for no player's fault.
func TestEnds(t *testing.T) {
	all := jobs(t, "minixiangqi horde-standard-18-r1", 20, 30, 40)
	all[0].Opening = "a1a9" // as no rule allows
	s := planned(t, all)
	err := Local(t.Context(), s, all, Options{Workers: 1}, nil)
	var d *match.Disagreement
	if err == nil || errors.As(err, &d) || !strings.Contains(err.Error(), "the opening's ply 1") {
		t.Errorf("error %v", err)
	}
	if n := len(digests(t, s)); n != 0 {
		t.Errorf("%d games", n)
	}
}

// TestDrained has the drain close before anything is played and when two games are, of which there is one more at the most that was under way; and a
// job handed out before its closing was noticed is not begun.
func TestDrained(t *testing.T) {
	all := jobs(t, "minixiangqi", 20, 21, 22, 23, 24, 25)
	for after, most := range map[int]int{0: 0, 2: 3} {
		drain := make(chan struct{})
		played := 0
		err := Local(t.Context(), planned(t, all), all, Options{Workers: 1, Drain: drain}, func(p Progress) {
			if played = p.Games; played == after {
				close(drain)
			}
		})
		if !errors.Is(err, context.Canceled) || played < after || played > most {
			t.Errorf("closed after %d games, played %d: %v", after, played, err)
		}
	}
	asked := make(chan struct{})
	l := &local{store: planned(t, all), player: New("local", Engines{}), asked: asked}
	for _, closed := range []bool{false, true} {
		if closed {
			close(asked)
		}
		if res, err := l.work(t.Context(), all[0]); (res.fate == store.NoFate) != closed || errors.Is(err, context.Canceled) != closed {
			t.Errorf("closed is %v: %v, %v", closed, res.fate, err)
		}
	}
}

// TestMeter has many goroutines report at once: every job is told of once, in the order in which they are counted.
func TestMeter(t *testing.T) {
	told, ordered := map[uint64]bool{}, true
	m := newMeter(nil, func(p Progress) {
		told[p.Job.Seed] = true
		ordered = ordered && p.Games == len(told)
	})
	const goroutines, each = 8, 5000
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range each {
				m.done(&schedule.Job{Seed: uint64(g*each + i)}, nil, store.Kept, "")
			}
		})
	}
	wg.Wait()
	if len(told) != goroutines*each || !ordered {
		t.Errorf("%d of %d jobs are told of, in order: %v", len(told), goroutines*each, ordered)
	}
}

// TestIdentify tells engines of one name apart by the words they are started with and by what is in files among them; a job that names only what they
// share is for neither.
func TestIdentify(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(t.TempDir(), "engine.sh")
	write := func(comment string) {
		t.Helper()
		text := "#!/bin/sh\n# " + comment + "\n" + mannersKey + "=none exec '" + self + "'\n"
		if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	var e Engines
	seen := map[string]bool{}
	identify := func(command ...string) schedule.Player {
		t.Helper()
		pl, err := e.Identify(t.Context(), command, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Commands[commandKey(pl)]; !slices.Equal(got, command) || seen[pl.Build] {
			t.Errorf("%q is build %s, which is started by %q", command, pl.Build, got)
		}
		seen[pl.Build] = true
		return pl
	}
	write("first")
	first := identify("sh", script)
	named := first
	named.Build = ""
	j := jobs(t, "minixiangqi", 30)[0]
	j.Players[0] = named
	if err := New("p", e).Able(&j); err != nil {
		t.Errorf("the only one of its name: %v", err)
	}
	identify("sh", script, "more")
	identify("env", mannersKey+"=none", self)
	identify("env", mannersKey+"=crash", self)
	write("second")
	identify("sh", script)
	alone := identify(script)
	text, err := os.ReadFile(script)
	if sum := sha256.Sum256(text); err != nil || alone.Build != hex.EncodeToString(sum[:4]) {
		t.Errorf("a program alone is build %s, not the hash of its file; %v", alone.Build, err)
	}
	if err := New("p", e).Able(&j); err == nil || !strings.Contains(err.Error(), "was given several") {
		t.Errorf("one of several of a name: %v", err)
	}
	if j.Players[0] = first; New("p", e).Able(&j) != nil {
		t.Error("one of several by its build is refused")
	}
	again, err := e.Identify(t.Context(), []string{script}, nil)
	if err != nil || again.Build != alone.Build {
		t.Errorf("the same command again is %+v, %v", again, err)
	}
	other := filepath.Join(t.TempDir(), "engine.sh") // as a net beside it would be another
	if err := os.WriteFile(other, text, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Identify(t.Context(), []string{other}, nil); err == nil || !strings.Contains(err.Error(), "are one to a job") {
		t.Errorf("a copy of the program: %v", err)
	}
}
