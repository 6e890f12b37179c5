package talktest

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"buluo/engine"
	"buluo/protocol/console"
)

// patience is how long an answer may take on a busy machine.
const patience = 20 * time.Second

// Talk is a conversation. It belongs to the test's goroutine.
type Talk struct {
	t     testing.TB
	in    *io.PipeWriter
	lines chan string
	ended chan error
	heard []string // since the last thing said
}

// Start begins a conversation in a dialect with a new engine whose table is small. It ends with the test.
func Start(t testing.TB, c console.Config) *Talk {
	t.Helper()
	if c.Engine == nil {
		e, err := engine.New(engine.Config{HashMB: 1, MaxHashMB: 4})
		if err != nil {
			t.Fatal(err)
		}
		c.Engine = e
	}
	if c.Name == "" {
		c.Name = "Buluo"
	}
	ir, iw := io.Pipe()
	or, ow := io.Pipe()
	k := &Talk{t: t, in: iw, lines: make(chan string, 1<<16), ended: make(chan error, 1)}
	go func() {
		_, err := console.Run(context.Background(), c, ir, ow)
		ow.Close()
		ir.Close() // what is still said has nobody to say it to
		k.ended <- err
	}()
	go func() {
		defer close(k.lines)
		for sc := bufio.NewScanner(or); sc.Scan(); {
			k.lines <- sc.Text()
		}
	}()
	t.Cleanup(k.Close)
	return k
}

// Say says lines.
func (k *Talk) Say(lines ...string) {
	k.t.Helper()
	k.heard = nil
	for _, line := range lines {
		if _, err := io.WriteString(k.in, line+"\n"); err != nil {
			k.t.Fatalf("nobody listens to %q: %v", line, err)
		}
	}
}

// Hear waits for a line that matches, and returns it.
func (k *Talk) Hear(pattern string) string {
	k.t.Helper()
	want := regexp.MustCompile(pattern)
	timeout := time.After(patience)
	for {
		select {
		case line, ok := <-k.lines:
			if !ok {
				k.t.Fatalf("the conversation ended before %q; heard:\n%s", pattern, strings.Join(k.heard, "\n"))
			}
			k.heard = append(k.heard, line)
			if want.MatchString(line) {
				return line
			}
		case <-timeout:
			k.t.Fatalf("no line matches %q; heard:\n%s", pattern, strings.Join(k.heard, "\n"))
		}
	}
}

// Heard returns the lines heard since the last thing said.
func (k *Talk) Heard() []string { return k.heard }

// Play plays a script.
func (k *Talk) Play(script string) {
	k.t.Helper()
	for line := range strings.SplitSeq(script, "\n") {
		line = strings.TrimSpace(line)
		switch text := strings.TrimSpace(strings.TrimLeft(line, "<>")); {
		case strings.HasPrefix(line, ">"):
			k.Say(text)
		case strings.HasPrefix(line, "<"):
			k.Hear(text)
		case line != "":
			k.t.Fatalf("%q is neither said nor heard", line)
		}
	}
}

// Sync says a question and waits for its answer, and returns what was said before that.
func (k *Talk) Sync(question, answer string) []string {
	k.t.Helper()
	k.Say(question)
	k.Hear("^" + regexp.QuoteMeta(answer) + "$")
	return k.heard[:len(k.heard)-1]
}

// Close ends the conversation from this side and waits until the other has left.
func (k *Talk) Close() {
	k.in.Close()
	select {
	case err := <-k.ended:
		if err != nil {
			k.t.Errorf("the conversation ended with %v", err)
		}
	case <-time.After(patience):
		k.t.Error("the conversation does not end")
	}
	k.ended <- nil // whoever closes again
}

// Left waits until the other side has left by itself, and returns what it still said.
func (k *Talk) Left() []string {
	k.t.Helper()
	timeout := time.After(patience)
	k.heard = nil
	for {
		select {
		case line, ok := <-k.lines:
			if !ok {
				return k.heard
			}
			k.heard = append(k.heard, line)
		case <-timeout:
			k.t.Fatal("the other side does not leave")
		}
	}
}
