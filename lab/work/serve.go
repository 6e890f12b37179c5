package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"buluo/lab/schedule"
	"buluo/lab/store"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ServeOptions say how jobs are handed out.
type ServeOptions struct {
	Listen  string // host:port of the embedded server; a port of 0 is any that is free
	Token   string // that workers must know
	Cluster string // URL of a NATS with JetStream to use in place of the embedded one
	Queue   string // the name under which the jobs stand there; "" is "lab"
	Folder  string // where the embedded server keeps its queue
	AckWait time.Duration
	Options // Workers of this process, none where 0; Engines of theirs
	Ready   func(url string)
}

// coordinator hands the jobs of a store out and keeps what comes back. It alone writes to the store.
type coordinator struct {
	o      ServeOptions
	store  *store.Store
	meter  *meter
	nc     *nats.Conn
	js     jetstream.JetStream
	queue  jetstream.Stream
	cancel context.CancelCauseFunc

	taking   sync.Mutex // held while a result is taken in
	mu       sync.Mutex
	open     map[string]schedule.Job // jobs of this run that have come to no end yet
	samples  []schedule.Job
	finished chan struct{} // closed when none is open
	once     sync.Once
	heard    atomic.Int64 // when a worker was last heard of, in nanoseconds since 1970
}

// Serve hands out jobs of a store, those that are still to be played, until all have come to an end, ctx ends or the drain closes. Workers join and leave
// as they like. Serve may be killed at any moment and started again.
func Serve(ctx context.Context, s *store.Store, jobs []schedule.Job, o ServeOptions, report func(Progress)) error {
	jobs, err := s.Pending(ctx, jobs)
	if err != nil {
		return err
	}
	if o.AckWait == 0 {
		o.AckWait = ackWait
	}
	if o.Queue == "" {
		o.Queue = "lab"
	}
	c := &coordinator{o: o, store: s, meter: newMeter(jobs, report), open: map[string]schedule.Job{}, samples: samples(jobs), finished: make(chan struct{})}
	for _, j := range jobs {
		c.open[j.ID()] = j
	}
	c.meter.tell()
	if len(jobs) == 0 {
		return nil
	}
	stop, url, err := c.begin()
	if err != nil {
		return err
	}
	defer stop()
	ctx, c.cancel = context.WithCancelCause(ctx)
	defer c.cancel(nil)
	if err := c.prepare(ctx, jobs); err != nil {
		return err
	}
	if o.Ready != nil {
		o.Ready(url)
	}
	err = c.run(ctx)
	if err == nil && o.Cluster == "" {
		stop() // more than once is fine
		err = os.RemoveAll(o.Folder)
	}
	return err
}

// begin starts the embedded server, or connects to the cluster. It returns how to end what it began, and the URL for workers.
func (c *coordinator) begin() (stop func(), url string, err error) {
	if c.o.Cluster != "" {
		if c.nc, c.js, err = connect(c.o.Cluster, c.o.Token); err != nil {
			return nil, "", err
		}
		return c.nc.Close, c.o.Cluster, nil
	}
	host, port, err := net.SplitHostPort(c.o.Listen)
	number, bad := strconv.Atoi(port)
	if err != nil || bad != nil {
		return nil, "", fmt.Errorf("listen at %q: that is no host:port, such as 127.0.0.1:4222", c.o.Listen)
	}
	if number == 0 {
		number = server.RANDOM_PORT
	}
	srv, err := server.NewServer(&server.Options{
		ServerName: "buluo-lab", Host: host, Port: number, Authorization: c.o.Token, JetStream: true, StoreDir: c.o.Folder,
		NoSigs: true, NoLog: true, MaxPayload: maxPayload,
	})
	if err != nil {
		return nil, "", fmt.Errorf("serve at %s: %w", c.o.Listen, err)
	}
	srv.Start()
	end := func() {
		srv.Shutdown()
		srv.WaitForShutdown()
	}
	if !srv.ReadyForConnections(10 * time.Second) {
		end()
		return nil, "", fmt.Errorf("serve at %s: the server does not start; another program may have the port, or the folder %s", c.o.Listen, c.o.Folder)
	}
	if c.nc, c.js, err = connect("", c.o.Token, nats.InProcessServer(srv)); err != nil {
		end()
		return nil, "", err
	}
	return func() { c.nc.Close(); end() }, "nats://" + srv.Addr().String(), nil
}

