package work

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"buluo/lab/schedule"
	"buluo/lab/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What coordinator and workers call things. All of it stands under one name, so that several coordinators may use one cluster.
func stream(queue string) string        { return "jobs-" + queue }
func jobSubject(queue string) string    { return "buluo." + queue + ".jobs" }
func resultSubject(queue string) string { return "buluo." + queue + ".results" }
func helloSubject(queue string) string  { return "buluo." + queue + ".hello" }
func beatSubject(queue string) string   { return "buluo." + queue + ".beat" }
func doneSubject(queue string) string   { return "buluo." + queue + ".done" }
func advisory(queue, what string) string {
	return "$JS.EVENT.ADVISORY.CONSUMER." + what + "." + stream(queue) + "." + consumer
}

// consumer is the one that all workers share: a work queue has one.
const consumer = "workers"

// The bounds of the conversation.
const (
	ackWait     = 30 * time.Second // after which a job whose worker is silent is delivered again; a disconnection alone does not make it so
	maxDeliver  = 10               // deliveries of a job that nobody gets to the end of, after which it has failed
	dedupWindow = 24 * time.Hour   // in which a job that is published again is known
	answerWait  = 30 * time.Second // for the coordinator's answer to a result
	lostWait    = 3 * time.Second  // for an answer before the question counts as lost
	maxPayload  = 8 << 20          // of a message: a game of many thousand plies
)

// hello is what a coordinator tells a worker that joins: a job of each kind that there is.
type hello struct {
	Samples []schedule.Job `json:"samples"`
	AckWait time.Duration  `json:"ack_wait"`
	Done    bool           `json:"done"` // there is nothing more to be played
}

// answer is what a coordinator says to a result.
type answer struct {
	Fate  store.Fate `json:"fate"`
	Why   string     `json:"why,omitempty"`
	Error string     `json:"error,omitempty"` // the result was not kept; it should be sent again
}

// samples chooses a job of each pairing of players, by which a worker knows whether it is able.
func samples(jobs []schedule.Job) []schedule.Job {
	seen := map[string]bool{}
	var list []schedule.Job
	for _, j := range jobs {
		if key := j.Rules + j.Players[0].Config() + j.Players[1].Config(); !seen[key] {
			seen[key] = true
			list = append(list, j)
		}
	}
	return list
}

// encode writes a message. What is sent always encodes.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// connect connects to a server and keeps at it when the connection breaks, for as long as it takes.
func connect(url, token string, options ...nats.Option) (*nats.Conn, jetstream.JetStream, error) {
	options = append(options, nats.Name("buluo"), nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond), nats.Timeout(10*time.Second),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // what matters comes back from a call
	if token != "" {
		options = append(options, nats.Token(token))
	}
	nc, err := nats.Connect(url, options...)
	if err != nil {
		return nil, nil, joinError(url, err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		nc.Close()
		return nil, nil, err
	}
	return nc, js, nil
}

// joinError words why a server cannot be joined.
func joinError(url string, err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("%s refuses the token; it is the one that buluo lab serve prints", url)
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("nobody serves at %s; buluo lab serve does, on the machine that has the store", url)
	}
	return fmt.Errorf("join %s: %w", url, err)
}
