package play

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"buluo/board"
	"buluo/game"
)

// command is a word that may be typed instead of a move.
type command struct {
	words    []string // the first is its name
	argument string   // what follows it, for the help; "" is nothing
	does     string
	work     func(s *Session, ctx context.Context, argument string) string
}

// commands lists them in the order in which help shows them.
func commands() []command {
	return []command{
		{[]string{"hint"}, "", "what Buluo would play for you", (*Session).hint},
		{[]string{"back", "undo"}, "", "take your last turn back, and what was played since", (*Session).back},
		{[]string{"moves"}, "", "the legal moves", (*Session).moves},
		{[]string{"board", "d"}, "", "draw the board again", func(s *Session, _ context.Context, _ string) string { return s.Board() }},
		{[]string{"game"}, "", "what has been played so far", (*Session).record},
		{[]string{"level"}, "N", "from now on play at this level, 1 to 10", (*Session).level},
		{[]string{"resign"}, "", "give the game up", (*Session).resign},
		{[]string{"save"}, "FILE", "add the game as it stands to a file, as PGN", (*Session).save},
		{[]string{"quit", "exit"}, "", "leave", func(s *Session, _ context.Context, _ string) string { s.left = true; return "" }},
		{[]string{"help", "?"}, "", "this list", func(*Session, context.Context, string) string { return help() }},
	}
}

// Answer takes a line: a command or a move of the person whose turn it is. What it returns is for people; "" is nothing to say.
func (s *Session) Answer(ctx context.Context, line string) string {
	line = strings.TrimSpace(line)
	word, argument, _ := strings.Cut(line, " ")
	argument = strings.TrimSpace(argument)
	if word == "" {
		return ""
	}
	for _, c := range commands() {
		for _, w := range c.words {
			if !strings.EqualFold(w, word) {
				continue
			}
			switch {
			case c.argument == "" && argument != "":
				return fmt.Sprintf("%s stands alone; %q after it means nothing.", c.words[0], clip(argument))
			case c.argument != "" && argument == "":
				return fmt.Sprintf("%s wants something after it: %s %s.", c.words[0], c.words[0], c.argument)
			}
			return c.work(s, ctx, argument)
		}
	}
	return s.play(line)
}

// play makes the move that a line means.
func (s *Session) play(text string) string {
	if s.Over() {
		return "The game is over: back takes a turn back, save FILE keeps the record, quit leaves."
	}
	m, err := Read(s.c.Notation, s.game.Position(), text)
	if err != nil {
		return sentence(err)
	}
	if err := s.game.Play(m); err != nil {
		return sentence(err)
	}
	return ""
}

// sentence makes an error one.
func sentence(err error) string {
	text := strings.TrimRight(err.Error(), ".") + "."
	return strings.ToUpper(text[:1]) + text[1:]
}

// hintLevel is the level of hints, whatever the opponent's: a hint that errs on purpose would be none.
const hintLevel Level = 8

// hint says what the engine would play.
func (s *Session) hint(ctx context.Context, _ string) string {
	if s.Over() {
		return "The game is over; there is nothing to play."
	}
	p := s.game.Position()
	c := s.opponent.Choose(ctx, p, hintLevel)
	if ctx.Err() != nil {
		return ""
	}
	text := fmt.Sprintf("%s could play %s; %s", s.name(p.Side()), s.write(c.Move), worth(c.Score))
	if us := p.Side(); c.Answer != board.NoMove && s.game.Play(c.Move) == nil {
		if s.game.Position().Side() != us { // else it is the second move of a long turn
			text += fmt.Sprintf(", if %s is the answer", s.write(c.Answer))
		}
		s.game.Undo()
	}
	return text + "."
}

// back takes back whole turns until a person is to begin one: the last one that was not played to the end included.
func (s *Session) back(context.Context, string) string {
	if s.resigned != board.NoColor {
		s.resigned = board.NoColor
		return "The resignation is taken back."
	}
	turns := s.starts()
	for i := len(turns) - 1; i >= 0; i-- {
		if t := turns[i]; t.ply < s.game.Len() && s.c.People[t.side] {
			n := s.game.Len() - t.ply
			for range n {
				s.game.Undo()
			}
			return fmt.Sprintf("%s taken back.\n%s", count(n, "move is", "moves are"), s.Board())
		}
	}
	return "There is no turn of yours to take back."
}

// turn is where a side's turn begins.
type turn struct {
	ply  int
	side board.Color
}

// starts lists the turns of the game so far, that of the side to move included.
func (s *Session) starts() []turn {
	var turns []turn
	for ply, p := range s.game.Positions() {
		if side := p.Side(); len(turns) == 0 || turns[len(turns)-1].side != side {
			turns = append(turns, turn{ply, side})
		}
	}
	return turns
}

// moves lists the legal moves.
func (s *Session) moves(context.Context, string) string {
	if s.Over() {
		return "The game is over; there is no move to make."
	}
	_, texts := game.FormatAll(s.c.Notation, s.game.Position())
	return fmt.Sprintf("%s has %s:\n%s", s.name(s.side()), count(len(texts), "move", "moves"), wrap(texts))
}

// record writes the moves played.
func (s *Session) record(context.Context, string) string {
	if s.game.Len() == 0 {
		return "Nothing has been played yet."
	}
	return wrap(s.game.Text(s.c.Notation))
}

// wrap writes words in lines of less than a hundred columns.
func wrap(words []string) string {
	const most = 100
	var b strings.Builder
	column := 0
	for i, w := range words {
		width := len([]rune(w))
		switch {
		case i == 0:
		case column+1+width >= most:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(w)
		column += width
	}
	return b.String()
}

// level changes how well the engine plays.
func (s *Session) level(_ context.Context, argument string) string {
	n, err := strconv.Atoi(argument)
	if err != nil {
		return fmt.Sprintf("%q is no level; 1 is a beginner, %d full strength.", clip(argument), int(Strongest))
	}
	if err := Level(n).Check(); err != nil {
		return sentence(err)
	}
	s.c.Level = Level(n)
	return fmt.Sprintf("Buluo plays at %s from now on.", s.c.Level)
}

// resign gives up the game for the person to move, or the only one there is.
func (s *Session) resign(context.Context, string) string {
	if s.Over() {
		return "The game is over already."
	}
	who := s.side()
	if !s.c.People[who] {
		who = who.Other()
	}
	if !s.c.People[who] {
		return "There is nobody who could resign: Buluo plays both sides."
	}
	s.resigned = who
	return ""
}

// save keeps the record.
func (s *Session) save(_ context.Context, file string) string {
	if s.c.Save == nil {
		return "There is nowhere to save it."
	}
	if err := s.c.Save(file, s); err != nil {
		return sentence(err)
	}
	return "The game as it stands is in " + file + "."
}

// help lists the commands.
func help() string {
	var b strings.Builder
	b.WriteString("Type a move, in any notation, or one of:")
	for _, c := range commands() {
		fmt.Fprintf(&b, "\n  %-10s  %s", strings.TrimSpace(c.words[0]+" "+c.argument), c.does)
	}
	return b.String()
}
