package play

import (
	"context"
	"fmt"
	"strings"

	"buluo/board"
	"buluo/engine"
	"buluo/game"
	"buluo/protocol/console"
	"buluo/rules"
)

// Config says who plays what.
type Config struct {
	Rules    *rules.Rules
	FEN      string        // "" is the variant's start
	People   [2]bool       // the sides that are played from the input; the engine has the others
	Level    Level         // 0 is DefaultLevel
	Notation game.Notation // how moves are written; they are read in any
	Seed     uint64
	TableMB  int // 0 is the search's default

	Name string // what the record calls a person; "" is Player
	Date string // of the record, as PGN writes it: 2026.11.30; "" is unknown

	// Prompt is written before a line is awaited, for people at a terminal.
	Prompt string
	// Save keeps the record under a name, when asked to by the command save. Nil refuses.
	Save func(file string, s *Session) error
}

// Session is one game under way. It belongs to one goroutine.
type Session struct {
	c        Config
	game     *game.Game
	opponent *Opponent
	resigned board.Color // who gave the game up, NoColor for nobody
	left     bool        // quit was said
}

// New sets a game up. The error is about the configuration.
func New(c Config) (*Session, error) {
	if c.Level == 0 {
		c.Level = DefaultLevel
	}
	if err := c.Level.Check(); err != nil {
		return nil, err
	}
	if !c.Notation.Defined(c.Rules) {
		return nil, fmt.Errorf("%s has no moves in %s notation", c.Rules.Spec().Name, c.Notation)
	}
	if c.Name == "" {
		c.Name = "Player"
	}
	g, err := game.FromFEN(c.Rules, c.FEN)
	if err != nil {
		return nil, err
	}
	return &Session{c: c, game: g, opponent: NewOpponent(c.Rules, c.Seed, c.TableMB), resigned: board.NoColor}, nil
}

// Game returns the game played so far. It is the session's own.
func (s *Session) Game() *game.Game { return s.game }

// Outcome returns how the game ended on the board; a resignation is not among the outcomes of a variant. See Result.
func (s *Session) Outcome() board.Outcome { return s.game.Outcome() }

// Result is the result as records write it, * while the game goes on.
func (s *Session) Result() string {
	if s.resigned != board.NoColor {
		return board.Win(s.resigned.Other(), board.NoReason).Result()
	}
	return s.game.Outcome().Result()
}

// Over reports whether nothing more can be played.
func (s *Session) Over() bool { return s.resigned != board.NoColor || s.game.Outcome().Over }

// side returns whose move it is.
func (s *Session) side() board.Color { return s.game.Position().Side() }

// name returns what the side to move, or another, is called.
func (s *Session) name(c board.Color) string { return SideName(s.c.Rules, c) }

// Greeting says what is played, by whom, and how.
func (s *Session) Greeting() string {
	var who string
	switch s.c.People {
	case [2]bool{true, true}:
		who = "You have both sides."
	case [2]bool{}:
		who = fmt.Sprintf("Buluo plays both sides at %s.", s.c.Level)
	default:
		mine := board.White
		if s.c.People[board.Black] {
			mine = board.Black
		}
		who = fmt.Sprintf("You have %s, Buluo plays %s at %s.", s.name(mine), s.name(mine.Other()), s.c.Level)
	}
	return fmt.Sprintf("%s. %s Moves are typed as in %s; help lists the commands.", s.c.Rules.Spec().Name, who, example(s.c.Notation, s.game.Position()))
}

// Board draws the position.
func (s *Session) Board() string {
	return console.Show(s.game.Position(), s.game.Outcome(), engine.FromOne)
}

// Waiting reports whether a person is to move.
func (s *Session) Waiting() bool { return !s.Over() && s.c.People[s.side()] }

// Reply makes the engine's next move, if it is its turn, and says which. Where ctx ends before it has moved nothing is played.
func (s *Session) Reply(ctx context.Context) (said string, err error) {
	if s.Over() || s.Waiting() {
		return "", nil
	}
	p := s.game.Position()
	mover := s.name(p.Side())
	c := s.opponent.Choose(ctx, p, s.c.Level)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	text := s.write(c.Move)
	if err := s.game.Play(c.Move); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s (Buluo) plays %s.", mover, text), nil
}

// write writes a legal move of the position as people read it: in the session's notation, and in UCI where that is another text.
func (s *Session) write(m board.Move) string {
	text := game.Format(s.c.Notation, s.game.Position(), m)
	if plain := s.c.Rules.UCI(m); plain != text && m.Kind() != board.Pass {
		return text + " (" + plain + ")"
	}
	return text
}

// State says what a player should know before the next move: the end, a check, and draws that come near.
func (s *Session) State() string {
	if s.resigned != board.NoColor {
		return fmt.Sprintf("%s has resigned: %s wins.", s.name(s.resigned), s.name(s.resigned.Other()))
	}
	p, spec := s.game.Position(), s.c.Rules.Spec()
	if o := s.game.Outcome(); o.Over {
		return Sentence(p, o)
	}
	var news []string
	if p.InCheck() {
		news = append(news, s.name(p.Side())+" is in check.")
	}
	const near = 20 // plies before a draw by the clock that it is spoken of
	if left := spec.ClockPlies - p.Clock(); spec.ClockPlies > 0 && left <= near {
		news = append(news, fmt.Sprintf("Without %s the game is drawn in %s.", restarts(s.c.Rules), count(left, "ply", "plies")))
	}
	if times, _ := p.Repeats(); spec.Fold > 0 && times > 0 {
		news = append(news, fmt.Sprintf("This position has come up %s before; at %d in all the game ends.", count(times, "time", "times"), spec.Fold))
	}
	return strings.Join(news, " ")
}
