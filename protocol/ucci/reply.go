package ucci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"buluo/engine"
	"buluo/protocol/console"
)

// Reply is a line to the client.
type Reply interface{ String() string }

// The replies of one word.
const (
	OK         Word = "ucciok"
	ReadyOK    Word = "readyok"
	NoBestMove Word = "nobestmove"
	Bye        Word = "bye"
)

// ID is id name N or id author N.
type ID struct{ Key, Value string }

// String writes the reply.
func (r ID) String() string { return "id " + r.Key + " " + r.Value }

// Note is info message T, for people.
type Note string

// String writes the reply.
func (r Note) String() string { return "info message " + string(r) }

// Option declares an option. Its name is one word.
type Option engine.Option

// String writes the declaration.
func (r Option) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "option %s type %s", r.Name, r.Kind)
	if r.Kind == engine.Spin {
		fmt.Fprintf(&b, " min %d max %d", r.Min, r.Max)
	}
	for _, v := range r.Vars {
		b.WriteString(" var " + v)
	}
	if r.Kind != engine.Button && r.Default != "" {
		b.WriteString(" default " + r.Default)
	}
	return b.String()
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

// BestMove ends a search.
type BestMove struct{ Move, Ponder string } // Ponder may be ""

// String writes the reply.
func (r BestMove) String() string {
	if r.Ponder == "" {
		return "bestmove " + r.Move
	}
	return "bestmove " + r.Move + " ponder " + r.Ponder
}

// ParseReply reads what a Reply writes.
func ParseReply(text string) (Reply, error) {
	words := console.Split(text)
	switch word := words.Next(); Word(word) {
	case OK, ReadyOK, NoBestMove, Bye:
		return Word(word), nil
	case "id":
		return ID{words.Next(), words.Rest()}, nil
	case "option":
		return parseOption(words)
	case "bestmove":
		r := BestMove{Move: words.Next()}
		if words.Next() == "ponder" {
			r.Ponder = words.Next()
		}
		return r, nil
	case "info":
		if note, ok := strings.CutPrefix(strings.TrimSpace(text), "info message "); ok {
			return Note(note), nil
		}
		return parseInfo(words)
	}
	return nil, fmt.Errorf("%q is no reply of UCCI", engine.Clip(text))
}

func parseInfo(words console.Words) (Reply, error) {
	var r Info
	for len(words) > 0 {
		word := words.Next()
		if word == "pv" {
			r.PV = words
			break
		}
		n, err := strconv.Atoi(words.Next())
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
	r := Option{Name: words.Next()}
	words.Next()
	var ok bool
	if r.Kind, ok = engine.ParseKind(words.Next()); !ok {
		return nil, fmt.Errorf("option %s has no type that there is", engine.Clip(r.Name))
	}
	var err error
	for len(words) > 0 && err == nil {
		switch words.Next() {
		case "default":
			r.Default = words.Rest()
		case "min":
			r.Min, err = strconv.Atoi(words.Next())
		case "max":
			r.Max, err = strconv.Atoi(words.Next())
		case "var":
			r.Vars = append(r.Vars, words.Next())
		}
	}
	return r, err
}
