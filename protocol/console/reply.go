package console

import (
	"fmt"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/engine"
	"buluo/protocol/option"
)

// Reply is a line to the client.
type Reply interface{ String() string }

// ID is id name N or id author N, in UCI and UCCI.
type ID struct{ Key, Value string }

// String writes the reply.
func (r ID) String() string { return "id " + r.Key + " " + r.Value }

// BestMove ends a search in UCI and UCCI.
type BestMove struct{ Move, Ponder string } // Ponder may be ""

// Best makes the reply of what the desk's search has come to.
func (d *Desk) Best(c engine.Coordinates, e engine.Result) BestMove {
	r := d.Engine.Rules()
	best := BestMove{Move: c.Move(r, e.Best)}
	if e.Ponder != board.NoMove {
		best.Ponder = c.Move(r, e.Ponder)
	}
	return best
}

// String writes the reply.
func (r BestMove) String() string {
	if r.Ponder == "" {
		return "bestmove " + r.Move
	}
	return "bestmove " + r.Move + " ponder " + r.Ponder
}

// Range writes what a declared option may be set to, as UCI and UCCI do.
func Range(o engine.Option) string {
	text := ""
	if o.Kind == option.Spin {
		text = fmt.Sprintf(" min %d max %d", o.Min, o.Max)
	}
	for _, v := range o.Vars {
		text += " var " + v
	}
	return text
}

// Grammar is how the replies of UCI and UCCI differ. Its functions are given what is left of the line.
type Grammar struct {
	Protocol string   // what it is called
	Single   []string // the replies of one word
	Note     string   // how a line for people begins

	Word   func(word string) Reply
	Text   func(text string) Reply // of a line for people
	Info   func(Words) (Reply, error)
	Option func(Words) (Reply, error)
}

// Parse reads a reply.
func (g Grammar) Parse(text string) (Reply, error) {
	words := Split(text)
	word := words.Next()
	switch word {
	case "id":
		return ID{words.Next(), words.Rest()}, nil
	case "option":
		return g.Option(words)
	case "bestmove":
		r := BestMove{Move: words.Next()}
		if words.Next() == "ponder" {
			r.Ponder = words.Next()
		}
		return r, nil
	case "info":
		if note, ok := strings.CutPrefix(strings.TrimSpace(text), g.Note); ok {
			return g.Text(note), nil
		}
		return g.Info(words)
	}
	for _, single := range g.Single {
		if word == single {
			return g.Word(word), nil
		}
	}
	return nil, fmt.Errorf("%q is no reply of %s", engine.Clip(text), g.Protocol)
}

// Option reads what a declaration says of the option that it names: the word type, and all after it. A default ends as the
// protocol has it, which value knows.
func (w *Words) Option(name string, value func(*Words) string) (engine.Option, error) {
	o := engine.Option{Name: name}
	w.Next()
	var ok bool
	if o.Kind, ok = option.ParseKind(w.Next()); !ok {
		return o, fmt.Errorf("option %s has no type that there is", engine.Clip(name))
	}
	var err error
	for len(*w) > 0 && err == nil {
		switch w.Next() {
		case "default":
			o.Default = value(w)
		case "min":
			o.Min, err = w.Int()
		case "max":
			o.Max, err = w.Int()
		case "var":
			o.Vars = append(o.Vars, w.Next())
		}
	}
	return o, err
}

// Int takes a whole number of a reply.
func (w *Words) Int() (int, error) {
	word := w.Next()
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0, fmt.Errorf("%q is no whole number", engine.Clip(word))
	}
	return n, nil
}

// Complain notes an error, one line each, if there is one.
func Complain(d Dialect, err error) {
	if err == nil {
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		d.Note(line)
	}
}
