package uci

import (
	"fmt"
	"strings"

	"buluo/board"
	"buluo/engine"
	"buluo/protocol/console"
)

// cycloneVariant is what the Cyclone dialect plays unless told otherwise.
const cycloneVariant = "xiangqi"

// cycloneLine is the longest declaration that its adapters take in: they read what follows the word default into a buffer of
// 256 bytes.
const cycloneLine = 250

// session is one conversation.
type session struct {
	*console.Desk
	cyclone bool

	forecast forecast
}

// Speak starts a conversation in UCI. It turns into UCI-Cyclone as soon as the client speaks that.
func Speak(d *console.Desk) console.Dialect { return &session{Desk: d} }

// SpeakCyclone starts a conversation in UCI-Cyclone.
func SpeakCyclone(d *console.Desk) console.Dialect {
	s := &session{Desk: d}
	s.toCyclone()
	return s
}

// toCyclone changes the dialect, and the variant unless somebody has chosen another than the usual one.
func (s *session) toCyclone() {
	if s.cyclone {
		return
	}
	s.cyclone = true
	if s.Engine.Spec().Name == engine.DefaultVariant {
		s.Finish()
		s.complain(s.Engine.UseVariant(cycloneVariant))
	}
}

// coordinates returns how the client writes squares.
func (s *session) coordinates() engine.Coordinates {
	if s.cyclone {
		return engine.FromZero
	}
	return engine.FromOne
}

func (s *session) reply(r Reply) { s.Say(r.String()) }

// Note says something to people.
func (s *session) Note(text string) { s.reply(Note(text)) }

// complain notes an error, if there is one.
func (s *session) complain(err error) { console.Complain(s, err) }

// Line answers a line.
func (s *session) Line(text string) bool {
	if strings.HasPrefix(text, "#") {
		return true // a comment, in scripts
	}
	command, err := Parse(text)
	if err != nil {
		s.complain(err)
		if words := console.Split(text); words.Next() == "go" && s.Job() == nil {
			s.reply(s.Best(s.coordinates(), engine.Result{})) // who asked waits for one
		}
		return true
	}
	switch c := command.(type) {
	case SetOption:
		s.setOption(c)
	case Position:
		s.position(c)
	case Bare:
		s.toCyclone()
		s.position(c.Position)
	case Go:
		s.search(c)
	case Bench:
		s.bench(c)
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
	case Cyclone:
		s.toCyclone()
	case IsReady:
		s.Engine.Ready()
		s.reply(ReadyOK)
	case NewGame:
		s.Finish()
		s.complain(s.Engine.NewGame())
	case Stop:
		s.Finish()
	case PonderHit:
		if j := s.Job(); j != nil {
			j.PonderHit()
		}
	case Display:
		s.display()
	case Eval:
		s.evaluate()
	case Quit:
		return false
	}
	return true
}

// introduce says who this is and what can be set.
func (s *session) introduce() {
	s.reply(ID{Key: "name", Value: s.Name})
	s.reply(ID{Key: "author", Value: "the Buluo authors"})
	for _, o := range s.Engine.Options() {
		if o.Name == engine.OptionVariant && s.cyclone {
			o = console.Short(s.Engine, o, func(o engine.Option) bool { return len(Option(o).String()) <= cycloneLine })
		}
		s.reply(Option(o))
	}
	s.reply(Option(s.forecast.option()))
	s.reply(OK)
}

func (s *session) setOption(c SetOption) {
	s.Finish()
	if strings.EqualFold(c.Name, optionWDL) {
		if c.Value != "true" && c.Value != "false" {
			s.Note(fmt.Sprintf("option %s: %q is neither true nor false", optionWDL, engine.Clip(c.Value)))
			return
		}
		s.forecast.on = c.Value == "true"
		return
	}
	if err := s.Engine.Set(c.Name, c.Value); err != nil {
		s.complain(err)
		return
	}
	if strings.EqualFold(c.Name, engine.OptionVariant) {
		spec := s.Engine.Spec()
		s.Note(fmt.Sprintf("variant %s files %d ranks %d pocket 0 template %s startpos %s",
			spec.Name, spec.Geometry.Files, spec.Geometry.Ranks, spec.Family, spec.Start))
	}
}

func (s *session) position(c Position) {
	s.Finish()
	s.complain(s.Engine.Setup(c.FEN, c.Moves, s.coordinates()))
}

// search answers go.
func (s *session) search(c Go) {
	s.Finish()
	p, err := s.Engine.Position()
	if err != nil {
		s.complain(err)
		s.reply(BestMove{Move: "(none)"})
		return
	}
	if len(c.Unknown) > 0 {
		s.Note("go: not understood: " + engine.Clip(strings.Join(c.Unknown, " ")))
	}
	limits := c.limits(int(p.Side()))
	if len(c.SearchMoves) > 0 {
		// Where none of them is legal none is searched: any other would be one that the client did not want.
		limits.Moves, err = s.Engine.FindAll(c.SearchMoves, s.coordinates())
		s.complain(err)
	}
	var job *engine.Job
	if c.Perft > 0 {
		job, err = s.Engine.Perft(c.Perft)
	} else {
		job, err = s.Engine.Go(limits)
	}
	if err != nil {
		s.complain(err)
		return
	}
	s.Start(job)
}

// Event tells the client what a search or a count has come to.
func (s *session) Event(e engine.Event) {
	r, c := s.Engine.Rules(), s.coordinates()
	switch e := e.(type) {
	case engine.Info:
		s.reply(Info{
			Depth: e.Depth, SelDepth: e.SelDepth, Line: e.Line, Score: e.Score, WDL: s.odds(e),
			Nodes: e.Nodes, Time: e.Time, Hashfull: e.Hashfull, PV: c.Moves(r, e.PV),
		})
	case engine.Result:
		s.reply(s.Best(c, e))
	case engine.Count:
		if p, err := s.Engine.Position(); err == nil && e.Whole {
			s.Say(console.Divide(p, e, c))
			return
		}
		s.Note("the count was stopped")
	}
}

// display draws the board.
func (s *session) display() {
	p, err := s.Engine.Position()
	if err != nil {
		s.complain(err)
		return
	}
	s.Say("\n" + console.Show(p, s.Engine.Outcome(), s.coordinates()))
}

// evaluate says what the board is worth to White, in pawns.
func (s *session) evaluate() {
	v, err := s.Engine.Evaluate()
	if err != nil {
		s.complain(err)
		return
	}
	if p, err := s.Engine.Position(); err == nil && p.Side() == board.Black {
		v = -v
	}
	s.Say(fmt.Sprintf("Final evaluation %+.2f (white side)", float64(v)/100))
}
