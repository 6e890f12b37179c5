package work

import (
	"context"
	"net"
	"strconv"
	"sync"
	"testing"
	"time"

	"buluo/lab/store"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
)

// cluster is a NATS with JetStream that is nobody's own, at an address to which it comes back with all that it had.
type cluster struct {
	t       *testing.T
	options server.Options
	now     *server.Server
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free, and free again
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	host, port, _ := net.SplitHostPort(l.Addr().String())
	number, _ := strconv.Atoi(port)
	c := &cluster{t: t, options: server.Options{
		ServerName: "elsewhere", Host: host, Port: number, Authorization: "secret", JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	}}
	c.start()
	t.Cleanup(c.stop)
	return c
}

func (c *cluster) url() string { return "nats://" + c.now.Addr().String() }

// start may be called by any goroutine. Another program may have been given the port while the cluster was away; it will not keep it.
func (c *cluster) start() {
	c.t.Helper()
	for range 4 {
		o := c.options
		s, err := server.NewServer(&o)
		if err != nil {
			c.t.Error(err)
			return
		}
		s.Start()
		if c.now = s; s.ReadyForConnections(10 * time.Second) {
			return
		}
		c.stop()
	}
	c.t.Error("the cluster does not start")
}

func (c *cluster) stop() {
	c.now.Shutdown()
	c.now.WaitForShutdown()
}

// TestCluster has two coordinators hand out their jobs by one server that is neither's own, under two names, and the server go away and come back
// while they play. Each gets its own games, those that it would have played alone.
func TestCluster(t *testing.T) {
	nats := newCluster(t)
	all := jobs(t, "minixiangqi horde-standard-18-r1", 300, 330, 360, 390, 420, 450, 480, 510)
	alone := planned(t, all)
	if err := Local(t.Context(), alone, all, Options{Workers: 2}, nil); err != nil {
		t.Fatal(err)
	}
	want := digests(t, alone)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // for a cluster that does not come back
	defer cancel()
	queues, url := []string{"red", "black"}, nats.url()
	stores := []*store.Store{planned(t, all), planned(t, all)}
	var wg sync.WaitGroup
	half := sync.OnceFunc(func() {
		nats.stop()
		time.Sleep(300 * time.Millisecond)
		nats.start()
	})
	for i, queue := range queues {
		s, ready := stores[i], make(chan string, 1)
		o := ServeOptions{Cluster: url, Token: "secret", Queue: queue, AckWait: time.Second, Ready: func(url string) { ready <- url }}
		wg.Go(func() {
			if err := Serve(ctx, s, all, o, func(p Progress) {
				if p.Games == len(all)/2 {
					wg.Go(half)
				}
			}); err != nil {
				t.Errorf("coordinator %s: %v", queue, err)
			}
		})
		wg.Go(func() {
			if err := Join(ctx, JoinOptions{URL: <-ready, Token: "secret", Queue: queue, Name: queue}); err != nil {
				t.Errorf("worker %s: %v", queue, err)
			}
		})
	}
	wg.Wait()
	for i, queue := range queues {
		if diff := cmp.Diff(want, digests(t, stores[i])); diff != "" {
			t.Errorf("%s: %s", queue, diff)
		}
	}
}

// TestAgain plays a run a second time on a cluster that remembers the first, for a store that does not: all is handed out anew.
func TestAgain(t *testing.T) {
	nats := newCluster(t)
	all := jobs(t, "minixiangqi", 30, 40)
	for range 3 {
		s := planned(t, all)
		o := ServeOptions{Cluster: nats.url(), Token: "secret"}
		o.Workers = 1
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		err := Serve(ctx, s, all, o, nil)
		cancel()
		if n := len(digests(t, s)); err != nil || n != len(all) {
			t.Fatalf("%d games, error %v", n, err)
		}
	}
}
