package schedule

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"buluo/lab/design"
	"buluo/variant"

	"github.com/google/go-cmp/cmp"
)

func designs(t *testing.T) []design.Design {
	t.Helper()
	list, err := design.Select([]string{"horde-standard-27-r?"})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func jobs(t *testing.T, budgets ...uint64) []Job {
	return SelfPlay(designs(t), budgets, Player{Kind: Own, Engine: "an-engine"}, 100)
}

// TestSelfPlay checks that every cell is there once, large budgets first, under a name of its own.
func TestSelfPlay(t *testing.T) {
	list := designs(t)
	jobs := jobs(t, 100, 400, 200, 100)
	if len(jobs) != 3*len(list) {
		t.Fatalf("%d jobs of %d designs at 3 budgets", len(jobs), len(list))
	}
	seen := map[string]bool{}
	for i, j := range jobs {
		if want := []uint64{400, 200, 100}[i/len(list)]; j.Budget() != want || j.Variant != list[i%len(list)].Name() {
			t.Errorf("job %d is %s at %d", i, j.Variant, j.Budget())
		}
		if seen[j.ID()] || len(j.ID()) != 32 {
			t.Errorf("job %d is called %s", i, j.ID())
		}
		seen[j.ID()] = true
	}
}

// TestID changes each field of a job: every one must change its name, and reading it back from JSON must not. The literal pins the
// names that stores already hold.
func TestID(t *testing.T) {
	base := Job{Variant: "v", Stanza: "s", Players: [2]Player{{Kind: Own, Engine: "e", Nodes: 5}, {Kind: Own, Engine: "e", Nodes: 5}}, Cap: 7, Rules: "r"}
	if got, want := base.ID(), "d96c8de991b4a9a8a00f6806d41f17e1"; got != want {
		t.Errorf("the ID is %s; stores know this job as %s", got, want)
	}
	seen := map[string]string{base.ID(): "nothing"}
	for name, change := range map[string]func(*Job){
		"variant": func(j *Job) { j.Variant = "w" },
		"stanza":  func(j *Job) { j.Stanza = "t" },
		"engine":  func(j *Job) { j.Players[1].Engine = "f" },
		"kind":    func(j *Job) { j.Players[0].Kind = UCI },
		"nodes":   func(j *Job) { j.Players[1].Nodes = 6 },
		"option":  func(j *Job) { j.Players[0].Options = map[string]string{"Hash": "64"} },
		"opening": func(j *Job) { j.Opening = "a1a2" },
		"seed":    func(j *Job) { j.Seed = 1 },
		"cap":     func(j *Job) { j.Cap = 8 },
		"rules":   func(j *Job) { j.Rules = "q" },
		"after":   func(j *Job) { j.After = "x" },

		"movetime":     func(j *Job) { j.Players[0].MoveTime = 5 },
		"build":        func(j *Job) { j.Players[0].Build = "b" },
		"start":        func(j *Job) { j.Start = "8/8 w" },
		"adjudication": func(j *Job) { j.Adjudication.DrawPlies = 2 },
		"apart":        func(j *Job) { j.Apart = true },
	} {
		j := base
		change(&j)
		if other, ok := seen[j.ID()]; ok {
			t.Errorf("changing %s gives the same ID as changing %s", name, other)
		}
		seen[j.ID()] = name
		text, err := json.Marshal(j)
		if err != nil {
			t.Fatal(err)
		}
		var back Job
		if err := json.Unmarshal(text, &back); err != nil || back.ID() != j.ID() {
			t.Errorf("%s: read back it is called %s, %v: %s", name, back.ID(), err, cmp.Diff(j, back))
		}
	}
}

// TestSpec reads the variants of jobs: the catalogue's own, one changed by hand, and one that makes no sense.
func TestSpec(t *testing.T) {
	for _, name := range variant.Names() {
		shipped, err := variant.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		j := Job{Variant: name, Stanza: shipped.INI()}
		if spec, err := j.Spec(); err != nil || spec.INI() != shipped.INI() {
			t.Errorf("%s: %v", name, err)
		}
	}
	j := jobs(t, 1)[0]
	j.Stanza = strings.Replace(j.Stanza, "nMoveRule = 60", "nMoveRule = 17", 1)
	if spec, err := j.Spec(); err != nil || spec.ClockPlies != 34 {
		t.Errorf("the stanza is not heeded: %v", err)
	}
	j.Stanza = "[" + j.Variant + "]\nking = king\n"
	if _, err := j.Spec(); err == nil {
		t.Error("a stanza without sense is taken")
	}
}

// TestContinue checks what a continued job keeps and changes.
func TestContinue(t *testing.T) {
	j := jobs(t, 9)[0]
	next := j.Continue("a4a5 b10c8", 500)
	if next.Opening != "a4a5 b10c8" || next.Cap != 500 || next.After != j.ID() || next.Players[0].Nodes != j.Players[0].Nodes || next.ID() == j.ID() {
		t.Errorf("%+v", next)
	}
	if j.Engine() != "an-engine" {
		t.Errorf("played by %q", j.Engine())
	}
	j.Players[1].Options = map[string]string{"b": "2", "a": "1"}
	if j.Engine() != "an-engine against an-engine a=1 b=2" {
		t.Errorf("played by %q", j.Engine())
	}
}

// TestRun checks that every job is done once, that no more than the workers work at once, and that results come one at a time.
func TestRun(t *testing.T) {
	var working, telling atomic.Int32
	seen := map[string]int{}
	Run(t.Context(), nil, jobs(t, 1, 2, 3, 4, 5, 6, 7), 3, func(_ context.Context, j Job) (uint64, error) {
		if n := working.Add(1); n > 3 {
			t.Errorf("%d at work", n)
		}
		time.Sleep(time.Millisecond)
		working.Add(-1)
		if j.Budget() == 5 {
			return 0, errors.New("five")
		}
		return 10 * j.Budget(), nil
	}, func(r Result[Job, uint64]) {
		if telling.Add(1) != 1 {
			t.Error("two results at once")
		}
		defer telling.Add(-1)
		seen[r.Job.Variant]++
		if (r.Err != nil) != (r.Job.Budget() == 5) || r.Err == nil && r.Value != 10*r.Job.Budget() {
			t.Errorf("%d gave %d, %v", r.Job.Budget(), r.Value, r.Err)
		}
	})
	for name, n := range seen {
		if n != 7 {
			t.Errorf("%s: %d results", name, n)
		}
	}
}

// TestCancel checks that a run that is stopped hands in what is under way and begins nothing more.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	Run(ctx, nil, jobs(t, 1, 2, 3, 4, 5, 6, 7), 2, func(ctx context.Context, j Job) (bool, error) {
		cancel()
		<-ctx.Done()
		return true, nil
	}, func(Result[Job, bool]) { done++ })
	if done == 0 || done > 4 {
		t.Errorf("%d results after the first job stopped the run", done)
	}
}

