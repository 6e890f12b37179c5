package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"buluo/board"
	"buluo/lab/design"
	"buluo/lab/ledger"
	"buluo/lab/match"
	"buluo/lab/schedule"

	"github.com/google/go-cmp/cmp"
)

func open(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func fresh(t *testing.T) *Store { return open(t, filepath.Join(t.TempDir(), "lab #1?%20.db")) }

func jobs(t *testing.T, budgets ...uint64) []schedule.Job {
	t.Helper()
	designs, err := design.Select([]string{"horde-standard-18-r1", "horde-veteran-18-r3"})
	if err != nil {
		t.Fatal(err)
	}
	player := schedule.Player{Kind: schedule.Own, Engine: "an-engine", Options: map[string]string{"b": "1", "a": "2"}}
	return schedule.SelfPlay(designs, budgets, player, 300)
}

// result is a game of a job with some moves, which no rule would allow; the store knows none.
func result(t *testing.T, j schedule.Job, moves ...string) Result {
	t.Helper()
	spec, err := j.Spec()
	if err != nil {
		t.Fatal(err)
	}
	g := &match.Game{Moves: moves, Outcome: board.Win(board.Black, board.Extinction), Termination: match.ByRules}
	for i := range moves {
		g.Choices = append(g.Choices, match.Choice{Score: -10 * i, Depth: i, Nodes: 1 << 40})
	}
	rec := ledger.OfJob(&j, spec.Start, g)
	return Result{Job: j.ID(), Worker: "someone", Record: &rec}
}

func commit(t *testing.T, s *Store, r Result, want Fate) string {
	t.Helper()
	fate, why, err := s.Commit(t.Context(), r)
	if err != nil || fate != want {
		t.Fatalf("%v, %q, %v; want %v", fate, why, err, want)
	}
	return why
}

func games(t *testing.T, s *Store, f Filter) []Game {
	t.Helper()
	var list []Game
	for g, err := range s.Games(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// TestRoundTrip plans jobs, commits games, closes, opens and reads them back as they were.
func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lab.db")
	s := open(t, path)
	all := jobs(t, 100, 200)
	all[3].Seed = 1<<64 - 1
	if n, err := s.Plan(t.Context(), all); n != 4 || err != nil {
		t.Fatalf("%d planned, %v", n, err)
	}
	if n, err := s.Plan(t.Context(), all[1:]); n != 0 || err != nil {
		t.Fatalf("%d planned twice, %v", n, err)
	}
	want := result(t, all[3], "a1a2", "b10b9")
	commit(t, s, want, Kept)
	commit(t, s, result(t, all[0], "a1a2"), Kept) // whose scores and depths are the same text
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
		t.Errorf("a closed store leaves %v", left)
	}
	s = open(t, path)
	got := games(t, s, Filter{})
	if len(got) != 2 || got[0].ID != all[0].ID() || got[1].ID != all[3].ID() {
		t.Fatalf("%d games, not in the order of planning", len(got))
	}
	g := got[1]
	if diff := cmp.Diff(all[3], *g.Job); diff != "" {
		t.Errorf("the job has changed: %s", diff)
	}
	if g.Digest != want.Record.Digest() || g.Digest != g.Record.Digest() || g.Worker != "someone" || g.INI != "" {
		t.Errorf("digest %s, worker %s, ini %q", g.Digest, g.Worker, g.INI)
	}
	g.ID, g.Job = "", nil
	if diff := cmp.Diff(*want.Record, g.Record); diff != "" {
		t.Errorf("the record has changed: %s", diff)
	}
	todo, err := s.Pending(t.Context(), all)
	if err != nil || len(todo) != 2 || todo[0].ID() != all[1].ID() {
		t.Errorf("%d to be played, %v", len(todo), err)
	}
	if wrong, err := s.Check(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("%v, %v", wrong, err)
	}
	if j, err := s.Job(t.Context(), all[2].ID()); err != nil || j.ID() != all[2].ID() {
		t.Errorf("%v, %v", j, err)
	}
}

// TestDuplicates commits results twice: equal ones are welcome, a different one puts the job in quarantine and takes its game out of the counts, from
// where only Restart leads back.
func TestDuplicates(t *testing.T) {
	s := fresh(t)
	all := jobs(t, 100)
	if _, err := s.Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	r := result(t, all[0], "a1a2")
	commit(t, s, r, Kept)
	again := r
	again.Worker = "another"
	commit(t, s, again, Known)
	other := result(t, all[0], "a1a2")
	other.Worker = "a liar"
	other.Record.Nodes[0]++ // the smallest difference there is
	if why := commit(t, s, other, Conflict); !strings.Contains(why, `"someone"`) || !strings.Contains(why, `"a liar"`) {
		t.Errorf("the reason is %q", why)
	}
	commit(t, s, other, Conflict)
	commit(t, s, r, Known)
	if n := len(games(t, s, Filter{})); n != 0 {
		t.Errorf("%d games count", n)
	}
	if n := len(games(t, s, Filter{All: true})); n != 1 {
		t.Errorf("%d games are there", n)
	}
	if kept, err := s.Tallies(t.Context()); err != nil || len(kept) != 0 {
		t.Errorf("counts %v, %v", kept, err)
	}
	troubles, err := s.Troubles(t.Context())
	if err != nil || len(troubles) != 1 || troubles[0].State != Quarantined {
		t.Errorf("troubles %v, %v", troubles, err)
	}
	if err := s.Restart(t.Context(), all[1].ID()); err == nil {
		t.Error("a job that is to be played is restarted")
	}
	if err := s.Restart(t.Context(), all[0].ID()); err != nil {
		t.Fatal(err)
	}
	commit(t, s, r, Kept)
	if kept, err := s.Tallies(t.Context()); err != nil || len(kept) != 1 || kept[0].Black != 1 {
		t.Errorf("counts %v, %v", kept, err)
	}
}

// TestTwin refuses the same game at another budget of a cell, and nothing else: not under another cap, seed or player.
func TestTwin(t *testing.T) {
	s := fresh(t)
	a, b := jobs(t, 100)[0], jobs(t, 200)[0]
	capped, seeded, played := jobs(t, 300)[0], jobs(t, 400)[0], jobs(t, 500)[0]
	capped.Cap, seeded.Seed = 7, 7
	played.Players[1].Engine = "another"
	all := []schedule.Job{a, b, capped, seeded, played}
	if _, err := s.Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for i, want := range []Fate{Kept, Twin, Kept, Kept, Kept} {
		why := commit(t, s, result(t, all[i], "a1a2"), want)
		if want == Twin && !strings.Contains(why, "budgets 100 and 200 played the same game of 1 plies") {
			t.Errorf("the reason is %q", why)
		}
	}
	commit(t, s, result(t, b, "a1a2"), Known)
	if state, _, err := s.State(t.Context(), b.ID()); state != Refused || err != nil {
		t.Errorf("%v, %v", state, err)
	}
}

// TestFaults gives a job up after several, and counts them by engine, kind and seat.
func TestFaults(t *testing.T) {
	s := fresh(t)
	all := jobs(t, 100)
	if _, err := s.Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	f := Result{Job: all[0].ID(), Worker: "w", Fault: &Fault{Side: board.Black, Engine: "e", Kind: "crashed", Text: "it crashed"}}
	for i := range maxAttempts {
		want := Retry
		if i == maxAttempts-1 {
			want = GaveUp
		}
		commit(t, s, f, want)
	}
	f.Job = all[1].ID()
	commit(t, s, f, Retry)
	commit(t, s, result(t, all[1], "a1a2"), Kept)
	counts, err := s.Faults(t.Context())
	if diff := cmp.Diff([]FaultCount{{"e", "crashed", board.Black, 4}}, counts); diff != "" || err != nil {
		t.Errorf("%s, %v", diff, err)
	}
	troubles, err := s.Troubles(t.Context())
	if err != nil || len(troubles) != 1 || troubles[0].State != Failed || !strings.Contains(troubles[0].Why, "3 attempts: it crashed") {
		t.Errorf("%v, %v", troubles, err)
	}
}

// TestStrangeResults refuses results that are no game of their job; nothing of them may stay.
func TestStrangeResults(t *testing.T) {
	s := fresh(t)
	all := jobs(t, 100)
	if _, err := s.Plan(t.Context(), all[:1]); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Commit(t.Context(), result(t, all[1], "a1a2")); !errors.Is(err, ErrUnplanned) {
		t.Errorf("error %v", err)
	}
	if _, _, err := s.Commit(t.Context(), Result{Job: all[0].ID()}); err == nil || !strings.Contains(err.Error(), "neither a game nor a fault") {
		t.Errorf("error %v", err)
	}
	other := result(t, all[1], "a1a2")
	other.Job = all[0].ID()
	if why := commit(t, s, other, Retry); !strings.Contains(why, "of another game") {
		t.Errorf("the reason is %q", why)
	}
	bad := result(t, all[0], "a1a2")
	bad.Record.Plies = 17
	if why := commit(t, s, bad, Retry); !strings.Contains(why, "makes no sense") {
		t.Errorf("the reason is %q", why)
	}
	if state, _, _ := s.State(t.Context(), all[0].ID()); state != Planned {
		t.Errorf("the job is %v", state)
	}
}

// TestFilter chooses games by each field.
func TestFilter(t *testing.T) {
	s := fresh(t)
	all := jobs(t, 100, 200)
	if _, err := s.Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for i, j := range all {
		commit(t, s, result(t, j, "a1a2", fmt.Sprintf("b%db9", i+1)), Kept)
	}
	for name, c := range map[string]struct {
		f    Filter
		want int
	}{
		"all":     {Filter{}, 4},
		"id":      {Filter{IDs: []string{all[2].ID()[:10]}}, 1},
		"pattern": {Filter{IDs: []string{"*"}}, 0},
		"variant": {Filter{Variants: []string{"horde-veteran-18-r3", "x"}}, 2},
		"names":   {Filter{Variants: []string{"horde-?eteran-*"}}, 2},
		"budget":  {Filter{Budgets: []uint64{200}, Variants: []string{"horde-veteran-18-r3"}}, 1},
		"engine":  {Filter{Engines: []string{"an-engine"}}, 4},
		"nobody":  {Filter{Engines: []string{"x"}}, 0},
		"cap":     {Filter{Caps: []int{300, 1}}, 4},
		"capped":  {Filter{Capped: true}, 0},
	} {
		if n := len(games(t, s, c.f)); n != c.want {
			t.Errorf("%s: %d games, want %d", name, n, c.want)
		}
	}
	for range s.Games(t.Context(), Filter{}) {
		break // leaves nothing open
	}
	if err := s.Fits(t.Context(), Filter{Variants: []string{"horde-*", "horde-veteran-18-r3"}}); err != nil {
		t.Error(err)
	}
	err := s.Fits(t.Context(), Filter{Variants: []string{"horde-*", "hord"}})
	if err == nil || !strings.Contains(err.Error(), `it has no game of "hord", but of: horde-`) {
		t.Errorf("a variant that it does not have: error %v", err)
	}
}

// TestCrowd commits from many goroutines over two openings of one file, every result twice: each job has one game in the end.
func TestCrowd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lab.db")
	stores := []*Store{open(t, path), open(t, path)}
	var budgets []uint64
	for b := range uint64(20) {
		budgets = append(budgets, b+1)
	}
	all := jobs(t, budgets...)
	if _, err := stores[0].Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i, j := range all {
				if i%2 == w%2 {
					if fate, why, err := stores[w/2].Commit(context.Background(), result(t, j, "a1a2", fmt.Sprintf("b1b%d", i+1))); err != nil || fate > Known {
						t.Errorf("%v %s %v", fate, why, err)
					}
				}
			}
		})
	}
	wg.Wait()
	if n := len(games(t, stores[0], Filter{})); n != len(all) {
		t.Errorf("%d games of %d jobs", n, len(all))
	}
	kept, err := stores[0].Tallies(t.Context())
	counted, err2 := stores[1].Recount(t.Context())
	if diff := cmp.Diff(kept, counted); diff != "" || err != nil || err2 != nil || len(kept) != 2 || kept[0].Black != 20 {
		t.Errorf("counts %v: %s, %v, %v", kept, diff, err, err2)
	}
}

