package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"buluo/lab/ledger"
	"buluo/lab/store"
)

// How hard TestKills tries. The full measure is -kills 20 -killjobs 500.
var (
	kills    = flag.Int("kills", 3, "TestKills: how often a worker or the coordinator is killed")
	killJobs = flag.Int("killjobs", 24, "TestKills: games of the run")
	killSeed = flag.Uint64("killseed", 1, "TestKills: seed of the moments")
)

// workbench is a place to run the program as processes.
type workbench struct {
	t         *testing.T
	dir       string
	program   string
	processes map[*exec.Cmd]*bytes.Buffer
}

func newWorkbench(t *testing.T) *workbench {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := &workbench{t: t, dir: t.TempDir(), processes: map[*exec.Cmd]*bytes.Buffer{}}
	b.program = filepath.Join(b.dir, "buluo") // the test binary is the program under this name
	if err := os.Symlink(self, b.program); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() {
		for cmd := range b.processes {
			b.kill(cmd)
		}
	})
	return b
}

// start runs a command line in the background.
func (b *workbench) start(args ...string) *exec.Cmd {
	b.t.Helper()
	cmd := exec.Command(b.program, args...)
	var log bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = b.dir, &log, &log
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	b.processes[cmd] = &log
	return cmd
}

// patience is how long a process may take, on a machine that does much else.
func patience() time.Duration { return 5*time.Minute + time.Duration(*killJobs)*10*time.Second }

// kill ends a process as a power cut does.
func (b *workbench) kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	delete(b.processes, cmd)
}

// end waits for a process and returns what it printed.
func (b *workbench) end(cmd *exec.Cmd) (string, error) { return b.endWithin(cmd, patience()) }

// endWithin is end for a process that is killed where it takes longer.
func (b *workbench) endWithin(cmd *exec.Cmd, limit time.Duration) (string, error) {
	log := b.processes[cmd]
	late := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	err := cmd.Wait()
	delete(b.processes, cmd)
	return log.String(), err
}

// run runs a command line to its end, which must be a good one.
func (b *workbench) run(args ...string) string {
	b.t.Helper()
	out, err := b.end(b.start(args...))
	if err != nil {
		b.t.Fatalf("buluo %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// read returns a file of the bench.
func (b *workbench) read(name string) string {
	b.t.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		b.t.Fatal(err)
	}
	return string(text)
}

// freeAddress is one that nobody listens at, for a server that must come back at the same.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// planFlags make a run of a number of quick games: four designs at budgets that differ enough to play different ones, and a cap that many run into.
func planFlags(games int) []string {
	var budgets []string
	for i := range games / 4 {
		budgets = append(budgets, fmt.Sprint(100+4*i))
	}
	return []string{
		"--designs", "horde-standard-27-r2,horde-standard-36-r1,horde-standard-36-r2,horde-standard-45-r1", "--budgets", strings.Join(budgets, ","),
		"--cap", "140",
	}
}

// TestKills kills workers and the coordinator at random moments while they play. In the end every game is there once, the store is sound, and what it
// exports is byte for byte what an undisturbed run exports, tallies with it.
func TestKills(t *testing.T) {
	if testing.Short() {
		t.Skip("processes that play take their time")
	}
	b := newWorkbench(t)
	plan := planFlags(*killJobs)
	undisturbed, _ := b.end(b.start(append([]string{"lab", "run", "--store", "calm.db"}, plan...)...)) // twins are refused, which is an error in its own right
	address := freeAddress(t)
	serve := func() *exec.Cmd {
		return b.start(append([]string{"lab", "serve", "--store", "wild.db", "--listen", address, "--token", "t", "--silence", "500ms"}, plan...)...)
	}
	join := func(name string) *exec.Cmd {
		return b.start("lab", "work", "--join", "nats://"+address, "--token", "t", "--name", name)
	}
	server := serve()
	awaitServer(t, address)
	workers := []*exec.Cmd{join("first"), join("second")}
	random := rand.New(rand.NewPCG(*killSeed, 0))
	moments := make([]int, *kills) // by the number of games kept
	for i := range moments {
		moments[i] = random.IntN(*killJobs * 9 / 10)
	}
	slices.Sort(moments)
	for i, moment := range moments {
		awaitGames(t, filepath.Join(b.dir, "wild.db"), moment)
		time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
		if i%3 == 2 {
			b.kill(server)
			server = serve()
			continue
		}
		w := random.IntN(len(workers))
		b.kill(workers[w])
		awaitServer(t, address)
		workers[w] = join(fmt.Sprint("worker ", i))
	}
	served, err := b.end(server)
	if err != nil && !strings.Contains(served, "same game") {
		t.Fatalf("the coordinator: %v\n%s", err, served)
	}
	for _, w := range workers {
		if out, err := b.endWithin(w, 20*time.Second); err != nil && !strings.Contains(err.Error(), "killed") { // one that was begun too late waits in vain
			t.Errorf("a worker: %v\n%s", err, out)
		}
	}
	for _, name := range []string{"calm", "wild"} {
		if out := b.run("lab", "verify", name+".db"); !strings.Contains(out, "all as recorded") || strings.Contains(out, "still to be played") {
			t.Errorf("%s: %s", name, out)
		}
		b.run("lab", "export", name+".db", "--out", name+".jsonl")
	}
	t.Logf("%d games", strings.Count(b.read("calm.jsonl"), "\n"))
	if !strings.Contains(undisturbed+served, "same game") && b.read("calm.jsonl") != b.read("wild.jsonl") {
		t.Error("the two runs export other games")
	}
	if calm, wild := movesOf(t, b.read("calm.jsonl")), movesOf(t, b.read("wild.jsonl")); !slices.Equal(calm, wild) {
		t.Errorf("%d games here, %d there, and not the same", len(calm), len(wild))
	}
}

// movesOf lists the games of an export in order, without what tells apart two budgets that played the same.
func movesOf(t *testing.T, lines string) []string {
	t.Helper()
	records, err := ledger.Read("export", strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, r := range records {
		list = append(list, r.Variant+" "+r.Moves+" "+r.Result)
	}
	slices.Sort(list)
	return list
}

// awaitGames waits until a store has so many games.
func awaitGames(t *testing.T, path string, n int) {
	t.Helper()
	s, err := store.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for end := time.Now().Add(patience()); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		open, err := s.Count(t.Context(), store.Planned)
		if err != nil {
			t.Fatal(err)
		}
		if *killJobs-open >= n {
			return
		}
	}
	t.Fatalf("%d games are not played in %v", n, patience())
}

// awaitServer waits until somebody listens.
func awaitServer(t *testing.T, address string) {
	t.Helper()
	for range 600 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the coordinator does not come up")
}
