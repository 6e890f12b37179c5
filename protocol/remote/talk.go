package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// keptBytes bounds what is kept of one answer: option declarations, a divide, a drawn board.
const keptBytes = 4 << 20

// exchange is one command and the wait for its answer.
type exchange struct {
	e        *Engine
	ctx      context.Context
	done     <-chan struct{} // of ctx; nil once the engine has been asked to stop
	during   string
	limit    time.Duration
	timer    *time.Timer
	lines    int
	raw      string // the last line as it came
	kept     int
	onCancel func() error // what to do when ctx is done instead of killing the engine; may be nil
}

// ask sends a command and starts the clock on its answer. The exchange must be closed.
func (e *Engine) ask(ctx context.Context, command string, limit time.Duration) (*exchange, error) {
	if err := e.lost(); err != nil {
		return nil, fmt.Errorf("%s: the engine is gone: %w", e.label, err)
	}
	if err := ctx.Err(); err != nil { // before anything was said, so the engine stays usable
		return nil, fmt.Errorf("%s: %q not sent: %w", e.label, shorten(command), err)
	}
	if err := e.send(command); err != nil {
		return nil, err
	}
	return &exchange{
		e: e, ctx: ctx, done: ctx.Done(), during: shorten(command),
		limit: limit, timer: time.NewTimer(limit),
	}, nil
}

func (x *exchange) close() { x.timer.Stop() }

// next returns the next line of the answer, without blanks at its ends. If there is none to be had, the engine has
// been ended and the error says why.
func (x *exchange) next() (string, error) {
	for {
		select {
		case l, ok := <-x.e.proc.lines:
			if !ok {
				return "", x.e.crashed(x.during)
			}
			return x.take(l)
		case <-x.timer.C:
			return "", x.e.fail(&StallError{
				Engine: x.e.label, During: x.during, After: x.limit, Stderr: x.e.proc.tail.since(0),
			})
		case <-x.done:
			if x.onCancel == nil {
				return "", x.e.fail(x.cancelled())
			}
			x.done = nil
			if err := x.onCancel(); err != nil {
				return "", err
			}
		}
	}
}

// take checks a line against the limits.
func (x *exchange) take(l line) (string, error) {
	x.lines++
	switch {
	case l.long:
		return "", x.garbage(l.text, fmt.Sprintf("a line of more than %d bytes", x.e.set.maxLine))
	case x.lines > x.e.set.maxLines:
		return "", x.garbage("", fmt.Sprintf("more than %d lines and still no answer", x.e.set.maxLines))
	}
	x.raw = l.text
	x.e.set.trace(true, l.text)
	return strings.TrimSpace(l.text), nil
}

// keep accounts for text that is kept beyond its line.
func (x *exchange) keep(text string) error {
	if x.kept += len(text); x.kept > keptBytes {
		return x.garbage("", fmt.Sprintf("an answer of more than %d bytes", keptBytes))
	}
	return nil
}

// extend gives the engine a new span of time from now on.
func (x *exchange) extend(limit time.Duration) {
	x.limit = limit
	x.timer.Reset(limit)
}

func (x *exchange) cancelled() error {
	return fmt.Errorf("%s: given up at %q: %w", x.e.label, x.during, context.Cause(x.ctx))
}

// garbage ends the engine for an answer that makes no sense: there is no telling what it would answer next.
func (x *exchange) garbage(text, why string) error {
	return x.e.fail(&GarbageError{Engine: x.e.label, During: x.during, Line: shorten(text), Why: why})
}

// tell sends a command that has no answer of its own and waits until the engine has dealt with it, by isready. What it
// says meanwhile goes to hear, if that is not nil. A crash is so blamed on the command that caused it.
func (e *Engine) tell(command string, hear func(x *exchange, text string) error) error {
	x, err := e.ask(context.Background(), command, e.set.patience)
	if err != nil {
		return err
	}
	defer x.close()
	return x.sync(hear)
}

// sync waits for readyok.
func (x *exchange) sync(hear func(x *exchange, text string) error) error {
	if err := x.e.send("isready"); err != nil {
		return err
	}
	for {
		text, err := x.next()
		if err != nil {
			return err
		}
		if text == "readyok" {
			return nil
		}
		if hear != nil {
			if err := hear(x, text); err != nil {
				return err
			}
		}
	}
}

// send writes one line; if that fails, the engine has been ended.
func (e *Engine) send(command string) error {
	if strings.ContainsAny(command, "\r\n\x00") {
		return fmt.Errorf("%s: %q: a command is one line", e.label, shorten(command))
	}
	e.set.trace(false, command)
	err := e.write(command)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return e.fail(&StallError{
			Engine: e.label, During: shorten(command), After: e.set.patience, Stderr: e.proc.tail.since(0),
		})
	}
	return e.crashed(shorten(command))
}

func (e *Engine) write(command string) error {
	e.proc.in.SetWriteDeadline(time.Now().Add(e.set.patience)) // where pipes know no deadlines there is none
	_, err := io.WriteString(e.proc.in, command+"\n")
	return err
}

// crashed ends an engine that has hung up. It waits a little for the end, to tell how it came about.
func (e *Engine) crashed(during string) error {
	if err := e.lost(); err != nil { // we ended it ourselves, from another goroutine
		e.end()
		return err
	}
	// A reader that is held back by a full queue would keep the last of the output, and so the end, from coming.
	e.proc.ignoreOutput()
	status := "it closed its pipes and ran on"
	if within(e.proc.reaped, e.set.grace) {
		status = e.proc.cmd.ProcessState.String()
	}
	e.proc.kill() // also brings the last of stderr in
	return e.fail(&CrashError{Engine: e.label, During: during, Status: status, Stderr: e.proc.tail.since(0)})
}
