package xboard

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"buluo/board"
	"buluo/engine"
	"buluo/protocol/console"
	"buluo/protocol/option"
)

// ranks is how XBoard writes squares.
const ranks = engine.FromZero

// usualTime is how long a move takes where the program has not said.
const usualTime = 5 * time.Second

// mode is what the engine does with the game.
type mode uint8

const (
	forced    mode = iota // nothing: moves are taken in
	playing               // it plays a side
	analyzing             // it searches whatever stands on the board
)

// task is what the job that is going on is for.
type task uint8

const (
	idle task = iota
	thinking
	pondering
	analysis
)

// session is one conversation.
type session struct {
	*console.Desk
	mode mode
	side board.Color // that the engine plays, where it plays one

	task  task
	muted bool       // what the job comes to is no longer wanted
	guess board.Move // the answer that is pondered on
	hint  board.Move // the answer that was expected last
	last  Thinking

	post, hard bool
	pings      []int // that have no answer yet
	computer   bool  // the opponent is a program
	level      Level
	left       time.Duration // on the engine's clock
	perMove    time.Duration
	depth      int
}

// Speak starts a conversation.
func Speak(d *console.Desk) console.Dialect {
	return &session{Desk: d, mode: forced, perMove: usualTime}
}

func (s *session) reply(r Reply) { s.Say(r.String()) }

// Note says something to people.
func (s *session) Note(text string) { s.reply(Note(text)) }

// Line answers a line.
func (s *session) Line(text string) bool {
	command, err := Parse(text)
	if err != nil {
		s.reply(Failure{err.Error(), engine.Clip(text)})
		return true
	}
	switch c := command.(type) {
	case Word:
		return s.word(c)
	case Number:
		s.number(c)
	case Text:
		s.text(c)
	case Level:
		s.level, s.left, s.perMove = c, c.Base, 0
	case MoveTime:
		s.perMove, s.level = time.Duration(c), Level{}
	case SetOption:
		s.setOption(c)
	}
	return true
}

// word answers a command of one word.
func (s *session) word(w Word) bool {
	switch w {
	case New:
		s.newGame()
	case Quit:
		s.abort()
		return false
	case Force, Result:
		s.abort()
		s.mode = forced
	case GoNow, PlayOther:
		s.abort()
		s.play(w == PlayOther)
	case MoveNow:
		if s.task == thinking {
			s.Finish()
		}
	case Status:
		if s.task == analysis {
			s.reply(Stat{s.last.Time, s.last.Nodes, s.last.Depth})
		}
	case Post, NoPost:
		s.post = w == Post
	case Hard, Easy:
		s.hard = w == Hard
		if s.task == pondering && !s.hard {
			s.abort()
		}
	case Analyze:
		s.abort()
		s.mode = analyzing
		s.analyze()
	case Exit:
		s.abort()
		s.mode = forced
	case Undo, Remove:
		s.takeBack(w)
	case Hint:
		if s.hint != board.NoMove {
			s.reply(HintMove(s.write(s.hint)))
		}
	case Draw:
		if o := s.Engine.Outcome(); o.Over && o.Winner == board.NoColor {
			s.reply(OfferDraw)
		}
	case Computer:
		s.computer = true
	case Display:
		if p, err := s.Engine.Position(); s.complain(err) {
			s.Say(console.Show(p, s.Engine.Outcome(), ranks))
		}
	}
	return true
}

// number answers a command with a number.
func (s *session) number(c Number) {
	switch c.Name {
	case Protover:
		s.introduce()
	case Ping:
		s.Engine.Ready()
		s.pings = append(s.pings, c.N)
		s.pong()
	case Depth:
		s.depth = max(c.N, 0)
	case Time:
		s.left = max(time.Duration(c.N)*centisecond, 0)
	case Memory:
		s.atMost(engine.OptionHash, c.N)
	case Cores:
		s.atMost(engine.OptionThreads, c.N)
	}
}

// pong answers pings, while the engine thinks only once it has moved: who asked wants to know that all before has been dealt with.
func (s *session) pong() {
	if s.task == thinking {
		return
	}
	for _, n := range s.pings {
		s.reply(Pong(n))
	}
	s.pings = nil
}

// settle ends what is going on for a change of settings, which may come at any time: a move that is being thought about is made now. The caller goes
// on with analysis afterwards.
func (s *session) settle() {
	if s.task == thinking {
		s.Finish()
	}
	s.abort()
}

