package console

import (
	"errors"
	"fmt"
	"strings"

	"buluo/engine"
	"buluo/variant"
)

// maxDocument is the longest text of stanzas that is read from the lines themselves.
const maxDocument = 4 << 20

// document is a text that is being read from the lines, up to a marker on a line of its own.
type document struct {
	word, marker string
	text         strings.Builder
	long         bool
}

// stanzas carries out load and check: their argument is a file, or << and the marker that ends the text that follows.
func (h *host) stanzas(word, argument string) {
	if marker, ok := strings.CutPrefix(argument, "<<"); ok {
		h.doc = &document{word: word, marker: strings.TrimSpace(marker)}
		return
	}
	if argument == "" {
		h.who.Note(word + " wants a file after it, or <<EOF and the text on the lines that follow")
		return
	}
	text, err := engine.ReadFile(argument)
	if err != nil {
		h.who.Note(err.Error())
		return
	}
	h.read(word, argument, text)
}

// collect takes a line of the document.
func (h *host) collect(text string) {
	d := h.doc
	if text == d.marker {
		d.complete(h)
		return
	}
	if d.text.Len()+len(text) > maxDocument {
		d.long = true
		d.text.Reset()
	}
	if !d.long {
		d.text.WriteString(text)
		d.text.WriteByte('\n')
	}
}

// complete reads the document.
func (d *document) complete(h *host) {
	h.doc = nil
	if d.long {
		h.who.Note("that text is too long; it was skipped")
		return
	}
	h.read(d.word, "input", d.text.String())
}

// read loads a text of stanzas, or says what is wrong with it.
func (h *host) read(word, file, text string) {
	var f *variant.File
	var err error
	if word == "check" {
		f, err = h.Engine.Check(file, text)
	} else {
		h.Finish() // a client that changes the rules has no use for what is being searched
		f, err = h.Engine.Load(file, text)
	}
	var mistakes variant.Errors
	switch {
	case errors.As(err, &mistakes):
		for _, m := range mistakes {
			h.who.Note(m.String())
		}
		return
	case err != nil:
		h.who.Note(err.Error())
		return
	}
	for _, n := range f.Notes {
		h.who.Note(n.String())
	}
	var names []string
	for _, s := range f.Specs {
		names = append(names, s.Name)
	}
	h.who.Note(fmt.Sprintf("%s: %s, no mistakes: %s", word, count(len(names), "variant"), strings.Join(names, " ")))
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
