package uci

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

// Command is a line from the client.
type Command interface{ String() string }

// Word is a command that is nothing but its name.
type Word string

// The commands of one word. Any other word may be followed by what it likes, which is not looked at.
const (
	Hello      Word = "uci"
	Cyclone    Word = "ucicyclone"
	IsReady    Word = "isready"
	NewGame    Word = "ucinewgame"
	Stop       Word = "stop"
	PonderHit  Word = "ponderhit"
	Quit       Word = "quit"
	Display    Word = "d"
	Eval       Word = "eval"
	Debug      Word = "debug"
	Registered Word = "register"
)

// singles lists them.
var singles = []Word{Hello, Cyclone, IsReady, NewGame, Stop, PonderHit, Quit, Display, Eval, Debug, Registered}

// String is the word.
func (w Word) String() string { return string(w) }

// SetOption is setoption name N [value V].
type SetOption struct{ Name, Value string }

// String writes the command.
func (c SetOption) String() string {
	text := "setoption name " + c.Name
	if c.Value != "" {
		text += " value " + c.Value
	}
	return text
}

// Position is position startpos or position fen F, and moves M... A bare one comes without its first word, as in UCI-Cyclone.
type Position struct {
	Bare  bool
	FEN   string // "" is the variant's start
	Moves []string
}

// String writes the command.
func (c Position) String() string {
	text := "position "
	if c.Bare {
		text = ""
	}
	if c.FEN == "" {
		text += "startpos"
	} else {
		text += "fen " + c.FEN
	}
	if len(c.Moves) > 0 {
		text += " moves " + strings.Join(c.Moves, " ")
	}
	return text
}

// Go is go with its limits. Zero is "not given", but for clocks, which say so apart.
type Go struct {
	Ponder, Infinite bool
	Clocked          [2]bool // wtime, btime were given
	Time, Increment  [2]time.Duration
	MovesToGo        int
	Depth            int
	Nodes            uint64
	Mate             int
	MoveTime         time.Duration
	Perft            int
	SearchMoves      []string
	Unknown          []string // words that mean nothing
}

// String writes the command, the words that mean nothing left out.
func (c Go) String() string {
	var b strings.Builder
	b.WriteString("go")
	number := func(name string, n int64) {
		if n != 0 {
			fmt.Fprintf(&b, " %s %d", name, n)
		}
	}
	if c.Ponder {
		b.WriteString(" ponder")
	}
	for i, name := range [2]string{"wtime", "btime"} {
		if c.Clocked[i] {
			fmt.Fprintf(&b, " %s %d", name, c.Time[i].Milliseconds())
		}
	}
	number("winc", c.Increment[0].Milliseconds())
	number("binc", c.Increment[1].Milliseconds())
	number("movestogo", int64(c.MovesToGo))
	number("depth", int64(c.Depth))
	number("nodes", int64(c.Nodes))
	number("mate", int64(c.Mate))
	number("movetime", c.MoveTime.Milliseconds())
	number("perft", int64(c.Perft))
	if c.Infinite {
		b.WriteString(" infinite")
	}
	if len(c.SearchMoves) > 0 {
		b.WriteString(" searchmoves " + strings.Join(c.SearchMoves, " "))
	}
	return b.String()
}

// Bench is bench [D]: the fixed positions of package bench, to a depth; 0 is the usual one.
type Bench struct{ Depth int }

// String writes the command.
func (c Bench) String() string {
	if c.Depth == 0 {
		return "bench"
	}
	return "bench " + strconv.Itoa(c.Depth)
}

// Parse reads a line. The error says what is wrong with it.
func Parse(text string) (Command, error) {
	words := console.Split(text)
	word := words.Next()
	switch word {
	case "setoption":
		return parseSetOption(words)
	case "position":
		return parsePosition(words, false)
	case "fen", "startpos":
		return parsePosition(console.Split(text), true)
	case "go":
		return parseGo(words)
	case "bench":
		return parseBench(words)
	case "":
		return nil, errors.New("the line is empty")
	}
	if slices.Contains(singles, Word(word)) {
		return Word(word), nil
	}
	return nil, fmt.Errorf("unknown command: %s", engine.Clip(text))
}