// atMost sets a number that may be used up to, and need not be used up.
func (s *session) atMost(name string, n int) {
	s.settle()
	defer s.analyze()
	for _, o := range s.Engine.Options() {
		if o.Name == name {
			s.complain(s.Engine.Set(name, strconv.Itoa(min(n, o.Max))))
		}
	}
}

// text answers a command with a text.
func (s *session) text(c Text) {
	switch c.Name {
	case Variant:
		s.abort()
		if !s.complain(s.Engine.UseVariant(ourName(c.Text))) {
			return
		}
		for _, r := range describe(s.Engine.Rules()) {
			s.reply(r)
		}
		s.analyze()
	case SetBoard:
		s.abort()
		s.hint = board.NoMove
		s.complain(s.Engine.Setup(c.Text, nil, ranks))
		s.analyze()
	case UserMove:
		s.userMove(c.Text)
	}
}

// complain tells an error, and reports whether there was none.
func (s *session) complain(err error) bool {
	if err == nil {
		return true
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		s.reply(Failure{line, ""})
	}
	return false
}

// introduce declares the features. The list of variants has a line of its own: it is long.
func (s *session) introduce() {
	for _, f := range [][2]string{
		{"ping", "1"}, {"setboard", "1"}, {"playother", "1"}, {"usermove", "1"}, {"time", "1"}, {"draw", "1"}, {"reuse", "1"},
		{"analyze", "1"}, {"memory", "1"}, {"smp", "1"}, {"debug", "1"}, {"colors", "0"}, {"san", "0"}, {"name", "0"}, {"ics", "0"},
		{"sigint", "0"}, {"sigterm", "0"},
	} {
		s.reply(Feature{f[0], f[1], false})
	}
	s.reply(Feature{"myname", s.Name, true})
	s.reply(Feature{"variants", offered(s.Engine), true})
	for _, o := range s.Engine.Options() {
		switch o.Name {
		case engine.OptionHash, engine.OptionThreads, engine.OptionPonder, engine.OptionVariant: // commands of the protocol set these
			continue
		}
		s.reply(Feature{"option", declare(o), true})
	}
	s.reply(Feature{"done", "1", false})
}

// declare writes an option for a feature.
func declare(o engine.Option) string {
	text := o.Name + " -" + o.Kind.String()
	switch o.Kind {
	case option.Spin:
		return strings.Join([]string{text, o.Default, strconv.Itoa(o.Min), strconv.Itoa(o.Max)}, " ")
	case option.Check:
		if o.Default == "true" {
			return text + " 1"
		}
		return text + " 0"
	case option.Text:
		return text + " " + o.Default
	}
	return text
}

func (s *session) setOption(c SetOption) {
	s.settle()
	defer s.analyze()
	value := c.Value
	for _, o := range s.Engine.Options() {
		if o.Kind == option.Check && strings.EqualFold(o.Name, c.Name) {
			value = map[string]string{"1": "true", "0": "false"}[value]
		}
	}
	s.complain(s.Engine.Set(c.Name, value))
}

// newGame sets up the start of chess; the engine plays the side that moves second, but goes on analyzing where it does that.
func (s *session) newGame() {
	s.abort()
	s.complain(errors.Join(s.Engine.UseVariant(engine.DefaultVariant), s.Engine.NewGame()))
	s.side, s.computer, s.depth, s.hint = board.Black, false, 0, board.NoMove
	if s.mode != analyzing {
		s.mode = playing
	}
	s.analyze()
}

// takeBack undoes a move, or one of each side.
func (s *session) takeBack(w Word) {
	s.abort()
	s.hint = board.NoMove
	n := 1
	if w == Remove {
		n = 2
	}
	p, err := s.Engine.Position()
	if !s.complain(err) {
		return
	}
	if p.Ply() < n {
		s.reply(Failure{"there are no such moves to take back", w.String()}) // and half of it would be none of the two positions
		n = 0
	}
	for range n {
		s.Engine.Undo()
	}
	s.analyze()
}

// write writes a move; XBoard has a word of its own for a pass.
func (s *session) write(m board.Move) string {
	if m.Kind() == board.Pass {
		return "@@@@"
	}
	return ranks.Move(s.Engine.Rules(), m)
}
