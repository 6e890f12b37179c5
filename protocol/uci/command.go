package uci

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"buluo/engine"
	"buluo/protocol/console"
)

// What is the same in UCI and UCCI.
type (
	Command  = console.Command
	Word     = console.Word
	Position = console.Position
)

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

// Bare is a position that comes without its first word, as in UCI-Cyclone.
type Bare struct{ Position }

// String writes the command.
func (c Bare) String() string { return strings.TrimPrefix(c.Position.String(), "position ") }

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
	switch words.Next() {
	case "setoption":
		return parseSetOption(words)
	case "position":
		return words.Position()
	case "fen", "startpos":
		words = console.Split(text)
		c, err := words.Position()
		return Bare{c}, err
	case "go":
		return parseGo(words)
	case "bench":
		return parseBench(words)
	}
	return console.Single(text, singles)
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
	err := words.Each("go", c.read)
	return c, err
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
	return l.OrInfinite()
}
