package engine

import (
	"testing"
	"time"

	"buluo/board"
)

// play reads a job to its end.
func play(t testing.TB, j *Job) (infos []Info, last Event) {
	t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		select {
		case e, ok := <-j.Events():
			if !ok {
				return infos, last
			}
			if last != nil {
				t.Fatalf("%+v comes after the last event", e)
			}
			if i, ok := e.(Info); ok {
				infos = append(infos, i)
				continue
			}
			last = e
		case <-timeout:
			t.Fatal("the job does not end")
		}
	}
}

// goAndPlay runs a search to its end.
func goAndPlay(t testing.TB, e *Engine, l Limits) ([]Info, Result) {
	t.Helper()
	j, err := e.Go(l)
	if err != nil {
		t.Fatal(err)
	}
	infos, last := play(t, j)
	res, ok := last.(Result)
	if !ok {
		t.Fatalf("the last event is %+v", last)
	}
	return infos, res
}

// TestGoLimits holds every limit to what it says.
func TestGoLimits(t *testing.T) {
	e := start(t, "horde-veteran-18-r1")
	infos, res := goAndPlay(t, e, Limits{Depth: 3})
	if res.Depth != 3 || len(infos) != 3 || infos[2].Depth != 3 || infos[2].PV[0] != res.Best {
		t.Errorf("depth 3: %+v, %+v", infos, res)
	}
	for _, n := range []uint64{1, 2, 999, 20_000} {
		if infos, res = goAndPlay(t, e, Limits{Nodes: n}); res.Nodes != n || infos[len(infos)-1].Nodes != n {
			t.Errorf("%d nodes: %d, told %d", n, res.Nodes, infos[len(infos)-1].Nodes)
		}
	}
	for _, l := range []Limits{{MoveTime: ms(120)}, {Clock: &Clock{Left: ms(1500)}, MovesToGo: 4}} {
		began := time.Now()
		goAndPlay(t, e, l)
		if spent, most := time.Since(began), l.allot(e.Overhead()).hard; spent > most+time.Second || spent < ms(20) {
			t.Errorf("%+v: it took %v", l, spent)
		}
	}
}

// TestDeterminism searches the same position in new engines, after a new game, and after another variant.
func TestDeterminism(t *testing.T) {
	e := start(t, "horde-veteran-36-r2")
	limits := Limits{Nodes: 15_000}
	_, want := goAndPlay(t, e, limits)
	if _, again := goAndPlay(t, start(t, "horde-veteran-36-r2"), limits); again != want {
		t.Errorf("a new engine: %+v, want %+v", again, want)
	}
	if err := e.NewGame(); err != nil {
		t.Fatal(err)
	}
	if _, again := goAndPlay(t, e, limits); again != want {
		t.Errorf("a new game: %+v, want %+v", again, want)
	}
	if err := e.UseVariant("xiangqi"); err != nil {
		t.Fatal(err)
	}
	goAndPlay(t, e, limits)
	if err := e.UseVariant("horde-veteran-36-r2"); err != nil {
		t.Fatal(err)
	}
	if _, again := goAndPlay(t, e, limits); again != want {
		t.Errorf("after another variant: %+v, want %+v", again, want)
	}
}

// TestStop stops searches at all moments, the very first included: none may go on, and all must have a move. Several threads stop together.
func TestStop(t *testing.T) {
	e := start(t, "xiangqi")
	for i := range 60 {
		e.threads = 1 + i/20
		j, err := e.Go(Limits{Infinite: true})
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			time.Sleep(time.Duration(i%20) * 100 * time.Microsecond)
			j.Stop()
			j.Stop()
		}()
		if _, last := play(t, j); last.(Result).Best == board.NoMove {
			t.Fatal("there is no move")
		}
	}
}

// TestStopAtOnce stops a search that has not begun: it ends without having looked at anything.
func TestStopAtOnce(t *testing.T) {
	e := start(t, "xiangqi")
	r := &run{searchers: e.crew(), gen: e.gen, p: e.pos.Clone(), began: time.Now()}
	r.job = &Job{events: make(chan Event), halt: r.halt, released: make(chan struct{})}
	r.job.Stop()
	go r.search()
	if _, last := play(t, r.job); last.(Result).Nodes != 0 || last.(Result).Best == board.NoMove {
		t.Errorf("%+v", last)
	}
}

// TestStopTooLate stops a job that is done: the next one must not notice.
func TestStopTooLate(t *testing.T) {
	e := start(t, "xiangqi")
	j, err := e.Go(Limits{Depth: 1})
	if err != nil {
		t.Fatal(err)
	}
	play(t, j)
	next, err := e.Go(Limits{Nodes: 50_000})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for range 200 {
			j.Stop()
			time.Sleep(100 * time.Microsecond)
		}
	}()
	if _, last := play(t, next); last.(Result).Nodes != 50_000 {
		t.Errorf("the next job was stopped after %d nodes", last.(Result).Nodes)
	}
	<-ended
}