// TestDrain checks that a drained run finishes what is under way, with its context whole, and begins nothing more.
func TestDrain(t *testing.T) {
	drain := make(chan struct{})
	var begun atomic.Int32
	done := 0
	Run(t.Context(), drain, jobs(t, 1, 2, 3, 4, 5, 6, 7), 2, func(ctx context.Context, j Job) (bool, error) {
		if begun.Add(1) == 2 {
			close(drain)
		}
		<-drain
		return true, ctx.Err()
	}, func(r Result[Job, bool]) {
		if r.Err != nil || !r.Value {
			t.Errorf("a game under way is cut short: %v", r.Err)
		}
		done++
	})
	if done < 2 || done > 4 {
		t.Errorf("%d results after the second job drained the run", done)
	}
}

// TestMore tells games that few experiments ask for from those of the main one, and by whom they are.
func TestMore(t *testing.T) {
	plain := jobs(t, 9)[0]
	if !plain.SelfPlay() || plain.Timed() {
		t.Errorf("%+v", plain)
	}
	for name, change := range map[string]func(*Job){
		"start":        func(j *Job) { j.Start = "8/8 w" },
		"adjudication": func(j *Job) { j.Adjudication.DrawPlies = 2 },
		"apart":        func(j *Job) { j.Apart = true },
		"movetime":     func(j *Job) { j.Players[0].MoveTime, j.Players[1].MoveTime = 5, 5 },
	} {
		j := plain
		change(&j)
		if j.SelfPlay() || j.Timed() != (name == "movetime") {
			t.Errorf("%s: self-play %v, by the clock %v", name, j.SelfPlay(), j.Timed())
		}
	}
	p := Player{Engine: "e", Build: "12ab", MoveTime: 50, Options: map[string]string{"b": "2", "a": "1"}}
	if got := p.String(); got != "e build 12ab 50ms a=1 b=2" {
		t.Errorf("%q", got)
	}
	for _, name := range strings.Fields("c d e f g h i") {
		p.Options[name] = "0"
	}
	many := p.String()
	if p.Options["i"] = "1"; !strings.HasPrefix(many, "e build 12ab 50ms 9 settings ") || len(many) > 40 || p.String() == many {
		t.Errorf("%q, then %q", many, p.String())
	}
}