func parseSetOption(words console.Words) (Command, error) {
	if words.Next() != "name" {
		return nil, errors.New("setoption wants the word name, then the option's")
	}
	var c SetOption
	c.Name = strings.Join(words.Until("value"), " ")
	words.Next()
	c.Value = words.Rest()
	if c.Name == "" {
		return nil, errors.New("setoption name wants an option's name after it")
	}
	return c, nil
}

func parsePosition(words console.Words, bare bool) (Command, error) {
	c := Position{Bare: bare}
	switch word := words.Next(); word {
	case "startpos":
	case "fen":
		c.FEN = strings.Join(words.Until("moves"), " ")
		if c.FEN == "" {
			return nil, errors.New("position fen wants a FEN after it")
		}
	default:
		return nil, fmt.Errorf("position wants startpos or fen after it, not %q", engine.Clip(word))
	}
	switch word := words.Next(); word {
	case "":
	case "moves":
		c.Moves = words
	default:
		return nil, fmt.Errorf("position startpos is followed by the word moves, not by %q", engine.Clip(word))
	}
	return c, nil
}

func parseBench(words console.Words) (Command, error) {
	if len(words) == 0 {
		return Bench{}, nil
	}
	n, err := words.Number("bench", 1, maxBench)
	if err == nil && len(words) > 0 {
		err = fmt.Errorf("bench takes a depth and nothing more, not %q", engine.Clip(words.Rest()))
	}
	return Bench{int(n)}, err
}

// maxBench is the deepest bench: beyond it is no measure but a wait of hours.
const maxBench = 40

// maxDepth bounds depths; no search comes near.
const maxDepth = 9999

func parseGo(words console.Words) (Command, error) {
	var c Go
	for len(words) > 0 {
		if err := c.read(words.Next(), &words); err != nil {
			return nil, fmt.Errorf("go: %w", err)
		}
	}
	return c, nil
}

// read takes one of go's words, and what belongs to it.
func (c *Go) read(word string, words *console.Words) (err error) {
	number := func(into *int, low, high int64) {
		var n int64
		if n, err = words.Number(word, low, high); err == nil {
			*into = int(n)
		}
	}
	clock := func(into *time.Duration) { *into, err = words.Time(word, time.Millisecond) }
	switch word {
	case "ponder":
		c.Ponder = true
	case "infinite":
		c.Infinite = true
	case "wtime":
		c.Clocked[0] = true
		clock(&c.Time[0])
	case "btime":
		c.Clocked[1] = true
		clock(&c.Time[1])
	case "winc":
		clock(&c.Increment[0])
	case "binc":
		clock(&c.Increment[1])
	case "movestogo":
		number(&c.MovesToGo, 0, math.MaxInt32) // 0 is how some clients say that there is no such number
	case "depth":
		number(&c.Depth, 1, maxDepth)
	case "mate":
		number(&c.Mate, 1, maxDepth)
	case "perft":
		number(&c.Perft, 1, maxDepth)
	case "nodes":
		var n int64
		n, err = words.Number(word, 1, math.MaxInt64)
		c.Nodes = uint64(n)
	case "movetime":
		clock(&c.MoveTime)
		c.MoveTime = max(c.MoveTime, time.Millisecond)
	case "searchmoves":
		c.SearchMoves = words.Until("ponder", "infinite", "wtime", "btime", "winc", "binc", "movestogo", "depth", "mate", "perft", "nodes",
			"movetime")
	default:
		c.Unknown = append(c.Unknown, word)
	}
	return err
}

// limits are the command's, for a side to move.
func (c *Go) limits(side int) engine.Limits {
	l := engine.Limits{
		Depth: c.Depth, Nodes: c.Nodes, Mate: c.Mate, MoveTime: c.MoveTime, MovesToGo: c.MovesToGo,
		Infinite: c.Infinite, Ponder: c.Ponder,
	}
	if c.Clocked[side] {
		l.Clock = &engine.Clock{Left: c.Time[side], Increment: c.Increment[side]}
	}
	// No limit at all is as good as infinite: the move is asked for by stop.
	if l.Depth == 0 && l.Nodes == 0 && l.Mate == 0 && l.MoveTime == 0 && l.Clock == nil {
		l.Infinite = true
	}
	return l
}
