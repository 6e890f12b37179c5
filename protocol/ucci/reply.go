package ucci

import (
	"fmt"
	"strings"
	"time"

	"buluo/engine"
	"buluo/protocol/console"
	"buluo/protocol/option"
)

// What is the same in UCI and UCCI.
type (
	Reply    = console.Reply
	ID       = console.ID
	BestMove = console.BestMove
)

// The replies of one word.
const (
	OK         Word = "ucciok"
	ReadyOK    Word = "readyok"
	NoBestMove Word = "nobestmove"
	Bye        Word = "bye"
)

// Note is info message T, for people.
type Note string

// String writes the reply.
func (r Note) String() string { return "info message " + string(r) }

// Option declares an option. Its name is one word.
type Option engine.Option

// String writes the declaration.
func (r Option) String() string {
	text := fmt.Sprintf("option %s type %s", r.Name, r.Kind) + console.Range(engine.Option(r))
	if r.Kind != option.Button && r.Default != "" {
		text += " default " + r.Default
	}
	return text
}

// mate is a score of which a forced end falls short by the plies it takes.
const mate = 30000

// farthest is the longest forced end that a score can tell.
const farthest = 1000

// Info is what a search found out. Moves are in the client's coordinates.
type Info struct {
	Depth int
	Score engine.Score // but for its Moves, which follow from the Plies
	Nodes uint64
	Time  time.Duration // in milliseconds
	PV    []string
}

// String writes the reply.
func (r Info) String() string {
	score := r.Score.Centipawns
	switch {
	case !r.Score.Mate:
	case r.Score.Plies > 0:
		score = mate - r.Score.Plies
	default: // a side without a move, too: in this protocol's game it has lost
		score = -mate - r.Score.Plies
	}
	text := "info"
	if r.Depth > 0 || r.Nodes == 0 {
		text += fmt.Sprintf(" depth %d score %d", r.Depth, score)
	}
	text += fmt.Sprintf(" time %d nodes %d", r.Time.Milliseconds(), r.Nodes)
	if len(r.PV) > 0 {
		text += " pv " + strings.Join(r.PV, " ")
	}
	return text
}

// ParseReply reads what a Reply writes.
func ParseReply(text string) (Reply, error) {
	return console.Grammar{
		Protocol: "UCCI",
		Single:   []string{string(OK), string(ReadyOK), string(NoBestMove), string(Bye)},
		Note:     "info message ",
		Word:     func(word string) Reply { return Word(word) },
		Text:     func(text string) Reply { return Note(text) },
		Info:     parseInfo,
		Option:   parseOption,
	}.Parse(text)
}

func parseInfo(words console.Words) (Reply, error) {
	var r Info
	for len(words) > 0 {
		word := words.Next()
		if word == "pv" {
			r.PV = words
			break
		}
		n, err := words.Int()
		if err != nil {
			return nil, fmt.Errorf("info %s: %w", engine.Clip(word), err)
		}
		switch word {
		case "depth":
			r.Depth = n
		case "nodes":
			r.Nodes = uint64(n)
		case "time":
			r.Time = time.Duration(n) * time.Millisecond
		case "score":
			switch {
			case n > mate-farthest:
				r.Score = engine.Score{Mate: true, Plies: mate - n}
			case n < farthest-mate:
				r.Score = engine.Score{Mate: true, Plies: -mate - n}
			default:
				r.Score.Centipawns = n
			}
		}
	}
	return r, nil
}

func parseOption(words console.Words) (Reply, error) {
	o, err := words.Option(words.Next(), (*console.Words).Rest)
	return Option(o), err
}
