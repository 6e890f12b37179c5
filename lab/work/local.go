package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"buluo/lab/ledger"
	"buluo/lab/schedule"
	"buluo/lab/store"
)

// Options say how jobs are played.
type Options struct {
	Workers int             // games at once; 0 is one a processor
	Engines Engines         // of players that are other programs
	Drain   <-chan struct{} // when it closes no game is begun any more, and those under way are finished; nil never closes
}

// Progress is told before the first game and after every one.
type Progress struct {
	Games, Of int // finished and planned, those that the store held already not counted
	Nodes     uint64
	NodesOf   uint64 // planned budgets: the measure of what is left, as games take as long as their budgets are large
	Job       schedule.Job
	Fate      store.Fate     // of the job just done; NoFate before the first
	Why       string         // where the fate needs a word
	Record    *ledger.Record // nil where no game was kept
	Elapsed   time.Duration
}

// Left estimates the time still needed.
func (p Progress) Left() time.Duration {
	if p.Nodes == 0 {
		return 0
	}
	return time.Duration(float64(p.Elapsed) * float64(p.NodesOf-p.Nodes) / float64(p.Nodes))
}

// meter keeps a Progress and reports it. It may be used by many goroutines.
type meter struct {
	mu     sync.Mutex
	now    Progress
	began  time.Time
	report func(Progress)
}

func newMeter(jobs []schedule.Job, report func(Progress)) *meter {
	m := &meter{began: time.Now(), report: report}
	m.now.Of = len(jobs)
	for _, j := range jobs {
		m.now.NodesOf += weight(&j)
	}
	return m
}

// weight is a job's share of the work.
func weight(j *schedule.Job) uint64 { return max(1, j.Players[0].Nodes+j.Players[1].Nodes) }

// tell reports without news.
func (m *meter) tell() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.send()
}

// send hands over what there is to report. The lock is held, so that no report is written over by the next before it has been read.
func (m *meter) send() {
	m.now.Elapsed = time.Since(m.began)
	if m.report != nil {
		m.report(m.now)
	}
}

// done reports what became of a job.
func (m *meter) done(j *schedule.Job, rec *ledger.Record, fate store.Fate, why string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := &m.now
	p.Games, p.Nodes, p.Job, p.Fate, p.Why, p.Record = p.Games+1, p.Nodes+weight(j), *j, fate, why, nil
	if fate == store.Kept || fate == store.Known {
		p.Record = rec
	}
	m.send()
}

// outcome is what became of a job.
type outcome struct {
	record *ledger.Record
	fate   store.Fate
	why    string
}

// local is a Local under way.
type local struct {
	store  *store.Store
	player *Player
	meter  *meter
	cancel context.CancelCauseFunc
	asked  <-chan struct{} // the caller's drain
	drain  chan struct{}
	once   sync.Once
	fatal  error
}

// Local plays jobs of a store in this process, those that are still to be played, and keeps what comes of them. The error is what ended it before its
// time; games kept until then stay kept. A full disk lets the games under way be finished, for which there is room held back.
func Local(ctx context.Context, s *store.Store, jobs []schedule.Job, o Options, report func(Progress)) error {
	jobs, err := s.Pending(ctx, jobs)
	if err != nil {
		return err
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	l := &local{store: s, player: New("local", o.Engines), meter: newMeter(jobs, report), asked: o.Drain, drain: make(chan struct{})}
	for i := range jobs {
		if err := l.player.Able(&jobs[i]); err != nil {
			return err
		}
	}
	l.meter.tell()
	var inner context.Context
	inner, l.cancel = context.WithCancelCause(ctx)
	defer l.cancel(nil)
	defer context.AfterFunc(inner, l.stop)()
	go func() {
		select {
		case <-o.Drain: // nil blocks for ever
			l.stop()
		case <-inner.Done():
		}
	}()
	schedule.Run(inner, l.drain, jobs, o.Workers, l.work, l.done)
	if l.fatal == nil && l.meter.now.Games < l.meter.now.Of {
		if l.fatal = ctx.Err(); l.fatal == nil {
			l.fatal = context.Canceled // drained
		}
	}
	return l.fatal
}

// stop begins no more games.
func (l *local) stop() { l.once.Do(func() { close(l.drain) }) }

// work plays a job until there is a result that stands. Whoever watches the caller's drain may come late, and then jobs are still handed out:
// they are not begun.
func (l *local) work(ctx context.Context, j schedule.Job) (outcome, error) {
	select {
	case <-l.asked:
		return outcome{}, context.Canceled
	default:
	}
	for {
		res, err := l.player.Play(ctx, j)
		if err != nil {
			return outcome{}, err
		}
		// Not ctx: a game that is finished is kept, whatever ends the run meanwhile.
		fate, why, err := l.store.Commit(context.WithoutCancel(ctx), res)
		if err != nil && fate == store.NoFate && res.Record != nil {
			err = rescue(l.store.Path(), &j, res.Record, err)
		}
		if fate != store.Retry || err != nil {
			return outcome{res.Record, fate, why}, err
		}
	}
}

// done is called for one job at a time.
func (l *local) done(r schedule.Result[schedule.Job, outcome]) {
	if r.Value.fate != store.NoFate {
		l.meter.done(&r.Job, r.Value.record, r.Value.fate, r.Value.why)
	}
	switch {
	case r.Err == nil || errors.Is(r.Err, context.Canceled):
	case l.fatal == nil: // the first reason counts; others may follow from it
		l.fatal = r.Err
		fallthrough
	default:
		l.stop()
		if !errors.Is(r.Err, store.ErrFull) {
			l.cancel(r.Err)
		}
	}
}

// rescue writes a finished game that the store could not take to a file beside it, or else to the system's temporary directory, and says so.
func rescue(path string, j *schedule.Job, rec *ledger.Record, why error) error {
	full := *rec
	full.ID, full.Job = j.ID(), j
	if !j.Shipped() {
		full.INI = j.Stanza
	}
	line, err := json.Marshal(full)
	if err != nil {
		return errors.Join(why, err)
	}
	for _, name := range []string{path + "-rescued.jsonl", filepath.Join(os.TempDir(), filepath.Base(path)+"-rescued.jsonl")} {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			continue
		}
		_, err = f.Write(append(line, '\n'))
		if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
			return fmt.Errorf("%w; the game just finished is in %s, which buluo lab import takes", why, name)
		}
	}
	return fmt.Errorf("%w; the game just finished could be written nowhere, and will be played again", why)
}
