package verdict

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ladder"
	"buluo/lab/ledger"
	"buluo/lab/rescore"
	"buluo/lab/schedule"
	"buluo/lab/series"
	"buluo/lab/stat"
	"buluo/lab/store"
	"buluo/lab/work"
)

func config(t *testing.T, names ...string) Config {
	t.Helper()
	designs, err := design.Select(names)
	if err != nil {
		t.Fatal(err)
	}
	rule, err := rescore.ParseRule("stalemate=draw")
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Config:  series.Config{Designs: designs, Seed: 1, Cap: 400, Store: filepath.Join(t.TempDir(), "lab.db"), Options: work.Options{Workers: 1}},
		Budgets: []uint64{100, 200}, Openings: 3, Plies: 4, Judge: 20, Samples: 1,
		Rungs: ladder.Doubling(50, 2), Pairs: 1, Rules: []rescore.Rule{rule}, Gates: DefaultGates(),
	}
}

func encoded(t *testing.T, r *Report) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRun measures two small designs: the report does not depend on the number of workers, nor on
// whether the games were played now or before, nor on whether they are played or read.
func TestRun(t *testing.T) {
	c := config(t, "minixiangqi", "horde-standard-18-r1")
	steps, played := 0, 0
	first, err := Run(t.Context(), c, func(p work.Progress) { played = p.Games }, func(s Step) {
		if steps++; s.Done != steps || s.Of > 2*6 {
			t.Errorf("step %d is called %d of %d", steps, s.Done, s.Of)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if played != 2*6+2*2*2 {
		t.Errorf("%d games are played", played)
	}
	want := encoded(t, first)
	c.Workers = 3
	again, err := Run(t.Context(), c, func(p work.Progress) {
		if p.Of > 0 {
			t.Errorf("%d games are played again", p.Of)
		}
	}, nil)
	if err != nil || encoded(t, again) != want {
		t.Errorf("kept games are reported otherwise (%v)", err)
	}
	c.Games, c.Read, c.Budgets = kept(t, c.Store), true, nil
	c.Store = filepath.Join(t.TempDir(), "lab.db")
	third, err := Run(t.Context(), c, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first.Verdicts[0].Curve, third.Verdicts[0].Curve); diff != "" {
		t.Errorf("games that are read make another curve: %s", diff)
	}
	checkVerdicts(t, first)
}

// kept returns the games of a store.
func kept(t *testing.T, path string) (records []ledger.Record) {
	t.Helper()
	s, err := store.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for g, err := range s.Games(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, g.Record)
	}
	return records
}

// duplicates is how many games of a verdict were there already.
func (v *Verdict) duplicates() int {
	share := float64(v.Metric("duplicates").Value)
	return int(share*float64(v.Games)/(1-share) + 0.5)
}

// checkVerdicts looks at what must hold of any design.
func checkVerdicts(t *testing.T, r *Report) {
	for _, v := range r.Verdicts {
		if v.Games+int(6*float64(v.Metric("duplicates").Value)+0.5) != 6 || v.Openings != 3 || v.Horde+v.Drawn+v.Army+v.Unfinished != v.Games {
			t.Errorf("%s: %d games from %d openings, %s", v.Design, v.Games, v.Openings, v.tally())
		}
		for _, m := range v.Metrics {
			if low := m.Low; low != nil && m.Note == "" && (*low > m.Value || *m.High < m.Value) {
				t.Errorf("%s: %s is %v, outside its bounds", v.Design, m.Name, m.text(3))
			}
		}
		for _, name := range []string{"decided", "drama", "lead changes", "killer move", "narrowness",
			"skill", "skill trace", "skill by seat", "game score", "score slope"} {
			if !v.Metric(name).Value.Known() {
				t.Errorf("%s: %s is not known", v.Design, name)
			}
		}
		visits, shares := 0, Figure(0)
		for _, row := range v.Heat {
			for _, n := range row {
				visits += n
			}
		}
		for _, u := range v.Usage {
			shares += u.Share
		}
		if visits == 0 || math.Abs(float64(shares-2)) > 1e-9 {
			t.Errorf("%s: %d visits; the shares of moves sum to %v over both sides", v.Design, visits, shares)
		}
	}
	var b strings.Builder
	if err := r.Write(&b, true); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"design ", "bars cleared", "neither side wins from the start", "ladder", "stalemate=draw", "moves of the army"} {
		if !strings.Contains(b.String(), text) {
			t.Errorf("the report lacks %q", text)
		}
	}
}

// TestRefused says nothing of games that the referee does not confirm, and nothing without games.
func TestRefused(t *testing.T) {
	c := config(t, "minixiangqi")
	c.Rungs, c.Judge, c.Budgets, c.Openings = nil, 0, []uint64{50}, 1
	r, err := Run(t.Context(), c, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m := r.Verdicts[0].Metric("drama"); m.Value.Known() || r.Verdicts[0].Metric("game score").Value.Known() {
		t.Errorf("without a judge drama is %v; without a ladder there is a game score", m)
	}
	_ = encoded(t, r) // what is not known is written too
	rec := kept(t, c.Store)[0]
	switch rec.Result {
	case "1-0":
		rec.Result = "0-1"
	default:
		rec.Result = "1-0"
	}
	c.Read, c.Games = true, []ledger.Record{rec}
	if _, err := Run(t.Context(), c, nil, nil); err == nil || !strings.Contains(err.Error(), "a game of minixiangqi at 50 nodes: the record says") {
		t.Errorf("a game that lies: %v", err)
	}
	c.Games = nil
	if _, err := Run(t.Context(), c, nil, nil); err == nil || !strings.Contains(err.Error(), "no game to judge by") {
		t.Errorf("no games: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c.Read = false
	if _, err := Run(ctx, c, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

// TestTwins counts the games that the store refuses, since another budget has played the same, as duplicates. One
// node more changes nothing in two plies.
func TestTwins(t *testing.T) {
	c := config(t, "minixiangqi")
	c.Rungs, c.Judge, c.Budgets, c.Openings, c.Cap = nil, 0, []uint64{300, 301}, 1, 2
	r, err := Run(t.Context(), c, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdicts[0]; v.Games != 1 || v.duplicates() != 1 || r.Unplayed != 0 {
		t.Errorf("%d games, %d duplicates, %d unplayed", v.Games, v.duplicates(), r.Unplayed)
	}
}

// TestPlayedOn gives a capped game and the one that goes on with it: they are one game.
func TestPlayedOn(t *testing.T) {
	c := config(t, "minixiangqi")
	part := ledger.Record{Variant: "minixiangqi", ID: "one", Termination: "cap"}
	whole := ledger.Record{Variant: "minixiangqi", ID: "two", Job: &schedule.Job{After: "one"}}
	c.Games = []ledger.Record{part, whole}
	if tasks := c.given(); len(tasks) != 1 || tasks[0].rec != &c.Games[1] {
		t.Errorf("%d games are judged", len(tasks))
	}
}

// TestLadderColumns holds what is printed of a ladder against the order that its heading names.
func TestLadderColumns(t *testing.T) {
	v := Verdict{Ladder: []Climb{{Rung: ladder.Rung{Strong: 40, Weak: 20}, AsHorde: series.Score{Won: 5, Drawn: 1, Lost: 2}, AsArmy: series.Score{Won: 3, Drawn: 4}}}}
	var b strings.Builder
	if err := v.curve(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	head, row := strings.Join(strings.Fields(lines[len(lines)-2]), " "), strings.Join(strings.Fields(lines[len(lines)-1]), " ")
	if head != "ladder as horde (won-lost-drawn) as army score" || !strings.HasPrefix(row, "40 against 20 5-2-1 3-0-4 ") {
		t.Errorf("%s\n%s", head, row)
	}
}

// TestCutShort stops runs while they play their games, while they climb the ladder, before either,
// and while they measure: what is known is reported with the error, and says that it is not all.
func TestCutShort(t *testing.T) {
	for _, tc := range []struct {
		after        int
		measuring    bool
		games, rungs int
	}{{after: 2, games: 2}, {after: 8, games: 6, rungs: 1}, {after: 2, measuring: true, games: 2, rungs: 2}, {after: 0}} {
		c := config(t, "minixiangqi")
		c.Judge = 0
		drain, once := make(chan struct{}), sync.Once{}
		c.Drain = drain
		stop := func(n int) {
			if n == tc.after {
				once.Do(func() { close(drain) })
			}
		}
		r, err := Run(t.Context(), c, func(p work.Progress) {
			if !tc.measuring {
				stop(p.Games)
			}
		}, func(s Step) {
			if tc.measuring {
				stop(s.Done)
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after %d: %v", tc.after, err)
		}
		if tc.after == 0 {
			if r != nil {
				t.Errorf("nothing is known, and it reports %+v", r)
			}
			continue
		}
		if r == nil || r.Unplayed == 0 || len(r.Verdicts) != 1 {
			t.Errorf("after %d: %+v", tc.after, r)
			continue
		}
		// Whoever is under way when the end comes is finished, so that it may be one more.
		v := r.Verdicts[0]
		if got := v.Games + v.duplicates(); got < tc.games || got > tc.games+1 || len(v.Ladder) < tc.rungs {
			t.Errorf("after %d: %d games, %d rungs", tc.after, got, len(v.Ladder))
		}
		var b strings.Builder
		if err := r.Write(&b, false); err != nil || !strings.HasPrefix(b.String(), fmt.Sprintf("Cut short: %d of the games", r.Unplayed)) {
			t.Errorf("%v:\n%s", err, b.String())
		}
		_ = encoded(t, r)
	}
}

// TestDefinitions asks for one definition of every name.
func TestDefinitions(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range Definitions() {
		if seen[d.Name] || d.Name == "" || !strings.HasSuffix(d.Text, ".") || len(d.Text) < 30 {
			t.Errorf("%q: defined twice, or poorly: %q", d.Name, d.Text)
		}
		seen[d.Name] = true
	}
	if len(seen) < 30 {
		t.Errorf("%d definitions", len(seen))
	}
	var b strings.Builder
	if err := Explain(&b); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(b.String(), "\n") {
		if len(line) > 112 {
			t.Errorf("line %d has %d letters", i+1, len(line))
		}
	}
}

// made is a sample of made-up games: results from White's side, each from an opening of its own,
// with the shares that a judge gave.
func made(t *testing.T, outcomes []board.Outcome, shares ...[]float64) *sample {
	t.Helper()
	s := &sample{gates: DefaultGates(), shares: map[*facts][]float64{}}
	for i, o := range outcomes {
		f := &facts{rec: &ledger.Record{Plies: 100, Budget: 1000, Moves: string(rune('a' + i))}, outcome: o, opening: string(rune('a' + i)), skip: 1}
		s.games, s.clusters = append(s.games, f), append(s.clusters, f.opening)
		if i < len(shares) {
			s.shares[f] = shares[i]
		}
	}
	return s
}

var (
	hordeWins = board.Win(board.White, board.Mate)
	armyWins  = board.Win(board.Black, board.Extinction)
	drawnGame = board.Draw(board.Clock)
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestCourse works the metrics of a game's course out by hand.
func TestCourse(t *testing.T) {
	s := made(t, []board.Outcome{armyWins}, []float64{0.5, 0.7, 0.52, 0.4, 0.6, 0.1, 0})
	f := s.games[0]
	// Black wins: its shares are 0.5 0.3 0.48 0.6 0.4 0.9 1; it is behind by 0.4, 0.04 and 0.2.
	if got := s.drama(f); !near(got, 0.64/7) {
		t.Errorf("drama %v", got)
	}
	// White leads at 0.7, Black at 0.4, White at 0.6, Black at 0.1; 0.52 is nobody's lead.
	if got := s.leadChanges(f); got != 3 {
		t.Errorf("%v changes of lead", got)
	}
	// The loser reaches 0.7; the winner stands above it from the sixth position on.
	if best, after := s.threshold(f); !near(best, 0.7) || !near(after, 5.0/7) {
		t.Errorf("threshold %v, decided after %v", best, after)
	}
	if m := killer(s); !near(float64(m.Value), 0.5) || m.Note != "0 % of games" {
		t.Errorf("killer move %+v", m)
	}
	c := spread{scores: []int{0, 0, 0, 400}}
	c.settle(func(score int) float64 { return float64(score) / 400 })
	// Mean 1/4, best 1: one of four is above 13/16; variance 3/16.
	if !near(c.narrowness, 0.25) || !near(c.variance, 3.0/16) {
		t.Errorf("clarity %+v", c)
	}
}

// TestBars clears and does not clear the bars by made-up results.
func TestBars(t *testing.T) {
	repeat := func(n int, of ...board.Outcome) []board.Outcome {
		var list []board.Outcome
		for range n {
			list = append(list, of...)
		}
		return list
	}
	for _, c := range []struct {
		name          string
		outcomes      []board.Outcome
		decided, fair string
	}{
		{"even and decided", repeat(30, hordeWins, armyWins), "yes", "yes"},
		{"always the army", repeat(30, armyWins), "yes", "no"},
		{"always the horde", repeat(30, hordeWins), "yes", "no"},
		{"always drawn", repeat(60, drawnGame), "no", "yes"},
		{"few and even", repeat(1, hordeWins, armyWins), "yes?", "yes?"},
		{"few and one-sided", repeat(2, armyWins), "yes?", "no?"},
		{"mostly capped", append(repeat(20, board.Outcome{}), hordeWins, armyWins), "no?", "yes?"},
	} {
		s := made(t, c.outcomes)
		d, f := barDecided(s), barFair(s)
		if d.short() != c.decided || f.short() != c.fair {
			t.Errorf("%s: decided %s (%s), fair %s (%s); want %s, %s", c.name, d.short(), d.Why, f.short(), f.Why, c.decided, c.fair)
		}
	}
	s := made(t, []board.Outcome{hordeWins, hordeWins, drawnGame, armyWins})
	if s.balance() != 0.75 || s.fun(func(*facts) bool { return true }) != 0.5 {
		t.Errorf("balance %v, fun %v", s.balance(), s.fun(func(*facts) bool { return true }))
	}
}

// TestSample counts a game that is there twice once, and the openings each once.
func TestSample(t *testing.T) {
	game := func(moves, opening string, o board.Outcome) *facts {
		return &facts{rec: &ledger.Record{Moves: moves}, opening: opening, outcome: o}
	}
	s := newSample(nil, design.Design{}, DefaultGates(), []*facts{
		game("a b", "a", hordeWins), game("a c", "a", armyWins), game("a b", "a", hordeWins), game("d", "", drawnGame), game("e", "", board.Outcome{}),
	}, 0, nil)
	if len(s.games) != 4 || s.duplicates != 1 || !cmp.Equal(s.clusters, []string{"a", ""}) || len(s.finished()) != 3 || len(s.decided()) != 2 {
		t.Errorf("%d games, %d twice, openings %q, %d finished, %d decided", len(s.games), s.duplicates, s.clusters, len(s.finished()), len(s.decided()))
	}
	got := s.byOpening(func(f *facts) bool { return f.outcome.Winner != board.Black }, whitePoints)
	if !cmp.Equal(got, [][]float64{{1}, {0.5}}) {
		t.Errorf("by opening %v", got)
	}
}

// TestSeatSkill measures each seat against its own score between equals: the horde wins three in
// four of those, so the stronger player gains a quarter there by winning all, and a quarter in the
// army by winning half.
func TestSeatSkill(t *testing.T) {
	s := made(t, []board.Outcome{hordeWins, hordeWins, hordeWins, armyWins})
	if i := s.seatSkill(design.Horde); i.Known() || !s.busySure(nil, [2]stat.Interval{i, i}) {
		t.Errorf("without a ladder it is known what skill is worth, or the third bar hangs on it: %+v", i)
	}
	s.rungs = []ladder.Row{{Seats: [2]series.Score{{Won: 4}, {Won: 1, Drawn: 2, Lost: 1}}}}
	h, a := s.seatSkill(design.Horde), s.seatSkill(design.Army)
	if !near(h.Mean, 0.25) || !near(a.Mean, 0.25) || h.Low >= h.Mean || a.High <= a.Mean {
		t.Errorf("worth %+v to the horde, %+v to the army", h, a)
	}
	sure := stat.Interval{Mean: 0.3, Low: 0.2, High: 0.4}
	none := stat.Interval{Mean: 0, Low: -0.02, High: 0.02}
	for i, c := range []struct {
		faults []string
		worth  [2]stat.Interval
		want   bool
	}{
		{nil, [2]stat.Interval{sure, sure}, true},
		{nil, [2]stat.Interval{sure, h}, false},
		{[]string{"army: waiting 0.40"}, [2]stat.Interval{h, a}, true},
		{[]string{"army: skill by seat 0.00"}, [2]stat.Interval{h, none}, true},
		{[]string{"army: skill by seat -0.10"}, [2]stat.Interval{h, a}, false},
	} {
		if got := s.busySure(c.faults, c.worth); got != c.want {
			t.Errorf("case %d: sure %v", i, got)
		}
	}
}

// TestStability ranks designs at two budgets.
func TestStability(t *testing.T) {
	at := func(scores ...Figure) *Verdict {
		v := &Verdict{}
		for i, x := range scores {
			v.points = append(v.points, pointSample{uint64(1000 << i), x, Figure(len(scores)-i) * x})
		}
		return v
	}
	got := stability([]*Verdict{at(0.1, 0.2, 0.9), at(0.2, 0.3, 0.5), at(0.3, 0.4, 0.1)})
	odd := at(0.4, 0.5)
	odd.points[1].fun = 0
	if funny := stability([]*Verdict{at(0.1, 0.2), at(0.2, 0.3), at(0.3, 0.4), odd}); funny[0].Score != 1 || funny[0].Fun != 0 {
		t.Errorf("one of four is last by its fun at the second budget: %+v", funny)
	}
	if len(got) != 3 || got[0].Score != 1 || got[2].Score != -1 || got[2].To != 4000 || got[0].Designs != 3 {
		t.Errorf("%+v", got)
	}
	if !strings.HasSuffix(got[0].text(), ", stable") || !strings.HasSuffix(got[2].text(), ", unstable") {
		t.Errorf("%s; %s", got[0].text(), got[2].text())
	}
	if got := stability([]*Verdict{at(0.1, 0.2), at(0.2, 0.3)}); len(got) != 0 {
		t.Errorf("two designs have a rank: %+v", got)
	}
}
