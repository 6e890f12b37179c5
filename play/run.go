package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"buluo/board"
	"buluo/game"
)

// Run plays until the input ends, quit is said, ctx ends, or, where no person takes part, the game is over. The error is ctx's, or what is
// wrong with the streams; the game played so far is kept in the session.
func (s *Session) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	done := make(chan struct{})
	defer close(done)
	lines, failed := listen(in, done)
	w := &writer{out: out}
	w.say(s.Greeting())
	w.say(s.Board())
	w.say(s.State())
	for w.err == nil && !s.left {
		if said, err := s.Reply(ctx); err != nil {
			return err
		} else if said != "" {
			w.say(said)
			if s.Over() || s.Waiting() {
				w.say(s.Board())
			}
			w.say(s.State())
			continue
		}
		if s.Over() && s.c.People == [2]bool{} {
			break
		}
		io.WriteString(out, s.c.Prompt)
		select {
		case line, ok := <-lines:
			if !ok {
				return errors.Join(w.err, *failed)
			}
			s.hear(ctx, line, w)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return w.err
}

// hear answers a line, and says what is new where it has changed the game.
func (s *Session) hear(ctx context.Context, line string, w *writer) {
	before, resigned := s.game.Len(), s.resigned
	w.say(s.Answer(ctx, line))
	switch {
	case s.game.Len() == before+1 && (s.Over() || s.Waiting()):
		w.say(s.Board())
		fallthrough
	case s.game.Len() != before || s.resigned != resigned:
		w.say(s.State())
	}
}

// writer remembers the first error of its stream.
type writer struct {
	out io.Writer
	err error
}

// say writes a paragraph, nothing for "".
func (w *writer) say(text string) {
	if text == "" || w.err != nil {
		return
	}
	_, w.err = fmt.Fprintln(w.out, text)
}

// maxLine is the longest line that is read.
const maxLine = 1 << 16

// listen reads lines until the input or done ends, and closes the channel it returns; failed is valid then. A read that is going
// on when done ends cannot be interrupted.
func listen(in io.Reader, done <-chan struct{}) (lines <-chan string, failed *error) {
	to := make(chan string)
	failed = new(error)
	go func() {
		defer close(to)
		sc := bufio.NewScanner(in)
		sc.Buffer(nil, maxLine)
		for sc.Scan() {
			select {
			case to <- sc.Text():
			case <-done:
				return
			}
		}
		*failed = sc.Err()
	}()
	return to, failed
}

// WritePGN writes the game as a record: who played, at which level, from which seed.
func (s *Session) WritePGN(out io.Writer) error {
	date := s.c.Date
	if date == "" {
		date = "????.??.??"
	}
	tags := []game.Tag{{Name: "Event", Value: "Game against Buluo"}, {Name: "Site", Value: "?"}, {Name: "Date", Value: date}, {Name: "Round", Value: "-"}}
	for _, c := range []board.Color{board.White, board.Black} {
		player, kind := "Buluo "+s.c.Level.String(), "program"
		if s.c.People[c] {
			player, kind = s.c.Name, "human"
		}
		tags = append(tags, game.Tag{Name: s.name(c), Value: player}, game.Tag{Name: s.name(c) + "Type", Value: kind})
	}
	tags = append(tags,
		game.Tag{Name: "Level", Value: strconv.Itoa(int(s.c.Level))}, game.Tag{Name: "Seed", Value: strconv.FormatUint(s.c.Seed, 10)},
		game.Tag{Name: "Result", Value: s.Result()})
	if s.resigned != board.NoColor {
		tags = append(tags, game.Tag{Name: "Termination", Value: "resignation"})
	}
	return s.game.WritePGN(out, s.c.Notation, tags...)
}
