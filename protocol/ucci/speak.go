package ucci

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"buluo/board"
	"buluo/engine"
	"buluo/protocol/console"
	"buluo/protocol/option"
)

// homeVariant is what is played unless another is chosen.
const homeVariant = "xiangqi"

// Options that only this protocol has.
const (
	optionMilliseconds = "usemillisec"
	optionNewGame      = "newgame"
)

// longestLine is the longest declaration of variants that adapters take in.
const longestLine = 900

// session is one conversation.
type session struct {
	*console.Desk
	unit   time.Duration // of the client's times
	banned []string      // moves of this position that may not be chosen
}

// Speak starts a conversation.
func Speak(d *console.Desk) console.Dialect {
	s := &session{Desk: d, unit: time.Millisecond}
	if d.Engine.Spec().Name == engine.DefaultVariant { // nobody has chosen another before the first word
		s.complain(d.Engine.UseVariant(homeVariant))
	}
	return s
}

func (s *session) reply(r Reply) { s.Say(r.String()) }

// Note says something to people.
func (s *session) Note(text string) { s.reply(Note(text)) }

// complain notes an error, if there is one.
func (s *session) complain(err error) { console.Complain(s, err) }

// Line answers a line.
func (s *session) Line(text string) bool {
	command, err := Parse(text)
	if err != nil {
		s.complain(err)
		if words := console.Split(text); words.Next() == "go" && s.Job() == nil {
			s.reply(NoBestMove) // who asked waits for one
		}
		return true
	}
	switch c := command.(type) {
	case SetOption:
		s.Finish()
		s.complain(s.setOption(c))
	case Position:
		s.Finish()
		s.banned = nil
		s.complain(s.Engine.Setup(c.FEN, c.Moves, engine.FromZero))
	case BanMoves:
		s.Finish()
		s.banned = c.Moves
	case PonderHit:
		if j := s.Job(); j != nil {
			j.PonderHit()
		}
	case Go:
		s.search(c)
	case Word:
		return s.word(c)
	}
	return true
}

// word answers a command of one word.
func (s *session) word(w Word) bool {
	switch w {
	case Hello:
		s.introduce()
	case IsReady:
		s.Engine.Ready()
		s.reply(ReadyOK)
	case NewGame:
		s.Finish()
		s.complain(s.Engine.NewGame())
	case Stop:
		if s.Job() == nil {
			s.reply(NoBestMove)
		}
		s.Finish()
	case Probe:
		s.Note("probe is not supported")
	case Display:
		p, err := s.Engine.Position()
		if err != nil {
			s.complain(err)
			break
		}
		s.Say(console.Show(p, s.Engine.Outcome(), engine.FromZero))
	case Quit:
		s.Finish()
		s.reply(Bye)
		return false
	}
	return true
}

// introduce says who this is and what can be set.
func (s *session) introduce() {
	s.reply(ID{Key: "name", Value: s.Name})
	s.reply(ID{Key: "author", Value: "the Buluo authors"})
	s.reply(Option{Name: optionMilliseconds, Kind: option.Check, Default: fmt.Sprint(s.unit == time.Millisecond)})
	s.reply(Option{Name: optionNewGame, Kind: option.Button})
	for _, o := range s.Engine.Options() {
		if o.Name == engine.OptionLines {
			continue // the protocol has no word for which line is meant
		}
		if o.Name == engine.OptionVariant {
			o = console.Short(s.Engine, o, func(o engine.Option) bool { return len(Option(o).String()) <= longestLine })
		}
		o.Name = wire(o.Name)
		s.reply(Option(o))
	}
	s.reply(OK)
}

// wire returns what an option is called in this protocol: one word.
func wire(name string) string {
	if name == engine.OptionHash {
		return "hashsize"
	}
	return strings.ReplaceAll(name, " ", "_")
}

func (s *session) setOption(c SetOption) error {
	name := strings.ToLower(c.Name)
	switch name {
	case "ucci_variant":
		name = strings.ToLower(engine.OptionVariant)
	case optionMilliseconds:
		switch c.Value {
		case "true", "":
			s.unit = time.Millisecond
		case "false":
			s.unit = time.Second
		default:
			return fmt.Errorf("option %s: %q is neither true nor false", optionMilliseconds, engine.Clip(c.Value))
		}
		return nil
	case optionNewGame:
		return errors.Join(s.Engine.NewGame(), s.Engine.Setup("", nil, engine.FromZero))
	}
	for _, o := range s.Engine.Options() {
		if o.Name != engine.OptionLines && strings.ToLower(wire(o.Name)) == name {
			return s.Engine.Set(o.Name, c.Value)
		}
	}
	return fmt.Errorf("there is no option %q", engine.Clip(c.Name))
}

// search answers go.
func (s *session) search(c Go) {
	s.Finish()
	if len(c.Unknown) > 0 {
		s.Note("go: not understood: " + engine.Clip(strings.Join(c.Unknown, " ")))
	}
	limits := c.limits(s.unit)
	if len(s.banned) > 0 {
		var err error
		limits.Banned, err = s.Engine.FindAll(s.banned, engine.FromZero)
		s.complain(err)
	}
	job, err := s.Engine.Go(limits)
	if err != nil {
		s.complain(err)
		s.reply(NoBestMove)
		return
	}
	s.Start(job)
}

// Event tells the client what a search has come to.
func (s *session) Event(e engine.Event) {
	r, c := s.Engine.Rules(), engine.FromZero
	switch e := e.(type) {
	case engine.Info:
		s.reply(Info{Depth: e.Depth, Score: e.Score, Nodes: e.Nodes, Time: e.Time, PV: c.Moves(r, e.PV)})
	case engine.Result:
		if e.Best == board.NoMove {
			s.reply(NoBestMove)
			return
		}
		s.reply(s.Best(c, e))
	}
}