// TestBusy refuses what a running search would notice, and allows it again once the last event has been read.
func TestBusy(t *testing.T) {
	e := start(t, "xiangqi")
	j, err := e.Go(Limits{Infinite: true})
	if err != nil {
		t.Fatal(err)
	}
	tries := map[string]func() error{
		"go":      func() error { _, err := e.Go(Limits{Depth: 1}); return err },
		"perft":   func() error { _, err := e.Perft(1); return err },
		"variant": func() error { return e.UseVariant("chess") },
		"hash":    func() error { return e.Set("Hash", "2") },
		"clear":   func() error { return e.Set("Clear Hash", "") },
	}
	for name, try := range tries {
		if try() == nil {
			t.Errorf("%s is possible during a search", name)
		}
	}
	if err := e.Setup("", []string{"h3e3"}, FromOne); err != nil {
		t.Errorf("the position cannot be changed: %v", err) // the search has its own
	}
	j.Stop()
	for ev := range j.Events() {
		if _, ok := ev.(Result); ok {
			if err := e.NewGame(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestInfinite holds the result back although the search has nothing left to find.
func TestInfinite(t *testing.T) {
	e := start(t, "chess")
	if err := e.Setup("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", nil, FromOne); err != nil {
		t.Fatal(err)
	}
	for _, l := range []Limits{{Infinite: true}, {Ponder: true, Depth: 2}} {
		j, err := e.Go(l)
		if err != nil {
			t.Fatal(err)
		}
		timeout := time.After(ms(150))
		for early := false; !early; {
			select {
			case ev := <-j.Events():
				if _, ok := ev.(Result); ok {
					t.Fatalf("%+v: the result came before it was asked for", l)
				}
			case <-timeout:
				early = true
			}
		}
		if l.Ponder {
			j.PonderHit()
		} else {
			j.Stop()
		}
		if _, last := play(t, j); last.(Result).Score.Moves != 1 || !last.(Result).Score.Mate {
			t.Errorf("%+v: %+v", l, last)
		}
	}
}

// TestPonderHit starts the clock when the move that was waited for comes, and not before.
func TestPonderHit(t *testing.T) {
	e := start(t, "horde-veteran-36-r1")
	for _, late := range []bool{false, true} {
		limits := Limits{Ponder: true, MoveTime: ms(50)}
		if late {
			limits.MoveTime = time.Hour
		}
		j, err := e.Go(limits)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		hit := make(chan struct{})
		go func() {
			time.Sleep(ms(200))
			if late {
				e.PonderHit(j, Limits{MoveTime: ms(50)}) // what is on the clock may be told only now
			} else {
				j.PonderHit()
			}
			close(hit)
		}()
		play(t, j)
		if spent := time.Since(begin); spent < ms(200) || spent > 5*time.Second {
			t.Errorf("it took %v", spent)
		}
		<-hit
		j.PonderHit() // too late, and harmless
		j.Stop()
	}
}

// TestNoPonderHit says ponderhit to a search without end whose result is there already: it stays held back.
func TestNoPonderHit(t *testing.T) {
	e := start(t, "chess")
	if err := e.Setup("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", nil, FromOne); err != nil {
		t.Fatal(err)
	}
	j, err := e.Go(Limits{Infinite: true})
	if err != nil {
		t.Fatal(err)
	}
	<-j.Events() // that there is no move
	j.PonderHit()
	select {
	case event := <-j.Events():
		t.Errorf("%+v before it was stopped", event)
	case <-time.After(50 * time.Millisecond):
		j.Stop()
		if _, ok := (<-j.Events()).(Result); !ok {
			t.Error("no result when it was stopped")
		}
	}
}

// TestEnds searches positions in which there is nothing to search.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name, variant, fen string
		want               Score
	}{
		{"mated", "chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", Score{Mate: true}},
		{"stalemated", "chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", Score{}},
		{"smothered", "xiangqi", "3k1r3/9/9/9/9/9/9/9/r8/4K4 w - - 0 1", Score{Mate: true}},
		{"extinct", "horde-standard-18-r1", "4k4/9/9/9/9/9/9/9/9/9 w - - 0 1", Score{Mate: true}},
	} {
		e := start(t, c.variant)
		if err := e.Setup(c.fen, nil, FromOne); err != nil {
			t.Fatal(err)
		}
		infos, res := goAndPlay(t, e, Limits{Depth: 4})
		if res.Best != board.NoMove || len(infos) != 1 || infos[0].Score != c.want || infos[0].Depth != 0 || infos[0].Nodes != 0 {
			t.Errorf("%s: %+v, %+v", c.name, infos, res)
		}
	}
}

// TestMate stops at a mate of the length asked for.
func TestMate(t *testing.T) {
	e := start(t, "chess")
	if err := e.Setup("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", nil, FromOne); err != nil {
		t.Fatal(err)
	}
	_, res := goAndPlay(t, e, Limits{Mate: 6})
	if !res.Score.Mate || res.Score.Moves < 1 || res.Score.Moves > 6 {
		t.Errorf("%+v", res)
	}
}

// TestPonderMove names the opponent's answer, never the next move of the same side's turn.
func TestPonderMove(t *testing.T) {
	if _, res := goAndPlay(t, start(t, "xiangqi"), Limits{Depth: 4}); res.Ponder == board.NoMove {
		t.Errorf("%+v", res)
	}
	if _, res := goAndPlay(t, start(t, "five-tigers"), Limits{Depth: 4}); res.Ponder != board.NoMove {
		t.Errorf("%+v", res)
	}
}

// TestPerft counts, and stops counting.
func TestPerft(t *testing.T) {
	e := start(t, "xiangqi")
	j, err := e.Perft(3)
	if err != nil {
		t.Fatal(err)
	}
	if _, last := play(t, j); last.(Count).Nodes != 79666 || !last.(Count).Whole || len(last.(Count).Branches) != 44 {
		t.Errorf("%+v", last)
	}
	if j, err = e.Perft(40); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(ms(20), j.Stop)
	if _, last := play(t, j); last.(Count).Whole {
		t.Error("a count that was stopped is whole")
	}
}
