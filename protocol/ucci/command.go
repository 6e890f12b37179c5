package ucci

import (
	"errors"
	"fmt"
	"math"
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

// The commands of one word.
const (
	Hello   Word = "ucci"
	IsReady Word = "isready"
	NewGame Word = "uccinewgame" // no part of the protocol, but sent by adapters
	Stop    Word = "stop"
	Quit    Word = "quit"
	Probe   Word = "probe"
	Display Word = "d" // an extension, as in package uci
)

var singles = []Word{Hello, IsReady, NewGame, Stop, Quit, Probe, Display}

// SetOption is setoption N [V].
type SetOption struct{ Name, Value string }

// String writes the command.
func (c SetOption) String() string { return strings.TrimSpace("setoption " + c.Name + " " + c.Value) }

// BanMoves is banmoves M...: moves of the present position that may not be chosen.
type BanMoves struct{ Moves []string }

// String writes the command.
func (c BanMoves) String() string { return "banmoves " + strings.Join(c.Moves, " ") }

// PonderHit is ponderhit [draw].
type PonderHit struct{ Draw bool }

// String writes the command.
func (c PonderHit) String() string {
	if c.Draw {
		return "ponderhit draw"
	}
	return "ponderhit"
}

// Go is go with its limits. Numbers of 0 were not given; times are in the client's unit.
type Go struct {
	Ponder, Draw, Infinite bool
	Depth                  int
	Nodes                  uint64
	Clocked, TheirClocked  bool // time, opptime were given
	Time, TheirTime        int64
	Increment, TheirInc    int64
	MovesToGo, TheirMoves  int
	MoveTime               int64 // movetime; adapters send it
	Unknown                []string
}

// String writes the command, the words that mean nothing left out.
func (c Go) String() string {
	var b strings.Builder
	b.WriteString("go")
	flag := func(name string, given bool) {
		if given {
			b.WriteString(" " + name)
		}
	}
	number := func(name string, n int64, given bool) {
		if given {
			fmt.Fprintf(&b, " %s %d", name, n)
		}
	}
	flag("ponder", c.Ponder)
	flag("draw", c.Draw)
	flag("infinite", c.Infinite)
	number("depth", int64(c.Depth), c.Depth > 0)
	number("nodes", int64(c.Nodes), c.Nodes > 0)
	number("time", c.Time, c.Clocked)
	number("movestogo", int64(c.MovesToGo), c.MovesToGo > 0)
	number("increment", c.Increment, c.Increment > 0)
	number("opptime", c.TheirTime, c.TheirClocked)
	number("oppmovestogo", int64(c.TheirMoves), c.TheirMoves > 0)
	number("oppincrement", c.TheirInc, c.TheirInc > 0)
	number("movetime", c.MoveTime, c.MoveTime > 0)
	return b.String()
}

// Parse reads a line. The error says what is wrong with it.
func Parse(text string) (Command, error) {
	words := console.Split(text)
	switch words.Next() {
	case "setoption":
		c := SetOption{Name: words.Next(), Value: words.Rest()}
		if c.Name == "" {
			return nil, errors.New("setoption wants an option's name after it")
		}
		return c, nil
	case "position":
		return words.Position()
	case "banmoves":
		return BanMoves{words}, nil
	case "ponderhit":
		return PonderHit{words.Next() == "draw"}, nil
	case "go":
		return parseGo(words)
	case "ucinewgame", "uxinewgame": // one adapter puts its letter for the dialect in place of a c
		return NewGame, nil
	}
	return console.Single(text, singles)
}

func parseGo(words console.Words) (Command, error) {
	var c Go
	err := words.Each("go", c.read)
	return c, err
}

// read takes one of go's words, and what belongs to it.
func (c *Go) read(word string, words *console.Words) error {
	const most = math.MaxInt32
	low := int64(0)
	var into *int64
	var short *int
	switch word {
	case "ponder":
		c.Ponder = true
	case "draw":
		c.Draw = true
	case "infinite":
		c.Infinite = true
	case "depth":
		if len(*words) > 0 && (*words)[0] == "infinite" {
			return nil // the next word says it
		}
		low, short = 1, &c.Depth
	case "nodes":
		n, err := words.Number(word, 1, math.MaxInt64)
		c.Nodes = uint64(n)
		return err
	case "time":
		c.Clocked, low, into = true, -most, &c.Time
	case "opptime":
		c.TheirClocked, low, into = true, -most, &c.TheirTime
	case "increment":
		into = &c.Increment
	case "oppincrement":
		into = &c.TheirInc
	case "movestogo":
		short = &c.MovesToGo
	case "oppmovestogo":
		short = &c.TheirMoves
	case "movetime":
		into = &c.MoveTime
	default:
		c.Unknown = append(c.Unknown, word)
	}
	if into == nil && short == nil {
		return nil
	}
	n, err := words.Number(word, low, most)
	if err != nil {
		return err
	}
	if short != nil {
		*short = int(n)
	} else {
		*into = max(n, 0) // a clock that is overdrawn has nothing left
	}
	return nil
}

// limits are the command's, in the client's unit of time.
func (c *Go) limits(unit time.Duration) engine.Limits {
	l := engine.Limits{
		Depth: c.Depth, Nodes: c.Nodes, MovesToGo: c.MovesToGo, MoveTime: time.Duration(c.MoveTime) * unit,
		Infinite: c.Infinite, Ponder: c.Ponder,
	}
	if c.Clocked {
		l.Clock = &engine.Clock{Left: time.Duration(c.Time) * unit, Increment: time.Duration(c.Increment) * unit}
	}
	return l.OrInfinite()
}
