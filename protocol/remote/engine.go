package remote

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Engine is a running UCI program. It belongs to one goroutine at a time; only Close may be called by another, and
// interrupts what is going on. Close must be called in the end, however the engine fared.
type Engine struct {
	set   settings
	label string // for messages: the last element of the command's path
	proc  *process
	stop  func() bool // ends the watch on the context given to Start

	// What the engine said of itself.
	name    string
	options map[string]Option // by the name in lower case
	unread  []string          // declarations of options that made no sense, a few

	// What it was told.
	values   map[string]string // options set so far, by the name in lower case
	stanzas  map[string]string // variants loaded so far, with their text
	dir      string            // of variant files; "" until one is needed
	files    int
	searched bool // since the variant was chosen

	mu    sync.Mutex
	cause error // why the engine can no longer be used; nil while it can
}

// Start runs a command and does the UCI handshake. The context governs the whole life of the engine: once it is done,
// the engine is killed.
func Start(ctx context.Context, cmd []string, opts ...Setting) (*Engine, error) {
	if len(cmd) == 0 || cmd[0] == "" {
		return nil, errors.New("start an engine: the command is empty")
	}
	e := &Engine{
		set:     defaults(),
		label:   filepath.Base(cmd[0]),
		values:  map[string]string{},
		stanzas: map[string]string{},
	}
	for _, o := range opts {
		o(&e.set)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("start the engine %s: %w", cmd[0], err)
	}
	proc, err := spawn(cmd, &e.set)
	if err != nil {
		return nil, fmt.Errorf("start the engine %s: %w", cmd[0], err)
	}
	e.proc = proc
	// The watch may fire before its stop function has been stored, so it must not use it.
	e.stop = context.AfterFunc(ctx, func() {
		e.mark(fmt.Errorf("%s: stopped: %w", e.label, context.Cause(ctx)))
		e.clear()
	})
	if err := e.introduce(ctx); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// introduce sends uci and takes in the engine's name and options. It is repeated when the options may have changed;
// beware that the reference then sets UCI_Variant back to its default.
func (e *Engine) introduce(ctx context.Context) error {
	x, err := e.ask(ctx, "uci", e.set.handshake)
	if err != nil {
		return err
	}
	defer x.close()
	options := map[string]Option{}
	e.unread = nil
	for {
		text, err := x.next()
		if err != nil {
			return err
		}
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "uciok":
			e.options = options
			return nil
		case "id":
			if name, ok := strings.CutPrefix(rest, "name "); ok {
				e.name = strings.TrimSpace(name)
			}
		case "option":
			if err := x.keep(text); err != nil {
				return err
			}
			o, err := parseOption(text)
			if err == nil {
				options[strings.ToLower(o.Name)] = o
			} else if len(e.unread) < 4 {
				e.unread = append(e.unread, shorten(text)+": "+err.Error())
			}
		}
	}
}

// Name is what the engine calls itself, or the name of its file if it does not say.
func (e *Engine) Name() string {
	if e.name != "" {
		return e.name
	}
	return e.label
}

// NewGame tells the engine that what follows has nothing to do with what went before.
func (e *Engine) NewGame() error {
	return e.tell("ucinewgame", nil)
}

// Position sets up a position: a FEN, or the variant's own array if it is "", and moves from there. It returns when the
// engine has taken it in. An engine drops moves that it holds to be illegal silently, and repairs or misreads bad FENs.
func (e *Engine) Position(fen string, moves []string) error {
	var b strings.Builder
	b.WriteString("position startpos")
	if fen != "" {
		fields := strings.Fields(fen)
		for _, f := range fields {
			if f == "moves" {
				return fmt.Errorf("%s: position: %q: a FEN cannot hold the word moves", e.label, shorten(fen))
			}
		}
		if len(fields) == 0 {
			return fmt.Errorf("%s: position: %q: a FEN of blanks; \"\" asks for the array", e.label, fen)
		}
		b.Reset()
		b.WriteString("position fen ")
		b.WriteString(strings.Join(fields, " "))
	}
	for i, m := range moves {
		if !looksLikeMove(m) {
			return fmt.Errorf("%s: position: move %d: %q is no move in UCI notation, such as a4a5 or e7e8q",
				e.label, i+1, shorten(m))
		}
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteByte(' ')
		b.WriteString(m)
	}
	return e.tell(b.String(), nil)
}

// Close asks the engine to quit, kills it if it does not, and returns when it and all it started are gone. It may be
// called more than once. The error says that the engine had to be killed; nothing else is left to be done about it.
func (e *Engine) Close() error {
	defer e.end()
	if !e.mark(ErrClosed) {
		return nil
	}
	e.proc.ignoreOutput() // else a talkative engine would hang in writing and never read quit
	e.write("quit")       // that it cannot be told shows in the wait
	e.proc.in.Close()
	if !within(e.proc.exited, e.set.grace) {
		return &StallError{Engine: e.label, During: "quit", After: e.set.grace, Stderr: e.proc.tail.since(0)}
	}
	return nil
}

// The first reason counts: what follows a kill looks like a crash, whoever ordered the kill. So whoever ends the
// engine marks it before it touches the process.

// mark records why the engine can no longer be used, and reports whether this was the first reason.
func (e *Engine) mark(cause error) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.cause != nil {
		return false
	}
	e.cause = cause
	return true
}

// lost is the reason why the engine can no longer be used, or nil.
func (e *Engine) lost() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.cause
}

// fail ends the engine for a reason and returns the reason that counts, which is the first.
func (e *Engine) fail(cause error) error {
	e.mark(cause)
	e.end()
	return e.lost()
}

// end leaves nothing behind: no process, no goroutine, no file, no watch.
func (e *Engine) end() {
	e.stop()
	e.clear()
}

// clear is end for the watch itself, which cannot wait for its own end.
func (e *Engine) clear() {
	e.proc.kill()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.dir != "" {
		os.RemoveAll(e.dir)
		e.dir = ""
	}
}
