package xboard

import (
	"strings"
	"time"

	"buluo/board"
	"buluo/engine"
)

// abort ends what is going on and wants nothing of it.
func (s *session) abort() {
	s.muted = true
	s.Finish()
	s.muted, s.task = false, idle
	s.pong()
}

// play has the engine play the side to move, or the other one.
func (s *session) play(other bool) {
	p, err := s.Engine.Position()
	if !s.complain(err) {
		return
	}
	s.mode, s.side = playing, p.Side()
	if other {
		s.side = p.Side().Other()
	}
	s.turn()
}

// userMove takes a move of the opponent's, or of anybody's where the engine does not play.
func (s *session) userMove(text string) {
	if _, err := s.Engine.Position(); !s.complain(err) {
		return
	}
	m, err := s.Engine.Find(text, ranks)
	if err != nil {
		// XBoard writes a point after a soldier's move to the last rank where it has no piece to promote to.
		m, err = s.Engine.Find(strings.TrimSuffix(text, "."), ranks)
	}
	if err != nil {
		s.reply(Illegal(engine.Clip(text)))
		return
	}
	if s.task == pondering && m == s.guess {
		s.Engine.Play(m)
		s.task = thinking
		s.Engine.PonderHit(s.Job(), s.limits())
		return
	}
	s.abort()
	s.Engine.Play(m)
	s.hint = board.NoMove
	s.turn()
	s.analyze()
}

// turn has the engine think if it is its turn, or say that the game is over.
func (s *session) turn() {
	p, err := s.Engine.Position()
	if err != nil || s.mode != playing {
		return
	}
	if over := s.conclude(); over || p.Side() != s.side {
		return
	}
	job, err := s.Engine.Go(s.limits())
	if s.complain(err) {
		s.begin(job, thinking)
	}
}

// begin puts a job to work.
func (s *session) begin(job *engine.Job, t task) {
	s.task, s.last = t, Thinking{}
	s.Start(job)
}

// conclude says what there is to say of a game that is over, and reports whether it cannot go on. See the package's doc for
// what is claimed against whom.
func (s *session) conclude() bool {
	o := s.Engine.Outcome()
	if !o.Over {
		return false
	}
	claim := Claim{o.Result(), o.Reason.String()}
	switch {
	case !s.computer || o.Winner == s.side.Other():
		s.reply(claim)
		return true
	case o.Winner == board.NoColor:
		s.reply(OfferDraw)
	}
	// A program may not agree: then the game goes on while there are moves.
	return !s.Engine.Moves()
}

// limits are those of the engine's next move.
func (s *session) limits() engine.Limits {
	l := engine.Limits{Depth: s.depth}
	if s.perMove > 0 {
		l.MoveTime = max(s.perMove-s.Engine.Overhead(), time.Millisecond)
		return l
	}
	l.Clock = &engine.Clock{Left: s.left, Increment: s.level.Increment}
	if s.level.Moves > 0 {
		made := 0
		if p, err := s.Engine.Position(); err == nil {
			made = p.Ply() / 2
		}
		l.MovesToGo = s.level.Moves - made%s.level.Moves
	}
	return l
}

// analyze searches the position without end, in that mode.
func (s *session) analyze() {
	if s.mode != analyzing {
		return
	}
	if _, err := s.Engine.Position(); err != nil {
		return // it has been said already
	}
	job, err := s.Engine.Go(engine.Limits{Infinite: true})
	if s.complain(err) {
		s.begin(job, analysis)
	}
}

// ponder searches the answer that is expected to the engine's move while the opponent thinks.
func (s *session) ponder(guess board.Move) {
	if guess == board.NoMove || !s.hard {
		return
	}
	s.Engine.Play(guess)
	defer s.Engine.Undo()
	if s.Engine.Outcome().Over {
		return
	}
	limits := s.limits()
	limits.Ponder = true
	job, err := s.Engine.Go(limits)
	if s.complain(err) {
		s.guess = guess
		s.begin(job, pondering)
	}
}

// Event tells the program what a search has come to.
func (s *session) Event(e engine.Event) {
	if s.muted {
		return
	}
	switch e := e.(type) {
	case engine.Info:
		if e.Depth == 0 {
			return
		}
		s.last = Thinking{Depth: e.Depth, Score: e.Score, Time: e.Time, Nodes: e.Nodes, PV: s.line(e.PV)}
		if s.post {
			s.reply(s.last)
		}
	case engine.Result:
		t := s.task
		s.task = idle
		if t == thinking && e.Best != board.NoMove {
			s.move(e)
		}
		s.pong()
	}
}

func (s *session) line(pv []board.Move) []string {
	texts := make([]string, len(pv))
	for i, m := range pv {
		texts[i] = s.write(m)
	}
	return texts
}

// move makes the engine's move.
func (s *session) move(r engine.Result) {
	text := s.write(r.Best)
	s.Engine.Play(r.Best)
	s.reply(Move(text))
	s.hint = r.Ponder
	if !s.conclude() {
		s.ponder(r.Ponder)
	}
}
