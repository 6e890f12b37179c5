package xboard

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"buluo/engine"
	"buluo/protocol/console"
)

// What is the same in all protocols.
type (
	Command = console.Command
	Word    = console.Word
)

// The commands of one word.
const (
	Hello     Word = "xboard"
	New       Word = "new"
	Quit      Word = "quit"
	Force     Word = "force"
	GoNow     Word = "go"
	PlayOther Word = "playother"
	MoveNow   Word = "?"
	Status    Word = "."
	Post      Word = "post"
	NoPost    Word = "nopost"
	Hard      Word = "hard"
	Easy      Word = "easy"
	Analyze   Word = "analyze"
	Exit      Word = "exit"
	Undo      Word = "undo"
	Remove    Word = "remove"
	Hint      Word = "hint"
	Draw      Word = "draw"
	Computer  Word = "computer"
	Result    Word = "result"
	Display   Word = "d" // an extension, as in package uci
)

var singles = []Word{
	Hello, New, Quit, Force, GoNow, PlayOther, MoveNow, Status, Post, NoPost, Hard, Easy, Analyze, Exit, Undo, Remove, Hint, Draw, Computer,
	Result, Display,
}

// ignored are commands that ask for nothing here: answers to features, names, and what other kinds of engine are told.
var ignored = []string{"accepted", "rejected", "random", "name", "rating", "ics", "bk", "egtpath", "nps", "lift", "put", "hover"}

// Ignored is a command that asks for nothing.
type Ignored string

// String is the command.
func (c Ignored) String() string { return string(c) }

// Number is a command with a whole number after it.
type Number struct {
	Name string
	N    int
}

// The commands with a number.
const (
	Protover = "protover"
	Ping     = "ping"
	Depth    = "sd"
	Memory   = "memory" // megabytes
	Cores    = "cores"
	Time     = "time" // hundredths of a second that the engine has left
	TheirS   = "otim" // ... and its opponent
)

var numbers = []string{Protover, Ping, Depth, Memory, Cores, Time, TheirS}

// String writes the command.
func (c Number) String() string { return c.Name + " " + strconv.Itoa(c.N) }

// Text is a command with a text after it.
type Text struct{ Name, Text string }

// The commands with a text.
const (
	Variant  = "variant"
	UserMove = "usermove"
	SetBoard = "setboard"
)

var texts = []string{Variant, UserMove, SetBoard}

// String writes the command.
func (c Text) String() string { return c.Name + " " + c.Text }

// Level is level M B I: M moves (0: the whole game) in a base time, and an increment.
type Level struct {
	Moves           int
	Base, Increment time.Duration
}

// String writes the command.
func (c Level) String() string {
	s := int(c.Base / time.Second)
	return fmt.Sprintf("level %d %d:%02d %g", c.Moves, s/60, s%60, c.Increment.Seconds())
}

// MoveTime is st T: so much time for every move.
type MoveTime time.Duration

// String writes the command.
func (c MoveTime) String() string { return fmt.Sprintf("st %g", time.Duration(c).Seconds()) }

// SetOption is option N or option N=V.
type SetOption struct{ Name, Value string }

// String writes the command.
func (c SetOption) String() string {
	if c.Value == "" {
		return "option " + c.Name
	}
	return "option " + c.Name + "=" + c.Value
}

// errUnknown is the error of a command that does not exist; it may be a move.
var errUnknown = errors.New("unknown command")

// Parse reads a line. A line that is no command and looks like a move is one: programs that do not read features send them so.
func Parse(text string) (Command, error) {
	words := console.Split(text)
	word := words.Next()
	switch {
	case word == "":
		return nil, errors.New("the line is empty")
	case slices.Contains(singles, Word(word)):
		return Word(word), nil
	case slices.Contains(ignored, word):
		return Ignored(text), nil
	case slices.Contains(numbers, word):
		n, err := words.Number(word, math.MinInt32, math.MaxInt32)
		return Number{word, int(n)}, err
	case slices.Contains(texts, word):
		c := Text{word, words.Rest()}
		if c.Text == "" {
			return nil, errors.New(word + " wants something after it")
		}
		return c, nil
	case word == "level":
		return parseLevel(words)
	case word == "st":
		t, err := parseTime(words.Next(), time.Second)
		return MoveTime(t), err
	case word == "option":
		name, value, _ := strings.Cut(words.Rest(), "=")
		if name == "" {
			return nil, errors.New("option wants a name after it")
		}
		return SetOption{name, value}, nil
	case looksLikeMove(word) && len(words) == 0:
		return Text{UserMove, word}, nil
	}
	return nil, errUnknown
}

// looksLikeMove tells a move from a misspelt command.
func looksLikeMove(word string) bool {
	return word == "@@@@" || len(word) >= 4 && len(word) <= 8 && word[0] >= 'a' && word[0] <= 'l' && word[1] >= '0' && word[1] <= '9'
}

func parseLevel(words console.Words) (Command, error) {
	var c Level
	n, err := words.Number("level", 0, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	c.Moves = int(n)
	if c.Base, err = parseTime(words.Next(), time.Minute); err != nil {
		return nil, err
	}
	if c.Increment, err = parseTime(words.Next(), time.Second); err != nil {
		return nil, err
	}
	return c, nil
}

// maxTime is the longest time that is taken, a year.
const maxTime = 365 * 24 * time.Hour

// parseTime reads a time: minutes and seconds with a colon between, or a number of units that may have a fraction.
func parseTime(text string, unit time.Duration) (time.Duration, error) {
	minutes, seconds, long := strings.Cut(text, ":")
	if long {
		unit = time.Minute
	}
	n, err := strconv.ParseFloat(minutes, 64)
	total := n * float64(unit)
	if long && err == nil {
		n, err = strconv.ParseFloat(seconds, 64)
		total += n * float64(time.Second)
	}
	if err != nil || !(total >= 0 && total <= float64(maxTime)) { // not a number fails every comparison
		return 0, fmt.Errorf("%q is no time, such as 5 or 2:30", engine.Clip(text))
	}
	return time.Duration(math.Round(total)), nil
}