// TestFullDisk gives the file no room to grow: the commit says so, nothing of it stays, and games from before are whole.
func TestFullDisk(t *testing.T) {
	s, done, err := OpenAlone(t.Context(), filepath.Join(t.TempDir(), "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	s.db.SetMaxOpenConns(1) // the limit is the connection's
	all := jobs(t, 100, 200)
	if _, err := s.Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	commit(t, s, result(t, all[0], "a1a2"), Kept)
	if _, err := s.db.Exec("PRAGMA max_page_count = 1"); err != nil { // which SQLite takes for "as many as there are"
		t.Fatal(err)
	}
	long := result(t, all[1], strings.Fields(strings.Repeat("a1a2 ", 5000))...)
	_, _, err = s.Commit(t.Context(), long)
	if !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "every game committed before is safe") {
		t.Fatalf("error %v", err)
	}
	if _, err := os.Stat(s.reserve); err == nil {
		t.Error("the reserve is still held back")
	}
	if _, err := s.db.Exec("PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	if n := len(games(t, s, Filter{})); n != 1 {
		t.Errorf("%d games", n)
	}
	commit(t, s, long, Kept)
	if wrong, err := s.Check(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("%v, %v", wrong, err)
	}
}

// TestBadFiles opens what is no good store, and expects a sentence and an untouched file.
func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.db")
	s := open(t, good)
	all := jobs(t, 1, 2, 3, 4, 5, 6, 7, 8)
	if _, err := s.Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for i, j := range all {
		commit(t, s, result(t, j, strings.Fields(fmt.Sprintf("b1b%d ", i+1)+strings.Repeat("a1a2 ", 900))...), Kept)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	alter := func(statement string) []byte {
		path := filepath.Join(t.TempDir(), "altered.db")
		if err := os.WriteFile(path, whole, 0o644); err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
		db.Close()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	torn := append([]byte{}, whole...)
	for i := 4096 * 3; i < 4096*9; i++ {
		torn[i] = byte(i * 7)
	}
	for name, c := range map[string]struct {
		text []byte
		want string
	}{
		"text":    {[]byte("{}\n"), "is no store of the lab"},
		"foreign": {alter("PRAGMA application_id = 5"), "no store of the lab"},
		"newer":   {alter("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)"), "newer version of this program: its schema is 99"},
		"short":   {whole[:len(whole)/2], "the store is damaged"},
		"torn":    {torn, "the store is damaged"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, c.text, 0o644); err != nil {
			t.Fatal(err)
		}
		if s, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
			if err == nil {
				s.Close()
			}
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != string(c.text) {
			t.Errorf("%s: the file has changed", name)
		}
	}
	if _, err := Read(t.Context(), filepath.Join(dir, "nothing")); err == nil || !strings.Contains(err.Error(), "there is no such store") {
		t.Errorf("error %v", err)
	}
	if _, _, err := OpenExisting(t.Context(), filepath.Join(dir, "nothing")); err == nil || !strings.Contains(err.Error(), "there is no such store") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "nothing")); err == nil {
		t.Error("a store is made by who wants one that exists")
	}
	if _, err := Open(t.Context(), filepath.Join(dir, "no", "such", "folder")); err == nil {
		t.Error("a store in no folder is opened")
	}
}