// prepare sets up queue and subscriptions and publishes the jobs. Those that the queue still has from before are known there by their IDs.
func (c *coordinator) prepare(ctx context.Context, jobs []schedule.Job) (err error) {
	q := c.o.Queue
	c.queue, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: stream(q), Subjects: []string{jobSubject(q)}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Duplicates: dedupWindow,
	})
	if err != nil {
		return fmt.Errorf("make the queue: %w", err)
	}
	_, err = c.queue.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.o.AckWait, MaxDeliver: maxDeliver, MaxAckPending: -1,
	})
	if err != nil {
		return fmt.Errorf("make the queue's consumer: %w", err)
	}
	if _, err := c.js.ResumeConsumer(ctx, stream(q), consumer); err != nil { // a run before may have been drained
		return fmt.Errorf("open the queue: %w", err)
	}
	for subject, handle := range map[string]nats.MsgHandler{
		helloSubject(q): c.greet, resultSubject(q): c.take, beatSubject(q): c.beat, advisory(q, "MAX_DELIVERIES"): c.lost,
	} {
		if _, err := c.nc.Subscribe(subject, handle); err != nil {
			return err
		}
	}
	for i := range jobs {
		if err := c.handOut(ctx, &jobs[i]); err != nil {
			return fmt.Errorf("hand out job %s: %w", jobs[i].ID(), err)
		}
	}
	return nil
}

// handOut publishes a job. The queue knows those that it still has by their IDs, and some that it has no longer: a job of a store that has been
// thrown away and made anew is handed out anew, under a name that the queue has not heard.
func (c *coordinator) handOut(ctx context.Context, j *schedule.Job) error {
	for id, again := j.ID(), 1; ; again++ {
		ack, err := c.js.Publish(ctx, jobSubject(c.o.Queue), encode(j), jetstream.WithMsgID(id))
		if err != nil || !ack.Duplicate {
			return err
		}
		if _, err := c.queue.GetMsg(ctx, ack.Sequence); !errors.Is(err, jetstream.ErrMsgNotFound) {
			return err
		}
		id = fmt.Sprintf("%s/%d", j.ID(), again)
	}
}

// run waits for the end, and in a good one leaves a moment for the last answers to arrive.
func (c *coordinator) run(ctx context.Context) error {
	var local sync.WaitGroup
	inner, leave := context.WithCancel(ctx)
	if c.o.Workers > 0 {
		local.Go(func() {
			player := New("coordinator", c.o.Engines)
			if err := attend(inner, c.nc, c.js, c.o.Queue, player, c.o.Options); err != nil && inner.Err() == nil {
				c.cancel(err)
			}
		})
	}
	var err error
	select {
	case <-c.finished:
	case <-c.o.Drain:
		if err = errors.Join(context.Canceled, c.drain(ctx)); c.over() {
			err = nil
		}
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if err == nil {
		err = context.Cause(ctx) // something may have gone wrong with the last game
	}
	if err == nil {
		err = c.nc.Publish(doneSubject(c.o.Queue), nil)
	}
	if c.o.Workers > 0 && err == nil {
		local.Wait() // they have heard it too
	}
	leave()
	local.Wait()
	if err == nil {
		c.linger(context.WithoutCancel(ctx))
	}
	flush, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastMoment)
	defer cancel()
	return errors.Join(err, c.nc.FlushWithContext(flush))
}

// over reports whether no job is open, also after a drain: the games under way may have been the last ones. A result that is being taken in, whose worker
// has had its answer already, counts as taken.
func (c *coordinator) over() bool {
	c.taking.Lock()
	defer c.taking.Unlock()
	select {
	case <-c.finished:
		return true
	default:
		return false
	}
}

