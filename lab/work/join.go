package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"buluo/board"
	"buluo/lab/match"
	"buluo/lab/schedule"
	"buluo/lab/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// disagreement is the fault of nobody's player: our rooms and the referee differ, and the run must end.
const disagreement = "disagreement"

// grace is how long a worker that has to leave still tries to hand in what it has finished.
const grace = 10 * time.Second

// JoinOptions say whom a worker joins.
type JoinOptions struct {
	URL, Token string
	Queue      string        // "" is "lab"
	Name       string        // that its results are signed with
	Patience   time.Duration // without a coordinator, after which a worker leaves; 0 is ten minutes
	Options
}

// Join plays jobs of a coordinator until it says that there are no more, ctx ends (games under way are given back) or the drain closes (they are
// finished).
func Join(ctx context.Context, o JoinOptions) error {
	nc, js, err := connect(o.URL, o.Token)
	if err != nil {
		return err
	}
	defer nc.Close()
	if o.Queue == "" {
		o.Queue = "lab"
	}
	if o.Patience == 0 {
		o.Patience = 10 * time.Minute
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go watch(ctx, nc, o.Patience, cancel)
	return attend(ctx, nc, js, o.Queue, New(o.Name, o.Engines), o.Options)
}

// watch ends a worker whose coordinator does not come back.
func watch(ctx context.Context, nc *nats.Conn, patience time.Duration, cancel context.CancelCauseFunc) {
	last := time.Now()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch {
		case nc.IsConnected():
			last = time.Now()
		case time.Since(last) > patience:
			cancel(fmt.Errorf("the coordinator has been gone for %v", patience))
			return
		}
	}
}

// attendant is a worker at a coordinator.
type attendant struct {
	nc      *nats.Conn
	js      jetstream.JetStream
	queue   string
	player  *Player
	ackWait time.Duration
	leave   chan struct{} // closed: no more jobs are taken
	once    sync.Once
	cancel  context.CancelCauseFunc
}

// attend plays jobs over a connection.
func attend(ctx context.Context, nc *nats.Conn, js jetstream.JetStream, queue string, player *Player, o Options) error {
	a := &attendant{nc: nc, js: js, queue: queue, player: player, leave: make(chan struct{})}
	done, err := nc.Subscribe(doneSubject(queue), func(*nats.Msg) { a.stop() })
	if err != nil {
		return err
	}
	defer func() { _ = done.Unsubscribe() }()
	h, err := a.introduce(ctx)
	if err != nil || h.Done {
		return err
	}
	a.ackWait = h.AckWait
	ctx, a.cancel = context.WithCancelCause(ctx)
	defer a.cancel(nil)
	go func() {
		select {
		case <-o.Drain:
			a.stop()
		case <-ctx.Done():
			a.stop()
		case <-a.leave:
		}
	}()
	var wg sync.WaitGroup
	for range max(1, o.Workers) {
		wg.Go(func() { a.loop(ctx) })
	}
	wg.Wait()
	return context.Cause(ctx)
}

func (a *attendant) stop() { a.once.Do(func() { close(a.leave) }) }

func (a *attendant) leaving() bool {
	select {
	case <-a.leave:
		return true
	default:
		return false
	}
}

// introduce asks what there is to be played, and whether this worker is able.
func (a *attendant) introduce(ctx context.Context) (hello, error) {
	var h hello
	text, err := a.ask(ctx, helloSubject(a.queue), nil)
	if err != nil {
		return h, err
	}
	if err := json.Unmarshal(text, &h); err != nil {
		return h, fmt.Errorf("the coordinator's words are not to be read: %w", err)
	}
	for i := range h.Samples {
		if err := a.player.Able(&h.Samples[i]); err != nil {
			return h, err
		}
	}
	return h, nil
}

// ask sends a request until there is an answer, however long the coordinator is away. A request that is lost with a server is noticed only by the
// silence, so it is soon sent again, and less soon the next time: the coordinator may be slow, and no answer is wrong twice.
func (a *attendant) ask(ctx context.Context, subject string, text []byte) ([]byte, error) {
	for patience := lostWait; ; patience = min(2*patience, answerWait) {
		wait, cancel := context.WithTimeout(ctx, patience)
		m, err := a.nc.RequestWithContext(wait, subject, text)
		cancel()
		switch {
		case err == nil:
			return m.Data, nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrMaxPayload):
			return nil, err
		}
		pause(ctx, 200*time.Millisecond)
	}
}

// pause waits, unless ctx ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// loop takes one job after the other.
func (a *attendant) loop(ctx context.Context) {
	for !a.leaving() && ctx.Err() == nil {
		wait, cancel := context.WithTimeout(ctx, 2*time.Second)
		c, err := a.js.Consumer(wait, stream(a.queue), consumer)
		cancel()
		if err != nil {
			pause(ctx, 200*time.Millisecond) // the coordinator is away
			continue
		}
		for !a.leaving() && ctx.Err() == nil {
			batch, err := c.Fetch(1, jetstream.FetchMaxWait(time.Second))
			if err != nil {
				pause(ctx, 200*time.Millisecond)
				break
			}
			for m := range batch.Messages() {
				a.job(ctx, m)
			}
			if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
				pause(ctx, 200*time.Millisecond)
				break
			}
		}
	}
}

// job plays a job, sends what came of it until it is answered, and acknowledges the job.
func (a *attendant) job(ctx context.Context, m jetstream.Msg) {
	stopTelling := a.keepTelling(m)
	defer stopTelling()
	var j schedule.Job
	if err := json.Unmarshal(m.Data(), &j); err != nil {
		_ = m.Term() // it would be no better the next time
		return
	}
	res, err := a.player.Play(ctx, j)
	var d *match.Disagreement
	switch {
	case ctx.Err() != nil:
		_ = m.Nak() // else others would wait for nothing
		_ = a.nc.Flush()
		return
	case errors.As(err, &d):
		res.Fault = &store.Fault{Side: board.NoColor, Kind: disagreement, Text: err.Error()}
	case err != nil:
		_ = m.Nak()
		a.cancel(err) // a Stranger, who should not have come
		return
	}
	fate, err := a.submit(ctx, res)
	switch {
	case err != nil:
		_ = m.Nak()
	case fate == store.Retry:
		_ = m.Nak()
	default:
		// If this does not arrive, the job is played again, and its result found to be known.
		wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), lostWait)
		defer cancel()
		_ = m.DoubleAck(wait)
	}
}

// submit sends a result until the coordinator has kept it.
func (a *attendant) submit(ctx context.Context, res store.Result) (store.Fate, error) {
	// A finished game is worth some time after the end.
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })()
	text := encode(res)
	for {
		reply, err := a.ask(late, resultSubject(a.queue), text)
		if err != nil {
			return store.NoFate, err
		}
		var said answer
		if err := json.Unmarshal(reply, &said); err != nil {
			return store.NoFate, err
		}
		if said.Error == "" || said.Fate != store.NoFate {
			return said.Fate, nil
		}
		pause(late, time.Second)
	}
}

// keepTelling tells the queue every now and then that a job is being worked on.
func (a *attendant) keepTelling(m jetstream.Msg) (stop func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(max(a.ackWait/3, 50*time.Millisecond))
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				_ = m.InProgress() // the next one may arrive
				_ = a.nc.Publish(beatSubject(a.queue), nil)
			}
		}
	})
	return func() { close(done); wg.Wait() }
}