// TestBirth opens files in the states in which a process that was killed as it made a store may leave them.
func TestBirth(t *testing.T) {
	for name, statements := range map[string][]string{
		"a page":        {"PRAGMA journal_mode = WAL"},
		"a mark":        {"PRAGMA journal_mode = WAL", fmt.Sprintf("PRAGMA application_id = %d", applicationID)},
		"nothing of it": {},
	} {
		path := filepath.Join(t.TempDir(), "lab.db")
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		for _, statement := range append([]string{"VACUUM"}, statements...) {
			if _, err := db.Exec(statement); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(t.Context(), path); err == nil || !strings.Contains(err.Error(), "there is nothing in this store yet") {
			t.Errorf("%s, and somebody looks: error %v", name, err)
		}
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if n, err := s.Plan(t.Context(), jobs(t, 100)); err != nil || n != 2 {
			t.Errorf("%s: %d jobs planned, %v", name, n, err)
		}
		s.Close()
	}
}

// TestReserve has others open a store that somebody plays for: what that one holds back for a full disk stays his.
func TestReserve(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lab.db")
	s, done, err := OpenAlone(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenAlone(t.Context(), path); err == nil || !strings.Contains(err.Error(), "another run is playing games for this store") {
		t.Errorf("a second run: error %v", err)
	}
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + "-reserve"); err != nil {
		t.Error(err)
	}
	if done(); s.release() {
		t.Error("the reserve is left when the store is closed")
	}
	if _, err := os.Stat(path + "-lock"); err == nil {
		t.Error("the lock's file is left")
	}
}

// TestMore keeps what few jobs ask, and takes a second game of a job by the clock for no contradiction: it could not be the same.
func TestMore(t *testing.T) {
	s := fresh(t)
	all := jobs(t, 100)
	all[0].More = schedule.More{Start: "8/8 w - - 0 1", Apart: true, Adjudication: match.Adjudication{DrawPlies: 4, DrawAfter: 9}}
	all[1].Players[1].MoveTime, all[1].Players[1].Nodes = 20, 0
	if _, err := s.Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	first := result(t, all[0], "a1a2")
	if why := commit(t, s, first, Retry); !strings.Contains(why, "of another game") { // it says the variant's start
		t.Errorf("the reason is %q", why)
	}
	first.Record.Start = all[0].Start
	commit(t, s, first, Kept)
	timed := result(t, all[1], "a1a2")
	commit(t, s, timed, Kept)
	timed.Record.Nodes[0]++
	if why := commit(t, s, timed, Known); !strings.Contains(why, "by the clock; the one kept stays") {
		t.Errorf("the reason is %q", why)
	}
	got := games(t, s, Filter{})
	if len(got) != 2 || got[0].Start != all[0].Start {
		t.Fatalf("%d games, the first from %s", len(got), got[0].Start)
	}
	for i := range got {
		if diff := cmp.Diff(all[i], *got[i].Job); diff != "" || got[i].Digest != got[i].Record.Digest() {
			t.Errorf("the job has changed: %s", diff)
		}
	}
	if wrong, err := s.Check(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("%v, %v", wrong, err)
	}
}

// TestOlder reads nothing of a store of the first schema, whose games are there again once somebody writes to it.
func TestOlder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lab.db")
	s := open(t, path)
	all := jobs(t, 100)
	if _, err := s.Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	commit(t, s, result(t, all[0], "a1a2"), Kept)
	for _, statement := range []string{"ALTER TABLE jobs DROP COLUMN more", "DELETE FROM goose_db_version WHERE version_id = 2"} {
		if _, err := s.db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(t.Context(), path); !errors.Is(err, errOlder) {
		t.Errorf("error %v", err)
	}
	s, done, err := OpenExisting(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	if got := games(t, s, Filter{}); len(got) != 1 || got[0].ID != all[0].ID() || got[0].Job.ID() != all[0].ID() {
		t.Errorf("%+v", got)
	}
}

// TestReader looks at a store while it is written, and cannot write.
func TestReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lab.db")
	s := open(t, path)
	all := jobs(t, 1)
	if _, err := s.Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	r, err := Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	commit(t, s, result(t, all[0], "a1a2"), Kept)
	if n := len(games(t, r, Filter{})); n != 1 {
		t.Errorf("a reader sees %d games", n)
	}
	if _, err := r.Plan(t.Context(), jobs(t, 2)); err == nil {
		t.Error("a reader plans")
	}
	if n, err := r.Count(t.Context(), Planned); err != nil || n != 1 {
		t.Errorf("%d to be played, %v", n, err)
	}
}

// TestUnasked refuses a game that was adjudicated though nobody asked for that, and keeps it where its job did.
func TestUnasked(t *testing.T) {
	s := fresh(t)
	all := jobs(t, 100)
	all[1].Adjudication = match.Adjudication{WinScore: 500, WinPlies: 2}
	if _, err := s.Plan(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for i, want := range []Fate{Retry, Kept} {
		r := result(t, all[i], "a1a2")
		r.Record.Termination, r.Record.Reason = match.Adjudicated.String(), board.NoReason.String()
		if why := commit(t, s, r, want); (want == Retry) != strings.Contains(why, "which its job does not ask for") {
			t.Errorf("job %d: %s", i, why)
		}
	}
}