// drain hands out nothing more and waits for what is under way. A queue that hands out nothing does not notice either that a worker has died with
// a job in its hands; so the wait ends as well when no worker has been heard of for as long as a living one is never silent.
func (c *coordinator) drain(ctx context.Context) error {
	if _, err := c.js.PauseConsumer(ctx, stream(c.o.Queue), consumer, time.Now().Add(dedupWindow)); err != nil {
		return err
	}
	began := time.Now().UnixNano()
	for ctx.Err() == nil {
		k, err := c.queue.Consumer(ctx, consumer)
		if err != nil {
			return err
		}
		if k.CachedInfo().NumAckPending == 0 || time.Since(time.Unix(0, max(began, c.heard.Load()))) > c.o.AckWait {
			return nil
		}
		pause(ctx, 100*time.Millisecond)
	}
	return nil
}

// lastMoment bounds each of the last two waits of a coordinator.
const lastMoment = 2 * time.Second

// linger waits until the workers have acknowledged what they were answered, so that the queue is left empty. A worker that died before it could is no
// failure: all results are kept by now.
func (c *coordinator) linger(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lastMoment)
	defer cancel()
	for ctx.Err() == nil {
		info, err := c.queue.Info(ctx)
		if err != nil || info.State.Msgs == 0 {
			return
		}
		pause(ctx, 20*time.Millisecond)
	}
}

// greet answers a worker that joins.
func (c *coordinator) greet(m *nats.Msg) {
	c.mu.Lock()
	h := hello{Samples: c.samples, AckWait: c.o.AckWait, Done: len(c.open) == 0}
	c.mu.Unlock()
	_ = m.Respond(encode(h)) // it asks again
}

// beat notes that a worker is at work.
func (c *coordinator) beat(*nats.Msg) { c.heard.Store(time.Now().UnixNano()) }

// take keeps a result and answers once it is on the disk. Results come one at a time.
func (c *coordinator) take(m *nats.Msg) {
	c.beat(m)
	c.taking.Lock()
	defer c.taking.Unlock()
	var r store.Result
	if err := json.Unmarshal(m.Data, &r); err != nil {
		_ = m.Respond(encode(answer{Fate: store.GaveUp, Error: "the result is not to be read: " + err.Error()}))
		return
	}
	fate, why, err := c.store.Commit(context.Background(), r)
	a := answer{Fate: fate, Why: why}
	switch {
	case errors.Is(err, store.ErrUnplanned):
		a, err = answer{Fate: store.GaveUp, Why: err.Error()}, nil // of another store's queue, and nobody will ever want it
	case err != nil && fate == store.NoFate:
		a.Error = err.Error()
	}
	_ = m.Respond(encode(a)) // who does not hear it sends again
	// What has gone wrong is known before the job is settled, which may end the run.
	switch {
	case err != nil:
		c.cancel(err)
	case r.Fault != nil && r.Fault.Kind == disagreement:
		c.cancel(errors.New(r.Fault.Text))
	}
	if fate != store.NoFate {
		c.settle(&r, fate, why)
	}
}

// settle takes a job off the list of those open.
func (c *coordinator) settle(r *store.Result, fate store.Fate, why string) {
	if !fate.Final() {
		return
	}
	c.mu.Lock()
	j, ours := c.open[r.Job]
	delete(c.open, r.Job)
	empty := len(c.open) == 0
	c.mu.Unlock()
	if ours {
		c.meter.done(&j, r.Record, fate, why)
	}
	if empty {
		c.once.Do(func() { close(c.finished) })
	}
}

// lost hears of a job that was delivered too often: whoever took it never came back.
func (c *coordinator) lost(m *nats.Msg) {
	var event struct {
		Seq uint64 `json:"stream_seq"`
	}
	if json.Unmarshal(m.Data, &event) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), answerWait)
	defer cancel()
	msg, err := c.queue.GetMsg(ctx, event.Seq)
	if err != nil {
		return // it has been answered meanwhile
	}
	var j schedule.Job
	if err := json.Unmarshal(msg.Data, &j); err != nil {
		return
	}
	why := fmt.Sprintf("handed out %d times, and no worker came back with a result", maxDeliver)
	if err := c.store.GiveUp(ctx, j.ID(), why); err != nil {
		c.cancel(err)
		return
	}
	_ = c.queue.DeleteMsg(ctx, event.Seq)
	c.settle(&store.Result{Job: j.ID()}, store.GaveUp, why)
}
