package console

import (
	"bufio"
	"context"
	"io"
	"strings"

	"buluo/engine"
)

// Dialect is what the other side speaks. It is called by one goroutine.
type Dialect interface {
	// Line takes a line that is not empty, and reports whether the conversation goes on.
	Line(text string) (more bool)
	// Event takes what the job reports. After a Result or a Count no job is going on, and another may be started at once.
	Event(engine.Event)
	// Note tells a person something, as the dialect does.
	Note(text string)
}

// Speaker makes a dialect that answers at a desk.
type Speaker func(*Desk) Dialect

// Config is what a conversation is made with.
type Config struct {
	Engine  *engine.Engine
	Name    string             // what the engine calls itself
	Hello   map[string]Speaker // dialects by the word that begins a conversation in them
	Default Speaker            // what is spoken until such a word comes
}

// Desk is where a dialect works.
type Desk struct {
	Engine *engine.Engine
	Name   string

	out   *bufio.Writer
	job   *engine.Job
	aside *aside
	who   Dialect
}

// Say writes a line, or several.
func (d *Desk) Say(text string) {
	d.out.WriteString(text)
	d.out.WriteByte('\n')
}

// Start puts a job to work. The one before must have ended.
func (d *Desk) Start(j *engine.Job) { d.job = j }

// Job returns the job that is going on, nil where there is none.
func (d *Desk) Job() *engine.Job { return d.job }

// Finish ends the job that is going on, if there is one; the dialect has heard its last event on return. What the dialect
// starts on hearing it goes on. Work aside ends likewise.
func (d *Desk) Finish() {
	d.endAside()
	j := d.job
	if j == nil {
		return
	}
	j.Stop()
	for d.job == j {
		d.hear(<-j.Events())
	}
}

// hear passes an event on.
func (d *Desk) hear(e engine.Event) {
	switch e.(type) {
	case engine.Result, engine.Count:
		d.job = nil
	}
	d.who.Event(e)
}

// events returns what the job reports, nil without one.
func (d *Desk) events() <-chan engine.Event {
	if d.job == nil {
		return nil
	}
	return d.job.Events()
}

// Run holds a conversation. It ends when the dialect says so, with the input, with ctx, or when nobody reads the output any
// more; what the engine does then is stopped. It returns how many lines were read, and what was wrong with the output, or ctx.
func Run(ctx context.Context, c Config, in io.Reader, out io.Writer) (lines int, err error) {
	d := &Desk{Engine: c.Engine, Name: c.Name, out: bufio.NewWriter(out)}
	d.who = c.Default(d)
	h := &host{Desk: d, hello: c.Hello}
	done := make(chan struct{})
	defer close(done)
	input := listen(in, done)
	for more := true; more && err == nil; {
		select {
		case l, ok := <-input:
			if !ok {
				more = false
				d.awaitAside(ctx)
				break
			}
			lines++
			more = h.line(l)
		case e := <-d.events():
			d.hear(e)
		case text, ok := <-d.said():
			d.hearAside(text, ok)
		case <-ctx.Done():
			more, err = false, ctx.Err()
		}
		if e := d.out.Flush(); e != nil {
			err = e
		}
	}
	h.leave()
	if e := d.out.Flush(); err == nil {
		err = e
	}
	return lines, err
}

// host is the part of the conversation that is the same in all dialects.
type host struct {
	*Desk
	hello map[string]Speaker // nil once a dialect has been chosen
	doc   *document          // stanzas that are being read from the lines themselves
}

// line takes a line as it came.
func (h *host) line(l line) (more bool) {
	if l.long {
		h.who.Note("that line is too long; it was skipped")
		return true
	}
	if h.doc != nil {
		h.collect(l.text)
		return true
	}
	text := strings.TrimSpace(l.text)
	words := Split(text)
	word := words.Next()
	if speaker, ok := h.hello[word]; ok {
		h.Finish()
		h.who, h.hello = speaker(h.Desk), nil
	}
	switch word {
	case "":
		return true
	case "load", "check":
		h.stanzas(word, strings.TrimSpace(text[len(word):]))
		return true
	}
	return h.who.Line(text)
}

// leave ends what is still going on. A job's last words are still said: a client that only closes its end may want them.
func (h *host) leave() {
	if h.doc != nil {
		h.doc.complete(h)
	}
	h.endAside()
	for h.job != nil {
		h.Finish()
	}
}
