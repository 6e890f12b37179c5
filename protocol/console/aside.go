package console

import "context"

// aside is work beside the conversation that is no job of the engine's: it has lines to say, and comes to an end by itself.
type aside struct {
	lines chan string
	halt  context.CancelFunc
}

// Aside starts work beside the conversation, which goes on: the client may say stop, or whatever else ends a job, and then the
// work's context ends. What the work says is written as it comes. Work that is going on is ended first.
func (d *Desk) Aside(work func(ctx context.Context, say func(text string))) {
	d.Finish()
	ctx, cancel := context.WithCancel(context.Background())
	a := &aside{make(chan string), cancel}
	d.aside = a
	go func() {
		defer close(a.lines)
		defer cancel()
		work(ctx, func(text string) { a.lines <- text })
	}()
}

// said returns what the work aside says, nil without one.
func (d *Desk) said() <-chan string {
	if d.aside == nil {
		return nil
	}
	return d.aside.lines
}

// hearAside passes a line on; there is none any more where the work has ended.
func (d *Desk) hearAside(text string, ok bool) {
	if !ok {
		d.aside = nil
		return
	}
	d.Say(text)
}

// endAside ends the work aside soon. What it says until then is still written.
func (d *Desk) endAside() {
	if d.aside == nil {
		return
	}
	d.aside.halt()
	for d.aside != nil {
		text, ok := <-d.aside.lines
		d.hearAside(text, ok)
	}
}

// awaitAside lets the work aside come to its end, unless ctx ends before: a script that closes its input still wants what it
// asked for, and this work ends by itself, as a search need not.
func (d *Desk) awaitAside(ctx context.Context) {
	for d.aside != nil {
		select {
		case text, ok := <-d.aside.lines:
			d.hearAside(text, ok)
			d.out.Flush()
		case <-ctx.Done():
			d.endAside()
		}
	}
}
